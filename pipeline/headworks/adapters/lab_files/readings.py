"""What do the cells of a logger file mean? Whole columns at a time: a week of minutes is ten thousand rows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from decimal import Context, Decimal, Inexact
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.drafts import KNOWN, Draft, Law, code_meaning, physical_range, read_unit
from headworks.core.results import NUMBER, UNREADABLE, MeasuredText, fits, parse_value
from headworks.core.sample_days import BAD, EARLIEST_YEAR, NO_SUCH_TIME, READ, TWO_TIMES

_EXACT = Context(prec=100, traps=[Inexact])
_HAS_OFFSET = r"(?:Z|[+-]\d\d:?\d\d)$"


def draft_readings(cells: Cells, law: Law, zone: ZoneInfo) -> Draft:
    """Read the readings of a logger.

    Parameters
    ----------
    cells : Cells
        Data rows by role.
    law : Law
        Names of parameters, units and points.
    zone : ZoneInfo
        Time zone of the control authority.

    Returns
    -------
    Draft
        As many rows as ``cells``.
    """
    frame = pd.DataFrame({
        "row_id": np.arange(len(cells)), "source_file": cells.source_file, "source_row": cells.source_row,
        "cells_given": cells.given, "cells_expected": cells.expected,
    })
    frame["point_reported"] = pd.Series(cells.role("point"), dtype=object)
    found = _each(
        frame["point_reported"], lambda text: law.point_named(" ".join(text.split())) if text.strip() else None
    )
    frame["user_id"] = _taken(found, lambda point: point[0])
    frame["point_id"] = _taken(found, lambda point: point[1])
    frame["parameter_reported"] = pd.Series(cells.role("parameter"), dtype=object)
    frame["parameter"] = _taken(_each(frame["parameter_reported"], law.parameters.find), lambda key: key)
    _measured(frame, cells, law)
    _when(frame, cells, zone)
    statuses = cells.profile.codes.get("status", {})
    frame["status_text"] = pd.Series(cells.role("status"), dtype=object)
    has_status = "status" in cells.columns
    read = _each(frame["status_text"], lambda text: (code_meaning(statuses, text) if has_status else "ok"))
    frame["quality"] = _taken(read, lambda word: word)
    return Draft("readings", frame, cells)


def _each(column: Any, read: Callable[[Any], Any]) -> tuple[Any, list[Any]]:
    """Apply a function once to each distinct value: codes into a list of answers (the last one for missing values)."""
    codes, distinct = pd.factorize(column)
    return codes, [*(read(one) for one in distinct), None]


def _taken(read: tuple[Any, list[Any]], pick: Callable[[Any], Any]) -> Any:
    codes, answers = read
    picked = np.empty(len(answers), dtype=object)
    picked[:] = [None if answer is None else pick(answer) for answer in answers]
    return pd.Series(picked[codes], dtype=object)


def _measured(frame: pd.DataFrame, cells: Cells, law: Law) -> None:
    frame["value_reported"] = pd.Series(cells.role("value"), dtype=object)
    frame["unit_reported"] = pd.Series(cells.role("unit"), dtype=object)
    mark = cells.profile.decimal_mark
    read = _each(frame["value_reported"], lambda text: _plain(parse_value(text, decimal_mark=mark)))
    frame["value_kind"] = _taken(read, lambda value: value.kind)
    frame["value_why"] = _taken(read, lambda value: value.why)
    frame["value"] = _taken(read, lambda value: value.number)
    for column in (
        "unit_state",
        "unit_question",
        "unit",
        "dimension",
        "canonical",
        "physical_minimum",
        "physical_maximum",
    ):
        frame[column] = pd.Series([None] * len(frame), dtype=object)
    frame["fits_record"] = True
    series = frame.groupby(["unit_reported", "parameter"], dropna=False, sort=False).groups
    for rows in series.values():
        first = frame.loc[rows[0]]
        parameter = first["parameter"] if isinstance(first["parameter"], str) else None
        unit = read_unit(str(first["unit_reported"]), parameter, law, {})
        frame.loc[rows, "unit_state"] = unit.state
        frame.loc[rows, "unit_question"] = unit.question
        if unit.state != KNOWN:
            continue
        frame.loc[rows, "unit"], frame.loc[rows, "dimension"] = unit.unit, unit.dimension
        lowest, highest = physical_range(parameter, unit.dimension, law)
        _fill(frame, rows, "physical_minimum", lowest)
        _fill(frame, rows, "physical_maximum", highest)
        factor, addend = law.units.factor(unit.unit), law.units.addend(unit.unit)
        # The same as law.units.to_canonical, once per distinct value; a digit too many raises instead of being lost.
        pairs = _each(frame["value"].iloc[rows], partial(_with_canonical, factor=factor, addend=addend))
        frame.loc[rows, "canonical"] = _taken(pairs, lambda pair: pair[0]).to_numpy()
        frame.loc[rows, "fits_record"] = _taken(pairs, lambda pair: pair[1]).to_numpy() != False  # noqa: E712  (None: no value)


def _with_canonical(value: Decimal, *, factor: Decimal, addend: Decimal) -> tuple[Decimal, bool]:
    canonical = _EXACT.fma(value, factor, addend)
    return canonical, fits(value) and fits(canonical)


def _fill(frame: pd.DataFrame, rows: Any, column: str, value: Any) -> None:
    if value is not None:
        filled = np.empty(len(rows), dtype=object)
        filled[:] = value
        frame.loc[rows, column] = filled


def _plain(value: MeasuredText) -> MeasuredText:
    if value.kind in ("non_detect", "above_range"):
        return MeasuredText(UNREADABLE, why="a logger gives plain numbers, not limits")
    return value if value.kind != NUMBER or value.number is not None else MeasuredText(UNREADABLE)


def _when(frame: pd.DataFrame, cells: Cells, zone: ZoneInfo) -> None:
    text = pd.Series(cells.role("read_at"), dtype="str").str.strip()
    frame["read_at_reported"] = text.astype(object)
    frame["date_text"] = frame["read_at_reported"]
    state = np.full(len(frame), BAD, dtype=object)
    state[(text == "").to_numpy()] = "missing"
    read_at = pd.Series(pd.NaT, index=frame.index, dtype="datetime64[us]")
    ascii_only = ~text.str.contains(r"[^\x00-\x7f]", regex=True)
    fixed = cells.columns.get("offset", [""])[0]
    clock = zone if cells.profile.zone == "authority" else ZoneInfo(cells.profile.zone)
    for form in cells.profile.dates.get("read_at", ()):
        with_offset = "%z" in form
        rows = ascii_only & (text.str.contains(_HAS_OFFSET, regex=True) == with_offset) & (state == BAD)
        if not rows.any():
            continue
        parsed = pd.to_datetime(text[rows], format=form, errors="coerce", utc=with_offset, exact=True)
        good = parsed.notna() & (parsed.dt.year >= EARLIEST_YEAR)
        parsed = parsed[good]
        if with_offset:
            utc = parsed.dt.tz_localize(None)
        elif fixed:
            utc = parsed - _offset(fixed)
        else:
            utc = _from_local(parsed, clock, state)
        read_at[utc.index] = utc.astype("datetime64[us]")
        state[utc.index.to_numpy()[utc.notna().to_numpy()]] = READ
    frame["date_state"] = state
    frame["read_at"] = read_at
    local = read_at.dt.tz_localize("UTC").dt.tz_convert(zone)
    frame["day"] = local.dt.tz_localize(None).dt.normalize()


def _offset(text: str) -> timedelta:
    sign = -1 if text.startswith("-") else 1
    hours, minutes = text[1:].split(":")
    return sign * timedelta(hours=int(hours), minutes=int(minutes))


def _from_local(parsed: Any, clock: ZoneInfo, state: Any) -> Any:
    """UTC of local clock times; hours the clock skips or repeats are marked, not guessed."""
    marked = parsed.dt.tz_localize(clock, ambiguous="NaT", nonexistent="NaT")
    unsure = marked.isna()
    if unsure.any():
        exists = parsed[unsure].dt.tz_localize(clock, ambiguous=False, nonexistent="NaT").notna()
        places = exists.index.to_numpy()
        state[places] = np.where(exists.to_numpy(), TWO_TIMES, NO_SUCH_TIME)
    return marked.dt.tz_convert("UTC").dt.tz_localize(None)[~unsure]


def step_seconds(frame: pd.DataFrame) -> Any:
    """Usual interval of each series: the median step between its readings [s]."""
    ordered = frame.sort_values("read_at", kind="stable")
    series = ordered.groupby(["user_id", "point_id", "parameter"], sort=False)["read_at"]
    steps = series.diff().dt.total_seconds()
    usual = steps.groupby([ordered["user_id"], ordered["point_id"], ordered["parameter"]], sort=False).transform(
        "median"
    )
    return usual.reindex(frame.index)
