"""What one finding of the week says: a measured quantity, the limits that judge it, the reason, the samples behind it.

One measurement is often judged by several limits (as a sample, as the only value of its day, as the month so far). Such
verdicts are one finding: the strictest limit leads, the others follow it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from headworks.core import reasons, written
from headworks.core.week_sources import Row, Source, sources

PENDING = "period not over yet"  # the words with which averages.sql marks a period that later data can still change
_ORDER = ("sample", "reading", "day", "month", "rolling_30_days")


@dataclass(frozen=True)
class Against:
    """One limit a quantity was judged by."""

    verdict_id: str
    kind: str
    amount: str
    over: str
    citation: str
    url: str
    note: str

    @property
    def limit(self) -> str:
        """Kind and amount in one."""
        return f"{self.kind} {self.amount}".strip()


@dataclass(frozen=True)
class Finding:
    """One measurement or average, and what it is judged by.

    Attributes
    ----------
    key : str
        Verdict id of the leading limit.
    against : tuple of Against
        The strictest limit first.
    reason, mend : str
        Why it is undecided and what would settle it; empty for an exceedance.
    severity : float
        For putting the worst first, nothing else.
    repeats : int
        How many 30-day windows of the week this one, the latest, stands for.
    by_user : bool
        True if the user's own sampling shows it.
    """

    key: str
    user_id: str
    point_id: str
    parameter: str
    parameter_name: str
    dimension: str | None
    judged_on: str
    quantity: str
    day: date
    when: str
    value: str
    against: tuple[Against, ...]
    reason: str
    mend: str
    sources: tuple[Source, ...]
    severity: float
    repeats: int
    by_user: bool
    result_ids: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def first(self) -> Against:
        """The limit that leads."""
        return self.against[0]


def gather(rows: Iterable[Row], results: dict[str, Row], readings: dict[str, Row], zone: ZoneInfo) -> list[Finding]:
    """Put verdicts on the same measurement together, the worst finding first.

    Parameters
    ----------
    rows : iterable of dict
        Rows of ``week_verdicts`` of one sort: all exceedances, all flags or all undecided.
    results : dict
        Rows of ``week_results`` by result id.
    readings : dict
        Rows of ``week_readings`` by verdict id.
    zone : ZoneInfo
        Zone of the local days.
    """
    blocks: dict[tuple[Any, ...], list[tuple[Row, int]]] = defaultdict(list)
    for row, repeats in _latest_windows(rows):
        measured = tuple(sorted(row["result_ids"] or ())) or row["quantity_id"]
        blocks[row["user_id"], row["point_id"], row["parameter"], row["reason"], measured].append((row, repeats))
    found = [_finding(block, results, readings, zone) for block in blocks.values()]
    return sorted(found, key=lambda f: (f.user_id, -f.severity, f.point_id, f.parameter, f.day, f.key))


def _latest_windows(rows: Iterable[Row]) -> list[tuple[Row, int]]:
    # Windows of 30 days that end on neighbouring days share most of their values: one finding, the latest, says it.
    single: list[tuple[Row, int]] = []
    windows: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in rows:
        if row["judged_on"] == "rolling_30_days":
            windows[row["user_id"], row["point_id"], row["parameter"], row["limit_id"], row["reason"]].append(row)
        else:
            single.append((row, 1))
    return single + [(max(group, key=lambda row: row["day"]), len(group)) for group in windows.values()]


def _finding(
    block: list[tuple[Row, int]], results: dict[str, Row], readings: dict[str, Row], zone: ZoneInfo
) -> Finding:
    block = sorted(block, key=lambda pair: _strictness(pair[0]))
    row, repeats = block[0]
    behind = [results[key] for key in row["result_ids"] or () if key in results]
    why = reasons.reason(row["reason"]) if row["reason"] else None
    return Finding(
        key=row["verdict_id"],
        user_id=row["user_id"],
        point_id=row["point_id"],
        parameter=row["parameter"],
        parameter_name=row["parameter_name"],
        dimension=row["dimension"],
        judged_on=row["judged_on"],
        quantity=reasons.quantity(row["judged_on"]),
        day=row["day"],
        when=_when(row, behind, readings, repeats, zone),
        value=value_text(row, behind),
        against=tuple(_against(each) for each, _ in block),
        reason=why.words if why else "",
        mend=why.mend if why else "",
        sources=sources(row, behind, readings, zone),
        severity=_severity(row),
        repeats=repeats,
        by_user=any(each["collected_by"] == "user" for each in behind),
        result_ids=tuple(row["result_ids"] or ()),
        rows=tuple(each for each, _ in block),
    )


def _strictness(row: Row) -> tuple[Any, ...]:
    # What was measured leads before an average that it is part of, and the period that is over before one that is not.
    order = _ORDER.index(row["judged_on"]) if row["judged_on"] in _ORDER else len(_ORDER)
    is_average = row["judged_on"] in ("month", "rolling_30_days")
    return (is_average, not row["is_most_stringent"], -(row["times_over"] or 0), order, row["limit_id"] or "")


def _severity(row: Row) -> float:
    # Only for the order: a pH unit counts as one time the limit, ten degrees count as one.
    distance = _distance(row)
    scale = 10.0 if row["dimension"] == "temperature" else 1.0
    return row["times_over"] or (1 + float(abs(distance)) / scale if distance is not None else 1.0)


def _distance(row: Row) -> Decimal | None:
    """How far below the minimum (negative) or above the maximum, in the limit's unit."""
    value, minimum, maximum = row["value"], row["minimum"], row["maximum"]
    if value is None or row["unit"] != row["limit_unit"]:
        return None
    if minimum is not None and value <= minimum:
        return Decimal(value - minimum)
    return Decimal(value - maximum) if maximum is not None and value >= maximum else None


def limit_amount(row: Row) -> str:
    """Write a limit's numbers as its source prints them, with the unit.

    Examples
    --------
    >>> limit_amount({"limit_id": "a/b", "printed": "5.0 to 9.0", "limit_unit": "s.u."})
    '5.0 to 9.0 s.u.'
    >>> limit_amount({"limit_id": "a/b", "printed": "0.2 mg/l", "limit_unit": "mg/L"})
    '0.2 mg/l'
    """
    printed, unit = (row["printed"] or "").strip(), row["limit_unit"] or ""
    if not unit or unit.casefold() in printed.casefold():
        return printed.replace("degF", "°F").replace("degC", "°C")
    return f"{printed} {written.unit(unit)}".strip()


def limit_kind(row: Row) -> str:
    """Name the kind of a limit, or say that there was none.

    Examples
    --------
    >>> limit_kind({"limit_id": "a/b", "kind": "daily_maximum"}), limit_kind({"limit_id": None})
    ('daily maximum', 'no limit in force')
    """
    return "no limit in force" if row["limit_id"] is None else reasons.kind(row["kind"])


def _against(row: Row) -> Against:
    return Against(
        verdict_id=row["verdict_id"],
        kind=limit_kind(row),
        amount=limit_amount(row),
        over=over_text(row) if row["verdict"] == "exceeds" else "",
        citation=row["citation"] or "",
        url=link(row["url"]),
        note=row["note"] or "",
    )


def link(url: str | None) -> str:
    """Keep an address only if it is a web page: limit files are data, and a page must not run them.

    Examples
    --------
    >>> link("https://www.ecfr.gov/"), link("javascript:alert(1)"), link(None)
    ('https://www.ecfr.gov/', '', '')
    """
    return url if url and url.startswith(("https://", "http://")) else ""


def over_text(row: Row) -> str:
    """Write how far beyond its limit a value is: a ratio, or a distance where ratios mean nothing (pH, temperature)."""
    distance = _distance(row)
    if row["times_over"] is not None:
        return written.times(row["times_over"])
    if distance is None:
        return ""
    if distance == 0:
        return "at the bound"
    return f"{written.number(abs(distance))} {written.unit(row['unit'])} {'below' if distance < 0 else 'above'}"


def value_text(row: Row, behind: list[Row]) -> str:
    """Write the judged quantity in the limit's unit; a single result keeps the laboratory's digits."""
    value, unit = row["value"], written.unit(row["unit"])
    one = behind[0] if len(behind) == 1 and row["n_results"] == 1 else None
    if value is None:
        return "no level given"
    sign = ">" if row["at_most"] is None else "<" if row["n_non_detects"] == row["n_results"] else ""
    if one is not None and one["unit"] == row["unit"] and one["value"] is not None:
        return f"{sign}{written.laboratory_number(one['value'], one['value_reported'])} {unit}".strip()
    bounds = [each for each in (row["minimum"], row["maximum"]) if each is not None]
    near = min(bounds, key=lambda bound: abs(bound - value)) if bounds and row["unit"] == row["limit_unit"] else None
    text = written.exact(value) if row["n_results"] == 1 else written.number(value, apart_from=near)
    return f"{sign}{text} {unit}".strip()


def _when(row: Row, behind: list[Row], readings: dict[str, Row], repeats: int, zone: ZoneInfo) -> str:
    judged_on, day = row["judged_on"], row["day"]
    if judged_on == "month":
        return f"{written.month(day)}{' so far' if PENDING in (row['note'] or '') else ''}"
    if judged_on == "rolling_30_days":
        text = f"30 days to {written.day(day)}"
        return text if repeats == 1 else f"{text}, the latest of {repeats} such windows"
    if row["period_from"] and row["period_until"] and row["period_from"] != row["period_until"]:
        return written.days(row["period_from"], row["period_until"])
    at = readings[row["verdict_id"]]["read_at"] if row["verdict_id"] in readings else None
    if at is None and len(behind) == 1 and behind[0]["has_time"]:
        at = behind[0]["started_at"]
    return f"{written.day(day)}, {written.clock(written.local(at, zone))}" if at else written.day(day)
