"""Tables of nobody's declared layout: long and wide, every separator, decimal comma, units in or under the headings."""

from __future__ import annotations

import zipfile
from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

import openpyxl
import pytest

from headworks.adapters.lab_files.headings import same_heading
from headworks.adapters.lab_files.profile_files import load_profiles

LONG = [
    ["Location", "Sample Date", "Sample Type", "Analyte", "Result", "Units", "Qualifier", "MDL"],
    ["Testbed manhole", "3/2/2026", "Grab", "Copper", "0.5", "mg/L", "", "0.001"],
    ["Testbed manhole", "3/2/2026", "Grab", "Zinc", "12.5", "ug/L", "U", "12.5"],
    ["Testbed second", "3/17/2026", "Comp", "Lead", "<5", "ug/L", "", "5"],
]
WIDE = [
    ["Site", "Date", "Copper (mg/L)", "Zinc, (ug/L)", "pH", "Remarks"],
    ["Testbed manhole", "2026-03-02", "0.5", "<12.5", "7.1", "clear"],
    ["Testbed second", "2026-03-03", "", "40", "7.2", ""],
]
UNDER = [
    ["Site", "Date", "Copper", "Zinc", "pH", "Remarks"],
    ["", "", "mg/L", "(ug/L)", "s.u.", ""],
    ["Testbed manhole", "2026-03-02", "0.5", "<12.5", "7.1", "clear"],
    ["Testbed second", "2026-03-03", "", "40", "7.2", ""],
]
FLOWS = [["Point", "Date", "Flow (gpd)"], ["Testbed manhole", "2026-03-02", "12,500"], ["Testbed manhole", "2026-03-03", "11800"]]


def _text(rows: list[list[str]], separator: str) -> str:
    return "\r\n".join(separator.join(f'"{cell}"' if separator in cell else cell for cell in row) for row in rows) + "\r\n"


def _xlsx(rows: list[list[str]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def _ods(rows: list[list[str]]) -> bytes:
    """The least that is an OpenDocument spreadsheet: every cell a text."""
    cells = "".join(
        "<table:table-row>" + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p></table:table-cell>' for cell in row
        ) + "</table:table-row>" for row in rows
    )
    name = "urn:oasis:names:tc:opendocument:xmlns:"
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="{name}office:1.0" xmlns:table="{name}table:1.0" '
        f'xmlns:text="{name}text:1.0"><office:body><office:spreadsheet><table:table table:name="Results">{cells}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", f'<manifest:manifest xmlns:manifest="{name}manifest:1.0"/>')
        archive.writestr("content.xml", content)
    return stream.getvalue()


def _results(table: Any) -> list[tuple[Any, ...]]:
    rows = table.record()["results"]
    return sorted((row["point_id"], str(row["day"])[:10], row["parameter"], row["value"], row["unit"], row["qualifier"]) for row in rows)


LONG_MEANS = [
    ("001", "2026-03-02", "copper_total", Decimal("0.5"), "mg/L", ""),
    ("001", "2026-03-02", "zinc_total", Decimal("12.5"), "ug/L", "non_detect"),
    ("002", "2026-03-17", "lead_total", Decimal("5"), "ug/L", "non_detect"),
]
WIDE_MEANS = [
    ("001", "2026-03-02", "copper_total", Decimal("0.5"), "mg/L", ""),
    ("001", "2026-03-02", "ph", Decimal("7.1"), "s.u.", ""),
    ("001", "2026-03-02", "zinc_total", Decimal("12.5"), "ug/L", "non_detect"),
    ("002", "2026-03-03", "ph", Decimal("7.2"), "s.u.", ""),
    ("002", "2026-03-03", "zinc_total", Decimal("40"), "ug/L", ""),
]
FORMS = {
    "a.csv": lambda rows: _text(rows, ","), "a.tsv": lambda rows: _text(rows, "\t"), "a.psv": lambda rows: _text(rows, "|"),
    "a.txt": lambda rows: _text(rows, ";"), "a.xlsx": _xlsx, "a.ods": _ods,
}


@pytest.mark.parametrize("name", FORMS)
def test_a_long_table_in_every_form(table: Any, name: str) -> None:
    outcome = table.take(name, FORMS[name](LONG))
    assert (outcome.profile, outcome.rows_in, outcome.rows_accepted, outcome.columns_unused) == ("generic-long", 3, 3, [])
    assert _results(table) == LONG_MEANS


@pytest.mark.parametrize(("name", "rows"), [*((name, WIDE) for name in FORMS), ("a.csv", UNDER), ("a.ods", UNDER)])
def test_a_wide_table_with_units_in_the_headings_or_under_them(table: Any, name: str, rows: list[list[str]]) -> None:
    outcome = table.take(name, FORMS[name](rows))
    # Five filled cells; remarks have no unit, so they are no values.
    assert (outcome.profile, outcome.rows_in, outcome.rows_accepted, outcome.columns_unused) == ("generic-wide", 5, 5, ["Remarks"])
    assert _results(table) == WIDE_MEANS


def test_a_first_row_without_date_and_numbers_is_no_row_of_units(table: Any) -> None:
    outcome = table.take("a.csv", "Site,Date,Copper (mg/L),pH\r\nTestbed manhole,,ND,\r\nTestbed manhole,2026-03-02,0.5,7\r\n")
    assert (outcome.rows_in, outcome.rows_accepted, outcome.refused_codes) == (3, 2, {"missing_date": 1})


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_decimal_comma_that_all_numbers_agree_on(table: Any, separator: str) -> None:
    rows = [["Site", "Date", "Copper (mg/L)", "Zinc (ug/L)"], ["Testbed manhole", "02.03.2026", "0,5", "<1,250"]]
    outcome = table.take("a.txt", _text(rows, separator))
    assert _results(table) == [
        ("001", "2026-03-02", "copper_total", Decimal("0.5"), "mg/L", ""),
        ("001", "2026-03-02", "zinc_total", Decimal("1.25"), "ug/L", "non_detect"),
    ]
    assert "the comma is the decimal mark, as in 0,5" in outcome.notes


def test_decimal_commas_beside_decimal_points_are_refused(table: Any) -> None:
    rows = [["Site", "Date", "Copper (mg/L)", "Zinc (ug/L)"], ["Testbed manhole", "2026-03-02", "0,5", "1.2"]]
    outcome = table.take("a.txt", _text(rows, ";"))
    assert outcome.problem.what == "some numbers have a decimal comma (0,5), others a decimal point (1.2)"


def test_a_comma_that_may_be_either_is_refused_where_semicolons_separate(table: Any) -> None:
    rows = [["Site", "Date", "Zinc (ug/L)"], ["Testbed manhole", "2026-03-02", "1,250"]]
    assert table.take("a.txt", _text(rows, ";")).problem.what == "'1,250' may be thousands or a decimal fraction"
    assert table.take("b.txt", _text(rows, "\t")).rows_accepted == 1
    assert _results(table)[0][3] == Decimal(1250)


def _dated(*days: str) -> str:
    return _text([["Site", "Date", "Copper (mg/L)"], *(["Testbed manhole", day, "0.5"] for day in days)], ",")


def test_days_first_if_one_date_allows_nothing_else(table: Any) -> None:
    outcome = table.take("a.csv", _dated("03/02/2026", "13/02/2026"))
    assert [row[1] for row in _results(table)] == ["2026-02-03", "2026-02-13"]
    assert outcome.notes == ["dates are read day first: some of them allow nothing else"]


def test_months_first_if_no_date_tells_and_the_reader_is_told(table: Any) -> None:
    outcome = table.take("a.csv", _dated("03/02/2026", "3/4/26"))
    assert [row[1] for row in _results(table)] == ["2026-03-02", "2026-03-04"]
    assert outcome.notes == ["dates are read month first: none of them tells, so look whether the first is right"]


def test_dates_that_contradict_one_another_are_refused(table: Any) -> None:
    outcome = table.take("a.csv", _dated("02/13/2026", "13/02/2026"))
    assert outcome.problem.what == "some dates have the day first, others the month"


def test_the_unit_of_a_detection_limit_is_not_the_unit_of_the_result(table: Any) -> None:
    rows = [["sys_loc_code", "sample_date", "chemical_name", "result_value", "detection_limit_unit", "method_detection_limit"],
            ["Testbed manhole", "2026-03-02", "Copper", "5", "ug/L", "1"]]
    outcome = table.take("a.csv", _text(rows, ","))
    assert (outcome.profile, outcome.rows_accepted, outcome.refused_codes) == ("generic-long", 0, {"missing_unit": 1})


def test_a_unit_in_the_heading_of_the_result(table: Any) -> None:
    rows = [["Location", "Date Sampled", "Parameter", "Concentration (ug/L)"], ["Testbed manhole", "2026-03-02", "Copper", "5"]]
    table.take("a.csv", _text(rows, ","))
    assert _results(table) == [("001", "2026-03-02", "copper_total", Decimal(5), "ug/L", "")]


def test_two_columns_for_one_thing_are_not_chosen_between(table: Any) -> None:
    for heads, words in ((["Result", "Value"], "'Result', 'Value'"), (["Result", "Concentration (ug/L)"], "'Result', 'Concentration (ug/L)'")):
        rows = [["Location", "Date", "Analyte", *heads, "Units"], ["Testbed manhole", "2026-03-02", "Copper", "5", "6", "ug/L"]]
        assert table.take("a.csv", _text(rows, ",")).problem.what == f"several columns may be meant: {words}"


@pytest.mark.parametrize(("heads", "cells", "unread"), [
    (["Analyte", "Result", "Units", "Detected?"], ["Copper", "5", "ug/L", "N"], "'Detected?'"),
    (["Copper (mg/L)", "Copper Qual"], ["0.5", "U"], "'Copper Qual'"),
    (["Analyte", "Result", "Units", "Lab QC"], ["Copper", "5", "ug/L", "Blank"], "'Lab QC'"),
])
def test_a_column_that_may_change_the_meaning_and_that_nothing_reads(table: Any, heads: list[str], cells: list[str], unread: str) -> None:
    rows = [["Location", "Date", *heads], ["Testbed manhole", "2026-03-02", *cells]]
    problem = table.take("a.csv", _text(rows, ",")).problem
    assert problem.what == f"nothing reads the column {unread}, which may change what the numbers mean"
    assert "headworks profile draft a.csv" in problem.mend


def test_a_sender_we_know_who_changed_one_heading_is_not_read_by_general_words(table: Any) -> None:
    heads = ["Sample ID", "Location", "Collected", "Ended", "Sample Type", "Analyte", "Result", "Units", "Note", "MDL", "RL", "Limit Units",
             "Method", "Analyzed", "Reported"]
    cells = ["N-1", "Testbed manhole", "3/2/2026", "", "Grab", "Copper", "0.5", "mg/L", "U", "0.5", "0.5", "mg/L", "EPA 200.7", "", "3/9/2026"]
    problem = table.take("a.csv", _text([heads, cells], ",")).problem
    assert problem.what == "unknown layout: no profile has these headings"
    assert 'northfork, but without "Qual"' in problem.why


def test_laboratory_quality_rows_of_an_unknown_table_stay_out(table: Any) -> None:
    rows = [["Location", "Date", "Analyte", "Result", "Units", "QC Type"], ["Testbed manhole", "2026-03-02", "Copper", "5", "ug/L", "MB"],
            ["Testbed manhole", "2026-03-02", "Copper", "6", "ug/L", "WHAT"]]
    assert table.take("a.csv", _text(rows, ",")).refused_codes == {"laboratory_quality_row": 1, "unknown_code": 1}


@pytest.mark.parametrize("name", ["a.csv", "a.txt", "a.ods"])
def test_a_daily_flow_table(table: Any, name: str) -> None:
    outcome = table.take(name, FORMS[name](FLOWS if name != "a.txt" else [[*row[:2], row[2].replace(",", "")] for row in FLOWS]))
    assert (outcome.profile, outcome.rows_accepted) == ("daily-flow", 2)
    flows = sorted(table.record()["flows"], key=lambda row: row["from_on"])
    assert [(row["from_on"], row["until_on"], row["volume"], row["unit"]) for row in flows] == [
        (date(2026, 3, 2), date(2026, 3, 2), Decimal(12500), "gpd"), (date(2026, 3, 3), date(2026, 3, 3), Decimal(11800), "gpd")]


def test_a_flow_beside_results_is_a_result_table(table: Any) -> None:
    rows = [["Site", "Date", "Flow (MGD)", "Copper (mg/L)"], ["Testbed manhole", "2026-03-02", "0.5", "0.7"]]
    outcome = table.take("a.csv", _text(rows, ","))
    assert (outcome.profile, outcome.rows_accepted) == ("generic-wide", 2)
    assert {row[2] for row in _results(table)} == {"flow", "copper_total"}


def test_a_table_without_a_parameter_or_a_value_is_of_no_layout(table: Any) -> None:
    outcome = table.take("a.csv", "Site,Date\r\nTestbed manhole,2026-03-02\r\n")
    assert outcome.problem.what == "unknown layout: no profile has these headings"


def test_numbers_without_any_unit_are_not_read(table: Any) -> None:
    outcome = table.take("a.csv", "Site,Date,Copper,Remarks\r\nTestbed manhole,2026-03-02,5,clear\r\n")
    assert outcome.problem.what == "no column names a parameter with its unit"


@pytest.mark.parametrize("name", ["generic-long", "generic-wide", "daily-flow"])
def test_no_heading_stands_twice_among_the_names_of_one_role(name: str) -> None:
    profile = load_profiles()[name]
    seen = [same_heading(text) for ones in profile.columns.values() for one in ones if one.pattern is None for text in one.texts]
    assert len(seen) == len(set(seen)), sorted(text for text in set(seen) if seen.count(text) > 1)
