"""`limits on` and the verdicts choose the same limits: the words for a reader never differ from what is judged."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from headworks.adapters.carried import carried
from headworks.adapters.history import in_memory
from headworks.adapters.limit_files import load_law
from headworks.core.limits import limits_on
from headworks.core.verdicts import limits_at_points

LAW = load_law(carried("limits"))
# Before any book; each change of a permit of the example; the day before it; long after.
DAYS = [date(1960, 1, 1), date(1986, 2, 15), date(2024, 12, 31), date(2025, 1, 1), date(2026, 2, 28), date(2026, 3, 1), date(2030, 6, 1)]


@pytest.fixture(scope="module")
def judged() -> Iterator[list[dict[str, Any]]]:
    with in_memory() as history:
        for name, table in LAW.tables().items():
            history.load(name, table)
        limits_at_points(history)
        yield history.rows("select * from limits_at_points")


@pytest.mark.parametrize("day", DAYS, ids=str)
def test_the_same_limits_at_the_same_points(judged: list[dict[str, Any]], day: date) -> None:
    told = {
        (row["user_id"], row["point_id"], row["limit_id"], row["undecided_reason"])
        for user in LAW.users
        for row in limits_on(LAW.limits, LAW.users, LAW.points, LAW.categories, day, user["user_id"])
    }
    held = {
        (row["user_id"], row["point_id"], row["limit_id"], row["undecided_reason"])
        for row in judged
        if row["effective_from"] <= day <= row["effective_until"]
    }
    assert told == held
    assert (day.year > 1960) == bool(told)
