"""A workspace that cannot be trusted: wrong settings (exit 2), faulty law (exit 3), a damaged or locked store (exit 1)."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SOUND = '[authority]\nname = "Testtown Sewer Office (made up)"\ntime_zone = "America/New_York"\n'
# What headworks.toml holds, what is said of it, and what mends it.
SETTINGS = {
    "not TOML": (SOUND + "[paths\n", "not readable as TOML: ", "mend the line named"),
    "a key twice": (SOUND + SOUND, "not readable as TOML: ", "mend the line named"),
    "Latin-1": (SOUND.replace("Office", "B\xfcro").encode("latin-1"), "not readable as TOML: ", "mend the line named"),
    "empty": ("", "[authority] name is missing", 'add name = "..." under [authority]'),
    "no zone": (SOUND.replace("time_zone", "# time_zone"), "[authority] time_zone is missing", 'add time_zone = "..."'),
    "a number for a name": (SOUND.replace('"America/New_York"', "5"), "[authority] time_zone is missing", 'add time_zone = "..."'),
    "unknown zone": (SOUND.replace("America/New_York", "Mars/Base"), "time zone 'Mars/Base' is not known", "America/New_York"),
    "a path for a zone": (SOUND.replace("America/New_York", "../secrets"), "time zone '../secrets' is not known", "America/New_York"),
    "unknown key": (SOUND + '[paths]\nincomming = "in"\n', "key 'incomming' in [paths] is not known", "use one of accepted, history, incoming"),
    "unknown section": (SOUND + "[path]\n", "section [path] is not known", "use one of authority, engine, paths"),
    "unknown engine": (SOUND + '[engine]\nname = "abacus"\n', "engine 'abacus' is not known", 'use name = "duckdb"'),
}
# Every command that opens a workspace; each must stop before it does anything.
OPENING = [
    ("run",), ("ingest",), ("evaluate",), ("report", "weekly"), ("explain", "V-0123"), ("limits", "check"), ("limits", "on", "2026-03-01"),
    ("history", "rebuild"), ("history", "query", "select 1"), ("history", "export", "out"),
]
# Those that read the law.
JUDGING = [("run",), ("ingest",), ("evaluate",), ("limits", "check"), ("limits", "on", "2026-03-01"), ("history", "rebuild")]


@pytest.mark.parametrize("case", SETTINGS)
def test_wrong_settings_end_with_2_and_touch_nothing(headworks: Any, tree: Any, town: Path, case: str) -> None:
    content, what, mend = SETTINGS[case]
    file = town / "headworks.toml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    before = tree(town)
    said = headworks("run", "--workspace", town)
    assert (said.code, said.out) == (2, "") and tree(town) == before
    first, where, *_, told_mend, effect = said.err.splitlines()
    assert first.startswith(f"headworks: {what}") and where == f"  where:  {file}"
    assert told_mend.startswith("  mend:   ") and mend in told_mend and effect == "  effect: nothing was written"


@pytest.mark.parametrize("words", OPENING, ids=" ".join)
def test_no_workspace_here(headworks: Any, tree: Any, tmp_path: Path, words: tuple[str, ...], monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    said = headworks(*words)
    assert (said.code, said.out, tree(tmp_path)) == (2, "", {})
    assert said.err == (
        f"headworks: no workspace here: headworks.toml not found\n  where:  {tmp_path}\n"
        "  mend:   change to the folder that holds headworks.toml, or name it with --workspace DIR\n  effect: nothing was written\n"
    )


@pytest.fixture
def faulty(after_run: Path) -> Path:
    """Faults in three limit files, two of them in one; a new good file waits."""
    limits = after_run / "limits"
    for name, old, new in [
        ("local/testtown.yaml", 'maximum: "1.0"', "maximum: 1.0"),
        ("local/testtown.yaml", "citation: Testtown 9-3", 'citation: ""'),
        ("users/IU-0901.yaml", "class: SIU_NONCAT", "class: HUGE"),
    ]:
        text = (limits / name).read_text(encoding="utf-8")
        assert old in text
        (limits / name).write_text(text.replace(old, new), encoding="utf-8")
    (limits / "local/other.yaml").write_bytes(b"title: caf\xe9\n")
    new = (after_run / "data/incoming/catskill.csv").read_text(encoding="utf-8").replace("CW-1", "CW-9").replace("2026-03-03", "2026-03-06")
    (after_run / "data/incoming/new.csv").write_text(new, encoding="utf-8")
    return after_run


@pytest.mark.parametrize("words", JUDGING, ids=" ".join)
def test_every_fault_of_every_limit_file_is_said_at_once_and_nothing_is_judged(
    headworks: Any, tree: Any, faulty: Path, words: tuple[str, ...]
) -> None:
    before = tree(faulty)
    said = headworks(*words, "--workspace", faulty)
    assert (said.code, said.out) == (3, "") and tree(faulty) == before and "Traceback" not in said.err
    faults = said.err.split("\n- ")[1:]
    assert len(faults) == 4 and said.err.endswith("\n  effect: nothing was judged\n")
    for words_of, where in [
        ("1.0 is not quoted", 'local/testtown.yaml, row 11, column "maximum"'),
        ("citation is missing", "local/testtown.yaml, row 29"),
        ("HUGE", "users/IU-0901.yaml, row 7"),
        ("UTF-8", "local/other.yaml"),
    ]:
        (fault,) = [one for one in faults if f"  where:  {where}" in one]
        assert words_of in fault and "  why:    " in fault and "  mend:   " in fault


def test_the_old_answers_stay_while_the_law_is_faulty(headworks: Any, faulty: Path) -> None:
    said = headworks("history", "query", "select count(*) as n from verdicts where verdict = 'exceeds'", "--workspace", faulty, "--format", "json")
    assert (said.code, said.json) == (0, [{"n": 2}])


QUESTIONS = [("explain", "V-0123"), ("history", "query", "select 1"), ("report", "weekly"), ("history", "export", "out")]


def damaged(said: Any, where: str) -> None:
    lines = said.err.splitlines()
    assert (said.code, said.out) == (1, "") and "Traceback" not in said.err
    assert lines[0] == "headworks: the history cannot be opened or replaced" and lines[1] == f"  where:  {where}"
    assert lines[2].startswith("  why:    ") and lines[3].startswith("  mend:   close the other program")
    assert "`headworks history rebuild` makes it again" in lines[3] and lines[4] == "  effect: the old history is unchanged"


@pytest.mark.parametrize("content", [b"", b"this is no database" * 50], ids=["empty", "no database"])
def test_a_history_that_is_none_is_said_and_the_next_run_makes_it_anew(headworks: Any, tree: Any, ran: Path, after_run: Path, content: bytes) -> None:
    file = after_run / "data/history.duckdb"
    file.write_bytes(content)
    before = tree(after_run)
    for words in QUESTIONS[:3]:
        damaged(headworks(*words, "--workspace", after_run), str(file))
    assert tree(after_run) == before
    said = headworks("evaluate", "--workspace", after_run, "--format", "json")
    assert said.code == 0 and said.json["is_new"] is True
    sql = "select * from verdicts order by verdict_id"
    assert headworks("history", "query", sql, "--workspace", after_run).out == headworks("history", "query", sql, "--workspace", ran).out


@pytest.fixture
def locked(after_run: Path) -> Iterator[Path]:
    """The town while another program holds its history open for writing."""
    hold = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(after_run / "data/history.duckdb")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None and other.stdout.readline() == "open\n"
        yield after_run
        other.communicate()


def test_a_locked_history_is_said(headworks: Any, tree: Any, locked: Path) -> None:
    before = tree(locked)
    for words in QUESTIONS[:3]:
        damaged(headworks(*words, "--workspace", locked), str(locked / "data/history.duckdb"))
    assert tree(locked) == before
    # What needs no history still works.
    assert headworks("limits", "check", "--workspace", locked).code == 0


@pytest.mark.parametrize("kind", ["cut", "empty", "foreign"])
@pytest.mark.parametrize("words", [("run",), ("ingest",), ("evaluate",), ("history", "rebuild")], ids=" ".join)
def test_a_damaged_batch_of_the_record_is_named_and_the_answers_stay(
    headworks: Any, tree: Any, after_run: Path, words: tuple[str, ...], kind: str
) -> None:
    file = sorted(path for path in (after_run / "data/accepted").iterdir() if ".refused" not in path.name)[0]
    content = {"cut": file.read_bytes()[:200], "empty": b"", "foreign": (after_run / "data/history.duckdb").read_bytes()}[kind]
    file.write_bytes(content)
    before = tree(after_run)
    said = headworks(*words, "--workspace", after_run)
    assert (said.code, said.out) == (1, "") and tree(after_run) == before and "Traceback" not in said.err
    what, where, why, mend, effect = said.err.splitlines()
    assert (what, where) == ("headworks: a batch on record cannot be read", f"  where:  accepted/{file.name}")
    assert why.startswith("  why:    ") and mend.startswith("  mend:   restore this file from the backup")
    assert effect == "  effect: nothing was read or written"
