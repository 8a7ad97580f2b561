"""Which declared layout is this file in? Decided by its headings; exactly one must fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from headworks.adapters.lab_files.files import Content, refused
from headworks.adapters.lab_files.headings import Heading, HeadingRow
from headworks.adapters.lab_files.profiles import Profile
from headworks.adapters.lab_files.sheets import Sheet
from headworks.adapters.lab_files.text import head_rows

LINES_SEARCHED = 60
RESULTS_PART = "result"


@dataclass(frozen=True)
class Layout:
    """A profile, the part of it that a file is, and the separator it was found with (empty for a workbook)."""

    profile: Profile
    part: str = RESULTS_PART
    delimiter: str = ""

    @property
    def required(self) -> list[Heading]:
        """Headings a file of this part must have."""
        return self.profile.required if self.part == RESULTS_PART else self.profile.parts[self.part].required

    def missing_in(self, row: HeadingRow) -> list[str]:
        """Headings that a row of headings lacks."""
        return [one.text for one in self.required if one.find(row) is None]


@dataclass(frozen=True)
class _Tried:
    """A layout, and how near a file comes to it: the headings its best row lacks and the place of that row."""

    layout: Layout
    lacking: list[str]

    @property
    def fits(self) -> bool:
        return not self.lacking


def find_header(layout: Layout, rows: Sequence[Sequence[str]]) -> int | None:
    """Index of the first row that holds every required heading."""
    for index, row in enumerate(rows[:LINES_SEARCHED]):
        if any(row) and not layout.missing_in(HeadingRow(tuple(row))):
            return index
    return None


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

    Returns
    -------
    Layout
        If several fit, the workspace's own goes before the package's, and one that needs all headings of another and
        more goes before it.

    Raises
    ------
    InputRefusedError
        No profile fits (the nearest are named, with the headings the file lacks), or several do.
    """
    heads = _heads_of(content, sheets)
    form = "workbook" if content.is_workbook else "text"
    candidates = [one for one in profiles.values() if form in one.formats and wanted in (None, one.name)]
    tried: list[_Tried] = []
    # A layout that any table could be in is only tried when no other fits.
    for group in ([one for one in candidates if not one.is_fallback], [one for one in candidates if one.is_fallback]):
        now = [attempt for profile in group for attempt in _attempts(content, profile, heads, wanted)]
        tried += now
        fitting = _most_telling([one.layout for one in now if one.fits])
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise refused(
                content.path,
                f"several profiles fit: {', '.join(sorted({layout.profile.name for layout in fitting}))}",
                why="each would read the cells in its own way",
                mend="name the right one with --profile NAME",
            )
    raise refused(
        content.path,
        "unknown layout: no profile has these headings",
        why=_nearest(tried),
        mend=f"see what could be read with: headworks profile draft {content.name}; then save the draft under profiles/",
    )


_Heads = Callable[[str], list[list[HeadingRow]]]


def _heads_of(content: Content, sheets: Sequence[Sheet]) -> _Heads:
    """First rows of each table of a file, read with a separator; each separator is tried once."""
    found: dict[str, list[list[HeadingRow]]] = {}

    def heads(delimiter: str) -> list[list[HeadingRow]]:
        if delimiter not in found:
            tables = (
                [sheet.head(LINES_SEARCHED) for sheet in sheets] if content.is_workbook
                else [head_rows(content, delimiter, LINES_SEARCHED)]
            )
            found[delimiter] = [[HeadingRow(tuple(row)) for row in rows if any(row)] for rows in tables]
        return found[delimiter]

    return heads


def _attempts(content: Content, profile: Profile, heads: _Heads, wanted: str | None) -> list[_Tried]:
    named = profile.file_name is None or profile.file_name.fullmatch(content.name) is not None
    if not named and wanted is None:
        return []
    if profile.headings:
        # Nothing in the file says what it is: only its name, or the user.
        is_meant = wanted is not None or profile.file_name is not None
        return [_Tried(Layout(profile, delimiter=profile.delimiters[0]), [])] if is_meant else []
    parts = [RESULTS_PART, *(name for name, part in profile.parts.items() if not part.is_xml)]
    return [
        _nearest_row(Layout(profile, part, delimiter), heads)
        for part in parts
        for delimiter in ([""] if content.is_workbook else profile.delimiters)
    ]


def _nearest_row(layout: Layout, heads: _Heads) -> _Tried:
    lacking = [one.text for one in layout.required]
    for rows in heads(layout.delimiter):
        for row in rows:
            here = layout.missing_in(row)
            if not here:
                return _Tried(layout, [])
            lacking = min(lacking, here, key=len)
    return _Tried(layout, lacking or ["any heading"])


def _most_telling(fitting: Sequence[Layout]) -> list[Layout]:
    own = [layout for layout in fitting if layout.profile.is_own]
    layouts = own or list(fitting)
    wants = {id(layout): set(layout.required) for layout in layouts}
    return [
        layout for layout in layouts
        if not any(wants[id(other)] > wants[id(layout)] for other in layouts)
    ]


def _nearest(tried: Sequence[_Tried]) -> str:
    best: dict[str, tuple[float, str, list[str]]] = {}
    for one in tried:
        wanted = len(one.layout.required)
        if len(one.lacking) < wanted:
            entry = (len(one.lacking) / wanted, one.layout.profile.name, one.lacking)
            best[entry[1]] = min(best.get(entry[1], entry), entry)
    if not best:
        return "none of its first rows holds any heading we know"
    return "nearest: " + "; ".join(
        f"{name}, but without " + ", ".join(f'"{one}"' for one in lacking[:8]) for _, name, lacking in sorted(best.values())[:2]
    )


def check_headings(content: Content, layout: Layout, row: HeadingRow, number: int) -> None:
    """Refuse a file in which two columns have the same heading, unless the profile says which is which.

    Raises
    ------
    InputRefusedError
        Nobody can say which of the two is meant.
    """
    columns = [*layout.profile.columns.values()]
    if layout.profile.wide is not None:
        columns += [one for block in layout.profile.wide.blocks for one in block.columns.values()]
    counted = {place for found in columns for one in found if one.nth and (hit := one.find(row)) for place in [hit[0]]}
    twice = [text for text, places in row.repeated.items() if not counted.issuperset(places)]
    if twice:
        raise refused(
            content.path, f"two columns have the same heading: {', '.join(repr(one) for one in twice)}", row=number,
            why="nothing tells which of them is meant",
            mend="give each column its own heading, or say in a profile which is which (nth)",
        )
    both = [
        [text for text in one.texts if row.places(text)]
        for found in columns for one in found if len(one.texts) > 1
    ]
    for texts in both:
        if len(texts) > 1:
            raise refused(
                content.path, f"several columns may be meant: {', '.join(repr(one) for one in texts)}", row=number,
                why="this layout takes either of them for the same thing", mend="declare in a profile which of them counts",
            )
