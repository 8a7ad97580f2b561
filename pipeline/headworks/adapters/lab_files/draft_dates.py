"""In which form are these dates? A closed list of forms, each tried on all cells; what they do not tell is said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from headworks.core.sample_days import EARLIEST_YEAR, SERIAL

# Month first before day first: of two forms that read all cells alike, the first is proposed and the other is named.
_DAYS = (
    "%Y-%m-%d", "%Y/%m/%d", "%m/%d/%Y", "%d/%m/%Y", "%m/%d/%y", "%d/%m/%y", "%m-%d-%Y", "%d-%m-%Y", "%m-%d-%y", "%d-%m-%y",
    "%d.%m.%Y", "%d.%m.%y", "%d-%b-%Y", "%d-%b-%y", "%d %b %Y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y", "%Y%m%d",
)
_CLOCKS = ("", " %H:%M", " %H:%M:%S", " %H:%M:%S.%f", " %I:%M %p", " %I:%M:%S %p", "T%H:%M", "T%H:%M:%S", "T%H:%M:%S.%f")
_MONTHS = ("%Y %m", "%m/%Y", "%Y-%m", "%m %Y", "%b %Y", "%b-%Y", "%b-%y", "%B %Y", "%Y %b", "%Y %B")
_OTHERS = ("%Y%m%d%H%M%S", "%Y%m%d %H%M", "%m/%d/%Y %H%M", "%Y-%m-%d %H%M")
FORMS = (
    *(day + clock + offset for day in _DAYS for clock in _CLOCKS for offset in (("", "%z") if clock else ("",))),
    *_OTHERS, SERIAL, *_MONTHS,
)
_SERIAL = re.compile(r"\d{5}(\.\d+)?\Z", re.ASCII)
_TRIED, _MOST_FORMS = 40, 4


@dataclass(frozen=True)
class Dates:
    """What a column of dates turned out to be.

    Attributes
    ----------
    forms : tuple of str
        Forms that read its cells, those of most cells first.
    read, unread : int
        Distinct cells that they read, and do not.
    example : str
        A cell that none of them reads.
    is_ambiguous : bool
        Read with day and month exchanged, every cell would be a date as well.
    """

    forms: tuple[str, ...]
    read: int
    unread: int
    example: str = ""
    is_ambiguous: bool = False

    @property
    def has_clock(self) -> bool:
        """Whether a time of day is told."""
        return any("%H" in form or "%I" in form for form in self.forms)


def read_dates(texts: Iterable[str]) -> Dates:
    """Find the forms of dates.

    Examples
    --------
    >>> read_dates(["3/4/2026", "3/5/2026"])
    Dates(forms=('%m/%d/%Y',), read=2, unread=0, example='', is_ambiguous=True)
    >>> read_dates(["13/4/2026", "3/5/2026"]).forms, read_dates(["soon"]).unread
    (('%d/%m/%Y',), 1)
    """
    cells = list(dict.fromkeys(cleaned for text in texts if (cleaned := " ".join(text.split()))))
    rest, is_ambiguous = cells, False
    chosen: list[str] = []
    while rest and len(chosen) < _MOST_FORMS:
        counts = {form: sum(_reads(form, cell) for cell in rest) for form in _possible(rest)}
        counts = {form: count for form, count in counts.items() if count and not _contradicts(form, chosen)}
        if not counts:
            break
        best = max(counts, key=lambda form: counts[form])
        other = exchanged(best)
        # Of two orders, the one that reads more cells; if both read all of them, nothing tells.
        is_ambiguous = is_ambiguous or (other != best and counts.get(other) == counts[best])
        chosen.append(best)
        rest = [cell for cell in rest if not _reads(best, cell)]
    return Dates(tuple(chosen), len(cells) - len(rest), len(rest), rest[0] if rest else "", is_ambiguous)


def exchanged(form: str) -> str:
    """The form with day and month exchanged; itself if it names the month, or begins with the year.

    Examples
    --------
    >>> exchanged("%m/%d/%y %H:%M"), exchanged("%Y-%m-%d")
    ('%d/%m/%y %H:%M', '%Y-%m-%d')
    """
    match = re.match(r"%([dm])([/-])%([dm])", form)
    return f"%{match[3]}{match[2]}%{match[1]}{form[match.end():]}" if match else form


def _contradicts(form: str, chosen: Sequence[str]) -> bool:
    """Whether a form has day and month in the other order than those before it."""
    return form != exchanged(form) and any(one != exchanged(one) and one[:2] != form[:2] for one in chosen)


def _possible(cells: Sequence[str]) -> list[str]:
    step = max(1, len(cells) // _TRIED)
    some = cells[::step]
    return [form for form in FORMS if any(_reads(form, cell) for cell in some)]


def _reads(form: str, cell: str) -> bool:
    if form == SERIAL:
        return _SERIAL.match(cell) is not None
    try:
        return datetime.strptime(cell, form).year >= EARLIEST_YEAR
    except ValueError:
        return False
