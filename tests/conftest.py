"""What tests share: workspaces that were run once, to be read by many."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import headworks as hw

ROOT = Path(__file__).parents[1]


def copy_workspace(target: Path) -> Path:
    """Copy what a fresh clone has of the example workspace."""
    for name in ("headworks.toml", "limits", "data/incoming"):
        source, copied = ROOT / name, target / name
        copied.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, copied)
        else:
            shutil.copyfile(source, copied)
    return target


@pytest.fixture
def fresh_example(tmp_path: Path) -> Path:
    """The example before its first run, to be changed at will."""
    return copy_workspace(tmp_path / "example")


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> hw.Programme:
    """The example after one run. Read only: other tests look at it too."""
    programme = hw.open_workspace(copy_workspace(tmp_path_factory.mktemp("ran") / "example"))
    programme.run()
    return programme
