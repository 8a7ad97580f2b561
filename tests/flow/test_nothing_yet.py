"""An empty workspace, and a run that only looks."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import headworks as hw
from headworks.errors import UsageError


@pytest.fixture
def empty(town: Path) -> Path:
    shutil.rmtree(town / "data/incoming")
    (town / "data/incoming").mkdir()
    return town


def test_a_run_without_data_is_sound_and_says_that_there_is_no_report(empty: Path, tables: Any, tree: Any) -> None:
    programme = hw.open_workspace(empty)
    done = programme.run()
    assert (done.ingest.batches, done.ingest.exit_code, done.report) == ([], 0, None)
    counted = done.evaluation.to_dict()
    assert {counted[name] for name in ("results", "readings", "exceeds", "undecided", "standing", "meets", "events")} == {0}
    assert not (empty / "reports").exists()
    found = tables(empty)
    for name in ("results", "readings", "batches", "refused_rows", "verdicts", "events"):
        assert len(found[name]) == 1, name  # its columns, and no row
    assert len(found["limits"]) > 1 and len(found["industrial_users"]) == 3
    # The tables have their columns all the same, and a second run finds nothing new.
    assert "verdict" in programme.arrow("verdicts").column_names and programme.verdicts().empty
    before = tree(empty)
    assert programme.run().evaluation.is_new is False and tree(empty) == before


def test_the_weekly_report_without_data_says_what_to_do(empty: Path) -> None:
    programme = hw.open_workspace(empty)
    programme.evaluate()
    with pytest.raises(UsageError, match="there is no week to report on") as caught:
        programme.report_weekly()
    assert "data/incoming" in caught.value.mend and caught.value.effect == "no report was written" and not (empty / "reports").exists()


def test_without_any_limit_every_result_is_undecided(town: Path) -> None:
    (town / "limits/local/testtown.yaml").unlink()
    programme = hw.open_workspace(town)
    programme.ingest()
    programme.evaluate()
    rows = programme.arrow_sql("select verdict, reason from verdicts where parameter in ('copper_total', 'zinc_total', 'lead_total')").to_pylist()
    assert len(rows) == 6 and {(row["verdict"], row["reason"]) for row in rows} == {("undecided", "no_limit_on_day")}


@pytest.mark.parametrize("state", ["fresh", "after a run"])
def test_a_dry_run_writes_nothing_and_says_what_a_run_would(town: Path, after_run: Path, tree: Any, state: str) -> None:
    folder = after_run if state == "after a run" else town
    (folder / "data/incoming/cut.csv").write_bytes(b"")
    programme = hw.open_workspace(folder)
    before = tree(folder)
    said = programme.ingest(dry_run=True).to_dict()
    assert tree(folder) == before and said.pop("dry_run") is True
    assert {one["file"]: one["status"] for one in said["batches"]}["cut.csv"] == "refused"
    done = programme.ingest().to_dict()
    assert done.pop("dry_run") is False and done == said
