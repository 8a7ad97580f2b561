"""What comes late, early or wrongly dated reaches the report that is read, or is refused: never lost without a word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

import headworks as hw

HEAD = "Client,Sample ID,Location,Collected,Ended,Sample Type,Analyte,Result,Units,Qual,MDL,RL,Limit Units,Method,Analyzed,Reported"


def row(sample: str, day: str, value: str, reported: str, *, unit: str = "mg/L") -> str:
    """A composite of copper at the manhole; the book of the town allows 1.0 mg/L a day."""
    return f"T,{sample},Testbed manhole,{day} 8:00,,Comp 24h,Cu,{value},{unit},,0.005,0.01,mg/L,M,,{reported}"


@pytest.fixture
def programme(town: Path) -> Any:
    """The town with one file of March on record, reported as a first run does."""
    incoming = town / "data/incoming"
    for file in incoming.iterdir():
        file.unlink()
    (incoming / "march.csv").write_text("\n".join([HEAD, row("C-1", "3/10/2026", "0.5", "3/13/2026")]) + "\n", encoding="utf-8")
    opened = hw.open_workspace(town)
    assert (opened.run().report.week, opened.run().report.exceedances) == ("2026-W11", 0)
    return opened


def add(programme: Any, name: str, *rows: str) -> Any:
    (programme.workspace.incoming_dir / name).write_text("\n".join([HEAD, *rows]) + "\n", encoding="utf-8")
    return programme.run()


def test_an_exceedance_that_comes_late_is_in_the_report_of_the_week_it_came(programme: Any) -> None:
    # Sampled and reported in January, taken in after March: 9.9 > 1.0.
    late = add(programme, "late.csv", row("C-0", "1/6/2026", "9.9", "1/9/2026"), row("C-9", "1/6/2026", "1", "1/9/2026", unit="furlongs"))
    assert (late.report.week, late.report.exceedances, late.report.rows_refused) == ("2026-W11", 1, 1)
    assert "9.9" in late.report.html.read_text(encoding="utf-8")
    # Next week it is old: the file of the new week has no finding.
    following = add(programme, "next.csv", row("C-2", "3/17/2026", "0.5", "3/20/2026"))
    assert (following.report.week, following.report.exceedances) == ("2026-W12", 0)


def test_what_a_correction_takes_away_is_said(programme: Any) -> None:
    first = add(programme, "next.csv", row("C-2", "3/17/2026", "1.9", "3/20/2026"))
    assert first.report.exceedances == 2  # 1.9 > 1.0 on the day, and (0.5 + 1.9) / 2 = 1.2 > 0.9 in the month
    again = add(programme, "again.csv", row("C-2", "3/17/2026", "0.9", "3/21/2026"))
    assert again.report.exceedances == 0  # 0.9, and (0.5 + 0.9) / 2 = 0.7
    page = again.report.html.read_text(encoding="utf-8")
    assert "Corrected this week" in page and "1.9 mg/L, reported 20 Mar 2026" in page and "0.9 mg/L, reported 21 Mar 2026" in page


def test_a_day_still_to_come_is_refused(programme: Any) -> None:
    # The town's today is fixed at 31 December 2026.
    outcome = add(programme, "typo.csv", row("C-2", "3/17/2062", "1.9", ""), row("C-3", "3/17/2026", "0.5", "3/20/2026"))
    (typo,) = [one for one in outcome.ingest.batches if one.file == "typo.csv"]
    assert (typo.rows_accepted, typo.refused_codes) == (1, {"sampled_in_the_future": 1})
    assert outcome.report.week == "2026-W12"


def test_the_first_minutes_of_a_week_are_not_the_week_to_report(programme: Any) -> None:
    # Six readings after midnight of the Monday after 2026-W11, from the layout of the town's flow meter.
    sample = (Path(__file__).parent / "town/data/incoming/flow.csv").read_text(encoding="utf-8").splitlines()
    lines = [line.replace("2026-03-04", "2026-03-16") for line in sample[1:7]]
    (programme.workspace.incoming_dir / "monday.csv").write_text("\n".join([sample[0], *lines]) + "\n", encoding="utf-8")
    done = programme.run()
    assert [one.rows_accepted for one in done.ingest.batches if one.file == "monday.csv"] == [6]
    assert done.report.week == "2026-W11"


def test_a_repeat_is_nothing_to_act_on(programme: Any) -> None:
    again = add(programme, "march_v2.csv", row("C-1", "3/10/2026", "0.5", "3/13/2026"), row("C-4", "3/11/2026", "0.4", "3/13/2026"))
    assert again.report.rows_refused == 0 and not any("march_v2" in line for line in again.report.lines)


def test_a_non_detect_is_no_measured_value_in_the_workbook(programme: Any) -> None:
    done = add(programme, "nd.csv", row("C-5", "3/12/2026", "<0.01", "3/13/2026"))
    sheet = openpyxl.load_workbook(done.report.excel)["All verdicts of the week"]
    rows = [dict(zip([cell.value for cell in sheet[1]], [cell.value for cell in line], strict=True)) for line in sheet.iter_rows(min_row=2)]
    told = {(one["bound"], one["value"]) for one in rows if one["judged on"] == "day" and one["verdict"] == "meets"}
    assert told == {(None, 0.5), ("<", 0.01)}
