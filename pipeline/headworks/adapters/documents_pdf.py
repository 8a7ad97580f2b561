"""How the weekly report becomes a PDF: tagged for screen readers (PDF/UA-1), the same bytes on every machine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import Any

import matplotlib as mpl
import typst

from headworks.adapters.documents_html import MARKS
from headworks.core.weekly import WeeklyReport

_RAW = {"rows", "row"}  # tables behind the words: the workbook's, not the page's


def weekly_pdf(report: WeeklyReport, images: Mapping[str, bytes], *, paper: str = "us-letter") -> bytes:
    """Write the PDF.

    Parameters
    ----------
    report : WeeklyReport
        What it says.
    images : mapping of bytes
        SVG of each chart by its key.
    paper : str
        Name of a paper size, such as ``a4``.
    """
    template = resources.files("headworks.adapters").joinpath("templates", "weekly.typ").read_bytes()
    # Only fonts that come with pip, so that a laptop without DejaVu makes the same pages.
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[Path(mpl.get_data_path()) / "fonts" / "ttf"])
    data = json.dumps(_page(report, images, paper), default=str, ensure_ascii=False)
    return typst.compile(
        template, format="pdf", font_paths=fonts, pdf_standards="ua-1", timestamp=0, sys_inputs={"report": data}
    )


def _page(report: WeeklyReport, images: Mapping[str, bytes], paper: str) -> dict[str, Any]:
    page = {key: value for key, value in asdict(report, dict_factory=_without_raw).items() if key not in ("counts", "zone")}
    for user in page["users"]:
        user["charts"] = [
            {"key": chart["key"], "title": chart["title"], "alt": chart["alt"]} for chart in user["charts"]
        ]
    return page | {
        "title": report.title,
        "span": report.span,
        "week": report.week.text,
        "marks": MARKS,
        "paper": paper,
        "images": {key: content.decode("utf-8") for key, content in images.items()},
    }


def _without_raw(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # `row` is raw in a slug (a dict) and a row number in a source.
    return {key: value for key, value in pairs if not (key in _RAW and isinstance(value, dict | tuple))}
