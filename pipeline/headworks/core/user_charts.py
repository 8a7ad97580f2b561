"""The chart an analyst asks for: one user's parameter at one point over any span of days."""

from __future__ import annotations

from datetime import date, timedelta
from zoneinfo import ZoneInfo

from headworks.core import written
from headworks.core.charts import Chart, DayRange, Point
from headworks.core.engine import Setting
from headworks.core.week_charts import NO_ZERO, at_local, in_words, limit_lines, midnight, style
from headworks.core.week_rows import Rows, ask


def user_chart(
    history: Rows, *, user_id: str, parameter: str, point_id: str, since: date | None, until: date | None, zone: ZoneInfo
) -> Chart | None:
    """Values and limits of one parameter; None if nothing was measured.

    Parameters
    ----------
    history : Rows
        The history, open for reading.
    point_id : str
        Empty for the point with most values.
    since, until : date, optional
        By default the first and the last day with a value.
    zone : ZoneInfo
        Of the times drawn.
    """
    subjects = ask(history, "chart_subject", user_id=user_id, parameter=parameter, point_id=point_id)
    if not subjects:
        return None
    subject = subjects[0]
    first, last, unit = since or subject["first_on"], until or subject["last_on"], subject["unit"]
    shared: dict[str, Setting] = {
        "user_id": user_id, "point_id": subject["point_id"], "parameter": parameter, "dimension": subject["dimension"], "unit": unit,
        "from_on": first.isoformat(), "last_on": last.isoformat(),
    }
    points = tuple(
        Point(at_local(row, zone), row["value"], style(row["qualifier"]), False)
        for row in ask(history, "week_chart_points", statistic="measured", **shared)
    )
    ranges = tuple(DayRange(row["day"], row["lowest"], row["highest"]) for row in ask(history, "week_chart_days", **shared))
    limits = limit_lines(ask(history, "week_chart_limits", **shared), [], unit)
    title = f"{subject['parameter_name']} at {subject['point_id']}"
    return Chart(
        key=f"{user_id}-{subject['point_id']}-{parameter}", user_id=user_id, title=title, unit=written.unit(unit),
        from_zero=subject["dimension"] not in NO_ZERO, first_at=midnight(first) - timedelta(days=4), last_at=midnight(last) + timedelta(days=4),
        week=(first, first), points=points, ranges=ranges, readings=(), limits=limits, alt=in_words(title, unit, points, ranges, limits),
    )
