"""What is a batch before it is checked: one row per result, reading or flow, with what the checks need beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

import numpy as np
import pandas as pd

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.distinct import Coded, first_said, together
from headworks.adapters.lab_files.profile_files import code_key
from headworks.core.parameters import ParameterDictionary
from headworks.core.units import UnitVocabulary

# Below these, a value cannot be: a concentration, flow or count is never negative; a temperature can be.
NEVER_NEGATIVE_EXCEPT = "temperature"

KNOWN, MISSING, UNKNOWN, AMBIGUOUS, ANOTHER_KIND = "known", "missing", "unknown", "ambiguous", "another_kind"
NO_UNIT_WORDS = ("", "none", "n/a", "na", "-")


class Law(Protocol):
    """What reading needs of the law: names of parameters, units and points."""

    @property
    def parameters(self) -> ParameterDictionary:
        """Dictionary of parameters."""

    @property
    def units(self) -> UnitVocabulary:
        """Vocabulary of units."""

    def point_named(self, text: str) -> tuple[str, str] | None:
        """User and point that a laboratory's name means."""


@dataclass
class Draft:
    """A batch, or a piece of one, that is read and not yet checked.

    Attributes
    ----------
    kind : str
        results, readings or flows.
    columns : dict of str to Coded
        Columns of the record, and those the checks read.
    cells : Cells
        The sender's text of the whole batch.
    start : int
        Place of the first row in the batch.
    """

    kind: str
    columns: dict[str, Coded]
    cells: Cells
    start: int = 0

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def frame(self, names: list[str]) -> pd.DataFrame:
        """Some columns as a frame; its index and ``row_id`` count the rows of the whole batch."""
        index = np.arange(self.start, self.start + len(self))
        found = {name: self.columns[name].cells() for name in names if name != "row_id"}
        return pd.DataFrame({"row_id": index, **found}, index=index)

    def row(self, row_id: int) -> dict[str, Any]:
        """Everything one row says."""
        place = row_id - self.start
        return {"row_id": row_id, **{name: one.values[one.codes[place]] for name, one in self.columns.items()}}


@dataclass(frozen=True)
class UnitRead:
    """What a unit text turned out to be."""

    state: str
    unit: str = ""
    basis: str = ""
    dimension: str = ""
    text: str = ""
    question: str = ""


def read_unit(text: str, key: str | None, law: Law) -> UnitRead:
    """Find a unit, and say what is wrong with it for this parameter."""
    parameter = law.parameters.get(key) if key else None
    wanted = text.strip()
    if wanted.casefold() in NO_UNIT_WORDS:
        if parameter is None or not parameter.when_unit_is_missing:
            return UnitRead(MISSING, text=text)
        wanted = parameter.when_unit_is_missing
    match = law.units.find(wanted)
    if match is None:
        question = law.units.question(wanted)
        return UnitRead(AMBIGUOUS if question else UNKNOWN, text=text, question=question or "")
    dimension = law.units.dimension(match.unit)
    fits = parameter is None or dimension in parameter.dimensions
    return UnitRead(KNOWN if fits else ANOTHER_KIND, match.unit, match.basis or "", dimension, text)


def physical_range(key: str | None, dimension: str, law: Law) -> tuple[Decimal | None, Decimal | None]:
    """Lowest and highest possible value [canonical] of a parameter in a dimension.

    The dictionary gives the range in the parameter's first dimension; in others only "not below zero" is known.
    """
    parameter = law.parameters.get(key) if key else None
    lowest = None if dimension == NEVER_NEGATIVE_EXCEPT else Decimal(0)
    if parameter is None or not dimension or not parameter.dimensions or dimension != parameter.dimensions[0]:
        return lowest, None
    return (parameter.minimum if parameter.minimum is not None else lowest), parameter.maximum


def code_meaning(codes: Mapping[str, str], text: str) -> str | None:
    """Our word for a sender's code; None if the layout does not list it.

    Examples
    --------
    >>> code_meaning({"COMP 24H": "composite_24h"}, " comp  24h")
    'composite_24h'
    """
    return codes.get(code_key(text))


class Codes:
    """The sender's codes in our words; what the layout does not list is remembered, to be refused."""

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self._faults: list[tuple[str, Coded]] = []

    def read(self, role: str, if_empty: str) -> Coded:
        """Our words for a role's codes; the text itself if the layout declares no codes for it."""
        codes = self._cells.profile.codes.get(role)
        text = self._cells.role(role)
        if codes is None or role not in self._cells.columns:
            return text.map(lambda cell: cell or if_empty)
        meaning = text.map(lambda cell: code_meaning(codes, cell) if cell else codes.get("", if_empty))
        self.fault(role, Coded(text.codes, [
            cell if found is None else None for cell, found in zip(text.values, meaning.values, strict=True)
        ]))
        return meaning.map(lambda found: if_empty if found is None else found)

    def fault(self, role: str, text: Coded) -> None:
        """Remember cells that are not understood: their text, None elsewhere."""
        self._faults.append((role, text))

    def faults(self) -> tuple[Coded, Coded]:
        """Role and text of the first code of each row that is not understood; None where all are."""
        length = len(self._cells)
        said = [
            (mask, (role, value))
            for role, text in self._faults
            for place, value in enumerate(text.values) if value is not None
            for mask in [text.codes == place]
        ]
        found = first_said(length, said)
        return found.item(0), found.item(1)


def who(cells: Cells, law: Law) -> dict[str, Coded]:
    """Whose point is it?"""
    point = cells.role("point").map(lambda text: " ".join(text.split()))
    found = point.map(lambda text: law.point_named(text) if text else None)
    return {
        "point_reported": point,
        "user_id": found.item(0),
        "point_id": found.item(1),
    }


def place_in_file(cells: Cells) -> dict[str, Coded]:
    """Where each row stands, and whether it has as many cells as its headings."""
    given, expected = cells.given, cells.expected
    rows = np.arange(len(cells))
    return {
        "source_file": cells.source_file, "source_row": Coded(rows, cells.source_row.tolist()),
        "cells_given": Coded(rows, given.tolist()), "cells_expected": Coded(rows, expected.tolist()),
        "row_is_whole": Coded((given == expected).astype(np.int64), [False, True]),
    }


def split_text(cells: Cells, whole: str, halves: tuple[str, str]) -> tuple[str, Coded]:
    """Text of a time that stands in one column or in two, and the role to blame for it."""
    if halves[0] not in cells.columns:
        return whole, cells.role(whole)
    both = together(cells.role(halves[0]), cells.role(halves[1]))
    return halves[0], both.map(lambda pair: " ".join(part for part in pair if part))
