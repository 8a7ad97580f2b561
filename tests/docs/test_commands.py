"""Every command and option is on the page of commands, and nothing is on it that the program does not have."""

from __future__ import annotations

import re
from typing import Any

import pytest
import typer

from headworks.cli import app

Command = tuple[set[str], set[str]]  # options, arguments


@pytest.fixture(scope="module")
def real() -> dict[str, Command]:
    """Options and arguments of every command, from the program."""
    found: dict[str, Command] = {}

    def walk(command: Any, words: str) -> None:
        for name, one in getattr(command, "commands", {}).items():
            walk(one, f"{words} {name}")
        if not hasattr(command, "commands"):
            options = {option for one in command.params for option in one.opts if option.startswith("--")}
            arguments = {one.name for one in command.params if not one.opts[0].startswith("--")}
            found[words] = (options - {"--help"}, arguments)

    walk(typer.main.get_command(app), "headworks")
    return found


@pytest.fixture(scope="module")
def documented(pages: dict[str, str]) -> dict[str, Command]:
    text = pages["docs/commands.md"]
    found = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        name, body = part.split("\n", 1)
        if name.startswith("headworks "):
            options, arguments = (re.search(rf"{word}: (.+?)\.(?:\s|$)", body) for word in ("Options", "Arguments"))
            found[name] = tuple(set(re.findall(r"`([^`]+)`", one[1])) if one else set() for one in (options, arguments))
    return found  # type: ignore[return-value]


def test_every_command_and_option_both_ways(real: dict[str, Command], documented: dict[str, Command]) -> None:
    assert {name: options for name, (options, _) in documented.items()} == {name: options for name, (options, _) in real.items()}
    assert {name: len(arguments) for name, (_, arguments) in documented.items()} == {
        name: len(arguments) for name, (_, arguments) in real.items()
    }


def test_every_option_and_argument_is_explained_and_no_other(pages: dict[str, str], tables: Any, documented: dict[str, Command]) -> None:
    sections = tables(pages["docs/commands.md"])
    common = {row[0].split()[0] for row in sections["Commands"][1:]}
    assert common >= {"--workspace", "--format", "--help"}
    used: set[str] = {"--help"}
    for name, (options, arguments) in documented.items():
        own = {row[0].split()[0] for row in sections.get(name, [])[1:]}
        assert own == (options | arguments) - common, name
        used |= options
    assert common <= used


def test_the_readme_names_every_command(pages: dict[str, str], tables: Any, real: dict[str, Command]) -> None:
    assert sorted(row[0] for row in tables(pages["README.md"])["Commands"][1:]) == sorted(real)


def test_no_page_names_a_command_or_option_that_is_not_there(pages: dict[str, str], real: dict[str, Command]) -> None:
    groups = {" ".join(name.split()[:2]) for name in real if len(name.split()) == 3}
    read, wrong = 0, []
    for page, text in pages.items():
        for shown in re.findall(r"`(headworks [^`\n]+)`|^\$ (headworks .+)$", text, re.MULTILINE):
            words = "".join(shown)
            if not re.match(r"headworks [a-z]", words) or words.startswith("headworks COMMAND"):
                continue
            parts = words.split()
            name = " ".join(parts[:3] if " ".join(parts[:2]) in groups else parts[:2])
            read += 1
            if name not in real:
                wrong.append(f"{page}: {words}")
                continue
            extra = set(re.findall(r"(?<!\S)--[a-z-]+", words)) - real[name][0] - {"--help"}
            wrong += [f"{page}: {words}: {option}" for option in sorted(extra)]
    assert not wrong, "\n".join(wrong)
    assert read > 40
