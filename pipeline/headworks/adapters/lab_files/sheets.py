"""Is a file what it says it is, and which cells does it hold? Text files here, workbooks in ``workbook``.

Every cell stays the sender's text. Whatever makes a file doubtful as a whole (wrong kind, wrong encoding, an open
quote) refuses it whole, with one message: a row lost in reading would be a result nobody misses.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from headworks.errors import InputRefusedError

TEXT_ENDINGS = {".csv", ".txt", ".tsv"}
WORKBOOK_ENDINGS = {".xlsx"}
LARGEST_CELL = 100_000

NOTHING_WRITTEN = "nothing of this file was written; it stays where it is"

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a ZIP archive or an Excel workbook"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Word file (before 2007)"),
    (b"%PDF", "a PDF document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"{\\rtf", "a rich text document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
)
_MARKUP = (b"<html", b"<!doctype", b"<?xml", b"<head", b"<table")


@dataclass(frozen=True)
class Sheet:
    """Cells of one table: a text file, or one sheet of a workbook.

    Attributes
    ----------
    name : str
        File name, with the sheet in brackets for a workbook.
    rows : list of list of str
        Cells of every row, first row first; an empty row is an empty list.
    numbers : list of int
        The sender's row number of each.
    """

    name: str
    rows: list[list[str]]
    numbers: list[int]


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
    if ending not in TEXT_ENDINGS | WORKBOOK_ENDINGS:
        raise refused(
            path, f"files ending in {path.suffix or 'nothing'} are not read",
            mend=f"send one of {', '.join(sorted(TEXT_ENDINGS | WORKBOOK_ENDINGS))}",
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
    is_workbook = ending in WORKBOOK_ENDINGS
    _check_kind(path, data, is_workbook=is_workbook)
    return Content(path, data, is_workbook)


def _check_kind(path: Path, data: bytes, *, is_workbook: bool) -> None:
    found = next((kind for mark, kind in _SIGNATURES if data.startswith(mark)), None)
    head = data[:512].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if found is None and head.startswith(_MARKUP):
        found = "a web page or XML document"
    if is_workbook and not data.startswith(b"PK\x03\x04"):
        raise refused(
            path,
            f"the file is not what it says: {path.suffix} in its name, but its content is {found or 'no workbook'}",
            why="an Excel workbook starts with the mark of a ZIP archive",
            mend="open it in Excel and save it as .xlsx, or give it the ending it deserves (.csv)",
        )
    if not is_workbook and found is not None:
        raise refused(
            path, f"the file is not what it says: {path.suffix} in its name, but its content is {found}",
            why="a text table was expected", mend="export it as CSV, or give it the ending it deserves (.xlsx)",
        )
    if not is_workbook and b"\0" in data and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        raise refused(
            path, "the file holds NUL bytes, so it is no plain text",
            why="a binary file, a file cut off while it was copied, or UTF-16 without its byte order mark",
            mend="copy it again, or save it as CSV UTF-8", row=data[: data.index(b"\0")].count(b"\n") + 1,
        )


def decode(content: Content, encodings: Sequence[str]) -> str:
    """Text of a file, by its byte order mark or else by the first declared encoding that fits.

    Raises
    ------
    InputRefusedError
        The bytes fit no declared encoding, or contradict the byte order mark.
    """
    data = content.data
    marked = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    by_mark = next((name for mark, name in marked.items() if data.startswith(mark)), None)
    tried = [by_mark] if by_mark else list(encodings)
    problem: UnicodeDecodeError | None = None
    for encoding in tried:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError as cause:
            problem = problem or cause
    assert problem is not None
    byte = data[problem.start : problem.start + 1].hex()
    shown = tried[0].removesuffix("-sig").upper()
    raise refused(
        content.path,
        f"the text is not {shown}, as " + ("its byte order mark says" if by_mark else "this layout says"),
        why=f"byte {problem.start} (0x{byte}) cannot occur there; perhaps it is Latin-1 or Windows-1252",
        mend="save it again as CSV UTF-8" + ("" if by_mark else ", or name its encoding in the profile"),
        row=data[: problem.start].count(b"\n") + 1,
    ) from problem


def text_rows(content: Content, text: str, delimiter: str) -> Sheet:
    """Cells of a text table.

    Raises
    ------
    InputRefusedError
        A quote is opened and not closed on its line.
    """
    csv.field_size_limit(LARGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    numbers: list[int] = []
    begun = 0
    try:
        for row in reader:
            line = reader.line_num
            if line - begun > 1:
                raise _open_quote(content, begun + 1, "the cell runs on to the next line")
            begun = line
            rows.append(row)
            numbers.append(line)
    except csv.Error as cause:
        raise _open_quote(content, begun + 1, str(cause)) from cause
    return Sheet(content.name, rows, numbers)


def _open_quote(content: Content, row: int, cause: str) -> InputRefusedError:
    return refused(
        content.path, "a quotation mark is opened and not closed on its line", row=row,
        why=f"{cause}: the rows after it cannot be told from its text",
        mend='close or double the quotation mark (5"" pipe), or take the line break out of the cell',
    )


def head_text(content: Content) -> str:
    """Beginning of a text file, for finding its headings only (undecodable bytes are replaced)."""
    head = content.data[:65536]
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return head.decode("utf-16", errors="replace")
    try:
        content.data.decode("utf-8-sig")
        return head.decode("utf-8-sig", errors="replace")
    except UnicodeDecodeError:
        return head.decode("cp1252", errors="replace")


def batch_id(contents: Sequence[Content]) -> str:
    """First 16 hex digits of the SHA-256 of the bytes, files in order of name."""
    digest = hashlib.sha256()
    for content in sorted(contents, key=lambda one: one.name):
        digest.update(content.data)
    return digest.hexdigest()[:16]


def content_id(sheets: Sequence[Sheet]) -> str:
    """The same over the cells: equal for files that differ only in line ends, encoding or blank rows."""
    digest = hashlib.sha256()
    for sheet in sheets:
        text = "\x1e".join("\x1f".join(row) for row in sheet.rows if any(row))  # ASCII's marks
        digest.update(text.encode("utf-8", errors="surrogatepass") + b"\x1d")
    return digest.hexdigest()[:16]
