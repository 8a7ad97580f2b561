"""Findings on samples by worked examples: each case of tests/cases/findings, both directions; no verdict changes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import yaml

from headworks.adapters.carried import carried
from headworks.adapters.limit_files import load_law
from headworks.core.evaluation import evaluate

CASES = Path(__file__).parents[1] / "cases" / "findings"
ZONE = ZoneInfo("America/New_York")
KEYS = {"name", "source", "by_hand", "given", "expect", "expect_verdicts"}
DERIVED = ("verdicts", "events")


def cases() -> list[Any]:
    found = []
    for file in sorted(CASES.glob("*.yaml")):
        for case in yaml.safe_load(file.read_text(encoding="utf-8")):
            assert set(case) <= KEYS, f"{file.name}: unknown key in {case['name']}"
            found.append(pytest.param(case, id=f"{file.stem}: {case['name']}"))
    return found


def moment(local: str) -> datetime:
    return datetime.fromisoformat(local).replace(tzinfo=ZONE).astimezone(UTC).replace(tzinfo=None)


def columns_of_sampling(row: dict[str, Any]) -> dict[str, Any]:
    """What the case says of a sample beyond what `judge` reads; a day alone is local midnight, without a clock."""
    analysed = row.get("analysed")
    return {
        "has_time": row.get("time") != "",
        "ended_at": moment(row["ended"]) if "ended" in row else None,
        "analysed_at": moment(analysed) if analysed else None,
        "analysed_has_time": "T" in analysed if analysed else None,
        "container": row.get("container", ""), "preservation": row.get("preservation", ""), "method": row.get("method"),
    } | ({"started_at": moment(row["day"])} if row.get("time") == "" else {})


@pytest.mark.parametrize("case", cases())
def test_findings(case: dict[str, Any], judge: Any, sampled: Any) -> None:
    given = case["given"]
    before = judge(given | {"results": [row | {"time": row.get("time") or "00:00"} for row in given["results"]]})
    if "expect_verdicts" in case:
        assert [row["verdict"] for row in before["verdicts"]] == case["expect_verdicts"]
    found = sampled([columns_of_sampling(row) for row in given["results"]])
    expected = case["expect"]
    seen = [{key: str(row[key]) for key in one} for row, one in zip(found, expected, strict=False)]
    assert len(found) == len(expected), [(row["result_id"], row["code"], row["what"]) for row in found]
    assert seen == [{key: str(value) for key, value in one.items()} for one in expected]
    assert all(row["citation"] and row["checked"] for row in found)
    after = judge.history.rows("select * from verdicts order by verdict_id")
    assert after == sorted(({k: v for k, v in row.items() if k not in ("entry_id", "book_id")} for row in before["verdicts"]), key=lambda row: row["verdict_id"])


@pytest.fixture
def sampled(judge: Any) -> Any:
    """Set columns of the results a case was judged with, judge again with the carried requirements, and give the findings."""
    law = load_law(carried("limits"))

    def again(columns: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        history = judge.history
        for at, row in enumerate(columns):
            for name, value in row.items():
                history.connection.execute(f"update results set {name} = $value where result_id = $id", {"value": value, "id": f"R-{at}"})
        for name in ("sampling_requirements", "sampling_words"):
            history.load(name, law.tables()[name])
        evaluate(history)
        found: list[dict[str, Any]] = history.rows("select * from sample_findings order by result_id, code, what")
        return found

    return again


def test_a_day_is_what_the_file_said(judge: Any, sampled: Any) -> None:
    """Guards the cases themselves: a case without a clock must reach the rule without one."""
    judge({"results": [{"day": "2026-01-05", "time": "00:00", "parameter": "tss", "value": "1"}]})
    sampled([columns_of_sampling({"day": "2026-01-05", "time": "", "analysed": "2026-01-06"})])
    (row,) = judge.history.rows("select has_time, analysed_has_time, started_at, day from results")
    assert row == {"has_time": False, "analysed_has_time": False, "started_at": datetime(2026, 1, 5, 5), "day": date(2026, 1, 5)}
