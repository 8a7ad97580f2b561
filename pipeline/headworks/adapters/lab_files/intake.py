"""From a path to the rows of one batch: a file, or the files of one deliverable."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.deliverable import add_header, join, partners
from headworks.adapters.lab_files.files import Content, batch_id, open_content, refused
from headworks.adapters.lab_files.profiles import Profile
from headworks.adapters.lab_files.reading import read_cells
from headworks.adapters.lab_files.recognition import LINES_SEARCHED, RESULTS_PART, Layout, find_header, recognise
from headworks.adapters.lab_files.sheets import Sheet, content_id
from headworks.adapters.lab_files.text import encoding_of, text_sheet
from headworks.adapters.lab_files.workbook import workbook_sheets


@dataclass(frozen=True)
class Sent:
    """One batch as it was sent: its files, its layout and its cells.

    Attributes
    ----------
    paths : tuple of Path
        One file, or several.
    batch_id, content_id : str
        Of the bytes, and of the cells.
    """

    paths: tuple[Path, ...]
    profile: Profile
    batch_id: str
    content_id: str
    cells: Cells

    @property
    def files(self) -> str:
        """File names, as in the table ``batches``."""
        return " + ".join(path.name for path in self.paths)


# Words about the files, beside them. "Licensed Labs.csv" is a laboratory's.
_WORDS_ABOUT = re.compile(r"(readme|licen[cs]es?)([^a-z].*)?", re.IGNORECASE)
_ENDINGS_OF_WORDS = {".md", ".txt", ""}
_BETWEEN_CELLS = re.compile(r"[\t;|]|,(?=\S)")
_BYTES_LOOKED_AT = 64 * 1024


def waiting_files(folder: Path) -> list[Path]:
    """Files of a folder that may hold data, in order of name: nothing hidden, no lock files, no read-me and no licence without a table."""
    if not folder.is_dir():
        return []
    return sorted(
        path for path in folder.rglob("*")
        if path.is_file() and not _is_hidden(path.relative_to(folder)) and not _is_words_about(path)
    )


def _is_hidden(path: Path) -> bool:
    return any(part.startswith((".", "~$")) for part in path.parts)


def _is_words_about(path: Path) -> bool:
    ending = path.suffix.casefold()
    if ending not in _ENDINGS_OF_WORDS or not _WORDS_ABOUT.fullmatch(path.stem):
        return False
    try:
        with path.open("rb") as file:
            head = file.read(_BYTES_LOOKED_AT)
    except OSError:
        return False  # refused with its reason when it is opened to be read
    return not _holds_table(head, is_markdown=ending == ".md")


def _holds_table(head: bytes, *, is_markdown: bool = False) -> bool:
    """Whether two lines in a row have three cells or more (but for tables drawn in Markdown); bytes that are no text may be anything.

    Examples
    --------
    >>> _holds_table(b"Point,Zinc,Unit\\nEP-1,1.62,mg/L\\n"), _holds_table(b"Made up, by hand, here,\\nand nowhere else, ever, at all.\\n")
    (True, False)
    """
    is_utf_16 = head[:2] in (b"\xff\xfe", b"\xfe\xff")
    if b"\0" in head and not is_utf_16:
        return True
    text = head.decode("utf-16" if is_utf_16 else "latin-1", errors="replace")
    lines = [line.strip() for line in text.splitlines()]
    wide = [len(_BETWEEN_CELLS.findall(line)) >= 2 for line in lines if line and not (is_markdown and line.startswith("|"))]
    return any(one and other for one, other in pairwise(wide))


def take(content: Content, profiles: Mapping[str, Profile], wanted: str | None = None) -> Sent:
    """Read one batch.

    Parameters
    ----------
    content : Content
        A file (`open_content`); for a deliverable of several files any of them.
    profiles : mapping
        Declared layouts.
    wanted : str, optional
        Use this layout and no other.

    Raises
    ------
    InputRefusedError
        The file cannot be trusted as a whole.
    """
    if content.is_header:
        return _take_by_header(content, profiles, wanted)
    sheets = workbook_sheets(content) if content.is_workbook else []
    layout = recognise(content, profiles, sheets, wanted)
    profile = layout.profile
    if not profile.parts:
        sheets = sheets or [_text_sheet(content, layout)]
        cells = read_cells(content, layout, sheets)
        return Sent((content.path,), profile, batch_id([content]), content_id(sheets), cells)
    if content.is_workbook:
        return _take_workbook(content, profile, sheets)
    files = {layout.part: content}
    files.update({part: open_content(path) for part, path in partners(content.path, profile, layout.part).items()})
    return _take_files(files, profile)


def _text_sheet(content: Content, layout: Layout) -> Sheet:
    profile = layout.profile
    encoding = encoding_of(content, profile.encodings, distrust_mark=profile.distrust_mark)
    return text_sheet(content, encoding, layout.delimiter)


def _take_by_header(content: Content, profiles: Mapping[str, Profile], wanted: str | None) -> Sent:
    """An XML header says nothing by itself: the results beside it tell the layout."""
    for profile in profiles.values():
        for part in profile.parts.values():
            own = next((one for one in part.suffixes if content.path.stem.casefold().endswith(one.casefold())), None)
            if part.is_xml and own is not None and wanted in (None, profile.name):
                results = partners(content.path, profile, part.name)[RESULTS_PART]
                return take(open_content(results), {profile.name: profile}, profile.name)
    raise refused(
        content.path, "an XML file that is the header of no known deliverable",
        mend="put it beside the tables it belongs to, under the name the laboratory gave it",
    )


def _take_files(files: Mapping[str, Content], profile: Profile) -> Sent:
    cells: dict[str, Cells] = {}
    sheets: list[Sheet] = []
    for part in (RESULTS_PART, *profile.parts):
        content = files.get(part)
        if content is None or (part != RESULTS_PART and profile.parts[part].is_xml):
            continue
        found = recognise(content, {profile.name: profile}, [], profile.name)
        if found.part != part:
            raise refused(
                content.path, f"its headings are those of a {found.part} file, its name is that of a {part} file",
                mend="give the file its right name",
            )
        sheet = _text_sheet(content, found)
        sheets.append(sheet)
        if part == RESULTS_PART or not profile.parts[part].is_ignored:
            cells[part] = read_cells(content, found, [sheet])
    headers = {part: content for part, content in files.items() if content.is_header}
    paths = tuple(sorted((content.path for content in files.values()), key=lambda path: path.name))
    return Sent(paths, profile, batch_id(list(files.values())), content_id(sheets), _joined(profile, cells, headers))


def _take_workbook(content: Content, profile: Profile, sheets: Sequence[Sheet]) -> Sent:
    cells: dict[str, Cells] = {}
    for part in (RESULTS_PART, *profile.parts):
        layout = Layout(profile, part)
        own = [sheet for sheet in sheets if find_header(layout, sheet.head(LINES_SEARCHED)) is not None]
        if part != RESULTS_PART and (profile.parts[part].is_ignored or profile.parts[part].is_xml):
            continue
        if own:
            cells[part] = read_cells(content, layout, own)
        elif part == RESULTS_PART or not profile.parts[part].is_optional:
            raise refused(
                content.path, f"no sheet has the headings of the {part} table",
                why="results without their samples have no point and no time, and the other way round",
                mend="ask the sender for the whole workbook",
            )
    return Sent((content.path,), profile, batch_id([content]), content_id(sheets), _joined(profile, cells, {}))


def _joined(profile: Profile, cells: Mapping[str, Cells], headers: Mapping[str, Content]) -> Cells:
    results = cells[RESULTS_PART]
    for part in profile.parts.values():
        if part.name in headers:
            results = add_header(results, headers[part.name], part)
        elif part.name in cells:
            results = join(results, cells[part.name], part)
    results.columns = {role: column for role, column in results.columns.items() if not role.startswith("key of")}
    return results
