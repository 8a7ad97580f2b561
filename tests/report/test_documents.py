"""The three documents: everything in them, nothing run by them, the same bytes each time."""

from __future__ import annotations

import datetime
import re
import time
from html.parser import HTMLParser
from io import BytesIO

import openpyxl
import pypdf
import pytest

from headworks.adapters.documents_excel import weekly_excel
from headworks.adapters.documents_html import weekly_html
from headworks.adapters.documents_pdf import weekly_pdf
from headworks.adapters.figures import draw_chart, svg
from headworks.core.weekly import WeeklyReport

_LOADS = {
    ("img", "src"),
    ("script", "src"),
    ("link", "href"),
    ("iframe", "src"),
    ("object", "data"),
    ("source", "srcset"),
}


class Page(HTMLParser):
    """Tags, what they load, and the text."""

    def __init__(self, html: bytes) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loads: list[str] = []
        self.links: list[str] = []
        self.alts: list[str | None] = []
        self.ids: list[str] = []
        self.text = ""
        self.feed(html.decode("utf-8"))
        self.text = re.sub(r"\s+", " ", self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        values = dict(attrs)
        self.loads += [value or "" for name, value in attrs if (tag, name) in _LOADS]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag == "a":
            self.links.append(values.get("href") or "")
        if tag == "img":
            self.alts.append(values.get("alt"))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="session")
def html(report: WeeklyReport, images: dict[str, bytes]) -> bytes:
    return weekly_html(report, images)


@pytest.fixture(scope="session")
def pdf(report: WeeklyReport, images: dict[str, bytes]) -> bytes:
    return weekly_pdf(report, images)


def test_page_holds_every_finding(report: WeeklyReport, html: bytes) -> None:
    page = Page(html)
    for user in report.users:
        assert user.name in page.text
        for finding in (*user.exceedances, *user.undecided, *user.flags):
            for words in (
                finding.key,
                finding.value,
                *(a.citation for a in finding.against),
                *(s.file for s in finding.sources),
            ):
                assert words in page.text, words
        for slug in user.slugs:
            assert slug.key in page.text
    assert page.text.count("Exceedances") == 4  # one table for each of the four users
    assert "Sunday, 16 to 22 Nov 2026" in page.text
    assert report.limits_digest in page.text
    assert "northfork_2026-11.csv b1a7c0ffee000001 (26 of 29 rows accepted)" in page.text


def test_page_loads_nothing_from_elsewhere(html: bytes) -> None:
    page = Page(html)
    assert page.loads
    assert all(load.startswith("data:image/svg+xml;base64,") for load in page.loads)
    assert "url(" not in html.decode() and "@import" not in html.decode()
    assert not {"script", "link", "iframe"} & set(page.tags)
    here = {link[1:] for link in page.links if link.startswith("#")}
    assert here <= set(page.ids)


def test_names_from_files_are_text_not_markup(html: bytes, pdf: bytes) -> None:
    assert b"<script" not in html
    assert "<script>alert(1)</script> Dyes" in Page(html).text
    assert "<script>alert(1)</script> Dyes" in text_of(pdf)


def test_page_can_be_read_aloud(html: bytes) -> None:
    page = Page(html)
    assert html.startswith(b'<!DOCTYPE html>\n<html lang="en">')
    assert page.tags.count("h1") == page.tags.count("title") == 1
    assert all(page.alts) and len(page.alts) == 8
    assert page.tags.count("table") == page.tags.count("caption")
    assert len(page.ids) == len(set(page.ids))


def test_a_link_is_a_web_page_or_none(html: bytes) -> None:
    assert {link.split(":")[0] for link in Page(html).links if not link.startswith("#")} == {"https"}


def text_of(pdf: bytes) -> str:
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(pdf)).pages))


def test_pdf_says_the_same_and_is_tagged(report: WeeklyReport, pdf: bytes) -> None:
    text = text_of(pdf)
    for user in report.users:
        for finding in (*user.exceedances, *user.undecided, *user.flags):
            assert finding.key in text
            for source in finding.sources:  # a long name may be broken over two lines
                assert (source.file + f",row{source.row}") in text.replace(" ", "")
        for slug in user.slugs:
            assert slug.key in text
    assert "1 of " in text  # page numbers
    document = pypdf.PdfReader(BytesIO(pdf))
    assert document.metadata is not None
    assert document.metadata.title == "Weekly report 2026-W47, Tioga Sewer Office"
    catalogue = document.trailer["/Root"]
    assert catalogue["/MarkInfo"]["/Marked"]  # type: ignore[index]
    assert catalogue["/Lang"] == "en-US"  # type: ignore[index]
    assert b"pdfuaid" in pdf or "pdfuaid" in str(catalogue["/Metadata"].get_object().get_data())  # type: ignore[index]


def test_workbook_holds_rows_as_numbers_and_dates(report: WeeklyReport) -> None:
    book = openpyxl.load_workbook(BytesIO(weekly_excel(report)))
    assert book.sheetnames == [
        "Summary",
        "Exceedances",
        "Undecided",
        "Slugs",
        "Refused rows",
        "All verdicts of the week",
    ]
    sheet = book["Exceedances"]
    heads = [cell.value for cell in sheet[1]]
    rows = [dict(zip(heads, [cell.value for cell in row], strict=True)) for row in sheet.iter_rows(min_row=2)]
    shown = [a for user in report.users for f in (*user.exceedances, *user.flags) for a in f.against]
    assert [row["verdict id"] for row in rows if row["user id"] == "IU-0101"] == [
        a.verdict_id for f in report.users[0].exceedances for a in f.against
    ]
    assert len(rows) == len(shown)
    copper = next(row for row in rows if row["value"] == 4.1)
    assert copper["day"] == datetime.datetime(2026, 11, 17)
    assert (copper["file"], copper["row"], copper["reported"]) == ("northfork_2026-11.csv", 202, "4.10 mg/L")
    slugs = {row[0].value: [cell.value for cell in row] for row in book["Slugs"].iter_rows(min_row=2)}
    assert 160 in slugs["IU-0103"] and 112.5 in slugs["IU-0103"]  # peak and threshold [gpm] as numbers
    assert book["All verdicts of the week"].max_row - 1 == len(report.rows["verdicts"])
    for name in book.sheetnames[1:]:
        assert book[name].freeze_panes == "A2"
        assert book[name].auto_filter.ref


def test_no_cell_runs_as_a_formula(report: WeeklyReport) -> None:
    book = openpyxl.load_workbook(BytesIO(weekly_excel(report)))
    risky = [
        cell
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if isinstance(cell.value, str) and cell.value.startswith(("=", "+", "-", "@"))
    ]
    assert risky  # the laundry's name
    assert all(cell.data_type == "s" and cell.quotePrefix for cell in risky)


def test_the_same_data_give_the_same_bytes(
    report: WeeklyReport, images: dict[str, bytes], html: bytes, pdf: bytes
) -> None:
    workbook = weekly_excel(report)
    time.sleep(2.1)  # a zip file keeps times to two seconds
    again = {chart.key: svg(draw_chart(chart), salt=chart.key) for user in report.users for chart in user.charts}
    assert again == images
    assert weekly_html(report, again) == html
    assert weekly_pdf(report, again) == pdf
    assert weekly_excel(report) == workbook


def test_a_chart_marks_non_detects_open_and_names_limits_outside(report: WeeklyReport) -> None:
    figure = draw_chart(next(chart for user in report.users for chart in user.charts if chart.title == "Copper at 001"))
    axes = figure.axes[0]
    open_ones = [line for line in axes.get_lines() if str(line.get_label()).startswith("not detected")]
    assert [line.get_markerfacecolor() for line in open_ones] == ["white"]
    assert axes.get_legend() is None  # outside the plotting area, so it hides no value
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert "daily maximum 3.38 mg/L, 40 CFR 433.15(a)" in labels
    assert axes.get_ylabel() == "mg/L"


def test_a_quiet_week_reads_as_one(report_of: object) -> None:
    report = report_of("2024-W20")  # type: ignore[operator]
    assert "There are no data for this week." in Page(weekly_html(report, {})).text
    assert "There are no data for this week." in text_of(weekly_pdf(report, {}))
    assert openpyxl.load_workbook(BytesIO(weekly_excel(report)))["Exceedances"].max_row == 1
