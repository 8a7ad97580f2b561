"""How an answer is written to standard output: text for people, CSV for Excel, JSON for scripts (docs/json.md)."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any

from headworks.core import written

_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?([eE][+-]?\d+)?\Z")
_WIDEST = 44  # a cell of a text table; the whole text is in CSV and JSON


class Format(StrEnum):
    """Forms of an answer."""

    text = "text"
    csv = "csv"
    json = "json"


def plain(value: Any) -> Any:
    """Turn a value of the history into one JSON knows: exact decimals, days and what JSON has no word for as text.

    Examples
    --------
    >>> plain(Decimal("3.380000")), plain(date(2026, 11, 16)), plain([Decimal("1")])
    ('3.38', '2026-11-16', ['1'])
    >>> plain(float("nan")), plain(float("-inf")), plain(1.5)
    ('NaN', '-Infinity', 1.5)
    >>> plain(datetime.fromisoformat("2026-11-16T08:00:00-05:00"))
    '2026-11-16T13:00:00'
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, Decimal):
        return written.exact(value)
    if isinstance(value, datetime) and value.tzinfo is not None:
        return value.astimezone(UTC).replace(tzinfo=None).isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Path):
        return value.as_posix()
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, bytes):
        return value.hex()
    return str(value)


def say(text: str) -> None:
    """Write one line of an answer."""
    sys.stdout.write(text + "\n")


def answer(rows: Sequence[dict[str, Any]], columns: Sequence[str], form: Format) -> None:
    """Write a table of rows in the form asked for; no rows is an answer with its columns."""
    if form is Format.json:
        say_json(rows)
    elif form is Format.csv:
        sink = io.StringIO()
        writer = csv.writer(sink, lineterminator="\n")
        writer.writerow(map(_shown, columns))
        writer.writerows([_shown(row.get(column)) for column in columns] for row in rows)
        sys.stdout.write(sink.getvalue())
    else:
        say(text_table([[_cell(row.get(column)) for column in columns] for row in rows], columns))


def say_json(value: Any) -> None:
    """Write one JSON value, in UTF-8 whatever the console speaks."""
    if hasattr(sys.stdout, "reconfigure"):
        # What is no character (a file name in a strange encoding) becomes an escape, which JSON knows too.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    say(json.dumps(plain(value), ensure_ascii=False, indent=2, allow_nan=False))


def _shown(value: Any) -> str:
    """Cell of a spreadsheet: text that it would run is made harmless, numbers stay as they are."""
    from headworks.adapters.record import harmless

    cell = _cell(value)
    return cell if _NUMBER.match(cell) else harmless(cell)


def _cell(value: Any) -> str:
    shown = plain(value)
    if shown is None:
        return ""
    if isinstance(shown, list | dict):
        return json.dumps(shown, ensure_ascii=False)
    if isinstance(shown, bool):
        return "true" if shown else "false"
    return str(shown)


def text_table(rows: Iterable[Sequence[str]], columns: Sequence[str]) -> str:
    """Lay out a table for a terminal.

    Examples
    --------
    >>> print(text_table([["copper", "3.38"]], ["parameter", "maximum"]))
    parameter  maximum
    ---------  -------
    copper     3.38
    (1 row)
    """
    cut = [[cell if len(cell) <= _WIDEST else cell[: _WIDEST - 1] + "…" for cell in row] for row in rows]
    widths = [max(len(columns[at]), *(len(row[at]) for row in cut), 0) for at in range(len(columns))]

    def line(cells: Sequence[str]) -> str:
        return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()

    body = [line(columns), "  ".join("-" * width for width in widths), *map(line, cut)]
    return "\n".join([*body, f"({written.count(len(cut), 'row')})"])
