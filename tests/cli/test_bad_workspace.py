"""A workspace that cannot be trusted: wrong settings (exit 2), faulty law (exit 3), a damaged or locked store (exit 1)."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

SOUND = '[authority]\nname = "Testtown Sewer Office (made up)"\ntime_zone = "America/New_York"\n'
# What headworks.toml holds, what is said of it, and what mends it.
SETTINGS = {
    "not TOML": (SOUND + "[paths\n", "not readable as TOML: ", "mend the line named"),
    "a key twice": (SOUND + SOUND, "not readable as TOML: ", "mend the line named"),
    "Latin-1": (SOUND.replace("Office", "B\xfcro").encode("latin-1"), "not readable as TOML: ", "mend the line named"),
    "empty": ("", "[authority] name is missing", 'add name = "..." under [authority]'),
    "no zone": (SOUND.replace("time_zone", "# time_zone"), "[authority] time_zone is missing", 'add time_zone = "..."'),
    "a number for a name": (SOUND.replace('"America/New_York"', "5"), "[authority] time_zone cannot be 5", "America/New_York"),
    "no name in it": (SOUND.replace("Testtown Sewer Office (made up)", " "), "[authority] name cannot be ' '", "in quotation marks"),
    "one text for a list": (SOUND + 'service_areas = "north"\n', "[authority] service_areas cannot be 'north'", "in brackets"),
    "a part of a zone's name": (SOUND.replace("America/New_York", "America"), "time zone 'America' is not known", "America/New_York"),
    "unknown zone": (SOUND.replace("America/New_York", "Mars/Base"), "time zone 'Mars/Base' is not known", "America/New_York"),
    "a path for a zone": (SOUND.replace("America/New_York", "../secrets"), "time zone '../secrets' is not known", "America/New_York"),
    "unknown key": (SOUND + '[paths]\nincomming = "in"\n', "key 'incomming' in [paths] is not known", "use one of accepted, history, incoming"),
    "unknown section": (SOUND + "[path]\n", "section [path] is not known", "use one of authority, engine, paths"),
    "unknown engine": (SOUND + '[engine]\nname = "abacus"\n', "[engine] name cannot be 'abacus'", 'use name = "duckdb"'),
    "memory in words": (SOUND + '[engine]\nmemory_limit = "lots"\n', "[engine] memory_limit cannot be 'lots'", 'such as "1GB"'),
    "memory without a unit": (SOUND + '[engine]\nmemory_limit = "512"\n', "[engine] memory_limit cannot be '512'", 'such as "1GB"'),
    "no memory": (SOUND + '[engine]\nmemory_limit = "0GB"\n', "[engine] memory_limit cannot be '0GB'", 'such as "1GB"'),
    "memory as a number": (SOUND + "[engine]\nmemory_limit = 1\n", "[engine] memory_limit cannot be 1", 'such as "1GB"'),
    "threads in words": (SOUND + '[engine]\nthreads = "x"\n', "[engine] threads cannot be 'x'", "a whole number from 1 to 1024"),
    "no thread": (SOUND + "[engine]\nthreads = 0\n", "[engine] threads cannot be 0", "a whole number from 1 to 1024"),
    "true threads": (SOUND + "[engine]\nthreads = true\n", "[engine] threads cannot be True", "a whole number from 1 to 1024"),
    "a number for a path": (SOUND + "[paths]\nincoming = 5\n", "[paths] incoming cannot be 5", "one path in quotation marks"),
    "two paths": (SOUND + '[paths]\nincoming = ["a", "b"]\n', "[paths] incoming cannot be ['a', 'b']", "one path in quotation marks"),
    "no path": (SOUND + '[paths]\naccepted = ""\n', "[paths] accepted cannot be ''", "one path in quotation marks"),
    "a file for a folder": (SOUND + '[paths]\nincoming = "headworks.toml"\n', "[paths] incoming is a file, and must be a folder", "name a folder"),
    "a folder for a file": (SOUND + '[paths]\nhistory = "data"\n', "[paths] history is a folder, and must be a file", "name a file"),
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


@pytest.mark.parametrize("line", ['memory_limit = "1GB"', 'memory_limit = "512 MiB"', 'memory_limit = "1.5gb"', "threads = 1", "threads = 2"])
def test_right_settings_of_the_engine(headworks: Any, town: Path, line: str) -> None:
    with (town / "headworks.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n[engine]\n{line}\n")
    said = headworks("run", "--workspace", town, "--format", "json")
    assert (said.code, said.err) == (0, "") and said.json["evaluate"]["exceeds"] == 2


def test_too_little_memory_is_said_and_leaves_the_history(headworks: Any, after_run: Path) -> None:
    history = (after_run / "data/history.duckdb").read_bytes()
    with (after_run / "headworks.toml").open("a", encoding="utf-8") as file:
        file.write('\n[engine]\nmemory_limit = "1MB"\n')
    said = headworks("history", "rebuild", "--workspace", after_run)
    assert (said.code, said.out) == (1, "") and said.err.startswith("headworks: the memory does not suffice\n") and "Traceback" not in said.err
    assert "  mend:   raise memory_limit" in said.err and (after_run / "data/history.duckdb").read_bytes() == history


def test_settings_with_a_byte_order_mark(headworks: Any, town: Path) -> None:
    # As Windows editors write them.
    file = town / "headworks.toml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    said = headworks("limits", "check", "--workspace", town)
    assert (said.code, said.err) == (0, "") and said.out.startswith("sound: ")


INCOMING = [("run",), ("run", "--dry-run"), ("ingest",), ("ingest", "--dry-run")]


@pytest.mark.parametrize(("words", "key"), [
    *((words, "incoming") for words in INCOMING), *((words, "limits") for words in INCOMING),
    (("evaluate",), "limits"), (("history", "rebuild"), "limits"), (("limits", "check"), "limits"), (("limits", "on", "2026-03-02"), "limits"),
], ids=str)
def test_a_folder_that_is_not_there_is_said(headworks: Any, tree: Any, after_run: Path, words: tuple[str, ...], key: str) -> None:
    # A slip in the name is not taken for an empty folder: that would be a week without exceedances, or a town without limits.
    with (after_run / "headworks.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[paths]\n{key} = "misspelt"\n')
    before = tree(after_run)
    said = headworks(*words, "--workspace", after_run)
    assert (said.code, said.out) == (2, "") and tree(after_run) == before
    assert said.err == (
        f"headworks: the {key} folder is not there\n  where:  {after_run / 'misspelt'}\n  why:    a wrong name would look like an empty folder\n"
        f"  mend:   make the folder, or mend {key} under [paths] in headworks.toml\n  effect: nothing was written\n"
    )


def test_named_files_need_no_incoming_folder(headworks: Any, town: Path) -> None:
    (town / "data/incoming").rename(town / "elsewhere")
    assert headworks("ingest", town / "elsewhere/northfork.csv", "--workspace", town).code == 0


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


def damage(file: Path, how: str) -> None:
    content = bytearray(file.read_bytes())
    if how == "cut":
        del content[len(content) // 2 :]
    elif how == "block":
        third = len(content) // 3
        content[third : third + 200_000] = bytes(byte ^ 0x55 for byte in content[third : third + 200_000])
    else:
        # Every block behind the three headers and the first block, which names the tables.
        content[300_000:] = bytes(byte ^ 0x55 for byte in content[300_000:])
    file.write_bytes(content)


HOW = ["cut", "block", "all blocks"]


@pytest.mark.parametrize("how", HOW)
def test_a_history_damaged_inside_is_said(headworks: Any, tree: Any, after_run: Path, how: str) -> None:
    file = after_run / "data/history.duckdb"
    damage(file, how)
    before = tree(after_run)
    said_of = [headworks(*words, "--workspace", after_run) for words in (("report", "weekly"), ("history", "query", "select * from verdicts"))]
    for said in said_of:
        assert said.code in (0, 1) and "Traceback" not in said.err
        if said.code == 1:
            lines = said.err.splitlines()
            assert said.out == "" and lines[1] == f"  where:  {file}" and lines[2].startswith("  why:    ")
            assert lines[0] in ("headworks: the history cannot be read: its file is damaged", "headworks: the history cannot be opened or replaced")
            assert "headworks history rebuild" in lines[3] and lines[4].startswith("  effect: ")
    # A report needs every table; a question may need none that is damaged.
    assert said_of[0].code == 1 and tree(after_run) == before


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("words", [("run",), ("history", "rebuild")], ids=" ".join)
def test_a_history_damaged_inside_is_made_anew(headworks: Any, ran: Path, after_run: Path, how: str, words: tuple[str, ...]) -> None:
    damage(after_run / "data/history.duckdb", how)
    said = headworks(*words, "--workspace", after_run)
    assert (said.code, said.err) == (0, "")
    sql = "select * from verdicts order by verdict_id"
    assert headworks("history", "query", sql, "--workspace", after_run).out == headworks("history", "query", sql, "--workspace", ran).out


@pytest.mark.parametrize("words", [("report", "weekly"), ("explain", "V-0123")], ids=" ".join)
def test_a_history_of_another_version_is_said(headworks: Any, after_run: Path, words: tuple[str, ...]) -> None:
    with duckdb.connect(str(after_run / "data/history.duckdb")) as connection:
        connection.execute("alter table verdicts drop column user_id; alter table verdicts drop column verdict_id; update about set version = '0.0.1'")
    said = headworks(*words, "--workspace", after_run)
    assert (said.code, said.out) == (1, "") and said.err.startswith("headworks: the history was made by another version of headworks\n")
    assert "  why:    by 0.0.1; this is " in said.err and "  mend:   type `headworks run`" in said.err
    assert headworks("run", "--workspace", after_run).code == 0 and headworks("report", "weekly", "--workspace", after_run).code == 0


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
