"""The authority's workbook, and the electronic data deliverable (EDD) in two files."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import date, datetime
from decimal import Decimal

from lab_files import csv_text, method_of, plain, rng_of, times_1000
from measurements import Measurement
from names import METALS, NAMES
from openpyxl import Workbook
from openpyxl.styles import Font
from wrong import last_moment

WORKBOOKS = [
    ("municipal_2025-26.xlsx", date(2025, 5, 25), date(2026, 6, 30)),
    ("municipal_2026-autumn.xlsx", date(2026, 7, 1), date(2026, 11, 22)),
]
PAIRS = [
    ("ledgerlab_2025b", date(2025, 5, 25), date(2025, 11, 30)),
    ("ledgerlab_2026a", date(2025, 12, 1), date(2026, 5, 31)),
    ("ledgerlab_2026b", date(2026, 6, 1), date(2026, 11, 22)),
]
STAMP = datetime(2026, 11, 22, 12, 0)


def _same_bytes(written: bytes) -> bytes:
    """The workbook again without a clock and without compression, so that every machine writes the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(written)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as new:
        for name in sorted(old.namelist()):
            content = old.read(name)
            if name == "docProps/core.xml":
                content = re.sub(rb"(<dcterms:(created|modified)[^>]*>)[^<]*", rb"\g<1>2026-11-22T12:00:00Z", content)
            entry = zipfile.ZipInfo(name, date_time=(2026, 11, 22, 12, 0, 0))
            entry.create_system = 0
            new.writestr(entry, content)
    return out.getvalue()


def _municipal_cells(row: Measurement) -> list[object]:
    rng = rng_of(row, "municipal")
    number, limit, unit, limit_unit = row.number, row.reporting_limit, row.unit, "mg/L"
    if row.parameter in METALS and rng.random() < 0.5:
        number, limit, unit, limit_unit = Decimal(times_1000(plain(number))), times_1000(limit or "0"), "ug/L", "ug/L"
    elif row.unit == "degF":
        unit = "°F"
    elif row.unit == "s.u.":
        unit = "SU"
    detection = float(Decimal(limit) / 2) if limit not in ("", "0") else None
    shown: object = f"<{plain(number)}" if row.sign == "<" else float(number)
    flag = {"<": "U", "J": "J"}.get(row.sign)
    return [
        f"{row.user} {row.point}",
        row.at.date(),
        row.at.time(),
        "C24" if row.hours else "G",
        rng.choice(NAMES[row.parameter]),
        shown,
        flag,
        unit,
        detection,
        float(limit) if detection else None,
        limit_unit if detection else None,
        method_of(row),
    ]


def workbooks(rows: list[Measurement], spoiled: dict[str, list[list[object]]]) -> dict[str, bytes]:
    """Two title lines, a merged header over the names, a sheet of metals and a sheet of the rest."""
    files = {}
    for name, first, last in WORKBOOKS:
        book = Workbook()
        book.remove(book.active)
        book.properties.creator = "headworks example (made up)"
        for title in ("Metals", "Conventionals"):
            sheet = book.create_sheet(title)
            sheet.append(["Municipal laboratory (made up): samples taken by the control authority"])
            sheet.append([f"{title}, {first:%Y-%m-%d} to {last:%Y-%m-%d}"])
            sheet.append([])
            sheet.append(["Sample", None, None, None, "Result", None, None, None, "Limits", None, None, None])
            for cells in ("A4:D4", "E4:H4", "I4:L4"):
                sheet.merge_cells(cells)
            sheet.append(
                [
                    "Point",
                    "Date",
                    "Time",
                    "Type",
                    "Parameter",
                    "Result",
                    "Flag",
                    "Unit",
                    "MDL",
                    "RL",
                    "Limit unit",
                    "Method",
                ]
            )
            for cell in (*sheet[1], *sheet[4], *sheet[5]):
                cell.font = Font(bold=True)
            for row in rows:
                if (
                    row.lab == "municipal"
                    and first <= row.day <= last
                    and (row.parameter in METALS) == (title == "Metals")
                ):
                    sheet.append(_municipal_cells(row))
            for line in spoiled.get(f"{name}/{title}", []):
                sheet.append(line)
        out = io.BytesIO()
        book.save(out)
        files[name] = _same_bytes(out.getvalue())
    return files


SAMPLE_HEADER = [
    "#sys_sample_code",
    "sample_name",
    "sample_matrix_code",
    "sample_type_code",
    "sample_source",
    "parent_sample_code",
    "sample_delivery_group",
    "sample_date",
    "sys_loc_code",
    "chain_of_custody",
    "composite_yn",
    "composite_desc",
    "sampling_company_code",
    "comment",
]
RESULT_HEADER = [
    "#sys_sample_code",
    "lab_anl_method_name",
    "analysis_date",
    "fraction",
    "test_type",
    "lab_matrix_code",
    "basis",
    "lab_name_code",
    "lab_sample_id",
    "cas_rn",
    "chemical_name",
    "result_value",
    "result_type_code",
    "reportable_result",
    "detect_flag",
    "lab_qualifiers",
    "method_detection_limit",
    "reporting_detection_limit",
    "quantitation_limit",
    "result_unit",
    "detection_limit_unit",
    "result_comment",
]
CHEMICALS = {
    "copper_total": ("7440-50-8", "Copper"),
    "nickel_total": ("7440-02-0", "Nickel"),
    "zinc_total": ("7440-66-6", "Zinc"),
    "cadmium_total": ("7440-43-9", "Cadmium"),
    "chromium_total": ("7440-47-3", "Chromium"),
    "lead_total": ("7439-92-1", "Lead"),
    "silver_total": ("7440-22-4", "Silver"),
    "arsenic_total": ("7440-38-2", "Arsenic"),
    "cyanide_total": ("57-12-5", "Cyanide"),
    "ammonia_n": ("7664-41-7", "Ammonia"),
    "chloride": ("16887-00-6", "Chloride"),
    "bod5": ("", "BOD5"),
    "tss": ("", "TSS"),
    "ph": ("", "pH"),
}
LOCATIONS = {"IU-0109 001": "HH-LEACHATE", "IU-0111 001P": "BCB-001P", "IU-0111 001": "BCB-001"}


def _edd_result(row: Measurement, code: str, kind: str = "TRG") -> list[str]:
    rng = rng_of(row, "ledger")
    cas, chemical = CHEMICALS[row.parameter]
    number, limit, unit, limit_unit = plain(row.number), row.reporting_limit, row.unit, "mg/L"
    metal = row.parameter in METALS or row.parameter == "arsenic_total"
    if metal and rng.random() < 0.5:
        number, unit = times_1000(number), "ug/L"
    if metal and rng.random() < 0.5:
        limit, limit_unit = times_1000(limit), "ug/L"
    detection = plain(Decimal(limit) / 2) if limit else ""
    found = row.sign != "<"
    return [
        code,
        method_of(row),
        f"{last_moment(row):%m/%d/%Y %H:%M}",
        "T" if metal else "N",
        "INITIAL",
        "WW",
        "Wet",
        "LEDGER",
        f"LL{row.at:%y%j}{row.user[-2:]}",
        cas,
        chemical,
        number if found else "",
        kind,
        "Yes",
        "Y" if found else "N",
        "" if row.sign not in ("<", "J") else "J" if found else "U",
        detection,
        limit,
        limit,
        "SU" if row.unit == "s.u." else unit,
        limit_unit if limit else "",
        "",
    ]


def edd_pairs(rows: list[Measurement], spoiled: dict[str, list[list[str]]]) -> dict[str, bytes]:
    """Sample file and result file, with the laboratory's own quality rows among the results."""
    files = {}
    for name, first, last in PAIRS:
        samples, results = [SAMPLE_HEADER], [RESULT_HEADER]
        seen: set[str] = set()
        for row in rows:
            if row.lab != "ledger" or not first <= row.day <= last:
                continue
            place = LOCATIONS[f"{row.user} {row.point}"]
            code = f"{place}-{row.at:%Y%m%d}{'-C' if row.hours else '-G'}"
            if code not in seen:
                seen.add(code)
                samples.append(
                    [
                        code,
                        place,
                        "WW",
                        "N",
                        "Field",
                        "",
                        f"SDG{row.at:%y%m}",
                        f"{row.at:%m/%d/%Y %H:%M}",
                        place,
                        f"COC{row.at:%y%j}",
                        "Y" if row.hours else "N",
                        "24 h" if row.hours else "",
                        "USER",
                        "made up",
                    ]
                )
            results.append(_edd_result(row, code))
        samples += spoiled.get(f"{name}_Sample.csv", [])
        results += spoiled.get(f"{name}_TestResult.csv", [])
        files[f"{name}_Sample.csv"] = csv_text(samples, ",", "\r\n").encode("utf-8")
        files[f"{name}_TestResult.csv"] = csv_text(results, ",", "\r\n").encode("utf-8")
    return files
