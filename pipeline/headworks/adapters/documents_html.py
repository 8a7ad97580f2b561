"""How the weekly report becomes one HTML page: self-contained, nothing loaded from elsewhere, every text escaped."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping

from jinja2 import Environment, PackageLoader, StrictUndefined

from headworks.core.weekly import WeeklyReport

MARKS = {"slug": "Slug", "exceedance": "Exceedance", "question": "Question", "file": "File"}


def weekly_html(report: WeeklyReport, images: Mapping[str, bytes]) -> bytes:
    """Write the page.

    Parameters
    ----------
    report : WeeklyReport
        What it says.
    images : mapping of bytes
        SVG of each chart by its key.
    """
    page = Environment(
        loader=PackageLoader("headworks.adapters", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=False,
        lstrip_blocks=True,
    ).get_template("weekly.html.j2")
    text = page.render(
        report=report,
        marks=MARKS,
        anchors={user.user_id: anchor(user.user_id) for user in report.users},
        images={
            key: "data:image/svg+xml;base64," + b64encode(content).decode("ascii") for key, content in images.items()
        },
    )
    return text.encode("utf-8")


def anchor(user_id: str) -> str:
    """Give the place of a user on the page.

    Examples
    --------
    >>> anchor("IU-0101"), anchor("a b")
    ('user-IU-0101', 'user-a-b')
    """
    return "user-" + re.sub(r"[^A-Za-z0-9_-]+", "-", user_id)
