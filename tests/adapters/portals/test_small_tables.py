"""Stormwater table (sample 13) and British Columbia's monitoring results (sample 14)."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime
from decimal import Decimal

import pytest


@pytest.fixture(scope="module")
def stormwater(take_sample):
    return take_sample("13", "location_code", zone="America/Chicago")


@pytest.fixture(scope="module")
def columbia(take_sample):
    return take_sample("14", "EMS_ID", zone="America/Vancouver")


def test_stormwater_rows_are_all_accounted_for(stormwater, sample):
    rows = sample("13")
    # By the sample's description: 600 rows, one unit, "<" 168 and "=" 432.
    assert (len(rows), Counter(row["qual"] for row in rows)) == (600, {"=": 432, "<": 168})
    measurements = {(row["location_code"], row["start_date"]) for row in rows}
    # One measurement counts once; the 13 others repeat it with the same answer (4 of them letter by letter, 9 only with
    # another share of paved ground).
    assert stormwater.outcome.refused_codes == {"duplicate_row": 600 - len(measurements)} == {"duplicate_row": 13}
    assert stormwater.outcome.rows_accepted == len(measurements) == 587
    assert stormwater.count("unit") == {"ug/L": 587}
    assert stormwater.count("fraction") == {"total": 587}
    assert stormwater.outcome.columns_unused == []


def test_every_censored_row_is_a_non_detect(stormwater, sample):
    censored = {(row["location_code"], row["start_date"]) for row in sample("13") if row["qual"] == "<"}
    assert stormwater.count("qualifier") == {"": 587 - len(censored), "non_detect": len(censored)}
    row = stormwater.of_row(4)  # ALJCC001, 1/19/2002, "<", 20 ug/L: anything from 0 to 0.02 mg/L
    assert (row["day"], row["value"], row["at_least"], row["at_most"]) == (date(2002, 1, 19), Decimal(20), Decimal(0), Decimal("0.02"))


def test_columbia_rows_are_all_read(columbia, sample):
    rows = sample("14")
    assert (len(rows), sum(row["RESULT_LETTER"] == "<" for row in rows)) == (10, 1)
    assert (columbia.outcome.rows_accepted, columbia.outcome.rows_refused) == (10, 0)
    assert columbia.count("qualifier") == {"": 9, "non_detect": 1}
    assert columbia.count("unit") == {"mg/L": 4, "CFU/100mL": 2, "PCU": 1, "s.u.": 1, "uS/cm": 1, "NTU": 1}
    assert columbia.count("sample_type") == {"grab": 10}
    assert columbia.count("lab") == {"ALS Global": 10}


def test_times_of_14_digits_are_pacific_standard_time(columbia):
    # 20180102090000 is 09:00 at UTC-8, so 17:00 UTC.
    assert {row["started_at"] for row in columbia.accepted} == {datetime(2018, 1, 2, 17, 0)}
    assert {row["day"] for row in columbia.accepted} == {date(2018, 1, 2)}


def test_result_and_detection_limit_have_their_own_units(desk, take_in, sample):
    rows = sample("14")
    tss = next(row for row in rows if row["PARAMETER"].startswith("Residue"))
    assert (tss["RESULT_LETTER"], tss["RESULT"], tss["UNIT"], tss["METHOD_DETECTION_LIMIT"], tss["MDL_UNIT"]) == ("<", "1", "mg/L", "1", "mg/L")
    changed = {**tss, "METHOD_DETECTION_LIMIT": "1000", "MDL_UNIT": "ug/L"}
    text = ",".join(f'"{name}"' for name in tss) + "\n" + ",".join(f'"{cell}"' for cell in changed.values()) + "\n"
    row, = take_in(desk(["0121580"]), results=text).accepted
    assert (row["value"], row["unit"]) == (Decimal(1), "mg/L")
    assert (row["detection_limit"], row["detection_limit_unit"], row["at_most"]) == (Decimal(1000), "ug/L", Decimal(1))
