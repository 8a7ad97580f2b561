"""Bad files beside good ones: one message each on standard error, exit 3, nothing of them written, and the good ones go in."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

HEAD = (
    "Client,Sample ID,Location,Collected,Ended,Sample Type,Analyte,Result,Units,Qual,MDL,RL,Limit Units,Method,Analyzed,Reported\r\n"
)
ROW = "Testbed Plating,B-1,Testbed manhole,3/6/2026 8:00,,Grab,Zinc,9.9,mg/L,,0.005,0.01,mg/L,EPA 200.7,3/7/2026 10:00,3/9/2026\r\n"
WHOLE = "nothing of this file was written; it stays where it is"


def workbook() -> bytes:
    sink, book = io.BytesIO(), openpyxl.Workbook()
    for number in range(300):
        book.active.append([number, f"text {number}", number / 7])
    book.save(sink)
    return sink.getvalue()


# Each with what the message must say: what is wrong, where, and why.
BAD: dict[str, tuple[bytes, str, str, str]] = {
    "picture.csv": (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "the file is not what it says: .csv in its name, but its content is a picture", "picture.csv",
        "a text table was expected",
    ),
    "text.xlsx": (
        (HEAD + ROW).encode(), "the file is not what it says: .xlsx in its name, but its content is no workbook", "text.xlsx", "mark of a ZIP archive",
    ),
    "book.csv": (
        workbook(), "the file is not what it says: .csv in its name, but its content is a ZIP archive or an Excel workbook", "book.csv", "a text table",
    ),
    "cut.xlsx": (workbook()[:2500], "the workbook is cut off or damaged", "cut.xlsx", ""),
    "empty.csv": (b"", "the file is empty", "empty.csv", "0 bytes"),
    "headings.csv": (HEAD.encode(), "the file has headings but no row below them", "headings.csv", ""),
    "latin1.csv": (
        b"\xef\xbb\xbf" + (HEAD + ROW.replace("Testbed Plating", "Caf\xe9")).encode("latin-1"),
        "the text is not UTF-8, as its byte order mark says", "latin1.csv, row 2", "perhaps it is Latin-1 or Windows-1252",
    ),
    "quote.csv": (
        (HEAD + ROW + ROW.replace("Zinc", '"Zinc') + ROW).encode(), "a quotation mark is opened and not closed on its line", "quote.csv, row 3",
        "the rows after it cannot be told from its text",
    ),
    "nul.csv": (
        (HEAD + ROW).encode() + b"\0" * 20, "the file holds NUL bytes, so it is no plain text", "nul.csv, row 3", "cut off while it was copied",
    ),
    "utf16.csv": (
        (HEAD + ROW).encode("utf-16-le"), "the file holds NUL bytes, so it is no plain text", "utf16.csv, row 1",
        "UTF-16 without its byte order mark",
    ),
    "strange.csv": (b"when,how much\r\n1,2\r\n", "unknown layout: no profile has these headings", "strange.csv", "none of its first rows"),
    "letter.docx": (b"Dear Sir", "files ending in .docx are not read", "letter.docx", ""),
    "edd_TestResult.csv": (b"#sys_sample_code,lab_anl_method_name,analysis_date,fraction,test_type,lab_matrix_code,basis,lab_name_code,"
        b"lab_sample_id,cas_rn,chemical_name,result_value,result_type_code,reportable_result,detect_flag,lab_qualifiers,"
        b"method_detection_limit,reporting_detection_limit,quantitation_limit,result_unit,detection_limit_unit,result_comment\r\nX,,,,,,,,,,,,,,,,,,,,,\r\n",
        "its partner edd_Sample.csv is missing", "edd_TestResult.csv", "results without their samples have no point and no time",
    ),
}
GOOD = ["catskill.csv", "flow.csv", "northfork.csv"]
# The reason is in the words already.
SELF_EVIDENT = {"letter.docx"}


@pytest.fixture(scope="module")
def messages(headworks: Any, tree: Any, ran: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """All bad files at once: first alone, then with the good ones beside them."""
    folder = tmp_path_factory.mktemp("bad") / "town"
    shutil.copytree(ran, folder, ignore=shutil.ignore_patterns("accepted", "refused", "history.duckdb", "reports", "incoming"))
    incoming = folder / "data/incoming"
    incoming.mkdir()
    for name, (content, *_) in BAD.items():
        (incoming / name).write_bytes(content)
    before = tree(folder)
    alone = headworks("ingest", "--workspace", folder)
    after = tree(folder)
    for name in GOOD:
        shutil.copyfile(ran / "data/incoming" / name, incoming / name)
    mixed = headworks("ingest", "--workspace", folder, "--format", "json")
    return {"alone": alone, "before": before, "after": after, "mixed": mixed, "folder": folder}


def each_message(text: str) -> list[str]:
    return ["headworks: " + part for part in text.split("headworks: ")[1:]]


def test_each_bad_file_has_one_message_and_nothing_is_written(messages: dict[str, Any]) -> None:
    said = messages["alone"]
    assert said.code == 3 and "Traceback" not in said.err and len(each_message(said.err)) == len(BAD)
    assert said.out == f"ingest    {len(BAD)} batches: 0 accepted, 0 already on record, {len(BAD)} refused; 0 rows in = 0 accepted + 0 refused\n"
    assert messages["after"] == messages["before"]


@pytest.mark.parametrize("name", BAD)
def test_the_message_names_what_where_why_the_mend_and_the_effect(messages: dict[str, Any], name: str) -> None:
    _, what, where, why = BAD[name]
    (message,) = [one for one in each_message(messages["alone"].err) if f"\n  where:  {where}\n" in one]
    lines = message.splitlines()
    assert lines[0] == f"headworks: {what}"
    assert name in SELF_EVIDENT or why in message.split("\n  why:    ")[1].splitlines()[0]
    assert "\n  mend:   " in message and lines[-1] == f"  effect: {WHOLE}"
    assert str(messages["folder"]) not in message


def test_the_good_files_beside_them_go_in_whole(messages: dict[str, Any], ran: Path) -> None:
    said, folder = messages["mixed"], messages["folder"]
    assert said.code == 3
    states = {batch["file"]: batch["status"] for batch in said.json["batches"]}
    assert states == dict.fromkeys(BAD, "refused") | dict.fromkeys(GOOD, "accepted")
    for kept in ("accepted", "refused"):
        record = {path.name: path.read_bytes() for path in (folder / "data" / kept).iterdir()}
        assert record == {path.name: path.read_bytes() for path in (ran / "data" / kept).iterdir()}
    assert {name: (folder / "data/incoming" / name).read_bytes() for name in BAD} == {name: content for name, (content, *_) in BAD.items()}


def test_the_byte_that_is_no_utf_8_is_named(headworks: Any, town: Path) -> None:
    file = town / "data/incoming/northfork.csv"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"Lead", b"Bl\xfci"))
    assert "(0xfc)" in headworks("ingest", file, "--workspace", town).err


def test_names_that_lead_nowhere(headworks: Any, tree: Any, after_run: Path) -> None:
    before = tree(after_run)
    said = headworks("ingest", after_run / "data/incoming", after_run / "nowhere.csv", "--workspace", after_run)
    assert said.code == 3 and tree(after_run) == before
    assert each_message(said.err) == [
        f"headworks: this is a directory, not a file\n  where:  incoming\n  mend:   name the files in it, one by one\n  effect: {WHOLE}\n",
        f"headworks: no such file\n  where:  nowhere.csv\n  mend:   check the name and the folder\n  effect: {WHOLE}\n",
    ]


def test_a_folder_in_incoming_is_looked_into_even_if_its_name_looks_like_a_file(headworks: Any, town: Path) -> None:
    folder = town / "data/incoming/2026-03.csv"
    folder.mkdir()
    (town / "data/incoming/northfork.csv").rename(folder / "northfork.csv")
    said = headworks("ingest", "--workspace", town, "--format", "json")
    assert (said.code, said.err) == (0, "")
    assert [batch["file"] for batch in said.json["batches"]] == ["northfork.csv", "catskill.csv", "flow.csv"]


@pytest.mark.parametrize("name", ["Licensed Labs 2026-03.csv", "license-0901 results.csv", "Readmere Laboratory.csv", "readme.csv", "LICENSE 0901.txt"])
def test_no_laboratory_file_is_passed_over_because_of_its_name(headworks: Any, town: Path, name: str) -> None:
    (town / "data/incoming/northfork.csv").rename(town / "data/incoming" / name)
    said = headworks("ingest", "--workspace", town, "--format", "json")
    assert (said.code, said.err) == (0, "")
    (batch,) = [one for one in said.json["batches"] if one["file"] == name]
    assert (batch["status"], batch["rows_in"]) == ("accepted", 6)


@pytest.mark.parametrize(("name", "content"), [
    ("README.csv", b"These files are made up.\n"),
    ("readme", (HEAD + ROW).encode()),
    ("README.md", (HEAD + ROW).encode()),
    ("LICENSE.pdf", b"%PDF-1.7 words"),
    ("Licence of Testbed Plating.xlsx", b"words"),
    ("readmission.txt", b"words\n"),
    ("LICENCE", b"\0\1\2"),
])
def test_what_is_not_plainly_words_is_refused_aloud(headworks: Any, town: Path, name: str, content: bytes) -> None:
    (town / "data/incoming" / name).write_bytes(content)
    said = headworks("ingest", "--workspace", town)
    assert said.code == 3 and f"\n  where:  {name}" in said.err


@pytest.mark.parametrize("name", ["README", "readme.txt", "README.md", "ReadMe-first.txt", "LICENSE", "Licence.txt", "LICENCES.md", "license_2026.txt"])
def test_words_about_the_files_are_no_files(headworks: Any, town: Path, name: str) -> None:
    words = "Sent by the laboratory, as agreed,\nwith limits, units, and dates, in March; April follows,\nwhen it is ready, and so on.\n"
    (town / "data/incoming" / name).write_text(words, encoding="utf-8")
    said = headworks("ingest", "--workspace", town, "--format", "json")
    assert (said.code, said.err) == (0, "") and [one["file"] for one in said.json["batches"]] == GOOD


def test_a_table_drawn_in_markdown_is_words(headworks: Any, town: Path) -> None:
    (town / "data/incoming/README.md").write_text("| file | from | rows |\n|---|---|---|\n| a.csv | Northfork | 6 |\n", encoding="utf-8")
    assert headworks("ingest", "--workspace", town).code == 0


def test_a_whole_run_says_it_too_and_still_reports(headworks: Any, town: Path) -> None:
    (town / "data/incoming/a_cut.xlsx").write_bytes(workbook()[:2500])
    said = headworks("run", "--workspace", town)
    assert said.code == 3
    assert "3 accepted, 0 already on record, 1 refused" in said.out and "report    week 2026-W10" in said.out
    assert len(each_message(said.err)) == 1 and "\n  where:  a_cut.xlsx\n" in said.err


def test_a_full_disk_is_said_and_leaves_the_record_as_it_was(headworks: Any, after_run: Path, monkeypatch: Any) -> None:
    (after_run / "data/incoming/second.csv").write_text(HEAD + ROW, encoding="utf-8", newline="")
    record = _names(after_run)
    keep: Callable[..., Any] = Path.replace

    def full(self: Path, target: Path) -> Path:
        if self.name.endswith(".parquet.part"):
            raise OSError(28, "No space left on device")
        return keep(self, target)

    monkeypatch.setattr(Path, "replace", full)
    said = headworks("ingest", "--workspace", after_run)
    monkeypatch.undo()
    assert said.code == 1 and "Traceback" not in said.err and _names(after_run) == record
    assert said.err.startswith("headworks: the record cannot be written") and "No space left" in said.err and "is not on record" in said.err
    assert headworks("ingest", "--workspace", after_run).code == 0 and len(_names(after_run)) == len(record) + 1


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "data/accepted").iterdir())
