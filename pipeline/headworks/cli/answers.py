"""How an answer is written to standard output: text for people, CSV for Excel, JSON for scripts (docs/json.md)."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any

from headworks.core import written

_WIDEST = 44  # a cell of a text table; the whole text is in CSV and JSON


class Format(StrEnum):
    """Forms of an answer."""

    text = "text"
    csv = "csv"
    json = "json"


def plain(value: Any) -> Any:
    """Turn a value of the history into one JSON knows: exact decimals and days as text.

    Examples
    --------
    >>> plain(Decimal("3.380000")), plain(date(2026, 11, 16)), plain([Decimal("1")])
    ('3.38', '2026-11-16', ['1'])
    """
    if isinstance(value, Decimal):
        return written.exact(value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Path):
        return value.as_posix()
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


def say(text: str) -> None:
    """Write one line of an answer."""
    sys.stdout.write(text + "\n")


def answer(rows: Sequence[dict[str, Any]], columns: Sequence[str], form: Format) -> None:
    """Write a table of rows in the form asked for; no rows is an answer with its columns."""
    if form is Format.json:
        say_json([plain(row) for row in rows])
    elif form is Format.csv:
        sink = io.StringIO()
        writer = csv.writer(sink, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([_cell(row.get(column)) for column in columns] for row in rows)
        sys.stdout.write(sink.getvalue())
    else:
        say(text_table([[_cell(row.get(column)) for column in columns] for row in rows], columns))


def say_json(value: Any) -> None:
    """Write one JSON value."""
    say(json.dumps(plain(value), ensure_ascii=False, indent=2))


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
