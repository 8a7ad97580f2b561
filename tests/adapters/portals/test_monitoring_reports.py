"""Discharge monitoring reports: ECHO charts with no-data codes (sample 02) and the NetDMR layout."""

from __future__ import annotations

import csv
import io
from collections import Counter
from decimal import Decimal

import pytest

HEAD = (
    "permit_id,permitted_feature_id,limit_set_txt,mped_txt,form_nodi_cd,parameter_cd,monitoring_location_cd,season_num,"
    "quant_1_nodi_cd,quant_1_qualifier_cd,quant_1_value,quant_2_nodi_cd,quant_2_qualifier_cd,quant_2_value,quant_unit_cd,"
    "conc_1_nodi_cd,conc_1_qualifier_cd,conc_1_value,conc_2_nodi_cd,conc_2_qualifier_cd,conc_2_value,"
    "conc_3_nodi_cd,conc_3_qualifier_cd,conc_3_value,conc_unit_cd"
)


@pytest.fixture(scope="module")
def chart(take_sample):
    return take_sample("02", "npdes_id", "perm_feature_nmbr")


def report(**cells: str) -> str:
    """A row of a report, empty where nothing is said."""
    row = {"permit_id": "TX1", "permitted_feature_id": "001", "limit_set_txt": "A", "mped_txt": "2026-03-31", "parameter_cd": "00310", **cells}
    names = HEAD.split(",")
    assert set(row) <= set(names)
    return ",".join(row.get(name, "") for name in names) + "\n"


def test_a_no_data_code_is_neither_zero_nor_a_missing_value(chart, sample):
    rows = sample("02")
    coded = {number: row["nodi_code"] for number, row in enumerate(rows, start=2) if not row["dmr_value_nmbr"]}
    # By the sample's description: 390 rows, 234 without a value, of which C (no discharge) 230 and 9 (conditional) 4.
    assert (len(rows), Counter(coded.values())) == (390, {"C": 230, "9": 4})
    assert chart.outcome.refused_codes == {"no_data_reported": 234}
    assert {row["source_row"] for row in chart.refused} == set(coded)
    assert all(f"(no-data code {coded[row['source_row']]} " in row["what"] for row in chart.refused)
    assert chart.outcome.rows_accepted == 390 - 234
    assert chart.count("unit") == {"MGD": 156}
    assert all(row["value"] > 0 or row["value_reported"] in ("0", "0.0") for row in chart.accepted)


def test_a_value_beside_a_no_data_code_contradicts_it(desk, take_in, sample):
    first = {**sample("02")[0], "nodi_code": "C", "nodi_desc": "No Discharge"}
    assert first["dmr_value_nmbr"] == ".474"
    text = io.StringIO()
    writer = csv.DictWriter(text, first)
    writer.writeheader()
    writer.writerow(first)
    taken = take_in(desk(["TX0124362 001"]), chart=text.getvalue())
    assert list(taken.said()) == [
        ("no_data_contradicted", "there is a value (.474), and a code that there is none (no-data code C No Discharge)"),
    ]


def test_five_statistics_of_a_row(desk, take_in):
    text = HEAD + "\n" + report(
        quant_1_qualifier_cd="=", quant_1_value="40.5", quant_2_qualifier_cd="<", quant_2_value="61", quant_unit_cd="26",
        conc_2_qualifier_cd="=", conc_2_value="8", conc_3_qualifier_cd="<", conc_3_value="12", conc_unit_cd="19", conc_1_nodi_cd="9",
    )
    taken = take_in(desk(["TX1 001"]), report=text)
    assert taken.outcome.profile == "netdmr"
    assert [(row["statistic"], row["value"], row["unit"], row["qualifier"]) for row in taken.accepted] == [
        ("average", Decimal("40.5"), "lb/d", ""), ("maximum", Decimal(61), "lb/d", "non_detect"),
        ("average", Decimal(8), "mg/L", ""), ("maximum", Decimal(12), "mg/L", "non_detect"),
    ]
    assert {row["parameter"] for row in taken.accepted} == {"bod5"}
    assert list(taken.said()) == [("no_data_reported", "the sender reports no data (no-data code 9)")]


def test_a_code_for_the_whole_row_is_one_row_without_data(desk, take_in):
    text = HEAD + "\n" + report(form_nodi_cd="C") + report(parameter_cd="400", conc_1_value="7.1", conc_3_value="7.9", conc_unit_cd="12")
    taken = take_in(desk(["TX1 001"]), report=text)
    assert list(taken.said().items()) == [(("no_data_reported", "the sender reports no data (no-data code C)"), 1)]
    assert taken.refused[0]["source_row"] == 2
    # 400 is code 00400 after a spreadsheet ate its zeros.
    assert [(row["parameter"], row["statistic"], row["unit"]) for row in taken.accepted] == [
        ("ph", "minimum", "s.u."), ("ph", "maximum", "s.u."),
    ]


def test_a_unit_code_that_is_not_listed_is_refused(desk, take_in):
    text = HEAD + "\n" + report(conc_3_value="7.1", conc_unit_cd="77")
    taken = take_in(desk(["TX1 001"]), report=text)
    assert list(taken.said()) == [("unknown_unit", "unit '77' is not known")]
