"""ADaPT A1, works' laboratory files and GeoTracker's flat file: one table holds all; every file here is made up."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest

D = Decimal
NINE = datetime(2026, 3, 2, 14, 0)  # 09:00 in New York in winter

def named(text):
    """Headings as a file has them."""
    return text.split(",")


ADAPT = named(
    "ClientSampleID,LabAnalysisRefMethodID,AnalysisType,LabSampleID,LabID,ClientAnalyteID,AnalyteName,Result,Error,ResultUnits,"
    "LabQualifiers,DetectionLimit,AnalyteType,PercentRecovery,RelativePercentDifference,ReportingLimit,ReportableResult,"
    "Dilution,DateCollected,MatrixID,QCType,DateAnalyzed,TotalOrDissolved"
)


def adapt(point, lab_id, value, name="Copper", cas="7440-50-8", kind="NM", **more):
    return {
        "ClientSampleID": point, "LabSampleID": lab_id, "LabID": "FLX", "LabAnalysisRefMethodID": "200.7", "Result": value,
        "AnalyteName": name, "ClientAnalyteID": cas, "ResultUnits": "UG/L", "DetectionLimit": "1", "ReportingLimit": "5",
        "AnalyteType": "TRG", "ReportableResult": "YES", "QCType": kind, "DateCollected": "03/02/2026 09:00",
        "DateAnalyzed": "03/04/2026 12:00", "TotalOrDissolved": "TOT", **more,
    }


ADAPT_ROWS = [
    adapt("TB-001", "F1", "250"),
    adapt("TB-001", "F1", "5", "Zinc", "7440-66-6", LabQualifiers="U"),
    adapt("TB-001", "F1", "3", "Nickel", "7440-02-0", LabQualifiers="I", TotalOrDissolved="DIS"),
    adapt("TB-002", "F2", "900", ReportableResult="NO"),
    adapt("TB-002", "F2", "101", "Toluene-d8", "2037-26-5", AnalyteType="SURR"),
    adapt("TB-001MS", "F1MS", "750", kind="MS"), adapt("TB-001DUP", "F1D", "251", kind="DUP"), adapt("", "MB1", "1", kind="MB", DateCollected=""),
    adapt("ELSEWHERE", "F3", "12"),
]


def check_adapt(desk, outcome):
    assert (outcome.rows_in, outcome.rows_accepted, outcome.rows_refused) == (9, 3, 6)
    assert outcome.refused_codes == {"laboratory_quality_row": 5, "unknown_point": 1}
    assert desk.rows("sample_id", "point_id", "parameter", "at_least", "at_most", "qualifier", "fraction", "started_at") == [
        # ug/L / 1000 = mg/L
        ("F1", "001", "copper_total", D("0.25"), D("0.25"), "", "total", NINE),
        ("F1", "001", "zinc_total", 0, D("0.005"), "non_detect", "total", NINE),
        ("F1", "001", "nickel_total", D("0.003"), D("0.003"), "estimated", "dissolved", NINE),
    ]
    assert desk.rows("reporting_limit", "reporting_limit_unit", "detection_limit", "lab", "method")[0] == (5, "ug/L", 1, "FLX", "200.7")


@pytest.mark.parametrize("headings", [ADAPT, ADAPT[::-1], sorted(ADAPT)])
def test_adapt_columns_in_any_order(desk, headings):
    desk.put("a1.csv", desk.text(headings, ADAPT_ROWS))
    outcome = desk.take()
    assert outcome.profile == "adapt-a1"
    check_adapt(desk, outcome)
    assert set(outcome.columns_unused) == {
        "AnalysisType", "Error", "PercentRecovery", "RelativePercentDifference", "Dilution", "MatrixID",
    }


def test_adapt_workbook(desk):
    desk.put("a1.xlsx", desk.workbook({"A1": (ADAPT, ADAPT_ROWS)}))
    check_adapt(desk, desk.take())


def test_adapt_without_headings_needs_a_declared_layout(desk):
    """By position only where the workspace says so, for files of one name."""
    from importlib import resources

    desk.put("FLX_0302.txt", desk.text(ADAPT, ADAPT_ROWS).split("\r\n", 1)[1])
    outcome = desk.take()
    assert outcome.status == "refused" and outcome.problem.what == "unknown layout: no profile has these headings"
    text = resources.files("headworks.adapters.lab_files").joinpath("profiles/adapt-a1.yaml").read_text(encoding="utf-8")
    desk.ws.profiles_dir.mkdir()
    (desk.ws.profiles_dir / "flx.yaml").write_text(
        text.replace("profile: adapt-a1", "profile: flx") + f"file_name: 'FLX_\\d+\\.txt'\nheadings: [{', '.join(ADAPT)}]\n", encoding="utf-8"
    )
    outcome = desk.take()
    assert outcome.profile == "flx"
    check_adapt(desk, outcome)
    # Another file without headings is still nobody's.
    desk.put("other.txt", desk.text(ADAPT, ADAPT_ROWS[:1]).split("\r\n", 1)[1])
    assert [one.status for one in desk.take_all()] == ["already_taken_in", "refused"]


WIMS = named(
    "SAMPLEID,SAMPLELOCATION,SAMPLERID,SAMPLEDATE,RECEIVEDDATE,EXTRACTIONDATE,ANALYSISDATE,ANALYST,SAMPLETYPE,MATRIX,ANALYTE,"
    "METHOD,RESULT,UNITOFSAMPLE,QUALIFIERS,DETECTIONLIMIT,REPORTINGLIMIT,LABNOTES"
)


def wims(sample, value, kind="GRAB", point="TB-001", name="Ammonia", unit="mg/l as N", **more):
    return {
        "SAMPLEID": sample, "SAMPLELOCATION": point, "SAMPLEDATE": "03/02/2026 09:00", "ANALYSISDATE": "03/04/2026", "ANALYTE": name,
        "SAMPLETYPE": kind, "METHOD": "SM 4500", "RESULT": value, "UNITOFSAMPLE": unit, "DETECTIONLIMIT": "0.05",
        "REPORTINGLIMIT": "0.2", **more,
    }


WIMS_ROWS = [
    wims("W1", "12.5", "C24"), wims("W2", "<0.2"), wims("W3", "", QUALIFIERS="ND", point="TB-002"),
    wims("W4", "9", "BLANK"), wims("W5", "9", "LCS"), wims("W6", "9", "CORE"), wims("W7", "9", point="TB-777"),
]


@pytest.mark.parametrize("form", ["text", "workbook"])
def test_works_laboratory_file(desk, form):
    if form == "text":
        desk.put("w.csv", desk.text(WIMS, WIMS_ROWS))
    else:
        desk.put("w.xlsx", desk.workbook({"EDD": (WIMS, WIMS_ROWS)}))
    outcome = desk.take()
    assert (outcome.profile, outcome.rows_in, outcome.rows_accepted) == ("wims-csv", 7, 3)
    assert outcome.refused_codes == {"laboratory_quality_row": 2, "unknown_code": 1, "unknown_point": 1}
    assert desk.rows("sample_id", "point_id", "sample_type", "ended_at", "parameter", "basis", "at_least", "at_most") == [
        ("W1", "001", "composite_24h", datetime(2026, 3, 3, 14, 0), "ammonia_n", "N", D("12.5"), D("12.5")),
        ("W2", "001", "grab", None, "ammonia_n", "N", 0, D("0.2")),
        ("W3", "002", "grab", None, "ammonia_n", "N", 0, D("0.2")),
    ]
    assert outcome.columns_unused == ["SAMPLERID", "RECEIVEDDATE", "EXTRACTIONDATE", "ANALYST", "MATRIX", "LABNOTES"]
