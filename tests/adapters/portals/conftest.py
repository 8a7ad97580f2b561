"""Files of public portals, taken into a workspace whose users file names every point of the file."""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from headworks.adapters.record import read_record
from headworks.stages.ingest import FileOutcome, run
from headworks.workspace import Workspace, open_folder

SAMPLES = Path(__file__).parents[1] / "samples"
TOML = '[authority]\nname = "Made-up Sewer Office"\ntime_zone = "{zone}"\n'
USER = """user: IU-0900
name: "Testbed (made up)"
service_area: barton
description: "For tests only."
classification: []
monitoring_points:
"""


@dataclass
class Taken:
    """What became of a file."""

    ws: Workspace
    outcome: FileOutcome
    accepted: list[dict[str, Any]] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)

    def count(self, name: str) -> Counter[str]:
        """How often each word of a column of the accepted rows occurs."""
        return Counter(row[name] for row in self.accepted)

    def of_row(self, number: int) -> dict[str, Any]:
        """The accepted row that stands in a row of the file."""
        found, = (row for row in self.accepted if row["source_row"] == number)
        return found

    def said(self) -> Counter[tuple[str, str]]:
        """Code and words of the refused rows."""
        return Counter((row["code"], row["what"]) for row in self.refused)


def sent_rows(path: Path) -> list[dict[str, str]]:
    """Rows of a CSV file, read without the product."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="session")
def sample() -> Callable[[str], list[dict[str, str]]]:
    """Rows of a sample by its number, read without the product."""
    return lambda number: sent_rows(_path(number))


def _path(number: str) -> Path:
    found, = SAMPLES.glob(f"{number}_*.csv")
    return found


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Workspace]:
    """An empty workspace with a users file for some points, named as the sender names them."""

    def make(points: Iterable[str], zone: str = "America/New_York") -> Workspace:
        root = tmp_path_factory.mktemp("portal")
        (root / "headworks.toml").write_text(TOML.format(zone=zone), encoding="utf-8")
        (root / "limits" / "users").mkdir(parents=True)
        (root / "data" / "incoming").mkdir(parents=True)
        lines = [
            f'  - {{point: "{number:03}", kind: end_of_pipe, description: "made up", also_called: ["{name}"]}}\n'
            for number, name in enumerate(sorted(set(points)), start=1)
        ]
        (root / "limits" / "users" / "IU-0900.yaml").write_text(USER + "".join(lines), encoding="utf-8")
        return open_folder(root)

    return make


@pytest.fixture(scope="session")
def take_in() -> Callable[..., Taken]:
    """Take files into a workspace; the first outcome and what is on record then."""

    def take(ws: Workspace, **files: str) -> Taken:
        paths = []
        for name, text in files.items():
            paths.append(ws.incoming_dir / f"{name}.csv")
            paths[-1].write_text(text, encoding="utf-8", newline="")
        outcome, = run(ws, paths).batches
        return _taken(ws, outcome)

    return take


def _taken(ws: Workspace, outcome: FileOutcome) -> Taken:
    if not ws.accepted_dir.exists():
        return Taken(ws, outcome)
    record = read_record(ws.accepted_dir)
    return Taken(ws, outcome, record["results"].to_pylist(), record["refused_rows"].to_pylist())


@pytest.fixture(scope="session")
def take_sample(desk: Callable[..., Workspace]) -> Callable[..., Taken]:
    """Take a sample in; its points are what some columns of it name, joined by a blank."""

    def take(number: str, *point_columns: str, zone: str = "America/New_York") -> Taken:
        path = _path(number)
        names = {" ".join(row[column] for column in point_columns) for row in sent_rows(path)}
        ws = desk((name for name in names if name.strip()), zone)
        shutil.copy(path, ws.incoming_dir)
        outcome, = run(ws, [ws.incoming_dir / path.name]).batches
        return _taken(ws, outcome)

    return take
