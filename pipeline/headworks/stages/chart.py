"""Chart: one user's parameter over time against its limits."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from headworks.adapters.figures import draw_chart
from headworks.adapters.history import open_history
from headworks.core.user_charts import user_chart
from headworks.errors import UsageError
from headworks.workspace import Workspace

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def run(
    workspace: Workspace, *, user: str, parameter: str, point: str | None = None, since: str | date | None = None, until: str | date | None = None
) -> Figure:
    """Draw values, logger ranges and limits; the point with most values if none is named.

    Raises
    ------
    UsageError
        Nothing was measured there, or a day is none.
    """
    with open_history(workspace.history_file, workspace.engine) as history:
        chart = user_chart(
            history, user_id=user, parameter=parameter, point_id=point or "", since=_day(since), until=_day(until), zone=workspace.time_zone
        )
    if chart is None:
        raise UsageError(
            f"nothing was measured of {parameter!r} at {user}" + (f", point {point}" if point else ""),
            mend='ask `select distinct user_id, point_id, parameter from results` for what there is',
        )
    return draw_chart(chart)


def _day(text: str | date | None) -> date | None:
    if text is None or isinstance(text, date):
        return text
    try:
        return date.fromisoformat(text)
    except ValueError as cause:
        raise UsageError(f"not a day: {text!r}", mend="write it as 2026-11-16") from cause
