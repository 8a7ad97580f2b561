"""From the sheets of a recognised file to its cells by role: headings, rows under them, several values a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from headworks.adapters.lab_files.cells import Cells, SenderRows, one_after_the_other
from headworks.adapters.lab_files.distinct import Coded
from headworks.adapters.lab_files.files import Content, refused
from headworks.adapters.lab_files.headings import HeadingRow, same_heading
from headworks.adapters.lab_files.profiles import Block, Columns, Profile, Wide
from headworks.adapters.lab_files.recognition import (
    LINES_SEARCHED,
    RESULTS_PART,
    Layout,
    check_headings,
    find_header,
)
from headworks.adapters.lab_files.sheets import Sheet

_Placed = Mapping[str, Sequence[int]]


def read_cells(content: Content, layout: Layout, sheets: Sequence[Sheet]) -> Cells:
    """Cells of a file by the roles of its layout.

    Parameters
    ----------
    content : Content
    layout : Layout
    sheets : sequence of Sheet
        One for a text file; those of a workbook without this layout's headings are noted as not read.

    Raises
    ------
    InputRefusedError
        Two equal headings, or no data row at all.
    """
    parts, notes = [], []
    for sheet in sheets:
        header = -1 if layout.profile.headings else find_header(layout, sheet.head(LINES_SEARCHED))
        if header is None:
            if any(any(row) for row in sheet.head(LINES_SEARCHED)):
                notes.append(f"not read, no headings of this layout: {sheet.name}")
            continue
        if header >= 0:
            check_headings(content, layout, HeadingRow(tuple(sheet.row(header))), int(sheet.numbers[header]))
        parts.append(_sheet_cells(content, sheet, header, layout))
    if not sum(len(part) for part in parts):
        raise refused(
            content.path,
            "the file has headings but no row below them",
            why="an empty delivery is more often a slip than a message",
            mend="ask the sender for the rows",
        )
    cells = one_after_the_other([part for part in parts if len(part)])
    cells.notes += notes
    return cells


def _sheet_cells(content: Content, sheet: Sheet, header: int, layout: Layout) -> Cells:
    profile = layout.profile
    named = profile.headings if header < 0 else sheet.row(header)
    headings = HeadingRow(tuple(" ".join(cell.split()) for cell in named))
    places, constants = _places(_columns_of(layout), headings)
    constants.update(_said_above(profile, content, sheet, header))
    first = header + 1 + len(profile.under_headings)
    units = _units_below(profile, sheet, header)
    rows = np.arange(first, len(sheet))[_has_content(sheet)[first:]]
    read = {place for found in places.values() for place in found}
    columns = {role: _joined(sheet, found, rows) for role, found in places.items()}
    if "unit" not in places and "value" in places and units.get(places["value"][-1]):
        constants["unit"] = units[places["value"][-1]]
    columns.update({
        role: pa.repeat(pa.scalar(text, pa.string()), len(rows)) for role, text in constants.items() if role not in columns
    })
    cells = Cells(
        profile, columns, {role: headings.cells[found[-1]] for role, found in places.items()},
        [SenderRows(sheet, headings.cells, rows)], np.zeros(len(rows), np.int64), np.arange(len(rows)),
        [], is_typed=sheet.is_typed,
    )
    blocks = _blocks(profile.wide, headings, read, units) if layout.part == RESULTS_PART and profile.wide else []
    read |= {place for placed, _ in blocks for found in placed.values() for place in found}
    cells.unused = _unused(layout, headings, read)
    return _one_row_a_value(cells, blocks) if blocks else cells


def _columns_of(layout: Layout) -> Columns:
    if layout.part == RESULTS_PART:
        keys = {
            f"key of {part.name} {number}": (one,)
            for part in layout.profile.parts.values() for number, one in enumerate(part.result_key)
        }
        return {**layout.profile.columns, **keys}
    part = layout.profile.parts[layout.part]
    return {**part.columns, **{f"key of {part.name} {number}": (one,) for number, one in enumerate(part.key)}}


def _places(wanted: Columns, headings: HeadingRow) -> tuple[dict[str, list[int]], dict[str, str]]:
    places: dict[str, list[int]] = {}
    captured: dict[str, str] = {}
    for role, expected in wanted.items():
        found = [hit for one in expected if (hit := one.find(headings)) is not None]
        if len(found) == len(expected):
            places[role] = [place for place, _ in found]
            for _, groups in found:
                captured.update(groups)
    return places, captured


def _said_above(profile: Profile, content: Content, sheet: Sheet, header: int) -> dict[str, str]:
    """Roles that the file's name or the lines above the headings give for all rows."""
    said: dict[str, str] = {}
    if profile.file_name is not None and (match := profile.file_name.fullmatch(content.name)):
        said.update({role: text for role, text in match.groupdict().items() if text})
    for place in range(max(header, 0)):
        for cell in sheet.row(place):
            for pattern in profile.preamble.values():
                if match := pattern.fullmatch(cell.strip()):
                    said.update(match.groupdict())
    return said


def _units_below(profile: Profile, sheet: Sheet, header: int) -> dict[int, str]:
    for offset, what in enumerate(profile.under_headings, start=1):
        if what == "units" and header + offset < len(sheet):
            return {place: text.strip() for place, text in enumerate(sheet.row(header + offset)) if text.strip()}
    return {}


def _has_content(sheet: Sheet) -> Any:
    found = np.zeros(len(sheet), dtype=bool)
    for column in sheet.cells.columns:
        found |= pc.not_equal(pc.utf8_trim_whitespace(column), "").to_numpy(zero_copy_only=False)
    return found


def _joined(sheet: Sheet, places: Sequence[int], rows: Any) -> Any:
    """Cells of one column, or of several joined by a blank."""
    wanted = pa.array(rows)
    columns = [
        pc.take(sheet.column(place), wanted).combine_chunks() if place < sheet.cells.num_columns
        else pa.repeat(pa.scalar("", pa.string()), len(rows))
        for place in places
    ]
    if len(columns) == 1:
        return columns[0]
    return pc.binary_join_element_wise(*columns, " ")


def _unused(layout: Layout, headings: HeadingRow, read: set[int]) -> list[str]:
    elsewhere = {same_heading(one) for one in layout.profile.read_elsewhere}
    return [
        name for place, name in enumerate(headings.cells)
        if name and place not in read and same_heading(name) not in elsewhere
    ]


def _blocks(
    wide: Wide, headings: HeadingRow, read: set[int], units: Mapping[int, str]
) -> list[tuple[dict[str, list[int]], dict[str, str]]]:
    """Columns of each value in a row, by role, and what its headings say."""
    found = []
    for block in wide.blocks:
        places, captured = _places(block.columns, headings)
        if "value" in places:
            found.append((places, {**captured, **_units_of(block, places, units)}))
    if wide.heading is not None:
        for place, name in enumerate(headings.cells):
            match = wide.heading.fullmatch(name) if place not in read else None
            if match is None:
                continue
            said = {key: value.strip() for key, value in match.groupdict().items() if value}
            if wide.parameters and said.get("parameter", "") not in wide.parameters:
                continue
            said["parameter"] = wide.parameters.get(said.get("parameter", ""), said.get("parameter", ""))
            if "unit" in said:
                said["unit"] = wide.units.get(said["unit"], said["unit"])
            elif place in units:
                said["unit"] = units[place]
            found.append(({"value": [place]}, said))
    return found


def _units_of(block: Block, places: _Placed, units: Mapping[int, str]) -> dict[str, str]:
    below = units.get(places["value"][-1])
    return {**({"unit": below} if below else {}), **block.constants}


def _one_row_a_value(cells: Cells, blocks: Sequence[tuple[_Placed, Mapping[str, str]]]) -> Cells:
    """Turn a row with several values into a row for each: an empty cell is no value, nor is one that says so."""
    source, wide = cells.sources[0], cells.profile.wide
    assert wide is not None
    whole = source.sheet.widths[source.places] == len(source.headings)
    taken, numbers, absent = [], [], 0
    for number, (places, _) in enumerate(blocks):
        said = [
            Coded.of(_joined(source.sheet, [place], source.places)).map(lambda text: text.strip().casefold())
            for role in ("value", "qualifier") for place in places.get(role, [])
        ]
        filled = np.logical_or.reduce([one.where(lambda text: text not in wide.absent and text != "") for one in said])
        absent += int((whole & ~filled & said[0].where(lambda text: text in wide.absent)).sum())
        rows = np.flatnonzero(filled & whole)
        taken.append(rows)
        numbers.append(np.full(len(rows), number))
    # A row with too few or too many cells is one row, to be refused whole.
    broken = np.flatnonzero(~whole)
    rows, block = np.concatenate([*taken, broken]), np.concatenate([*numbers, np.full(len(broken), -1)])
    order = np.lexsort((block, rows))
    rows, block = rows[order], block[order].astype(np.int64)
    spread = cells.taken(rows)
    roles = dict.fromkeys(role for places, said in blocks for role in (*said, *places))
    for role in roles:
        spread.columns[role] = _of_blocks(role, source, rows, block, blocks)
    names = [source.headings[places["value"][-1]] for places, _ in blocks]
    spread.value_column = Coded(np.where(block < 0, len(names), block), [*names, ""])
    if absent:
        spread.notes = [*spread.notes, f"{absent} cells say that there is no value; they are no results"]
    return spread


def _of_blocks(
    role: str, source: SenderRows, rows: Any, block: Any, blocks: Sequence[tuple[_Placed, Mapping[str, str]]]
) -> Any:
    pieces, where = [], []
    for number in range(-1, len(blocks)):
        here = np.flatnonzero(block == number)
        if not len(here):
            continue
        placed, said = blocks[number] if number >= 0 else ({}, {})
        where.append(here)
        pieces.append(
            _joined(source.sheet, placed[role], source.places[rows[here]]) if role in placed
            else pa.repeat(pa.scalar(said.get(role, ""), pa.string()), len(here))
        )
    order = np.argsort(np.concatenate(where), kind="stable") if where else np.zeros(0, np.int64)
    return pc.take(pa.concat_arrays([_as_array(piece) for piece in pieces]), pa.array(order))


def _as_array(column: Any) -> Any:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
