"""The wheel alone, in an empty environment, away from the checkout and without a network, runs the example to the same answers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

import headworks as hw

ROOT = Path(__file__).parents[2]
# Any attempt of Python to reach out ends the program: put into the environment before the example runs.
NO_NETWORK = """
import socket

def refuse(*_, **__):
    raise RuntimeError("the example must run offline")

socket.socket.connect = socket.socket.connect_ex = socket.create_connection = socket.getaddrinfo = refuse
"""


def call(*words: object, cwd: Path, env: Mapping[str, str] | None = None) -> str:
    done = subprocess.run([str(word) for word in words], cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{words}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    call(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    (made,) = out.glob("headworks-*.whl")
    return made


@pytest.mark.slow
def test_the_wheel_carries_the_law_the_example_and_nothing_of_a_run(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    carried = {name.removeprefix("headworks/carried/") for name in names if name.startswith("headworks/carried/")}
    for folder in ("limits", "data/incoming"):
        tracked = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file() and not path.name.startswith(".")}
        assert tracked and tracked <= carried
    assert "headworks.toml" in carried and "headworks/py.typed" in names
    assert {path.relative_to(ROOT / "pipeline").as_posix() for path in (ROOT / "pipeline/headworks/core/rules").glob("*.sql")} <= names
    # Records, reports and tests of whoever built it stay at home.
    assert not [name for name in names if any(part in name for part in ("accepted", "refused/", "history.duckdb", "reports/", "tests/"))]
    assert {name.split("/")[0].split("-")[0] for name in names} == {"headworks"}
    assert len([name for name in names if "licenses/LICENSE" in name]) == 1


@pytest.mark.slow
def test_the_wheel_alone_runs_the_example_offline(wheel: Path, tmp_path: Path, example: hw.Programme) -> None:
    place = tmp_path / "environment"
    venv.create(place, with_pip=True)
    bin_folder = place / ("Scripts" if os.name == "nt" else "bin")
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")}
    call(bin_folder / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, "--constraint", ROOT / "constraints.txt",
         cwd=tmp_path, env=env)
    site = next(place.rglob("site-packages"))
    (site / "sitecustomize.py").write_text(NO_NETWORK, encoding="utf-8")
    blocked = subprocess.run([bin_folder / "python", "-c", "import socket; socket.create_connection(('192.0.2.1', 9))"], env=env, capture_output=True)
    assert b"must run offline" in blocked.stderr
    work, temporary = tmp_path / "elsewhere", tmp_path / "temporary"
    work.mkdir()
    temporary.mkdir()
    env |= {"TMPDIR": str(temporary), "TEMP": str(temporary), "TMP": str(temporary)}
    # Without a network of its own where the system allows that, so that what is not Python cannot reach out either.
    alone = ["unshare", "--map-root-user", "--net"]
    alone = alone if shutil.which("unshare") and subprocess.run([*alone, "true"], capture_output=True).returncode == 0 else []
    said = call(*alone, bin_folder / "headworks", "demo", cwd=work, env=env)
    (folder,) = temporary.glob("headworks-demo-*")
    assert said.startswith(f"the example is in {folder}\n") and "report    week 2026-W47 (16 to 22 Nov 2026): " in said
    assert sorted(path.suffix for path in (folder / "reports").glob("weekly-2026-W47.*")) == [".html", ".pdf", ".xlsx"]
    assert list(work.iterdir()) == []
    # The same reports to the byte as from the checkout, so the same numbers; and the code that ran is the wheel's.
    for path in (folder / "reports").glob("weekly-*"):
        assert path.read_bytes() == (example.workspace.reports_dir / path.name).read_bytes(), path.name
    where = call(bin_folder / "python", "-c", "import headworks; print(headworks.__file__)", cwd=work, env=env)
    assert Path(where.strip()).is_relative_to(place)
