"""Water Quality Portal in both generations of its columns (samples 03 and 04)."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime
from decimal import Decimal

import pytest

LIMIT = "DetectionQuantitationLimitMeasure/MeasureValue"


@pytest.fixture(scope="module")
def older(take_sample):
    return take_sample("03", "MonitoringLocationIdentifier")


@pytest.fixture(scope="module")
def newer(take_sample):
    return take_sample("04", "Location_Identifier", zone="America/Chicago")


@pytest.fixture(scope="module")
def older_rows(sample):
    return dict(enumerate(sample("03"), start=2))


def _is_sample(row):
    return row["ActivityTypeCode"] in ("Sample-Routine", "Field Msr/Obs", "Quality Control Sample-Field Replicate")


def test_every_older_row_is_accepted_or_refused_for_what_it_is(older, older_rows):
    assert len(older_rows) == older.outcome.rows_in == 246
    # 20 quality rows by the description: 11 equipment blanks and 6 others stay out, 3 field replicates are samples.
    quality = {number for number, row in older_rows.items() if not _is_sample(row)}
    assert len(quality) == 17
    no_length = {number for number, row in older_rows.items() if row["ResultMeasure/MeasureUnitCode"] == "umho"}
    # One sample, one characteristic, one fraction, one unit and two values (two surveys' bottles under one name, dissolved
    # organic beside total dissolved nitrogen): nothing in the columns tells them apart.
    same = defaultdict(set)
    for number, row in older_rows.items():
        if number not in quality:
            same[row["ActivityIdentifier"], row["CharacteristicName"], row["ResultSampleFractionText"]].add((number, row["ResultMeasureValue"]))
    contradicting = {number for said in same.values() if len({value for _, value in said}) > 1 for number, _ in said}
    by_code = defaultdict(set)
    for row in older.refused:
        by_code[row["code"]].add(row["source_row"])
    assert dict(by_code) == {"laboratory_quality_row": quality, "unknown_unit": no_length, "conflicting_repeat": contradicting}
    assert {row["source_row"] for row in older.accepted} == set(older_rows) - quality - no_length - contradicting


def test_mixed_units_of_one_characteristic_are_each_read(older, older_rows):
    kept = Counter(older_rows[row["source_row"]]["ResultMeasure/MeasureUnitCode"] for row in older.accepted)
    # Of 34 umho/cm and 15 uS/cm, 11 and 2 stand in quality rows; the two non-detects have no unit but that of their limit.
    assert (kept["umho/cm"], kept["uS/cm"], kept[""]) == (34 - 11, 15 - 2, 2)
    assert older.count("unit") == {"umho/cm": 23, "uS/cm": 13, "mg/L": kept["mg/l"] + 2}
    words = {row["why"] for row in older.refused if row["code"] == "unknown_unit"}
    assert words == {"conductance without a length; ask the laboratory for umho/cm or uS/cm"}


def test_older_non_detects_take_the_level_and_unit_of_their_limit(older, older_rows):
    silent = {number for number, row in older_rows.items() if row["ResultDetectionConditionText"] == "Not Detected"}
    assert len(silent) == 2
    assert {row["source_row"] for row in older.accepted if row["qualifier"] == "non_detect"} == silent
    for number in silent:
        row, sent = older.of_row(number), older_rows[number]
        assert (sent["ResultMeasureValue"], sent["ResultMeasure/MeasureUnitCode"]) == ("", "")
        assert (row["at_least"], row["at_most"], row["unit"]) == (Decimal(0), Decimal(sent[LIMIT]), "mg/L")


def test_the_type_of_a_limit_says_what_it_is(older, older_rows):
    reporting = ("Lower Reporting Limit", "Laboratory Reporting Level")
    for row in older.accepted:
        sent = older_rows[row["source_row"]]
        is_reporting = sent["DetectionQuantitationLimitTypeName"] in reporting
        # "0.0" in a limit's column is a form filled in, no level.
        stated = Decimal(sent[LIMIT]) if sent[LIMIT] and Decimal(sent[LIMIT]) else None
        assert (row["reporting_limit"], row["detection_limit"]) == ((stated, None) if is_reporting else (None, stated))


def test_zones_of_the_rows_count(older):
    # 2014-09-29 12:25:00 EDT
    assert older.of_row(2)["started_at"] == datetime(2014, 9, 29, 16, 25)


def test_field_replicates_are_samples_and_marked(older, older_rows):
    marked = {row["source_row"] for row in older.accepted if row["replicate"]}
    wanted = {number for number, row in older_rows.items() if row["ActivityTypeCode"] == "Quality Control Sample-Field Replicate"}
    assert marked <= wanted and len(wanted) == 3
    assert wanted - marked <= {row["source_row"] for row in older.refused}


def test_newer_rows(newer, sample):
    rows = dict(enumerate(sample("04"), start=2))
    assert (len(rows), len({row["Result_Characteristic"] for row in rows.values()})) == (67, 22)
    # Air is not water, a load is in an ambiguous unit, and acidity and air pressure are no pollutants: three rows of each.
    kept_out = {"Acidity, (H+)", "Barometric pressure", "Suspended Sediment Load", "Temperature, air"}
    assert newer.outcome.refused_codes == {"unknown_parameter": 12}
    assert {row["source_row"] for row in newer.refused} == {n for n, row in rows.items() if row["Result_Characteristic"] in kept_out}
    assert newer.outcome.rows_accepted == 67 - 12
    assert newer.count("qualifier") == {"": 51, "non_detect": 4}
    # mg/L 33 in the file: 3 of acidity less, 4 non-detects in the unit of their limit more; deg C 6, of which 3 are of air.
    assert newer.count("unit") == {
        "mg/L": 34, "degC": 3, "cfs": 3, "s.u.": 3, "MPN/100mL": 3, "%": 3, "uS/cm": 3, "m3/s": 3,
    }


def test_newer_non_detects_take_the_censoring_level(newer, sample):
    for number, sent in enumerate(sample("04"), start=2):
        if sent["Result_ResultDetectionCondition"] == "Not Detected":
            row = newer.of_row(number)
            assert (sent["Result_Measure"], sent["DetectionLimit_TypeA"]) == ("", "Censoring Level")
            assert (row["at_least"], row["at_most"]) == (Decimal(0), Decimal(sent["DetectionLimit_MeasureA"]))
            assert row["reporting_limit"] == Decimal(sent["DetectionLimit_MeasureA"])


def test_basis_fraction_and_time_are_fields_of_their_own(newer):
    # Result_MethodSpeciation of the file: as N 14, as P 6, and one each as NO2, NH4, PO4 and NO3.
    assert newer.count("basis") == {"": 31, "N": 14, "P": 6, "NO2": 1, "NH4": 1, "PO4": 1, "NO3": 1}
    # Unfiltered 29, of which 6 are refused; filtered 20.
    assert newer.count("fraction") == {"total": 23, "dissolved": 20, "unspecified": 12}
    # 2023-07-25 09:00:00 CDT
    assert newer.of_row(3)["started_at"] == datetime(2023, 7, 25, 14, 0)


def test_the_same_flow_in_two_units_is_kept_twice(newer):
    flows = [row for row in newer.accepted if row["parameter"] == "flow"]
    assert Counter(row["unit"] for row in flows) == {"cfs": 3, "m3/s": 3}
