"""When was it, in UTC, and on which local day of the control authority?

Local clock times are read with declared formats only. An hour that the clock skips in spring does not exist; an hour
that it repeats in autumn is two different hours: neither is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

EARLIEST_YEAR = 1950

# Among a layout's formats: the serial number of a day in a spreadsheet, 45518.5 for noon of 14 August 2024.
SERIAL = "excel"
# What a workbook's own dates look like once they are text; year first, so nothing to swap.
TYPED_FORMATS = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d", SERIAL)
_SERIAL = re.compile(r"\d{5}(\.\d+)?\Z", re.ASCII)
_DAY_0 = datetime(1899, 12, 30)  # of the 1900 system, right from 1 March 1900 on
_OFFSET = re.compile(r"([+-])(\d\d):?(\d\d)\Z", re.ASCII)

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

    def local_text(self, zone: ZoneInfo) -> str:
        """Local wall time with its offset; empty if there is none.

        Examples
        --------
        >>> read_moment("2026-03-01 14:05", ["%Y-%m-%d %H:%M"], UTC).local_text(ZoneInfo("America/New_York"))
        '2026-03-01T09:05-05:00'
        """
        return "" if self.at is None else self.at.replace(tzinfo=UTC).astimezone(zone).isoformat(timespec="minutes")


def clock_of(text: str, authority: tzinfo) -> tzinfo:
    """Clock that a layout or a cell names: the authority's, an offset, or a zone.

    Examples
    --------
    >>> clock_of("-05:00", UTC).utcoffset(None)
    datetime.timedelta(days=-1, seconds=68400)
    >>> clock_of("authority", UTC) is UTC
    True
    """
    if text == "authority":
        return authority
    if match := _OFFSET.match(text):
        amount = timedelta(hours=int(match[2]), minutes=int(match[3]))
        return timezone(amount if match[1] == "+" else -amount)
    return ZoneInfo(text)


def read_moment(text: str, formats: Sequence[str], zone: tzinfo, *, is_typed: bool = False) -> Moment:
    """Read a local date or time.

    Parameters
    ----------
    text : str
        The sender's text.
    formats : sequence of str
        The layout's formats, as for `datetime.strptime`, or `SERIAL`.
    zone : tzinfo
        The zone of the clock.
    is_typed : bool
        The text was a date cell of a workbook, whose form is known (`TYPED_FORMATS`).

    Examples
    --------
    >>> zone = ZoneInfo("America/New_York")
    >>> read_moment("3/1/2026 9:05", ["%m/%d/%Y %H:%M"], zone).at
    datetime.datetime(2026, 3, 1, 14, 5)
    >>> read_moment("3/8/2026 2:30", ["%m/%d/%Y %H:%M"], zone).state
    'no_such_local_time'
    >>> read_moment("11/1/2026 1:30", ["%m/%d/%Y %H:%M"], zone).state
    'ambiguous_local_time'
    >>> read_moment("45518.5", ["excel"], UTC).at
    datetime.datetime(2024, 8, 14, 12, 0)
    """
    cleaned = " ".join(text.split())
    if not cleaned:
        return Moment(EMPTY)
    if not cleaned.isascii():
        return Moment(BAD)
    for form in (*formats, *TYPED_FORMATS) if is_typed else formats:
        if form == SERIAL:
            if _SERIAL.match(cleaned):
                return _placed(_of_serial(cleaned), zone, has_time="." in cleaned)
            continue
        try:
            read = datetime.strptime(cleaned, form)
        except ValueError:
            continue
        if read.year < EARLIEST_YEAR:
            return Moment(BAD)
        return _placed(read, zone, has_time="%H" in form or "%I" in form)
    return Moment(BAD)


def _of_serial(text: str) -> datetime:
    """Day and time of a serial number, to the second (its fraction is a rounded one)."""
    days, _, fraction = text.partition(".")
    return _DAY_0 + timedelta(days=int(days), seconds=round(float("0." + (fraction or "0")) * 86400))


def _placed(read: datetime, zone: tzinfo, *, has_time: bool) -> Moment:
    if read.tzinfo is not None:
        at = read.astimezone(UTC)
        return Moment(READ, at.replace(tzinfo=None), at.astimezone(zone).date(), has_time)
    earlier, later = (read.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    if has_time and earlier != later:
        exists = earlier.astimezone(zone).replace(tzinfo=None) == read
        return Moment(TWO_TIMES if exists else NO_SUCH_TIME, day=read.date())
    return Moment(READ, earlier.replace(tzinfo=None), read.date(), has_time)


def last_day_of_month(day: date) -> date:
    """Last day of the month of a day.

    Examples
    --------
    >>> last_day_of_month(date(2024, 2, 1))
    datetime.date(2024, 2, 29)
    """
    return date(day.year + day.month // 12, day.month % 12 + 1, 1) - timedelta(days=1)


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
