"""A small workspace with one made-up user, and short ways to put a file in and take it in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from headworks.adapters.record import read_record
from headworks.stages.ingest import FileOutcome, IngestSummary, run
from headworks.workspace import Workspace, open_folder

TOML = '[authority]\nname = "Made-up Sewer Office"\ntime_zone = "America/New_York"\ntoday = "2026-12-31"\n'
USER = """
user: IU-0900
name: "Testbed Plating (made up)"
service_area: barton
naics: "332813"
description: "Plating, for tests only."
classification:
  - {class: SIU_NONCAT, effective_from: "2020-01-01", effective_until: null, because: "made up"}
monitoring_points:
  - {point: "001", kind: end_of_pipe, description: "manhole", also_called: ["Testbed manhole", "FT-0900"]}
  - {point: "002", kind: end_of_pipe, description: "second manhole", also_called: ["Testbed second"]}
"""

NORTHFORK = (
    "Client,Sample ID,Location,Collected,Ended,Sample Type,Analyte,Result,Units,Qual,MDL,RL,Limit Units,Method,"
    "Analyzed,Reported"
)


@dataclass
class Bench:
    """A workspace to try files in."""

    ws: Workspace

    def put(self, name: str, content: str | bytes) -> Path:
        path = self.ws.incoming_dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def take(self, name: str, content: str | bytes, **settings: Any) -> FileOutcome:
        summary = run(self.ws, [self.put(name, content)], **settings)
        assert len(summary.batches) == 1
        return summary.batches[0]

    def run(self, **settings: Any) -> IngestSummary:
        return run(self.ws, **settings)

    def record(self) -> dict[str, list[dict[str, Any]]]:
        return {name: table.to_pylist() for name, table in read_record(self.ws.accepted_dir).items()}

    @property
    def written(self) -> list[str]:
        folders = (self.ws.accepted_dir, self.ws.refused_dir)
        return sorted(path.name for folder in folders if folder.exists() for path in folder.iterdir())


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    (tmp_path / "headworks.toml").write_text(TOML, encoding="utf-8")
    (tmp_path / "limits" / "users").mkdir(parents=True)
    (tmp_path / "limits" / "users" / "IU-0900.yaml").write_text(USER, encoding="utf-8")
    (tmp_path / "data" / "incoming").mkdir(parents=True)
    return Bench(open_folder(tmp_path))


@pytest.fixture
def row() -> Callable[..., str]:
    """One Northfork row, sound unless told otherwise."""

    def make(**cells: str) -> str:
        sound = {
            "Client": "Testbed",
            "Sample ID": "N-1",
            "Location": "Testbed manhole",
            "Collected": "3/2/2026 9:05",
            "Ended": "",
            "Sample Type": "Grab",
            "Analyte": "Copper",
            "Result": "0.5",
            "Units": "mg/L",
            "Qual": "",
            "MDL": "0.001",
            "RL": "0.005",
            "Limit Units": "mg/L",
            "Method": "EPA 200.7",
            "Analyzed": "3/4/2026 11:00",
            "Reported": "3/9/2026",
        }
        named = {key.replace("_", " "): value for key, value in cells.items()}
        assert set(named) <= set(sound), named
        return ",".join(f'"{value}"' if "," in value else value for value in {**sound, **named}.values())

    return make


@pytest.fixture
def northfork(row: Callable[..., str]) -> Callable[..., str]:
    """A Northfork file of some rows."""

    def make(*rows: str) -> str:
        return "\r\n".join([NORTHFORK, *(rows or (row(),))]) + "\r\n"

    return make
