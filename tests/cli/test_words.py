"""Words in, exit code out: every command has a help page with an example, and a wrong word is named."""

from __future__ import annotations

import re
from typing import Any

import pytest
import typer

from headworks.cli import app

# Written out, not asked of the program: a command that vanishes must fail here.
COMMANDS = [
    ("run",), ("demo",), ("ingest",), ("evaluate",), ("report", "weekly"), ("explain",), ("limits", "check"), ("limits", "on"),
    ("history", "rebuild"), ("history", "query"), ("history", "export"),
]
GROUPS = [("report",), ("limits",), ("history",)]


def every_command() -> list[tuple[str, ...]]:
    """What the program offers, from its own tree of commands."""
    found = []
    for name, one in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        found += [(name, inner) for inner in one.commands] if hasattr(one, "commands") else [(name,)]
    return found


def test_every_command_is_known_here() -> None:
    assert sorted(every_command()) == sorted(COMMANDS)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_says_what_it_does_with_an_example_that_starts_with_its_words(headworks: Any, words: tuple[str, ...]) -> None:
    said = headworks(*words, "--help")
    assert (said.code, said.err) == (0, "")
    text = " ".join(said.out.split())
    assert re.match(rf"Usage: .*headworks {' '.join(words)} ", text)
    assert f"Example: headworks {' '.join(words)}" in text
    # Every option and argument says in words what it is for.
    for option in re.split(r"\n(?=  -)", said.out.split("Options:\n")[1]):
        assert re.search(r"^--[a-z-]+ .*[A-Z][a-zA-Z]+ [^.]+\.", " ".join(option.split())), option


@pytest.mark.parametrize("words", [(), *GROUPS], ids=lambda words: " ".join(words) or "none")
def test_a_group_lists_its_commands(headworks: Any, words: tuple[str, ...]) -> None:
    said = headworks(*words, "--help")
    assert (said.code, said.err) == (0, "")
    for command in COMMANDS:
        if command[: len(words)] == words:
            assert re.search(rf"^  {command[len(words)]}  +\w", said.out, re.MULTILINE), command


def test_the_first_page_says_how_to_begin_and_what_the_exit_codes_mean(headworks: Any) -> None:
    text = " ".join(headworks("--help").out.split())
    assert "Start with: headworks demo." in text
    assert "0 done (findings are results), 1 our fault, 2 wrong command line, 3 input refused, 4 only with --fail-on" in text


def test_version(headworks: Any) -> None:
    said = headworks("--version")
    assert (said.code, said.err) == (0, "") and re.fullmatch(r"headworks \d+\.\d+\.\d+\S*\n", said.out)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("judge",), "judge"),
        (("limits", "off"), "off"),
        (("run", "--wek", "2026-W10"), "--wek"),
        (("run", "--format", "xml"), "xml"),
        (("run", "--fail-on", "snow"), "snow"),
        (("explain",), "id"),
        (("limits", "on"), "DATE"),
        (("history", "query"), "SQL"),
        (("history", "export"), "DIR"),
        (("evaluate", "surplus"), "surplus"),
        (("history", "query", "select 1", "select 2"), "select 2"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_wrong_word_is_named_and_ends_with_2(headworks: Any, words: tuple[str, ...], named: str) -> None:
    said = headworks(*words)
    assert (said.code, said.out) == (2, "")
    assert named in said.err.splitlines()[-1] and "--help" in said.err and "Traceback" not in said.err
