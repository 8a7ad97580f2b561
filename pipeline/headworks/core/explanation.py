"""How one verdict, event or result came about: file row, unit step, arithmetic, limit and citation, for someone who doubts it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from headworks.core import reasons, written

Row = dict[str, Any]

_MOST_TERMS = 31  # daily values of an average that are written out one by one


@dataclass(frozen=True)
class Explanation:
    """One explained row.

    Attributes
    ----------
    id : str
        Verdict (V-), event (E-) or result (R-).
    subject : dict
        The row itself, with the names and the law that belong to it.
    results, readings : list of dict
        The evidence behind it.
    arithmetic : list of str
        Each step from the evidence to the number that was compared.
    """

    id: str
    subject: Row
    results: list[Row]
    readings: list[Row]
    arithmetic: list[str]

    def to_dict(self) -> Row:
        """Everything, for JSON."""
        return {
            "id": self.id, "subject": self.subject, "arithmetic": self.arithmetic,
            "results": self.results, "readings": self.readings,
        }

    def text(self, zone: ZoneInfo) -> str:
        """Everything, for a reader; times in ``zone``."""
        lines = _heading(self.id, self.subject)
        lines += _section("Evidence", [*_results(self.results, zone), *_readings(self.readings, zone)])
        lines += _section("Arithmetic", self.arithmetic)
        lines += _section("Law", _law(self.subject))
        lines += _section("Read with it", _notes(self.subject))
        if "limits_digest" in self.subject:
            lines += ["", f"  made with limits {self.subject['limits_digest'][:12]}, headworks {self.subject['version']}"]
        return "\n".join(lines)


def explain(id: str, subject: Row, results: list[Row], readings: list[Row], zone: ZoneInfo) -> Explanation:
    """Put together what the rules ``explain_*`` found about one row."""
    if id.startswith("V-"):
        steps = [*_verdict_steps(subject, results), *_reading_steps(subject, readings)]
    elif id.startswith("E-"):
        steps = [*_event_steps(subject, results, zone), *_reading_steps(subject, readings)]
    else:
        steps = [_unit_step(row) for row in results]
    return Explanation(id, subject, results, readings, steps)


def _heading(id: str, s: Row) -> list[str]:
    who = f"{s.get('user_id', '')} {s.get('user_name') or ''}".strip()
    what = f"{who}, point {s.get('point_id')}, {s.get('parameter_name') or s.get('parameter')}"
    if id.startswith("V-"):
        shown = _shown(s)
        first = f"{id}: {s['verdict']}" + (f" ({reasons.reason(s['reason']).words})" if s["reason"] else "")
        judged = f"{reasons.quantity(s['judged_on'])} of {written.days(s['period_from'], s['period_until'])}: {shown}"
        if s["printed"]:
            judged += f"; {reasons.kind(s['kind'])}: {s['printed']}"
        if s["times_over"] is not None and s["verdict"] == "exceeds":
            judged += f"; {written.times(s['times_over'])} the limit"
        return [first, f"  {what}", f"  {judged}"]
    if id.startswith("E-"):
        return [f"{id}: {s['kind'].replace('_', ' ')}", f"  {what}", f"  {written.day(s['day'])}"]
    return [f"{id}: a result", f"  {what}"]


def _shown(s: Row) -> str:
    unit = written.unit(s["unit"])
    if s["n_results"] == s["n_non_detects"] and s["value"] is not None:
        return f"not detected, below {written.number(s['value'])} {unit}" if s["at_most"] is not None else "not detected, level not given"
    if s["at_most"] is None:
        return f"more than {written.number(s['value'])} {unit}"
    return f"{written.number(s['value'], digits=6)} {unit}"


def _section(title: str, lines: list[str]) -> list[str]:
    return ["", f"  {title}", *(f"    {line}" for line in lines)] if lines else []


def _results(rows: list[Row], zone: ZoneInfo) -> list[str]:
    lines = []
    for row in rows:
        when = f"{written.local(row['started_at'], zone):%Y-%m-%d %H:%M}" if row["has_time"] and row["started_at"] else f"{row['day']}"
        lines.append(
            f"{row['result_id']}: {row['parameter_reported']} \"{row['value_reported']}\" {row['unit_reported']}".rstrip()
            + (f" [{row['qualifier_reported']}]" if row["qualifier_reported"] else "")
        )
        lines.append(
            f"    {row['source_file']}, row {row['source_row']}; sample {row['sample_id']}, "
            f"{row['sample_type'].replace('_', ' ')}, {when}" + (f"; {row['lab']}" if row["lab"] else "")
        )
        if row["supersedes"]:
            lines.append(f"    replaces {', '.join(row['supersedes'].split())}")
    return lines


def _readings(rows: list[Row], zone: ZoneInfo) -> list[str]:
    return [
        f"{row['what']} reading \"{row['value_reported']}\" {row['unit_reported']} at {written.local(row['read_at'], zone):%Y-%m-%d %H:%M:%S}"
        f"; {row['source_file']}, row {row['source_row']}"
        for row in rows
    ]


def _unit_step(row: Row) -> str:
    low, high = row["at_least"], row["at_most"]
    unit = written.unit(row["canonical_unit"])
    if row["qualifier"] == "below_range":
        known = f"below the scale: {written.exact(high)} {unit} or less"
    elif row["qualifier"] in ("non_detect", "at_most"):
        known = "no level given: from 0 upwards" if high is None else f"from 0 to {written.exact(high)} {unit}"
        known = f"not detected, {known}"
    elif high is None:
        known = f"above range: {written.exact(low)} {unit} or more"
    else:
        known = f"{written.exact(low)} {unit}"
    return f"{row['result_id']}: {known}" + (f" ({row['conversion']})" if row["conversion"] else "")


def _ends(lows: list[Decimal], highs: list[Decimal | None]) -> list[tuple[str, list[Decimal]]]:
    ends = [("", lows)] if lows == highs else [("lower end: ", lows)]
    known = [high for high in highs if high is not None]
    if lows != highs and len(known) == len(highs):
        ends.append(("upper end: ", known))
    return ends


def _mean_steps(rows: list[Row], label: str) -> list[str]:
    steps = []
    for end, values in _ends([row["at_least"] for row in rows], [row["at_most"] for row in rows]):
        if len(values) > 1:
            terms = " + ".join(map(written.exact, values))
            steps.append(f"{label}: {end}({terms}) / {len(values)} = {written.number(_mean(values), digits=8)}")
    return steps


def _average_steps(s: Row, by_day: dict[date, list[Row]]) -> list[str]:
    n = len(by_day)
    if s["limit_dimension"] == "mass":
        return [f"mean of {n} daily values: {_span(s)}"]
    steps = []
    days = by_day.values()
    lows = [_mean([row["at_least"] for row in rows]) for rows in days]
    highs = [None if any(row["at_most"] is None for row in rows) else _mean([row["at_most"] for row in rows]) for rows in days]
    for end, values in _ends(lows, highs):
        if 1 < n <= _MOST_TERMS:
            shown = " + ".join(written.number(value, digits=8) for value in values)
            steps.append(f"mean of {n} daily values: {end}({shown}) / {n} = {written.number(_mean(values), digits=8)}")
    return steps or [f"mean of {n} daily values: {_span(s)}"]


def _mean(values: list[Decimal]) -> Decimal:
    return sum(values, Decimal()) / len(values)


def _span(s: Row) -> str:
    low, high = s["at_least"], s["at_most"]
    if high is None or low == high:
        return written.number(low, digits=8)
    return f"from {written.number(low, digits=8)} to {written.number(high, digits=8)}"


def _verdict_steps(s: Row, results: list[Row]) -> list[str]:
    steps = [_unit_step(row) for row in results]
    by_day: dict[date, list[Row]] = defaultdict(list)
    for row in results:
        by_day[row["day"]].append(row)
    if s["judged_on"] in ("day", "month", "rolling_30_days") and s["limit_dimension"] != "mass":
        for day, rows in by_day.items():
            steps += _mean_steps(rows, f"daily value of {day}")
    if s["judged_on"] in ("month", "rolling_30_days"):
        steps += _average_steps(s, by_day)
    for end, allowed in (("maximum", s["maximum_allowed"]), ("minimum", s["minimum_allowed"])):
        if s["limit_id"] and s[f"{end}_canonical"] is not None:
            unit = written.unit(s["canonical_unit"])
            itself = "meets" if allowed else "exceeds"
            steps.append(f"{end} it is compared with: {written.exact(s[end + '_canonical'])} {unit}".rstrip() + f" (exactly this {itself})")
    if s["depends_on_rule"]:
        steps.append(f"the two ends disagree: the book's non-detect rule ({s['non_detect_rule']}) decides")
    return steps


def _reading_steps(s: Row, readings: list[Row]) -> list[str]:
    """Units of the readings named as evidence, and the mean of a logger day from its sum."""
    steps = [
        f"{row['what']}: {row['value_reported']} {row['unit_reported']} = {written.exact(row['canonical'])} {written.unit(row['canonical_unit'])}"
        for row in readings
    ]
    if str(s.get("quantity_id", "")).startswith("readings|mean|") and s["at_least"] is not None:
        unit, n = written.unit(s["canonical_unit"]), s["n_results"]
        total = written.number(s["at_least"] * n, digits=12)
        steps.append(
            f"mean of {n} readings: {total} / {n} = {written.number(s['at_least'], digits=10)} {unit}"
            f" = {written.number(s['value'], digits=10)} {written.unit(s['unit'])}"
        )
    return steps


def _event_steps(s: Row, results: list[Row], zone: ZoneInfo) -> list[str]:
    unit = written.unit(s["canonical_unit"])
    steps = [_unit_step(row) for row in results]
    if s["base_value"] is not None:
        own = f"mean of the {s['n_base']} average 24-hour values of the {s['baseline_days']} days before"
        base = "normal sewage" if s["base"] == "normal_sewage" else own
        steps.append(f"base: {s['base_value']:.6g} {unit} ({base})")
        steps.append(f"threshold: {written.exact(s['multiple'])} x {s['base_value']:.6g} = {s['threshold']:.6g} {unit}")
    if s["minutes"] is not None:
        first, last = written.local(s["from_at"], zone), written.local(s["until_at"], zone)
        need = f"{s['least_minutes']} minutes or more" if s["duration_is_enough"] else f"longer than {s['least_minutes']} minutes"
        steps.append(
            f"{s['n_values']} values above, from {first:%H:%M:%S} to {last:%H:%M:%S}: {s['minutes']:g} minutes; the rule asks for {need}"
        )
    if s["peak"] is not None:
        steps.append(f"peak: {written.number(s['peak'], digits=6)} {unit}")
    return steps


def _law(s: Row) -> list[str]:
    if not s.get("citation"):
        return ["no limit was in force for this result on its day"] if "verdict" in s else []
    until = "still in force" if f"{s['effective_until']:%Y}" == "9999" else f"until {s['effective_until']}"
    name = s.get("limit_id") or s.get("rule_id")
    lines = [f"{name}, in force from {s['effective_from']}, {until}", s["citation"]]
    if s.get("derived_from"):
        lines.append(f"derived: {s['derived_from']}")
    if s.get("quote"):
        lines.append(f'"{s["quote"]}"')
    return [*lines, s["url"]] if s.get("url") else lines


def _notes(s: Row) -> list[str]:
    notes = [part for part in (s.get("note") or "").split("; ") if part]
    if s.get("limit_note") and s["limit_note"] not in notes:
        notes.append(s["limit_note"])
    if s.get("reason"):
        notes.append(f"to settle it: {reasons.reason(s['reason']).mend}")
    return notes
