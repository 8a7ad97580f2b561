"""Export: one Parquet file a table, in a folder of its own, or nothing at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest


def test_export_names_every_file_it_wrote(headworks: Any, ran: Path, tmp_path: Path) -> None:
    said = headworks("history", "export", tmp_path / "out", "--workspace", ran)
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == sorted(str(path) for path in (tmp_path / "out").iterdir())
    assert {"verdicts.parquet", "events.parquet", "results.parquet", "limits.parquet"} <= {path.name for path in (tmp_path / "out").iterdir()}
    # The town has 8 results and one slug (counted in test_answers.py).
    assert [pq.read_metadata(tmp_path / "out" / f"{name}.parquet").num_rows for name in ("results", "events")] == [8, 1]


@pytest.mark.parametrize("below", ["", "deeper/still"])
def test_export_to_a_file_is_a_wrong_word(headworks: Any, tree: Any, ran: Path, below: str) -> None:
    before, file = tree(ran), ran / "headworks.toml"
    said = headworks("history", "export", file / below, "--workspace", ran)
    assert (said.code, said.out) == (2, "") and tree(ran) == before
    assert said.err == (
        f"headworks: this is a file, not a folder to write to\n  where:  {file}\n"
        "  mend:   name a folder; it is made if it is not there\n  effect: nothing was written\n"
    )


@pytest.mark.parametrize("folder", ["data/accepted", "data/accepted/tables", "data/incoming/tables", "limits", "profiles"])
def test_export_into_what_is_read_is_a_wrong_word(headworks: Any, tree: Any, ran: Path, folder: str, monkeypatch: Any) -> None:
    # A table among the batches of the record would end every later command.
    monkeypatch.chdir(ran)
    before = tree(ran)
    said = headworks("history", "export", folder)
    assert (said.code, said.out) == (2, "") and tree(ran) == before
    assert said.err.startswith("headworks: tables cannot be written into a folder that headworks reads\n") and "\n  mend:   " in said.err


def test_export_before_the_first_run_makes_no_folder(headworks: Any, tree: Any, town: Path) -> None:
    before = tree(town)
    said = headworks("history", "export", town / "out", "--workspace", town)
    assert (said.code, said.out) == (2, "") and said.err.startswith("headworks: there is no history yet") and tree(town) == before


def test_a_full_disk_is_said_and_leaves_no_half_table(headworks: Any, ran: Path, tmp_path: Path, monkeypatch: Any) -> None:
    keep = Path.replace

    def full(self: Path, target: Path) -> Path:
        if target.name == "events.parquet":
            raise OSError(28, "No space left on device")
        return keep(self, target)

    monkeypatch.setattr(Path, "replace", full)
    said = headworks("history", "export", tmp_path / "out", "--workspace", ran)
    written = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert (said.code, said.out) == (1, "") and said.err.startswith("headworks: events.parquet cannot be written\n") and "No space left" in said.err
    assert f"  effect: {len(written)} tables before it were written\n" in said.err
    # In order of name, each whole.
    assert "batches.parquet" in written and not any(name.startswith(".") or name >= "events" for name in written)
