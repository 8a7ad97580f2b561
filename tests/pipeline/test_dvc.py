"""`dvc repro` in a fresh clone does what `headworks run` does, does it once, and never deletes the record."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import headworks as hw

ROOT = Path(__file__).parents[2]
KEPT_BACK = "northfork_2026-11_corrections.csv"
UP_TO_DATE = "Data and pipelines are up to date."

pytestmark = pytest.mark.slow


def digests(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.rglob("*")) if path.is_file()
    }


class Clone:
    """What git has of this repository, in a folder and a git repository of its own."""

    def __init__(self, root: Path, private: Path) -> None:
        self.root = root
        self.environment = os.environ | {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "DVC_NO_ANALYTICS": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
            # Nothing of this machine's own settings, and nothing left behind on it.
            "DVC_GLOBAL_CONFIG_DIR": str(private / "global"), "DVC_SYSTEM_CONFIG_DIR": str(private / "system"),
            "DVC_SITE_CACHE_DIR": str(private / "cache"),
        }
        tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True, encoding="utf-8").stdout
        self.tracked = set(filter(None, tracked.split("\0")))
        for name in self.tracked:
            if (ROOT / name).is_file() and not name.startswith("tests/"):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, root / name)
        self.run("git", "init", "--quiet")

    def run(self, *command: str) -> str:
        done = subprocess.run(command, cwd=self.root, env=self.environment, capture_output=True, text=True, encoding="utf-8")
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def repro(self, *asked: str) -> list[str]:
        """Names of the stages that ran."""
        said = self.run(sys.executable, "-m", "dvc", "repro", *asked)
        ran = [line.split("'")[1] for line in said.splitlines() if line.startswith("Running stage ")]
        assert bool(ran) != (UP_TO_DATE in said), said
        return ran

    def said_by(self, stage: str) -> Any:
        return json.loads((self.root / "reports" / "stages" / f"{stage}.json").read_text(encoding="utf-8"))

    def results_in_history(self) -> int:
        return int(hw.open_workspace(self.root).sql("select count(*) as n from results")["n"].iloc[0])


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no git here: what a clone holds is not known")
    root = tmp_path_factory.mktemp("clone") / "headworks"
    root.mkdir()
    return Clone(root, tmp_path_factory.mktemp("private"))


@pytest.fixture(scope="module")
def stages() -> dict[str, Any]:
    described: dict[str, Any] = yaml.safe_load((ROOT / "dvc.yaml").read_text(encoding="utf-8"))["stages"]
    return described


def test_the_record_is_nobodys_output(stages: dict[str, Any]) -> None:
    """DVC deletes an output before its stage runs, so neither record nor history may be one, nor lie in or above one."""
    outputs = [Path(next(iter(out)) if isinstance(out, dict) else out) for stage in stages.values() for out in stage["outs"]]
    assert outputs
    for kept in (Path("data/accepted"), Path("data/refused"), Path("data/history.duckdb")):
        for output in outputs:
            assert output != kept
            assert output not in kept.parents
            assert kept not in output.parents


def test_settings_are_private_and_small() -> None:
    text = (ROOT / ".dvc" / "config").read_text(encoding="utf-8")
    assert {line.strip() for line in text.splitlines() if line.strip()} == {
        "[core]", "analytics = false", "check_update = false", "autostage = false",
    }


def test_from_clone_to_correction(clone: Clone, stages: dict[str, Any]) -> None:
    """One clone through its life: first run, second run, a file taken in by hand, the same file in the folder, a forced run."""
    incoming, accepted, history = (clone.root / "data" / name for name in ("incoming", "accepted", "history.duckdb"))
    late = clone.root.parent / KEPT_BACK
    shutil.move(incoming / KEPT_BACK, late)

    assert clone.repro() == list(stages) == ["ingest", "evaluate", "report"]
    first = digests(accepted)
    assert first
    assert sorted(path.suffix for path in (clone.root / "reports").glob("weekly-2026-W47.*")) == [".html", ".pdf", ".xlsx"]
    results = clone.results_in_history()
    assert clone.said_by("evaluate")["results"] == results

    made = digests(clone.root / "reports") | digests(accepted) | digests(history.parent)
    assert clone.repro() == []
    assert digests(clone.root / "reports") | digests(accepted) | digests(history.parent) == made

    clone.run("headworks", "ingest", str(late))
    second = digests(accepted)
    assert {name: second[name] for name in first} == first
    assert len(second) > len(first)
    assert clone.repro() == ["evaluate", "report"]
    # The corrections file has two rows below its heading; what they mend stays on record.
    assert clone.results_in_history() == results + 2

    shutil.move(late, incoming / KEPT_BACK)
    assert clone.repro()[0] == "ingest"
    assert clone.repro("--force") == list(stages)
    assert digests(accepted) == second
    assert clone.results_in_history() == results + 2

    # Of all that the runs made, git is offered nothing but DVC's own lock file.
    clone.run("git", "add", "--all")
    assert set(clone.run("git", "diff", "--cached", "--name-only").split("\n")) - clone.tracked == {"", "dvc.lock"}
