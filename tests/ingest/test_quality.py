"""The quality suites: they really run, a check that cannot run is our fault, and every code is documented."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from headworks.adapters import quality
from headworks.adapters.lab_files.repeats import _WORDS
from headworks.adapters.quality import run_suite, suite


def draft(**columns):
    """A sound draft of readings of two rows."""
    sound = {
        "row_id": [0, 1],
        "cells_given": [4, 4],
        "cells_expected": [4, 4],
        "user_id": ["IU-1"] * 2,
        "parameter": ["ph"] * 2,
        "quality": ["ok"] * 2,
        "value_kind": ["number"] * 2,
        "unit_state": ["known"] * 2,
        "date_state": ["read"] * 2,
        "fits_record": [True] * 2,
        "is_to_come": [False] * 2,
        "canonical": [7, 8],
        "physical_minimum": [0, 0],
        "physical_maximum": [14, 14],
    }
    return pd.DataFrame({**sound, **columns})


def test_a_sound_draft_passes():
    assert all(one.rows == [] for one in run_suite("readings", draft()))


def test_rows_are_named_by_their_key():
    caught = {
        one.check.code: one.rows
        for one in run_suite("readings", draft(row_id=[70, 71], user_id=["IU-1", None]))
        if one.rows
    }
    assert caught == {"unknown_point": [71]}


def test_a_missing_column_is_our_fault_and_no_finding():
    with pytest.raises(RuntimeError, match="cannot run: no column"):
        run_suite("readings", draft().drop(columns="fits_record"))


def test_an_empty_draft_is_no_success():
    with pytest.raises(RuntimeError, match="no row"):  # V22
        run_suite("readings", draft().iloc[:0])


def test_a_check_that_raises_is_our_fault(monkeypatch):
    broken = draft(canonical=[7, "eight"])  # the comparison itself fails
    with pytest.raises(RuntimeError, match="could not run"):
        run_suite("readings", broken)


def test_the_suite_decides(bench, row, northfork, monkeypatch):
    """A check seen to fail: without it, its row goes in."""
    text = northfork(row(Analyzed="3/1/2026 11:00"))
    kept = tuple(check for check in suite("results") if check.code != "analysed_before_sampled")
    assert bench.take("a.csv", text, dry_run=True).rows_accepted == 0
    monkeypatch.setattr(quality, "suite", lambda name: kept)
    assert bench.take("a.csv", text, dry_run=True).rows_accepted == 1


def test_checks_are_on_record(bench, northfork):
    bench.take("a.csv", northfork())
    checks = json.loads(bench.record()["batches"][0]["checks"])
    assert [one["check"] for one in checks] == [check.code for check in suite("results")]
    assert all(one["ran"] and one["rows"] == 0 for one in checks)


def test_every_code_is_documented():
    text = (Path(__file__).parents[2] / "docs" / "ingest.md").read_text(encoding="utf-8")
    codes = {check.code for name in ("results", "readings") for check in suite(name)} | set(_WORDS)
    assert {code for code in codes if f"`{code}`" not in text} == set()


def test_no_slow_import_and_no_noise(bench, northfork):
    """Nothing is imported before a batch is checked, and a run prints nothing of its own."""
    bench.put("a.csv", northfork())
    program = (
        "import sys; from headworks.stages.ingest import run; from headworks.workspace import open_folder\n"
        "assert 'great_expectations' not in sys.modules\n"
        f"assert run(open_folder({str(bench.ws.root)!r})).rows_accepted == 1\n"
    )
    pipeline = str(Path(__file__).parents[2] / "pipeline")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": pipeline},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
