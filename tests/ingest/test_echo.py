"""The public example: all 720 rows of an EPA ECHO effluent chart go in, with the permit it prints."""

from __future__ import annotations

import shutil
from collections import Counter
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
import yaml

from headworks.adapters.limit_files import load_law
from headworks.adapters.record import read_record
from headworks.stages.ingest import run
from headworks.workspace import open_folder

EXAMPLE = Path(__file__).parents[2] / "data" / "example" / "echo"
CHART = "01_echo_effluent_chart_TX0119407.csv"


@pytest.fixture(scope="module")
def echo(tmp_path_factory):
    root = tmp_path_factory.mktemp("echo")
    (root / "data" / "incoming").mkdir(parents=True)
    shutil.copy(EXAMPLE / "headworks.toml", root)
    shutil.copy(EXAMPLE / "data" / "incoming" / CHART, root / "data" / "incoming")
    workspace = open_folder(root)
    return workspace, run(workspace), read_record(workspace.accepted_dir)["results"].to_pylist()


def test_every_row_is_accepted(echo):
    _, summary, rows = echo
    assert (summary.rows_in, summary.rows_accepted, summary.rows_refused, summary.exit_code) == (720, 720, 0, 0)
    # Counts of the sample's own description: 80 censored; mg/L 360, lb/d 120, SU 80, MGD 80, CFU/100mL 80.
    assert Counter(one["qualifier"] for one in rows) == {"": 640, "non_detect": 80}
    assert Counter(one["unit"] for one in rows) == {"mg/L": 360, "lb/d": 120, "s.u.": 80, "MGD": 80, "CFU/100mL": 80}
    # statistical_base_short_desc: DAILY AV 320, SINGGRAB 160, MO MIN 80, MINIMUM 40, MAXIMUM 40, DAILY MX 40, MO MAX 40
    assert Counter(one["statistic"] for one in rows) == {
        "monthly_average": 320,
        "single_grab": 160,
        "monthly_minimum": 80,
        "minimum": 40,
        "maximum": 40,
        "daily_maximum": 40,
        "monthly_maximum": 40,
    }
    assert len({one["result_id"] for one in rows}) == len({one["natural_key"] for one in rows}) == 720


def test_a_row_reads_as_it_is_printed(echo):
    rows = [one for one in echo[2] if one["source_row"] == 2]
    first, = rows
    assert (first["user_id"], first["point_id"], first["parameter_reported"]) == (
        "TX0119407",
        "001",
        "Oxygen, dissolved [DO]",
    )
    assert (first["period_from"], first["period_until"], first["day"]) == (
        date(2021, 1, 1),
        date(2021, 1, 31),
        date(2021, 1, 31),
    )
    assert (first["value"], first["value_reported"], first["reported_on"]) == (Decimal("5.9"), "5.9", date(2021, 2, 10))
    load = next(one for one in echo[2] if one["unit"] == "lb/d")
    # 5.555 lb/d x 0.45359237, exactly; ECHO's own column says 2.52196998 because it takes 0.454.
    assert (load["value_reported"], load["at_most"]) == ("5.555", Decimal("2.51970561535"))


def test_the_permit_is_written_and_loads(echo):
    workspace, summary, _ = echo
    law = load_law(workspace.limits_dir, workspace.library_dir)
    assert law.point_named("TX0119407 001") == ("TX0119407", "001")
    own = [one for one in law.limits if one["book_id"] == "permits/TX0119407"]
    assert len(own) == 18
    # By the file: 14 maxima, 3 minima (DO, pH, chlorine), one report-only (daily maximum flow).
    assert sum(one["maximum"] is not None for one in own) == 14
    minima = {(one["parameter"], one["minimum"], one["unit"]) for one in own if one["minimum"] is not None}
    assert {(value, unit) for _, value, unit in minima} == {
        (Decimal(4), "mg/L"),
        (Decimal(6), "s.u."),
        (Decimal(1), "mg/L"),
    }
    assert [one["undecided_reason"] for one in own if one["undecided_reason"]] == ["report_only"]
    assert {(one["effective_from"], one["effective_until"]) for one in own} == {(date(2020, 1, 1), date(2024, 12, 6))}
    assert all(one["maximum_allowed"] for one in own if one["maximum"] is not None)
    assert summary.batches[0].notes == [
        "limits/permits/TX0119407.yaml: written", "limits/users/TX0119407.yaml: written",
    ]


def test_limit_files_are_never_overwritten(echo, tmp_path):
    workspace, _, _ = echo
    shutil.copytree(workspace.root, tmp_path / "copy")
    copy = open_folder(tmp_path / "copy")
    shutil.rmtree(copy.accepted_dir)
    permit = copy.limits_dir / "permits" / "TX0119407.yaml"
    text = permit.read_text(encoding="utf-8")
    permit.write_text(text + "# checked by hand\n", encoding="utf-8")
    notes = run(copy).batches[0].notes
    assert notes == [
        "limits/permits/TX0119407.yaml: already there with other content; left as it is",
        "limits/users/TX0119407.yaml: already there",
    ]
    assert permit.read_text(encoding="utf-8").endswith("# checked by hand\n")


def test_a_dry_run_writes_no_limits(echo, tmp_path):
    workspace, _, _ = echo
    shutil.copytree(workspace.root / "data" / "incoming", tmp_path / "data" / "incoming")
    shutil.copy(workspace.root / "headworks.toml", tmp_path)
    copy = open_folder(tmp_path)
    summary = run(copy, dry_run=True)
    assert (
        summary.rows_accepted == 720
        and summary.batches[0].notes[0] == "limits/permits/TX0119407.yaml: would be written"
    )
    assert not copy.limits_dir.exists() and not copy.accepted_dir.exists()


def test_permit_text_is_plain_yaml(echo):
    book = yaml.safe_load((echo[0].limits_dir / "permits" / "TX0119407.yaml").read_text(encoding="utf-8"))
    entry = next(one for one in book["limits"] if one["entry"] == "cbod5-c2-monthly-average")
    assert (entry["maximum"], entry["unit"], entry["kind"]) == ("10", "mg/L", "reported_monthly_average")
    assert entry["citation"] == "Permit TX0119407, outfall 001, limit 3608344128"


def test_no_data_is_no_zero(echo, tmp_path):
    workspace, _, _ = echo
    (tmp_path / "data" / "incoming").mkdir(parents=True)
    shutil.copy(workspace.root / "headworks.toml", tmp_path)
    lines = (EXAMPLE / "data" / "incoming" / CHART).read_text(encoding="utf-8").splitlines()
    names, cells = lines[0].split(","), lines[1].split(",")
    assert len(names) == 65
    place = {
        name: index - len(names) for index, name in enumerate(names)
    }  # from the right: a description holds a comma
    cells[place["dmr_value_nmbr"]], cells[place["dmr_value_qualifier_code"]], cells[place["nodi_code"]] = "", "", "C"
    (tmp_path / "data" / "incoming" / "x.csv").write_text(f"{lines[0]}\n{','.join(cells)}\n", encoding="utf-8")
    copy = open_folder(tmp_path)
    assert run(copy).batches[0].refused_codes == {"missing_value": 1}
    refused, = read_record(copy.accepted_dir)["refused_rows"].to_pylist()
    assert refused["what"] == "there is no value (no-data code C)"
