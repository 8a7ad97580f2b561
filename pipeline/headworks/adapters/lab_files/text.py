"""From the bytes of a text file to its cells: encoding, separator, quotation marks; read as a stream, row by row."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterator, Sequence

from headworks.adapters.lab_files.files import Content, refused
from headworks.adapters.lab_files.sheets import MOST_CELLS, Sheet, SheetBuilder
from headworks.errors import InputRefusedError

LARGEST_CELL = 100_000
_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_AT_ONCE = 1 << 20


def encoding_of(content: Content, encodings: Sequence[str], *, distrust_mark: bool = False) -> str:
    """Encoding of a file: by its byte order mark, or else the first declared one that fits.

    Parameters
    ----------
    content : Content
    encodings : sequence of str
        Tried in order when there is no mark.
    distrust_mark : bool
        This sender's marks are known to lie: the declared encodings are tried after the marked one.

    Raises
    ------
    InputRefusedError
        The bytes fit no declared encoding, or contradict the byte order mark.
    """
    data = content.data
    by_mark = next((name for mark, name in _MARKS.items() if data.startswith(mark)), None)
    tried = [by_mark, *(encodings if distrust_mark else [])] if by_mark else list(encodings)
    problem: tuple[int, int] | None = None
    for encoding in tried:
        place = _first_wrong_byte(data, encoding)
        if place is None:
            return encoding
        problem = problem or place
    assert problem is not None
    shown = tried[0].removesuffix("-sig").upper()
    raise refused(
        content.path,
        f"the text is not {shown}, as " + ("its byte order mark says" if by_mark else "this layout says"),
        why=f"byte {problem[0]} (0x{problem[1]:02x}) cannot occur there; perhaps it is Latin-1 or Windows-1252",
        mend="save it again as CSV UTF-8" + ("" if by_mark else ", or name its encoding in the profile"),
        row=data[: problem[0]].count(b"\n") + 1,
    )


def _first_wrong_byte(data: bytes, encoding: str) -> tuple[int, int] | None:
    decoder = codecs.getincrementaldecoder(encoding)()
    for done in range(0, len(data) + _AT_ONCE, _AT_ONCE):
        piece = data[done : done + _AT_ONCE]
        try:
            decoder.decode(piece, final=not piece)
        except UnicodeDecodeError as cause:
            # What the decoder kept of the piece before (half a character) stands in front of this one.
            kept = len(cause.object) - len(piece)
            place = min(min(done, len(data)) - kept + cause.start, len(data) - 1)
            return place, data[place]
    return None


def text_sheet(content: Content, encoding: str, delimiter: str) -> Sheet:
    """Cells of a text table.

    Raises
    ------
    InputRefusedError
        A quotation mark is opened and not closed, or a cell that holds a line break may hold whole rows.
    """
    csv.field_size_limit(LARGEST_CELL)
    stream = io.TextIOWrapper(io.BytesIO(content.data), encoding=encoding, newline="")
    reader = csv.reader(stream, delimiter=delimiter, strict=True)
    builder = SheetBuilder(content.name)
    begun = 0
    try:
        for row in reader:
            line = reader.line_num
            if line - begun > 1:
                _check_line_break(content, row, delimiter, begun + 1)
            if len(row) > MOST_CELLS:
                raise refused(
                    content.path, f"the row has {len(row):,} cells", row=begun + 1, why="no laboratory table is so wide",
                    mend="look whether the line ends were lost; send it again",
                )
            if begun == 0 and row and encoding != "utf-8-sig":
                row[0] = row[0].removeprefix("\ufeff").removeprefix("ï»¿")  # a mark read as text
            builder.add(row, begun + 1)
            begun = line
    except csv.Error as cause:
        raise _open_quote(content, begun + 1, str(cause)) from cause
    return builder.sheet()


def _check_line_break(content: Content, row: Sequence[str], delimiter: str, number: int) -> None:
    """A comment may run over two lines; a cell with a line break and a separator may be rows that a quote swallowed."""
    for cell in row:
        if delimiter in cell and ("\n" in cell or "\r" in cell):
            raise _open_quote(content, number, "the cell runs on to the next line")


def _open_quote(content: Content, row: int, cause: str) -> InputRefusedError:
    return refused(
        content.path, "a quotation mark is opened and not closed on its line", row=row,
        why=f"{cause}: the rows after it cannot be told from its text",
        mend='close or double the quotation mark (5"" pipe), or take the line break out of the cell',
    )


def head_rows(content: Content, delimiter: str, rows: int) -> list[list[str]]:
    """First rows of a text file, for finding its headings only (undecodable bytes are replaced)."""
    head = content.data[:262_144]
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = head.decode("utf-16", errors="replace")
    else:
        head = head.removeprefix(b"\xef\xbb\xbf")
        try:
            text = codecs.getincrementaldecoder("utf-8")().decode(head)
        except UnicodeDecodeError:
            text = head.decode("cp1252", errors="replace")
    return list(_until_fault(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), rows))


def _until_fault(reader: Iterator[list[str]], rows: int) -> Iterator[list[str]]:
    try:
        for _, row in zip(range(rows), reader, strict=False):
            yield row
    except csv.Error:
        return  # the rows before it may hold the headings; the whole file is read strictly later
