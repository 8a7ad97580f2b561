"""A real discharge monitoring record: exactly the rows the agency marked as violations exceed, and no other."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

from headworks.adapters.history import open_history
from headworks.stages import evaluate, ingest
from headworks.workspace import open_folder

ROOT = Path(__file__).resolve().parents[2]
FILE = "01_echo_effluent_chart_TX0119407.csv"


def test_exactly_the_marked_rows_exceed(tmp_path: Path) -> None:
    source = ROOT / "data/example/echo"
    with (source / "data/incoming" / FILE).open(encoding="utf-8", newline="") as file:
        # Row 1 is the header; no cell of this file holds a line end, so the row number is the line number.
        marked = [number for number, row in enumerate(csv.DictReader(file), start=2) if row["violation_code"] == "E90"]
    assert len(marked) == 8
    folder = tmp_path / "echo"
    shutil.copytree(source, folder)
    workspace = open_folder(folder)
    assert ingest.run(workspace).refused_files == []
    evaluate.run(workspace)
    with open_history(workspace.history_file, workspace.engine) as history:
        exceeding = history.rows(
            "select r.source_row from verdicts as v join results as r on r.result_id = v.result_ids[1] "
            "where v.verdict = 'exceeds' order by r.source_row"
        )
        lengths = history.rows("select distinct len(result_ids) as n from verdicts where verdict = 'exceeds'")
    assert [row["source_row"] for row in exceeding] == sorted(marked)
    assert lengths == [{"n": 1}]
