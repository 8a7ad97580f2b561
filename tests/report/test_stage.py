"""The stage: a history in, three files out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headworks.errors import UsageError
from headworks.stages.report import weekly
from headworks.workspace import Workspace

Rows = dict[str, list[dict[str, Any]]]
Make = Callable[[Rows], Workspace]


def test_it_writes_three_files_and_says_what_it_found(workspace_of: Make, rows: Rows) -> None:
    workspace = workspace_of(rows)
    summary = weekly(workspace, week="2026-W47")
    assert [file.name for file in (summary.html, summary.pdf, summary.excel)] == [
        "weekly-2026-W47.html",
        "weekly-2026-W47.pdf",
        "weekly-2026-W47.xlsx",
    ]
    assert sorted(file.name for file in workspace.reports_dir.iterdir()) == sorted(
        file.name for file in (summary.html, summary.pdf, summary.excel)
    )
    assert (summary.exceedances, summary.users_exceeding, summary.slugs, summary.possible_slugs) == (7, 4, 1, 1)
    assert summary.lines[0].startswith("Call <script>alert(1)</script> Dyes: slug of Flow")
    json.dumps(summary.to_dict(workspace.root))


def test_without_a_week_it_takes_the_latest_with_data(workspace_of: Make, rows: Rows) -> None:
    assert weekly(workspace_of(rows)).week == "2026-W48"


def test_twice_is_the_same(workspace_of: Make, rows: Rows) -> None:
    workspace = workspace_of(rows)
    first = {file.name: file.read_bytes() for file in files(weekly(workspace, week="2026-W47"))}
    assert {file.name: file.read_bytes() for file in files(weekly(workspace, week="2026-W47"))} == first


def files(summary: Any) -> list[Path]:
    return [summary.html, summary.pdf, summary.excel]


def test_a_bad_week_writes_nothing(workspace_of: Make, rows: Rows) -> None:
    workspace = workspace_of(rows)
    with pytest.raises(UsageError, match="no such week"):
        weekly(workspace, week="2026-W60")
    assert not workspace.reports_dir.exists()


def test_an_empty_history_has_no_week_of_its_own_but_any_can_be_asked_for(workspace_of: Make) -> None:
    workspace = workspace_of({})
    with pytest.raises(UsageError, match="no week to report on"):
        weekly(workspace)
    summary = weekly(workspace, week="2026-W47")
    assert (summary.exceedances, summary.results_judged, summary.users_sampled, summary.lines) == (0, 0, 0, ())
    assert "There are no data for this week" in summary.html.read_text(encoding="utf-8")


def test_a_discharger_nobody_listed_still_appears(workspace_of: Make, rows: Rows) -> None:
    rows["industrial_users"] = [user for user in rows["industrial_users"] if user["user_id"] != "IU-0101"]
    summary = weekly(workspace_of(rows), week="2026-W47")
    assert summary.exceedances == 7
    assert "not in the list of industrial users" in summary.html.read_text(encoding="utf-8")


def test_a_report_that_cannot_be_replaced_is_left_whole(workspace_of: Make, rows: Rows) -> None:
    """All three files or none: a workbook held open (here: a folder of its name) leaves the older ones as they are."""
    workspace = workspace_of(rows)
    workspace.reports_dir.mkdir(parents=True, exist_ok=True)
    older = workspace.reports_dir / "weekly-2026-W47.html"
    older.write_text("the older report", encoding="utf-8")
    (workspace.reports_dir / "weekly-2026-W47.xlsx").mkdir()
    with pytest.raises(UsageError, match=r"cannot write weekly-2026-W47\.xlsx") as problem:
        weekly(workspace, week="2026-W47")
    assert (problem.value.mend, problem.value.effect) == (
        "close the file, check the rights of the folder, and run the report again", "the older report is unchanged",
    )
    assert older.read_text(encoding="utf-8") == "the older report"
    assert sorted(file.name for file in workspace.reports_dir.iterdir()) == ["weekly-2026-W47.html", "weekly-2026-W47.xlsx"]
