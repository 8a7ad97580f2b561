"""Every link of every page leads somewhere, every page can be reached, and nothing names a machine or a registry."""

from __future__ import annotations

import re
import struct
import subprocess
from pathlib import Path

import pytest

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
OUTSIDE = ("http://", "https://", "mailto:")


def links_of(text: str) -> list[str]:
    without_code = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    return [link for link in LINK.findall(without_code) if not link.startswith(OUTSIDE)]


def anchors_of(text: str) -> set[str]:
    """Names that GitHub gives to headings: lower case, blanks to hyphens, other signs but letters, digits and _ left out."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_links_and_images_resolve(pages: dict[str, str], root: Path) -> None:
    broken, checked = [], 0
    for page, text in pages.items():
        for link in links_of(text):
            path, _, anchor = link.partition("#")
            target = (root / page).parent / path if path else root / page
            checked += 1
            if not target.exists():
                broken.append(f"{page}: {link}")
            elif anchor and anchor not in anchors_of(target.read_text(encoding="utf-8")):
                broken.append(f"{page}: {link} (no such heading)")
    assert not broken, "\n".join(broken)
    assert checked > 50


def test_every_page_can_be_reached_from_the_readme(pages: dict[str, str], root: Path) -> None:
    seen, waiting = set(), ["README.md"]
    while waiting:
        page = waiting.pop()
        if page in seen or page not in pages:
            continue
        seen.add(page)
        places = [((root / page).parent / link.partition("#")[0]).resolve() for link in links_of(pages[page])]
        waiting += [place.relative_to(root.resolve()).as_posix() for place in places if place.is_relative_to(root.resolve())]
    assert set(pages) - seen == set()


def test_decisions_are_numbered_without_a_gap_and_have_the_three_parts(pages: dict[str, str]) -> None:
    decisions = sorted(page for page in pages if page.startswith("docs/decisions/"))
    assert [int(page.split("/")[-1][:4]) for page in decisions] == list(range(1, len(decisions) + 1))
    for page in decisions:
        number = int(page.split("/")[-1][:4])
        assert pages[page].startswith(f"# {number}. "), page
        assert re.findall(r"^## (.+)$", pages[page], re.MULTILINE) == ["Context", "Decision", "Consequence"], page


@pytest.mark.parametrize("name", ["weekly.png", "user.png"])
def test_pictures_are_small_png_files(root: Path, name: str) -> None:
    content = (root / "docs/images" / name).read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    assert 1000 <= width <= 1600 and 800 <= height <= 1600
    assert len(content) < 300_000


def test_the_first_screen_of_the_readme_holds_both_commands_and_the_picture(pages: dict[str, str]) -> None:
    first = pages["README.md"].splitlines()[:45]
    for wanted in ("make run", "make test", "docs/images/weekly.png"):
        assert any(wanted in line for line in first), wanted


def test_the_changelog_begins_with_the_version_of_the_package(pages: dict[str, str], root: Path) -> None:
    version = re.search(r'^version = "(.+)"$', (root / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    newest = re.search(r"^## \[(.+?)\]", pages["CHANGELOG.md"], re.MULTILINE)
    assert version and newest and version[1] == newest[1]


# Put together from pieces, so that this file does not hold what it looks for.
FORBIDDEN = {
    "a path of one machine": re.compile(r"(?<![\w.\-/:])/(?:" + "|".join(["work", "tmp", "root", "home", "Users"]) + r")/\w|[A-Z]:\\Users\\"),
    "a registry host": re.compile("|".join(["py" + "pi", "python" + "hosted", "anaconda" + r"\.org", "npm" + r"js\."]), re.IGNORECASE),
}


def test_what_is_forbidden_would_be_found() -> None:
    for found in ("see /" + "work/main", '"/' + 'tmp/x"', "C:\\" + "Users\\me"):
        assert FORBIDDEN["a path of one machine"].search(found), found
    assert FORBIDDEN["a registry host"].search("https://files.python" + "hosted.org/x")
    for allowed in ("xl/worksheets/sheet1.xml", "https://example.org/home/x", "data/work/x"):
        assert not FORBIDDEN["a path of one machine"].search(allowed), allowed


def test_no_tracked_text_names_a_machine_or_a_registry(root: Path) -> None:
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout: which files are tracked is not known")
    found, read = [], 0
    for name in listed.decode("utf-8").split("\0"):
        file = root / name
        if not name or not file.is_file():
            continue
        content = file.read_bytes()
        if b"\0" in content[:8000]:
            continue
        read += 1
        for number, line in enumerate(content.decode("utf-8", errors="replace").splitlines(), start=1):
            found += [f"{name}:{number}: {what}: {line.strip()[:120]}" for what, pattern in FORBIDDEN.items() if pattern.search(line)]
    assert not found, "\n".join(found)
    assert read > 100
