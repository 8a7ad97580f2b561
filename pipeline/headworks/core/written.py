"""How numbers, days and times are written for a reader: plain decimals, and no rounding that hides a difference."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from zoneinfo import ZoneInfo

_UNITS = {"ug/L": "µg/L", "degF": "°F", "degC": "°C", "m3/d": "m³/d", "m3": "m³", "uS/cm": "µS/cm"}
_PLAIN = re.compile(r"\d+(\.\d+)?\Z")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def unit(name: str | None) -> str:
    """Write a unit as readers know it.

    Examples
    --------
    >>> unit("ug/L"), unit("mg/L"), unit(None)
    ('µg/L', 'mg/L', '')
    """
    return _UNITS.get(name or "", name or "")


def number(value: Decimal, *, digits: int = 4, apart_from: Decimal | None = None) -> str:
    """Write a computed number with few significant digits, but never so few that it seems equal to ``apart_from``.

    Examples
    --------
    >>> number(Decimal("4.100000000000000")), number(Decimal("1234.5678")), number(Decimal("0.00512345"))
    ('4.1', '1235', '0.005123')
    >>> number(Decimal("2.07004"), apart_from=Decimal("2.07"))
    '2.07004'
    >>> number(Decimal("12500")), number(Decimal("0E-15"))
    ('12500', '0')
    """
    while True:
        text = _rounded(value, digits)
        if apart_from is None or value == apart_from or Decimal(text) != apart_from or digits > 18:
            return text
        digits += 1


def _rounded(value: Decimal, digits: int) -> str:
    if value == 0:
        return "0"
    places = max(0, digits - 1 - value.adjusted())
    text = format(value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def exact(value: Decimal) -> str:
    """Write a number of the law or of a laboratory with all its digits.

    Examples
    --------
    >>> exact(Decimal("3.380000000000000")), exact(Decimal("1E+3"))
    ('3.38', '1000')
    """
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def laboratory_number(value: Decimal, reported: str | None) -> str:
    """Write a single result as the laboratory did if that is a plain decimal of the same value: 4.10, not 4.1.

    Examples
    --------
    >>> laboratory_number(Decimal("4.1"), "4.10"), laboratory_number(Decimal("0.00001"), "1e-05")
    ('4.10', '0.00001')
    """
    text = (reported or "").strip()
    return text if _PLAIN.match(text) and Decimal(text) == value else exact(value)


def times(ratio: float) -> str:
    """Write how many times the limit a value is, with as many digits as it takes to see that it is above.

    Examples
    --------
    >>> times(1.2130), times(1.034), times(12.3), times(250.4)
    ('1.2 times', '1.03 times', '12 times', '250 times')
    >>> times(7.25), times(1.0004)
    ('7.3 times', 'just above')
    """
    places = 0 if ratio >= 9.95 else 1 if ratio >= 1.05 else 2
    # Halves go up, as on a pocket calculator; the ratio is a double, so nine decimals of it are meant.
    shown = Decimal(f"{ratio:.9f}").quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    return f"{shown:,f} times" if shown > 1 else "just above"


def day(value: date) -> str:
    """Write a day with its weekday.

    Examples
    --------
    >>> day(date(2026, 11, 17))
    'Tue 17 Nov 2026'
    """
    return f"{_WEEKDAYS[value.weekday()]} {short_day(value)} {value.year}"


def short_day(value: date) -> str:
    """Write a day without its year.

    Examples
    --------
    >>> short_day(date(2026, 11, 7))
    '7 Nov'
    """
    return f"{value.day} {_MONTHS[value.month - 1]}"


def days(first: date, last: date) -> str:
    """Write a span of days.

    Examples
    --------
    >>> days(date(2026, 11, 16), date(2026, 11, 22)), days(date(2026, 12, 28), date(2027, 1, 3))
    ('16 to 22 Nov 2026', '28 Dec 2026 to 3 Jan 2027')
    """
    until = f"{short_day(last)} {last.year}"
    if first == last:
        return until
    if first.year != last.year:
        return f"{short_day(first)} {first.year} to {until}"
    return f"{first.day if first.month == last.month else short_day(first)} to {until}"


def month(value: date) -> str:
    """Write a month.

    Examples
    --------
    >>> month(date(2026, 11, 30))
    'Nov 2026'
    """
    return f"{_MONTHS[value.month - 1]} {value.year}"


def local(value: datetime, zone: ZoneInfo) -> datetime:
    """Turn a UTC time of the history into local wall time.

    Examples
    --------
    >>> local(datetime(2026, 11, 17, 19, 5), ZoneInfo("America/New_York")).isoformat()
    '2026-11-17T14:05:00-05:00'
    """
    return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(zone)


def clock(value: datetime) -> str:
    """Write a time of day.

    Examples
    --------
    >>> clock(datetime(2026, 11, 17, 9, 5))
    '09:05'
    """
    return f"{value:%H:%M}"


def count(amount: int, one: str, many: str | None = None) -> str:
    """Write a count with its noun.

    Examples
    --------
    >>> count(1, "result"), count(20160, "reading"), count(2, "day", "days")
    ('1 result', '20,160 readings', '2 days')
    """
    return f"{amount:,} {one if amount == 1 else many or one + 's'}"


def enumerate_words(words: list[str]) -> str:
    """Join words as a sentence does.

    Examples
    --------
    >>> enumerate_words(["copper"]), enumerate_words(["copper", "zinc", "lead"])
    ('copper', 'copper, zinc and lead')
    """
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1] if words else ""
