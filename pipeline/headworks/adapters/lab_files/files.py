"""Is a file what it says it is? Whatever makes it doubtful as a whole refuses it whole, with one message."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from headworks.errors import InputRefusedError

TEXT_ENDINGS = {".csv", ".txt", ".tsv", ".tab", ".psv", ".dat"}
WORKBOOK_ENDINGS = {".xlsx", ".xlsm", ".xls", ".ods"}
HEADER_ENDINGS = {".xml"}
_ZIPPED = {".xlsx", ".xlsm", ".ods"}

NOTHING_WRITTEN = "nothing of this file was written; it stays where it is"

_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (_ZIP, "a ZIP archive or an Excel workbook"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (_OLE, "an old Excel or Word file (before 2007)"),
    (b"%PDF", "a PDF document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"{\\rtf", "a rich text document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"PAR1", "a Parquet file"),
)
_MARKUP = (b"<html", b"<!doctype", b"<?xml", b"<head", b"<table")
_SHEET_OF_ANCIENTS = (b"\x09\x08", b"\x09\x04", b"\x09\x02", b"\x09\x00")  # BIFF without its container


@dataclass(frozen=True)
class Content:
    """The bytes of one file, known to be of the kind its name says.

    Attributes
    ----------
    path : Path
    data : bytes
    is_workbook : bool
    """

    path: Path
    data: bytes
    is_workbook: bool

    @property
    def name(self) -> str:
        """File name."""
        return self.path.name

    @property
    def is_header(self) -> bool:
        """Whether this is an XML header of a deliverable, no table."""
        return self.path.suffix.casefold() in HEADER_ENDINGS


def refused(path: Path, what: str, *, why: str = "", mend: str = "", row: int | None = None) -> InputRefusedError:
    """Error that refuses a file whole."""
    where = path.name if row is None else f"{path.name}, row {row}"
    return InputRefusedError(what, where=where, why=why, mend=mend, effect=NOTHING_WRITTEN)


def open_content(path: Path) -> Content:
    """Read the bytes of a file and check that they are what the name says.

    Raises
    ------
    InputRefusedError
        No file, a directory, an empty file, an ending we do not read, or bytes of another kind.
    """
    if path.is_dir():
        raise refused(path, "this is a directory, not a file", mend="name the files in it, one by one")
    if not path.is_file():
        raise refused(path, "no such file", mend="check the name and the folder")
    ending = path.suffix.casefold()
    endings = TEXT_ENDINGS | WORKBOOK_ENDINGS | HEADER_ENDINGS
    if ending not in endings:
        raise refused(
            path, f"files ending in {path.suffix or 'nothing'} are not read", mend=f"send one of {', '.join(sorted(endings))}",
        )
    try:
        data = path.read_bytes()
    except OSError as cause:
        raise refused(
            path, f"the file cannot be read: {cause.strerror}", mend="close it elsewhere, check its rights"
        ) from cause
    if not data.strip(b" \t\r\n\0\xef\xbb\xbf"):
        raise refused(
            path, "the file is empty", why=f"{len(data)} bytes, no text", mend="ask the sender to send it again"
        )
    if ending in WORKBOOK_ENDINGS:
        _check_workbook(path, data, ending)
    else:
        _check_text(path, data, ending)
    return Content(path, data, ending in WORKBOOK_ENDINGS)


def _kind_of(data: bytes) -> str | None:
    found = next((kind for mark, kind in _SIGNATURES if data.startswith(mark)), None)
    head = data[:512].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return "a web page or XML document" if found is None and head.startswith(_MARKUP) else found


def _check_workbook(path: Path, data: bytes, ending: str) -> None:
    marks = (_ZIP,) if ending in _ZIPPED else (_OLE, *_SHEET_OF_ANCIENTS)
    if data.startswith(marks):
        return
    expected = "a ZIP archive" if ending in _ZIPPED else "an old Excel file"
    raise refused(
        path,
        f"the file is not what it says: {path.suffix} in its name, but its content is {_kind_of(data) or 'no workbook'}",
        why=f"a workbook of this ending starts with the mark of {expected}",
        mend="open it in Excel and save it as .xlsx, or give it the ending it deserves (.csv)",
    )


def _check_text(path: Path, data: bytes, ending: str) -> None:
    found = _kind_of(data)
    if found is not None and not (ending in HEADER_ENDINGS and found.startswith("a web page")):
        raise refused(
            path, f"the file is not what it says: {path.suffix} in its name, but its content is {found}",
            why="a text table was expected", mend="export it as CSV, or give it the ending it deserves (.xlsx)",
        )
    if b"\0" in data and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        raise refused(
            path, "the file holds NUL bytes, so it is no plain text",
            why="a binary file, a file cut off while it was copied, or UTF-16 without its byte order mark",
            mend="copy it again, or save it as CSV UTF-8", row=data[: data.index(b"\0")].count(b"\n") + 1,
        )


def batch_id(contents: Sequence[Content]) -> str:
    """First 16 hex digits of the SHA-256 of the bytes, files in order of name."""
    digest = hashlib.sha256()
    for content in sorted(contents, key=lambda one: one.name):
        digest.update(content.data)
    return digest.hexdigest()[:16]
