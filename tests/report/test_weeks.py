"""Weeks: Monday to Sunday, with the year of their Thursday (ISO 8601)."""

from __future__ import annotations

from datetime import date

import pytest

from headworks.core.weeks import parse_week, week_of
from headworks.errors import UsageError


@pytest.mark.parametrize(
    ("day", "week"),
    [
        (date(2026, 12, 27), "2026-W52"),  # Sunday
        (date(2026, 12, 28), "2026-W53"),  # Monday; 2026 begins on a Thursday, so it has 53 weeks
        (date(2027, 1, 3), "2026-W53"),  # Sunday of the new year, week of the old
        (date(2027, 1, 4), "2027-W01"),
        (date(2024, 12, 30), "2025-W01"),  # Monday of the old year, week of the new
    ],
)
def test_the_turn_of_the_year(day: date, week: str) -> None:
    assert week_of(day).text == week
    assert parse_week(week) == week_of(day)


@pytest.mark.parametrize("text", ["2026-W60", "2026-W00", "2025-W53", "9999-W52"])
def test_a_week_the_year_does_not_have(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_week(text)
    assert caught.value.what == f"no such week: {text}"
    for mended in caught.value.mend.removeprefix("give a week from ").split(" to "):
        parse_week(mended)  # the mend is performed
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("text", ["", "last", "2026-47", "2026-W4", "47"])
def test_no_week_at_all(text: str) -> None:
    with pytest.raises(UsageError, match="not a week"):
        parse_week(text)
