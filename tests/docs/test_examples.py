"""What the pages show is what happens: every command is run, and its output held against the page."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.xdist_group("docs")  # one worker, so that the example is run once


def shown_commands(pages: dict[str, str], blocks: Callable[[str, str], list[list[str]]]) -> Iterator[tuple[str, str, list[str]]]:
    """Page, command and the output below it."""
    for page, text in pages.items():
        for lines in blocks(text, "console") + blocks(text, "bash"):
            starts = [n for n, line in enumerate(lines) if line.startswith("$ ")] + [len(lines)]
            for first, following in pairwise(starts):
                yield page, lines[first][2:], lines[first + 1 : following]


def test_every_shown_command_runs_and_prints_what_is_shown(pages: Any, blocks: Any, ran: Any, headworks: Any, agree: Any) -> None:
    told, wrong = 0, []
    for page, command, output in shown_commands(pages, blocks):
        words = shlex.split(command, comments=True)
        if words[0] != "headworks":
            assert words[0] == "make", (page, command)  # make sets up an environment of its own; its run is compared below
            continue
        told += 1
        said = headworks(ran.folder, words[1:])
        # The example has exceedances, so `--fail-on` must find some.
        if said.code != (4 if "--fail-on" in words else 0):
            wrong.append(f"{page}: {command}: exit code {said.code}")
        if output and (difference := agree(output, said.out.splitlines())):
            wrong.append(f"{page}: {command}: {difference}")
    assert not wrong, "\n".join(wrong)
    assert told >= 15


def test_the_readme_prints_what_the_first_run_prints(pages: Any, blocks: Any, ran: Any, agree: Any) -> None:
    shown = [output for page, command, output in shown_commands(pages, blocks) if page == "README.md" and command == "make run" and output]
    assert len(shown) == 1
    assert ran.said.code == 0
    assert agree(shown[0], ran.said.out.splitlines()) == ""
    # The headline is whole, not cut.
    for start in ("ingest    ", "evaluate  ", "report    week "):
        assert [line for line in shown[0] if line.startswith(start)] == [line for line in ran.said.out.splitlines() if line.startswith(start)]


def test_the_readme_says_the_numbers_of_its_own_output(pages: Any, ran: Any) -> None:
    line = next(line for line in ran.said.out.splitlines() if line.startswith("evaluate"))
    resolve, standing = line.split(" undecided to resolve")[0].split(", ")[-1], line.split(" undecided by the law")[0].split(", ")[-1]
    assert f"({standing} above)" in pages["README.md"].replace("\n", " ")
    assert f"({resolve} above)" in pages["README.md"].replace("\n", " ")


def test_the_python_of_the_readme_works(pages: Any, blocks: Any, ran: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ran.folder)
    (lines,) = blocks(pages["README.md"], "python")
    names: dict[str, Any] = {}
    exec("\n".join(lines), names)
    assert set(names["over"]["verdict"]) == {"exceeds"} and set(names["over"]["user_id"]) == {"IU-0101"}
    assert names["copper"].axes


def test_the_first_workspace_is_what_the_page_says(pages: Any, blocks: Any, headworks: Any, agree: Any, tmp_path: Path) -> None:
    text = pages["docs/workspace.md"]
    for language in ("toml", "yaml", "csv"):
        for lines in blocks(text, language):
            assert lines[0].startswith("# "), lines[0]
            file = tmp_path / lines[0][2:]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join(lines[1:]) + "\n", encoding="utf-8")
    checked, first = blocks(text, "text")
    assert agree(checked, headworks(tmp_path, ["limits", "check"]).out.splitlines()) == ""
    said = headworks(tmp_path, ["run"])
    assert (said.code, agree(first, said.out.splitlines())) == (0, "")

    # "When a row was refused": the word is added, and the next run takes the row in.
    user = tmp_path / "limits/users/U-1.yaml"
    mended = 'also_called: ["EP-1", "EP-2", "Example Plating 001"]'
    assert mended in text
    user.write_text(user.read_text(encoding="utf-8").replace('also_called: ["EP-1", "Example Plating 001"]', mended), encoding="utf-8")
    said = headworks(tmp_path, ["ingest"])
    assert "1 accepted, 0 already on record, 0 refused; 1 row in = 1 accepted + 0 refused" in said.out


def test_what_may_be_deleted_may_be_deleted(ran: Any, headworks: Any) -> None:
    question = ["history", "query", "select verdict_id, verdict, reason, value from verdicts order by all", "--format", "csv"]
    before = headworks(ran.folder, question).out
    (ran.folder / "data/history.duckdb").unlink()
    assert headworks(ran.folder, ["history", "rebuild"]).code == 0
    assert headworks(ran.folder, question).out == before
    assert before.count("\n") > 8000
