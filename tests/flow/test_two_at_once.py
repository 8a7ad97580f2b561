"""Two runs of one workspace at the same time, as when somebody works while the nightly run starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import headworks as hw
from headworks.adapters.at_work import FILE_NAME, at_work
from headworks.adapters.history import rebuild_history
from headworks.errors import HeadworksError

DAY = 24 * 60 * 60


def headworks(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "headworks", *words, "--workspace", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def rebuild(folder: Path) -> subprocess.CompletedProcess[str]:
    return headworks(folder, "history", "rebuild")


def test_a_reader_keeps_its_answer_while_another_run_replaces_the_history(after_run: Path, ran_tables: Any, tables: Any) -> None:
    programme = hw.open_workspace(after_run)
    with programme._history() as history:
        before = history.rows("select * from verdicts order by verdict_id")
        done = rebuild(after_run)
        assert done.returncode == 0, done.stderr
        assert history.rows("select * from verdicts order by verdict_id") == before
    assert tables(after_run) == ran_tables


def test_two_histories_in_the_making_do_not_take_each_other_s_file(after_run: Path, ran_tables: Any, tables: Any) -> None:
    with rebuild_history(after_run / "data/history.duckdb") as half_done:
        half_done.create("verdicts", "select 1 as half", {})
        other = rebuild(after_run)
        assert (other.returncode, other.stderr) == (0, "") and tables(after_run) == ran_tables
    # The half one came last; what it lacks is seen, and made again.
    assert headworks(after_run, "run").returncode == 0 and tables(after_run) == ran_tables
    assert [path.name for path in (after_run / "data").glob("history*")] == ["history.duckdb"]


def test_what_a_killed_run_left_behind_goes_when_it_is_old(after_run: Path) -> None:
    old, young = (after_run / f"data/history.duckdb.1-{name}.new" for name in ("0a", "0b"))
    for file in (old, young):
        file.write_bytes(b"half a history")
    past = young.stat().st_mtime - 2 * DAY
    os.utime(old, (past, past))
    hw.open_workspace(after_run).evaluate(force=True)
    assert (old.exists(), young.exists()) == (False, True)


@pytest.fixture
def busy(town: Path) -> Iterator[Path]:
    """The town while another process is at work in it."""
    with holder(town) as process:
        yield town
        process.communicate()


def holder(folder: Path) -> subprocess.Popen[str]:
    code = (
        "import sys; from pathlib import Path; from headworks.adapters.at_work import at_work\n"
        "with at_work(Path(sys.argv[1])):\n    print('held', flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "held\n"
    return process


WRITING = {
    "run": lambda programme: programme.run(), "ingest": lambda programme: programme.ingest(), "evaluate": lambda programme: programme.evaluate(),
    "rebuild": lambda programme: programme.evaluate(force=True), "report": lambda programme: programme.report_weekly(),
}


@pytest.mark.parametrize("verb", WRITING)
def test_the_second_is_refused_and_touches_nothing(busy: Path, tree: Any, verb: str) -> None:
    before = tree(busy)
    with pytest.raises(HeadworksError, match="another headworks is at work in this workspace") as caught:
        WRITING[verb](hw.open_workspace(busy))
    assert (caught.value.effect, caught.value.exit_code) == ("nothing was written", 1) and tree(busy) == before


def test_the_command_tells_it(busy: Path) -> None:
    said = headworks(busy, "run")
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr == (
        f"headworks: another headworks is at work in this workspace\n  where:  {busy}\n  why:    two at once would take each other's files\n"
        "  mend:   wait until it is done, then type the command again\n  effect: nothing was written\n"
    )


def test_who_only_asks_need_not_wait(busy: Path, after_run: Path) -> None:
    programme = hw.open_workspace(busy)
    assert programme.run(dry_run=True).ingest.rows_in == programme.ingest(dry_run=True).rows_in == 69
    assert programme.check_limits()["users"] == 2
    with holder(after_run) as process:
        assert len(hw.open_workspace(after_run).verdicts(verdict="exceeds")) == 2
        process.communicate()


def test_the_workspace_is_free_when_the_first_is_done_or_killed(town: Path, tree: Any) -> None:
    before = tree(town)
    with holder(town) as process:
        process.communicate()
    assert tree(town) == before
    with holder(town) as process:
        process.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
        process.wait()
    assert (town / FILE_NAME).exists()  # left behind, and holds nobody
    hw.open_workspace(town).run()
    assert not (town / FILE_NAME).exists()


def test_it_is_free_after_an_error(town: Path) -> None:
    with pytest.raises(ZeroDivisionError), at_work(town):
        raise ZeroDivisionError
    with at_work(town), pytest.raises(HeadworksError, match="another headworks is at work"), at_work(town):
        pass
    assert not (town / FILE_NAME).exists()


def test_never_two_at_once(tmp_path: Path) -> None:
    counter, refused = tmp_path / "counter", []
    counter.write_text("0")

    def add(times: int) -> None:
        while times:
            try:
                with at_work(tmp_path):
                    counter.write_text(str(int(counter.read_text()) + 1))
                    times -= 1
            except HeadworksError as cause:
                refused.append(cause)

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(add, [200] * 3)) == [None] * 3
    # Two at once would lose some of the 3 x 200; and they did meet.
    assert counter.read_text() == "600" and refused


def test_two_runs_at_once_leave_a_sound_workspace(town: Path, ran_tables: Any, tables: Any) -> None:
    command = [sys.executable, "-m", "headworks", "run", "--workspace", str(town)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    said = [process.communicate()[1] for process in both]
    ends = sorted(zip([process.returncode for process in both], said, strict=True))
    assert ends[0] == (0, "")
    # The other one came too early and was told so, or came when the first was done.
    assert ends[1] == (0, "") or (ends[1][0] == 1 and ends[1][1].startswith("headworks: another headworks is at work"))
    found = tables(town)
    for name in ("results", "readings", "refused_rows", "verdicts", "events"):
        assert found[name] == ran_tables[name], name
