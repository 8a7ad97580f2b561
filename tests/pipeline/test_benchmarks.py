"""The benchmarks run, and measure what they say. How long they take is not judged here."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
RESULTS = 20_000


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"benchmark_{name}", BENCHMARKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return loaded("judging").measure(tmp_path_factory.mktemp("judging"), RESULTS, 1, keep=True)


def test_judging_judges_every_result_against_every_limit(measured: dict[str, Any]) -> None:
    found = measured["found"]
    # Some limit is in force on each of the days, and one of those in force is the strictest.
    assert found["strictest"] == RESULTS
    # A local limit for all, a permit limit for 1 in 2, a federal one for 1 in 4: 1.75 limits for a result, 35,000 in all.
    assert found["verdicts"] == pytest.approx(1.75 * RESULTS, rel=0.02)
    assert found["meets"] + found["exceeds"] + found["undecided"] == found["verdicts"]
    # Values are even from 0 to 2, limits even from 0.5 to 1.5, so half of what is detected (9 in 10) exceeds, and half of the
    # non-detects (1 in 10) have a level above the limit.
    assert found["exceeds"] / found["verdicts"] == pytest.approx(0.45, rel=0.05)
    assert found["undecided"] / found["verdicts"] == pytest.approx(0.05, rel=0.15)
    assert found["last_reason"] == "reporting_limit_above_limit"
    # Single values: no mean is made, so no non-detect rule is needed.
    assert found["by_rule"] == 0


def test_judging_has_books_of_one_to_four_versions(measured: dict[str, Any]) -> None:
    # 200 users x 30 parameters x 1.75 books x 2.5 versions on average.
    assert measured["limits"] == pytest.approx(200 * 30 * 1.75 * 2.5, rel=0.02)


def test_judging_measures_each_part(measured: dict[str, Any]) -> None:
    for part in ("filling", "scan", "judging", "copying", "keeping"):
        assert measured[part].clock > 0
        assert measured[part].processor > 0
    if sys.platform.startswith("linux"):
        assert 0.05 < measured["peak_gib"] <= measured["peak_gib_keeping"] < 8


def test_start_measures_both_commands() -> None:
    start = loaded("start")
    found = start.measure(1)
    assert found["ratio"] == pytest.approx(found["ours"] / found["theirs"])
    helped = subprocess.run(start.OURS, check=True, capture_output=True, text=True, encoding="utf-8")
    assert "explain" in helped.stdout
    assert subprocess.run(start.THEIRS, check=True, capture_output=True).stdout == b""


@pytest.mark.parametrize(("name", "asked"), [("judging", ["--results", "2000", "--times", "1"]), ("start", ["--times", "1"])])
def test_each_prints_its_ratio_and_target(name: str, asked: list[str], tmp_path: Path) -> None:
    folder = ["--folder", str(tmp_path)] if name == "judging" else []
    command = [sys.executable, "-W", "error", str(BENCHMARKS / f"{name}.py"), *asked, *folder]
    said = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    assert re.search(r"^ *ratio +\d+\.\d+ +(\d+\.\d+ +)?target: at most \d+$", said.stdout, re.MULTILINE)
    assert said.stderr == ""
    assert list(tmp_path.iterdir()) == []


def test_both_are_told_of() -> None:
    scripts = {file.name for file in BENCHMARKS.glob("*.py")}
    assert set(re.findall(r"^\| `(\w+\.py)` \|", (BENCHMARKS / "README.md").read_text(encoding="utf-8"), re.MULTILINE)) == scripts
    makefile = (BENCHMARKS.parent / "Makefile").read_text(encoding="utf-8")
    assert set(re.findall(r"benchmarks/(\w+\.py)", makefile)) == scripts
