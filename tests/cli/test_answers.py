"""Answers on standard output, everything else on standard error; JSON and CSV keep their keys and their order."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path
from typing import Any

import pytest

BATCH = ["file", "status", "profile", "batch_id", "rows_in", "rows_accepted", "rows_refused", "refused_codes"]
INGEST = ["dry_run", "rows_in", "rows_accepted", "rows_refused", "batches"]
EVALUATE = ["is_new", "results", "readings", "exceeds", "undecided", "standing", "meets", "events", "slugs", "possible_slugs", "limits_digest"]
WEEKLY = [
    "week", "first_on", "last_on", "exceedances", "users_exceeding", "slugs", "possible_slugs", "undecided", "standing", "rows_refused",
    "results_judged", "users_sampled", "html", "pdf", "excel", "lines",
]
CHECK = ["books", "limits", "slug_rules", "users", "points", "parameters", "units"]
LIMITS_ON = ["user_id", "point_id", "parameter", "kind", "printed", "undecided_reason", "citation", "why", "limit_id"]
# Counted by hand in the three files of the town.
#   rows: northfork 6, catskill 3, flow 60; refused: the nickel in ppt
#   exceeds: copper 1.36 > 1.0, pH 5.2 < 6.0; undecided: lead < 0.1 against 0.05, zinc of a composite against an instantaneous limit
#   standing: no limit for flow; meets: copper 0.2 and 0.5 of a day, copper (1.36 + 0.2)/2 = 0.78 and 0.5 of the month, zinc 0.45,
#   pH 7.4 against the town and pH 5.2 and 7.4 against the federal 5.0
#   slug: 16 readings of 61 > 5 x 10 gpm, 8:20 to 8:35
EVALUATED = {"results": 8, "readings": 60, "exceeds": 2, "undecided": 2, "standing": 1, "meets": 8, "events": 1, "slugs": 1, "possible_slugs": 0}
WEEK = {
    "week": "2026-W10", "first_on": "2026-03-02", "last_on": "2026-03-08", "exceedances": 2, "users_exceeding": 1, "slugs": 1,
    "possible_slugs": 0, "undecided": 2, "rows_refused": 1, "html": "reports/weekly-2026-W10.html", "pdf": "reports/weekly-2026-W10.pdf",
    "excel": "reports/weekly-2026-W10.xlsx",
}


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def has(wanted: dict[str, Any], told: dict[str, Any]) -> None:
    assert {key: told[key] for key in wanted} == wanted


def test_run(headworks: Any, ran: Path) -> None:
    said = headworks("run", "--workspace", ran, "--format", "json")
    assert (said.code, said.err) == (0, "")
    assert list(said.json) == ["ingest", "evaluate", "report"]
    assert [list(part) for part in said.json.values()] == [INGEST, EVALUATE, WEEKLY]
    has(EVALUATED | {"is_new": False}, said.json["evaluate"])
    has(WEEK, said.json["report"])
    assert [batch["status"] for batch in said.json["ingest"]["batches"]] == ["already_taken_in"] * 3


def test_ingest(headworks: Any, town: Path) -> None:
    said = headworks("ingest", "--workspace", town, "--format", "json")
    assert (said.code, said.err, list(said.json)) == (0, "", INGEST)
    has({"dry_run": False, "rows_in": 69, "rows_accepted": 68, "rows_refused": 1}, said.json)
    batches = said.json["batches"]
    assert [list(batch) for batch in batches] == [[*BATCH, "columns_unused", "notes", "problem"]] * 3
    assert [(one["file"], one["status"], one["profile"], one["rows_in"], one["refused_codes"], one["problem"]) for one in batches] == [
        ("catskill.csv", "accepted", "catskill", 3, {}, None),
        ("flow.csv", "accepted", "flow-meter", 60, {}, None),
        ("northfork.csv", "accepted", "northfork", 6, {"unknown_unit": 1}, None),
    ]


def test_ingest_as_csv(headworks: Any, ran: Path) -> None:
    said = headworks("ingest", "--workspace", ran, "--format", "csv")
    assert (said.code, said.err, said.out.splitlines()[0]) == (0, "", ",".join(BATCH))
    assert [row["status"] for row in table(said.out)] == ["already_taken_in"] * 3


@pytest.mark.parametrize(
    ("words", "keys", "wanted"),
    [
        (("evaluate",), EVALUATE, EVALUATED),
        (("report", "weekly"), WEEKLY, WEEK),
        (("limits", "check"), CHECK, {"slug_rules": 1, "users": 2, "points": 2}),
    ],
    ids=["evaluate", "report weekly", "limits check"],
)
def test_json_and_csv_tell_the_same(headworks: Any, ran: Path, words: tuple[str, ...], keys: list[str], wanted: dict[str, Any]) -> None:
    as_json = headworks(*words, "--workspace", ran, "--format", "json")
    assert (as_json.code, as_json.err, list(as_json.json)) == (0, "", keys)
    has(wanted, as_json.json)
    as_csv = headworks(*words, "--workspace", ran, "--format", "csv")
    assert (as_csv.code, as_csv.err, as_csv.out.splitlines()[0]) == (0, "", ",".join(keys))
    rows = table(as_csv.out)
    assert len(rows) == 1
    has({key: str(value) for key, value in wanted.items()}, rows[0])


def test_a_dry_run_answers_in_the_form_of_a_run(headworks: Any, tree: Any, town: Path) -> None:
    before = tree(town)
    said = headworks("run", "--dry-run", "--workspace", town, "--format", "json")
    assert (said.code, said.err, list(said.json)) == (0, "", ["ingest", "evaluate", "report"])
    assert said.json == {"ingest": headworks("ingest", "--dry-run", "--workspace", town, "--format", "json").json, "evaluate": None, "report": None}
    has({"dry_run": True, "rows_in": 69, "rows_accepted": 68, "rows_refused": 1}, said.json["ingest"])
    for form in ("csv", "text"):
        asked = [headworks(word, "--dry-run", "--workspace", town, "--format", form) for word in ("run", "ingest")]
        assert asked[0] == asked[1] and asked[0].out
    assert tree(town) == before


def test_a_dry_run_ends_with_3_for_a_refused_file(headworks: Any, town: Path) -> None:
    (town / "data/incoming/cut.csv").write_bytes(b"")
    said = headworks("run", "--dry-run", "--workspace", town, "--format", "json")
    assert said.code == 3 and said.err.startswith("headworks: the file is empty") and list(said.json) == ["ingest", "evaluate", "report"]


@pytest.mark.parametrize("more", [(), ("--dry-run",)], ids=["run", "dry run"])
@pytest.mark.parametrize(("week", "what"), [("2026-W60", "no such week: 2026-W60"), ("W10", "not a week: 'W10'")])
def test_a_wrong_week_is_seen_before_anything_is_written(
    headworks: Any, tree: Any, town: Path, week: str, what: str, more: tuple[str, ...]
) -> None:
    before = tree(town)
    said = headworks("run", "--week", week, *more, "--workspace", town)
    assert (said.code, said.out) == (2, "") and said.err.splitlines()[0] == f"headworks: {what}" and tree(town) == before


def test_run_as_csv_without_data_is_a_heading(headworks: Any, town: Path) -> None:
    for file in (town / "data/incoming").iterdir():
        file.unlink()
    said = headworks("run", "--workspace", town, "--format", "csv")
    assert (said.code, said.out) == (0, ",".join(WEEKLY) + "\n")


def test_run_as_csv_is_the_week(headworks: Any, ran: Path) -> None:
    said = headworks("run", "--workspace", ran, "--format", "csv")
    assert (said.code, said.err) == (0, "")
    assert said.out == headworks("report", "weekly", "--workspace", ran, "--format", "csv").out


def test_rebuild_as_json_and_csv(headworks: Any, after_run: Path) -> None:
    said = headworks("history", "rebuild", "--workspace", after_run, "--format", "json")
    assert (said.code, said.err, list(said.json)) == (0, "", EVALUATE)
    has(EVALUATED | {"is_new": True}, said.json)
    said = headworks("history", "rebuild", "--workspace", after_run, "--format", "csv")
    assert (said.code, said.err, said.out.splitlines()[0]) == (0, "", ",".join(EVALUATE))
    (row,) = table(said.out)
    has({key: str(value) for key, value in EVALUATED.items()} | {"is_new": "true"}, row)


def test_limits_on(headworks: Any, ran: Path) -> None:
    said = headworks("limits", "on", "2026-03-02", "--user", "IU-0901", "--workspace", ran, "--format", "csv")
    assert (said.code, said.err, said.out.splitlines()[0]) == (0, "", ",".join(LIMITS_ON))
    rows = {row["limit_id"]: row for row in table(said.out)}
    copper = rows["local/testtown/copper-daily@2000-01-01"]
    assert (copper["user_id"], copper["parameter"], copper["kind"], copper["citation"]) == (
        "IU-0901", "copper_total", "daily_maximum", "Testtown 9-1",
    )
    as_json = headworks("limits", "on", "2026-03-02", "--user", "IU-0901", "--workspace", ran, "--format", "json")
    assert [row["limit_id"] for row in as_json.json] == list(rows) and set(LIMITS_ON) <= set(as_json.json[0])
    both = headworks("limits", "on", "2026-03-02", "--workspace", ran, "--format", "json").json
    assert {row["user_id"] for row in both} == {"IU-0901", "IU-0902"}
    # No limit was in force in 1900: an answer with its columns and no row.
    assert headworks("limits", "on", "1900-01-01", "--workspace", ran, "--format", "json").json == []
    assert headworks("limits", "on", "1900-01-01", "--workspace", ran, "--format", "csv").out == ",".join(LIMITS_ON) + "\n"
    assert "every result of that day is undecided" in headworks("limits", "on", "1900-01-01", "--workspace", ran).out


def test_query_keeps_exact_decimals_days_lists_and_the_order_asked_for(headworks: Any, ran: Path) -> None:
    sql = "select value, day, result_ids, is_decisive, reason from verdicts where judged_on = 'day' order by value desc limit 1"
    said = headworks("history", "query", sql, "--workspace", ran, "--format", "json")
    assert (said.code, said.err) == (0, "")
    (row,) = said.json
    assert list(row) == ["value", "day", "result_ids", "is_decisive", "reason"]
    assert (row["value"], row["day"], row["is_decisive"], row["reason"]) == ("1.36", "2026-03-02", True, "")
    assert [one[:2] for one in row["result_ids"]] == ["R-"]
    as_csv = headworks("history", "query", sql, "--workspace", ran, "--format", "csv")
    assert table(as_csv.out)[0]["value"] == "1.36" and table(as_csv.out)[0]["is_decisive"] == "true"
    assert "(1 row)" in headworks("history", "query", sql, "--workspace", ran).out


def test_query_without_rows_is_an_answer(headworks: Any, ran: Path) -> None:
    sql = "select user_id, day from verdicts where false"
    assert headworks("history", "query", sql, "--workspace", ran, "--format", "json").json == []
    assert headworks("history", "query", sql, "--workspace", ran, "--format", "csv").out == "user_id,day\n"
    assert "(0 rows)" in headworks("history", "query", sql, "--workspace", ran).out


@pytest.mark.parametrize(
    "sql",
    [
        "delete from verdicts", "create table mine (a int)", "copy verdicts to 'leak.csv'", "attach 'other.duckdb' as o", "export database 'dump'",
        "select * from read_text('headworks.toml')", "install httpfs", "select nothing from verdicts", "select from where",
    ],
)
def test_query_is_read_only_and_says_what_it_cannot_answer(headworks: Any, tree: Any, ran: Path, sql: str, monkeypatch: Any) -> None:
    monkeypatch.chdir(ran)
    before = tree(ran)
    said = headworks("history", "query", sql)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("headworks: the query cannot be answered\n  why:    ") and "Traceback" not in said.err
    assert "  mend:   mend the query" in said.err and "  effect: nothing was written" in said.err
    assert tree(ran) == before


@pytest.mark.parametrize(("words", "code"), [
    (("evaluate", "--fail-on", "exceeds"), 4),
    (("evaluate", "--fail-on", "undecided"), 4),
    (("report", "weekly", "--fail-on", "exceeds"), 4),
    (("run", "--fail-on", "undecided"), 4),
    (("report", "weekly", "--week", "2020-W01", "--fail-on", "undecided"), 0),
    (("evaluate",), 0),
], ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
def test_findings_end_with_4_only_when_asked(headworks: Any, ran: Path, words: tuple[str, ...], code: int) -> None:
    said = headworks(*words, "--workspace", ran)
    assert (said.code, said.err) == (code, "") and said.out


def test_a_refused_file_beats_a_finding(headworks: Any, after_run: Path) -> None:
    # An alert that looks for 4 must not take a run with an unread file for a whole one.
    (after_run / "data/incoming/cut.csv").write_bytes(b"")
    said = headworks("run", "--workspace", after_run, "--fail-on", "exceeds", "--format", "json")
    assert said.code == 3 and list(said.json) == ["ingest", "evaluate", "report"]
    assert said.err.startswith("headworks: the file is empty")
    (broken,) = [batch for batch in said.json["ingest"]["batches"] if batch["status"] == "refused"]
    assert list(broken["problem"]) == ["what", "where", "why", "mend", "effect"] and all(broken["problem"].values())


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("limits", "on", "yesterday"), "not a day: 'yesterday'"),
        (("limits", "on", "2026-02-30"), "not a day: '2026-02-30'"),
        (("limits", "on", "2026-03-01", "--user", "nobody"), "no industrial user 'nobody'"),
        (("report", "weekly", "--week", "2026-W60"), "no such week: 2026-W60"),
        (("report", "weekly", "--week", "W10"), "not a week: 'W10'"),
        (("ingest", "--profile", "nobody"), "profile 'nobody' is not known"),
        (("demo", "--into", "."), ". is not empty"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_word_that_cannot_be_used_is_named_with_its_mend(
    headworks: Any, tree: Any, ran: Path, words: tuple[str, ...], what: str, monkeypatch: Any
) -> None:
    monkeypatch.chdir(ran)
    before = tree(ran)
    said = headworks(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err.splitlines()[0] == f"headworks: {what}" and "\n  mend:   " in said.err and "Traceback" not in said.err
    assert tree(ran) == before


@pytest.mark.parametrize("words", [("report", "weekly"), ("explain", "V-0123"), ("history", "query", "select 1")], ids=" ".join)
def test_before_the_first_run_a_question_says_how_to_begin(headworks: Any, tree: Any, town: Path, words: tuple[str, ...], monkeypatch: Any) -> None:
    shutil.rmtree(town / "data/incoming")
    monkeypatch.chdir(town)
    before = tree(town)
    said = headworks(*words)
    assert (said.code, said.out) == (2, "") and tree(town) == before
    assert said.err.startswith("headworks: there is no history yet") and "mend:   run `headworks run` first" in said.err
