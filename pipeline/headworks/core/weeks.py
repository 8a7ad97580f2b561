"""Which days a week holds: ISO 8601 weeks, Monday to Sunday, written 2026-W47."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from headworks.errors import UsageError

_WEEK = re.compile(r"(\d{4})-?W(\d{2})\Z", re.IGNORECASE)


@dataclass(frozen=True)
class Week:
    """One ISO week.

    Attributes
    ----------
    text : str
        Its name, such as ``2026-W47``.
    first_on, last_on : date
        Its Monday and Sunday.

    Examples
    --------
    >>> week_of(date(2027, 1, 3))
    Week(text='2026-W53', first_on=datetime.date(2026, 12, 28), last_on=datetime.date(2027, 1, 3))
    """

    text: str
    first_on: date
    last_on: date

    @property
    def settings(self) -> dict[str, str]:
        """The two days as settings of the ``week_*`` rules."""
        return {"first_on": self.first_on.isoformat(), "last_on": self.last_on.isoformat()}


def week_of(day: date) -> Week:
    """Give the week a day is in.

    Examples
    --------
    >>> week_of(date(2026, 11, 22)).text, week_of(date(2026, 11, 23)).text
    ('2026-W47', '2026-W48')
    """
    year, number, weekday = day.isocalendar()
    first_on = day - timedelta(days=weekday - 1)
    return Week(f"{year}-W{number:02d}", first_on, first_on + timedelta(days=6))


def parse_week(text: str) -> Week:
    """Read a week as a person writes it.

    Raises
    ------
    UsageError
        The text is no week, or the year has no such week.

    Examples
    --------
    >>> parse_week("2026-W47").first_on
    datetime.date(2026, 11, 16)
    >>> parse_week("2026-W60")
    Traceback (most recent call last):
    headworks.errors.UsageError: no such week: 2026-W60
      mend:   give a week from 2026-W01 to 2026-W53
    """
    found = _WEEK.match(text.strip())
    if not found:
        raise UsageError(
            f"not a week: {text!r}",
            why="a week is an ISO year and a number, Monday to Sunday",
            mend="write it like 2026-W47, or leave it out for the latest week with data",
            effect="no report was written",
        )
    year, number = int(found[1]), int(found[2])
    try:
        return week_of(date.fromisocalendar(year, number, 1))
    except (ValueError, OverflowError) as cause:
        nearest = min(max(year, 1), 9998)  # the years whose weeks a calendar can hold whole
        mend = f"give a week from {nearest:04d}-W01 to {week_of(date(nearest, 12, 28)).text}"
        raise UsageError(f"no such week: {text.strip()}", mend=mend) from cause
