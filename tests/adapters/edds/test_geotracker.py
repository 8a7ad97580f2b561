"""GeoTracker EDF as related files and as one flat file, with headings; every file here is made up."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest


def named(text):
    """Headings as a file has them."""
    return text.split(",")


SAMPLE = named("LOCID,LOGDATE,LOGTIME,LOGCODE,SAMPID,MATRIX,PROJNAME,LABWO,GLOBAL_ID,LABCODE")
TEST = named(
    "LOCID,LOGDATE,LOGTIME,LOGCODE,SAMPID,MATRIX,LABCODE,LABSAMPID,QCCODE,ANMCODE,MODPARLIST,EXMCODE,LABLOTCTL,ANADATE,EXTDATE,"
    "RUN_NUMBER,RECDATE,BASIS"
)
RESULT = named(
    "MATRIX,LABCODE,LABSAMPID,QCCODE,ANMCODE,EXMCODE,PVCCODE,ANADATE,RUN_NUMBER,PARLABEL,PARVAL,PARVQ,LABDL,REPDL,REPDLVQ,PARUN,UNITS"
)
QC = named("MATRIX,LABCODE,LABLOTCTL,ANMCODE,PARLABEL,QCCODE,LABQCID,EXPECTED")
LIMITS = named("LABCODE,MATRIX,ANMCODE,EXMCODE,PARLABEL,CLREVDATE,CLCODE,UPPERCL,LOWERCL")


def of_lab(lab, kind="CS"):
    return {
        "MATRIX": "W", "LABCODE": "INVT", "LABSAMPID": lab, "QCCODE": kind, "ANMCODE": "E200.7", "EXMCODE": "TOTAL",
        "ANADATE": "20260305", "RUN_NUMBER": "1",
    }


def analysis(lab, sample="G-1", kind="CS", **more):
    taken = {"LOCID": "TB-001", "LOGDATE": "20260302", "LOGTIME": "0805", "LOGCODE": "XXXX", "SAMPID": sample, "LABLOTCTL": "B1", "BASIS": "N"}
    return {**of_lab(lab, kind), **taken, **more}


def result(lab, value, name="CU", vq="=", kind="CS", pvc="PR", **more):
    return {
        **of_lab(lab, kind), "PVCCODE": pvc, "PARLABEL": name, "PARVAL": value, "PARVQ": vq, "LABDL": "1", "REPDL": "5",
        "REPDLVQ": "PQL", "UNITS": "UG/L", **more,
    }


TESTS = [
    analysis("A1"), analysis("A2", "G-2", BASIS="F", LOGTIME="0930", LOCID="TB-002"),
    analysis("QB", "", "LB1", LOCID="", LOGDATE="", LOGTIME=""), analysis("QM", "", "MS1", LOCID="", LOGDATE="", LOGTIME=""),
    analysis("QN", "", "NC", LOCID="", LOGDATE="", LOGTIME=""),
]
RESULTS = [
    result("A1", "250"), result("A1", "0", "ZN", "ND"), result("A2", "40", "NI"),
    result("A1", "248", pvc="2C"), result("A1", "99", "TOLD8", "SU", UNITS="PERCENT"), result("A1", "1", "PB", "ZZ"),
    result("QB", "0", vq="ND", kind="LB1"), result("QM", "900", kind="MS1"), result("QN", "77", kind="NC"),
]


def check(desk, outcome, profile):
    assert (outcome.status, outcome.profile) == ("accepted", profile)
    assert (outcome.rows_in, outcome.rows_accepted, outcome.rows_refused) == (9, 3, 6)
    assert outcome.refused_codes == {"another_client": 1, "laboratory_quality_row": 4, "unknown_code": 1}
    d, five_past = Decimal, datetime(2026, 3, 2, 13, 5)  # 08:05 in New York in winter
    assert desk.rows("sample_id", "point_id", "parameter", "at_least", "at_most", "qualifier", "fraction", "started_at") == [
        ("G-1", "001", "copper_total", d("0.25"), d("0.25"), "", "total", five_past),  # 250 ug/L = 0.25 mg/L
        # "0, ND" has no level of its own: the reporting limit of 5 ug/L is one.
        ("G-1", "001", "zinc_total", 0, d("0.005"), "non_detect", "total", five_past),
        ("G-2", "002", "nickel_total", d("0.04"), d("0.04"), "", "dissolved", datetime(2026, 3, 2, 14, 30)),
    ]
    assert desk.rows("lab", "lab_sample_id", "reporting_limit", "reporting_limit_unit", "detection_limit", "method")[1] == (
        "INVT", "A1", 5, "ug/L", 1, "E200.7",
    )
    assert {"REPDLVQ", "PARUN"} <= set(outcome.columns_unused)


def put_all(desk, *, but=()):
    tables = {
        "EDFSAMP": (SAMPLE, [{"LOCID": "TB-001", "LOGDATE": "20260302", "LOGTIME": "0805", "SAMPID": "G-1"}]), "EDFTEST": (TEST, TESTS),
        "EDFRES": (RESULT, RESULTS), "EDFQC": (QC, [{"LABLOTCTL": "B1", "QCCODE": "MS1"}]), "EDFCL": (LIMITS, [{"CLCODE": "MSA"}]),
    }
    for name, (headings, rows) in tables.items():
        if name not in but:
            desk.put(f"{name}.TXT", desk.text(headings, rows))


def test_related_files(desk):
    put_all(desk)
    outcome = desk.take()
    assert outcome.file == "EDFCL.TXT + EDFQC.TXT + EDFRES.TXT + EDFSAMP.TXT + EDFTEST.TXT"
    check(desk, outcome, "geotracker-edf")
    assert {"EXTDATE (test file)", "MODPARLIST (test file)"} <= set(outcome.columns_unused)


def test_without_the_test_file(desk):
    put_all(desk, but=("EDFTEST", "EDFSAMP", "EDFQC", "EDFCL"))
    outcome = desk.take()
    assert outcome.status == "refused" and outcome.problem.what == "its partner EDFTEST.TXT is missing"
    put_all(desk)  # the mend, performed
    check(desk, desk.take(), "geotracker-edf")


def test_result_of_an_analysis_that_the_test_file_lacks(desk):
    put_all(desk, but=("EDFRES",))
    desk.put("EDFRES.TXT", desk.text(RESULT, [result("A1", "250"), result("A7", "250")]))
    outcome = desk.take()
    assert (outcome.rows_accepted, outcome.refused_codes) == (1, {"sample_not_in_file": 1})
    (_, told), = desk.refused()
    assert "INVT / A7 / CS" in told and told.endswith("is not in the test file")


@pytest.mark.parametrize("has_zeros", [True, False])
def test_flat_file(desk, has_zeros):
    """Also after a spreadsheet has taken the leading zero of 0805."""
    by_lab = {one["LABSAMPID"]: one for one in TESTS}
    rows = [{**by_lab[one["LABSAMPID"]], **one} for one in RESULTS]
    if not has_zeros:
        rows = [{**one, "LOGTIME": one["LOGTIME"].lstrip("0")} for one in rows]
    desk.put("EDFFLAT.csv", desk.text(list(dict.fromkeys([*TEST, *RESULT])), rows))
    check(desk, desk.take(), "geotracker-edf-flat")
