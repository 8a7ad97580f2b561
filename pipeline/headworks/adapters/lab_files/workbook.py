"""Which cells does a workbook hold? Read with calamine; every cell becomes the text a person would see.

A formula without a stored value is kept as its own text (``=A2*8.34``), so that it is refused, not taken for blank.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from headworks.adapters.lab_files.sheets import Content, Sheet, refused

LARGEST_UNPACKED = 1_000_000_000  # bytes; more than this is no lab report


def workbook_sheets(content: Content) -> list[Sheet]:
    """Cells of every sheet.

    Raises
    ------
    InputRefusedError
        The workbook is cut off, damaged, locked or absurdly large.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    _check_archive(content)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content.data))
        found = {
            name: book.get_sheet_by_name(name).to_python(skip_empty_area=False) for name in book.sheet_names
        }
    except (CalamineError, OSError, ValueError) as cause:
        raise refused(
            content.path,
            "the workbook cannot be read",
            why=str(cause),
            mend="open it in Excel and save it again as .xlsx",
        ) from cause
    formulas = _formulas(content)
    return [_sheet(content, name, rows, formulas.get(name, {})) for name, rows in found.items()]


def _check_archive(content: Content) -> None:
    mend = "ask the sender to send it again; open it in Excel first to see that it is whole"
    try:
        with zipfile.ZipFile(io.BytesIO(content.data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > LARGEST_UNPACKED:
                raise refused(content.path, "the workbook unpacks to more than 1 GB", mend="send the results as CSV")
            broken = archive.testzip()
            names = archive.namelist()
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, RuntimeError) as cause:
        raise refused(content.path, "the workbook is cut off or damaged", why=str(cause), mend=mend) from cause
    if broken is not None:
        raise refused(content.path, "the workbook is damaged", why=f"its part {broken} fails its checksum", mend=mend)
    if "xl/workbook.xml" not in names:
        raise refused(
            content.path,
            "the file is not what it says: .xlsx in its name, but its content is another kind of ZIP archive",
            mend="send the workbook itself",
        )


def _formulas(content: Content) -> dict[str, dict[tuple[int, int], str]]:
    """Formulas by sheet and cell, only looked for if the workbook holds any."""
    with zipfile.ZipFile(io.BytesIO(content.data)) as archive:
        parts = [name for name in archive.namelist() if name.startswith("xl/worksheets/") and name.endswith(".xml")]
        if not any(b"<f>" in archive.read(name) or b"<f " in archive.read(name) for name in parts):
            return {}
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles and extensions, none of our business
        book = load_workbook(io.BytesIO(content.data), data_only=False)
    return {
        sheet.title: {
            (cell.row, cell.column): str(cell.value)
            for row in sheet.iter_rows()
            for cell in row
            if cell.data_type == "f"
        }
        for sheet in book.worksheets
    }


def _sheet(
    content: Content, name: str, rows: Iterable[Iterable[object]], formulas: dict[tuple[int, int], str],
) -> Sheet:
    texts = [
        [cell_text(cell) or formulas.get((number, column), "") for column, cell in enumerate(row, start=1)]
        for number, row in enumerate(rows, start=1)
    ]
    return Sheet(f"{content.name} [{name}]", texts, list(range(1, len(texts) + 1)))


def cell_text(cell: object) -> str:
    """Text of a workbook cell: dates as ISO, numbers in their shortest exact form.

    Examples
    --------
    >>> cell_text(0.004), cell_text(1250.0), cell_text(datetime(2026, 3, 1)), cell_text(time(14, 5))
    ('0.004', '1250', '2026-03-01', '14:05')
    >>> cell_text(datetime(2026, 3, 1, 14, 5)), cell_text(timedelta(hours=7, minutes=35))
    ('2026-03-01 14:05', '07:35')
    """
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
    if isinstance(cell, datetime):
        if cell.time() == time(0):
            return cell.date().isoformat()
        return cell.isoformat(sep=" ", timespec="minutes" if not cell.second else "seconds")
    if isinstance(cell, timedelta):
        cell = (datetime(2000, 1, 1) + cell).time()
    if isinstance(cell, time):
        return cell.isoformat(timespec="minutes" if not cell.second else "seconds")
    if isinstance(cell, date):
        return cell.isoformat()
    return str(cell)
