"""What an undeclared layout leaves open: the decimal mark, the order of day and month, a row of units.

Each is decided by all cells of the file together, never by one; where they contradict one another, or tell nothing that
matters, the file is refused whole or the reader is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.distinct import Coded
from headworks.adapters.lab_files.files import Content, refused
from headworks.adapters.lab_files.profiles import SPLIT_TIMES
from headworks.adapters.lab_files.sheets import Sheet

NUMBER_ROLES = ("value", "qualifier", "detection_limit", "reporting_limit")
MONTH_FIRST, DAY_FIRST, EITHER, BOTH = "month_first", "day_first", "either", "both"

_POINTED = re.compile(r"[<>=≤≥]*\s*[\d,]*\.\d+", re.ASCII)
_COMMA = re.compile(r"[<>=≤≥]*\s*[+-]?(?P<number>\d+(?:,\d+)+)(?:\s*[A-Za-z]{1,3})?", re.ASCII)
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+", re.ASCII)
_TWO_NUMBERS = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?!\d)", re.ASCII)
_UNIT_WORD = re.compile(
    r"[^\d\s][^\s]*/.+|s\.?u\.?|std\.? units|ph units|standard units|mgd|gpd|gpm|gal|kgal|cfs|%|ntu|[°º]?[cf]|deg\.? ?[cf]|ppm|ppb",
    re.IGNORECASE,
)
# Words of a heading whose cells may change what the numbers beside them mean: a non-detect, a blank, a filtered sample.
_TELLING = re.compile(
    r"qual|qualifiers?|flags?|qc|quality|fraction|dissolved|filtered|basis|detect|detected|nondetect|nd|censored|less|sign|prefix"
    r"|kind|status|valid|validity|rejected|units?|uom|reportable|blank|q"
)
_MEND = "see how it would be read with: headworks profile draft {name}; then save the draft under profiles/ and correct it"


@dataclass(frozen=True)
class Marks:
    """Which decimal marks some cells show, each by its first example."""

    point: str = ""
    comma: str = ""
    grouped_or_decimal: str = ""


def decimal_marks(texts: Iterable[str]) -> Marks:
    """Look at numbers for their decimal mark.

    Examples
    --------
    >>> decimal_marks(["<0,5", "12"]), decimal_marks(["1,250"]).grouped_or_decimal
    (Marks(point='', comma='<0,5', grouped_or_decimal=''), '1,250')
    """
    point = comma = unsure = ""
    for text in (one.strip() for one in texts):
        if _POINTED.match(text):
            point = point or text
        elif match := _COMMA.fullmatch(text):
            if _GROUPED.fullmatch(match["number"]):
                unsure = unsure or text
            else:
                comma = comma or text
    return Marks(point, comma, unsure)


def day_order(texts: Iterable[str]) -> str:
    """Which of two numbers is the month, by all dates together; ``either`` if none of them tells.

    Examples
    --------
    >>> day_order(["03/02/2026", "13/02/2026"]), day_order(["3/4/26"]), day_order(["2/13/2026", "13/2/2026"])
    ('day_first', 'either', 'both')
    """
    found = [match for text in texts if (match := _TWO_NUMBERS.match(text.strip()))]
    day_first = any(int(one[1]) > 12 for one in found)
    month_first = any(int(one[2]) > 12 for one in found)
    if day_first and month_first:
        return BOTH
    return DAY_FIRST if day_first else MONTH_FIRST if month_first or not found else EITHER


def units_row(sheet: Sheet, place: int, dates: Sequence[int]) -> dict[int, str]:
    """Units under the headings, by column; empty if the row is data: it has a date, a number, or no unit that we know."""
    if place >= len(sheet):
        return {}
    row = [cell.strip() for cell in sheet.row(place)]
    if any(character.isdigit() for at in dates if at < len(row) for character in row[at]):
        return {}
    cells = {at: cell for at, cell in enumerate(row) if cell and at not in dates}
    if any(re.match(r"[<>=+-]?\s*[\d.,]", cell) for cell in cells.values()):
        return {}
    units = {at: cell.strip("()[] ") for at, cell in cells.items()}
    return units if any(_UNIT_WORD.fullmatch(cell) for cell in units.values()) else {}


def settled(content: Content, cells: Cells, delimiter: str) -> Cells:
    """Settle what the layout leaves open, by all cells of the file.

    Raises
    ------
    InputRefusedError
        The cells contradict one another, or may be read in two ways that both make sense.
    """
    profile = cells.profile
    telling = [name for name in cells.unused if any(_TELLING.fullmatch(word) for word in re.split(r"[^a-z]+", name.casefold()))]
    if telling:
        raise refused(
            content.path, f"nothing reads the column {', '.join(map(repr, telling))}, which may change what the numbers mean",
            why="in a layout that nobody declared a qualifier, a blank or a filtered sample could be taken for a plain result",
            mend=_MEND.format(name=content.name),
        )
    marks = decimal_marks(text for role in NUMBER_ROLES for text in _distinct(cells, role))
    mend = _MEND.format(name=content.name)
    if marks.comma and marks.point:
        raise refused(
            content.path, f"some numbers have a decimal comma ({marks.comma}), others a decimal point ({marks.point})",
            why="nothing tells which of them is meant where both would make sense", mend=mend,
        )
    if marks.grouped_or_decimal and not marks.comma and delimiter == ";":
        raise refused(
            content.path, f"{marks.grouped_or_decimal!r} may be thousands or a decimal fraction",
            why="where semicolons separate the cells, a comma is often the decimal mark", mend=mend,
        )
    if marks.comma:
        profile = replace(profile, decimal_mark=",")
        cells.notes.append(f"the comma is the decimal mark, as in {marks.comma}")
    wholes = [role for role in profile.dates if cells.has(role)]
    order = day_order(
        text for whole in wholes for role in (whole, SPLIT_TIMES.get(whole, ("",))[0]) for text in _distinct(cells, role)
    )
    if order == BOTH:
        raise refused(content.path, "some dates have the day first, others the month", why="nothing tells which the rest have", mend=mend)
    if order == DAY_FIRST:
        profile = replace(profile, dates={role: tuple(map(_swapped, formats)) for role, formats in profile.dates.items()})
        cells.notes.append("dates are read day first: some of them allow nothing else")
    elif order == EITHER and not cells.is_typed:
        cells.notes.append("dates are read month first: none of them tells, so look whether the first is right")
    cells.profile = profile
    return cells


def _distinct(cells: Cells, role: str) -> list[str]:
    return Coded.of(cells.columns[role]).values if role in cells.columns else []


def _swapped(form: str) -> str:
    return form.replace("%m/%d", "%d/%m").replace("%m-%d-%y", "%d-%m-%y").replace("%m-%d-%Y", "%d-%m-%Y")
