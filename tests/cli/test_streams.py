"""The real program as a process: what goes where, and how it ends for the shell, a pipe and an old console."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def program(*words: object, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-W", "error", "-m", "headworks", *map(str, words)]
    return subprocess.run(command, capture_output=True, cwd=cwd, env={**os.environ, **(env or {})}, check=False)


def test_the_answer_is_on_standard_output_and_progress_is_silent_where_nobody_looks(town: Path) -> None:
    (town / "data/incoming/cut.csv").write_bytes(b"")
    said = program("ingest", "--format", "json", cwd=town)
    assert said.returncode == 3
    assert json.loads(said.stdout.decode("utf-8"))["rows_accepted"] == 68
    assert said.stderr.decode("utf-8").splitlines()[0] == "headworks: the file is empty" and b"Traceback" not in said.stderr


def test_a_usage_error_writes_no_answer() -> None:
    said = program("explain")
    assert (said.returncode, said.stdout) == (2, b"") and b"Missing argument" in said.stderr


def test_a_reader_that_leaves_early_is_no_fault(ran: Path) -> None:
    # As `headworks ... | head -1` does: the pipe is closed while the answer is longer than its buffer.
    sql = "select range as n from range(200000)"
    command = [sys.executable, "-m", "headworks", "history", "query", sql, "--format", "csv", "--workspace", str(ran)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == b"n\n"
        process.stdout.close()
        said = process.stderr.read()
    assert (process.returncode, said) == (0, b"")


def test_a_fault_of_ours_is_called_so_and_ends_with_1(headworks: Any, ran: Path, monkeypatch: Any) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("made for this test")

    monkeypatch.setattr("headworks.stages.limits.check", broken)
    said = headworks("limits", "check", "--workspace", ran)
    assert (said.code, said.out) == (1, "") and "ZeroDivisionError: made for this test" in said.err
    tail = said.err.splitlines()[-3:]
    assert tail[0] == "headworks: this is a fault of headworks, not of your files"
    assert [line[:10] for line in tail[1:]] == ["  mend:   ", "  effect: "]


def test_an_old_console_that_lacks_a_character_gets_an_answer_all_the_same(headworks: Any, ran: Path) -> None:
    sql = "select event_id as id from events"
    (event,) = headworks("history", "query", sql, "--workspace", ran, "--format", "json").json
    said = program("explain", event["id"], "--workspace", ran, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert said.returncode == 0 and b"threshold: 5 x 54.5099 = 272.55 m?/d" in said.stdout
