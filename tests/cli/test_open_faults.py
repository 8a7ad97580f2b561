"""Faults of the command line that are known and not mended yet: each test says what is right, and is expected to fail.

A test that begins to pass fails the run (strict): then its mark goes, and the test moves to where it belongs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def fault(words: str) -> Any:
    return pytest.mark.xfail(strict=True, raises=AssertionError, reason=words)


def query(headworks: Any, town: Path, sql: str, form: str = "json") -> Any:
    return headworks("history", "query", sql, "--workspace", town, "--format", form)


@fault("two columns of one name: only the last one's values are shown, under both headings in CSV")
@pytest.mark.parametrize("form", ["json", "csv"])
def test_two_columns_of_one_name_are_not_mixed_up(headworks: Any, ran: Path, form: str) -> None:
    said = query(headworks, ran, "select v.day, r.day + 1 as day from verdicts as v join results as r on r.result_id = v.result_ids[1] "
                 "where v.parameter = 'lead_total'", form)
    # Either refused as ambiguous, or both days are told; never one of them twice.
    assert said.code == 2 or ("2026-03-02" in said.out and "2026-03-03" in said.out)


@fault("NaN and Infinity are written as such, which no JSON reader outside Python takes")
def test_json_without_nan(headworks: Any, ran: Path) -> None:
    said = query(headworks, ran, "select 'nan'::double as a, 'infinity'::double as b")
    assert said.code == 0 and said.json is not None


@fault("a clock time or a blob in an answer ends in a traceback")
@pytest.mark.parametrize("sql", ["select time '08:20:00' as at", "select 'x'::blob as bytes"])
def test_every_type_of_the_engine_can_be_answered(headworks: Any, ran: Path, sql: str) -> None:
    said = query(headworks, ran, sql)
    assert said.code == 0 and "Traceback" not in said.err


@fault("an empty query is answered with nothing and exit 0; of two queries only the last is answered")
@pytest.mark.parametrize("sql", ["", "  ", "select 1 as a; select 2 as a"])
def test_one_query_means_one(headworks: Any, ran: Path, sql: str) -> None:
    assert query(headworks, ran, sql).code == 2


@fault("cells that a spreadsheet would run are not made harmless in CSV answers, as they are in the workbook and in refused/")
def test_csv_is_harmless_in_a_spreadsheet(headworks: Any, ran: Path) -> None:
    assert "\n=1+1" not in query(headworks, ran, "select '=1+1' as sample_id", "csv").out


@fault("history rebuild --format csv writes the text answer")
def test_rebuild_as_csv(headworks: Any, after_run: Path) -> None:
    said = headworks("history", "rebuild", "--workspace", after_run, "--format", "csv")
    assert said.code == 0 and said.out.startswith("is_new,results,readings,")


@fault("export to a file ends in a traceback")
def test_export_to_a_file_is_a_wrong_word(headworks: Any, ran: Path) -> None:
    said = headworks("history", "export", ran / "headworks.toml", "--workspace", ran)
    assert said.code == 2 and "Traceback" not in said.err and "mend:" in said.err


@fault("export makes its folder before it sees that there is no history, and says nothing was written")
def test_export_before_the_first_run_makes_no_folder(headworks: Any, town: Path) -> None:
    headworks("history", "export", town / "out", "--workspace", town)
    assert not (town / "out").exists()


@fault("the beginning V- says that no id begins so, though all do; it is only too short")
def test_a_beginning_that_is_too_short_is_called_so(headworks: Any, ran: Path) -> None:
    said = headworks("explain", "V-", "--workspace", ran)
    assert said.code == 2 and "holds none that begins so" not in said.err


@fault("run --dry-run answers in another form than run: no key ingest")
def test_a_dry_run_answers_in_the_form_of_a_run(headworks: Any, town: Path) -> None:
    assert "ingest" in headworks("run", "--dry-run", "--workspace", town, "--format", "json").json


@fault("run reads --week only after it has taken in and judged: exit 2, and the message does not say what was written")
def test_a_wrong_week_is_seen_before_anything_is_written(headworks: Any, tree: Any, town: Path) -> None:
    before = tree(town)
    said = headworks("run", "--week", "2026-W60", "--workspace", town)
    assert said.code == 2 and tree(town) == before


@fault("a wrong value under [engine] or [paths] ends in a traceback, or is taken for a folder that is not there")
@pytest.mark.parametrize("line", [
    '[engine]\nmemory_limit = "lots"', '[engine]\nthreads = "x"', "[engine]\nthreads = 0", "[paths]\nincoming = 5", '[paths]\nincoming = ["a", "b"]',
])
def test_a_wrong_setting_ends_with_2(headworks: Any, town: Path, line: str) -> None:
    with (town / "headworks.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    said = headworks("run", "--workspace", town)
    assert said.code == 2 and "Traceback" not in said.err


@fault("an incoming folder that is not there is taken for an empty one: exit 0, and a report that finds nothing")
def test_a_missing_incoming_folder_is_said(headworks: Any, town: Path) -> None:
    with (town / "headworks.toml").open("a", encoding="utf-8") as file:
        file.write('\n[paths]\nincoming = "data/incomming"\n')
    said = headworks("run", "--workspace", town, "--week", "2026-W10")
    assert said.code != 0 or "incomming" in said.err


@fault("a byte order mark, which Windows editors write, makes headworks.toml unreadable: Invalid statement (at line 1, column 1)")
def test_settings_with_a_byte_order_mark(headworks: Any, town: Path) -> None:
    file = town / "headworks.toml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    said = headworks("limits", "check", "--workspace", town)
    assert said.code == 0 or "byte order mark" in said.err


@fault("a file whose name begins with licence or readme is left out without a word, also if it is a laboratory's")
@pytest.mark.parametrize("name", ["Licensed Labs 2026-03.csv", "license-0901 results.csv", "Readmere Laboratory.csv"])
def test_no_laboratory_file_is_passed_over_in_silence(headworks: Any, town: Path, name: str) -> None:
    (town / "data/incoming/northfork.csv").rename(town / "data/incoming" / name)
    said = headworks("ingest", "--workspace", town)
    assert name in said.out + said.err


@fault("a history that is cut off, or has a damaged block, opens and then ends every command in a traceback; run does not make it anew")
@pytest.mark.parametrize("damage", ["cut", "block"])
@pytest.mark.parametrize("words", [("report", "weekly"), ("run",)], ids=" ".join)
def test_a_history_damaged_inside_is_said_or_made_anew(headworks: Any, after_run: Path, damage: str, words: tuple[str, ...]) -> None:
    file = after_run / "data/history.duckdb"
    content = bytearray(file.read_bytes())
    if damage == "cut":
        del content[len(content) // 2 :]
    else:
        third = len(content) // 3
        content[third : third + 200_000] = bytes(byte ^ 0x55 for byte in content[third : third + 200_000])
    file.write_bytes(content)
    said = headworks(*words, "--workspace", after_run)
    assert "Traceback" not in said.err and (said.code == 0 if words == ("run",) else "history rebuild" in said.err)


@fault("JSON in a file or pipe is written in the console's code page on Windows, not in UTF-8")
def test_json_is_utf_8_whatever_the_console_speaks(ran: Path) -> None:
    command = [sys.executable, "-m", "headworks", "history", "query", "select 'm³ Σ' as text", "--format", "json", "--workspace", str(ran)]
    env = os.environ | {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    answer = subprocess.run(command, capture_output=True, env=env, check=True).stdout
    assert json.loads(answer.decode("utf-8", errors="replace")) == [{"text": "m³ Σ"}]
