"""Which cells of a recognised file are data, by role? Text only; nothing is interpreted here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from headworks.adapters.lab_files.profiles import Heading, Profile, same_heading
from headworks.adapters.lab_files.recognition import Layout, check_headings, find_header
from headworks.adapters.lab_files.sheets import Content, Sheet, refused


@dataclass
class Cells:
    """Data rows of a file, one list per role.

    Attributes
    ----------
    columns : dict of str to list of str
        Role to the text of each row.
    headings : dict of str to str
        Role to the sender's heading.
    source_file, source_row : list
        Place of each row.
    given, expected : list of int
        Cells a row has, and the headings' number.
    unused : list of str
        Headings that nothing reads.
    notes : list of str
        What a reader should know: sheets without a table, samples without results.
    """

    profile: Profile
    columns: dict[str, list[str]]
    headings: dict[str, str]
    source_file: list[str]
    source_row: list[int]
    given: list[int]
    expected: list[int]
    unused: list[str]
    source_column: list[str] | None = None
    notes: list[str] = field(default_factory=list)
    sender_rows: list[tuple[list[str], list[str]]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.source_row)

    def role(self, name: str) -> list[str]:
        """Text of a role in every row; empty if the sender has no such column."""
        return self.columns.get(name) or [self.profile.constants.get(name, "")] * len(self)

    def heading(self, role: str, index: int) -> str:
        """The sender's heading for a role in one row."""
        if self.source_column is not None and role in ("value", "unit", "parameter"):
            return self.source_column[index]
        return self.headings.get(role, "")

    def row_text(self, index: int) -> str:
        """The sender's row as JSON, heading to cell."""
        names, row = self.sender_rows[index]
        pairs = {
            name or f"column {place}": cell for place, (name, cell) in enumerate(zip(names, row, strict=False), start=1)
        }
        pairs.update({f"column {place}": row[place - 1] for place in range(len(names) + 1, len(row) + 1)})
        return json.dumps(pairs, ensure_ascii=False)


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
        header = find_header(layout, sheet.rows)
        if header is None:
            if any(any(row) for row in sheet.rows):
                notes.append(f"not read, no headings of this layout: {sheet.name}")
            continue
        check_headings(content, sheet.rows[header], sheet.numbers[header])
        parts.append(_sheet_cells(sheet, header, layout))
    if not sum(len(part) for part in parts):
        raise refused(
            content.path,
            "the file has headings but no row below them",
            why="an empty delivery is more often a slip than a message",
            mend="ask the sender for the rows",
        )
    cells = _joined(parts)
    cells.notes += notes
    return cells if layout.profile.wide is None else _one_row_a_value(cells)


def _sheet_cells(sheet: Sheet, header: int, layout: Layout) -> Cells:
    profile = layout.profile
    headings = [" ".join(cell.split()) for cell in sheet.rows[header]]
    wanted = dict(profile.columns)
    if layout.part == "sample" and profile.pair is not None:
        wanted = {"sample_id": (profile.pair.key,), **profile.pair.columns}
    places, captured = _places(wanted, headings)
    for line in sheet.rows[:header]:
        for pattern in profile.preamble.values():
            for cell in line:
                if match := pattern.fullmatch(cell.strip()):
                    captured.update(match.groupdict())
    kept = [index for index in range(header + 1, len(sheet.rows)) if "".join(sheet.rows[index]).strip()]
    width = len(headings)
    rows = [sheet.rows[index] for index in kept]
    even = rows if all(len(row) == width for row in rows) else [(row + [""] * width)[:width] for row in rows]
    by_place = list(zip(*even, strict=True)) if even else [()] * width
    columns = {
        role: list(by_place[found[0]]) if len(found) == 1
        else [" ".join(parts) for parts in zip(*(by_place[place] for place in found), strict=True)]
        for role, found in places.items()
    }
    columns.update({role: [text] * len(rows) for role, text in captured.items() if role not in columns})
    read = {place for found in places.values() for place in found}
    elsewhere = {same_heading(one) for one in profile.read_elsewhere}
    if layout.part != "whole" and profile.pair is not None:
        elsewhere.add(same_heading(profile.pair.key.text))
    unused = [
        name for place, name in enumerate(headings)
        if name and place not in read and same_heading(name) not in elsewhere
    ]
    return Cells(
        profile=profile, columns=columns,
        headings={role: headings[found[-1]] for role, found in places.items()},
        source_file=[sheet.name] * len(rows), source_row=[sheet.numbers[index] for index in kept],
        given=[len(row) for row in rows], expected=[width] * len(rows), unused=unused,
        sender_rows=[(headings, row) for row in rows],
    )


def _places(
    wanted: dict[str, tuple[Heading, ...]], headings: Sequence[str],
) -> tuple[dict[str, list[int]], dict[str, str]]:
    places: dict[str, list[int]] = {}
    captured: dict[str, str] = {}
    for role, expected in wanted.items():
        found = [one.find(headings) for one in expected]
        if all(one is not None for one in found):
            places[role] = [one[0] for one in found if one is not None]
            for one in found:
                captured.update(one[1] if one is not None else {})
    return places, captured


def _joined(parts: Sequence[Cells]) -> Cells:
    first = parts[0]
    for other in parts[1:]:
        for role in set(first.columns) | set(other.columns):
            ahead = first.columns.get(role, [""] * len(first))
            first.columns[role] = ahead + other.columns.get(role, [""] * len(other))
        first.source_file = first.source_file + other.source_file
        first.source_row = first.source_row + other.source_row
        first.given, first.expected = first.given + other.given, first.expected + other.expected
        first.sender_rows = first.sender_rows + other.sender_rows
        first.unused += [name for name in other.unused if name not in first.unused]
    return first


def _one_row_a_value(cells: Cells) -> Cells:
    """Turn one row a sample into one row a value: an empty cell is no result, one marked not reported neither."""
    pattern, profile = cells.profile.wide, cells.profile
    assert pattern is not None
    names = cells.sender_rows[0][0]
    measured = {
        place: match for place, name in enumerate(names) if name in cells.unused and (match := pattern.fullmatch(name))
    }
    taken: list[tuple[int, int]] = []
    not_reported = 0
    for index, (_, row) in enumerate(cells.sender_rows):
        if len(row) != len(names):
            taken.append((index, -1))
            continue
        for place in measured:
            text = row[place].strip()
            if text.casefold() in profile.not_reported:
                not_reported += 1
            elif text:
                taken.append((index, place))
    rows = [index for index, _ in taken]
    columns = {role: [column[index] for index in rows] for role, column in cells.columns.items()}
    columns["value"] = [cells.sender_rows[index][1][place] if place >= 0 else "" for index, place in taken]
    for role in ("parameter", "unit"):
        columns[role] = [measured[place][role] if place >= 0 else "" for _, place in taken]
    notes = list(cells.notes)
    if not_reported:
        notes.append(f"{not_reported} cells say that a value was not reported; they are no results")
    return Cells(
        profile=profile,
        columns=columns,
        headings=cells.headings,
        source_file=[cells.source_file[index] for index in rows],
        source_row=[cells.source_row[index] for index in rows],
        given=[cells.given[index] for index in rows],
        expected=[cells.expected[index] for index in rows],
        unused=[name for name in cells.unused if not pattern.fullmatch(name)],
        source_column=[names[place] if place >= 0 else "" for _, place in taken],
        notes=notes,
        sender_rows=[cells.sender_rows[index] for index in rows],
    )
