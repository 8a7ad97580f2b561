"""What the loggers recorded in the week of 2026-11-16: pH, temperature and flow, minute by minute."""

from __future__ import annotations

import random
from datetime import date, datetime, timedelta

from measurements import SEED


def _minutes(first: date, days: int) -> list[datetime]:
    start = datetime.combine(first, datetime.min.time())
    return [start + timedelta(minutes=n) for n in range(days * 1440)]


def _hobo(point: str, heading: str, values: list[tuple[datetime, str]]) -> bytes:
    lines = [f'"Plot Title: {point}"', f'"#","Date Time, GMT-05:00","{heading}","Event"']
    lines += [f'"{n}","{at:%m/%d/%y %I:%M:%S %p}","{text}",""' for n, (at, text) in enumerate(values, start=1)]
    return ("\r\n".join(lines) + "\r\n").encode("utf-8-sig")


def _between(at: datetime, first: str, last: str) -> bool:
    return datetime.fromisoformat(first) <= at <= datetime.fromisoformat(last)


def ph_logger() -> bytes:
    """Moonmilk, 2026-11-16 to -20: 7.0 to 7.8, an acid rinse on the 17th down to 5.2, and exactly 6.00 on the 19th."""
    rng = random.Random(f"{SEED}|ph logger")
    values = []
    for at in _minutes(date(2026, 11, 16), 5):
        text = f"{7.4 + 0.2 * (rng.random() + rng.random() - 1) + (0.2 if 8 <= at.hour < 17 else 0):.2f}"
        if _between(at, "2026-11-17 14:05", "2026-11-17 14:29"):
            text = f"{5.2 + 0.05 * abs(at.minute - 17):.2f}"
        elif _between(at, "2026-11-19 10:30", "2026-11-19 10:34"):
            text = "6.00"
        values.append((at, text))
    return _hobo("Moonmilk control manhole", "pH, SU (LGR S/N: 1000001)", values)


def temperature_logger(point: str, serial: str, low: float, high: float, peaks: dict[str, tuple[str, float]]) -> bytes:
    """From low at night to high at noon [degF]; peaks: day -> (first minute, highest), twenty minutes long."""
    rng = random.Random(f"{SEED}|temperature|{point}")
    values = []
    for at in _minutes(date(2026, 11, 16), 4):
        share = 1 - abs(at.hour * 60 + at.minute - 720) / 720
        text = f"{low + (high - low) * share - 0.8 * rng.random():.1f}"
        start, peak = peaks.get(at.date().isoformat(), ("", 0.0))
        if start:
            begin = datetime.fromisoformat(f"{at:%Y-%m-%d} {start}")
            if begin <= at < begin + timedelta(minutes=20):
                text = f"{peak - 0.1 * abs((at - begin).seconds // 60 - 10):.1f}"
        values.append((at, text))
    return _hobo(point, f"Temp, °F (LGR S/N: {serial})", values)


# Gherkin's meter: first and last minute, gpm, status, or None where the meter sent nothing
FLOW_PLAN = [
    (
        "2026-11-18 09:10",
        "2026-11-18 09:30",
        182.0,
        "OK",
    ),  # 21 readings, 20 minutes from first to last: above for longer than 15
    ("2026-11-19 02:00", "2026-11-19 02:35", 260.0, "SUSPECT"),  # the meter doubts itself: judges nothing
    ("2026-11-19 11:00", "2026-11-19 11:15", 175.0, "OK"),  # 16 readings, exactly 15 minutes: not longer
    ("2026-11-20 10:00", "2026-11-20 10:11", 178.0, "OK"),  # 11 minutes,
    ("2026-11-20 10:12", "2026-11-20 10:14", None, ""),  # a gap of three readings ends the run,
    ("2026-11-20 10:15", "2026-11-20 10:26", 178.0, "OK"),  # 11 minutes again
]


def flow_meter(first: date, days: int) -> bytes:
    """About 25 gpm (36,000 gpd), more by day than by night."""
    rng = random.Random(f"{SEED}|flow|{first}")
    lines = ["Tag,Timestamp,Flow_gpm,Status"]
    for at in _minutes(first, days):
        flow, status = (32 if 6 <= at.hour < 18 else 18) + 4 * (rng.random() + rng.random() - 1), "OK"
        sent = True
        for start, end, value, said in FLOW_PLAN:
            if _between(at, start, end):
                sent, status = value is not None, said
                flow = (value or 0) + 6 * rng.random()
        if sent:
            lines.append(f"FT-0102,{at:%Y-%m-%dT%H:%M:%S}-05:00,{flow:.1f},{status}")
    return ("\r\n".join(lines) + "\r\n").encode("utf-8")


def loggers() -> dict[str, bytes]:
    return {
        "moonmilk_ph_2026-W47.csv": ph_logger(),
        "hopscotch_temperature_2026-W47.csv": temperature_logger(
            "Hopscotch control manhole", "1000002", 82, 98, {"2026-11-18": ("13:30", 103.7)}
        ),
        "sudsworth_temperature_2026-W47.csv": temperature_logger(
            "Sudsworth lint trap outlet",
            "1000003",
            96,
            132,
            {"2026-11-17": ("10:40", 149.6), "2026-11-18": ("10:40", 152.3)},
        ),
        "gherkin_flow_2026-W46.csv": flow_meter(date(2026, 11, 11), 5),
        "gherkin_flow_2026-W47.csv": flow_meter(date(2026, 11, 16), 5),
    }
