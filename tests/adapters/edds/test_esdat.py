"""ESdat ELDF 2e: a header, samples and chemistry; every file here is made up."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

import pytest


def named(text):
    """Headings as a file has them."""
    return text.split(",")


SAMPLE = named(
    "SampleCode,Sampled_Date_Time,Field_ID,Blank1,Depth,Blank2,Matrix_Type,Sample_Type,Parent_Sample,Blank3,SDG,Lab_Name,"
    "Lab_SampleID,Lab_Comments,Lab_Report_Number"
)
CHEMISTRY = named(
    "SampleCode,ChemCode,OriginalChemName,Prefix,Result,Result_Unit,Total_or_Filtered,Result_Type,Method_Type,Method_Name,"
    "Extraction_Date,Analysed_Date,EQL,EQL_Units,Comments,Lab_Qualifier,UCL,LCL"
)
HEADER = (
    '<?xml version="1.0" encoding="utf-8"?>\n<ESdat xmlns="http://example.invalid/ESdat"><LabReport Lab_Report_Number="ZZ1" '
    'Date_Reported="2025-06-02"><Associated_Files/></LabReport></ESdat>\n'
)


def sample(code, kind="Normal", field="TB-001", at="26 May 2025 09:15", **more):
    return {
        "SampleCode": code, "Sampled_Date_Time": at, "Field_ID": field, "Matrix_Type": "Water", "Sample_Type": kind,
        "Lab_Name": "Invented Lab", "Lab_SampleID": code[-3:], "Lab_Report_Number": "ZZ1", **more,
    }


def chemistry(code, name="Copper", cas="7440-50-8", value="0.25", **more):
    return {
        "SampleCode": code, "ChemCode": cas, "OriginalChemName": name, "Result": value, "Result_Unit": "mg/L",
        "Total_or_Filtered": "T", "Result_Type": "REG", "Method_Name": "EG020", "Analysed_Date": "28 May 2025", "EQL": "1",
        "EQL_Units": "µg/L", "UCL": "", "LCL": "", **more,
    }


SAMPLES = [
    sample("ZZ1_001"), sample("ZZ1_002", field="TB-002", at="26 May 2025"),
    sample("ZZ1_003", "Field_D", Parent_Sample="ZZ1_001"),
    sample("QC_1", "MB", "", ""), sample("QC_2", "LAB_D", "", "", Parent_Sample="ZZ1_001"), sample("QC_3", "LCS", "", ""),
    # Another client's sample, sent along because a duplicate was made of it. Its name happens to be one of ours.
    sample("YY9_001", "NCP", "TB-001"),
]
RESULTS = [
    chemistry("ZZ1_001"),
    chemistry("ZZ1_001", "Zinc", "7440-66-6", "0.005", Prefix="<", EQL="5"),
    chemistry("ZZ1_001", "pH", "", "7.4", Result_Unit="pH Unit", EQL="", EQL_Units=""),
    chemistry("ZZ1_001", "Electrical Conductivity @ 25°C", "", "1250", Result_Unit="µS/cm", EQL_Units="µS/cm"),
    chemistry("ZZ1_002", "Nickel", "7440-02-0", "40", Prefix=">", Total_or_Filtered="F"),
    chemistry("ZZ1_002", "Lead", "7439-92-1", "Detected", Result_Type="Text"),  # a word, no measurement
    chemistry("ZZ1_003", value="0.26"),
    chemistry("ZZ1_001", "Toluene-D8", "2037-26-5", "99", Result_Type="SUR", Result_Unit="%"),
    chemistry("QC_1", value="0.001", Prefix="<"), chemistry("QC_2", value="0.24"), chemistry("QC_3", value="97", Result_Unit="%"),
    chemistry("YY9_001", value="55"),
    chemistry("ZZ1_008"),
]


def encoded(text, kind):
    return b"\xef\xbb\xbf" + text.encode("latin-1") if kind == "latin-1 behind a UTF-8 mark" else text.encode(kind)


def lay(desk, kind="latin-1 behind a UTF-8 mark", stem="Works.ZZ1.", header="Header"):
    desk.put(f"{stem}Sample2e.csv", encoded(desk.text(SAMPLE, SAMPLES), kind))
    desk.put(f"{stem}Chemistry2e.csv", encoded(desk.text(CHEMISTRY, RESULTS), kind))
    if header:
        desk.put(f"{stem}{header}.xml", HEADER)


def check(desk, outcome):
    assert (outcome.status, outcome.profile) == ("accepted", "esdat-2e")
    assert (outcome.rows_in, outcome.rows_accepted, outcome.rows_refused) == (13, 6, 7)
    assert outcome.refused_codes == {
        "another_client": 1, "laboratory_quality_row": 4, "sample_not_in_file": 1, "unreadable_value": 1,
    }
    assert ("another_client", "a row of another client of the laboratory (Sample_Type is NCP)") in desk.refused()
    assert ("unreadable_value", "'Detected' cannot be read as a value") in desk.refused()
    d = Decimal
    assert desk.rows("sample_id", "parameter", "at_least", "at_most", "qualifier", "fraction", "point_id") == [
        ("ZZ1_001", "copper_total", d("0.25"), d("0.25"), "", "total", "001"),
        ("ZZ1_001", "zinc_total", 0, d("0.005"), "non_detect", "total", "001"),
        ("ZZ1_001", "ph", d("7.4"), d("7.4"), "", "total", "001"),
        ("ZZ1_001", "conductivity", 1250, 1250, "", "total", "001"),
        ("ZZ1_002", "nickel_total", 40, None, "above_range", "dissolved", "002"),
        ("ZZ1_003", "copper_total", d("0.26"), d("0.26"), "", "total", "001"),
    ]
    # In May New York is four hours behind UTC; a date alone is the local day.
    times = desk.rows("started_at", "has_time", "day")
    assert times[0] == (datetime(2025, 5, 26, 13, 15), True, date(2025, 5, 26)) and times[4][1:] == (False, date(2025, 5, 26))
    assert desk.rows("reporting_limit", "reporting_limit_unit", "unit")[1] == (5, "ug/L", "mg/L")
    assert desk.rows("replicate", "parent_sample")[5] == ("field_duplicate", "ZZ1_001")
    assert desk.rows("lab", "lab_sample_id", "method")[0] == ("Invented Lab", "001", "EG020")
    unused = ["Method_Type", "Extraction_Date", "Comments", "UCL", "LCL", *(
        f"{name} (sample file)" for name in ("Blank1", "Depth", "Blank2", "Matrix_Type", "Blank3", "SDG", "Lab_Comments", "Lab_Report_Number")
    )]
    assert outcome.columns_unused == unused


@pytest.mark.parametrize("kind", ["latin-1 behind a UTF-8 mark", "latin-1", "utf-8", "utf-8-sig"])
def test_whatever_its_encoding(desk, kind):
    lay(desk, kind)
    check(desk, desk.take())
    assert set(desk.rows("reported_on")) == {(date(2025, 6, 2),)}


@pytest.mark.parametrize("header", ["ESdatHeader", ""])
def test_header_by_its_other_name_or_none(desk, header):
    lay(desk, header=header)
    outcome = desk.take()
    check(desk, outcome)
    assert outcome.file.count(" + ") == (2 if header else 1)


@pytest.mark.parametrize(("gone", "kept"), [("Sample2e", "Chemistry2e"), ("Chemistry2e", "Sample2e")])
def test_partner_missing(desk, gone, kept):
    lay(desk, header="")
    (desk.ws.incoming_dir / f"Works.ZZ1.{gone}.csv").unlink()
    outcome = desk.take()
    assert outcome.status == "refused" and outcome.problem.what == f"its partner Works.ZZ1.{gone}.csv is missing"
    assert outcome.file == f"Works.ZZ1.{kept}.csv"
    lay(desk, header="")  # the mend, performed
    check(desk, desk.take())


def test_header_alone_names_what_is_missing(desk):
    desk.put("Works.ZZ1.Header.xml", HEADER)
    outcome = desk.take()
    assert (outcome.status, outcome.problem.what) == ("refused", "its partner Works.ZZ1.Chemistry2e.csv is missing")
