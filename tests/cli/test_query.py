"""Any question in SQL: one at a time, every type of the engine told, nothing mixed up and nothing run by who reads the answer."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def query(headworks: Any, town: Path, sql: str, form: str = "json") -> Any:
    return headworks("history", "query", sql, "--workspace", town, "--format", form)


def refused(said: Any, why: str) -> None:
    lines = said.err.splitlines()
    assert (said.code, said.out) == (2, "") and lines[:2] == ["headworks: the query cannot be answered", f"  why:    {why}"]
    assert lines[2].startswith("  mend:   ") and lines[3:] == ["  effect: nothing was written"]


@pytest.mark.parametrize("form", ["json", "csv", "text"])
@pytest.mark.parametrize("second", ["day", "Day"])
def test_two_columns_of_one_name_are_not_mixed_up(headworks: Any, ran: Path, form: str, second: str) -> None:
    sql = (
        f"select v.day, r.day + 1 as {second} from verdicts as v join results as r on r.result_id = v.result_ids[1] "
        "where v.parameter = 'lead_total'"
    )
    refused(query(headworks, ran, sql, form), "two columns of the answer have one name: day")
    apart = query(headworks, ran, sql.replace(f"as {second}", "as next_day"))
    assert (apart.code, apart.json) == (0, [{"day": "2026-03-02", "next_day": "2026-03-03"}])


@pytest.mark.parametrize(("sql", "why"), [
    ("", "it is empty"),
    ("  ", "it is empty"),
    ("/* select 1 */", "it is empty"),
    (";;", "it is empty"),
    ("select 1 as a; select 2 as a", "there are 2, and only one can be answered"),
    ("create temp table mine as select 1", "CREATE asks nothing, and a query can change nothing"),
    ("set threads = 1", "SET asks nothing, and a query can change nothing"),
    ("begin", "TRANSACTION asks nothing, and a query can change nothing"),
])
def test_one_query_means_one_question(headworks: Any, ran: Path, sql: str, why: str) -> None:
    refused(query(headworks, ran, sql), why)


@pytest.mark.parametrize("sql", [
    "select 1 as a;", "select 1 as a -- the end", "from about", "show tables", "describe verdicts", "explain select 1",
    "pivot verdicts on verdict using count(*) group by user_id",
])
def test_every_way_to_ask_is_answered(headworks: Any, ran: Path, sql: str) -> None:
    said = query(headworks, ran, sql)
    assert (said.code, said.err) == (0, "") and said.json


# Each value as its literal says it, or in ISO 8601; a time with a zone in UTC (8:20 at -5 hours is 13:20).
TYPES = {
    "time '08:20:00'": "08:20:00",
    "time '24:00:00'": "24:00:00",
    "[time '08:20:00', null]": ["08:20:00", None],
    "'x\\xC3'::blob": "x\\xC3",
    "interval '1 month 2 days'": "1 month 2 days",
    "date 'infinity'": "infinity",
    "date '2026-03-02'": "2026-03-02",
    "timestamp '2026-03-02 08:20:00'": "2026-03-02T08:20:00",
    "timestamptz '2026-03-02 08:20:00-05:00'": "2026-03-02T13:20:00",
    "'101'::bit": "101",
    "uuid '00000000-0000-0000-0000-00000000000a'": "00000000-0000-0000-0000-00000000000a",
    "340282366920938463463374607431768211455::uhugeint": "340282366920938463463374607431768211455",
    "170141183460469231731687303715884105727::hugeint": "170141183460469231731687303715884105727",
    "1.50::decimal(9, 3)": "1.5",
    "'a'::enum('a', 'b')": "a",
    "{'at': time '08:20:00', 'n': 1.5::double}": {"at": "08:20:00", "n": 1.5},
    "map {'a': 1}": [["a", 1]],
    "null": None,
}


@pytest.mark.parametrize("value", TYPES)
def test_every_type_of_the_engine_is_told(headworks: Any, ran: Path, value: str) -> None:
    said = query(headworks, ran, f"select {value} as told")
    assert (said.code, said.err, said.json) == (0, "", [{"told": TYPES[value]}])
    for form in ("csv", "text"):
        shown = query(headworks, ran, f"select {value} as told", form)
        assert shown.code == 0 and (not isinstance(TYPES[value], str) or TYPES[value] in shown.out)


def test_a_time_beyond_the_calendar_is_said(headworks: Any, ran: Path) -> None:
    said = query(headworks, ran, "select timestamp '20000-01-01' as at")
    assert said.code == 2 and "a time is beyond the years 1 to 9999" in said.err and "mend:   ask for it as text" in said.err
    assert query(headworks, ran, "select cast(timestamp '20000-01-01' as varchar) as at").json == [{"at": "20000-01-01 00:00:00"}]


def test_what_is_no_number_is_text_in_json(headworks: Any, ran: Path) -> None:
    said = query(headworks, ran, "select 'nan'::double as a, 'infinity'::double as b, ['-infinity'::float] as c, 0.5::double as d")
    # `said.json` takes no NaN and no Infinity.
    assert (said.code, said.json) == (0, [{"a": "NaN", "b": "Infinity", "c": ["-Infinity"], "d": 0.5}])


RUN_BY_A_SPREADSHEET = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1", "-cmd|' /C calc'!A0"]


@pytest.mark.parametrize("cell", RUN_BY_A_SPREADSHEET)
def test_csv_is_harmless_in_a_spreadsheet(headworks: Any, ran: Path, cell: str) -> None:
    quoted, heading = cell.replace("'", "''"), cell.replace('"', '""')
    said = query(headworks, ran, f"""select '{quoted}' as sample_id, 1 as "{heading}" """, "csv")
    heads, row = csv.reader(io.StringIO(said.out))
    assert (heads, row) == (["sample_id", "'" + cell], ["'" + cell, "1"])
    # JSON is for programs, and stays as it is.
    assert query(headworks, ran, f"select '{quoted}' as sample_id").json == [{"sample_id": cell}]


def test_numbers_stay_numbers_in_csv(headworks: Any, ran: Path) -> None:
    said = query(headworks, ran, "select -1.5::decimal(4, 2) as a, -2 as b, '-0.5' as c, -1e-30::double as d, '+4' as e", "csv")
    assert said.out.splitlines()[1] == "-1.5,-2,-0.5,-1e-30,+4"


def test_json_is_utf_8_whatever_the_console_speaks(ran: Path) -> None:
    command = [sys.executable, "-m", "headworks", "history", "query", "select 'm³ Σ' as text", "--format", "json", "--workspace", str(ran)]
    env = os.environ | {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    answer = subprocess.run(command, capture_output=True, env=env, check=True).stdout
    assert json.loads(answer.decode("utf-8")) == [{"text": "m³ Σ"}]


def test_a_variable_of_the_program_is_no_table(headworks: Any, ran: Path) -> None:
    said = query(headworks, ran, "select * from statements")
    assert said.code == 2 and "does not exist" in said.err
