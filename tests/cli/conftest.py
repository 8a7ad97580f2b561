"""The command line called as a user calls it, in this process, and a small town to call it in."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from headworks.__main__ import main

TOWN = Path(__file__).parents[1] / "flow" / "town"


@dataclass(frozen=True)
class Said:
    """How a command ended, and what it said where."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as JSON; NaN and Infinity are no JSON."""

        def no_json(word: str) -> None:
            raise AssertionError(f"{word} is no JSON")

        return json.loads(self.out, parse_constant=no_json)


Headworks = Callable[..., Said]


def headworks(*words: object) -> Said:
    """Run one command through the real entry point, without a new process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    code, before = 0, sys.argv
    sys.argv = ["headworks", *map(str, words)]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    finally:
        sys.argv = before
    said = [stream.buffer.getvalue().decode("utf-8") for stream in (out, err)]  # type: ignore[attr-defined]
    return Said(code, *said)


def tree(folder: Path) -> dict[str, str]:
    """Every file and folder below, with the digest of its bytes: equal before and after means nothing was written."""
    return {
        path.relative_to(folder).as_posix(): "folder" if path.is_dir() else hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture(scope="session", name="headworks")
def headworks_command() -> Headworks:
    return headworks


@pytest.fixture(scope="session", name="tree")
def tree_of() -> Callable[[Path], dict[str, str]]:
    return tree


@pytest.fixture
def town(tmp_path: Path) -> Path:
    """The town before its first run, to be broken at will."""
    return Path(shutil.copytree(TOWN, tmp_path / "town"))


@pytest.fixture(scope="session")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The town after one run: read only."""
    folder = Path(shutil.copytree(TOWN, tmp_path_factory.mktemp("ran") / "town"))
    said = headworks("run", "--workspace", folder)
    assert said.code == 0, said.err
    return folder


@pytest.fixture
def after_run(ran: Path, tmp_path: Path) -> Path:
    """The town after one run, to be broken at will."""
    return Path(shutil.copytree(ran, tmp_path / "town"))
