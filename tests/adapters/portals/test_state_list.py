"""Exceedance list of a state agency (sample 09): statistics, mass and concentration, contradictions."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date
from decimal import Decimal

import pytest

KEY = ("PERMIT_NUMBER", "OUTFALL_NUMBER", "PARAMETER", "MONITORING_PERIOD_BEGIN_DATE", "MONITORING_PERIOD_END_DATE", "STAT_BASE_CODE")


@pytest.fixture(scope="module")
def listed(take_sample):
    return take_sample("09", "PERMIT_NUMBER", "OUTFALL_NUMBER")


@pytest.fixture(scope="module")
def contradictions(sample):
    """Row numbers of the pairs that have one unit and two values."""
    found = defaultdict(list)
    for number, row in enumerate(sample("09"), start=2):
        found[*(row[name] for name in KEY), row["UNIT_OF_MEASURE"]].append(number)
    return [tuple(numbers) for numbers in found.values() if len(numbers) > 1]


def test_every_row_is_accepted_or_contradicts_another(listed, contradictions):
    assert len(contradictions) == 6  # by the sample's description
    assert listed.outcome.rows_in == 416
    assert listed.outcome.refused_codes == {"conflicting_repeat": 12}
    assert {row["source_row"] for row in listed.refused} == {number for pair in contradictions for number in pair}
    for one, other in contradictions:
        said, = (row["what"] for row in listed.refused if row["source_row"] == one)
        assert f"also row {other})" in said
    assert listed.outcome.rows_accepted == 404


def test_units_are_those_of_the_description(listed, sample):
    assert Counter(row["UNIT_OF_MEASURE"] for row in sample("09")) == {
        "mg/L": 231, "ug/L": 79, "lbs/day": 55, "No./100 ml": 34, "S.U.": 11, "CFU/100 ml": 5, "ºF": 1,
    }
    # The twelve contradicting rows: four of oil and grease in mg/L, two of a PCB in ug/L, six of pH.
    assert listed.count("unit") == {
        "mg/L": 231 - 4, "ug/L": 79 - 2, "lb/d": 55, "No./100mL": 34, "s.u.": 11 - 6, "CFU/100mL": 5, "degF": 1,
    }
    assert listed.count("qualifier") == {"": 404}


def test_a_statistic_stays_what_it_is(listed, sample):
    words = Counter(row["STAT_BASE_CODE"] for row in sample("09"))
    assert sum(words.values()) == 416
    refused = Counter(sample("09")[row["source_row"] - 2]["STAT_BASE_CODE"] for row in listed.refused)
    ours = {
        "Average Monthly": "monthly_average", "Daily Maximum": "daily_maximum", "Instantaneous Maximum": "instantaneous_maximum",
        "Geometric Mean": "geometric_mean", "Daily Minimum": "daily_minimum", "Weekly Average": "weekly_average",
        "Instantaneous Minimum": "instantaneous_minimum", "Minimum": "minimum",
    }
    assert listed.count("statistic") == {ours[word]: words[word] - refused[word] for word in words}


def test_mass_and_concentration_are_two_measurements(listed, sample):
    pairs = defaultdict(list)
    for number, row in enumerate(sample("09"), start=2):
        pairs[tuple(row[name] for name in KEY)].append((number, row["UNIT_OF_MEASURE"]))
    both = [pair for pair in pairs.values() if len({unit for _, unit in pair}) > 1]
    assert len(both) == 32
    kept = {row["source_row"] for row in listed.accepted}
    assert all(number in kept for pair in both for number, _ in pair)


def test_a_row_reads_as_it_is_printed(listed):
    row = listed.of_row(2)
    assert (row["point_reported"], row["parameter"], row["value"], row["unit"]) == ("PA0001937 001", "aluminum_total", Decimal("0.822"), "mg/L")
    assert (row["period_from"], row["period_until"], row["day"]) == (date(2025, 7, 1), date(2025, 7, 31), date(2025, 7, 31))
    hot, = (row for row in listed.accepted if row["unit"] == "degF")
    assert hot["unit_reported"] == "ºF"


def test_a_period_is_the_one_that_is_printed(desk, take_in):
    head = "PERMIT_NUMBER,OUTFALL_NUMBER,PARAMETER,SAMPLE_VALUE,UNIT_OF_MEASURE,STAT_BASE_CODE,MONITORING_PERIOD_BEGIN_DATE,MONITORING_PERIOD_END_DATE\n"
    taken = take_in(desk(["PA1 001"]), quarter=head + "PA1,001,pH,9.4,S.U.,Daily Maximum,2025-07-01,2025-09-30\n")
    row, = taken.accepted
    assert (row["period_from"], row["period_until"]) == (date(2025, 7, 1), date(2025, 9, 30))


def test_limits_beside_the_values_are_not_used_in_silence(listed):
    assert listed.outcome.columns_unused == ["PERMIT_VALUE", "VIOLATION_CONDITION"]
