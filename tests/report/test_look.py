"""The page as a browser shows it: it opens without a network, nothing is cut off, and it is not blank."""

from __future__ import annotations

import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from headworks.adapters.documents_html import weekly_html
from headworks.core.weekly import WeeklyReport

_BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)


@pytest.mark.slow
@pytest.mark.skipif(_BROWSER is None, reason="no Chromium on this machine: install chromium to see the page")
def test_the_page_shows_in_a_browser(report: WeeklyReport, images: dict[str, bytes], tmp_path: Path) -> None:
    page, picture = tmp_path / "weekly.html", tmp_path / "weekly.png"
    page.write_bytes(weekly_html(report, images))
    assert _BROWSER is not None
    subprocess.run(
        [
            _BROWSER,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--screenshot={picture}",
            "--window-size=1100,3000",
            page.as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    rows = picture_rows(picture.read_bytes())
    assert len(rows) == 3000
    inked = sum(len(set(row)) > 2 for row in rows)
    assert inked > 1000, "the page is nearly blank"
    right_edge = {bytes(row[-40:]) for row in rows}
    assert len(right_edge) < 4, "something runs off the right edge"


def picture_rows(png: bytes) -> list[bytes]:
    """Raw (still filtered) rows of a PNG: enough to tell blank from drawn, without an image library."""
    width = int.from_bytes(png[16:20], "big")
    channels = {2: 3, 6: 4}[png[25]]
    packed, at = b"", 8
    while at < len(png):
        length, kind = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        packed += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    raw, step = zlib.decompress(packed), 1 + width * channels
    return [raw[start : start + step] for start in range(0, len(raw), step)]
