"""EQuIS deliverables of four files (EFWEDD, EPA Region 4): a test table stands between sample and result; all made up."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest


def named(text):
    """Headings as a file has them."""
    return text.split(",")


KEY = named("sys_sample_code,lab_anl_method_name,analysis_date,analysis_time,total_or_dissolved,column_number,test_type")
SAMPLE = named(
    "sys_sample_code,sample_name,sample_matrix_code,sample_type_code,sample_source,parent_sample_code,sample_date,sample_time,"
    "sys_loc_code,start_depth,end_depth,depth_unit"
)
TEST = [*KEY, *named("lab_matrix_code,analysis_location,basis,dilution_factor,prep_method,lab_name_code,lab_sample_id")]
RESULT = [*KEY, *named(
    "cas_rn,chemical_name,result_value,result_error_delta,result_type_code,reportable_result,detect_flag,lab_qualifiers,"
    "validator_qualifiers,interpreted_qualifiers,organic_yn,method_detection_limit,reporting_detection_limit,"
    "quantitation_limit,result_unit,detection_limit_unit,qc_original_conc,test_batch_type,test_batch_id,validated_yn"
)]
BATCH = [*KEY, "test_batch_type", "test_batch_id"]
STYLES = [
    ("", "EFW2LabSMP", "EFW2LabTST", "EFW2LabRES"),
    ("r4_", "EPAR4_FSample_v1", "EPAR4_TST_v1", "EPAR4_RES_v1"),
]


def key(code, run="INITIAL", fraction="T"):
    return {
        "sys_sample_code": code, "lab_anl_method_name": "E200.8", "analysis_date": "03/05/2026", "analysis_time": "10:15",
        "total_or_dissolved": fraction, "column_number": "NA", "test_type": run,
    }


def result(code, value, **more):
    of_key = {name: more.pop(name) for name in ("run", "fraction") if name in more}
    return {
        **key(code, **of_key), "cas_rn": "7439-92-1", "chemical_name": "Lead", "result_value": value, "result_type_code": "TRG",
        "reportable_result": "Yes", "detect_flag": "Y", "method_detection_limit": "0.2", "reporting_detection_limit": "1",
        "result_unit": "ug/L", "detection_limit_unit": "ug/L", "test_batch_type": "Prep", "test_batch_id": "B1", **more,
    }


def sample(code, kind="N", **more):
    return {
        "sys_sample_code": code, "sample_type_code": kind, "sample_date": "03/02/2026", "sample_time": "08:00",
        "sys_loc_code": "TB-001", **more,
    }


SAMPLES = [sample("R-1"), sample("R-2", sample_time="09:00"), sample("LB-1", "LB", sys_loc_code="")]
TESTS = [
    {**key(*one), "lab_name_code": "MOHAWK", "lab_sample_id": lab}
    for one, lab in ((("R-1",), "L1"), (("R-1", "DILUTION"), "L1D"), (("R-1", "INITIAL", "D"), "L1F"), (("LB-1",), "L9"))
]
RESULTS = [
    result("R-1", "850", reportable_result="No", lab_qualifiers="E"),
    result("R-1", "1200", run="DILUTION"),
    # Not detected in the filtered part; the limits are in mg/L: 0.001 mg/L = 1 ug/L, kept as sent.
    result("R-1", "", fraction="D", detect_flag="N", lab_qualifiers="U", reporting_detection_limit="0.001",
           method_detection_limit="0.0002", detection_limit_unit="mg/L"),
    result("LB-1", "1"),
    result("R-2", "3"),  # no test of R-2
]
SHEETS = ((SAMPLE, SAMPLES), (TEST, TESTS), (RESULT, RESULTS))


def check(desk, outcome):
    assert (outcome.status, outcome.profile) == ("accepted", "equis-4file")
    assert (outcome.rows_in, outcome.rows_accepted, outcome.rows_refused) == (5, 2, 3)
    assert outcome.refused_codes == {"laboratory_quality_row": 2, "sample_not_in_file": 1}
    missing, = [what for code, what in desk.refused() if code == "sample_not_in_file"]
    assert missing.startswith("'R-2 / E200.8 / ") and missing.endswith("' is not in the test file")
    d, at = Decimal, datetime(2026, 3, 2, 13, 0)
    assert desk.rows("sample_id", "parameter", "fraction", "at_least", "at_most", "qualifier", "lab_sample_id", "started_at") == [
        ("R-1", "lead_total", "total", d("1.2"), d("1.2"), "", "L1D", at),  # 1200 ug/L = 1.2 mg/L
        ("R-1", "lead_total", "dissolved", 0, d("0.001"), "non_detect", "L1F", at),
    ]
    assert desk.rows("reporting_limit", "reporting_limit_unit", "sample_type", "analysed_at")[1] == (
        d("0.001"), "mg/L", "unknown", datetime(2026, 3, 5, 15, 15),
    )
    assert {"quantitation_limit", "test_batch_id", "basis (test file)", "start_depth (sample file)"} <= set(outcome.columns_unused)


@pytest.mark.parametrize("delimiter", [",", "\t"])
@pytest.mark.parametrize(("base", "sample_name", "test_name", "result_name"), STYLES)
def test_four_files(desk, base, sample_name, test_name, result_name, delimiter):
    for name, (headings, rows) in zip((sample_name, test_name, result_name), SHEETS, strict=True):
        desk.put(f"{base}{name}.txt", desk.text(["#" + headings[0].upper(), *headings[1:]], [
            {("#" + headings[0].upper() if one == headings[0] else one): cell for one, cell in row.items()} for row in rows
        ], delimiter))
    desk.put(f"{base}EFW2LabBCH.txt" if not base else "r4_EPAR4_BCH_v1.txt", desk.text(BATCH, [{**key("R-1"), "test_batch_id": "B1"}], delimiter))
    check(desk, desk.take())


def test_one_workbook_says_the_same(desk):
    desk.put("region.xlsx", desk.workbook(dict(zip(STYLES[1][1:], SHEETS, strict=True))))
    check(desk, desk.take())


@pytest.mark.parametrize("left_out", [0, 1])
def test_partner_missing(desk, left_out):
    names = [f"r4_{name}.csv" for name in STYLES[1][1:]]
    for place, (headings, rows) in enumerate(SHEETS):
        if place != left_out:
            desk.put(names[place], desk.text(headings, rows))
    outcomes = desk.take_all()
    assert {(one.status, one.problem.what) for one in outcomes} == {("refused", f"its partner {names[left_out]} is missing")}
    desk.put(names[left_out], desk.text(*SHEETS[left_out]))  # the mend, performed
    check(desk, desk.take())
