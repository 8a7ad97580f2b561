"""A small town, run once and compared with every other way to the same end."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import headworks as hw
from headworks.adapters.history import open_history

TOWN = Path(__file__).parent / "town"


def tree(folder: Path) -> dict[str, str]:
    """Every file and folder below, with the digest of its bytes."""
    return {
        path.relative_to(folder).as_posix(): "folder" if path.is_dir() else hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
    }


def tables(folder: Path) -> dict[str, list[str]]:
    """Every table of the history: its columns, then its rows, in an order that does not depend on how they were made."""
    workspace = hw.open_workspace(folder).workspace
    with open_history(workspace.history_file) as history:
        found = {}
        for name in history.tables():
            table = history.arrow(f'select * from "{name}"')
            found[name] = [str(table.schema), *sorted(map(repr, table.to_pylist()))]
    return found


@pytest.fixture(scope="session", name="tree")
def tree_of() -> Callable[[Path], dict[str, str]]:
    return tree


@pytest.fixture(scope="session", name="tables")
def tables_of() -> Callable[..., dict[str, list[str]]]:
    return tables


@pytest.fixture
def town(tmp_path: Path) -> Path:
    """The town before its first run, to be changed at will."""
    return Path(shutil.copytree(TOWN, tmp_path / "town"))


@pytest.fixture(scope="session")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """The town after one run, and what the run said: read only."""
    folder = Path(shutil.copytree(TOWN, tmp_path_factory.mktemp("ran") / "town"))
    return folder, hw.open_workspace(folder).run()


@pytest.fixture(scope="session")
def ran(first_run: tuple[Path, Any]) -> Path:
    return first_run[0]


@pytest.fixture(scope="session")
def ran_tables(ran: Path) -> dict[str, list[str]]:
    """What the history holds after one run."""
    return tables(ran)


@pytest.fixture
def after_run(ran: Path, tmp_path: Path) -> Path:
    """The town after one run, to be changed at will."""
    return Path(shutil.copytree(ran, tmp_path / "after" / "town"))
