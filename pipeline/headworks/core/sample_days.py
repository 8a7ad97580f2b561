"""When was it, in UTC, and on which local day of the control authority?

Local clock times are read with declared formats only. An hour that the clock skips in spring does not exist; an hour
that it repeats in autumn is two different hours: neither is guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

EARLIEST_YEAR = 1950

READ, EMPTY, BAD, NO_SUCH_TIME, TWO_TIMES = "read", "empty", "unreadable", "no_such_local_time", "ambiguous_local_time"


@dataclass(frozen=True)
class Moment:
    """A moment as the sender gave it.

    Attributes
    ----------
    state : str
        read, empty, unreadable, no_such_local_time or ambiguous_local_time.
    at : datetime or None
        UTC, without a zone mark; local midnight if no time was given.
    day : date or None
        Local day.
    has_time : bool
        False if only a date was given.
    """

    state: str
    at: datetime | None = None
    day: date | None = None
    has_time: bool = False

    @property
    def latest(self) -> datetime | None:
        """Latest UTC time it can mean: the end of the day if only a date was given.

        Examples
        --------
        >>> read_moment("2026-03-01", ["%Y-%m-%d"], ZoneInfo("America/New_York")).latest
        datetime.datetime(2026, 3, 2, 4, 59, 59)
        """
        if self.at is None or self.has_time:
            return self.at
        return self.at + timedelta(days=1, seconds=-1)


def read_moment(text: str, formats: Sequence[str], zone: ZoneInfo) -> Moment:
    """Read a local date or time.

    Parameters
    ----------
    text : str
        The sender's text.
    formats : sequence of str
        The layout's formats, as for `datetime.strptime`; one with a clock must fit before one without.
    zone : ZoneInfo
        The zone of the clock.

    Examples
    --------
    >>> zone = ZoneInfo("America/New_York")
    >>> read_moment("3/1/2026 9:05", ["%m/%d/%Y %H:%M"], zone).at
    datetime.datetime(2026, 3, 1, 14, 5)
    >>> read_moment("3/8/2026 2:30", ["%m/%d/%Y %H:%M"], zone).state
    'no_such_local_time'
    >>> read_moment("11/1/2026 1:30", ["%m/%d/%Y %H:%M"], zone).state
    'ambiguous_local_time'
    """
    cleaned = " ".join(text.split())
    if not cleaned:
        return Moment(EMPTY)
    if not cleaned.isascii():
        return Moment(BAD)
    for form in formats:
        try:
            read = datetime.strptime(cleaned, form)
        except ValueError:
            continue
        if read.year < EARLIEST_YEAR:
            return Moment(BAD)
        return _placed(read, zone, has_time="%H" in form or "%I" in form)
    return Moment(BAD)


def _placed(read: datetime, zone: ZoneInfo, *, has_time: bool) -> Moment:
    if read.tzinfo is not None:
        at = read.astimezone(UTC)
        return Moment(READ, at.replace(tzinfo=None), at.astimezone(zone).date(), has_time)
    earlier, later = (read.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    if has_time and earlier != later:
        exists = earlier.astimezone(zone).replace(tzinfo=None) == read
        return Moment(TWO_TIMES if exists else NO_SUCH_TIME, day=read.date())
    return Moment(READ, earlier.replace(tzinfo=None), read.date(), has_time)


def local_day(at: datetime, zone: ZoneInfo) -> date:
    """Local day of a UTC moment.

    Examples
    --------
    >>> local_day(datetime(2026, 3, 2, 4, 30), ZoneInfo("America/New_York"))
    datetime.date(2026, 3, 1)
    """
    return at.replace(tzinfo=UTC).astimezone(zone).date()


def first_day_of_period(last: date, months: int) -> date:
    """First day of a reporting period of whole months.

    Examples
    --------
    >>> first_day_of_period(date(2021, 3, 31), 1), first_day_of_period(date(2021, 2, 28), 3)
    (datetime.date(2021, 3, 1), datetime.date(2020, 12, 1))
    """
    index = last.year * 12 + last.month - months
    return date(index // 12, index % 12 + 1, 1)
