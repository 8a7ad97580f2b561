"""How the weekly report becomes an Excel workbook: numbers as numbers, and no text that runs as a formula."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter

from headworks.core import reasons
from headworks.core.week_findings import Finding
from headworks.core.week_slugs import Slug
from headworks.core.week_sources import source
from headworks.core.weekly import WeeklyReport

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first time a zip file can hold
_HEAD = {"font": Font(bold=True, color="FFFFFF"), "fill": PatternFill("solid", fgColor="16324A")}


def _columns(text: str) -> tuple[str, ...]:
    return tuple(text.split(" | "))


_FINDING = _columns(
    "counted | user_id | user | point_id | parameter | judged_on | day | period_from | period_until | bound | value | unit | "
    "times_over | limit | citation | reason | what would settle it | reported | sample | file | row | note | verdict_id"
)
_SLUG = _columns(
    "user_id | user | point_id | parameter | kind | day | when | minutes | peak | threshold | unit | "
    "threshold in words | citation | note | sample | file | row | event_id"
)
_VERDICT = _columns(
    "verdict_id | user_id | point_id | parameter_name | judged_on | day | period_from | period_until | known_on | "
    "verdict | reason | bound | value | unit | times_over | is_most_stringent | is_decisive | kind | printed | citation | "
    "limit_id | depends_on_rule | n_results | n_non_detects | note"
)
_REFUSED = ("source_file", "source_row", "source_column", "code", "what", "why", "mend", "row_text", "batch_id")


def weekly_excel(report: WeeklyReport) -> bytes:
    """Write the workbook, byte for byte the same for the same data.

    Parameters
    ----------
    report : WeeklyReport
        What it says.
    """
    book = Workbook()
    book.properties.title, book.properties.creator = report.title, report.authority
    summary = book.active
    summary.title = "Summary"
    _summary(summary, report)
    names = {user.user_id: user.name for user in report.users}
    findings = [finding for user in report.users for finding in user.exceedances]
    flags = [finding for user in report.users for finding in user.flags]
    undecided = [finding for user in report.users for finding in user.undecided]
    _table(book, "Exceedances", _FINDING, (row for each in [*findings, *flags] for row in _finding(each, names)))
    _table(
        book, "Undecided", _FINDING, [*(row for each in undecided for row in _finding(each, names)), *_standing(report)]
    )
    _table(book, "Slugs", _SLUG, (_slug(slug, names) for user in report.users for slug in user.slugs))
    _table(book, "Refused rows", _REFUSED, ([row[name] for name in _REFUSED] for row in report.rows["refused_rows"]))
    _table(
        book,
        "All verdicts of the week",
        _VERDICT,
        ([_bound(row) if name == "bound" else row[name] for name in _VERDICT] for row in report.rows["verdicts"]),
    )
    target = BytesIO()
    book.save(target)
    return _without_clock(target.getvalue())


def _summary(sheet: Any, report: WeeklyReport) -> None:
    lines: list[tuple[Any, ...]] = [
        (report.title, report.authority),
        ("from", report.week.first_on),
        ("until", report.week.last_on),
        (),
        *((figure.words, _number(figure.value), figure.more) for figure in report.figures),
        (),
        ("Act on today",),
        *((action.start, action.rest) for action in report.actions),
        (),
        ("Not sampled this week", ", ".join(report.not_sampled)),
        (),
        ("headworks", report.version),
        ("limits digest", report.limits_digest),
        *(("non-detects in means", text) for text in report.settings),
        *(("file", batch["files"], batch["batch_id"]) for batch in report.batches),
    ]
    for at, line in enumerate(lines, start=1):
        for column, value in enumerate(line, start=1):
            cell = sheet.cell(at, column)
            put(cell, value)
            cell.alignment = Alignment(wrap_text=column == 2, vertical="top", horizontal="left")
            if column == 1:
                cell.font = Font(bold=True, size=14 if at == 1 else 11)
    sheet.column_dimensions["A"].width, sheet.column_dimensions["B"].width, sheet.column_dimensions["C"].width = (
        42,
        100,
        30,
    )


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _finding(finding: Finding, names: dict[str, str]) -> Iterable[list[Any]]:
    first = finding.sources[0] if finding.sources else None
    for row, against in zip(finding.rows, finding.against, strict=True):
        yield [
            _counted(finding, row),
            row["user_id"],
            names.get(row["user_id"]),
            row["point_id"],
            row["parameter_name"],
            finding.quantity if row["judged_on"] == finding.judged_on else reasons.quantity(row["judged_on"]),
            row["day"],
            row["period_from"],
            row["period_until"],
            _bound(row),
            row["value"],
            row["unit"],
            row["times_over"],
            against.limit + ("" if row["is_decisive"] else " (a flag, does not decide)"),
            against.citation,
            finding.reason,
            finding.mend,
            first.reported if first else None,
            first.taken if first else None,
            first.file if first else None,
            first.row if first else None,
            against.note,
            row["verdict_id"],
        ]


def _counted(finding: Finding, row: dict[str, Any]) -> str:
    """Whether a row is the one its finding is counted by; filtered by it, the rows are as many as the headline says."""
    if not row["is_decisive"]:
        return "flag"
    return "yes" if row is finding.rows[0] else "also"


def _bound(row: dict[str, Any]) -> str | None:
    """What the value is a bound of: a non-detect is no measured value, nor is one above the range of its method."""
    if row["n_results"] and row["n_results"] == row["n_non_detects"]:
        return "<"
    return ">" if row["at_most"] is None and row["at_least"] is not None else None


def _standing(report: WeeklyReport) -> Iterable[list[Any]]:
    names = {item.user_id: item.name for reason in report.standing for item in reason.items}
    results = {row["result_id"]: row for row in report.rows["results"]}
    for row in report.rows["verdicts"]:
        why = reasons.reason(row["reason"]) if row["verdict"] == "undecided" else None
        if why is not None and why.is_standing:
            first = next((results[one] for one in row["result_ids"] if one in results), None)
            behind = source(first, report.zone) if first is not None else None
            yield [
                "standing",
                row["user_id"],
                names[row["user_id"]],
                row["point_id"],
                row["parameter_name"],
                reasons.quantity(row["judged_on"]),
                row["day"],
                row["period_from"],
                row["period_until"],
                _bound(row),
                row["value"],
                row["unit"],
                None,
                reasons.kind(row["kind"]),
                row["citation"],
                why.words,
                why.mend,
                behind.reported if behind else None,
                behind.taken if behind else None,
                behind.file if behind else None,
                behind.row if behind else None,
                row["note"],
                row["verdict_id"],
            ]


def _slug(slug: Slug, names: dict[str, str]) -> list[Any]:
    first = slug.sources[0] if slug.sources else None
    return [
        slug.user_id,
        names.get(slug.user_id),
        slug.point_id,
        slug.parameter_name,
        slug.words,
        slug.day,
        slug.when,
        slug.row["minutes"],
        slug.peak_value,
        slug.threshold_value,
        slug.unit,
        slug.threshold,
        slug.citation,
        slug.note,
        first.taken if first else None,
        first.file if first else None,
        first.row if first else None,
        slug.key,
    ]


def _table(book: Workbook, title: str, heads: tuple[str, ...], rows: Iterable[list[Any]]) -> None:
    sheet = book.create_sheet(title)
    widths = [len(head) for head in heads]
    for column, head in enumerate(heads, start=1):
        cell = sheet.cell(1, column, head.replace("_", " "))
        cell.font, cell.fill = _HEAD["font"], _HEAD["fill"]
    last = 1
    for last, row in enumerate(rows, start=2):
        for column, value in enumerate(row, start=1):
            put(sheet.cell(last, column), value)
            widths[column - 1] = max(
                widths[column - 1], min(48, len(str(value)) if value is not None and not _is_number(value) else 10)
            )
    for column, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(column)].width = width + 3
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(heads))}{last}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal)


def put(cell: Cell, value: Any) -> None:
    """Put a value into a cell: numbers and dates as such, and text as text whatever it begins with.

    Examples
    --------
    >>> cell = Workbook().active["A1"]
    >>> put(cell, "=1+1")
    >>> cell.value, cell.data_type, cell.quotePrefix
    ('=1+1', 's', True)
    """
    if value is None or value == "":
        return
    if isinstance(value, Decimal):
        value = float(value)
    if isinstance(value, str):
        value = ILLEGAL_CHARACTERS_RE.sub("\ufffd", value)
        cell.value = value
        cell.data_type = "s"
        if value.startswith(_FORMULA_STARTS):
            cell.quotePrefix = True  # as if typed behind an apostrophe: Excel shows the text and never runs it
        return
    cell.value = value
    if isinstance(value, date) and not isinstance(value, datetime):
        cell.number_format = "yyyy-mm-dd"


def _without_clock(content: bytes) -> bytes:
    # openpyxl stamps the time of saving into every entry of the zip file and into the document's properties.
    target = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as fixed:
        for name in source.namelist():
            data = source.read(name)
            if name == "docProps/core.xml":
                data = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"1980-01-01T00:00:00Z", data)
            fixed.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()
