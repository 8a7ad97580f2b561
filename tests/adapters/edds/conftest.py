"""A small workspace with one made-up user, and ways to lay a deliverable in it as text or as a workbook."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from headworks.adapters.record import read_record
from headworks.stages.ingest import FileOutcome, run
from headworks.workspace import Workspace, open_folder

USER = """
user: IU-0900
name: "Testbed Plating (made up)"
service_area: barton
naics: "332813"
description: "Plating, for tests only."
classification:
  - {class: SIU_NONCAT, effective_from: "2020-01-01", effective_until: null, because: "made up"}
monitoring_points:
  - {point: "001", kind: end_of_pipe, description: "manhole", also_called: ["Testbed manhole", "TB-001"]}
  - {point: "002", kind: end_of_pipe, description: "second manhole", also_called: ["Testbed second", "TB-002"]}
"""
Rows = Sequence[Mapping[str, str]]


@dataclass
class Desk:
    """A workspace to put deliverables in."""

    ws: Workspace

    def put(self, name: str, content: str | bytes) -> Path:
        path = self.ws.incoming_dir / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def take_all(self, **settings: Any) -> list[FileOutcome]:
        return run(self.ws, **settings).batches

    def take(self, **settings: Any) -> FileOutcome:
        outcome, = self.take_all(**settings)
        assert outcome.rows_in == outcome.rows_accepted + outcome.rows_refused
        return outcome

    def rows(self, *names: str) -> list[tuple[Any, ...]]:
        return [tuple(row[name] for name in names) for row in read_record(self.ws.accepted_dir)["results"].to_pylist()]

    def refused(self) -> list[tuple[str, str]]:
        return [(row["code"], row["what"]) for row in read_record(self.ws.accepted_dir)["refused_rows"].to_pylist()]

    @staticmethod
    def text(headings: Sequence[str], rows: Rows, delimiter: str = ",") -> str:
        """A table as text: a cell that a row does not name is empty."""
        for row in rows:
            assert set(row) <= set(headings), set(row) - set(headings)
        lines = [headings, *([row.get(name, "") for name in headings] for row in rows)]
        return "".join(delimiter.join(f'"{cell}"' if delimiter in cell else cell for cell in line) + "\r\n" for line in lines)

    @staticmethod
    def workbook(sheets: Mapping[str, tuple[Sequence[str], Rows]]) -> bytes:
        """The same tables as one workbook, a sheet each."""
        book = openpyxl.Workbook()
        book.remove(book.active)
        for name, (headings, rows) in sheets.items():
            sheet = book.create_sheet(name)
            for line in [headings, *([row.get(one) or None for one in headings] for row in rows)]:
                sheet.append(list(line))
        stream = io.BytesIO()
        book.save(stream)
        return stream.getvalue()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    (tmp_path / "headworks.toml").write_text(
        '[authority]\nname = "Made-up Sewer Office"\ntime_zone = "America/New_York"\n', encoding="utf-8"
    )
    (tmp_path / "limits" / "users").mkdir(parents=True)
    (tmp_path / "limits" / "users" / "IU-0900.yaml").write_text(USER, encoding="utf-8")
    (tmp_path / "data" / "incoming").mkdir(parents=True)
    return Desk(open_folder(tmp_path))
