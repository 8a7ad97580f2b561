"""How the report's charts are drawn: shapes tell values apart and dashes limits, so that they print in grey."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from io import BytesIO
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter, date2num
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.path import Path as MarkerPath

from headworks.core.charts import Chart, LimitLine, Point

_INK, _MUTED, _GRID, _LIMIT, _WEEK = "#16324a", "#5b6773", "#dfe4e8", "#a3262a", "#eef1f4"
# Lines differ by dashes and values by shape, so the chart reads the same in grey and to colour-blind eyes.
_DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (7, 2, 1.5, 2)), (0, (1, 1)))
# An open circle with an arrow down: the value is somewhere below. Matplotlib scales a marker to its farthest vertex.
_ARROW = MarkerPath([(0, -0.5), (0, -1.7), (-0.4, -1.25), (0, -1.7), (0.4, -1.25)], [1, 2, 1, 2, 2])
_OPEN_WITH_ARROW = MarkerPath.make_compound_path(MarkerPath.circle(radius=0.6), _ARROW)
_LOG_FROM = 30.0  # highest value over lowest drawn limit at which a linear axis would flatten what matters
_RC: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 7.5,
    "svg.fonttype": "path",
    "axes.edgecolor": _MUTED,
    "axes.linewidth": 0.7,
    "xtick.color": _MUTED,
    "ytick.color": _MUTED,
    "axes.labelcolor": _INK,
    "text.color": _INK,
    "path.simplify": True,
}


def draw_chart(chart: Chart) -> Figure:
    """Draw one chart: values, logger ranges or readings, and the limits as labelled lines below the plotting area.

    Parameters
    ----------
    chart : Chart
        What to draw.

    Returns
    -------
    Figure
        Nothing is written or shown.
    """
    with mpl.rc_context(_RC):
        figure = Figure(figsize=(6.6, 1.85 + 0.155 * (1 + len(chart.limits))), layout="constrained")
        axes = figure.add_subplot()
        if chart.week[0] != chart.week[1]:
            axes.axvspan(
                _number(chart.week[0]), _number(chart.week[1] + timedelta(days=1)), color=_WEEK, lw=0, zorder=0
            )
        handles = [*_draw_ranges(axes, chart), *_draw_readings(axes, chart), *_draw_points(axes, chart.points)]
        top = _top(chart)
        handles += [_draw_limit(axes, line, _DASHES[at], chart, top) for at, line in enumerate(chart.limits)]
        _dress(axes, chart, top)
        figure.legend(
            handles=handles,
            loc="outside lower left",
            ncols=1 if chart.limits else 3,
            frameon=False,
            handlelength=3.2,
            fontsize=7.2,
            labelspacing=0.45,
            borderpad=0.1,
        )
    return figure


def svg(figure: Figure, *, salt: str) -> bytes:
    """Write a figure as SVG, byte for byte the same for the same data.

    Parameters
    ----------
    figure : Figure
        What was drawn.
    salt : str
        Makes the ids within the file the chart's own.
    """
    target = BytesIO()
    with mpl.rc_context({**_RC, "svg.hashsalt": salt}):
        figure.savefig(target, format="svg", metadata={"Date": None, "Creator": None})
    return target.getvalue()


def _number(at: date | datetime) -> float:
    return float(date2num(at))  # type: ignore[no-untyped-call]


def _draw_points(axes: Axes, points: tuple[Point, ...]) -> list[Line2D]:
    looks: dict[str, dict[str, Any]] = {
        "detected": {"marker": "o", "mfc": _INK, "label": "measured"},
        "non_detect": {
            "marker": _OPEN_WITH_ARROW,
            "ms": 12,
            "mfc": "white",
            "label": "not detected: at most this reporting limit",
        },
        "above_range": {"marker": "^", "mfc": "white", "label": "above the range of the method"},
    }
    shared: dict[str, Any] = {"ls": "", "ms": 4.2, "mec": _INK, "mew": 0.9, "zorder": 4, "clip_on": False}
    handles = []
    for style, look in looks.items():
        chosen = [point for point in points if point.style == style]
        if chosen:
            at, values = [_number(point.at) for point in chosen], [point.value for point in chosen]
            handles += axes.plot(at, values, **(shared | look))
    ringed = [point for point in points if point.is_ringed]
    if ringed:
        handles += axes.plot(
            [_number(p.at) for p in ringed],
            [p.value for p in ringed],
            ls="",
            marker="o",
            ms=10,
            mfc="none",
            mec=_LIMIT,
            mew=1.4,
            zorder=5,
            clip_on=False,
            label="this week's finding: ringed",
        )
    return handles


def _draw_ranges(axes: Axes, chart: Chart) -> list[Line2D]:
    if not chart.ranges:
        return []
    at = [_number(each.day) + 0.5 for each in chart.ranges]
    width = max(0.8, min(6.0, 330 / max(1, (chart.last_at - chart.first_at).days)))  # about a day, in points
    axes.vlines(at, [r.lowest for r in chart.ranges], [r.highest for r in chart.ranges], color=_INK, lw=width, zorder=3)
    return [Line2D([], [], color=_INK, lw=2.5, label="lowest to highest logger reading of the day")]


def _draw_readings(axes: Axes, chart: Chart) -> list[Line2D]:
    if not chart.readings:
        return []
    return list(
        axes.plot(
            [_number(at) for at, _ in chart.readings],
            [value for _, value in chart.readings],
            color=_INK,
            lw=1.1,
            marker=".",
            ms=2.4,
            zorder=3,
            label="logger reading",
        )
    )


def _values(chart: Chart) -> list[float]:
    values = [point.value for point in chart.points] + [value for _, value in chart.readings]
    return values + [each for r in chart.ranges for each in (r.lowest, r.highest)]


def _top(chart: Chart) -> float:
    """Highest value that must be seen; a limit far above it is named, not drawn, so the values keep their shape."""
    values = _values(chart)
    highest = max(values, default=1.0)
    leading = [s.maximum for line in chart.limits[:1] for s in line.steps if s.maximum is not None]
    return max([highest, *leading])


def _draw_limit(axes: Axes, line: LimitLine, dashes: Any, chart: Chart, top: float) -> Line2D:
    is_drawn = False
    for step in line.steps:
        start = max(_number(chart.first_at), _number(step.first_on))
        end = min(
            _number(chart.last_at), _number(step.last_on) + 1 if step.last_on.year < 9999 else _number(chart.last_at)
        )
        for bound in (step.minimum, step.maximum):
            if bound is not None and start < end and bound <= 3 * top:
                axes.plot([start, end], [bound, bound], color=_LIMIT, lw=1.2, ls=dashes, zorder=2)
                is_drawn = True
    label = line.label if is_drawn else f"{line.label} (above this chart)"
    return Line2D([], [], color=_LIMIT, lw=1.2, ls=dashes, label=label)


def _dress(axes: Axes, chart: Chart, top: float) -> None:
    axes.set_xlim(_number(chart.first_at), _number(chart.last_at))
    locator = AutoDateLocator(minticks=3, maxticks=8)  # type: ignore[no-untyped-call]
    axes.xaxis_date()
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(_date_words(locator))
    values = _values(chart)
    bounds = [s.maximum for line in chart.limits for s in line.steps if s.maximum is not None]
    lowest = min(values, default=0.0)
    if lowest > 0 and bounds and min(bounds) > 0 and top / min(bounds) >= _LOG_FROM:
        axes.set_yscale("log")
    elif lowest >= 0 and chart.from_zero:
        axes.margins(y=0.1)
        axes.set_ylim(0, axes.get_ylim()[1])
    else:
        axes.margins(y=0.12)
    axes.set_ylabel(chart.unit)
    axes.grid(axis="y", color=_GRID, lw=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _date_words(locator: AutoDateLocator) -> ConciseDateFormatter:
    # The larger unit stands at its first tick (Jan 2026, 1 Nov), so that no date hangs below the axis.
    return ConciseDateFormatter(  # type: ignore[no-untyped-call]
        locator,
        formats=["%Y", "%b", "%d %b", "%H:%M", "%H:%M", "%H:%M:%S"],
        zero_formats=["", "%b %Y", "%d %b", "%d %b", "%H:%M", "%H:%M"],
        show_offset=False,
    )
