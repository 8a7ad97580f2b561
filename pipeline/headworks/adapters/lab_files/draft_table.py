"""Which rows and columns does a file of an unknown layout have? Separator, encoding, headings, units under them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from headworks.adapters.lab_files.draft_dates import read_dates
from headworks.adapters.lab_files.files import Content, refused
from headworks.adapters.lab_files.sheets import Sheet
from headworks.adapters.lab_files.text import encoding_of, text_sheet
from headworks.adapters.lab_files.undeclared import units_row
from headworks.adapters.lab_files.workbook import workbook_sheets
from headworks.core.results import MISSING_WORDS, read_number
from headworks.errors import InputRefusedError

_SEPARATORS = (",", "\t", ";", "|")
_LINES = 60
_TITLE = re.compile(r"Plot Title:\s*(?P<point>.+)")
_OFFSET = re.compile(r"(Date Time, GMT)[+-]\d\d:\d\d")


@dataclass(frozen=True)
class Column:
    """One column.

    Attributes
    ----------
    place : int
    heading : str
    key : str
        How a profile names it, as YAML: its heading, or which of several equal ones.
    cells : tuple of str
        Without blanks around them.
    """

    place: int
    heading: str
    key: str
    cells: tuple[str, ...]

    @cached_property
    def distinct(self) -> list[str]:
        """Different cells in order of first appearance."""
        return list(dict.fromkeys(self.cells))


@dataclass
class DraftTable:
    """A table as far as it is understood.

    Attributes
    ----------
    encoding, delimiter : str
        Empty for a workbook.
    units : dict of int to str
        Units under the headings, by column.
    title_point : str or None
        Pattern of a line above the headings that names the point.
    name_pattern : str
        Of files like this one, for a table without headings.
    """

    columns: list[Column]
    encoding: str = ""
    delimiter: str = ""
    is_headless: bool = False
    units: dict[int, str] = field(default_factory=dict)
    title_point: str | None = None
    name_pattern: str = ""
    notes: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.columns[0].cells) if self.columns else 0

    @property
    def absent(self) -> list[str]:
        """Words for no value that occur in it."""
        seen = {cell.casefold() for one in self.columns for cell in one.distinct}
        return sorted(word for word in MISSING_WORDS if word and word in seen)


def draft_table(content: Content) -> DraftTable:
    """Find the table of a file.

    Raises
    ------
    InputRefusedError
        No row has two cells, whatever separates them.
    """
    if content.is_workbook:
        sheets = workbook_sheets(content)
        sheet = max(sheets, key=lambda one: len(one) * one.cells.num_columns)
        others = [one.name for one in sheets if one is not sheet and len(one)]
        table = _table(content, sheet)
        table.notes += [f"not looked at: {name}" for name in others]
        return table
    encoding = encoding_of(content, ("utf-8", "cp1252"))
    tried = {one: found for one in _SEPARATORS if (found := _sheet(content, encoding, one)) is not None}
    if not tried:
        _ = text_sheet(content, encoding, ",")  # says what is wrong with it
    best = max(tried, key=lambda one: _filled(tried[one]))
    if _width(tried[best]) < 2:
        raise refused(
            content.path, "no separator makes a table of it", why="comma, tab, semicolon and pipe were tried",
            mend="export it as CSV; a layout of fixed widths is not read",
        )
    table = _table(content, tried[best])
    table.encoding, table.delimiter = encoding.removesuffix("-sig"), best
    return table


def _sheet(content: Content, encoding: str, delimiter: str) -> Sheet | None:
    try:
        return text_sheet(content, encoding, delimiter)
    except InputRefusedError:
        return None


def _width(sheet: Sheet) -> int:
    return int(Counter(sheet.widths.tolist()).most_common(1)[0][0])


def _filled(sheet: Sheet) -> int:
    """Cells of the rows that are as wide as most."""
    width, rows = Counter(sheet.widths.tolist()).most_common(1)[0]
    return (int(width) - 1) * int(rows)


def _table(content: Content, sheet: Sheet) -> DraftTable:
    rows, width = sheet.head(_LINES), _width(sheet)
    header = next((place for place, row in enumerate(rows) if _is_heading(row, width)), None)
    if header is None:
        headings = [f"column {place}" for place in range(1, width + 1)]
        table = DraftTable([], is_headless=True, name_pattern=_name_pattern(content.path))
        table.notes.append("the first row is data: the columns are named by their place, and such files are known by their name")
    else:
        headings = [" ".join(cell.split()) for cell in rows[header]]
        table = DraftTable([])
        if any(_TITLE.fullmatch(cell.strip()) for row in rows[:header] for cell in row):
            table.title_point = _TITLE.pattern
    first = 0 if header is None else header + 1
    dates = [place for place in range(width) if first + 1 < len(sheet) and read_dates([_cell(sheet, first + 1, place)]).read]
    if header is not None and dates:
        table.units = units_row(sheet, first, dates)
        first += bool(table.units)
    kept = [place for place in range(first, len(sheet)) if any(cell.strip() for cell in sheet.row(place))] if len(sheet) <= 5000 else None
    for place, heading in enumerate(headings):
        if place >= sheet.cells.num_columns:
            continue
        cells = [cell.strip() for cell in sheet.column(place).to_pylist()]
        chosen = cells[first:] if kept is None else [cells[one] for one in kept]
        if heading or any(chosen):
            table.columns.append(Column(place, heading, _key(heading, place, headings), tuple(chosen)))
    return table


def _cell(sheet: Sheet, row: int, place: int) -> str:
    cells = sheet.row(row)
    return cells[place] if place < len(cells) else ""


def _is_heading(row: Sequence[str], width: int) -> bool:
    """Headings are as many as most rows have cells, and none of them is a number or a date."""
    filled = [cell.strip() for cell in row if cell.strip()]
    if len(row) != width or len(filled) < max(2, 0.6 * width):
        return False
    return not any(isinstance(read_number(cell), str) is False or read_dates([cell]).read for cell in filled)


def _key(heading: str, place: int, headings: Sequence[str]) -> str:
    same = [other for other, text in enumerate(headings) if text.casefold() == heading.casefold()]
    if len(same) > 1:
        return f"{{heading: {_quoted(heading)}, nth: {same.index(place) + 1}}}"
    if match := _OFFSET.fullmatch(heading):
        return f"{{like: '{match[1]}(?P<offset>[+-]\\d\\d:\\d\\d)', shown: {_quoted(heading)}}}"
    return _quoted(heading)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _name_pattern(path: Path) -> str:
    """Files called so: digits may change."""
    return re.sub(r"(?:\\?\d)+", r"\\d+", re.escape(path.name))
