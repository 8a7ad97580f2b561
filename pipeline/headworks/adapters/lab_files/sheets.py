"""The cells of one table as the sender wrote them, by column: compact enough for a million rows."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

_ROWS_AT_ONCE = 20_000
MOST_CELLS = 4_000  # cells in one row; more than this is no table


@dataclass(frozen=True)
class Sheet:
    """Cells of one table: a text file, or one sheet of a workbook.

    Attributes
    ----------
    name : str
        File name, with the sheet in brackets for a workbook.
    cells : pyarrow.Table
        Text columns in order; where a row is shorter than the widest, its last cells are empty.
    numbers, widths : numpy.ndarray
        The sender's number of each row, and how many cells it has.
    digest : bytes
        Of the cells: equal for files that differ only in line ends, encoding or blank rows.
    is_typed : bool
        True for a workbook, whose dates are dates and no text.
    """

    name: str
    cells: Any
    numbers: Any
    widths: Any
    digest: bytes
    is_typed: bool = False

    def __len__(self) -> int:
        return len(self.numbers)

    def row(self, place: int) -> list[str]:
        """Cells of one row, as many as the sender gave."""
        return [self.cells.column(index)[place].as_py() for index in range(int(self.widths[place]))]

    def head(self, rows: int) -> list[list[str]]:
        """The first rows."""
        return [self.row(place) for place in range(min(rows, len(self)))]

    def column(self, place: int) -> Any:
        """One column, as one Arrow array."""
        return self.cells.column(place)


@dataclass
class SheetBuilder:
    """Collects rows, and puts them away by column."""

    name: str
    is_typed: bool = False
    _rows: list[Sequence[str]] = field(default_factory=list)
    _numbers: list[int] = field(default_factory=list)
    _widths: list[int] = field(default_factory=list)
    _parts: list[list[Any]] = field(default_factory=list)
    _digest: Any = field(default_factory=hashlib.sha256)

    def add(self, row: Sequence[str], number: int) -> None:
        """Add one row."""
        self._rows.append(row)
        self._numbers.append(number)
        self._widths.append(len(row))
        if len(self._rows) == _ROWS_AT_ONCE:
            self._put_away()

    def _put_away(self) -> None:
        rows = self._rows
        width = max(map(len, rows), default=0)
        even = rows if all(len(row) == width for row in rows) else [[*row, *[""] * (width - len(row))] for row in rows]
        self._parts.append([pa.array(column, pa.string()) for column in zip(*even, strict=True)] if width else [])
        # ASCII's own marks for units and records, so that no cell can be taken for two.
        text = "".join("\x1f".join(row) + "\x1e" for row in rows if any(row))
        self._digest.update(text.encode("utf-8"))
        self._rows = []

    def sheet(self) -> Sheet:
        """The sheet."""
        sizes = [_ROWS_AT_ONCE] * len(self._parts) + ([len(self._rows)] if self._rows else [])
        if self._rows:
            self._put_away()
        width = max(map(len, self._parts), default=0)
        columns = [
            pa.chunked_array(
                [
                    part[place] if place < len(part) else pa.repeat(pa.scalar("", pa.string()), size)
                    for part, size in zip(self._parts, sizes, strict=True)
                ],
                pa.string(),
            )
            for place in range(width)
        ]
        return Sheet(
            self.name, pa.table(columns, names=[str(place) for place in range(width)]),
            np.array(self._numbers, np.int32), np.array(self._widths, np.int32), self._digest.digest(), self.is_typed,
        )


def content_id(sheets: Sequence[Sheet]) -> str:
    """First 16 hex digits of the SHA-256 over the cells of all sheets."""
    return hashlib.sha256(b"".join(sheet.digest for sheet in sheets)).hexdigest()[:16]
