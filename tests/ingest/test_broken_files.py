"""One broken file per mistake: one clear message, exit 3, nothing written, nothing lost, and the others go in."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import openpyxl
import pytest

from headworks.errors import InputRefusedError, UsageError
from headworks.stages.ingest import run

HEADINGS = (
    "Client,Sample ID,Location,Collected,Ended,Sample Type,Analyte,Result,Units,Qual,MDL,RL,Limit Units,Method,"
    "Analyzed,Reported"
)
GOOD = "T,N-1,Testbed manhole,3/2/2026 9:05,,Grab,Copper,0.5,mg/L,,0.001,0.005,mg/L,M,3/4/2026 11:00,3/9/2026"


def xlsx() -> bytes:
    sink = io.BytesIO()
    book = openpyxl.Workbook()
    for number in range(200):
        book.active.append([number, "some text", number / 7])
    book.save(sink)
    return sink.getvalue()


def zipped() -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        archive.writestr("readme.txt", "no workbook")
    return sink.getvalue()


FILE = f"{HEADINGS}\r\n{GOOD}\r\n"
BROKEN = {
    "empty": ("a.csv", b"", "the file is empty", None),
    "only a byte order mark": ("a.csv", b"\xef\xbb\xbf\r\n", "the file is empty", None),
    "workbook named csv": (
        "a.csv",
        xlsx(),
        "the file is not what it says: .csv in its name, but its content is a ZIP archive or an Excel workbook",
        None,
    ),
    "pdf named csv": (
        "a.csv",
        b"%PDF-1.7 ...",
        "the file is not what it says: .csv in its name, but its content is a PDF document",
        None,
    ),
    "web page named csv": (
        "a.csv",
        b"<!DOCTYPE html><html>log in</html>",
        "the file is not what it says: .csv in its name, but its content is a web page or XML document",
        None,
    ),
    "csv named xlsx": (
        "a.xlsx",
        FILE.encode(),
        "the file is not what it says: .xlsx in its name, but its content is no workbook",
        None,
    ),
    "old excel named xlsx": (
        "a.xlsx",
        b"\xd0\xcf\x11\xe0rest",
        "the file is not what it says: .xlsx in its name, but its content is an old Excel or Word file (before 2007)",
        None,
    ),
    "zip named xlsx": (
        "a.xlsx",
        zipped(),
        "the file is not what it says: .xlsx in its name, but its content is another kind of ZIP archive",
        None,
    ),
    "truncated workbook": ("a.xlsx", xlsx()[:3000], "the workbook is cut off or damaged", None),
    "damaged workbook": (
        "a.xlsx",
        xlsx().replace(b"xl/workbook.xml", b"xl/workbxok.xml", 1),
        "the workbook is damaged",
        None,
    ),
    "latin-1 behind a utf-8 mark": (
        "a.csv",
        b"\xef\xbb\xbf" + FILE.replace("Copper", "K\xfcpfer").encode("latin-1"),
        "the text is not UTF-8, as its byte order mark says",
        2,
    ),
    "latin-1 where utf-8 is declared": (
        "a.csv",
        FILE.replace("Copper", "K\xfcpfer").encode("latin-1"),
        "the text is not UTF-8, as this layout says",
        2,
    ),
    "nul bytes": ("a.csv", FILE.encode() + b"\0\0\0", "the file holds NUL bytes, so it is no plain text", 3),
    "open quote": (
        "a.csv",
        FILE + GOOD.replace("Copper", '"Copper') + "\r\n" + GOOD + "\r\n",
        "a quotation mark is opened and not closed on its line",
        3,
    ),
    "quote open over two lines": (
        "a.csv",
        f"{HEADINGS}\r\n{GOOD.replace('Copper', chr(34) + 'Copper')}\r\n{GOOD.replace('Copper', 'Zinc' + chr(34))}\r\n",
        "a quotation mark is opened and not closed on its line",
        2,
    ),
    "text after a quote": (
        "a.csv",
        FILE + GOOD.replace("Copper", '"Cop"per') + "\r\n",
        "a quotation mark is opened and not closed on its line",
        3,
    ),
    "no row": ("a.csv", HEADINGS + "\r\n", "the file has headings but no row below them", None),
    "two equal headings": (
        "a.csv",
        FILE.replace("Qual", "Units"),
        "unknown layout: no profile has these headings",
        None,
    ),
    "extra equal headings": (
        "a.csv",
        f"{HEADINGS},Units\r\n{GOOD},mg/L\r\n",
        "two columns have the same heading: 'units'",
        1,
    ),
    "unknown layout": (
        "a.csv",
        "when,what,how much\r\n1,2,3\r\n",
        "unknown layout: no profile has these headings",
        None,
    ),
    "unknown ending": ("a.docx", FILE, "files ending in .docx are not read", None),
}


@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_refused_whole(bench, case):
    name, content, what, at = BROKEN[case]
    path = bench.put(name, content)
    before = path.read_bytes()
    outcome = bench.take("good.csv", FILE)
    assert outcome.status == "accepted"
    written = bench.written
    summary = bench.run()
    broken = next(one for one in summary.batches if one.file == name)
    assert (broken.status, summary.exit_code, broken.rows_in) == ("refused", 3, 0)
    problem = broken.problem
    assert isinstance(problem, InputRefusedError) and problem.what == what, problem
    assert problem.where == (name if at is None else f"{name}, row {at}")
    assert problem.mend and problem.effect == "nothing of this file was written; it stays where it is"
    assert bench.written == written and path.read_bytes() == before
    assert "Traceback" not in str(problem) and str(bench.ws.root) not in str(problem)


def test_directory_and_missing_file(bench):
    (bench.ws.incoming_dir / "folder.csv").mkdir()
    summary = run(bench.ws, [bench.ws.incoming_dir / "folder.csv", Path("nowhere.csv")])
    assert [one.problem.what for one in summary.batches] == ["this is a directory, not a file", "no such file"]
    assert summary.exit_code == 3 and bench.written == []


def test_unknown_layout_names_the_nearest(bench):
    outcome = bench.take("a.csv", FILE.replace("Limit Units", "Lim. Units").replace("Method", "Meth"))
    assert outcome.problem.why.startswith('nearest: northfork, but without "Limit Units", "Method"')


def test_declaring_the_headings_mends_an_unknown_layout(bench):
    text = FILE.replace("Limit Units", "Lim. Units")
    assert bench.take("a.csv", text).status == "refused"
    carried = Path(run.__globals__["load_profiles"].__globals__["__file__"]).parent / "profiles" / "northfork.yaml"
    bench.ws.profiles_dir.mkdir()
    own = (
        carried.read_text(encoding="utf-8")
        .replace("limit_unit: Limit Units", "limit_unit: Lim. Units")
        .replace("profile: northfork", "profile: ours")
    )
    (bench.ws.profiles_dir / "ours.yaml").write_text(own, encoding="utf-8")
    outcome = bench.take("a.csv", text)
    assert (outcome.status, outcome.profile) == ("accepted", "ours")


def test_several_profiles_fit(bench):
    carried = Path(run.__globals__["load_profiles"].__globals__["__file__"]).parent / "profiles" / "northfork.yaml"
    bench.ws.profiles_dir.mkdir()
    (bench.ws.profiles_dir / "twin.yaml").write_text(
        carried.read_text(encoding="utf-8").replace("profile: northfork", "profile: twin"), encoding="utf-8"
    )
    (bench.ws.profiles_dir / "third.yaml").write_text(
        carried.read_text(encoding="utf-8").replace("profile: northfork", "profile: third"), encoding="utf-8"
    )
    outcome = bench.take("a.csv", FILE)
    # The workspace's own go before the package's northfork; between the two nobody can tell.
    assert outcome.problem.what == "several profiles fit: third, twin"
    assert bench.take("a.csv", FILE, profile="twin").profile == "twin"
    with pytest.raises(UsageError, match="profile 'nobody' is not known"):
        bench.take("b.csv", FILE, profile="nobody")


@pytest.mark.parametrize(("change", "what"), [
    (("kind: results", "kind: outcomes"), "kind 'outcomes' is not known"),
    (("point: Location", "place: Location"), "role 'place' under 'columns' is not known"),
    (("U: non_detect", "U: nothing"), "qualifier 'U': 'nothing' is not a meaning"),
    (("encodings: [utf-8]", "encodings: [utf-9]"), "encoding 'utf-9' is not known"),
        (("kind: results", "kind: results\nzone: Mars/Base"), "time zone 'Mars/Base' is not known"),
        (("delimiter:", "separator:"), "key 'separator' is not known"),
    (("kind: results", "kind: results\nkind: readings"), "is given twice"),
])
def test_wrong_profile(bench, change, what):
    carried = Path(run.__globals__["load_profiles"].__globals__["__file__"]).parent / "profiles" / "northfork.yaml"
    bench.ws.profiles_dir.mkdir()
    (bench.ws.profiles_dir / "ours.yaml").write_text(
        carried.read_text(encoding="utf-8").replace(*change, 1), encoding="utf-8"
    )
    bench.put("a.csv", FILE)
    with pytest.raises(InputRefusedError, match="profile cannot be used") as caught:
        bench.run()
    assert what in str(caught.value) and caught.value.where == "ours.yaml"


def test_utf_16_is_read(bench):
    assert bench.take("a.csv", FILE.encode("utf-16")).rows_accepted == 1


def test_waiting_files_leave_out_what_is_no_data(bench):
    for name in (".gitkeep", "README.md", "LICENCE.txt", "~$open.xlsx", ".hidden/x.csv"):
        bench.put(name, b"x")
    assert bench.run().batches == [] and bench.run().exit_code == 0
