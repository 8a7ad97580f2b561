"""The authority's workbook, the EDD in two files, and the loggers."""

from __future__ import annotations

import io
import random
import re
import zipfile
from datetime import date, datetime, timedelta
from decimal import Decimal

from lab_files import METALS, NAMES, csv_text, method_of, plain, rng_of, times_1000
from measurements import SEED, Measurement
from openpyxl import Workbook
from openpyxl.styles import Font
from wrong import last_moment

WORKBOOKS = [("municipal_2025-26.xlsx", date(2025, 5, 25), date(2026, 6, 30)),
             ("municipal_2026-autumn.xlsx", date(2026, 7, 1), date(2026, 11, 22))]
PAIRS = [("ledgerlab_2025b", date(2025, 5, 25), date(2025, 11, 30)), ("ledgerlab_2026a", date(2025, 12, 1), date(2026, 5, 31)),
         ("ledgerlab_2026b", date(2026, 6, 1), date(2026, 11, 22))]
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
        f"{row.user} {row.point}", row.at.date(), row.at.time(), "C24" if row.hours else "G", rng.choice(NAMES[row.parameter]),
        shown, flag, unit, detection, float(limit) if detection else None, limit_unit if detection else None, method_of(row),
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
            sheet.append(["Point", "Date", "Time", "Type", "Parameter", "Result", "Flag", "Unit", "MDL", "RL", "Limit unit", "Method"])
            for cell in (*sheet[1], *sheet[4], *sheet[5]):
                cell.font = Font(bold=True)
            for row in rows:
                if row.lab == "municipal" and first <= row.day <= last and (row.parameter in METALS) == (title == "Metals"):
                    sheet.append(_municipal_cells(row))
            for line in spoiled.get(f"{name}/{title}", []):
                sheet.append(line)
        out = io.BytesIO()
        book.save(out)
        files[name] = _same_bytes(out.getvalue())
    return files


SAMPLE_HEADER = ["#sys_sample_code", "sample_name", "sample_matrix_code", "sample_type_code", "sample_source", "parent_sample_code",
                 "sample_delivery_group", "sample_date", "sys_loc_code", "chain_of_custody", "composite_yn", "composite_desc",
                 "sampling_company_code", "comment"]
RESULT_HEADER = ["#sys_sample_code", "lab_anl_method_name", "analysis_date", "fraction", "test_type", "lab_matrix_code", "basis",
                 "lab_name_code", "lab_sample_id", "cas_rn", "chemical_name", "result_value", "result_type_code", "reportable_result",
                 "detect_flag", "lab_qualifiers", "method_detection_limit", "reporting_detection_limit", "quantitation_limit",
                 "result_unit", "detection_limit_unit", "result_comment"]
CHEMICALS = {
    "copper_total": ("7440-50-8", "Copper"), "nickel_total": ("7440-02-0", "Nickel"), "zinc_total": ("7440-66-6", "Zinc"),
    "cadmium_total": ("7440-43-9", "Cadmium"), "chromium_total": ("7440-47-3", "Chromium"), "lead_total": ("7439-92-1", "Lead"),
    "silver_total": ("7440-22-4", "Silver"), "arsenic_total": ("7440-38-2", "Arsenic"), "cyanide_total": ("57-12-5", "Cyanide"),
    "ammonia_n": ("7664-41-7", "Ammonia"), "chloride": ("16887-00-6", "Chloride"), "bod5": ("", "BOD5"), "tss": ("", "TSS"), "ph": ("", "pH"),
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
        code, method_of(row), f"{last_moment(row):%m/%d/%Y %H:%M}", "T" if metal else "N", "INITIAL", "WW", "Wet", "LEDGER",
        f"LL{row.at:%y%j}{row.user[-2:]}", cas, chemical, number if found else "", kind, "Yes", "Y" if found else "N",
        "" if row.sign not in ("<", "J") else "J" if found else "U", detection, limit, limit, "SU" if row.unit == "s.u." else unit,
        limit_unit if limit else "", "",
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
                samples.append([code, place, "WW", "N", "Field", "", f"SDG{row.at:%y%m}", f"{row.at:%m/%d/%Y %H:%M}", place,
                                f"COC{row.at:%y%j}", "Y" if row.hours else "N", "24 h" if row.hours else "", "USER", "made up"])
            results.append(_edd_result(row, code))
        samples += spoiled.get(f"{name}_Sample.csv", [])
        results += spoiled.get(f"{name}_TestResult.csv", [])
        files[f"{name}_Sample.csv"] = csv_text(samples, ",", "\r\n").encode("utf-8")
        files[f"{name}_TestResult.csv"] = csv_text(results, ",", "\r\n").encode("utf-8")
    return files


def _minutes(first: date, days: int) -> list[datetime]:
    start = datetime.combine(first, datetime.min.time())
    return [start + timedelta(minutes=n) for n in range(days * 1440)]


def _hobo(point: str, heading: str, values: list[tuple[datetime, str]]) -> bytes:
    lines = [f'"Plot Title: {point}"', f'"#","Date Time, GMT-05:00","{heading}","Event"']
    lines += [f'"{n}","{at:%m/%d/%y %I:%M:%S %p}","{text}",""' for n, (at, text) in enumerate(values, start=1)]
    return ("\r\n".join(lines) + "\r\n").encode("utf-8-sig")


def _between(at: datetime, first: str, last: str) -> bool:
    return datetime.fromisoformat(first) <= at <= datetime.fromisoformat(last)


def ph_logger() -> bytes:
    """Moonmilk, 2026-11-16 to -20: 7.0 to 7.8, an acid rinse on the 17th down to 5.2, and exactly 6.00 on the 19th."""
    rng = random.Random(f"{SEED}|ph logger")
    values = []
    for at in _minutes(date(2026, 11, 16), 5):
        text = f"{7.4 + 0.2 * (rng.random() + rng.random() - 1) + (0.2 if 8 <= at.hour < 17 else 0):.2f}"
        if _between(at, "2026-11-17 14:05", "2026-11-17 14:29"):
            text = f"{5.2 + 0.05 * abs((at - datetime(2026, 11, 17, 14, 17)).seconds // 60 if at.minute >= 17 else 17 - at.minute):.2f}"
        elif _between(at, "2026-11-19 10:30", "2026-11-19 10:34"):
            text = "6.00"
        values.append((at, text))
    return _hobo("Moonmilk control manhole", "pH, SU (LGR S/N: 1000001)", values)


def temperature_logger(point: str, serial: str, low: float, high: float, peaks: dict[str, tuple[str, float]]) -> bytes:
    """From low at night to high at noon [degF]; peaks: day -> (first minute, highest), twenty minutes long."""
    rng = random.Random(f"{SEED}|temperature|{point}")
    values = []
    for at in _minutes(date(2026, 11, 16), 4):
        share = 1 - abs(at.hour * 60 + at.minute - 720) / 720
        text = f"{low + (high - low) * share - 0.8 * rng.random():.1f}"
        start, peak = peaks.get(at.date().isoformat(), ("", 0.0))
        if start:
            begin = datetime.fromisoformat(f"{at:%Y-%m-%d} {start}")
            if begin <= at < begin + timedelta(minutes=20):
                text = f"{peak - 0.1 * abs((at - begin).seconds // 60 - 10):.1f}"
        values.append((at, text))
    return _hobo(point, f"Temp, °F (LGR S/N: {serial})", values)


# Gherkin's meter: first and last minute, gpm, status, or None where the meter sent nothing
FLOW_PLAN = [
    ("2026-11-18 09:10", "2026-11-18 09:30", 182.0, "OK"),  # 21 readings, 20 minutes from first to last: above for longer than 15
    ("2026-11-19 02:00", "2026-11-19 02:35", 260.0, "SUSPECT"),  # the meter doubts itself: judges nothing
    ("2026-11-19 11:00", "2026-11-19 11:15", 175.0, "OK"),  # 16 readings, exactly 15 minutes: not longer
    ("2026-11-20 10:00", "2026-11-20 10:11", 178.0, "OK"),  # 11 minutes,
    ("2026-11-20 10:12", "2026-11-20 10:14", None, ""),  # a gap of three readings ends the run,
    ("2026-11-20 10:15", "2026-11-20 10:26", 178.0, "OK"),  # 11 minutes again
]


def flow_meter(first: date, days: int) -> bytes:
    """About 25 gpm (36,000 gpd), more by day than by night."""
    rng = random.Random(f"{SEED}|flow|{first}")
    lines = ["Tag,Timestamp,Flow_gpm,Status"]
    for at in _minutes(first, days):
        flow, status = (32 if 6 <= at.hour < 18 else 18) + 4 * (rng.random() + rng.random() - 1), "OK"
        sent = True
        for start, end, value, said in FLOW_PLAN:
            if _between(at, start, end):
                sent, status = value is not None, said
                flow = (value or 0) + 6 * rng.random()
        if sent:
            lines.append(f"FT-0102,{at:%Y-%m-%dT%H:%M:%S}-05:00,{flow:.1f},{status}")
    return ("\r\n".join(lines) + "\r\n").encode("utf-8")


def loggers() -> dict[str, bytes]:
    return {
        "moonmilk_ph_2026-W47.csv": ph_logger(),
        "hopscotch_temperature_2026-W47.csv": temperature_logger(
            "Hopscotch control manhole", "1000002", 82, 98, {"2026-11-18": ("13:30", 103.7)}),
        "sudsworth_temperature_2026-W47.csv": temperature_logger(
            "Sudsworth lint trap outlet", "1000003", 96, 132, {"2026-11-17": ("10:40", 149.6), "2026-11-18": ("10:40", 152.3)}),
        "gherkin_flow_2026-W46.csv": flow_meter(date(2026, 11, 11), 5),
        "gherkin_flow_2026-W47.csv": flow_meter(date(2026, 11, 16), 5),
    }
