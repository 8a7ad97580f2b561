"""The keys that scripts depend on: those on the page are those of the answers, with their types."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

import pytest

from headworks.core.tables import EVERY_TABLE

pytestmark = pytest.mark.xdist_group("docs")

SQL_TYPES = {
    "VARCHAR": "text", "BOOLEAN": "true or false", "DATE": "day", "TIMESTAMP": "time", "INTEGER": "whole number", "BIGINT": "whole number",
    "DOUBLE": "number", "DECIMAL(38,15)": "exact number", "VARCHAR[]": "list",
}


def is_exact(value: Any) -> bool:
    try:
        # Plain digits only: a reader's parser need not know exponents.
        return isinstance(value, str) and re.fullmatch(r"-?\d+(\.\d+)?", value) is not None and Decimal(value).is_finite()
    except InvalidOperation:
        return False


def fits_iso(value: Any, kind: Any) -> bool:
    try:
        return isinstance(value, str) and kind.fromisoformat(value) is not None
    except ValueError:
        return False


CHECKS: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "true or false": lambda value: isinstance(value, bool),
    "whole number": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "exact number": is_exact,
    "day": lambda value: fits_iso(value, date) and len(value) == 10,
    "time": lambda value: fits_iso(value, datetime) and "T" in value and len(value) >= 19,
    "list": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


@pytest.fixture(scope="module")
def documented(pages: dict[str, str], tables: Any) -> dict[str, dict[str, str]]:
    """Key and type by heading; the columns of a table where the page says so."""
    text = pages["docs/json.md"]
    columns = {table.name: {one.name: SQL_TYPES[one.type] + " or null" for one in table.columns} for table in EVERY_TABLE}
    found = {}
    for heading, rows in tables(text).items():
        body = text.split(f" {heading}\n", 1)[1].split("\n#", 1)[0]
        base = re.search(r"\*Columns\* of \[(\w+)\]", body)
        found[heading] = (columns[base[1]] if base else {}) | {row[0]: row[1] for row in rows[1:]}
    return found


@pytest.fixture(scope="module")
def answer(ran: Any, headworks: Any) -> Callable[..., Any]:
    def ask(*words: str) -> Any:
        said = headworks(ran.folder, [*words, "--format", "json"])
        assert said.code in (0, 3), (words, said)
        return json.loads(said.out)

    return ask


@pytest.fixture(scope="module")
def ids(answer: Any) -> dict[str, list[str]]:
    """Verdicts and events of every sort there is."""
    verdicts = answer(
        "history", "query",
        "select min(verdict_id) as id from verdicts group by verdict, judged_on, limit_id is null, depends_on_rule, reason order by 1",
    )
    events = answer("history", "query", "select min(event_id) as id from events group by kind order by 1")
    return {"verdicts": [row["id"] for row in verdicts], "events": [row["id"] for row in events]}


def same(documented: dict[str, dict[str, str]], heading: str, value: dict[str, Any]) -> None:
    wanted = documented[heading]
    assert set(value) == set(wanted), f"{heading}: {set(value) ^ set(wanted)}"
    for key, kind in wanted.items():
        plain = kind.removesuffix(" or null")
        allowed = value[key] is None if kind != plain else False
        assert allowed or CHECKS[plain](value[key]), f"{heading}: {key} is {value[key]!r}, not {kind}"


def test_run_ingest_evaluate_and_report(documented: Any, answer: Any) -> None:
    run = answer("run")
    same(documented, "headworks run", run)
    same(documented, "headworks ingest", run["ingest"])
    same(documented, "headworks evaluate", run["evaluate"])
    same(documented, "headworks report weekly", run["report"])
    assert run["ingest"]["batches"]
    for batch in run["ingest"]["batches"]:
        same(documented, "One of batches", batch)
    assert all(isinstance(line, str) for line in run["report"]["lines"])


def test_a_refused_file(documented: Any, answer: Any, ran: Any) -> None:
    (ran.folder / "no-data.csv").write_text("x\n", encoding="utf-8")
    told = answer("ingest", "no-data.csv")
    same(documented, "headworks ingest", told)
    (batch,) = told["batches"]
    same(documented, "One of batches", batch)
    assert batch["status"] == "refused"
    same(documented, "problem", batch["problem"])


def test_each_command_alone_gives_the_same_keys(documented: Any, answer: Any) -> None:
    dry = answer("run", "--dry-run")
    same(documented, "headworks run", dry)
    same(documented, "headworks ingest", dry["ingest"])
    same(documented, "headworks evaluate", answer("evaluate"))
    same(documented, "headworks evaluate", answer("history", "rebuild"))
    same(documented, "headworks limits check", answer("limits", "check"))


def test_explain(documented: Any, answer: Any, ids: dict[str, list[str]]) -> None:
    assert len(ids["verdicts"]) > 10 and len(ids["events"]) > 2
    seen = {"results": "", "readings": ""}
    for kind, heading in (("verdicts", "subject of a verdict"), ("events", "subject of an event")):
        for one in ids[kind]:
            told = answer("explain", one)
            same(documented, "headworks explain", told)
            same(documented, heading, told["subject"])
            for part, name in (("results", "One of results"), ("readings", "One of readings")):
                for row in told[part]:
                    same(documented, name, row)
                    seen[part] = row.get("result_id", "a reading")
    assert all(seen.values())
    result = answer("explain", seen["results"])
    same(documented, "headworks explain", result)
    same(documented, "One of results", result["subject"])


def test_limits_on(documented: Any, answer: Any) -> None:
    rows = answer("limits", "on", "2026-03-01")
    assert len(rows) > 100
    for row in rows:
        same(documented, "headworks limits on", row)


def test_every_heading_of_the_page_was_looked_at(documented: Any) -> None:
    assert set(documented) == {
        "headworks run", "headworks ingest", "One of batches", "problem", "headworks evaluate", "headworks report weekly", "headworks explain",
        "subject of a verdict", "subject of an event", "One of results", "One of readings", "headworks limits check", "headworks limits on",
    }
