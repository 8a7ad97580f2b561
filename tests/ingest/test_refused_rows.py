"""A row that cannot be trusted is refused with its place, the reason and the mend; the other rows go in."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

CASES = {
    "unknown unit": ({"Units": "furlongs"}, "unknown_unit", "Units", "furlongs", "limits/units.yaml"),
    "ambiguous unit": ({"Units": "ppt"}, "unknown_unit", "Units", "ppt", "one thing"),
    "no unit": ({"Units": ""}, "missing_unit", "Units", "no unit", "fill the unit"),
    "unit of another kind": (
        {"Units": "deg C"},
        "unit_of_another_kind",
        "Units",
        "does not measure",
        "correct the unit",
    ),
    "unknown unit of a limit": (
        {"Limit_Units": "furlongs"},
        "unknown_unit",
        "Limit Units",
        "furlongs",
        "limits/units.yaml",
    ),
    "no unit of a limit": ({"Limit_Units": ""}, "missing_unit", "Limit Units", "no unit", "fill the unit"),
    "unknown parameter": ({"Analyte": "Coper"}, "unknown_parameter", "Analyte", "Coper", "synonyms"),
    "unknown point": ({"Location": "Behind the shed"}, "unknown_point", "Location", "Behind the shed", "also_called"),
    "impossible pH": (
        {"Analyte": "pH", "Units": "s.u.", "Result": "72", "MDL": "", "RL": ""},
        "impossible_value",
        "Result",
        "72",
        "nothing is corrected",
    ),
    "negative pH": (
        {"Analyte": "pH", "Units": "s.u.", "Result": "-7.2", "MDL": "", "RL": ""},
        "impossible_value",
        "Result",
        "-7.2",
        "nothing is corrected",
    ),
    "pH as a non-detect": (
        {"Analyte": "pH", "Units": "s.u.", "Result": "ND", "MDL": "", "RL": ""},
        "impossible_value",
        "Result",
        "cannot be a non-detect",
        "reading",
    ),
    "negative concentration": ({"Result": "-0.5"}, "impossible_value", "Result", "-0.5", "nothing is corrected"),
    "analysed before sampled": (
        {"Analyzed": "3/1/2026 11:00"},
        "analysed_before_sampled",
        "Analyzed",
        "before the sample",
        "right dates",
    ),
    "sampled after the report": (
        {"Reported": "3/1/2026"},
        "sampled_in_the_future",
        "Reported",
        "after the report",
        "right dates",
    ),
    "composite that ends before it starts": (
        {"Sample_Type": "Comp 24h", "Ended": "3/1/2026 9:05"},
        "ended_before_started",
        "Ended",
        "ended before",
        "both times",
    ),
    "no value": ({"Result": ""}, "missing_value", "Result", "no value", "ND"),
    "unreadable value": ({"Result": "approx 40"}, "unreadable_value", "Result", "approx 40", "plain number"),
    "decimal comma": ({"Result": "1,25"}, "unreadable_value", "Result", "1,25", "plain number"),
    "unreadable limit": ({"RL": "none yet"}, "unreadable_value", "RL", "none yet", "plain number"),
    "unknown qualifier": ({"Qual": "Z9"}, "unreadable_value", "Result", "0.5", "plain number"),
    "rejected by the laboratory": ({"Qual": "R"}, "rejected_result", "Qual", "rejected", "new analysis"),
    "too many digits": ({"Result": "0.0000000000000001"}, "value_out_of_range", "Result", "more digits", "as measured"),
    "no date": ({"Collected": ""}, "missing_date", "Collected", "no sampling date", "date and time"),
    "no such date": ({"Collected": "2/30/2026 9:05"}, "unreadable_date", "Collected", "2/30/2026", "correct the cell"),
    "day first": ({"Collected": "13/2/2026 9:05"}, "unreadable_date", "Collected", "13/2/2026", "correct the cell"),
    "hour that did not exist": (
        {"Collected": "3/8/2026 2:30", "Analyzed": "3/9/2026 9:00"},
        "no_such_local_time",
        "Collected",
        "did not exist",
        "standard time",
    ),
    "hour that happened twice": (
        {"Collected": "11/1/2026 1:30", "Analyzed": "11/2/2026 9:00", "Reported": ""},
        "ambiguous_local_time",
        "Collected",
        "happened twice",
        "offset",
    ),
    "unknown sample type": (
        {"Sample_Type": "Comp 8h"},
        "unknown_code",
        "Sample Type",
        "Comp 8h",
        "codes of profile northfork",
    ),
    "limit in another unit": (
        {"Result": "<0.0005", "MDL": "0.5", "RL": ""},
        "limit_unit_conflict",
        "Units",
        "100 times apart",
        "which unit",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_refused_row(bench, row, northfork, case):
    cells, code, column, what, mend = CASES[case]
    outcome = bench.take("nf.csv", northfork(row(Sample_ID="N-0"), row(**cells), row(Sample_ID="N-9", Analyte="Zinc")))
    record = bench.record()
    assert (outcome.rows_in, outcome.rows_accepted, outcome.rows_refused) == (3, 2, 1), record["refused_rows"]
    assert outcome.refused_codes == {code: 1}
    refused, = record["refused_rows"]
    assert (refused["source_file"], refused["source_row"], refused["source_column"], refused["code"]) == (
        "nf.csv",
        3,
        column,
        code,
    )
    assert what in refused["what"] and mend in refused["mend"] and refused["why"]
    assert "None" not in refused["what"] + refused["why"] + refused["mend"]
    assert json.loads(refused["row_text"])["Client"] == "Testbed"
    batch, = record["batches"]
    caught = {check["check"]: check["rows"] for check in json.loads(batch["checks"]) if check.get("rows")}
    assert caught.get(code) == 1  # the suite itself caught it


def test_suggestion(bench, row, northfork):
    bench.take("nf.csv", northfork(row(Analyte="Coppr")))
    assert "did you mean" in bench.record()["refused_rows"][0]["why"]


def test_all_faults_of_a_row_are_named(bench, row, northfork):
    bench.take("nf.csv", northfork(row(Analyte="Unobtainium", Units="furlongs")))
    refused, = bench.record()["refused_rows"]
    assert refused["code"] == "unknown_parameter" and "also: unit 'furlongs' is not known" in refused["what"]


def test_ragged_rows(bench, row, northfork):
    text = northfork(row(), row(Sample_ID="N-2") + ",", "Testbed,N-3,Testbed manhole")
    outcome = bench.take("nf.csv", text)  # V16: never one column to the left
    assert (outcome.rows_accepted, outcome.refused_codes) == (1, {"wrong_number_of_cells": 2})
    assert [one["what"] for one in bench.record()["refused_rows"]] == [
        "the row has 17 cells, the headings are 16", "the row has 3 cells, the headings are 16",
    ]


def test_blank_rows_are_no_rows(bench, row, northfork):
    outcome = bench.take("nf.csv", northfork(row(), "", " , ,", row(Sample_ID="N-2")))
    assert (outcome.rows_in, outcome.rows_accepted) == (2, 2)
    assert [one["source_row"] for one in bench.record()["results"]] == [2, 5]


def test_a_batch_with_no_good_row_is_recorded(bench, row, northfork):
    outcome = bench.take("nf.csv", northfork(row(Result="")))
    assert (outcome.status, outcome.rows_in, outcome.rows_refused) == ("accepted", 1, 1)
    assert len(bench.record()["batches"]) == 1 and bench.run().batches[0].status == "already_taken_in"


def test_refused_rows_for_people(bench, row, northfork):
    outcome = bench.take("nf.csv", northfork(row(Units="=HYPERLINK(1)"), row(Location="@home")))
    data = (bench.ws.refused_dir / f"{outcome.batch_id}.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert [one["code"] for one in rows] == ["unknown_unit", "unknown_point"]
    assert not any(cell.startswith(("=", "+", "-", "@")) for one in rows for cell in one.values())


def test_ph_without_unit(bench, row, northfork):
    cells = {"Analyte": "pH", "Result": "7.2", "MDL": "", "RL": "", "Limit_Units": ""}
    rows = [
        row(Sample_ID=f"N-{n}", Units=unit, **cells) for n, unit in enumerate(["", "None", "s.u.", "S.U.", "PH UNITS"])
    ]
    assert bench.take("nf.csv", northfork(*rows)).rows_accepted == 5  # V05: one series
    assert {one["unit"] for one in bench.record()["results"]} == {"s.u."}


@pytest.mark.parametrize(
    ("text", "unit"), [("800", "UG/L"), ("0.8", "MG/L"), ("0.8", "ppm"), ("800", "ppb"), ("800000", "ng/L")]
)
def test_units_of_one_value(bench, row, northfork, text, unit):
    bench.take("nf.csv", northfork(row(Result=text, Units=unit)))
    result, = bench.record()["results"]
    assert result["at_least"] == result["at_most"] == Decimal("0.8") and result["unit_reported"] == unit


def test_seven_spellings_of_one_non_detect(bench, row, northfork):
    spellings = [
        ("<10", ""),
        ("< 10", ""),
        ("ND<10", ""),
        ("ND <10", ""),
        ("<10 U", ""),
        ("10", "U"),
        ("ND", ""),
        ("0", "U"),
        ("", "U"),
    ]
    rows = [row(Sample_ID=f"N-{n}", Result=text, Qual=code, Units="ug/L", Limit_Units="ug/L", MDL="2", RL="10")
            for n, (text, code) in enumerate(spellings)]
    bench.take("nf.csv", northfork(*rows))
    found = [(one["at_least"], one["at_most"], one["qualifier"], one["value"]) for one in bench.record()["results"]]
    assert found == [(0, Decimal("0.01"), "non_detect", 10)] * 9  # V09, V11, V08
    assert [one["value_reported"] for one in bench.record()["results"]] == [text for text, _ in spellings]


MUTATIONS = st.fixed_dictionaries(
    {},
    optional={
        "Result": st.sampled_from(["<0.005", "ND", "x", "", "-1", "1e-05", "1,250", ">3", "NaN"]),
        "Units": st.sampled_from(["ug/L", "", "ppt", "deg F", "MG/L"]),
        "Analyte": st.sampled_from(["Zinc", "pH", "nothing"]),
        "Location": st.sampled_from(["Testbed second", "elsewhere"]),
        "Collected": st.sampled_from(["3/8/2026 2:30", "", "3/3/2026"]),
        "Sample_ID": st.sampled_from(["N-1", "N-2", ""]),
        "Qual": st.sampled_from(["U", "J", "?"]),
        "Analyzed": st.sampled_from(["1/1/2026", "", "soon"]),
        "RL": st.sampled_from(["", "0.5", "many"]),
    },
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(MUTATIONS, min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_every_row_is_accounted_for_and_order_alters_nothing(tmp_path_factory, bench, row, northfork, changes, random):
    from dataclasses import replace

    rows = [row(**change) for change in changes]
    shuffled = list(rows)
    random.shuffle(shuffled)
    seen = []
    for lines in (rows, shuffled):
        place = tmp_path_factory.mktemp("record")
        ws = replace(bench.ws, accepted_dir=place / "accepted", refused_dir=place / "refused")
        one = type(bench)(ws)
        outcome = one.take("nf.csv", northfork(*lines))
        record = one.record()
        assert outcome.rows_in == len(rows) == len(record["results"]) + len(record["refused_rows"])
        seen.append(
            (
                sorted((r["result_id"], r["at_least"]) for r in record["results"]),
                sorted(r["code"] for r in record["refused_rows"]),
            )
        )
    assert seen[0] == seen[1]


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.decimals(min_value="0.001", max_value=5000, places=3))
def test_a_unit_change_keeps_the_canonical_value(tmp_path_factory, bench, row, northfork, value):
    from dataclasses import replace

    ws = replace(bench.ws, accepted_dir=tmp_path_factory.mktemp("record"))
    one = type(bench)(ws)
    one.take("nf.csv", northfork(
        row(Sample_ID="A", Result=f"{value}"), row(Sample_ID="B", Result=f"{value * 1000}", Units="ug/L"),
        row(Sample_ID="C", Result=f"{value / 1000}", Units="g/L"),
    ))
    assert {r["at_least"] for r in one.record()["results"]} == {value}
