"""Which columns hold a role, and which the values of a parameter each? With the reason, for the reader to judge."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from headworks.adapters.lab_files.draft_dates import read_dates
from headworks.adapters.lab_files.draft_roles import DATE, MONTH, TIME, YEAR, is_permit, is_point, role_of, words_of
from headworks.adapters.lab_files.draft_table import Column, DraftTable
from headworks.adapters.lab_files.drafts import Law
from headworks.core.results import MISSING_WORDS, parse_value

_Roles = dict[str, list[Column]]
_HEADING = re.compile(r"(?P<name>.+?)(?:,? ?[(\[](?P<unit>[^()\[\]]+)[)\]]| \((?:LGR|SEN) S/N:.*\)|)")
_SENSOR = re.compile(r"(?P<name>[^,]+), (?P<unit>[^(]+?) \((?:LGR|SEN) S/N:.*\)")
_WRITTEN = {"mg l": "mg/L", "ug l": "ug/L", "us cm": "uS/cm", "ms cm": "mS/cm", "lb d": "lb/d", "lbs day": "lb/d", "deg c": "degC", "deg f": "degF"}
_SAYS_NOTHING = frozenset({"average", "avg", "adf", "mean", "daily", "water", "result", "value", "conc", "concentration", "reading"})
_MOSTLY = 0.8  # so much of a column must be numbers for it to hold values


@dataclass
class ValueColumn:
    """A column of values of one parameter, with those of its unit and qualifier, or the unit its heading says."""

    value: Column
    parameter: str
    shown: str
    why: str
    unit_word: str = ""
    unit: Column | None = None
    qualifier: Column | None = None
    is_lone: bool = False
    notes: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """As a block of a profile."""
        columns = {"value": self.value, "unit": self.unit, "qualifier": self.qualifier}
        read = ", ".join(f"{role}: {one.key}" for role, one in columns.items() if one is not None)
        constants = {"parameter": self.shown, **({"unit": self.unit_word} if self.unit_word and self.unit is None else {})}
        said = ", ".join(f"{role}: {json.dumps(word, ensure_ascii=False)}" for role, word in constants.items())
        return [f"    - columns: {{{read}}}", f"      constants: {{{said}}}"]


def place_roles(table: DraftTable) -> tuple[_Roles, dict[int, str]]:
    """Columns of each role, and the reason for each column that is read or left out by its heading."""
    roles: _Roles = {}
    why: dict[int, str] = {}
    permit = next((one for one in table.columns if is_permit(one.heading)), None)
    year, month = (next((one for one in table.columns if kind.fullmatch(words_of(one.heading))), None) for kind in (YEAR, MONTH))
    for column in table.columns:
        words, role = words_of(column.heading), role_of(column.heading)
        if is_point(column.heading):
            role = "point"
        elif DATE.fullmatch(words) or (table.is_headless and "collected_date" not in roles and read_dates(column.cells[:50]).read):
            role = "collected_date"
        elif TIME.fullmatch(words):
            role = "collected_time"
        if not role:
            continue
        if role in roles:
            why[column.place] = f"{roles[role][0].heading} is already taken for {role}"
        elif not any(column.cells):
            why[column.place] = "it is empty"
        else:
            roles[role] = [column]
            why[column.place] = "its cells are dates" if table.is_headless else "its heading"
    if permit is not None and "point" in roles and permit not in roles["point"]:
        roles["point"] = [permit, *roles["point"]]
        why[permit.place] = "the permit stands before the outfall"
    if year is not None and month is not None and "collected_date" not in roles:
        roles["period_end"] = [year, month]
        why[year.place] = why[month.place] = "year and month together are the period"
    return roles, why


def value_columns(table: DraftTable, roles: _Roles, law: Law, said: Mapping[str, str]) -> list[ValueColumn]:
    """Columns that hold numbers of one parameter each; a lone value column takes what the user says."""
    taken = {one.place for ones in roles.values() for one in ones}
    if "value" in roles:
        taken -= {one.place for one in roles["value"]}
    beside = {words_of(one.heading): one for one in table.columns}
    found = []
    for column in table.columns:
        if column.place in taken or not _is_numeric(column) or words_of(column.heading) == "":
            continue
        block = _block(column, table, law, said)
        if block is None:
            continue
        # The names of the heading's own words stand in the columns beside it.
        name = words_of(column.heading)
        block.unit = _first(beside, (f"{name} unit", f"{name} units", f"unit {name}"))
        block.qualifier = _first(beside, (f"q {name}", f"q{name}", f"{name} q", f"{name} qualifier", f"{name} qual", f"{name} flag"))
        if block.unit is None and not block.unit_word:
            if table.units.get(column.place):
                block.unit_word = table.units[column.place]
            elif not block.parameter or not law.parameters[block.parameter].when_unit_is_missing:
                block.notes.append(f"{column.heading}: nothing says its unit; its rows are refused until it is given under constants")
        found.append(block)
    # Columns of words we do not know are values only beside a unit: a depth or a battery is none.
    chosen = [one for one in found if one.parameter or one.unit is not None or one.is_lone]
    if "value" in roles and chosen:
        del roles["value"]
    return chosen


def _first(beside: Mapping[str, Column], names: tuple[str, ...]) -> Column | None:
    return next((beside[name] for name in names if name in beside), None)


def _is_numeric(column: Column) -> bool:
    said = [cell for cell in column.distinct if cell.casefold() not in MISSING_WORDS]
    numbers = [cell for cell in said if parse_value(cell).number is not None or parse_value(cell, decimal_mark=",").number is not None]
    return bool(said) and len(numbers) >= _MOSTLY * len(said)


def _block(column: Column, table: DraftTable, law: Law, said: Mapping[str, str]) -> ValueColumn | None:
    if table.is_headless or words_of(column.heading) in ("value", "result", "reading"):
        word = said.get("parameter", "")
        key = law.parameters.find(word) if word else None
        notes = [] if key else ["nothing says what the numbers are: say it with --say parameter=NAME"]
        return ValueColumn(column, key or "", word or "value", "a column of numbers", said.get("unit", ""), is_lone=True, notes=notes)
    match = _SENSOR.fullmatch(column.heading) or _HEADING.fullmatch(column.heading)
    assert match is not None
    name, unit = match["name"].strip(), (match["unit"] or "").strip()
    tokens = words_of(name).split()
    if not unit:
        tokens, unit = _unit_at_end(tokens, law)
    key, word = next(((key, text) for text in _names(name, tokens) if (key := law.parameters.find(text))), ("", name))
    notes = [] if key else [f"{column.heading}: no parameter has this name; correct it under constants, or add it to the synonyms"]
    shown, why = (law.parameters.name(key), f"its heading says {word}") if key else (word, "a unit stands beside it")
    return ValueColumn(column, key, shown, why, unit, notes=notes)


def _unit_at_end(tokens: list[str], law: Law) -> tuple[list[str], str]:
    """A unit written behind a name: ``pH_SU``, ``DO_mg_l``."""
    for length in (2, 1):
        tail = " ".join(tokens[-length:])
        text = _WRITTEN.get(tail, tail if length == 1 else "")
        if len(tokens) > length and text and law.units.find(text) is not None:
            return tokens[:-length], text
    return tokens, ""


def _names(name: str, tokens: list[str]) -> Iterator[str]:
    """Words a heading may mean, longest first: as they stand, and joined as laboratories join them."""
    yield name
    for length in range(len(tokens), 0, -1):
        for start in range(len(tokens) - length + 1):
            # What is left out must change nothing: "Copper MDL" and "Dissolved copper" are not copper.
            if _SAYS_NOTHING.issuperset([*tokens[:start], *tokens[start + length :]]):
                yield from (mark.join(tokens[start : start + length]) for mark in (" ", "+", "-", "/"))
