"""What is a batch before it is checked: one row per result or reading, with what the checks need beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

import pandas as pd

from headworks.adapters.lab_files.cells import Cells
from headworks.core.parameters import ParameterDictionary
from headworks.core.units import UnitVocabulary

# Below these, a value cannot be: a concentration, flow or count is never negative; a temperature can be.
NEVER_NEGATIVE_EXCEPT = "temperature"

KNOWN, MISSING, UNKNOWN, AMBIGUOUS, ANOTHER_KIND = "known", "missing", "unknown", "ambiguous", "another_kind"


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
    """A batch that is read and not yet checked.

    Attributes
    ----------
    kind : str
        results or readings.
    frame : pandas.DataFrame
        Columns of the record, and those the checks read; ``row_id`` counts rows from 0.
    cells : Cells
        The sender's text.
    """

    kind: str
    frame: pd.DataFrame
    cells: Cells


@dataclass(frozen=True)
class UnitRead:
    """What a unit text turned out to be."""

    state: str
    unit: str = ""
    basis: str = ""
    dimension: str = ""
    text: str = ""
    question: str = ""


def read_unit(text: str, parameter: str | None, law: Law, cache: dict[tuple[str, str | None], UnitRead]) -> UnitRead:
    """Find a unit, and say what is wrong with it for this parameter."""
    key = (text, parameter)
    if key not in cache:
        cache[key] = _find_unit(text, parameter, law)
    return cache[key]


def _find_unit(text: str, key: str | None, law: Law) -> UnitRead:
    parameter = law.parameters.get(key) if key else None
    wanted = text.strip()
    if wanted.casefold() in ("", "none", "n/a", "-"):
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
    return codes.get(" ".join(text.upper().split()))
