"""Which cells does a workbook hold? Read with calamine; every cell becomes the text a person would see.

A formula without a stored value is kept as its own text (``=A2*8.34``), so that it is refused, not taken for blank.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from headworks.adapters.lab_files.files import Content, refused
from headworks.adapters.lab_files.sheets import MOST_CELLS, Sheet, SheetBuilder

_MAIN_PART = {".xlsx": "xl/workbook.xml", ".xlsm": "xl/workbook.xml", ".ods": "content.xml"}
LARGEST_UNPACKED = 1_000_000_000  # bytes; more than this is no lab report


def workbook_sheets(content: Content) -> list[Sheet]:
    """Cells of every sheet.

    Raises
    ------
    InputRefusedError
        The workbook is cut off, damaged, locked or absurdly large.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    ending = content.path.suffix.casefold()
    if ending in _MAIN_PART:
        _check_archive(content, _MAIN_PART[ending])
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
    formulas = _formulas(content) if _MAIN_PART.get(ending, "").startswith("xl/") else {}
    return [_sheet(content, name, rows, formulas.get(name, {})) for name, rows in found.items()]


def _check_archive(content: Content, main_part: str) -> None:
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
    if main_part not in names:
        raise refused(
            content.path,
            f"the file is not what it says: {content.path.suffix} in its name, but its content is another kind of ZIP archive",
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
    builder = SheetBuilder(f"{content.name} [{name}]", is_typed=True)
    for number, row in enumerate(rows, start=1):
        texts = [cell_text(cell) for cell in row]
        if len(texts) > MOST_CELLS:
            raise refused(
                content.path, f"sheet {name} has {len(texts):,} columns", why="no laboratory table is so wide",
                mend="delete the columns without content, and save it again",
            )
        if formulas:
            texts = [text or formulas.get((number, column), "") for column, text in enumerate(texts, start=1)]
        builder.add(texts, number)
    return builder.sheet()


def cell_text(cell: object) -> str:
    """Text of a workbook cell: dates as ISO, numbers with the 15 digits that Excel keeps.

    Examples
    --------
    >>> cell_text(0.004), cell_text(1250.0), cell_text(datetime(2026, 3, 1)), cell_text(time(14, 5))
    ('0.004', '1250', '2026-03-01', '14:05')
    >>> cell_text(datetime(2026, 3, 1, 14, 5)), cell_text(timedelta(hours=7, minutes=35))
    ('2026-03-01 14:05', '07:35')
    """
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float):
        # Excel itself keeps 15 digits; the 17th of a binary double (0.30000000000000004) is nobody's measurement.
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else f"{cell:.15g}"
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
