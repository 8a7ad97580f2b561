"""Which cells of a recognised file are data, by role? Text only; nothing is interpreted here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from headworks.adapters.lab_files.distinct import Coded
from headworks.adapters.lab_files.profiles import SPLIT_TIMES, Profile
from headworks.adapters.lab_files.sheets import Sheet


@dataclass(frozen=True)
class SenderRows:
    """Rows as they were sent, for showing one of them again: some places of a sheet, under its headings."""

    sheet: Sheet
    headings: tuple[str, ...]
    places: Any

    def named(self, index: int) -> dict[str, str]:
        """Heading to cell of one row; a cell under no heading is called by its place."""
        row = self.sheet.row(int(self.places[index]))
        pairs = {
            name or f"column {place}": cell
            for place, (name, cell) in enumerate(zip(self.headings, row, strict=False), start=1)
        }
        pairs.update({f"column {place + 1}": row[place] for place in range(len(self.headings), len(row))})
        return pairs


@dataclass
class Cells:
    """Data rows of a file, one Arrow column per role.

    Attributes
    ----------
    columns : dict of str to pyarrow.Array
        Role to the text of each row.
    headings : dict of str to str
        Role to the sender's heading.
    sources : list of SenderRows
        The tables they come from, in order.
    source, place : numpy.ndarray
        Table of each row, and which row of ``SenderRows.places`` it is.
    unused : list of str
        Headings that nothing reads.
    value_column : Coded or None
        Heading of the value in each row, if a row of the sender holds several.
    notes : list of str
        What a reader should know: sheets without a table, samples without results.
    is_typed : bool
        Of a workbook.
    """

    profile: Profile
    columns: dict[str, Any]
    headings: dict[str, str]
    sources: list[SenderRows]
    source: Any
    place: Any
    unused: list[str]
    value_column: Coded | None = None
    notes: list[str] = field(default_factory=list)
    is_typed: bool = False

    def __len__(self) -> int:
        return len(self.place)

    def has(self, role: str) -> bool:
        """Whether the sender has a column for a role, or for the two halves of it."""
        return role in self.columns or any(half in self.columns for half in SPLIT_TIMES.get(role, ()))

    def role(self, name: str) -> Coded:
        """Text of a role in every row, without blanks around it; empty if the sender has no such column."""
        column = self.columns.get(name)
        if column is None:
            return Coded.constant(self.profile.constants.get(name, ""), len(self))
        digits = self.profile.digits.get(name)
        stripped = Coded.of(column).map(str.strip)
        return stripped.map(lambda text: text.zfill(digits) if text.isdecimal() else text) if digits else stripped

    @property
    def source_file(self) -> Coded:
        """Name of the file, or sheet, of each row."""
        return Coded(self.source, [one.sheet.name for one in self.sources])

    @property
    def source_row(self) -> Any:
        """The sender's number of each row."""
        return self._by_source(lambda one, places: one.sheet.numbers[one.places[places]])

    @property
    def given(self) -> Any:
        """Cells each row has."""
        return self._by_source(lambda one, places: one.sheet.widths[one.places[places]])

    @property
    def expected(self) -> Any:
        """Headings over each row."""
        return self._by_source(lambda one, places: np.full(len(places), len(one.headings), np.int32))

    def _by_source(self, read: Any) -> Any:
        found = np.zeros(len(self), np.int32)
        for number, one in enumerate(self.sources):
            rows = np.flatnonzero(self.source == number)
            found[rows] = read(one, self.place[rows])
        return found

    def heading(self, role: str, index: int) -> str:
        """The sender's heading for a role in one row."""
        if self.value_column is not None and role in ("value", "unit", "parameter"):
            return str(self.value_column.values[self.value_column.codes[index]])
        for half in (role, *SPLIT_TIMES.get(role, ())):
            if half in self.headings:
                return self.headings[half]
        return ""

    def row_text(self, index: int) -> str:
        """The sender's row as JSON, heading to cell."""
        return json.dumps(self.sources[int(self.source[index])].named(int(self.place[index])), ensure_ascii=False)

    def part(self, start: int, stop: int) -> Cells:
        """Some of the rows, one after the other."""
        places = np.arange(start, min(stop, len(self)))
        return self.taken(places)

    def taken(self, places: Any) -> Cells:
        """The rows at some places."""
        wanted = pa.array(places)
        return Cells(
            self.profile, {role: pc.take(column, wanted) for role, column in self.columns.items()}, self.headings,
            self.sources, self.source[places], self.place[places], self.unused,
            None if self.value_column is None else self.value_column.take(places), self.notes, self.is_typed,
        )

    def parts(self, rows: int) -> Iterator[tuple[int, Cells]]:
        """The rows in pieces, with the place of each piece's first."""
        for start in range(0, len(self), rows):
            yield start, self.part(start, start + rows)


def one_after_the_other(parts: Sequence[Cells]) -> Cells:
    """Rows of several tables of one layout as one."""
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    roles = dict.fromkeys(role for part in parts for role in part.columns)
    columns = {
        role: pa.concat_arrays([
            _flat(part.columns[role]) if role in part.columns else pa.repeat(pa.scalar("", pa.string()), len(part))
            for part in parts
        ])
        for role in roles
    }
    starts = np.cumsum([0, *(len(part.sources) for part in parts)])
    return Cells(
        first.profile, columns, {role: text for part in reversed(parts) for role, text in part.headings.items()},
        [one for part in parts for one in part.sources],
        np.concatenate([part.source + start for part, start in zip(parts, starts, strict=False)]),
        np.concatenate([part.place for part in parts]),
        list(dict.fromkeys(name for part in parts for name in part.unused)),
        notes=[note for part in parts for note in part.notes], is_typed=first.is_typed,
    )


def _flat(column: Any) -> Any:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
