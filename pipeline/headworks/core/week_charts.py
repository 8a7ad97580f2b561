"""Which charts a week needs: twelve months of each parameter with a finding, and the hours of each logger slug."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from headworks.core import reasons, written
from headworks.core.charts import Chart, DayRange, LimitLine, Point, Step
from headworks.core.engine import Setting
from headworks.core.week_findings import Finding
from headworks.core.week_rows import Rows, ask
from headworks.core.week_slugs import Slug
from headworks.core.weeks import Week

MOST_CHARTS = 24  # beyond this a page no longer helps; what is left out is named
MOST_LIMITS = 4
NO_ZERO = ("ph", "temperature")  # dimensions whose zero means nothing
_MARGIN_MINUTES = 60
_DAYS_SHOWN = 365
_DAYS_AT_LEAST = 42  # a single value drawn over one week would look like a trend


def charts(
    history: Rows, week: Week, findings: Iterable[Finding], slugs: Iterable[Slug], zone: ZoneInfo
) -> tuple[list[Chart], list[str]]:
    """Charts of the week in order of need, and the titles of those left out.

    Returns
    -------
    tuple
        At most ``MOST_CHARTS`` charts, and what was left out.
    """
    wanted: dict[tuple[Any, ...], list[Finding | Slug]] = defaultdict(list)
    titles: dict[tuple[Any, ...], str] = {}
    events = list(slugs)
    items: list[Finding | Slug] = [s for s in events if s.from_logger]
    items += findings
    items += [s for s in events if not s.from_logger]
    for item in items:
        unit = item.unit if isinstance(item, Slug) else item.rows[0]["unit"]
        logger = item.key if isinstance(item, Slug) and item.from_logger else ""
        statistic = (
            item.judged_on.removeprefix("reported:")
            if isinstance(item, Finding) and ":" in item.judged_on
            else "measured"
        )
        if item.dimension is None or not unit:
            continue
        key = (item.user_id, item.point_id, item.parameter, item.dimension, statistic, logger)
        titles.setdefault(key, f"{item.parameter_name} at {item.point_id}")
        wanted[key].append(item)
    drawn, left_out = list(wanted.items())[:MOST_CHARTS], list(wanted)[MOST_CHARTS:]
    made = []
    for key, concerned in drawn:
        first = concerned[0]
        if isinstance(first, Slug) and first.from_logger:
            made.append(_slug_chart(history, first, zone))
        else:
            made.append(_history_chart(history, week, key, concerned, titles[key], zone))
    return [chart for chart in made if chart.points or chart.ranges or chart.readings], [
        f"{titles[key]} ({key[0]})" for key in left_out
    ]


def _history_chart(
    history: Rows, week: Week, key: tuple[Any, ...], items: list[Finding | Slug], title: str, zone: ZoneInfo
) -> Chart:
    user_id, point_id, parameter, dimension, statistic, _ = key
    first = items[0]
    unit = first.unit if isinstance(first, Slug) else first.rows[0]["unit"]
    shared: dict[str, Setting] = {
        "user_id": user_id,
        "point_id": point_id,
        "parameter": parameter,
        "dimension": dimension,
        "unit": unit,
        "from_on": (week.last_on - timedelta(days=_DAYS_SHOWN)).isoformat(),
        "last_on": week.last_on.isoformat(),
    }
    # An average has no point of its own: its single results are not ringed, for they may each be far below the limit.
    ringed = {
        result
        for item in items
        if isinstance(item, Slug) or (not item.reason and item.judged_on not in ("month", "rolling_30_days"))
        for result in item.result_ids
    }
    points = tuple(
        Point(at_local(row, zone), row["value"], style(row["qualifier"]), row["result_id"] in ringed)
        for row in ask(history, "week_chart_points", statistic=statistic, **shared)
    )
    points += tuple(_logger_peaks(items, unit))
    ranges = tuple(
        DayRange(row["day"], row["lowest"], row["highest"]) for row in ask(history, "week_chart_days", **shared)
    )
    limits = limit_lines(ask(history, "week_chart_limits", **shared), items, unit)
    days = [point.at for point in points] + [midnight(each.day) for each in ranges] or [midnight(week.first_on)]
    return Chart(
        key="-".join(part for part in (user_id, point_id, parameter, dimension, statistic) if part != "measured"),
        user_id=user_id,
        title=title,
        unit=written.unit(unit),
        from_zero=dimension not in NO_ZERO,
        first_at=min(*days, midnight(week.last_on) - timedelta(days=_DAYS_AT_LEAST)) - timedelta(days=4),
        last_at=midnight(week.last_on) + timedelta(days=4),
        week=(week.first_on, week.last_on),
        points=points,
        ranges=ranges,
        readings=(),
        limits=limits,
        alt=in_words(title, unit, points, ranges, limits),
    )


def _logger_peaks(items: list[Finding | Slug], unit: str) -> list[Point]:
    """Where to ring the logger days of the week's findings: the range itself is drawn already."""
    found = [item for item in items if isinstance(item, Finding) and item.judged_on == "reading" and not item.reason]
    return [
        Point(midnight(finding.day) + timedelta(hours=12), float(finding.rows[0]["value"]), "reading", True)
        for finding in found
        if finding.rows[0]["unit"] == unit
    ]


def at_local(row: dict[str, Any], zone: ZoneInfo) -> datetime:
    """Local wall time of a result; midnight if only its day is known."""
    if row["has_time"] and row["started_at"] is not None:
        return written.local(row["started_at"], zone).replace(tzinfo=None)
    return midnight(row["day"])


def midnight(day: date) -> datetime:
    """Begin of a day."""
    return datetime(day.year, day.month, day.day)


def style(qualifier: str | None) -> str:
    """How a value is drawn, from its qualifier."""
    return {"at_most": "non_detect", "at_least": "above_range"}.get(
        qualifier or "", qualifier if qualifier in ("non_detect", "above_range") else "detected"
    )


def limit_lines(rows: list[dict[str, Any]], items: list[Finding | Slug], unit: str) -> tuple[LimitLine, ...]:
    """One line per entry of a book, what the week's findings name first, then the strictest."""
    exceeded = [row["limit_id"] for item in items if isinstance(item, Finding) for row in item.rows]
    entries: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        entries[row["book_id"], row["entry_id"]].append(row)

    def need(versions: list[dict[str, Any]]) -> tuple[Any, ...]:
        at = min(
            (exceeded.index(row["limit_id"]) for row in versions if row["limit_id"] in exceeded), default=len(exceeded)
        )
        return (at, min((row["maximum"] for row in versions if row["maximum"] is not None), default=0.0))

    lines = []
    for versions in sorted(entries.values(), key=need)[:MOST_LIMITS]:
        newest = versions[-1]
        steps = tuple(
            Step(row["effective_from"], row["effective_until"], row["minimum"], row["maximum"]) for row in versions
        )
        label = f"{reasons.kind(newest['kind'])} {_bounds(newest)} {written.unit(unit)}, {newest['citation']}"
        lines.append(LimitLine(label, steps))
    for item in items:
        if isinstance(item, Slug) and item.threshold_value is not None:
            lines.append(_threshold_line(item))
            break
    return tuple(lines)


def _bounds(row: dict[str, Any]) -> str:
    minimum, maximum = (None if each is None else f"{each:.6g}" for each in (row["minimum"], row["maximum"]))
    if minimum is None or maximum is None:
        one_sided = "" if row["kind"] != "range" else "at least " if maximum is None else "at most "
        return f"{one_sided}{minimum or maximum}"
    return f"{minimum} to {maximum}"


def _threshold_line(slug: Slug) -> LimitLine:
    shown = written.number(Decimal(str(slug.threshold_value)))
    label = f"slug threshold {shown} {written.unit(slug.unit)}, {slug.citation}"
    return LimitLine(label, (Step(date(1900, 1, 1), date(9999, 12, 31), None, slug.threshold_value),))


def _slug_chart(history: Rows, slug: Slug, zone: ZoneInfo) -> Chart:
    rows = ask(
        history,
        "week_event_readings",
        user_id=slug.user_id,
        point_id=slug.point_id,
        parameter=slug.parameter,
        dimension=slug.dimension,
        unit=slug.unit,
        from_at=slug.from_at.isoformat(sep=" "),
        until_at=slug.until_at.isoformat(sep=" "),
        margin_minutes=_MARGIN_MINUTES,
    )
    readings = tuple((written.local(row["read_at"], zone).replace(tzinfo=None), row["value"]) for row in rows)
    limits = (_threshold_line(slug),) if slug.threshold_value is not None else ()
    start, end = (written.local(at, zone).replace(tzinfo=None) for at in (slug.from_at, slug.until_at))
    margin = timedelta(minutes=_MARGIN_MINUTES)
    title = f"{slug.parameter_name} at {slug.point_id}, {written.day(start.date())}"
    return Chart(
        key=slug.key,
        user_id=slug.user_id,
        title=title,
        unit=written.unit(slug.unit),
        from_zero=slug.dimension not in NO_ZERO,
        first_at=start - margin,
        last_at=end + margin,
        week=(slug.day, slug.day),
        points=(),
        ranges=(),
        readings=readings,
        limits=limits,
        alt=f"{title}: {written.count(len(readings), 'logger reading')} from {written.clock(start - margin)} to "
        f"{written.clock(end + margin)}; above the threshold of {slug.threshold} {slug.when}, peak {slug.peak}.",
    )


def in_words(
    title: str, unit: str, points: tuple[Point, ...], ranges: tuple[DayRange, ...], limits: tuple[LimitLine, ...]
) -> str:
    """The chart in words, for those who cannot see it."""
    parts = []
    points = tuple(point for point in points if point.style != "reading")
    if points:
        highest = max(point.value for point in points)
        non_detects = sum(point.style == "non_detect" for point in points)
        ringed = sum(point.is_ringed for point in points)
        span = written.days(points[0].at.date(), points[-1].at.date())
        parts.append(
            f"{written.count(len(points), 'result')}, {span}, highest {highest:.4g} {written.unit(unit)}, "
            f"{written.count(non_detects, 'non-detect')}, {ringed} behind this week's findings"
        )
    if ranges:
        parts.append(
            f"logger ranges of {written.count(len(ranges), 'day')}, from {min(r.lowest for r in ranges):.4g} "
            f"to {max(r.highest for r in ranges):.4g} {written.unit(unit)}"
        )
    parts += [line.label for line in limits]
    return f"{title}: " + "; ".join(parts) + "."
