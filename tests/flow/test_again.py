"""Once more changes nothing: a second run, the same file again, a rebuild, another order, another place and process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import headworks as hw

NAMES = ["catskill.csv", "flow.csv", "northfork.csv"]


def test_the_town_is_no_empty_case(ran: Path, ran_tables: Any) -> None:
    # What is compared below must hold something: every row of the three files, and verdicts of every kind.
    sizes = {name: len(rows) - 1 for name, rows in ran_tables.items()}
    assert (sizes["results"], sizes["readings"], sizes["refused_rows"], sizes["batches"], sizes["events"]) == (8, 60, 1, 3, 1)
    kinds = hw.open_workspace(ran).sql("select distinct verdict from verdicts order by verdict")["verdict"]
    assert list(kinds) == ["exceeds", "meets", "undecided"]


def test_a_second_run_changes_no_byte(after_run: Path, first_run: tuple[Path, Any], tree: Any) -> None:
    before = tree(after_run)
    assert len([name for name in before if name.startswith("reports/")]) == 3
    again, first = hw.open_workspace(after_run).run(), first_run[1]
    assert tree(after_run) == before
    assert [one.status for one in again.ingest.batches] == ["already_taken_in"] * 3
    assert (again.evaluation.is_new, first.evaluation.is_new) == (False, True)
    assert again.evaluation.to_dict() | {"is_new": True} == first.evaluation.to_dict()
    assert again.report.to_dict(after_run) == first.report.to_dict(first_run[0])


def test_another_place_zone_and_process_give_the_same_bytes(ran: Path, ran_tables: Any, town: Path, tree: Any, tables: Any) -> None:
    env = os.environ | {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "20261116", "LC_ALL": "C", "PYTHONUTF8": "0"}
    subprocess.run([sys.executable, "-W", "error", "-m", "headworks", "run"], cwd=town, env=env, check=True, capture_output=True)
    here, there = tree(ran), tree(town)
    # The history's own pages may lie otherwise; its tables may not.
    assert here.pop("data/history.duckdb") and there.pop("data/history.duckdb")
    assert there == here and tables(town) == ran_tables


@pytest.mark.parametrize("name", ["northfork.csv", "copy of northfork (2).csv", "later/northfork.csv"])
def test_the_same_file_again_changes_nothing(after_run: Path, tree: Any, name: str) -> None:
    again = after_run / "data/incoming" / name
    content = (after_run / "data/incoming/northfork.csv").read_bytes()
    again.parent.mkdir(exist_ok=True)
    again.write_bytes(content)
    before = tree(after_run)
    done = hw.open_workspace(after_run).run()
    assert tree(after_run) == before
    assert {one.status for one in done.ingest.batches} == {"already_taken_in"} and not done.evaluation.is_new


def test_a_file_that_repeats_what_is_on_record_adds_no_result(after_run: Path) -> None:
    # The same rows in a file with other bytes: the order of two rows is swapped.
    head, first, second, *rest = (after_run / "data/incoming/northfork.csv").read_text(encoding="utf-8").splitlines()
    (after_run / "data/incoming/other.csv").write_text("\n".join([head, second, first, *rest]) + "\n", encoding="utf-8")
    programme = hw.open_workspace(after_run)
    before = programme.sql("select * from verdicts order by verdict_id").to_csv()
    done = programme.run()
    (other,) = [one for one in done.ingest.batches if one.status == "accepted"]
    assert (other.rows_accepted, other.refused_codes) == (0, {"already_on_record": 5, "unknown_unit": 1})
    assert programme.sql("select * from verdicts order by verdict_id").to_csv() == before


def test_rebuild_gives_the_same_tables_from_the_record_alone(after_run: Path, ran: Path, ran_tables: Any, tables: Any, tmp_path: Path) -> None:
    shutil.rmtree(after_run / "data/incoming")
    shutil.rmtree(after_run / "data/refused")
    (after_run / "data/history.duckdb").unlink()
    programme = hw.open_workspace(after_run)
    programme.evaluate(force=True)
    assert tables(after_run) == ran_tables
    exported = [hw.open_workspace(folder).export(tmp_path / str(at)) for at, folder in enumerate((ran, after_run, after_run))]
    assert len({tuple((path.name, path.read_bytes()) for path in files) for files in exported}) == 1
    programme.evaluate(force=True)
    assert tables(after_run) == ran_tables


@pytest.mark.parametrize("order", [NAMES, NAMES[::-1], [NAMES[1], NAMES[0], NAMES[2]]], ids=" ".join)
def test_the_order_in_which_files_come_is_irrelevant(town: Path, ran: Path, tree: Any, order: list[str]) -> None:
    # One run for each file, in any order: only which run it was, and so by which day it was known, is another.
    programme = hw.open_workspace(town)
    for name in order:
        assert programme.ingest([town / "data/incoming" / name]).exit_code == 0
    programme.evaluate()
    assert without_runs(town) == without_runs(ran)
    assert {name for name in tree(town) if name.startswith("data/accepted/")} == {name for name in tree(ran) if name.startswith("data/accepted/")}


def without_runs(folder: Path) -> dict[str, list[str]]:
    """Rows of every table but ``arrivals``, without the columns that tell when something came."""
    programme = hw.open_workspace(folder)
    found = {}
    for name in programme.sql("select table_name as name from duckdb_tables() where table_name <> 'arrivals' order by all")["name"]:
        table = programme.arrow_sql(f'select * from "{name}"')
        kept = [column for column in table.column_names if column not in ("known_on", "taken_in")]
        found[name] = sorted(map(repr, table.select(kept).to_pylist()))
    return found


def copper(value: str, reported: str) -> str:
    head = "Client,Sample ID,Location,Collected,Ended,Sample Type,Analyte,Result,Units,Qual,MDL,RL,Limit Units,Method,Analyzed,Reported"
    return f"{head}\nT,C-1,Testbed manhole,3/9/2026 8:00,3/10/2026 8:00,Comp 24h,Cu,{value},mg/L,,0.005,0.01,mg/L,M,3/11/2026 10:00,{reported}\n"


def judged(programme: Any) -> list[tuple[str, str]]:
    rows = programme.arrow_sql("select verdict, value from verdicts where parameter = 'copper_total' and judged_on = 'day'").to_pylist()
    return [(row["verdict"], f"{row['value']:f}".rstrip("0")) for row in rows]


@pytest.mark.parametrize(
    "names", [("a.csv", "b.csv"), ("b.csv", "a.csv")], ids=["the correction is read last", "the correction is read first"]
)
def test_the_laboratory_s_later_report_counts_whichever_file_is_read_first(town: Path, names: tuple[str, str]) -> None:
    # Reported on 16 March as 0.9 (meets 1.0), corrected on 20 March to 1.9: the discharge exceeded, whatever the files are called.
    incoming = town / "data/incoming"
    shutil.rmtree(incoming)
    incoming.mkdir()
    (incoming / names[0]).write_text(copper("0.9", "3/16/2026"), encoding="utf-8")
    (incoming / names[1]).write_text(copper("1.9", "3/20/2026"), encoding="utf-8")
    programme = hw.open_workspace(town)
    programme.ingest()
    programme.evaluate()
    assert judged(programme) == [("exceeds", "1.9")]


def test_a_correction_supersedes_and_the_earlier_report_stays_on_record(town: Path) -> None:
    programme = hw.open_workspace(town)
    for at, (value, reported) in enumerate((("1.9", "3/16/2026"), ("0.9", "3/20/2026"))):
        file = town / f"{at}.csv"
        file.write_text(copper(value, reported), encoding="utf-8")
        programme.ingest([file])
        programme.evaluate()
        assert judged(programme) == [("exceeds", "1.9")] if at == 0 else [("meets", "0.9")]
    rows = programme.arrow_sql("select source_file, result_id, supersedes from results order by source_file").to_pylist()
    assert [row["source_file"] for row in rows] == ["0.csv", "1.csv"]
    assert (rows[0]["supersedes"], rows[1]["supersedes"]) == (None, rows[0]["result_id"])
