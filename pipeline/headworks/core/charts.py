"""What one chart shows, ready to be drawn: values, logger ranges or readings, and limits over time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True)
class Point:
    """One value: ``style`` is detected, non_detect (at its reporting limit), above_range or reading (of a range)."""

    at: datetime
    value: float
    style: str
    is_ringed: bool


@dataclass(frozen=True)
class DayRange:
    """Lowest and highest logger reading of a day."""

    day: date
    lowest: float
    highest: float


@dataclass(frozen=True)
class Step:
    """A limit's numbers from its first to its last day."""

    first_on: date
    last_on: date
    minimum: float | None
    maximum: float | None


@dataclass(frozen=True)
class LimitLine:
    """One limit over time, labelled with its words and citation."""

    label: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Chart:
    """Everything a figure draws; times are local wall times.

    Attributes
    ----------
    key : str
        Stable name, also the salt of the figure's ids.
    alt : str
        The chart in words.
    from_zero : bool
        True if the axis of values begins at 0.
    week : tuple of date
        Monday and Sunday to shade; equal days for none.
    """

    key: str
    user_id: str
    title: str
    unit: str
    from_zero: bool
    first_at: datetime
    last_at: datetime
    week: tuple[date, date]
    points: tuple[Point, ...]
    ranges: tuple[DayRange, ...]
    readings: tuple[tuple[datetime, float], ...]
    limits: tuple[LimitLine, ...]
    alt: str
