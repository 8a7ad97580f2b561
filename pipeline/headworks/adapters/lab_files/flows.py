"""What do the cells of a flow file mean? Volumes of a day or a longer period at a point."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.distinct import Coded, first_said, together
from headworks.adapters.lab_files.drafts import KNOWN, Codes, Draft, Law, UnitRead, place_in_file, read_unit, who
from headworks.core.results import MeasuredText, fits, parse_value
from headworks.core.sample_days import EMPTY, READ, Moment, clock_of, last_day_of_month, read_moment

# The parameter of every row: what a meter or a water bill counts.
FLOW = "flow"


def draft_flows(whole: Cells, start: int, cells: Cells, law: Law, zone: ZoneInfo) -> Draft:
    """Read the flows of a piece of a file.

    Parameters
    ----------
    whole : Cells
        The file.
    start : int
        Place of the piece's first row in it.
    cells : Cells
        The piece.
    law : Law
        Names of units and points.
    zone : ZoneInfo
        Time zone of the control authority.

    Returns
    -------
    Draft
        As many rows as ``cells``.
    """
    codes = Codes(cells)
    columns = {**place_in_file(cells), **who(cells, law), **_period(cells, zone)}
    columns["source"] = codes.read("source", "unknown")
    mark = cells.profile.decimal_mark
    value = cells.role("value").map(lambda cell: parse_value(cell, decimal_mark=mark))
    unit = cells.role("unit").map(lambda text: read_unit(text, FLOW, law))
    found = together(value, unit, columns["from_on"], columns["until_on"]).spread(partial(_volume, law=law))
    columns.update({name: found.item(name) for name in found.values[0]})
    columns.update({
        "volume_reported": cells.role("value"), "unit_reported": cells.role("unit"),
        "value_kind": value.pick("kind"), "value_why": value.pick("why"), "volume": value.pick("number"),
        "unit_state": unit.pick("state"), "unit_question": unit.pick("question"), "unit_text": cells.role("unit"),
        "unit": unit.map(lambda one: one.unit or None), "dimension": unit.map(lambda one: one.dimension or None),
        "parameter": Coded.constant(FLOW, len(cells)), "parameter_reported": Coded.constant(FLOW, len(cells)),
    })
    columns["code_role"], columns["code_text"] = codes.faults()
    return Draft("flows", columns, whole, start)


def _period(cells: Cells, zone: ZoneInfo) -> dict[str, Coded]:
    """First and last day; a row without a last day is one day, and a period given by its month is the whole month."""
    first, last = (_days(cells, role, zone) for role in ("from", "until"))
    by_month = not any("%d" in form or "%j" in form for form in cells.profile.date_formats("from")) and cells.is_typed is False
    until = together(first, last).map(
        lambda pair: pair[1].day or (pair[0].day and (last_day_of_month(pair[0].day) if by_month else pair[0].day))
    )
    said: list[Any] = []
    for role, moments, needed in (("from", first, True), ("until", last, False)):
        both = together(moments, cells.role(role))
        for place, (moment, text) in enumerate(both.values):
            if moment.state != READ and (needed or moment.state != EMPTY):
                said.append((both.codes == place, (role, "missing" if moment.state == EMPTY else moment.state, text)))
    fault = first_said(len(cells), said)
    return {
        "from_on": first.pick("day"), "until_on": until,
        "period_reported": together(cells.role("from"), cells.role("until")).map(lambda pair: " to ".join(one for one in pair if one)),
        "date_role": fault.item(0), "date_state": fault.map(lambda one: one[1] if one else READ),
        "date_text": fault.item(2),
    }


def _days(cells: Cells, role: str, zone: ZoneInfo) -> Coded:
    formats, clock = cells.profile.date_formats(role) or cells.profile.date_formats("from"), clock_of(cells.profile.zone, zone)

    def read(text: str) -> Moment:
        return read_moment(text, formats, clock, is_typed=cells.is_typed)

    return cells.role(role).map(read)


def _volume(value: MeasuredText, unit: UnitRead, first: date | None, last: date | None, law: Law) -> dict[str, Any]:
    canonical: Decimal | None = None
    conversion = law.units.rule(unit.unit) if unit.state == KNOWN else ""
    if value.number is not None and unit.state == KNOWN:
        canonical = law.units.to_canonical(value.number, unit.unit)
        if unit.dimension == "flow":
            days = None if first is None or last is None or last < first else (last - first).days + 1
            canonical = None if days is None else canonical * days
            conversion += f" x {days} d = m3"
    return {"canonical": canonical, "conversion": conversion, "fits_record": fits(value.number) and fits(canonical)}
