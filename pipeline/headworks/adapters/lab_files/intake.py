"""From a path to the rows of one batch: a file, or the two files of a deliverable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from headworks.adapters.lab_files.cells import Cells, read_cells
from headworks.adapters.lab_files.edd_pair import join_samples, partner_of
from headworks.adapters.lab_files.profiles import Profile
from headworks.adapters.lab_files.recognition import Layout, recognise
from headworks.adapters.lab_files.sheets import (
    Content,
    Sheet,
    batch_id,
    content_id,
    decode,
    open_content,
    refused,
    text_rows,
)
from headworks.adapters.lab_files.workbook import workbook_sheets


@dataclass(frozen=True)
class Sent:
    """One batch as it was sent: its files, its layout and its cells.

    Attributes
    ----------
    paths : tuple of Path
        One file, or two.
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


def waiting_files(folder: Path) -> list[Path]:
    """Files of a folder that may hold data, in order of name: nothing hidden, no lock files, no read-me, no licence."""
    if not folder.is_dir():
        return []
    return sorted(
        path for path in folder.rglob("*")
        if path.is_file() and not _is_beside_the_point(path.relative_to(folder))
    )


def _is_beside_the_point(path: Path) -> bool:
    hidden = any(part.startswith((".", "~$")) for part in path.parts)
    return hidden or path.name.casefold().startswith(("readme", "licence", "license"))


def take(content: Content, profiles: Mapping[str, Profile], wanted: str | None = None) -> Sent:
    """Read one batch.

    Parameters
    ----------
    content : Content
        A file (`open_content`); for a deliverable of two files either of them.
    profiles : mapping
        Declared layouts.
    wanted : str, optional
        Use this layout and no other.

    Raises
    ------
    InputRefusedError
        The file cannot be trusted as a whole.
    """
    sheets = workbook_sheets(content) if content.is_workbook else []
    layout = recognise(content, profiles, sheets, wanted)
    if layout.profile.pair is not None:
        return _take_pair(content, layout)
    sheets = sheets or [_text_sheet(content, layout.profile)]
    cells = read_cells(content, layout, sheets)
    return Sent((content.path,), layout.profile, batch_id([content]), content_id(sheets), cells)


def _text_sheet(content: Content, profile: Profile) -> Sheet:
    return text_rows(content, decode(content, profile.encodings), profile.delimiter)


def _take_pair(content: Content, layout: Layout) -> Sent:
    profile = layout.profile
    assert profile.pair is not None
    other = open_content(partner_of(content.path, profile.pair, layout.part))
    samples, results = (content, other) if layout.part == "sample" else (other, content)
    sheets = {part: _text_sheet(one, profile) for part, one in (("sample", samples), ("result", results))}
    found = recognise(other, {profile.name: profile}, [], profile.name)
    if found.part == layout.part:
        raise refused(
            other.path, f"its headings are those of a {layout.part} file", mend="give the file its right name"
        )
    joined = join_samples(
        read_cells(results, Layout(profile, "result"), [sheets["result"]]),
        read_cells(samples, Layout(profile, "sample"), [sheets["sample"]]),
    )
    paths = tuple(sorted((samples.path, results.path), key=lambda one: one.name))
    return Sent(paths, profile, batch_id([samples, results]), content_id(list(sheets.values())), joined)
