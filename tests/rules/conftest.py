"""Judge a few handwritten results against a handwritten book, through the real loader and the real rules."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pyarrow as pa
import pytest
import yaml

from headworks.adapters.carried import carried
from headworks.adapters.history import History, in_memory
from headworks.adapters.limit_files import Law, load_law
from headworks.adapters.record import as_table
from headworks.core.evaluation import evaluate
from headworks.core.tables import BATCHES, READINGS, REFUSED_ROWS, RESULTS, Table

ZONE = ZoneInfo("America/New_York")
Judge = Callable[[dict[str, Any]], dict[str, list[dict[str, Any]]]]

USER = {
    "user": "U", "name": "Case Works (made up)", "service_area": "case-town", "naics": "332813", "description": "a case",
    "classification": [{"class": "SIU_NONCAT", "effective_from": "2000-01-01", "effective_until": None, "because": "a case"}],
    "monitoring_points": [{"point": "P", "kind": "end_of_process", "joins_sewer": True, "description": "the tap"}],
}
BOOK = {
    "book": "local/case-town", "title": "Case Town code (made up)", "scope": "local", "applies_to": {"service_area": "case-town"},
    "source": {"citation": "Case Town", "url": "https://example.org/code", "checked_on": "2026-11-01", "checked_by": "tests"},
}
# What a laboratory writes before a number: the side that is known, and our word for it.
SIGNS = {"": ("", ""), "<": ("<", "non_detect"), "<=": ("<", "at_most"), ">": (">", "above_range"), ">=": (">", "at_least")}
DEFAULTS = {"effective_from": "2000-01-01", "effective_until": None, "citation": "Case Town 1"}


def write_law(folder: Path, given: dict[str, Any]) -> Law:
    """Write the case's book, permit and user as files and load them."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("users", "local", "permits"):
        (folder / name).mkdir(parents=True)
    for name in ("units.yaml", "parameters.yaml"):
        shutil.copyfile(carried("limits") / name, folder / name)

    def put(name: str, content: dict[str, Any]) -> None:
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")

    put("users/U", USER | given.get("user", {}))
    entries = [DEFAULTS | {"entry": f"entry-{at}"} | entry for at, entry in enumerate(given.get("limits", []))]
    slugs = [DEFAULTS | {"entry": f"slug-{at}", "series_gap_minutes": 60} | slug for at, slug in enumerate(given.get("slugs", []))]
    put("local/case-town", BOOK | {"settings": given.get("settings", {})} | {"limits": entries, "slugs": slugs})
    if "permit" in given:
        permit = [DEFAULTS | {"entry": f"entry-{at}"} | entry for at, entry in enumerate(given["permit"])]
        put("permits/U", BOOK | {"book": "permits/U", "scope": "permit", "applies_to": {"user": "U"}, "limits": permit})
    return load_law(folder)


def result_row(law: Law, at: int, given: dict[str, Any]) -> dict[str, Any]:
    """One row of ``results`` from a value as a laboratory writes it: 1.36, <0.5, >2419.6, ND."""
    text, unit = str(given["value"]), given.get("unit", "mg/L")
    number = text.lstrip("<>=")
    sign, qualifier = SIGNS[text[: len(text) - len(number)]]
    canonical = None if text == "ND" else law.units.to_canonical(Decimal(number), unit)
    day = given["day"]
    local = datetime.fromisoformat(f"{day}T{given.get('time', '08:00')}").replace(tzinfo=ZONE)
    row: dict[str, Any] = dict.fromkeys(RESULTS.names)
    row |= {
        "batch_id": "b", "source_file": "case.csv", "source_row": at + 2, "result_id": f"R-{at}",
        "natural_key": given.get("key", str(at)), "sample_id": given.get("sample", f"S-{at}"),
        "parent_sample": given.get("parent", ""), "replicate": "field_duplicate" if "parent" in given else "",
        "reported_on": datetime.fromisoformat(given["reported"]).date() if "reported" in given else None,
        "user_id": "U", "point_id": "P", "parameter": given["parameter"], "fraction": given.get("fraction", "total"),
        "basis": given.get("basis", ""), "dimension": law.units.dimension(unit), "unit": unit,
        "value": None if text == "ND" else Decimal(number),
        "qualifier": "non_detect" if text == "ND" else qualifier or given.get("qualifier", ""),
        "qualifier_reported": given.get("qualifier", "")[:1].upper(),
        "at_least": Decimal(0) if sign == "<" or text == "ND" else canonical, "at_most": None if sign == ">" or text == "ND" else canonical,
        "sample_type": given.get("type", "grab"), "collected_by": "user", "has_time": True, "statistic": given.get("statistic", "measured"),
        "started_at": local.astimezone(UTC).replace(tzinfo=None), "day": datetime.fromisoformat(day).date(),
        "supersedes": given.get("supersedes"), "value_reported": text, "unit_reported": unit,
    }
    return row


def reading_rows(law: Law, at: int, given: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """Readings at even steps: `from` (local), `values` or `value` x `count`, `step` seconds."""
    start = datetime.fromisoformat(given["from"]).replace(tzinfo=ZONE).astimezone(UTC)
    values = given.get("values") or [given["value"]] * given["count"]
    for number, value in enumerate(values):
        moment = start + timedelta(seconds=given.get("step", 60) * number)
        row: dict[str, Any] = dict.fromkeys(READINGS.names)
        yield row | {
            "batch_id": "l", "source_file": "log.csv", "source_row": 1000 * at + number + 2, "user_id": "U", "point_id": "P",
            "parameter": given["parameter"], "read_at": moment.replace(tzinfo=None), "day": moment.astimezone(ZONE).date(),
            "value": Decimal(str(value)), "unit": given["unit"], "dimension": law.units.dimension(given["unit"]),
            "canonical": law.units.to_canonical(Decimal(str(value)), given["unit"]), "quality": given.get("quality", "ok"),
            "step_seconds": given.get("step", 60), "value_reported": str(value),
        }


def table_of(table: Table, rows: list[dict[str, Any]]) -> pa.Table:
    return as_table(table, {name: [row[name] for row in rows] for name in table.names})


def judge_in(history: History, folder: Path, given: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    law = write_law(folder, given)
    results = [result_row(law, at, row) for at, row in enumerate(given.get("results", []))]
    readings = [row for at, one in enumerate(given.get("readings", [])) for row in reading_rows(law, at, one)]
    record = {"results": table_of(RESULTS, results), "readings": table_of(READINGS, readings),
              "batches": table_of(BATCHES, []), "refused_rows": table_of(REFUSED_ROWS, [])}
    for name, table in {**record, **law.tables()}.items():
        history.load(name, table)
    evaluate(history)
    return {
        "verdicts": history.rows(
            "select v.*, l.entry_id, l.book_id from verdicts as v left join limits as l using (limit_id) order by v.day, v.judged_on, entry_id"
        ),
        "events": history.rows("select * from events order by from_at, kind"),
        "quantities": history.rows("select * from quantities"),
    }


@pytest.fixture
def judge(tmp_path: Path) -> Iterable[Judge]:
    """Judge a case given as a dictionary; gives verdicts, events and quantities."""
    with in_memory() as history:

        def judged(given: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
            return judge_in(history, tmp_path / "limits", given)

        judged.history = history  # type: ignore[attr-defined]
        yield judged
