"""Which results of the week replace earlier reports? What a correction takes away is said, not dropped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from headworks.core import written
from headworks.core.week_sources import Row


@dataclass(frozen=True)
class Correction:
    """One earlier report and what counts instead of it."""

    user_id: str
    name: str
    what: str
    was: str
    now: str
    file: str
    row: int | None


def corrections(rows: list[Row], names: Mapping[str, str]) -> tuple[Correction, ...]:
    """Write the rows of the rule ``week_corrections``.

    Examples
    --------
    >>> from datetime import date
    >>> row = {"user_id": "U", "point_id": "001", "parameter_name": "Nickel, total", "day": date(2026, 11, 9), "was": "4.40",
    ...        "was_unit": "mg/L", "was_reported_on": date(2026, 11, 12), "is_now": "3.90", "is_unit": "mg/L",
    ...        "reported_on": None, "source_file": "a.csv", "source_row": 2}
    >>> found = corrections([row], {"U": "Plating"})[0]
    >>> found.what, found.was, found.now
    ('Nickel, total at 001, 9 Nov 2026', '4.40 mg/L, reported 12 Nov 2026', '3.90 mg/L')
    """
    return tuple(
        Correction(
            row["user_id"], names.get(row["user_id"], row["user_id"]),
            f"{row['parameter_name']} at {row['point_id']}, {written.days(row['day'], row['day'])}",
            _said(row["was"], row["was_unit"], row["was_reported_on"]),
            _said(row["is_now"], row["is_unit"], row["reported_on"]), row["source_file"], row["source_row"],
        )
        for row in rows
    )


def _said(value: str | None, unit: str | None, reported_on: date | None) -> str:
    text = " ".join(part for part in (value, unit) if part)
    return f"{text}, reported {written.days(reported_on, reported_on)}" if reported_on else text
