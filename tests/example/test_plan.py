"""The example workspace holds what its plan says, and nothing else: in both directions."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from headworks.adapters.history import open_history
from headworks.stages import evaluate, ingest
from headworks.workspace import open_folder

ROOT = Path(__file__).resolve().parents[2]
STANDING = ("value_missing", "value_elsewhere", "applies_at_plant", "narrative", "report_only", "no_limit_on_day")


@pytest.fixture(scope="module")
def plan() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "data/example/plan.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, list[dict[str, Any]]]]:
    """Verdicts, events and refused rows of a fresh copy of the workspace."""
    folder = tmp_path_factory.mktemp("example")
    shutil.copy(ROOT / "headworks.toml", folder)
    shutil.copytree(ROOT / "limits", folder / "limits")
    shutil.copytree(ROOT / "data/incoming", folder / "data/incoming")
    workspace = open_folder(folder)
    summary = ingest.run(workspace)
    assert [one.file for one in summary.refused_files] == []
    evaluate.run(workspace)
    with open_history(workspace.history_file, workspace.engine) as history:
        yield {
            name: history.rows(f"select * from {name}") for name in ("verdicts", "events", "refused_rows", "results")
        }


def entry_of(key: str | None) -> str:
    """Book and entry of a limit or slug rule, without its first day and parameter."""
    return (key or "no limit").split("@")[0]


def told(counts: Counter[tuple[Any, ...]]) -> str:
    return "\n".join(f"  {times} x {' | '.join(map(str, key))}" for key, times in sorted(counts.items(), key=str))


def compare(planned: Counter[tuple[Any, ...]], seen: Counter[tuple[Any, ...]]) -> None:
    """Fail with what is missing and what is too much."""
    missing, surplus = planned - seen, seen - planned
    diff = f"planned, not found:\n{told(missing) or '  -'}\nfound, not planned:\n{told(surplus) or '  -'}"
    assert not missing and not surplus, diff


def key_of(row: dict[str, Any]) -> tuple[Any, ...]:
    return (
        row["user_id"],
        row["point_id"],
        row["parameter"],
        str(row["day"]),
        row["judged_on"],
        entry_of(row["limit_id"]),
        row["verdict"],
        row["reason"],
        "by the rule" if row["depends_on_rule"] else "",
    )


def test_every_finding_is_planned_and_every_planned_one_is_found(plan: dict[str, Any], found: dict[str, Any]) -> None:
    planned: Counter[tuple[Any, ...]] = Counter()
    for one in plan["findings"]:
        for day in one["days"]:
            for limit in one["limits"]:
                key = (
                    one["user"],
                    one["point"],
                    one["parameter"],
                    day,
                    one["judged_on"],
                    limit,
                    one["verdict"],
                    one.get("reason", ""),
                    "by the rule" if one.get("depends_on_rule") else "",
                )
                planned[key] += one.get("times", 1)
    seen = Counter(
        key_of(row)
        for row in found["verdicts"]
        if row["verdict"] == "exceeds" or (row["verdict"] == "undecided" and row["reason"] not in STANDING)
    )
    compare(planned, seen)


def test_notes_say_what_the_plan_wants_said(plan: dict[str, Any], found: dict[str, Any]) -> None:
    wanted = [one for one in plan["findings"] if "note" in one]
    assert wanted
    for one in wanted:
        notes = [
            row["note"]
            for row in found["verdicts"]
            if (row["user_id"], row["parameter"], str(row["day"])) == (one["user"], one["parameter"], one["days"][0])
            and entry_of(row["limit_id"]) in one["limits"]
            and row["verdict"] == one["verdict"]
        ]
        assert notes and all(one["note"] in note for note in notes), (one, notes)


def test_what_comes_near_meets(plan: dict[str, Any], found: dict[str, Any]) -> None:
    for one in plan["near"]:
        rows = [
            row
            for row in found["verdicts"]
            if (row["user_id"], row["point_id"], row["parameter"]) == (one["user"], one["point"], one["parameter"])
            and str(row["day"]) == one["day"]
            and row["judged_on"] == one["judged_on"]
            and entry_of(row["limit_id"]) == one["limit"]
        ]
        assert [row["verdict"] for row in rows] == ["meets"] * one.get("times", 1), (one, rows)
        assert any(row["depends_on_rule"] for row in rows) == one.get("depends_on_rule", False), one
        assert any(one.get("note", "") in row["note"] for row in rows), (one, rows)


def test_what_stays_undecided_is_listed_in_whole(plan: dict[str, Any], found: dict[str, Any]) -> None:
    planned = Counter(
        (one["user"], one["reason"], parameter) for one in plan["standing"] for parameter in one["parameters"]
    )
    seen = {(row["user_id"], row["reason"], row["parameter"]) for row in found["verdicts"] if row["reason"] in STANDING}
    compare(planned, Counter(seen))


def test_every_event_is_planned_and_every_planned_one_is_found(plan: dict[str, Any], found: dict[str, Any]) -> None:
    planned = Counter(
        (one["user"], one["point"], one["parameter"], one["day"], one["kind"], one["rule"]) for one in plan["events"]
    )
    seen = Counter(
        (row["user_id"], row["point_id"], row["parameter"], str(row["day"]), row["kind"], entry_of(row["rule_id"]))
        for row in found["events"]
    )
    compare(planned, seen)
    for one in plan["events"]:
        row = next(
            row
            for row in found["events"]
            if (row["user_id"], row["parameter"], str(row["day"]), row["kind"])
            == (one["user"], one["parameter"], one["day"], one["kind"])
        )
        if "minutes" in one:
            assert row["minutes"] == one["minutes"]
        assert one.get("note", "") in row["note"]


def test_every_refused_row_is_planned_and_every_planned_one_is_refused(
    plan: dict[str, Any], found: dict[str, Any]
) -> None:
    planned = Counter((one["file"], one["row"], one["code"]) for one in plan["refused"])
    compare(
        planned,
        Counter((row["source_file"].split(" + ")[-1], row["source_row"], row["code"]) for row in found["refused_rows"]),
    )


def test_every_result_and_every_significant_user_gets_a_verdict(found: dict[str, Any]) -> None:
    replaced = {row["supersedes"] for row in found["results"] if row["supersedes"]}
    assert len(replaced) == 2
    judged = {result for row in found["verdicts"] for result in row["result_ids"]}
    assert {row["result_id"] for row in found["results"]} - replaced == judged


def test_the_script_writes_the_committed_bytes(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, str(ROOT / "data/example/make_example.py"), str(tmp_path)], check=True, capture_output=True
    )
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    committed = {path.name: path.read_bytes() for path in (ROOT / "data/incoming").iterdir() if path.name[0] != "."}
    assert sorted(made) == sorted(committed)
    assert [name for name in made if made[name] != committed[name]] == []
    assert sum(map(len, made.values())) < 3_000_000
