"""`headworks profile draft`: what it shows, and that its draft loads and takes the samples in without their own profiles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from headworks.adapters.lab_files.profile_files import read_profile
from headworks.cli import app
from headworks.errors import UsageError
from headworks.stages.profiles import draft

SAMPLES = Path(__file__).parents[1] / "samples"
PROBE = "12_multiprobe_continuous"
# Sample, what the user says of it, kind, rows in by its description, and refusals that the file itself deserves.
DRAFTED = [
    # NH4 and PO4 have names that no parameter has: 12 rows each; BOD and TSS have no unit.
    ("06_fl_industrial_monthly_2020.txt", {}, "results", 120, {"unknown_parameter": 24, "missing_unit": 24}),
    ("08_fl_win_waves_report.txt", {}, "results", 92, {"missing_value": 16}),
    ("10_hobo_u23_hoboware.csv", {}, "readings", 1000, {}),
    ("11_memphis_effluent_flow_hourly.csv", {"point": "memphis", "parameter": "flow", "unit": "MGD"}, "readings", 8757, {"ambiguous_local_time": 1}),
    # Dissolved solids are drafted as well, so 927 x 5.
    (f"{PROBE}.csv", {"point": PROBE}, "readings", 927 * 5, {}),
    (f"{PROBE}.xlsx", {"point": PROBE}, "readings", 927 * 5, {}),
]


@pytest.mark.parametrize(("name", "said", "kind", "rows", "refused"), DRAFTED, ids=[one[0] for one in DRAFTED])
def test_the_draft_of_a_sample_loads_and_takes_it_in(
    table: Any, name: str, said: dict[str, str], kind: str, rows: int, refused: dict[str, int]
) -> None:
    found = draft(table.ws, SAMPLES / name, said=said)
    assert (found.kind, read_profile("draft.yaml", found.text).kind) == (kind, kind)
    table.profile(found.text)
    outcome = table.sample(name)
    assert (outcome.profile, outcome.rows_in) == (found.name, rows)
    # Values of more digits than the record keeps are the file's, whatever profile reads it.
    assert {code: count for code, count in outcome.refused_codes.items() if code != "value_out_of_range"} == refused


def test_seven_hundred_rows_of_three_outfalls(table: Any) -> None:
    found = draft(table.ws, SAMPLES / "07_fl_domestic_monthly_2017_2018.txt")
    table.profile(found.text)
    outcome = table.sample("07_fl_domestic_monthly_2017_2018.txt")
    # NH4 and PO4: 2 x 72 rows; no unit in 45 of 72 rows of the other seven.
    assert (outcome.rows_in, outcome.refused_codes["unknown_parameter"], outcome.refused_codes["missing_unit"]) == (720, 144, 45 * 7)


def _put(table: Any, text: str) -> Path:
    return table.put("unknown.csv", text)


def test_every_column_is_shown_with_what_becomes_of_it(table: Any) -> None:
    sent = "Manhole,Sampled On,Cu (mg/L),Zn Limit,Tech\nTestbed manhole,2026-03-02,0.5,2.6,ab\nTestbed manhole,2026-03-03,0.4,2.6,ab\n"
    found = draft(table.ws, _put(table, sent))
    assert [(one.heading, one.becomes, one.cells) for one in found.columns] == [
        ("Manhole", "point", ("Testbed manhole",)),
        ("Sampled On", "collected_date", ("2026-03-02", "2026-03-03")),
        ("Cu (mg/L)", "value of Copper, total", ("0.5", "0.4")),
        # A limit beside the results is no result of zinc.
        ("Zn Limit", "", ("2.6",)),
        ("Tech", "", ("ab",)),
    ]


@pytest.mark.parametrize("heading", ["Dissolved Copper (mg/L)", "Copper MDL (mg/L)", "Max Copper (mg/L)"])
def test_a_word_that_changes_the_meaning_is_not_dropped(table: Any, heading: str) -> None:
    found = draft(table.ws, _put(table, f"Site,Date,{heading}\nTestbed manhole,2026-03-02,0.5\nTestbed manhole,2026-03-03,0.6\n"))
    assert [one.becomes for one in found.columns] == ["point", "collected_date", ""]


def _long(*days: str) -> str:
    rows = "".join(f"Testbed manhole,{day},Copper,5,ug/L,{code}\n" for day, code in zip(days, ("U", "Z9", ""), strict=False))
    return f"Location,Date,Analyte,Result,Units,Qual\n{rows}"


def test_days_and_months_that_cannot_be_told_apart_are_said(table: Any) -> None:
    found = draft(table.ws, _put(table, _long("3/2/2026", "4/5/2026")))
    assert "Date: day and month cannot be told apart; %m/%d/%Y is proposed, %d/%m/%Y reads all cells too" in found.notes
    assert read_profile("a", found.text).dates["collected"] == ("%m/%d/%Y",)


def test_one_cell_of_all_tells_that_the_day_comes_first(table: Any) -> None:
    found = draft(table.ws, _put(table, _long("3/2/2026", "13/5/2026")))
    assert read_profile("a", found.text).dates["collected"] == ("%d/%m/%Y",)
    assert not any("told apart" in note for note in found.notes)


def test_dates_that_no_one_order_reads_are_said_and_not_read_in_both(table: Any) -> None:
    found = draft(table.ws, _put(table, _long("3/13/2026", "13/5/2026", "3/14/2026")))
    assert read_profile("a", found.text).dates["collected"] == ("%m/%d/%Y",)
    assert "Date: 1 different cells are no date in a form we know, such as '13/5/2026'" in found.notes


def test_a_code_that_nobody_knows_is_asked_for_and_not_mapped(table: Any) -> None:
    found = draft(table.ws, _put(table, _long("2026-03-02", "2026-03-03")))
    assert "Qual: say under codes what these mean: Z9" in found.notes
    assert read_profile("a", found.text).codes["qualifier"] == {"U": "non_detect"}


def test_separator_encoding_and_decimal_comma(table: Any) -> None:
    path = table.put("unknown.txt", "Site;Date;Temp (°C);Zink\nTestbed manhole;02.03.2026;20,5;x\nTestbed manhole;03.03.2026;21,5;x\n".encode("cp1252"))
    found = draft(table.ws, path)
    profile = read_profile("a", found.text)
    assert (profile.delimiters, profile.encodings, profile.decimal_mark) == ((";",), ("cp1252",), ",")
    table.profile(found.text)
    outcome = table.take("unknown.txt", path.read_bytes())
    assert (outcome.profile, outcome.rows_accepted) == ("unknown", 2)


def test_a_flow_table_is_drafted_as_flows(table: Any) -> None:
    path = _put(table, "Meter,Manhole,Day,Flow (gpd)\nM1,Testbed manhole,2026-03-02,1200\nM1,Testbed manhole,2026-03-03,1300\n")
    found = draft(table.ws, path)
    table.profile(found.text)
    outcome = table.take("unknown.csv", path.read_bytes())
    assert (found.kind, outcome.profile, outcome.rows_accepted) == ("flows", "unknown", 2)
    assert {row["unit"] for row in table.record()["flows"]} == {"gpd"}


def test_nothing_is_written_unless_asked_for_and_nothing_is_written_over(table: Any) -> None:
    path = _put(table, _long("2026-03-02"))
    before = sorted(table.ws.root.rglob("*"))
    draft(table.ws, path)
    assert sorted(table.ws.root.rglob("*")) == before
    out = table.ws.root / "profiles" / "lab.yaml"
    found = draft(table.ws, path, out=out)
    assert out.read_text(encoding="utf-8") == found.text
    with pytest.raises(UsageError, match=r"lab\.yaml is there already"):
        draft(table.ws, path, out=out)
    with pytest.raises(UsageError, match="no role 'units'"):
        draft(table.ws, path, said={"units": "mg/L"})


def test_the_command_shows_the_columns_the_questions_and_the_profile(table: Any) -> None:
    path = _put(table, _long("3/2/2026", "4/5/2026"))
    done = CliRunner().invoke(app, ["profile", "draft", str(path), "--workspace", str(table.ws.root), "--say", "lab=Made-up lab"])
    assert done.exit_code == 0, done.output
    assert "look at: Qual: say under codes what these mean: Z9" in done.output
    told = done.output[done.output.index("profile: ") :]
    assert read_profile("a", told).constants["lab"] == "Made-up lab"
