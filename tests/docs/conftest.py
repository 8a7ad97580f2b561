"""The documentation as data: pages, their tables and their examples, and one workspace in which the examples are run."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from headworks.__main__ import main

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Said:
    """How a command ended, and what it wrote to standard output."""

    code: int
    out: str


@dataclass(frozen=True)
class Ran:
    """The example after the first `headworks run`, and what that run printed."""

    folder: Path
    said: Said


def run_here(words: list[str]) -> Said:
    """Run one command through the real entry point, in the current folder."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    code, before = 0, sys.argv
    sys.argv = ["headworks", *words]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    finally:
        sys.argv = before
    return Said(code, out.buffer.getvalue().decode("utf-8"))  # type: ignore[attr-defined]


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@pytest.fixture(scope="session")
def headworks() -> Callable[[Path, list[str]], Said]:
    """Run a command in a folder."""

    def run(folder: Path, words: list[str]) -> Said:
        with inside(folder):
            return run_here(words)

    return run


@pytest.fixture(scope="session")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """Fresh copy of the example, run once by the command line as a newcomer does."""
    folder = tmp_path_factory.mktemp("docs") / "example"
    folder.mkdir()
    shutil.copyfile(ROOT / "headworks.toml", folder / "headworks.toml")
    for name in ("limits", "data/incoming"):
        shutil.copytree(ROOT / name, folder / name)
    with inside(folder):
        return Ran(folder, run_here(["run"]))


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def pages() -> dict[str, str]:
    """Text of every page by its path in the repository."""
    files = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}


Sections = dict[str, list[list[str]]]


@pytest.fixture(scope="session")
def tables() -> Callable[[str], Sections]:
    """Rows of the tables below each heading of a page; cells without code marks."""

    def read(text: str) -> Sections:
        found: Sections = {}
        heading = ""
        for line in re.sub(r"```.*?```", "", text, flags=re.DOTALL).splitlines():
            if match := re.match(r"#+ (.+)", line):
                heading = match[1]
            elif line.startswith("|") and not set(line) <= set("|-: "):
                cells = [cell.strip().replace("`", "") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
                found.setdefault(heading, []).append(cells)
        return found

    return read


@pytest.fixture(scope="session")
def blocks() -> Callable[[str, str], list[list[str]]]:
    """Lines of each fenced block of a language."""

    def read(text: str, language: str) -> list[list[str]]:
        return [match[1].splitlines() for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]

    return read


@pytest.fixture(scope="session")
def agree() -> Callable[[list[str], list[str]], str]:
    """What a shown output has that the real one has not; empty if they agree.

    A line ``...`` stands for any lines left out, and ``...`` at the end of a line for the rest of that line.
    """

    def fits(shown: str, real: str) -> bool:
        return real.startswith(shown[:-3]) if shown.endswith("...") else shown == real

    def compare(shown: list[str], real: list[str]) -> str:
        at, gap = 0, False
        for line in shown:
            if line.strip() == "...":
                gap = True
                continue
            here = next((n for n in range(at, len(real)) if fits(line, real[n])), None) if gap else at
            if here is None or here >= len(real) or not fits(line, real[here]):
                return f"shown: {line!r}; real: {real[at:at + 3]!r}"
            at, gap = here + 1, False
        return "" if gap or at == len(real) else f"not shown and not marked by '...': {real[at]!r}"

    return compare
