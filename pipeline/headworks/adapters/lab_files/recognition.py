"""Which declared layout is this file in? Decided by its headings; exactly one must fit."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from headworks.adapters.lab_files.profiles import Heading, Profile, same_heading
from headworks.adapters.lab_files.sheets import Content, Sheet, head_text, refused

LINES_SEARCHED = 40


@dataclass(frozen=True)
class Layout:
    """A profile, and the part of it that a file is: the whole, or one file of a pair."""

    profile: Profile
    part: str = "whole"

    @property
    def required(self) -> list[Heading]:
        """Headings a file of this part must have."""
        pair = self.profile.pair
        if self.part == "sample" and pair is not None:
            return [pair.key, *(one for found in pair.columns.values() for one in found)]
        return self.profile.required

    def missing_in(self, row: Sequence[str]) -> list[str]:
        """Headings that a row of headings lacks."""
        return [one.text for one in self.required if one.find(row) is None]


def find_header(layout: Layout, rows: Sequence[Sequence[str]]) -> int | None:
    """Index of the first row that holds every required heading."""
    return next((index for index, row in enumerate(rows[:LINES_SEARCHED]) if row and not layout.missing_in(row)), None)


def recognise(
    content: Content, profiles: Mapping[str, Profile], sheets: Sequence[Sheet], wanted: str | None = None,
) -> Layout:
    """Find the one layout whose headings a file has.

    Parameters
    ----------
    content : Content
        The file.
    profiles : mapping
        Declared profiles by name.
    sheets : sequence of Sheet
        Sheets of a workbook; empty for a text file.
    wanted : str, optional
        Only try this profile.

    Raises
    ------
    InputRefusedError
        No profile fits (the nearest are named, with the headings the file lacks), or several do.
    """
    layouts = [
        layout
        for profile in profiles.values()
        if profile.is_workbook == content.is_workbook and wanted in (None, profile.name)
        for layout in (
            [Layout(profile)] if profile.pair is None else [Layout(profile, "result"), Layout(profile, "sample")]
        )
    ]
    heads = {id(layout): _heads(content, layout, sheets) for layout in layouts}
    fitting = [
        layout for layout in layouts if any(find_header(layout, rows) is not None for rows in heads[id(layout)])
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = ", ".join(sorted(layout.profile.name for layout in fitting))
        raise refused(
            content.path, f"several profiles fit: {names}", why="each would read the cells in its own way",
            mend="name the right one with --profile NAME",
        )
    raise refused(
        content.path,
        "unknown layout: no profile has these headings",
        why=_nearest(layouts, heads),
        mend="declare the sender's headings in a profile under profiles/ (docs/ingest.md), or ask for a known layout",
    )


def _heads(content: Content, layout: Layout, sheets: Sequence[Sheet]) -> list[list[list[str]]]:
    if content.is_workbook:
        return [sheet.rows[:LINES_SEARCHED] for sheet in sheets]
    lines = io.StringIO(head_text(content), newline="")
    rows: list[list[str]] = []
    try:
        for row in csv.reader(lines, delimiter=layout.profile.delimiter):
            rows.append(row)
            if len(rows) == LINES_SEARCHED:
                break
    except csv.Error:
        pass  # the rows before it may hold the headings; the whole file is read strictly later
    return [rows]


def _nearest(layouts: Sequence[Layout], heads: Mapping[int, list[list[list[str]]]]) -> str:
    scored = []
    for layout in layouts:
        lacking = min((layout.missing_in(row) for rows in heads[id(layout)] for row in rows), key=len, default=None)
        if lacking is not None and len(lacking) < len(layout.required):
            scored.append((len(lacking) / len(layout.required), layout.profile.name, lacking))
    if not scored:
        return "none of its first rows holds any heading we know"
    nearest = sorted(scored)[:2]
    return "nearest: " + "; ".join(
        f"{name}, but without " + ", ".join(f'"{one}"' for one in lacking[:8]) for _, name, lacking in nearest
    )


def check_headings(content: Content, headings: Sequence[str], number: int) -> None:
    """Refuse a file in which two columns have the same heading.

    Raises
    ------
    InputRefusedError
        Nobody can say which of the two is meant.
    """
    counts = Counter(same_heading(cell) for cell in headings if cell.strip())
    twice = [cell for cell, n in counts.items() if n > 1]
    if twice:
        raise refused(
            content.path, f"two columns have the same heading: {', '.join(repr(one) for one in twice)}", row=number,
            why="nothing tells which of them is meant", mend="give each column its own heading",
        )
