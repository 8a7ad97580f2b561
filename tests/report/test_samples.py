"""Findings on samples in the weekly report: grouped by user, code and parameter, in all three documents, and counted nowhere else."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from io import BytesIO
from typing import Any

import openpyxl
import pypdf
import pytest

from headworks.adapters.documents_excel import weekly_excel
from headworks.adapters.documents_html import weekly_html
from headworks.adapters.documents_pdf import weekly_pdf
from headworks.core.week_samples import sample_findings
from headworks.core.weekly import WeeklyReport

LATE = "analysis began 16 min after it was taken; allowed are 15 minutes"


def row(user: str, code: str, parameter: str, at: int, what: str = LATE, checked: str = "read", day: int = 17) -> dict[str, Any]:
    return {
        "result_id": f"R-{at}", "user_id": user, "point_id": "001", "parameter": parameter.lower(), "parameter_name": parameter,
        "day": date(2026, 11, day), "code": code, "what": what, "citation": "40 CFR 136.3(e) Table II", "checked": checked,
        "sample_id": f"S-{at}", "lab": "North Fork Laboratories", "source_file": "n.csv", "source_row": at,
    }


ROWS = [
    *(row("IU-0101", "holding_time_exceeded", "pH", at, day=16 + at % 3) for at in (12, 10, 11)),
    row("IU-0101", "container", "Oil and grease", 5, 'container "<b>HDPE</b>"; asked for is glass', "partly"),
    row("IU-0102", "not_understood", "Ammonia", 9, '=preservation "x" is not understood'),
]
NAMES = {"IU-0101": "Finch & Foundry Plating"}


def test_grouped_by_user_code_and_parameter() -> None:
    first, second = sample_findings(ROWS, NAMES)
    assert (first.name, second.name) == ("Finch & Foundry Plating", "IU-0102")
    assert [(g.finding, g.parameter, g.count, g.more) for g in first.groups] == [
        ("Wrong container", "Oil and grease", "1 result", 0), ("Holding time exceeded", "pH", "3 results", 0),
    ]
    # Rows 10, 11 and 12 are of the days 16 + 1, 16 + 2 and 16 + 0.
    (words,) = first.groups[1].what
    assert LATE in words and words.endswith("(n.csv, rows 10, 11, 12)") and "16" in words and "18" in words
    assert first.groups[0].citation == "40 CFR 136.3(e) Table II; only part of our text compared with the regulation"


def test_many_different_words_are_cut_and_the_rest_counted() -> None:
    (user,) = sample_findings([row("U", "container", "pH", at, f"what {at}") for at in range(7)], {})
    assert (len(user.groups[0].what), user.groups[0].more, user.groups[0].count) == (4, 3, "7 results")


@pytest.fixture
def told(report: WeeklyReport) -> WeeklyReport:
    return replace(report, samples=sample_findings(ROWS, NAMES), rows=report.rows | {"sample_findings": ROWS})


def test_all_three_documents_say_it(told: WeeklyReport, images: dict[str, bytes]) -> None:
    html = weekly_html(told, images).decode("utf-8")
    assert "Findings on samples" in html and LATE in html and "&lt;b&gt;HDPE" in html and "<b>HDPE" not in html
    text = " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(weekly_pdf(told, images))).pages).split())
    assert "Findings on samples" in text and "3 results" in text and "<b>HDPE</b>" in text
    sheet = openpyxl.load_workbook(BytesIO(weekly_excel(told)))["Findings on samples"]
    assert [cell.value for cell in sheet["M"]][1:] == [one["result_id"] for one in ROWS]
    assert sheet["G6"].value.startswith("=preservation") and sheet["G6"].data_type == "s" and sheet["G6"].quotePrefix


def test_a_week_without_any_has_no_such_section(report: WeeklyReport, images: dict[str, bytes]) -> None:
    assert report.samples == ()
    assert "Findings on samples" not in weekly_html(report, images).decode("utf-8")


def test_the_week_of_its_day_and_of_its_report(history: Any, report_of: Any) -> None:
    """R-203 was taken on 30 October and reported on 20 November; R-260 is of the Sunday before and was reported then."""
    history.connection.execute(
        "insert into sample_findings by name select result_id, user_id, point_id, parameter, day, 'container' as code, 'w' as what, 'c' as citation, "
        "'read' as checked from results where result_id in ('R-203', 'R-260', 'R-250')"
    )
    try:
        found = [one["result_id"] for one in report_of("2026-W47").rows["sample_findings"]]
    finally:
        history.connection.execute("delete from sample_findings")
    assert sorted(found) == ["R-203", "R-250"]
