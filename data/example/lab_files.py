"""How three laboratories write down the same kind of result: three layouts, and the mess that comes with them."""

from __future__ import annotations

import random
from collections import defaultdict
from datetime import date, datetime, timedelta
from decimal import Decimal

from measurements import SEED, Measurement
from names import METALS, METHODS, NAMES, POINTS
from wrong import FIRST_REPORTED, last_moment

PERIODS = [
    ("2025-08", date(2025, 5, 25), date(2025, 8, 31)),
    ("2025-11", date(2025, 9, 1), date(2025, 11, 30)),
    ("2026-02", date(2025, 12, 1), date(2026, 2, 28)),
    ("2026-05", date(2026, 3, 1), date(2026, 5, 31)),
    ("2026-08", date(2026, 6, 1), date(2026, 8, 31)),
    ("2026-11", date(2026, 9, 1), date(2026, 11, 22)),
]


def rng_of(row: Measurement, use: str) -> random.Random:
    """Chance that depends on the row alone, so that a change elsewhere moves nothing here."""
    return random.Random(f"{SEED}|{use}|{row.user}|{row.point}|{row.parameter}|{row.at}|{row.unit}|{row.fraction}")


def plain(number: Decimal) -> str:
    return format(number, "f")


def times_1000(text: str) -> str:
    """mg/L as ug/L, digits kept: 0.45 -> 450."""
    number = Decimal(text).scaleb(3)
    return plain(number.quantize(1) if number == number.to_integral_value() else number)


def method_of(row: Measurement) -> str:
    return METHODS.get(row.parameter, "EPA 200.7")


def _northfork_text(row: Measurement, text: str, rng: random.Random) -> str:
    number = Decimal(text)
    if number >= 1000 and rng.random() < 0.5:
        return f"{number:,}"
    if 0 < number < Decimal("0.0001"):
        return f"{float(number):.0e}"
    if 0 < number < 1 and rng.random() < 0.25:
        return plain(number)[1:]  # .0849
    return plain(number)


def _northfork_row(row: Measurement, client: str, first: str = "", reported: date | None = None) -> list[str]:
    rng = rng_of(row, "northfork")
    sample = f"NF-{row.at:%y%m%d}-{row.user[-4:]}-{row.point}-{'C' if row.hours else f'G{row.at:%H%M}'}"
    unit, limit_unit = row.unit, row.unit
    number, limit = first or plain(row.number), row.reporting_limit
    detection = plain(Decimal(limit) / 2) if limit else ""
    if row.unit == "mg/L":
        micro = row.parameter in METALS and rng.random() < 0.35
        unit = rng.choice(["ug/L", "ug/l", "µg/L"]) if micro else rng.choice(["mg/L", "mg/L", "MG/L", "mg/l", "ppm"])
        number = times_1000(number) if micro else number
        # The limits come in a unit of their own about half the time.
        limits_micro = row.parameter in METALS and rng.random() < 0.5
        limit_unit = "ug/L" if limits_micro else "mg/L"
        if limits_micro:
            limit, detection = times_1000(limit), times_1000(detection)
    elif row.unit == "degF":
        unit = limit_unit = rng.choice(["ºF", "deg F", "°F"])
    elif row.unit == "s.u.":
        unit = rng.choice(["SU", "std units", "s.u.", ""])
    elif row.unit == "lb/d":
        unit = "lbs/day"
    qualifier, shown = "", _northfork_text(row, number, rng)
    if row.sign == "<":
        shown, qualifier = rng.choice([(f"<{shown}", "U"), (f"< {shown}", ""), ("ND", "U"), ("ND", "")])
    elif row.sign == "J":
        shown, qualifier = rng.choice([(f"{shown} J", ""), (shown, "J")])
    elif row.sign == ">":
        shown = f">{shown}"
    ended = f"{row.ended.month}/{row.ended.day}/{row.ended:%Y} {row.ended.hour}:{row.ended:%M}" if row.hours else ""
    analysed = last_moment(row)
    reported = reported or min(row.ended.date() + timedelta(days=9), max(date(2026, 11, 21), row.ended.date()))
    return [
        client,
        sample,
        POINTS["northfork"][f"{row.user} {row.point}"],
        f"{row.at.month}/{row.at.day}/{row.at:%Y} {row.at.hour}:{row.at:%M}",
        ended,
        "Comp 24h" if row.hours else "Grab",
        rng.choice(NAMES[row.parameter]),
        shown,
        unit,
        qualifier,
        detection,
        limit,
        limit_unit if limit else "",
        "calculated from flow" if row.unit == "lb/d" else method_of(row),
        f"{analysed.month}/{analysed.day}/{analysed:%Y} {analysed.hour}:{analysed:%M}",
        f"{reported.month}/{reported.day}/{reported:%Y}",
    ]


NORTHFORK_HEADER = [
    "Client",
    "Sample ID",
    "Location",
    "Collected",
    "Ended",
    "Sample Type",
    "Analyte",
    "Result",
    "Units",
    "Qual",
    "MDL",
    "RL",
    "Limit Units",
    "Method",
    "Analyzed",
    "Reported",
]


def csv_text(rows: list[list[str]], separator: str, end: str) -> str:
    def cell(text: str) -> str:
        return '"' + text.replace('"', '""') + '"' if separator in text or '"' in text else text

    return "".join(separator.join(cell(text) for text in row) + end for row in rows)


def northfork(rows: list[Measurement], users: dict[str, str], spoiled: dict[str, list[list[str]]]) -> dict[str, bytes]:
    """Northfork Analytical: comma, UTF-8, CRLF; and one file of corrections."""
    files = {}
    for period, first, last in PERIODS:
        table = [NORTHFORK_HEADER]
        for row in rows:
            if row.lab == "northfork" and first <= row.day <= last:
                early = FIRST_REPORTED.get((row.user, row.point, row.parameter, row.day.isoformat()), "")
                table.append(_northfork_row(row, users[row.user], early))
        name = f"northfork_{period}.csv"
        table += spoiled.get(name, [])
        files[name] = csv_text(table, ",", "\r\n").encode("utf-8")
    again = [
        _northfork_row(row, users[row.user], reported=date(2026, 11, 20))
        for row in rows
        if (row.user, row.point, row.parameter, row.day.isoformat()) in FIRST_REPORTED and row.lab == "northfork"
    ]
    files["northfork_2026-11_corrections.csv"] = csv_text([NORTHFORK_HEADER, *again], ",", "\r\n").encode("utf-8")
    return files


CATSKILL_HEADER = [
    "Report No",
    "Sample Point",
    "Date Sampled",
    "Time Sampled",
    "Composite Hours",
    "Parameter",
    "Fraction",
    "Prefix",
    "Value",
    "Unit",
    "Det. Limit",
    "Det. Limit Unit",
    "Date Analysed",
    "Taken By",
]


def _catskill_row(row: Measurement) -> list[str]:
    rng = rng_of(row, "catskill")
    number, limit, unit, limit_unit = plain(row.number), row.reporting_limit, row.unit, "mg/l"
    if row.parameter in METALS:
        number, limit, unit = times_1000(number), limit, "µg/L"
        if rng.random() < 0.6:
            limit, limit_unit = times_1000(limit), "µg/L"
    elif row.parameter == "cyanide_total":
        unit = rng.choice(["mg/l", "ppm"])
    elif row.unit == "mg/L as N":
        unit = "mg/l as N"
    elif row.unit == "mg/L":
        unit = rng.choice(["mg/l", "mg/l", "MG/L", "ppm"])
    elif row.unit == "degF":
        unit = rng.choice(["ºF", "ºF", "°F"])
    elif row.unit == "degC":
        unit = "°C"
    elif row.unit == "s.u.":
        unit = rng.choice(["std units", "pH units", ""])
    analysed = last_moment(row)
    return [
        f"CW{row.at:%y%j}-{row.user[-3:]}",
        POINTS["catskill"][f"{row.user} {row.point}"],
        f"{row.at:%Y-%m-%d}",
        f"{row.at:%H:%M}",
        str(row.hours or ""),
        rng.choice(NAMES[row.parameter]),
        row.fraction if row.parameter in METALS else "",
        row.sign if row.sign in ("<", ">") else "",
        number,
        unit,
        limit,
        limit_unit if limit else "",
        f"{analysed:%Y-%m-%d}",
        "user",
    ]


def catskill(rows: list[Measurement], spoiled: dict[str, list[list[str]]]) -> dict[str, bytes]:
    """Catskill Water Laboratory: semicolons, Windows-1252, LF, the sign in its own column."""
    files = {}
    for period, first, last in PERIODS:
        table = [CATSKILL_HEADER] + [
            _catskill_row(row) for row in rows if row.lab == "catskill" and first <= row.day <= last
        ]
        name = f"catskill_{period}.csv"
        table += spoiled.get(name, [])
        files[name] = csv_text(table, ";", "\n").encode("cp1252")
    return files


MONTHS = (
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
)  # in no language of the machine
WIDE = [
    ("pH (s.u.)", "ph"),
    ("Temp (°C)", "temperature"),
    ("BOD5 (mg/l)", "bod5"),
    ("TSS (mg/l)", "tss"),
    ("Oil & Grease (mg/l)", "oil_and_grease"),
    ("Petroleum oil (mg/l)", "petroleum_oil"),
    ("Ammonia (mg/l as N)", "ammonia_n"),
    ("Copper (ug/l)", "copper_total"),
    ("Zinc (ug/l)", "zinc_total"),
]


def _wide_cell(row: Measurement) -> str:
    text = times_1000(plain(row.number)) if row.parameter in METALS else plain(row.number)
    return f"<{text}" if row.sign == "<" else f"{text} J" if row.sign == "J" else text


def susquehanna(rows: list[Measurement], spoiled: dict[str, list[list[str]]]) -> dict[str, bytes]:
    """Susquehanna Testing: a row a sample, a column a parameter, three lines before the header, a byte order mark."""
    files = {}
    for number, (period, first, last) in enumerate(PERIODS, start=1):
        samples: dict[tuple[datetime, str, str, int], dict[str, str]] = defaultdict(dict)
        for row in rows:
            if row.lab == "susquehanna" and first <= row.day <= last:
                samples[(row.at, row.user, row.point, row.hours)][row.parameter] = _wide_cell(row)
        table = [
            ["Susquehanna Testing (made up)"],
            [f"Report ST-{number:03d}"],
            [""],
            ["Site", "Date", "Time", "Type", *(heading for heading, _ in WIDE)],
        ]
        for (at, user, point, hours), cells in samples.items():
            day = f"{at.day:02d}-{MONTHS[at.month - 1]}-{at.year}"
            # A bottle that broke: reported as NR, which is no result at all.
            broken = random.Random(f"{SEED}|broken|{user}|{at}").random() < 0.01
            found = [cells.get(name, "NR" if broken and name == "petroleum_oil" else "") for _, name in WIDE]
            table.append(
                [POINTS["susquehanna"][f"{user} {point}"], day, f"{at:%H:%M}", "C24" if hours else "G", *found]
            )
        name = f"susquehanna_{period}.csv"
        table += spoiled.get(name, [])
        files[name] = csv_text(table, ",", "\r\n").encode("utf-8-sig")
    return files
