"""Which column is meant by a heading? Compared without regard to case, blanks and a leading #."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any


def same_heading(text: str) -> str:
    """Form in which headings are compared.

    Examples
    --------
    >>> same_heading("  #SYS_sample  code ")
    'sys_sample code'
    """
    collapsed = " ".join(text.split()).casefold()
    return collapsed.removeprefix("#").strip() if collapsed != "#" else collapsed


@dataclass(frozen=True)
class HeadingRow:
    """A row that may be the headings of a table."""

    cells: tuple[str, ...]
    _places: dict[str, list[int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        places: dict[str, list[int]] = {}
        for place, cell in enumerate(self.cells):
            if cell.strip():
                places.setdefault(same_heading(cell), []).append(place)
        object.__setattr__(self, "_places", places)

    def places(self, text: str) -> list[int]:
        """Where a heading stands."""
        return self._places.get(same_heading(text), [])

    @property
    def repeated(self) -> dict[str, list[int]]:
        """Headings that stand more than once."""
        return {text: places for text, places in self._places.items() if len(places) > 1}


@dataclass(frozen=True)
class Heading:
    """One heading a layout expects.

    Attributes
    ----------
    texts : tuple of str
        Any of these; several found in one file are two columns that claim the same meaning.
    pattern : re.Pattern or None
        For headings that carry data (unit, offset).
    nth : int
        0 if the heading must be the only one of its kind; else which of its repeats.
    """

    texts: tuple[str, ...]
    pattern: re.Pattern[str] | None = None
    nth: int = 0

    @property
    def text(self) -> str:
        """How to name it to a reader."""
        return self.texts[0] + (f" (no. {self.nth})" if self.nth else "")

    def find(self, row: HeadingRow) -> tuple[int, dict[str, str]] | None:
        """Place of this heading, and what its pattern captures.

        Examples
        --------
        >>> Heading(("Result",), nth=2).find(HeadingRow(("Date", "Result", "Unit", "result")))
        (3, {})
        """
        if self.pattern is None:
            for text in self.texts:
                places = row.places(text)
                if len(places) >= max(self.nth, 1):
                    return places[max(self.nth, 1) - 1], {}
            return None
        for place, cell in enumerate(row.cells):
            if match := self.pattern.fullmatch(" ".join(cell.split())):
                return place, {key: value for key, value in match.groupdict().items() if value}
        return None


def read_headings(raw: Any) -> tuple[Heading, ...]:
    """Headings as a profile writes them: a text, a list to be joined, any of several, a pattern, or the nth repeat.

    Examples
    --------
    >>> [one.text for one in read_headings(["Date", {"any": ["Time", "Clock"]}])]
    ['Date', 'Time']
    """
    if isinstance(raw, list):
        return tuple(one for part in raw for one in read_headings(part))
    if isinstance(raw, str):
        return (Heading((raw,)),)
    if "like" in raw:
        return (Heading((raw.get("shown") or raw["like"],), re.compile(raw["like"], re.IGNORECASE)),)
    if "any" in raw:
        return (Heading(tuple(raw["any"])),)
    return (Heading((raw["heading"],), nth=int(raw["nth"])),)
