"""What each made-up user does wrong, or nearly wrong: the numbers that take the place of ordinary ones.

`plan.yaml` says, in the same order, what must be found of it and why. Change the two together.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from measurements import Measurement, changed, ordinary

# (user, point, parameter, day): the number, in the unit of the series unless one is given
CHANGES: dict[tuple[str, str, str, str], str] = {
    # IU-0101 Larkspur Plating: over a permit limit that became stricter on 2026-03-01
    ("IU-0101", "001P", "copper_total", "2025-08-13"): "3.20",
    ("IU-0101", "001P", "copper_total", "2025-08-27"): "0.40",  # month exactly 1.80: meets
    ("IU-0101", "001P", "zinc_total", "2026-01-14"): "3.10",
    ("IU-0101", "001P", "zinc_total", "2026-01-28"): "0.20",
    ("IU-0101", "001P", "copper_total", "2026-02-25"): "2.70",  # under the old 3.00, in force until 2026-02-28
    ("IU-0101", "001P", "copper_total", "2026-02-11"): "0.50",
    ("IU-0101", "001P", "copper_total", "2026-03-11"): "2.80",  # over the new 2.50
    ("IU-0101", "001P", "copper_total", "2026-03-25"): "0.50",
    ("IU-0101", "001P", "silver_total", "2026-05-06"): "0.40",
    ("IU-0101", "001P", "silver_total", "2026-05-20"): "<0.2",
    ("IU-0101", "001P", "cadmium_total", "2026-07-01"): "<0.005",
    ("IU-0101", "001P", "cadmium_total", "2026-07-15"): "<1.0",
    ("IU-0101", "001P", "cadmium_total", "2026-07-29"): "0.05",
    ("IU-0101", "001P", "lead_total", "2026-09-09"): "<0.5",
    ("IU-0101", "001P", "lead_total", "2026-09-23"): "<0.5",
    ("IU-0101", "001P", "nickel_total", "2026-11-04"): "0.44",  # first reported as 4.40: see corrections
    ("IU-0101", "001P", "nickel_total", "2026-11-18"): "0.81",
    ("IU-0101", "001P", "copper_total", "2026-11-04"): "0.45",
    ("IU-0101", "001P", "copper_total", "2026-11-18"): "4.15",
    # IU-0102 Grumbling Gherkin Foods
    ("IU-0102", "001", "tss", "2025-09-16"): "1150",
    ("IU-0102", "001", "bod5", "2025-10-07"): "1300",
    ("IU-0102", "001", "bod5", "2025-10-14"): "1250",
    ("IU-0102", "001", "bod5", "2025-10-21"): "900",
    ("IU-0102", "001", "bod5", "2025-10-28"): "700",
    ("IU-0102", "001", "ph", "2026-02-10"): "9.2",
    ("IU-0102", "001", "ph", "2026-07-14"): "4.7",
    ("IU-0102", "001", "bod5", "2026-08-04"): "800",
    ("IU-0102", "001", "bod5", "2026-08-11"): "700",
    ("IU-0102", "001", "bod5", "2026-08-18"): "1500",  # exactly the limit: meets
    ("IU-0102", "001", "bod5", "2026-08-25"): "600",
    ("IU-0102", "001", "tss", "2026-10-20"): "380",  # the base of the possible slug of 2026-11-19
    ("IU-0102", "001", "tss", "2026-10-27"): "420",
    ("IU-0102", "001", "tss", "2026-11-03"): "390",
    ("IU-0102", "001", "tss", "2026-11-10"): "410",
    ("IU-0102", "001", "tss", "2026-11-17"): "400",
    # IU-0103 Sudsworth Linen Laundry
    ("IU-0103", "001", "oil_and_grease", "2025-11-11"): "128",
    ("IU-0103", "001", "temperature", "2026-02-24"): "66.0",
    ("IU-0103", "001", "petroleum_oil", "2026-04-14"): "118",
    ("IU-0103", "001", "oil_and_grease", "2026-06-09"): "80",  # and 110 in the afternoon, see EXTRA
    ("IU-0103", "001", "zinc_total", "2026-10-13"): "1.34",
    # IU-0104 Swarfgate Machine Shop
    ("IU-0104", "001", "petroleum_oil", "2025-12-03"): "140",
    ("IU-0104", "001", "petroleum_oil", "2026-06-03"): "100",  # exactly the limit: meets
    ("IU-0104", "001", "copper_total", "2026-08-26"): "1.72",
    ("IU-0104", "001", "oil_and_grease", "2026-11-18"): "240",
    ("IU-0104", "001", "petroleum_oil", "2026-11-18"): "236",
    # IU-0105 Bubblefield Car Wash
    ("IU-0105", "001", "ph", "2026-06-11"): "9.4",
    # IU-0106 Copperbottom Finishing
    ("IU-0106", "001P", "cadmium_total", "2025-10-08"): "0.010",
    ("IU-0106", "001P", "cadmium_total", "2025-10-22"): "0.150",
    ("IU-0106", "001", "copper_total", "2026-01-14"): "0.30",
    ("IU-0106", "001", "copper_total", "2026-01-28"): "0.30",
    ("IU-0106", "001", "copper_total", "2026-02-11"): "2.90",
    ("IU-0106", "001", "copper_total", "2026-02-25"): "0.70",
    ("IU-0106", "001", "copper_total", "2026-03-11"): "0.30",
    ("IU-0106", "001", "copper_total", "2026-03-25"): "0.30",
    ("IU-0106", "001", "nickel_total", "2026-05-20"): "0.20",
    ("IU-0106", "001", "nickel_total", "2026-06-03"): "0.20",
    ("IU-0106", "001", "nickel_total", "2026-06-17"): "8.00",
    ("IU-0106", "001", "nickel_total", "2026-07-01"): "0.20",
    ("IU-0106", "001", "nickel_total", "2026-07-15"): "0.20",
    ("IU-0106", "001P", "cyanide_total", "2026-11-04"): "0.05",
    ("IU-0106", "001P", "cyanide_total", "2026-11-18"): "0.95",
    # IU-0107 Moonmilk Dairy
    ("IU-0107", "001", "bod5", "2025-07-15"): "262",
    ("IU-0107", "001", "ammonia_n", "2025-12-09"): "46",
    ("IU-0107", "001", "tss", "2026-05-12"): "455",
    ("IU-0107", "001", "ammonia_n", "2026-09-01"): "38",
    ("IU-0107", "001", "ammonia_n", "2026-09-08"): "36",
    ("IU-0107", "001", "ammonia_n", "2026-09-15"): "34",
    ("IU-0107", "001", "ammonia_n", "2026-09-22"): "30",
    ("IU-0107", "001", "ammonia_n", "2026-09-29"): "22",
    ("IU-0107", "001", "bod5", "2026-11-17"): "300",
    # IU-0108 Never-Never General Hospital
    ("IU-0108", "001", "e_coli", "2025-08-13"): ">2419.6",
    ("IU-0108", "001", "temperature", "2025-09-24"): "106.2",
    ("IU-0108", "001", "silver_total", "2026-02-25"): "<0.20",
    ("IU-0108", "001", "oil_and_grease", "2026-03-11"): "61",
    ("IU-0108", "001", "mercury_total", "2026-04-08"): "0.0019",
    ("IU-0108", "001", "mercury_total", "2026-04-22"): "<0.0002",
    ("IU-0108", "001", "bod5", "2026-06-17"): ">230",
    ("IU-0108", "001", "silver_total", "2026-08-12"): "0.14",
    # IU-0109 Hollow Hill Landfill
    ("IU-0109", "001", "zinc_total", "2025-11-10"): "2.00",  # "less than 2.00": the value itself exceeds
    ("IU-0109", "001", "ammonia_n", "2026-03-10"): "118",
    ("IU-0109", "001", "arsenic_total", "2026-06-10"): "0.16",
    ("IU-0109", "001", "ammonia_n", "2026-11-17"): "104",
    # IU-0110 Hopscotch Brewery
    ("IU-0110", "001", "temperature", "2025-08-05"): "41.0 degC",
    ("IU-0110", "001", "bod5", "2026-01-20"): "251",
    ("IU-0110", "001", "phosphorus_total", "2026-04-14"): "17.2",
    ("IU-0110", "001", "ph", "2026-06-23"): "5.6",
    ("IU-0110", "001", "temperature", "2026-08-04"): "40.0 degC",  # exactly 104 F: meets
    # IU-0111 Blinking Circuit Boards
    ("IU-0111", "001P", "lead_total", "2025-07-16"): "0.55",
    ("IU-0111", "001P", "copper_total", "2025-12-03"): "0.40",
    ("IU-0111", "001P", "copper_total", "2025-12-17"): "3.60",
    ("IU-0111", "001P", "copper_total", "2025-12-31"): "0.50",
    ("IU-0111", "001P", "nickel_total", "2026-05-06"): "0.40",
    ("IU-0111", "001P", "nickel_total", "2026-05-20"): "4.20",
    ("IU-0111", "001P", "zinc_total", "2026-09-09"): "1.60",
    ("IU-0111", "001P", "zinc_total", "2026-09-23"): "1.70",
    ("IU-0111", "001P", "silver_total", "2026-11-04"): "0.02",
    ("IU-0111", "001P", "silver_total", "2026-11-18"): "0.44",
    # IU-0112 Pillowfort Dye Works
    ("IU-0112", "001", "ph", "2026-03-25"): "4.8",
    ("IU-0112", "001", "chromium_total", "2026-11-04"): "1.20",  # first reported as 0.12: see corrections
}

# Loads that Pillowfort's laboratory works out from the day's flow; on two days it had no flow and wrote none.
LOADS_OVER = {"2025-10-08": "14.5"}
LOADS_MISSING = {"2026-04-08", "2026-09-09"}
POUNDS_PER_MG_AND_DAY = 1.17  # 0.14 MGD x 8.34

# What a laboratory reported first and mended later: (user, point, parameter, day) -> the first number
FIRST_REPORTED = {
    ("IU-0101", "001P", "nickel_total", "2026-11-04"): "4.40",
    ("IU-0112", "001", "chromium_total", "2026-11-04"): "0.12",
}


def _at(day: str, hour: int, minute: int) -> datetime:
    return datetime.combine(date.fromisoformat(day), time(hour, minute))


def extra() -> Iterator[Measurement]:
    """Samples outside the calendars."""
    # Two more composites, so that six 24-hour values of TSS lie within the 30 days before 2026-11-19.
    for day, text in (("2026-11-05", "400"), ("2026-11-12", "400")):
        yield Measurement("catskill", "IU-0102", "001", "tss", _at(day, 8, 0), 24, text, "mg/L", "4")
    yield Measurement("catskill", "IU-0102", "001", "tss", _at("2026-11-19", 13, 30), 0, "2600", "mg/L", "4")
    yield Measurement(
        "susquehanna", "IU-0103", "001", "oil_and_grease", _at("2026-06-09", 16, 20), 0, "110", "mg/L", "5"
    )
    # A dissolved zinc beside the total of the same composite: no limit is on it.
    yield Measurement(
        "catskill", "IU-0106", "001P", "zinc_total", _at("2026-04-22", 8, 0), 24, "0.12", "mg/L", "0.02", "D"
    )
    # A grab of copper where the permit takes composites only.
    yield Measurement(
        "municipal", "IU-0101", "001P", "copper_total", _at("2026-09-10", 10, 15), 0, "0.66", "mg/L", "0.01"
    )
    # Hopscotch, the week of 2026-11-16: five grabs of TSS in twenty minutes, the first four above 2,000 mg/L.
    for minute, text in ((0, "2400"), (5, "2900"), (10, "2600"), (15, "2100"), (20, "800")):
        yield Measurement("catskill", "IU-0110", "001", "tss", _at("2026-11-19", 10, minute), 0, text, "mg/L", "4")
    yield Measurement("catskill", "IU-0110", "001", "bod5", _at("2026-11-20", 14, 40), 0, "1310", "mg/L", "2")
    # The authority's round of that week.
    for user, parameter, hour, text, unit in (
        ("IU-0103", "ph", 9, "8.3", "s.u."),
        ("IU-0103", "temperature", 9, "121", "degF"),
        ("IU-0105", "ph", 11, "8.1", "s.u."),
        ("IU-0105", "zinc_total", 11, "0.19", "mg/L"),
        ("IU-0114", "ph", 13, "7.9", "s.u."),
        ("IU-0114", "tss", 13, "152", "mg/L"),
    ):
        yield Measurement("municipal", user, "001", parameter, _at("2026-11-19", hour, 10), 0, text, unit)


def loads(measurements: list[Measurement]) -> Iterator[Measurement]:
    """Pillowfort's phosphorus as pounds a day, on the days with a flow."""
    for row in measurements:
        day = row.day.isoformat()
        if (row.user, row.parameter) == ("IU-0112", "phosphorus_total") and day not in LOADS_MISSING:
            text = LOADS_OVER.get(day, f"{float(row.number) * POUNDS_PER_MG_AND_DAY:.2f}")
            yield Measurement(row.lab, row.user, row.point, row.parameter, row.at, row.hours, text, "lb/d")


def everything() -> list[Measurement]:
    """All measurements as they stand in the end, in the order of time."""
    rows = changed(ordinary(), CHANGES)
    rows += list(extra())
    rows += list(loads(rows))
    return sorted(rows, key=lambda row: (row.at, row.user, row.point, row.hours, row.parameter, row.unit))


def last_moment(row: Measurement) -> datetime:
    """When the laboratory began the analysis: pH and temperature at once, the rest the day after."""
    if row.parameter in ("ph", "temperature"):
        return row.ended + timedelta(minutes=5)
    return datetime.combine(row.ended.date() + timedelta(days=1), time(10, 0))
