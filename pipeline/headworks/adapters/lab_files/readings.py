"""What do the cells of a logger file mean? Each distinct value once, times by whole columns."""

from __future__ import annotations

from datetime import tzinfo
from decimal import Context, Decimal, Inexact
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.distinct import Coded, together
from headworks.adapters.lab_files.drafts import (
    KNOWN,
    Draft,
    Law,
    UnitRead,
    code_meaning,
    physical_range,
    place_in_file,
    read_unit,
    split_text,
    who,
)
from headworks.adapters.lab_files.profiles import SPLIT_TIMES
from headworks.core.results import NUMBER, UNREADABLE, MeasuredText, fits, parse_value
from headworks.core.sample_days import (
    BAD,
    EARLIEST_YEAR,
    NO_SUCH_TIME,
    READ,
    SERIAL,
    TWO_TIMES,
    TYPED_FORMATS,
    clock_of,
)

_EXACT = Context(prec=100, traps=[Inexact])
_HAS_OFFSET = r"(?:Z|[+-]\d\d:?\d\d)$"
_SERIES = ["user_id", "point_id", "parameter"]


def draft_readings(whole: Cells, start: int, cells: Cells, law: Law, zone: ZoneInfo) -> Draft:
    """Read the readings of a piece of a logger file.

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
        Time zone of the control authority.

    Returns
    -------
    Draft
        As many rows as ``cells``.
    """
    columns = {**place_in_file(cells), **who(cells, law)}
    columns["parameter_reported"] = cells.role("parameter")
    columns["parameter"] = columns["parameter_reported"].map(law.parameters.find)
    columns.update(_measured(cells, columns["parameter"], law))
    columns.update(_when(cells, zone))
    statuses = cells.profile.codes.get("status", {})
    columns["status_text"] = cells.role("status")
    columns["quality"] = columns["status_text"].map(
        lambda text: code_meaning(statuses, text) if "status" in cells.columns else "ok"
    )
    return Draft("readings", columns, whole, start)


def _measured(cells: Cells, key: Coded, law: Law) -> dict[str, Coded]:
    mark = cells.profile.decimal_mark
    text = cells.role("value")
    value = text.map(lambda cell: _plain(parse_value(cell, decimal_mark=mark)))
    unit = together(cells.role("unit"), key).spread(partial(read_unit, law=law))
    found = together(value, unit, key).spread(partial(_canonical, law=law))
    return {
        "value_reported": text, "unit_reported": cells.role("unit"),
        "value": value.pick("number"), "value_kind": value.pick("kind"), "value_why": value.pick("why"),
        "unit_state": unit.pick("state"), "unit_question": unit.pick("question"),
        "unit": unit.map(lambda one: one.unit if one.state == KNOWN else None),
        "dimension": unit.map(lambda one: one.dimension if one.state == KNOWN else None),
        **{name: found.item(name) for name in found.values[0]},
    }


def _canonical(value: MeasuredText, unit: UnitRead, key: str | None, law: Law) -> dict[str, Any]:
    """The value [canonical], its possible range, and whether the record can keep both."""
    canonical: Decimal | None = None
    lowest: Decimal | None = None
    highest: Decimal | None = None
    if unit.state == KNOWN:
        lowest, highest = physical_range(key, unit.dimension, law)
        if value.number is not None:
            # The same as law.units.to_canonical; a digit too many raises instead of being lost.
            canonical = _EXACT.fma(value.number, law.units.factor(unit.unit), law.units.addend(unit.unit))
    return {
        "canonical": canonical, "physical_minimum": lowest, "physical_maximum": highest,
        "fits_record": fits(value.number) and fits(canonical),
    }


def _plain(value: MeasuredText) -> MeasuredText:
    if value.kind in ("non_detect", "above_range"):
        return MeasuredText(UNREADABLE, why="a logger gives plain numbers, not limits")
    return value if value.kind != NUMBER or value.number is not None else MeasuredText(UNREADABLE)


def _when(cells: Cells, zone: ZoneInfo) -> dict[str, Coded]:
    _, reported = split_text(cells, "read_at", SPLIT_TIMES["read_at"])
    text = pd.Series(reported.cells(), dtype="str").str.strip()
    state = np.full(len(text), BAD, dtype=object)
    state[(text == "").to_numpy()] = "missing"
    read_at = pd.Series(pd.NaT, index=text.index, dtype="datetime64[us]")
    ascii_only = ~text.str.contains(r"[^\x00-\x7f]", regex=True)
    offset = next(iter(Coded.of(cells.columns["offset"]).values), "") if "offset" in cells.columns else ""
    clock = clock_of(offset or cells.profile.zone, zone)
    formats = (*cells.profile.date_formats("read_at"), *(TYPED_FORMATS if cells.is_typed else ()))
    for form in formats:
        with_offset = "%z" in form
        rows = ascii_only & (text.str.contains(_HAS_OFFSET, regex=True) == with_offset) & (state == BAD)
        if not rows.any():
            continue
        parsed = _parsed(text[rows], form, with_offset=with_offset)
        parsed = parsed[parsed.notna() & (parsed.dt.year >= EARLIEST_YEAR)]
        utc = parsed.dt.tz_localize(None) if with_offset else _from_local(parsed, clock, state)
        read_at[utc.index] = utc.astype("datetime64[us]")
        state[utc.index.to_numpy()[utc.notna().to_numpy()]] = READ
    local = read_at.dt.tz_localize("UTC").dt.tz_convert(zone)
    return {
        "read_at_reported": reported, "date_text": reported, "date_state": _coded(state),
        "read_at": _coded(read_at), "day": _coded(local.dt.tz_localize(None).dt.normalize()),
    }


def _parsed(text: Any, form: str, *, with_offset: bool) -> Any:
    if form == SERIAL:
        number = pd.to_numeric(text.where(text.str.fullmatch(r"\d{5}(\.\d+)?")), errors="coerce")
        return pd.to_datetime(number, unit="D", origin="1899-12-30").dt.round("s")
    return pd.to_datetime(text, format=form, errors="coerce", utc=with_offset, exact=True)


def _coded(column: Any) -> Coded:
    codes, distinct = pd.factorize(column, use_na_sentinel=True)
    values = [one.to_pydatetime() if isinstance(one, pd.Timestamp) else one for one in pd.Index(distinct)]
    return Coded(np.where(codes < 0, len(values), codes), [*values, None])


def _from_local(parsed: Any, clock: tzinfo, state: Any) -> Any:
    """UTC of local clock times; hours the clock skips or repeats are marked, not guessed."""
    marked = parsed.dt.tz_localize(clock, ambiguous="NaT", nonexistent="NaT")
    unsure = marked.isna()
    if unsure.any():
        exists = parsed[unsure].dt.tz_localize(clock, ambiguous=False, nonexistent="NaT").notna()
        places = exists.index.to_numpy()
        state[places] = np.where(exists.to_numpy(), TWO_TIMES, NO_SUCH_TIME)
    return marked.dt.tz_convert("UTC").dt.tz_localize(None)[~unsure]


def step_seconds(table: Any) -> Any:
    """Usual interval of each series: the median step between its readings [s].

    Parameters
    ----------
    table : pyarrow.Table
        With user_id, point_id, parameter and read_at.
    """
    frame = table.select([*_SERIES, "read_at"]).to_pandas()
    ordered = frame.sort_values("read_at", kind="stable")
    keys = [ordered[name] for name in _SERIES]
    steps = ordered.groupby(keys, sort=False)["read_at"].diff().dt.total_seconds()
    usual = steps.groupby(keys, sort=False).transform("median")
    return usual.reindex(frame.index)
