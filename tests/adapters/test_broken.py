"""Broken files, one fault each: refused in the words we promise, and taken in once the mend of those very words is done.

The files and what is said of them lie in ``broken/*/cases.yaml``; workbooks are made here.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from decimal import Decimal
from importlib import resources
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import yaml

from headworks.adapters.carried import carried
from headworks.adapters.record import read_record
from headworks.stages import ingest
from headworks.stages.ingest import FileOutcome
from headworks.workspace import Workspace, open_folder

BROKEN = Path(__file__).parent / "broken"
TOML = '[authority]\nname = "Made-up Sewer Office"\ntime_zone = "America/New_York"\n'
USER = """
user: IU-0900
name: "Testbed Plating (made up)"
service_area: barton
naics: "332813"
description: "Plating, for tests only."
classification:
  - {class: SIU_NONCAT, effective_from: "2020-01-01", effective_until: null, because: "made up"}
monitoring_points:
  - {point: "001", kind: end_of_pipe, description: "manhole", also_called: ["Testbed manhole", "0017"]}
"""
# What a person may see when a mended file comes in whose other rows are on record since the first time.
HARMLESS = {"already_on_record"}

Case = dict[str, Any]


def every_case() -> Iterator[Any]:
    for file in sorted(BROKEN.glob("*/cases.yaml")):
        for case in yaml.safe_load(file.read_text(encoding="utf-8"))["cases"]:
            yield pytest.param({**case, "folder": file.parent}, id=f"{file.parent.name}/{case['file']}")


CASES = list(every_case())


@pytest.fixture(scope="module")
def _read_once() -> Iterator[None]:
    """Law and profiles are read anew by each run; here many runs share them, until a file of them changes."""
    known: dict[Any, Any] = {}

    def once(load: Callable[..., Any]) -> Callable[..., Any]:
        def kept(folder: Path, *more: Path) -> Any:
            files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.yaml"))}
            key = (load, *files.items())
            if key not in known:
                known[key] = load(folder, *more)
            return known[key]

        return kept

    with pytest.MonkeyPatch.context() as patch:
        for name in ("load_law", "load_profiles"):
            patch.setattr(ingest, name, once(getattr(ingest, name)))
        yield


class Town:
    """A workspace with one file that is broken, and hands that mend it."""

    def __init__(self, folder: Path) -> None:
        (folder / "headworks.toml").write_text(TOML, encoding="utf-8")
        (folder / "limits" / "users").mkdir(parents=True)
        self.user = folder / "limits" / "users" / "IU-0900.yaml"
        self.user.write_text(USER, encoding="utf-8")
        self.ws: Workspace = open_folder(folder)
        self.ws.incoming_dir.mkdir(parents=True)
        self.ws.profiles_dir.mkdir()
        self.profile: str | None = None
        self.path = self.ws.incoming_dir / "none"

    def put(self, file: Path) -> Path:
        path = self.ws.incoming_dir / file.name
        path.write_bytes(file.read_bytes())
        return path

    def take(self, path: Path | None = None) -> FileOutcome:
        outcome, = ingest.run(self.ws, [path or self.path], profile=self.profile).batches
        assert outcome.rows_in == outcome.rows_accepted + outcome.rows_refused
        return outcome

    def on_record(self) -> list[str]:
        tables = read_record(self.ws.accepted_dir)
        results = [f"{one['parameter']} {span(one['at_least'], one['at_most'])}" for one in tables["results"].to_pylist()]
        readings = [f"{one['parameter']} {plain(one['canonical'])}" for one in tables["readings"].to_pylist()]
        return sorted([*results, *readings, *(plain(one["canonical"]) for one in tables["flows"].to_pylist())])

    def refused(self, code: str) -> list[dict[str, Any]]:
        return [one for one in read_record(self.ws.accepted_dir)["refused_rows"].to_pylist() if one["code"] == code]

    def mend(self, edit: dict[str, Any], folder: Path) -> None:
        """Do what the message proposes."""
        target = self.ws.incoming_dir / edit["in"] if "in" in edit else self.path
        for hand, given in edit.items():
            if hand != "in":
                HANDS[hand](self, target, given, folder)


def plain(number: Decimal) -> str:
    return f"{number.normalize():f}"


def span(low: Decimal | None, high: Decimal | None) -> str:
    """Bounds of a result: 0.5, or 0..0.005, or 2419.6.. ."""
    if low == high and low is not None:
        return plain(low)
    return f"{'' if low is None else plain(low)}..{'' if high is None else plain(high)}"


def replace(town: Town, target: Path, given: list[str], folder: Path) -> None:
    old, new = (text.encode() for text in given)
    data = target.read_bytes()
    assert old in data, f"nothing to mend: {given[0]!r}"
    target.write_bytes(data.replace(old, new))


def encode(town: Town, target: Path, given: list[str], folder: Path) -> None:
    old, new = given
    target.write_bytes(target.read_bytes().decode(old).encode(new))


def becomes(town: Town, target: Path, given: str, folder: Path) -> None:
    target.write_bytes(given.encode())


def append(town: Town, target: Path, given: str, folder: Path) -> None:
    target.write_bytes(target.read_bytes() + given.encode())


def append_bytes(town: Town, target: Path, given: str, folder: Path) -> None:
    target.write_bytes(target.read_bytes() + bytes.fromhex(given))


def without_mark(town: Town, target: Path, given: bool, folder: Path) -> None:
    target.write_bytes(target.read_bytes().removeprefix(b"\xef\xbb\xbf"))


def rename(town: Town, target: Path, given: str, folder: Path) -> None:
    town.path = target.rename(target.with_name(given))


def put(town: Town, target: Path, given: str, folder: Path) -> None:
    town.put(folder / given)


def also_called(town: Town, target: Path, given: str, folder: Path) -> None:
    text = town.user.read_text(encoding="utf-8")
    town.user.write_text(text.replace("also_called: [", f'also_called: ["{given}", '), encoding="utf-8")


def synonym(town: Town, target: Path, given: list[str], folder: Path) -> None:
    add_to_library(town, "parameters.yaml", f"  {given[0]}:\n", "synonyms: [", given[1])


def unit_spelling(town: Town, target: Path, given: list[str], folder: Path) -> None:
    add_to_library(town, "units.yaml", f"  {given[0]}: ", "spellings: [", given[1])


def add_to_library(town: Town, file: str, entry: str, key: str, word: str) -> None:
    head, found, tail = (carried("limits") / file).read_text(encoding="utf-8").partition(entry)
    assert found and key in tail
    (town.ws.limits_dir / file).write_text(head + found + tail.replace(key, f'{key}"{word}", ', 1), encoding="utf-8")


def own_profile(town: Town, given: Any) -> None:
    """A profile of the workspace: its text, or one of the package with some words changed."""
    if isinstance(given, dict):
        name, text = "own", given["text"]
    else:
        name, *changes = given
        text = resources.files("headworks.adapters.lab_files").joinpath("profiles", f"{name}.yaml").read_text(encoding="utf-8")
        for old, new in changes if isinstance(changes[0], list) else [changes]:
            assert old in text, old
            text = text.replace(old, new, 1)
    number = len(list(town.ws.profiles_dir.iterdir()))
    (town.ws.profiles_dir / f"{name}-{number}.yaml").write_text(text, encoding="utf-8")


HANDS: dict[str, Callable[[Town, Path, Any, Path], None]] = {
    "replace": replace, "encode": encode, "becomes": becomes, "append": append, "append_bytes": append_bytes,
    "without_mark": without_mark, "rename": rename, "put": put, "also_called": also_called, "synonym": synonym,
    "unit_spelling": unit_spelling,
    "profile": lambda town, target, given, folder: own_profile(town, given),
    "use_profile": lambda town, target, given, folder: setattr(town, "profile", given),
    "made": lambda town, target, given, folder: target.write_bytes(MADE[given]()) and None,
}


@pytest.mark.usefixtures("_read_once")
@pytest.mark.parametrize("case", CASES)
def test_refused_in_these_words_and_taken_in_once_mended(tmp_path: Path, case: Case) -> None:
    town, folder = Town(tmp_path), case["folder"]
    for given in case.get("own_profiles", []):
        own_profile(town, given)
    for earlier in case.get("before", []):
        assert town.take(town.put(folder / earlier)).status == "accepted"
    for partner in case.get("beside", []):
        town.put(folder / partner)
    if "made" in case:
        town.path = town.ws.incoming_dir / case["file"]
        town.path.write_bytes(MADE[case["made"]]())
    else:
        town.path = town.put(folder / case["file"])

    check_words(town, case, town.take())
    if not case["edits"]:
        assert "nothing to do" in case["mend"]
    for edit in case["edits"]:
        town.mend(edit, folder)
    if case["edits"]:
        outcome = town.take()
        assert outcome.status == case.get("then", "accepted"), outcome.problem
        left = set(outcome.refused_codes)
        assert left <= HARMLESS, outcome.refused_codes
    assert town.on_record() == sorted(case["on_record"])


def check_words(town: Town, case: Case, outcome: FileOutcome) -> None:
    """The message says what, where, why and how to mend it."""
    if case["refused"] == "file":
        said = outcome.problem
        assert outcome.status == "refused" and said is not None
        assert said.where == town.path.name + (f", row {case['row']}" if "row" in case else "")
        assert said.effect == "nothing of this file was written; it stays where it is"
        texts = [(said.what, said.why, said.mend)]
    else:
        assert outcome.status == "accepted", outcome.problem
        assert outcome.refused_codes == {case["refused"]: case.get("rows_refused", 1)}
        rows = town.refused(case["refused"])
        assert (rows[0]["source_row"], rows[0]["source_column"]) == (case["row"], case["column"])
        assert rows[0]["source_file"].startswith(town.path.name)
        texts = [(one["what"], one["why"], one["mend"]) for one in rows[:1]]
    for what, why, mend in texts:
        assert case["what"] in what and case.get("why", "") in why and case["mend"] in mend, (what, why, mend)
        assert mend, "a message without a mend"


def test_the_corpus_is_large_enough_and_each_file_is_used() -> None:
    cases = [one.values[0] for one in CASES]
    assert len(cases) >= 60 and len({one["fault"] for one in cases}) == len(cases)
    used = {
        case["folder"] / name
        for case in cases
        for name in (
            case["file"], *case.get("before", []), *case.get("beside", []),
            *(edit["put"] for edit in case["edits"] if "put" in edit),
        )
    }
    there = {path for path in BROKEN.rglob("*") if path.parent != BROKEN and path.is_file() and path.name != "cases.yaml"}
    made = {case["folder"] / case["file"] for case in cases if "made" in case}
    assert there == used - made


# Workbooks and very long lines are made here: bytes that nobody could read in a review are not committed.

BOOK = (
    ("Point", "Date", "Time", "Type", "Parameter", "Result", "Flag", "Unit", "MDL", "RL", "Limit unit", "Method"),
    ("Testbed manhole", "2026-03-02", "09:05", "G", "Copper", 0.5, "", "mg/L", 0.001, 0.005, "mg/L", "M"),
    ("Testbed manhole", "2026-03-02", "09:05", "G", "Zinc", 0.7, "", "mg/L", 0.001, 0.005, "mg/L", "M"),
)
NORTHFORK = (
    "Client,Sample ID,Location,Collected,Ended,Sample Type,Analyte,Result,Units,Qual,MDL,RL,Limit Units,Method,Analyzed,Reported"
)


def book(rows: Any) -> bytes:
    sink, made = io.BytesIO(), openpyxl.Workbook()
    for one in rows:
        made.active.append(list(one))
    made.save(sink)
    return sink.getvalue()


def sound() -> bytes:
    return book(BOOK)


def formula() -> bytes:
    """A library writes the formula and no value; only a spreadsheet would compute it."""
    return book([*BOOK[:2], [*BOOK[2][:5], "=0.35*2", *BOOK[2][6:]]])


def archive() -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as made:
        made.writestr("readme.txt", "no workbook")
    return sink.getvalue()


def damaged() -> bytes:
    """Turn the first byte of the packed sheet to one that no packer writes."""
    data = bytearray(sound())
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as made:
        entry = made.getinfo("xl/worksheets/sheet1.xml")
    start = entry.header_offset + 30 + len(entry.filename)
    data[start] = 0xFF
    return bytes(data)


def lines() -> list[str]:
    rows = [f"Testbed,N-{n},Testbed manhole,3/2/2026 9:05,,Grab,Copper,0.5,mg/L,,,,,M,,3/9/2026" for n in range(268)]
    return [NORTHFORK, *rows]


MADE: dict[str, Callable[[], bytes]] = {
    "sound": sound, "formula": formula, "archive": archive, "damaged": damaged,
    "cut": lambda: sound()[:2500],
    "old": lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512),
    "strange": lambda: book([("Minutes of the meeting",), ("Present:", "nobody")]),
    "headings": lambda: book(BOOK[:1]),
    # 268 rows of 16 cells on one line: at each seam two cells become one, 268 x 16 - 267 = 4,021.
    "one_line": lambda: f"{NORTHFORK}\n{''.join(lines()[1:])}".encode(),
    "many_lines": lambda: ("\n".join(lines()) + "\n").encode(),
}
