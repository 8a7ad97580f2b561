"""Which files are one deliverable, and which row of the other tables belongs to each result?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.files import HEADER_ENDINGS, TEXT_ENDINGS, Content, refused
from headworks.adapters.lab_files.headings import HeadingRow
from headworks.adapters.lab_files.profiles import Part, Profile
from headworks.adapters.lab_files.recognition import RESULTS_PART

# What became of looking a result up in another table.
FOUND, MISSING, REPEATED, BROKEN = "found", "missing", "repeated", "broken"
PART_STATE, PART_NAME, PART_KEY = "part_state", "part_name", "part_key"


def suffixes_of(profile: Profile, part: str) -> tuple[str, ...]:
    """How the names of a part's files end, longest first."""
    found = profile.suffixes if part == RESULTS_PART else profile.parts[part].suffixes
    return tuple(sorted(found, key=len, reverse=True))


def partners(path: Path, profile: Profile, part: str) -> dict[str, Path]:
    """The other files of a deliverable, beside this one.

    Parameters
    ----------
    path : Path
        Any of its files.
    profile : Profile
    part : str
        Which of them it is.

    Returns
    -------
    dict of str to Path
        Part to its file; optional parts that are not there are left out.

    Raises
    ------
    InputRefusedError
        Its name does not end as the layout says, or a file it needs is not there.
    """
    own = next((suffix for suffix in suffixes_of(profile, part) if path.stem.casefold().endswith(suffix.casefold())), None)
    others = [name for name in (RESULTS_PART, *profile.parts) if name != part]
    needed = [name for name in others if name == RESULTS_PART or not profile.parts[name].is_optional]
    if own is None:
        if not needed:
            return {}
        expected = " or ".join(suffixes_of(profile, part))
        raise refused(
            path,
            f"this is the {part} file of a deliverable, but its name does not end in {expected}",
            why="the files of a deliverable are matched by name",
            mend=f"name it NAME{suffixes_of(profile, part)[0]}{path.suffix}, and the others by the same NAME",
        )
    base = path.stem[: len(path.stem) - len(own)]
    beside = sorted(path.parent.iterdir()) if path.parent.is_dir() else []
    found: dict[str, Path] = {}
    for name in others:
        endings = HEADER_ENDINGS if name != RESULTS_PART and profile.parts[name].is_xml else TEXT_ENDINGS
        wanted = [(base + suffix).casefold() for suffix in suffixes_of(profile, name)]
        hits = [one for one in beside if one.stem.casefold() in wanted and one.suffix.casefold() in endings and one != path]
        if hits:
            found[name] = hits[0]
        elif name in needed:
            shown = f"{base}{suffixes_of(profile, name)[0]}{path.suffix}"
            raise refused(
                path,
                f"its partner {shown} is missing",
                why="results without their samples have no point and no time, and the other way round"
                if name in ("sample", RESULTS_PART) else f"the {name} file says what the results need",
                mend=f"put {shown} beside it and ingest again",
            )
    return found


def join(results: Cells, beside: Cells, part: Part) -> Cells:
    """Give each result the columns of its row in another table.

    A result whose row is not there, or is there twice with different content, is marked and refused later; rows
    without results are noted.
    """
    ours = _keys(results, part, len(part.result_key))
    theirs = _keys(beside, part, len(part.key))
    numbers, distinct = pd.factorize(theirs)
    first = np.zeros(len(distinct), np.int64)
    first[numbers[::-1]] = np.arange(len(numbers))[::-1]
    content = _content(beside)
    clashing = np.zeros(len(distinct), dtype=bool)
    np.logical_or.at(clashing, numbers, content != content[first[numbers]])
    broken = np.zeros(len(distinct), dtype=bool)
    np.logical_or.at(broken, numbers, beside.given != beside.expected)
    place = pd.Index(distinct).get_indexer(pd.Index(ours))
    known = place >= 0
    taken = pa.array(np.where(known, first[np.maximum(place, 0)], -1), mask=~known)
    for role, column in beside.columns.items():
        if not role.startswith("key of"):
            results.columns[role] = pc.fill_null(pc.take(column, taken), "")
            results.headings[role] = beside.headings.get(role, "")
    results.columns = {role: column for role, column in results.columns.items() if not role.startswith(f"key of {part.name} ")}
    if not part.is_optional:
        state = np.full(len(results), FOUND, dtype=object)
        state[known & clashing[np.maximum(place, 0)]] = REPEATED
        state[known & broken[np.maximum(place, 0)]] = BROKEN
        state[~known] = MISSING
        _mark(results, part, state, ours)
    without = [str(key).replace("\x1f", " / ") for key in distinct[~np.isin(np.arange(len(distinct)), place)]]
    if without:
        shown = ", ".join(without[:20]) + (" and more" if len(without) > 20 else "")
        results.notes.append(f"{len(without)} rows of the {part.name} file without a result: {shown}")
    results.unused += [f"{name} ({part.name} file)" for name in beside.unused]
    return results


def _mark(results: Cells, part: Part, state: Any, keys: Any) -> None:
    earlier = results.columns.get(PART_STATE)
    said = np.full(len(results), FOUND, dtype=object) if earlier is None else np.array(earlier.to_pylist(), dtype=object)
    fresh = (said == FOUND) & (state != FOUND)
    names = np.full(len(results), "", dtype=object) if earlier is None else np.array(results.columns[PART_NAME].to_pylist(), dtype=object)
    shown = np.full(len(results), "", dtype=object) if earlier is None else np.array(results.columns[PART_KEY].to_pylist(), dtype=object)
    said[fresh], names[fresh] = state[fresh], part.name
    shown[fresh] = [str(key).replace("\x1f", " / ") for key in keys[fresh]]
    for role, column in ((PART_STATE, said), (PART_NAME, names), (PART_KEY, shown)):
        results.columns[role] = pa.array(column, pa.string())


def _keys(cells: Cells, part: Part, number: int) -> Any:
    columns = [pc.utf8_trim_whitespace(cells.columns[f"key of {part.name} {place}"]) for place in range(number)]
    joined = columns[0] if number == 1 else pc.binary_join_element_wise(*columns, "\x1f")
    return joined.to_numpy(zero_copy_only=False)


def _content(cells: Cells) -> Any:
    columns = [column for role, column in cells.columns.items() if not role.startswith("key of")]
    if not columns:
        return np.full(len(cells), "", dtype=object)
    return pc.binary_join_element_wise(*columns, "\x1f").to_numpy(zero_copy_only=False)


def add_header(results: Cells, content: Content, part: Part) -> Cells:
    """Give every result what the XML header of the delivery says.

    Raises
    ------
    InputRefusedError
        The header is no XML, or declares entities.
    """
    if b"<!DOCTYPE" in content.data or b"<!ENTITY" in content.data:
        raise refused(
            content.path, "the header declares entities of its own", why="a header needs none; they are a known way to do harm",
            mend="ask the sender for a plain header",
        )
    try:
        root = ElementTree.fromstring(content.data)
    except ElementTree.ParseError as cause:
        raise refused(content.path, "the header is no XML", why=str(cause), mend="ask the sender to send it again") from cause
    said = _said(root)
    row = HeadingRow(tuple(said))
    for role, expected in part.columns.items():
        hit = expected[0].find(row)
        if hit is not None and role not in results.columns:
            name = row.cells[hit[0]]
            results.columns[role] = pa.repeat(pa.scalar(said[name], pa.string()), len(results))
            results.headings[role] = name
    return results


def _said(root: Any) -> Mapping[str, str]:
    """Attributes and leaves of an XML document by their local names; the first of each counts."""
    found: dict[str, str] = {}
    for element in root.iter():
        for name, text in element.attrib.items():
            found.setdefault(name.rsplit("}", 1)[-1], text.strip())
        if element.text and element.text.strip() and not len(element):
            found.setdefault(str(element.tag).rsplit("}", 1)[-1], element.text.strip())
    return found
