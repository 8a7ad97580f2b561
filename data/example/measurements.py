"""What the made-up users discharge on an ordinary day: one seeded series per user, point and parameter.

Only sums, products and a table of months are used, no logarithm or cosine, so every machine makes the same digits.
All times are local wall time of the made-up control authority.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal

SEED = "headworks example 1"
FIRST_DAY = date(2025, 5, 25)
LAST_DAY = date(2026, 11, 22)

WEEKLY = [date(2025, 5, 27) + timedelta(days=7 * n) for n in range(78)]  # Tuesdays, the last one 2026-11-17
FORTNIGHTLY = [date(2025, 6, 4) + timedelta(days=14 * n) for n in range(39)]  # Wednesdays, the last one 2026-11-18
MONTHLY = [day for day, before in zip(FORTNIGHTLY[1:], FORTNIGHTLY, strict=False) if day.month != before.month]
LEACHATE = [date(2025 + (5 + n) // 12, (5 + n) % 12 + 1, 10) for n in range(17)] + [date(2026, 11, 17)]
QUARTERLY = [
    date(2025, 6, 12),
    date(2025, 9, 11),
    date(2025, 12, 11),
    date(2026, 3, 12),
    date(2026, 6, 11),
    date(2026, 9, 10),
]
CALENDARS = {"week": WEEKLY, "fortnight": FORTNIGHTLY, "month": MONTHLY, "leachate": LEACHATE, "quarter": QUARTERLY}

# Strength by month: warm water in summer, strong kettles at pickling and brewing time, thin leachate in spring.
SEASONS = {
    "": [1.0] * 12,
    "warm": [0.86, 0.86, 0.90, 0.95, 1.02, 1.09, 1.13, 1.13, 1.06, 0.98, 0.92, 0.88],
    "harvest": [0.80, 0.78, 0.82, 0.88, 0.95, 1.00, 1.10, 1.20, 1.25, 1.15, 0.95, 0.85],
    "spring": [1.10, 1.05, 0.85, 0.70, 0.75, 0.90, 1.05, 1.15, 1.20, 1.10, 1.05, 1.10],
}


@dataclass(frozen=True)
class Measurement:
    """One result before a laboratory writes it down."""

    lab: str
    user: str
    point: str
    parameter: str
    at: datetime
    hours: int  # 0 = grab
    text: str  # number as it is; "<0.005" not detected, "J0.004" estimated, ">230" above the range
    unit: str
    reporting_limit: str = ""
    fraction: str = "T"

    @property
    def day(self) -> date:
        return self.at.date()

    @property
    def ended(self) -> datetime:
        return self.at + timedelta(hours=self.hours)

    @property
    def sign(self) -> str:
        return self.text[0] if self.text[0] in "<>J" else ""

    @property
    def number(self) -> Decimal:
        return Decimal(self.text.lstrip("<>J"))


@dataclass(frozen=True)
class Series:
    """One parameter at one point, by one laboratory: how often, how taken, how strong."""

    lab: str
    user: str
    point: str
    parameter: str
    calendar: str
    hours: int
    middle: float
    spread: float
    unit: str
    reporting_limit: str
    season: str


def _table(text: str) -> list[Series]:
    rows = []
    for line in text.splitlines():
        if line.strip():
            lab, user, point, parameter, calendar, hours, middle, spread, unit, limit, season = (
                cell.strip() for cell in line.split("|")
            )
            rows.append(
                Series(
                    lab, user, point, parameter, calendar, int(hours), float(middle), float(spread), unit, limit, season
                )
            )
    return rows


# lab | user | point | parameter | calendar | hours (0 = grab) | middle | spread (+-) | unit | reporting limit | season
SERIES = _table("""
northfork | IU-0101 | 001P | cadmium_total | fortnight | 24 | 0.020 | 0.95 | mg/L | 0.015 |
northfork | IU-0101 | 001P | chromium_total | fortnight | 24 | 0.40 | 0.7 | mg/L | 0.01 |
northfork | IU-0101 | 001P | copper_total | fortnight | 24 | 0.60 | 0.6 | mg/L | 0.01 |
northfork | IU-0101 | 001P | lead_total | fortnight | 24 | 0.03 | 0.95 | mg/L | 0.02 |
northfork | IU-0101 | 001P | nickel_total | fortnight | 24 | 0.70 | 0.7 | mg/L | 0.02 |
northfork | IU-0101 | 001P | silver_total | fortnight | 24 | 0.012 | 0.95 | mg/L | 0.01 |
northfork | IU-0101 | 001P | zinc_total | fortnight | 24 | 0.55 | 0.7 | mg/L | 0.02 |
northfork | IU-0101 | 001P | cyanide_total | fortnight | 0 | 0.03 | 0.95 | mg/L | 0.03 |
northfork | IU-0101 | 001 | copper_total | month | 24 | 0.25 | 0.6 | mg/L | 0.01 |
northfork | IU-0101 | 001 | zinc_total | month | 24 | 0.30 | 0.6 | mg/L | 0.02 |
northfork | IU-0101 | 001 | ph | month | 0 | 7.6 | 0.12 | s.u. | |
northfork | IU-0101 | 001 | temperature | month | 0 | 74 | 0.06 | degF | | warm
catskill | IU-0102 | 001 | bod5 | week | 24 | 640 | 0.20 | mg/L | 2 | harvest
catskill | IU-0102 | 001 | tss | week | 24 | 420 | 0.30 | mg/L | 4 | harvest
catskill | IU-0102 | 001 | ph | week | 0 | 6.9 | 0.14 | s.u. | |
catskill | IU-0102 | 001 | temperature | week | 0 | 84 | 0.07 | degF | | warm
catskill | IU-0102 | 001 | phosphorus_total | month | 24 | 6.5 | 0.5 | mg/L | 0.05 |
catskill | IU-0102 | 001 | tkn | month | 24 | 31 | 0.4 | mg/L as N | 0.5 |
susquehanna | IU-0103 | 001 | ph | week | 0 | 8.1 | 0.08 | s.u. | |
susquehanna | IU-0103 | 001 | temperature | week | 0 | 49 | 0.12 | degC | | warm
susquehanna | IU-0103 | 001 | bod5 | week | 24 | 410 | 0.3 | mg/L | 2 |
susquehanna | IU-0103 | 001 | tss | week | 24 | 280 | 0.4 | mg/L | 4 |
susquehanna | IU-0103 | 001 | oil_and_grease | week | 0 | 44 | 0.6 | mg/L | 5 |
susquehanna | IU-0103 | 001 | petroleum_oil | fortnight-tuesday | 0 | 6 | 0.95 | mg/L | 5 |
susquehanna | IU-0103 | 001 | copper_total | week | 24 | 0.12 | 0.6 | mg/L | 0.005 |
susquehanna | IU-0103 | 001 | zinc_total | week | 24 | 0.38 | 0.6 | mg/L | 0.01 |
susquehanna | IU-0104 | 001 | ph | fortnight | 0 | 7.4 | 0.1 | s.u. | |
susquehanna | IU-0104 | 001 | temperature | fortnight | 0 | 24 | 0.15 | degC | | warm
susquehanna | IU-0104 | 001 | oil_and_grease | fortnight | 0 | 85 | 0.6 | mg/L | 5 |
susquehanna | IU-0104 | 001 | petroleum_oil | fortnight | 0 | 48 | 0.7 | mg/L | 5 |
susquehanna | IU-0104 | 001 | copper_total | fortnight | 0 | 0.35 | 0.7 | mg/L | 0.005 |
susquehanna | IU-0104 | 001 | zinc_total | fortnight | 0 | 0.60 | 0.7 | mg/L | 0.01 |
catskill | IU-0106 | 001P | cadmium_total | fortnight | 24 | 0.008 | 0.95 | mg/L | 0.005 |
catskill | IU-0106 | 001P | chromium_total | fortnight | 24 | 0.20 | 0.8 | mg/L | 0.01 |
catskill | IU-0106 | 001P | copper_total | fortnight | 24 | 0.80 | 0.5 | mg/L | 0.01 |
catskill | IU-0106 | 001P | lead_total | fortnight | 24 | 0.010 | 0.95 | mg/L | 0.01 |
catskill | IU-0106 | 001P | nickel_total | fortnight | 24 | 0.60 | 0.6 | mg/L | 0.02 |
catskill | IU-0106 | 001P | silver_total | fortnight | 24 | 0.012 | 0.95 | mg/L | 0.010 |
catskill | IU-0106 | 001P | zinc_total | fortnight | 24 | 0.40 | 0.7 | mg/L | 0.02 |
catskill | IU-0106 | 001P | cyanide_total | fortnight | 0 | 0.02 | 0.95 | mg/L | 0.02 |
catskill | IU-0106 | 001 | copper_total | fortnight | 24 | 0.30 | 0.5 | mg/L | 0.01 |
catskill | IU-0106 | 001 | nickel_total | fortnight | 24 | 0.20 | 0.5 | mg/L | 0.02 |
catskill | IU-0106 | 001 | ph | fortnight | 0 | 7.7 | 0.1 | s.u. | |
susquehanna | IU-0107 | 001 | ph | week | 0 | 7.3 | 0.12 | s.u. | |
susquehanna | IU-0107 | 001 | temperature | week | 0 | 30 | 0.12 | degC | | warm
susquehanna | IU-0107 | 001 | bod5 | week | 24 | 165 | 0.3 | mg/L | 2 |
susquehanna | IU-0107 | 001 | tss | week | 24 | 210 | 0.4 | mg/L | 4 |
susquehanna | IU-0107 | 001 | ammonia_n | week | 24 | 17 | 0.5 | mg/L as N | 0.1 |
northfork | IU-0108 | 001 | ph | fortnight | 0 | 7.5 | 0.1 | s.u. | |
northfork | IU-0108 | 001 | temperature | fortnight | 0 | 82 | 0.08 | degF | | warm
northfork | IU-0108 | 001 | bod5 | fortnight | 24 | 150 | 0.35 | mg/L | 2 |
northfork | IU-0108 | 001 | tss | fortnight | 24 | 170 | 0.4 | mg/L | 4 |
northfork | IU-0108 | 001 | silver_total | fortnight | 24 | 0.012 | 0.95 | mg/L | 0.010 |
northfork | IU-0108 | 001 | mercury_total | fortnight | 24 | 0.00012 | 0.95 | mg/L | 0.00010 |
northfork | IU-0108 | 001 | oil_and_grease | month | 0 | 19 | 0.6 | mg/L | 5 |
northfork | IU-0108 | 001 | e_coli | month | 0 | 1400 | 0.7 | MPN/100mL | 1 |
northfork | IU-0108 | 001 | phenols_total_4aap | month | 0 | 0.09 | 0.7 | mg/L | 0.01 |
ledger | IU-0109 | 001 | ammonia_n | leachate | 24 | 55 | 0.3 | mg/L as N | 0.1 | spring
ledger | IU-0109 | 001 | arsenic_total | leachate | 24 | 0.035 | 0.7 | mg/L | 0.005 | spring
ledger | IU-0109 | 001 | cadmium_total | leachate | 24 | 0.002 | 0.95 | mg/L | 0.002 |
ledger | IU-0109 | 001 | chromium_total | leachate | 24 | 0.05 | 0.7 | mg/L | 0.005 |
ledger | IU-0109 | 001 | zinc_total | leachate | 24 | 0.70 | 0.6 | mg/L | 0.01 | spring
ledger | IU-0109 | 001 | bod5 | leachate | 24 | 120 | 0.4 | mg/L | 2 | spring
ledger | IU-0109 | 001 | tss | leachate | 24 | 90 | 0.6 | mg/L | 4 |
ledger | IU-0109 | 001 | chloride | leachate | 24 | 900 | 0.3 | mg/L | 1 | spring
ledger | IU-0109 | 001 | ph | leachate | 0 | 7.2 | 0.08 | s.u. | |
catskill | IU-0110 | 001 | bod5 | week | 24 | 165 | 0.20 | mg/L | 2 | warm
catskill | IU-0110 | 001 | tss | week | 24 | 190 | 0.4 | mg/L | 4 |
catskill | IU-0110 | 001 | phosphorus_total | week | 24 | 7.5 | 0.5 | mg/L | 0.05 |
catskill | IU-0110 | 001 | ph | week | 0 | 7.4 | 0.14 | s.u. | |
catskill | IU-0110 | 001 | temperature | week | 0 | 84 | 0.08 | degF | | warm
ledger | IU-0111 | 001P | cadmium_total | fortnight | 24 | 0.002 | 0.95 | mg/L | 0.002 |
ledger | IU-0111 | 001P | chromium_total | fortnight | 24 | 0.12 | 0.8 | mg/L | 0.005 |
ledger | IU-0111 | 001P | copper_total | fortnight | 24 | 0.70 | 0.6 | mg/L | 0.005 |
ledger | IU-0111 | 001P | lead_total | fortnight | 24 | 0.009 | 0.95 | mg/L | 0.01 |
ledger | IU-0111 | 001P | nickel_total | fortnight | 24 | 0.45 | 0.7 | mg/L | 0.01 |
ledger | IU-0111 | 001P | silver_total | fortnight | 24 | 0.012 | 0.95 | mg/L | 0.010 |
ledger | IU-0111 | 001P | zinc_total | fortnight | 24 | 0.35 | 0.7 | mg/L | 0.01 |
ledger | IU-0111 | 001P | cyanide_total | fortnight | 0 | 0.03 | 0.95 | mg/L | 0.02 |
ledger | IU-0111 | 001 | copper_total | fortnight | 24 | 0.40 | 0.6 | mg/L | 0.005 |
ledger | IU-0111 | 001 | ph | fortnight | 0 | 7.8 | 0.1 | s.u. | |
northfork | IU-0112 | 001 | ph | fortnight | 0 | 7.9 | 0.15 | s.u. | |
northfork | IU-0112 | 001 | temperature | fortnight | 0 | 95 | 0.08 | degF | | warm
northfork | IU-0112 | 001 | bod5 | fortnight | 24 | 310 | 0.4 | mg/L | 2 |
northfork | IU-0112 | 001 | tss | fortnight | 24 | 120 | 0.5 | mg/L | 4 |
northfork | IU-0112 | 001 | chromium_total | fortnight | 24 | 0.12 | 0.7 | mg/L | 0.01 |
northfork | IU-0112 | 001 | phosphorus_total | month | 24 | 6.0 | 0.4 | mg/L | 0.05 |
northfork | IU-0112 | 001 | sulfide_total | month | 0 | 0.4 | 0.7 | mg/L | 0.1 |
municipal | IU-0101 | 001P | nickel_total | quarter | 24 | 0.60 | 0.5 | mg/L | 0.02 |
municipal | IU-0101 | 001P | chromium_total | quarter | 24 | 0.30 | 0.5 | mg/L | 0.01 |
municipal | IU-0103 | 001 | ph | quarter | 0 | 8.0 | 0.08 | s.u. | |
municipal | IU-0103 | 001 | temperature | quarter | 0 | 118 | 0.08 | degF | |
municipal | IU-0103 | 001 | tss | quarter | 24 | 260 | 0.3 | mg/L | 4 |
municipal | IU-0103 | 001 | zinc_total | quarter | 24 | 0.35 | 0.4 | mg/L | 0.01 |
municipal | IU-0105 | 001 | ph | quarter | 0 | 8.0 | 0.08 | s.u. | |
municipal | IU-0105 | 001 | tss | quarter | 0 | 160 | 0.5 | mg/L | 4 |
municipal | IU-0105 | 001 | oil_and_grease | quarter | 0 | 28 | 0.6 | mg/L | 5 |
municipal | IU-0105 | 001 | zinc_total | quarter | 0 | 0.22 | 0.5 | mg/L | 0.01 |
municipal | IU-0106 | 001P | nickel_total | quarter | 24 | 0.55 | 0.5 | mg/L | 0.02 |
municipal | IU-0106 | 001P | lead_total | quarter | 24 | 0.02 | 0.9 | mg/L | 0.01 |
municipal | IU-0108 | 001 | ph | quarter | 0 | 7.5 | 0.08 | s.u. | |
municipal | IU-0108 | 001 | bod5 | quarter | 24 | 140 | 0.3 | mg/L | 2 |
municipal | IU-0110 | 001 | ph | quarter | 0 | 7.2 | 0.1 | s.u. | |
municipal | IU-0110 | 001 | bod5 | quarter | 24 | 160 | 0.3 | mg/L | 2 |
municipal | IU-0110 | 001 | tss | quarter | 24 | 180 | 0.4 | mg/L | 4 |
municipal | IU-0114 | 001 | ph | quarter | 0 | 7.9 | 0.08 | s.u. | |
municipal | IU-0114 | 001 | tss | quarter | 0 | 140 | 0.5 | mg/L | 4 |
""")
CALENDARS["fortnight-tuesday"] = WEEKLY[::2]


def _spread(rng: random.Random) -> float:
    """From -1 to 1, most often near 0."""
    return (rng.random() + rng.random() + rng.random() - 1.5) / 1.5


def _digits(value: float, parameter: str) -> str:
    if parameter in ("ph", "temperature"):
        return f"{value:.1f}"
    return str(Decimal(f"{value:.3g}").normalize().__format__("f"))


def _hour(series: Series, day: date) -> datetime:
    """A composite starts at eight; all grabs of one day and point are taken together, after nine."""
    if series.hours:
        return datetime.combine(day, time(8))
    rng = random.Random(f"{SEED}|{series.lab}|{series.user}|{series.point}|{day}")
    return datetime.combine(day, time(rng.randrange(9, 15), rng.randrange(0, 60, 5)))


def ordinary() -> Iterator[Measurement]:
    """Every planned sample with a value that keeps every limit."""
    for series in SERIES:
        rng = random.Random(f"{SEED}|{series.user}|{series.point}|{series.parameter}|{series.lab}")
        for day in CALENDARS[series.calendar]:
            value = series.middle * SEASONS[series.season][day.month - 1] * (1 + series.spread * _spread(rng))
            text = _digits(value, series.parameter)
            if series.reporting_limit and Decimal(text) < Decimal(series.reporting_limit):
                # A fifth of what lies between detection and reporting limit is reported as an estimate.
                text = (
                    f"J{text}"
                    if rng.random() < 0.2 and value > float(series.reporting_limit) / 4
                    else (f"<{series.reporting_limit}")
                )
            yield Measurement(
                series.lab,
                series.user,
                series.point,
                series.parameter,
                _hour(series, day),
                series.hours,
                text,
                series.unit,
                series.reporting_limit,
            )


def changed(measurements: Iterator[Measurement], changes: dict[tuple[str, str, str, str], str]) -> list[Measurement]:
    """Put the planned values in place of the ordinary ones; every change must meet a measurement.

    A change is the number as it is ("3.20", "<1.0", ">230"), with its unit behind a blank if it is another one.
    A non-detect sets the reporting limit too.
    """
    rows, left = [], dict(changes)
    for row in measurements:
        text = left.pop((row.user, row.point, row.parameter, row.day.isoformat()), "")
        if text:
            number, _, unit = text.partition(" ")
            limit = number[1:] if number[0] == "<" else row.reporting_limit
            row = replace(row, text=number, unit=unit or row.unit, reporting_limit=limit)
        rows.append(row)
    if left:
        raise SystemExit(f"changes that meet no measurement: {sorted(left)}")
    return rows
