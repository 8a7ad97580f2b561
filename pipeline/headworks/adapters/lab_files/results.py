"""What do the cells of a results file mean? One draft row per result, nothing refused yet.

What cannot be understood becomes an empty value and a word for the checks (``value_kind``, ``date_state``,
``unit_state``), so that the quality suite, not this module, decides what is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pandas as pd

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.drafts import (
    KNOWN,
    Draft,
    Law,
    UnitRead,
    code_meaning,
    physical_range,
    read_unit,
)
from headworks.adapters.lab_files.edd_pair import SAMPLE_KNOWN
from headworks.core.results import (
    MISSING_WORDS,
    NON_DETECT,
    MeasuredText,
    apply_codes,
    bounds,
    fits,
    parse_value,
    read_number,
)
from headworks.core.sample_days import EMPTY, READ, Moment, first_day_of_period, local_day, read_moment

_HOURS = re.compile(r"(\d{1,3})\s*(?:h|hr|hrs|hour|hours)?\.?\s*(?:comp(?:osite)?)?\Z", re.IGNORECASE | re.ASCII)
_FAR_APART = 100  # a non-detect level this many times off the stated limits is in the wrong unit
_KINDS = ("sample_kind", "result_kind", "is_reportable")


def draft_results(cells: Cells, law: Law, zone: ZoneInfo) -> Draft:
    """Read the results of a file.

    Parameters
    ----------
    cells : Cells
        Data rows by role.
    law : Law
        Names of parameters, units and points.
    zone : ZoneInfo
        Time zone of the control authority, whose local days count.

    Returns
    -------
    Draft
        As many rows as ``cells``.
    """
    own = cells.profile.zone
    reader = _Reader(cells, law, zone, zone if own == "authority" else ZoneInfo(own))
    rows = [reader.row(index) for index in range(len(cells))]
    return Draft("results", pd.DataFrame(rows, dtype=object), cells)


@dataclass
class _Reader:
    cells: Cells
    law: Law
    zone: ZoneInfo
    clock: ZoneInfo
    units: dict[tuple[str, str | None], UnitRead] = field(default_factory=dict)
    points: dict[str, tuple[str, str] | None] = field(default_factory=dict)
    parameters: dict[tuple[str, str], str | None] = field(default_factory=dict)
    columns: dict[str, list[str]] = field(default_factory=dict)
    moments: dict[tuple[str, tuple[str, ...]], Moment] = field(default_factory=dict)
    converted: dict[tuple[Decimal, str], Decimal] = field(default_factory=dict)

    def canonical(self, number: Decimal, unit: str) -> Decimal:
        if (number, unit) not in self.converted:
            self.converted[(number, unit)] = self.law.units.to_canonical(number, unit)
        return self.converted[(number, unit)]

    def text(self, role: str, index: int) -> str:
        if role not in self.columns:
            self.columns[role] = self.cells.role(role)
        return self.columns[role][index].strip()

    def row(self, index: int) -> dict[str, Any]:
        """Everything one row says."""
        cells = self.cells
        row: dict[str, Any] = {
            "row_id": index, "source_file": cells.source_file[index], "source_row": cells.source_row[index],
            "cells_given": cells.given[index], "cells_expected": cells.expected[index],
            "row_kind": self._row_kind(index),
            "sample_state": self._sample_state(index),
            "code_role": None, "code_text": None,
        }
        self._who(row, index)
        self._when(row, index)
        self._measured(row, index)
        row["method"] = self.text("method", index)
        row["lab"] = self.text("lab", index)
        row["lab_sample_id"] = self.text("lab_sample_id", index)
        row["sample_id"] = self.text("sample_id", index) or self._sample_named(row)
        row["natural_key"] = "|".join(str(row[name]) for name in (
            "sample_id", "user_id", "point_id", "parameter", "fraction", "basis", "method", "statistic", "dimension",
        ))
        return row

    def _sample_named(self, row: dict[str, Any]) -> str:
        """Name of a sample whose sender gives none: point, local time and type tell it from every other."""
        when = row["day"]
        if row["has_time"]:
            when = row["started_at"].replace(tzinfo=UTC).astimezone(self.zone).isoformat(timespec="minutes")
        return f"{row['user_id']}/{row['point_id']}/{when}/{row['sample_type']}"

    def _sample_state(self, index: int) -> str:
        states = self.cells.columns.get("sample_state")
        return states[index] if states else SAMPLE_KNOWN

    def _row_kind(self, index: int) -> str:
        for role in _KINDS:
            if role == "sample_kind" and self._sample_state(index) != SAMPLE_KNOWN:
                continue
            if role in self.cells.columns:
                text = self.text(role, index)
                if code_meaning(self.cells.profile.codes.get(role, {}), text) != "result":
                    return f"{self.cells.headings[role]} is {text or 'empty'}"
        return "result"

    def _code(self, row: dict[str, Any], role: str, index: int, if_empty: str) -> str:
        text = self.text(role, index)
        codes = self.cells.profile.codes.get(role)
        if not text or codes is None or role not in self.cells.columns:
            return text or if_empty
        meaning = code_meaning(codes, text)
        if meaning is None:
            row["code_role"], row["code_text"] = role, text
            return if_empty
        return meaning

    def _who(self, row: dict[str, Any], index: int) -> None:
        point = " ".join(self.text("point", index).split())
        if point not in self.points:
            self.points[point] = self.law.point_named(point) if point else None
        found = self.points[point]
        row["point_reported"] = point
        row["user_id"], row["point_id"] = found if found else (None, None)
        row["collected_by"] = self._code(row, "collected_by", index, "unknown")

    def _when(self, row: dict[str, Any], index: int) -> None:
        profile = self.cells.profile
        row["statistic"] = self._code(row, "statistic", index, "measured")
        row["date_role"], row["date_state"], row["date_text"] = None, READ, None
        row["period_from"] = row["period_until"] = None
        if "period_end" in self.cells.columns:
            role, text = "period_end", self.text("period_end", index)
        elif "collected_date" in self.cells.columns:
            role = "collected_date"
            text = f"{self.text(role, index)} {self.text('collected_time', index)}".strip()
        else:
            role, text = "collected", self.text("collected", index)
        formats = profile.dates.get("period_end" if role == "period_end" else "collected", ())
        start = self._moment(row, role, text, formats, needed=True)
        row["sampled_at_reported"] = text
        if role == "period_end" and start.day is not None:
            months = self.text("period_months", index) or "1"
            if not re.fullmatch(r"[1-9]|1[0-2]", months, re.ASCII):
                row["code_role"], row["code_text"] = "period_months", months
            else:
                row["period_until"] = start.day
                row["period_from"] = first_day_of_period(start.day, int(months))
        row["started_at"], row["day"], row["has_time"] = start.at, start.day, start.has_time
        if start.at is not None and start.has_time and self.clock is not self.zone:
            row["day"] = local_day(start.at, self.zone)
        given_end = self._duration(row, index, start)
        analysed = self._moment(row, "analysed", self.text("analysed", index), profile.dates.get("analysed", ()))
        reported = self._moment(row, "reported", self.text("reported", index), profile.dates.get("reported", ()))
        row["analysed_at"], row["analysed_latest"] = analysed.at, analysed.latest
        row["reported_on"] = reported.day
        row["sampled_by_then"] = given_end if given_end is not None else start.at

    def _moment(
        self, row: dict[str, Any], role: str, text: str, formats: tuple[str, ...], *, needed: bool = False,
    ) -> Moment:
        moment = self.moments.get((text, formats))
        if moment is None:
            moment = self.moments[(text, formats)] = read_moment(text, formats, self.clock)
        fault = moment.state not in (READ, EMPTY) or (needed and moment.state == EMPTY)
        if fault and row["date_state"] == READ:
            row["date_role"], row["date_text"] = role, text
            row["date_state"] = "missing" if moment.state == EMPTY else moment.state
        return moment

    def _duration(self, row: dict[str, Any], index: int, start: Moment) -> Any:
        """Set sample type and end; return the end the sender gave."""
        end = self._moment(row, "ended", self.text("ended", index), self.cells.profile.dates.get("ended", ()))
        hours_text = self.text("composite_hours", index)
        only_hours = "composite_hours" in self.cells.columns and "sample_type" not in self.cells.columns
        blank = "grab" if only_hours and not hours_text else "unknown"
        sample_type = self._code(row, "sample_type", index, blank)
        hours = 24 if sample_type == "composite_24h" else 0
        if hours_text and sample_type != "grab":
            match = _HOURS.match(hours_text)
            if match and int(match[1]):
                hours = int(match[1])
                sample_type = "composite_24h" if hours == 24 else "composite"
            else:
                row["code_role"], row["code_text"] = "composite_hours", hours_text
        row["sample_type"] = sample_type
        row["ended_at"] = end.at
        if end.at is None and start.at is not None and hours:
            row["ended_at"] = start.at + timedelta(hours=hours)
        return end.at

    def _measured(self, row: dict[str, Any], index: int) -> None:
        key = self._parameter(row, index)
        profile = self.cells.profile
        codes = profile.codes.get("qualifier", {})
        text = self.text("value", index)
        value = parse_value(text, codes, decimal_mark=profile.decimal_mark)
        prefix, qualifier, flag = (self.text(role, index) for role in ("prefix", "qualifier", "detect_flag"))
        for code in (prefix, qualifier):
            value = apply_codes(value, code, codes)
        value = apply_codes(value, flag, profile.codes.get("detect_flag", {}))
        row["value_reported"] = text
        row["qualifier_reported"] = " ".join(part for part in (prefix, qualifier, flag) if part)
        row["fraction"] = self._code(row, "fraction", index, "unspecified")
        row["unit_reported"] = self.text("unit", index)
        unit = read_unit(row["unit_reported"], key, self.law, self.units)
        row["unit_role"], row["unit_state"], row["unit_text"], row["unit_question"] = (
            "unit",
            unit.state,
            unit.text,
            unit.question,
        )
        row["unit"], row["basis"], row["dimension"] = unit.unit or None, unit.basis, unit.dimension or None
        row["value_role"], row["value_kind"], row["value_why"] = "value", value.kind, value.why
        row["value_text"] = text
        row["is_rejected"] = value.is_rejected
        limits = [self._limit(row, which, key, unit, index) for which in ("reporting", "detection")]
        row["no_data_code"] = self.text("no_data_code", index)
        self._bounds(row, value, unit, limits)

    def _parameter(self, row: dict[str, Any], index: int) -> str | None:
        names = (self.text("parameter", index), self.text("cas", index))
        if names not in self.parameters:
            found = [self.law.parameters.find(name) for name in names if name]
            self.parameters[names] = next((key for key in found if key), None)
        row["parameter_reported"] = names[0] or names[1]
        row["parameter"] = self.parameters[names]
        return self.parameters[names]

    def _limit(self, row: dict[str, Any], which: str, key: str | None, unit: UnitRead, index: int) -> Decimal | None:
        """Read one limit with its own unit; return it in the canonical unit."""
        role = f"{which}_limit"
        text = self.text(role, index)
        row[f"{role}_reported"] = text
        row[role] = row[f"{role}_unit"] = None
        if text.casefold() in MISSING_WORDS:
            return None
        number = read_number(text, self.cells.profile.decimal_mark)
        if isinstance(number, str):
            if row["value_kind"] != "unreadable":
                row["value_role"], row["value_kind"], row["value_why"], row["value_text"] = (
                    role,
                    "unreadable",
                    number,
                    text,
                )
            return None
        unit_role = f"{role}_unit" if f"{role}_unit" in self.cells.columns else "limit_unit"
        own = (
            read_unit(self.text(unit_role, index), key, self.law, self.units)
            if unit_role in self.cells.columns
            else unit
        )
        state = own.state
        if state == KNOWN and unit.state == KNOWN and own.dimension != unit.dimension:
            state = "another_kind"
        if state != KNOWN:
            if row["unit_state"] == KNOWN:
                row["unit_role"], row["unit_state"], row["unit_text"] = unit_role, state, own.text
                row["unit_question"] = own.question
            return None
        row[role], row[f"{role}_unit"] = number, own.unit
        return self.canonical(number, own.unit)

    def _bounds(self, row: dict[str, Any], value: MeasuredText, unit: UnitRead, limits: list[Decimal | None]) -> None:
        canonical = None
        level, level_unit = value.number, unit.unit
        if value.kind == NON_DETECT and level is None:
            for role in ("reporting_limit", "detection_limit"):
                if row[role] is not None:
                    level, level_unit = row[role], row[f"{role}_unit"]
                    break
        if level is not None and unit.state == KNOWN and level_unit:
            canonical = self.canonical(level, level_unit)
        row["at_least"], row["at_most"] = bounds(value.kind, canonical)
        row["value"] = value.number
        if value.number is None and level is not None and unit.state == KNOWN and level_unit:
            row["value"] = level if level_unit == unit.unit else self._in_unit(canonical, unit.unit)
        row["qualifier"] = value.qualifier
        known = unit.state == KNOWN
        row["conversion"] = self.law.units.rule(unit.unit) if known else ""
        lowest, highest = physical_range(row["parameter"], unit.dimension, self.law) if known else (None, None)
        row["physical_minimum"], row["physical_maximum"] = lowest, highest
        stored = (row["value"], row["at_least"], row["at_most"], row["reporting_limit"], row["detection_limit"])
        row["fits_record"] = all(fits(number) for number in stored)
        row["level_fits_limits"] = not (
            value.kind == NON_DETECT
            and value.number is not None
            and canonical is not None
            and _far_off(canonical, limits)
        )

    def _in_unit(self, canonical: Decimal | None, unit: str) -> Decimal | None:
        """A level in the result's unit; None if that has no end in decimals (the bounds hold it exactly)."""
        if canonical is None:
            return None
        level = self.law.units.from_canonical(canonical, unit)
        return level if fits(level) else None


def _far_off(level: Decimal, limits: list[Decimal | None]) -> bool:
    stated = [limit for limit in limits if limit]
    return bool(stated) and (level * _FAR_APART < min(stated) or level > max(stated) * _FAR_APART)


