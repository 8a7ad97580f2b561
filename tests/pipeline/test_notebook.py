"""The notebook is thin, is stored without outputs, and charts one user of the example against its limits."""

from __future__ import annotations

import base64
import re
import shutil
import struct
from pathlib import Path
from typing import Any

import nbformat
import pytest
import yaml
from nbclient import NotebookClient

import headworks as hw

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "notebooks" / "one_user.ipynb"


def code_cells(notebook: Any) -> dict[str, Any]:
    return {cell["id"]: cell for cell in notebook["cells"] if cell["cell_type"] == "code"}


@pytest.fixture(scope="module")
def stored() -> Any:
    return nbformat.read(NOTEBOOK, as_version=nbformat.NO_CONVERT)


@pytest.fixture(scope="module")
def executed(example: hw.Programme, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Code cells after a run in the folder `notebooks` of an evaluated example; the first error ends it."""
    root = Path(shutil.copytree(example.workspace.root, tmp_path_factory.mktemp("notebook") / "example"))
    target = root / "notebooks" / NOTEBOOK.name
    target.parent.mkdir()
    shutil.copyfile(NOTEBOOK, target)
    notebook = nbformat.read(target, as_version=4)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IPYTHONDIR", str(tmp_path_factory.mktemp("ipython")))
        NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(target.parent)}}).execute()
    return code_cells(notebook)


def shown(cell: Any, kind: str) -> list[str]:
    return [output["data"][kind] for output in cell["outputs"] if kind in output.get("data", {})]


def test_it_is_a_valid_notebook(stored: Any) -> None:
    nbformat.validate(stored)
    assert stored["nbformat"] == 4


def test_no_output_is_stored(stored: Any) -> None:
    cells = code_cells(stored)
    assert len(cells) >= 3
    for name, cell in cells.items():
        assert cell["outputs"] == [], name
        assert cell["execution_count"] is None, name
        assert cell["metadata"] == {}, name


def test_it_is_thin(stored: Any) -> None:
    text = "\n".join(cell["source"] for cell in code_cells(stored).values())
    assert 'hw.open_workspace("..")' in text
    # Only the public interface: no module of ours behind it, no query or rule of its own.
    assert re.findall(r"^\s*(?:import|from) .*$", text, re.MULTILINE) == ["import headworks as hw"]
    assert not re.search(r"\bselect\b|\bdef \b|\bfor \b", text, re.IGNORECASE)
    assert max(len(cell["source"].splitlines()) for cell in code_cells(stored).values()) <= 6


def test_it_says_nothing_on_the_side(executed: dict[str, Any]) -> None:
    # A warning or a print would come as a stream.
    assert [output["output_type"] for cell in executed.values() for output in cell["outputs"]] == ["execute_result"] * len(executed)


def test_it_draws_a_chart(executed: dict[str, Any]) -> None:
    (picture,) = shown(executed["chart"], "image/png")
    raw = base64.b64decode(picture)
    assert raw[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", raw[16:24])
    assert width > 400
    assert height > 150


def test_it_lists_what_the_plan_says(stored: Any, executed: dict[str, Any]) -> None:
    """One line for each planned exceedance of copper, of the user and from the day that the notebook names."""
    user, parameter, point, since = re.findall(r'"([^"]+)"', code_cells(stored)["choices"]["source"].splitlines()[0])
    plan = yaml.safe_load((ROOT / "data" / "example" / "plan.yaml").read_text(encoding="utf-8"))
    planned = [
        (day, one["judged_on"])
        for one in plan["findings"]
        if (one["user"], one["point"], one["parameter"], one["verdict"]) == (user, point, parameter, "exceeds")
        for day in one["days"]
        for _ in one["limits"]
        if day >= since
    ]
    (table,) = shown(executed["over"], "text/plain")
    listed = re.findall(r"^\d+ +(\d{4}-\d\d-\d\d) +(\w+)", table, re.MULTILINE)
    assert len(planned) > 1
    assert sorted(listed) == sorted(planned)
