"""A workspace with one made-up user whose points have the names of the sample files."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from headworks.adapters.lab_files.files import open_content
from headworks.adapters.lab_files.intake import take
from headworks.adapters.lab_files.profile_files import load_profiles
from headworks.adapters.lab_files.results import draft_results
from headworks.adapters.limit_files import load_law
from headworks.adapters.record import read_record
from headworks.stages.ingest import FileOutcome, run
from headworks.workspace import Workspace, open_folder

SAMPLES = Path(__file__).parents[1] / "samples"
TOML = '[authority]\nname = "Made-up Sewer Office"\ntime_zone = "{zone}"\n'
USER = """
user: IU-0900
name: "Testbed Plating (made up)"
service_area: barton
naics: "332813"
description: "Plating, for tests only."
classification:
  - {class: SIU_NONCAT, effective_from: "2010-01-01", effective_until: null, because: "made up"}
monitoring_points:
"""
POINTS = {
    "001": ["Testbed manhole", "FL0185833 D002", "06-06", "Hobo U23-001 Sample Data", "12_multiprobe_continuous", "memphis"],
    "002": ["Testbed second", "FL0036820 D-001"],
    "003": ["Testbed third", "FL0036820 R-001"],
    "004": ["Testbed fourth", "FL0036820 R-002"],
}


@dataclass
class Table:
    """A workspace to try tables in."""

    ws: Workspace

    def put(self, name: str, content: str | bytes) -> Path:
        path = self.ws.incoming_dir / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def take(self, name: str, content: str | bytes, **settings: Any) -> FileOutcome:
        summary = run(self.ws, [self.put(name, content)], **settings)
        assert len(summary.batches) == 1
        return summary.batches[0]

    def sample(self, name: str, called: str = "", **settings: Any) -> FileOutcome:
        return self.take(called or name, (SAMPLES / name).read_bytes(), **settings)

    def record(self) -> dict[str, list[dict[str, Any]]]:
        return {name: table.to_pylist() for name, table in read_record(self.ws.accepted_dir).items()}

    def profile(self, text: str) -> None:
        folder = self.ws.root / "profiles"
        folder.mkdir(exist_ok=True)
        (folder / "own.yaml").write_text(text, encoding="utf-8")

    def meanings(self, name: str) -> list[dict[str, Any]]:
        """What every row of a sample was understood as, before any of them is refused."""
        sent = take(open_content(SAMPLES / name), load_profiles())
        law = load_law(self.ws.limits_dir, self.ws.library_dir)
        draft = draft_results(sent.cells, 0, sent.cells, law, self.ws.time_zone)
        return [draft.row(place) for place in range(len(draft))]


def _workspace(folder: Path, zone: str) -> Table:
    (folder / "headworks.toml").write_text(TOML.format(zone=zone), encoding="utf-8")
    (folder / "limits" / "users").mkdir(parents=True)
    points = "".join(
        f'  - {{point: "{point}", kind: end_of_pipe, description: "manhole", also_called: {names}}}\n' for point, names in POINTS.items()
    )
    (folder / "limits" / "users" / "IU-0900.yaml").write_text(USER + points, encoding="utf-8")
    (folder / "data" / "incoming").mkdir(parents=True)
    return Table(open_folder(folder))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return _workspace(tmp_path, "America/New_York")


@pytest.fixture
def memphis(tmp_path: Path) -> Table:
    return _workspace(tmp_path, "America/Chicago")


@pytest.fixture
def sent_rows() -> Callable[..., list[dict[str, str]]]:
    """Rows of a sample read with nothing of ours, to count in."""

    def read(name: str, delimiter: str) -> list[dict[str, str]]:
        with (SAMPLES / name).open(encoding="utf-8-sig", newline="") as stream:
            return list(csv.DictReader(stream, delimiter=delimiter))

    return read
