"""What do the cells of a results file mean? One draft row per result, nothing refused yet.

What cannot be understood becomes an empty value and a word for the checks (``value_kind``, ``date_state``,
``unit_state``), so that the quality suite, not this module, decides what is refused. Each distinct combination of
cells is read once (`headworks.adapters.lab_files.distinct`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import pyarrow as pa
import pyarrow.compute as pc

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.deliverable import FOUND, PART_KEY, PART_NAME, PART_STATE
from headworks.adapters.lab_files.distinct import Coded, together
from headworks.adapters.lab_files.drafts import (
    KNOWN,
    Codes,
    Draft,
    Law,
    UnitRead,
    code_meaning,
    physical_range,
    place_in_file,
    read_unit,
    who,
)
from headworks.adapters.lab_files.drafts import MISSING as NO_UNIT
from headworks.adapters.lab_files.profiles import FIELD_DUPLICATE, KIND_ROLES, RESULT
from headworks.adapters.lab_files.sampling import sampling
from headworks.core.results import (
    MISSING,
    MISSING_WORDS,
    NON_DETECT,
    UNREADABLE,
    MeasuredText,
    apply_codes,
    bounds,
    fits,
    parse_value,
    read_number,
)

# Words of a name that make another thing of it than its CAS number says: a filtered part, an extract, a species.
_OTHER_FORM = re.compile(
    r"dissolved|filter|soluble|leach|tclp|splp|extract|suspended|available|amenable|free|hexavalent|trivalent|organic",
    re.IGNORECASE,
)
_FAR_APART = 100  # a non-detect level this many times off the stated limits is in the wrong unit
_NEVER_ABSENT = ("ph", "temperature")  # of these there is always some
BELOW_RANGE = "below_range"
# What makes two rows the same measurement.
_NATURAL_KEY = (
    "sample_id", "user_id", "point_id", "parameter", "fraction", "basis", "method", "statistic", "dimension",
)


def draft_results(whole: Cells, start: int, cells: Cells, law: Law, zone: ZoneInfo) -> Draft:
    """Read the results of a piece of a file.

    Parameters
    ----------
    whole : Cells
        The file.
    start : int
        Place of the piece's first row in it.
    cells : Cells
        The piece.
    law : Law
        Names of parameters, units and points.
    zone : ZoneInfo
        Time zone of the control authority, whose local days count.

    Returns
    -------
    Draft
        As many rows as ``cells``.
    """
    codes = Codes(cells)
    columns = {**place_in_file(cells), **_row_kind(cells, codes), **who(cells, law)}
    columns["collected_by"] = codes.read("collected_by", "unknown")
    columns.update(sampling(cells, codes, zone))
    columns.update(_measured(cells, codes, law))
    for role in ("method", "lab", "lab_sample_id", "parent_sample", "container", "preservation"):
        columns[role] = cells.role(role)
    columns["sample_id"] = _sample_ids(cells, columns, zone)
    columns["code_role"], columns["code_text"] = codes.faults()
    columns["natural_key"] = _natural_key(columns)
    return Draft("results", columns, whole, start)


def _natural_key(columns: dict[str, Coded]) -> Coded:
    parts = [columns[name].map(lambda value: "None" if value is None else str(value)).arrow(pa.string()) for name in _NATURAL_KEY]
    return Coded.of(pc.binary_join_element_wise(*parts, "|"))


def _sample_ids(cells: Cells, columns: dict[str, Coded], zone: ZoneInfo) -> Coded:
    """The sender's numbers; a sample without one is named by point, local time and type, which tell it from every other."""
    given = cells.role("sample_id")
    if all(given.values):
        return given

    def named(parts: tuple[Any, ...]) -> str:
        sample, user, point, day, moment, kind, by = parts
        # Both halves of a split sample have one time: who took it tells them apart.
        taken = f"/{by}" if by != "unknown" else ""
        return sample or f"{user}/{point}/{moment.local_text(zone) if moment.has_time else day}/{kind}{taken}"

    names = ("user_id", "point_id", "day", "start", "sample_type", "collected_by")
    return together(given, *(columns[name] for name in names)).map(named)


def _row_kind(cells: Cells, codes: Codes) -> dict[str, Coded]:
    """Is a row a result at all? The first column that says it is not decides."""
    length = len(cells)
    state = Coded.of(cells.columns[PART_STATE]) if PART_STATE in cells.columns else Coded.constant(FOUND, length)
    said = [(role, cells.role(role)) for role in KIND_ROLES if role in cells.columns]
    listed = {role: cells.profile.codes.get(role, {}) for role, _ in said}

    def kind(parts: tuple[str, ...]) -> tuple[str, str, tuple[str, str] | None]:
        own = RESULT
        for (role, _), text in zip(said, parts[1:], strict=True):
            if parts[0] != FOUND and role == "sample_kind":
                continue
            meaning = code_meaning(listed[role], text)
            if meaning is None:
                return own, "", (role, text or "(empty)")
            if meaning == FIELD_DUPLICATE:
                own = FIELD_DUPLICATE
            elif meaning != RESULT:
                return meaning, f"{cells.headings[role]} is {text or 'empty'}", None
        return own, "", None

    found = together(state, *(text for _, text in said)).map(kind)
    for role, _ in said:
        codes.fault(role, found.map(_blamed_on(role)))
    return {
        "row_kind": found.item(0), "row_kind_words": found.item(1),
        "replicate": found.map(lambda one: FIELD_DUPLICATE if one[0] == FIELD_DUPLICATE else ""),
        PART_STATE: state, **{role: cells.role(role) for role in (PART_NAME, PART_KEY)},
    }


def _blamed_on(role: str) -> Callable[[Any], str | None]:
    return lambda kind: kind[2][1] if kind[2] and kind[2][0] == role else None


@dataclass(frozen=True)
class _Limit:
    """One detection or reporting limit of a row, with its own unit; or what is wrong with it."""

    number: Decimal | None = None
    unit: str | None = None
    canonical: Decimal | None = None
    unreadable: str = ""
    text: str = ""
    unit_read: UnitRead | None = None
    unit_role: str = ""


def _measured(cells: Cells, codes: Codes, law: Law) -> dict[str, Coded]:
    names = together(cells.role("parameter"), cells.role("cas"))
    parameter = names.spread(partial(_parameter, law=law))
    key = parameter.item(0)
    value = _values(cells)
    unit_text = cells.role("unit")
    # Merged: forty parameters in mg/L are one unit, and each value is converted once.
    unit = together(unit_text, key).spread(partial(read_unit, law=law)).merged()
    said_basis = cells.role("basis").map(lambda text: law.units.basis_named(text) if text else "")
    codes.fault("basis", Coded(said_basis.codes, [
        text if basis is None else None for text, basis in zip(cells.role("basis").values, said_basis.values, strict=True)
    ]))
    both = together(unit.pick("basis"), said_basis)
    codes.fault("basis", both.map(lambda pair: f"{pair[0]} and {pair[1]}" if pair[0] and pair[1] and pair[0] != pair[1] else None))
    limits = {which: _limits(cells, which, key, unit, law) for which in ("reporting", "detection")}
    found = together(value, unit, limits["reporting"], limits["detection"]).spread(partial(_measured_columns, law=law))
    text = [cells.role(role) for role in ("prefix", "qualifier", "detect_flag")]
    columns = {name: found.item(name) for name in found.values[0]}
    possible = together(columns["dimension"].merged(), key).map(lambda pair: physical_range(pair[1], pair[0] or "", law) if pair[0] else (None, None))
    columns["physical_minimum"], columns["physical_maximum"] = possible.item(0), possible.item(1)
    columns["at_least"] = together(columns["at_least"], columns["physical_minimum"], columns["qualifier"]).map(
        lambda parts: parts[1] if parts[2] == BELOW_RANGE else parts[0]
    )
    columns["value_text"] = together(columns["value_text"], cells.role("value")).map(lambda pair: pair[0] or pair[1])
    return {
        **columns,
        "parameter_reported": names.map(lambda pair: pair[0] or pair[1]), "parameter": key,
        "name_and_cas": parameter.item(1), "cas_reported": cells.role("cas"),
        "fraction": codes.read("fraction", "unspecified"), "basis": both.map(lambda pair: pair[0] or pair[1] or ""),
        "value_reported": cells.role("value"), "unit_reported": unit_text,
        "qualifier_reported": together(*text).map(lambda parts: " ".join(part for part in parts if part)),
        "reporting_limit_reported": cells.role("reporting_limit"), "detection_limit_reported": cells.role("detection_limit"),
        "no_data_code": cells.role("no_data_code"),
    }


def _parameter(name: str, cas: str, law: Law) -> tuple[str | None, str]:
    """Key of the parameter, and whether name and CAS number agree: agree, disagree, or other_form.

    A name that is not known may be one more way to write what the CAS number says, unless it names another form of it.
    """
    by_name, by_cas = (law.parameters.find(text) if text else None for text in (name, cas))
    if by_name and by_cas and by_name != by_cas and cas != law.parameters[by_name].cas:
        return None, "disagree"
    if by_name is None and by_cas is not None and _OTHER_FORM.search(name):
        return None, "other_form"
    return by_name or by_cas, "agree"


def _values(cells: Cells) -> Coded:
    """What the value cell says, together with the cells beside it that change its meaning."""
    profile = cells.profile
    codes, flags = profile.codes.get("qualifier", {}), profile.codes.get("detect_flag", {})

    def read(parts: tuple[str, ...]) -> MeasuredText:
        text, words, prefix, qualifier, flag = parts
        value = parse_value(text or words, codes, decimal_mark=profile.decimal_mark)
        if value.kind == MISSING and not text and qualifier and code_meaning(codes, qualifier) is None:
            # The value stands in the qualifier's column: "<0.5", "ND".
            stead = parse_value(qualifier, codes, decimal_mark=profile.decimal_mark)
            if stead.kind not in (MISSING, UNREADABLE):
                value, qualifier = stead, ""
        for code in (prefix, qualifier):
            value = apply_codes(value, code, codes)
        return apply_codes(value, flag, flags)

    return together(*(cells.role(role) for role in ("value", "value_words", "prefix", "qualifier", "detect_flag"))).map(read)


def _limits(cells: Cells, which: str, key: Coded, unit: Coded, law: Law) -> Coded:
    """Detection or reporting limits, each with its own unit."""
    role = f"{which}_limit"
    unit_role = f"{role}_unit" if f"{role}_unit" in cells.columns else "limit_unit"
    has_unit = unit_role in cells.columns

    def read(parts: tuple[str, str, str | None, UnitRead]) -> _Limit:
        text, unit_text, parameter, values_unit = parts
        if text.casefold() in MISSING_WORDS:
            return _Limit()
        number = read_number(text, cells.profile.decimal_mark)
        if isinstance(number, str):
            return _Limit(unreadable=number, text=text)
        if number == 0:
            return _Limit()  # "0" in a limit's column is a form filled in, no level of detection
        own = read_unit(unit_text, parameter, law) if has_unit else values_unit
        if own.state == KNOWN and values_unit.state == KNOWN and own.dimension != values_unit.dimension:
            own = replace(own, state="another_kind")
        if own.state != KNOWN:
            return _Limit(unit_read=own, unit_role=unit_role if has_unit else "unit")
        return _Limit(number, own.unit, law.units.to_canonical(number, own.unit))

    return together(cells.role(role), cells.role(unit_role), key, unit).map(read).merged()


def _measured_columns(value: MeasuredText, unit: UnitRead, reporting: _Limit, detection: _Limit, law: Law) -> dict[str, Any]:
    """Columns of the draft about value, unit and limits; a non-detect without a unit of its own has that of its limit."""
    if unit.state == NO_UNIT and value.kind == NON_DETECT and value.number is None:
        of_limit = next((one.unit for one in (reporting, detection) if one.unit), None)
        if of_limit is not None:
            unit = UnitRead(KNOWN, of_limit, "", law.units.dimension(of_limit), "")
    return _Measured(value, unit, reporting, detection, law).columns()


@dataclass
class _Measured:
    """Value, unit and limits of a row, understood together."""

    value: MeasuredText
    unit: UnitRead
    reporting: _Limit
    detection: _Limit
    law: Law

    def columns(self) -> dict[str, Any]:
        """Columns of the draft."""
        value, unit, law = self.value, self.unit, self.law
        known = unit.state == KNOWN
        level, level_unit = value.number, unit.unit
        if value.kind == NON_DETECT and level is None:
            stated = next((one for one in (self.reporting, self.detection) if one.number is not None), None)
            if stated is not None:
                level, level_unit = stated.number, stated.unit or ""
        canonical = law.units.to_canonical(level, level_unit) if level is not None and known and level_unit else None
        at_least, at_most = bounds(value.kind, canonical)
        qualifier = value.qualifier
        if value.kind == NON_DETECT and value.number is not None and unit.dimension in _NEVER_ABSENT:
            # "<2" of a pH or a flash point is a reading below the scale, and no absence.
            at_least, qualifier = None, BELOW_RANGE
        number = value.number
        if number is None and canonical is not None:
            number = level if level_unit == unit.unit else self._in_unit(canonical)
        stored = (number, at_least, at_most, self.reporting.number, self.detection.number)
        return {
            "value": number, "unit": unit.unit or None, "dimension": unit.dimension or None, "qualifier": qualifier,
            "at_least": at_least, "at_most": at_most, "conversion": law.units.rule(unit.unit) if known else "",
            "reporting_limit": self.reporting.number, "reporting_limit_unit": self.reporting.unit,
            "detection_limit": self.detection.number, "detection_limit_unit": self.detection.unit,
            "fits_record": all(fits(one) for one in stored), "is_rejected": value.is_rejected,
            "level_fits_limits": not (value.kind == NON_DETECT and value.number is not None and self._is_far_off(canonical)),
            "has_level": not (value.kind == NON_DETECT and canonical is None and known),
            **self._value_fault(), **self._unit_fault(),
        }

    def _value_fault(self) -> dict[str, Any]:
        for role, limit in (("reporting_limit", self.reporting), ("detection_limit", self.detection)):
            if limit.unreadable and self.value.kind != UNREADABLE:
                return {"value_role": role, "value_kind": UNREADABLE, "value_why": limit.unreadable, "value_text": limit.text}
        kind = self.value.kind
        if kind == NON_DETECT and self.value.number is not None and self.unit.dimension in _NEVER_ABSENT:
            kind = BELOW_RANGE
        return {"value_role": "value", "value_kind": kind, "value_why": self.value.why, "value_text": ""}

    def _unit_fault(self) -> dict[str, Any]:
        role, read = "unit", self.unit
        for limit in (self.reporting, self.detection):
            if read.state == KNOWN and limit.unit_read is not None:
                role, read = limit.unit_role, limit.unit_read
        return {"unit_role": role, "unit_state": read.state, "unit_text": read.text, "unit_question": read.question}

    def _is_far_off(self, level: Decimal | None) -> bool:
        stated = [one.canonical for one in (self.reporting, self.detection) if one.canonical]
        if level is None or not stated:
            return False
        return level * _FAR_APART < min(stated) or level > max(stated) * _FAR_APART

    def _in_unit(self, canonical: Decimal) -> Decimal | None:
        """A level in the result's unit; None if that has no end in decimals (the bounds hold it exactly)."""
        level = self.law.units.from_canonical(canonical, self.unit.unit)
        return level if fits(level) else None
