"""When and how was it sampled? Start, end, local day, type of sample, and the period a statistic stands for."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.distinct import Coded, first_said, together
from headworks.adapters.lab_files.drafts import Codes, split_text
from headworks.adapters.lab_files.profiles import SPLIT_TIMES
from headworks.core.sample_days import (
    EMPTY,
    READ,
    Moment,
    clock_of,
    first_day_of_period,
    last_day_of_month,
    local_day,
    read_moment,
)

_HOURS = re.compile(r"(\d{1,3})\s*(?:h|hr|hrs|hour|hours)?\.?\s*(?:comp(?:osite)?)?\Z", re.IGNORECASE | re.ASCII)


def sampling(cells: Cells, codes: Codes, zone: ZoneInfo) -> dict[str, Coded]:
    """Columns about time and type of the sample.

    Parameters
    ----------
    cells : Cells
    codes : Codes
        Collects what is not understood.
    zone : ZoneInfo
        The control authority's, whose local days count.
    """
    times = _Times(cells, codes, zone)
    columns = {"statistic": codes.read("statistic", "measured")}
    is_period = cells.has("period_end")
    role, text = ("period_end", cells.role("period_end")) if is_period else split_text(cells, "collected", SPLIT_TIMES["collected"])
    start = times.read(role, "period_end" if is_period else "collected", text, needed=True)
    columns["sampled_at_reported"] = text
    columns.update(_period(cells, codes, start) if is_period else _no_period(start))
    columns["start"] = start
    columns["started_at"], columns["has_time"] = start.pick("at"), start.pick("has_time")
    day = columns.pop("period_day")
    columns["day"] = day if times.clock is zone and "zone" not in cells.columns else together(start, day).map(
        lambda pair: local_day(pair[0].at, zone) if pair[0].at is not None and pair[0].has_time else pair[1]
    )
    end_role, end_text = split_text(cells, "ended", SPLIT_TIMES["ended"])
    end = times.read(end_role, "ended", end_text)
    columns.update(_type_and_end(cells, codes, start, end))
    analysed_role, analysed_text = split_text(cells, "analysed", SPLIT_TIMES["analysed"])
    analysed = times.read(analysed_role, "analysed", analysed_text)
    columns["analysed_at"], columns["analysed_latest"] = analysed.pick("at"), analysed.pick("latest")
    columns["analysed_has_time"] = analysed.pick("has_time")
    columns["reported_on"] = times.read("reported", "reported", cells.role("reported")).pick("day")
    columns["sampled_by_then"] = together(end.pick("at"), start.pick("at")).map(lambda pair: pair[0] or pair[1])
    columns.update(times.faults())
    return columns


class _Times:
    """Reads times, and remembers the first of each row that cannot be read."""

    def __init__(self, cells: Cells, codes: Codes, zone: ZoneInfo) -> None:
        self.clock = clock_of(cells.profile.zone, zone)
        self._cells = cells
        self._offset = codes.read("zone", "")
        self._said: list[tuple[Any, tuple[str, str, str]]] = []

    def read(self, role: str, whole: str, text: Coded, *, needed: bool = False) -> Coded:
        formats = self._cells.profile.date_formats(whole)

        def moment(pair: tuple[str, str]) -> Moment:
            clock = clock_of(pair[1], self.clock) if pair[1] else self.clock
            return read_moment(pair[0], formats, clock, is_typed=self._cells.is_typed)

        found = together(text, self._offset).map(moment)
        for state in dict.fromkeys(one.state for one in found.values):
            if state == READ or (state == EMPTY and not needed):
                continue
            here = together(text, found)
            for place, (words, one) in enumerate(here.values):
                if one.state == state:
                    self._said.append((here.codes == place, (role, "missing" if state == EMPTY else state, words)))
        return found

    def faults(self) -> dict[str, Coded]:
        found = first_said(len(self._cells), self._said)
        return {
            "date_role": found.item(0),
            "date_state": found.map(lambda one: one[1] if one else READ),
            "date_text": found.item(2),
        }


def _no_period(start: Coded) -> dict[str, Coded]:
    none = Coded.constant(None, len(start))
    return {"period_from": none, "period_until": none, "period_day": start.pick("day")}


def _period(cells: Cells, codes: Codes, start: Coded) -> dict[str, Coded]:
    """Days a statistic stands for; a period given by its month ends with the month."""
    months = cells.role("period_months").map(lambda text: text or "1")
    codes.fault("period_months", months.map(lambda text: None if re.fullmatch(r"[1-9]|1[0-2]", text, re.ASCII) else text))
    whole_month = not any("%d" in form or "%j" in form for form in cells.profile.date_formats("period_end"))
    until = start.map(lambda one: last_day_of_month(one.day) if whole_month and one.day is not None else one.day)
    both = together(until, months)
    return {
        "period_until": until, "period_day": until,
        "period_from": both.map(
            lambda pair: first_day_of_period(pair[0], int(pair[1])) if pair[0] and re.fullmatch(r"[1-9]|1[0-2]", pair[1], re.ASCII) else None
        ),
    }


def _type_and_end(cells: Cells, codes: Codes, start: Coded, end: Coded) -> dict[str, Coded]:
    hours_text = cells.role("composite_hours")
    only_hours = "composite_hours" in cells.columns and "sample_type" not in cells.columns
    told = codes.read("sample_type", "")
    read = together(told, hours_text).map(lambda pair: _type_and_hours(*pair, only_hours=only_hours))
    codes.fault("composite_hours", read.item(2))
    ended = together(end.pick("at"), start.pick("at"), read.item(1)).map(
        lambda parts: parts[0] if parts[0] is not None or parts[1] is None or not parts[2] else parts[1] + timedelta(hours=parts[2])
    )
    return {"sample_type": read.item(0), "ended_at": ended}


def _type_and_hours(told: str, hours_text: str, *, only_hours: bool) -> tuple[str, int, str | None]:
    """Type of sample, its hours, and the text of the hours if they are not understood."""
    sample_type = told or ("grab" if only_hours and not hours_text else "unknown")
    if hours_text and sample_type != "grab":
        match = _HOURS.match(hours_text)
        if match and int(match[1]):
            hours = int(match[1])
            return ("composite_24h" if hours == 24 else "composite"), hours, None
        return sample_type, 0, hours_text
    return sample_type, 24 if sample_type == "composite_24h" else 0, None
