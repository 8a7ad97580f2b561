"""Rows that must be refused, at the end of their files: each has one fault, named in `plan.yaml` under `refused`.

Beside the row that repeats another stands the row it repeats, which is taken in.
"""

from __future__ import annotations

from datetime import date, time


def _northfork(
    location: str,
    sample: str,
    kind: str,
    at: str,
    ended: str,
    analyte: str,
    result: str,
    unit: str,
    analysed: str,
    reported: str,
    method: str,
) -> list[str]:
    return [
        "(made up)",
        sample,
        location,
        at,
        ended,
        kind,
        analyte,
        result,
        unit,
        "",
        "",
        "",
        "",
        method,
        analysed,
        reported,
    ]


HOSPITAL, LARKSPUR = "Never-Never control manhole", "Larkspur manhole"
LABS: dict[str, list[list[str]]] = {
    "northfork_2025-11.csv": [
        # ppt may be parts per thousand or per trillion
        _northfork(
            HOSPITAL,
            "NF-X1",
            "Grab",
            "10/15/2025 10:00",
            "",
            "Mercury",
            "120",
            "ppt",
            "10/16/2025 9:00",
            "10/24/2025",
            "EPA 245.1",
        ),
        _northfork(
            HOSPITAL,
            "NF-X1",
            "Grab",
            "10/15/2025 10:00",
            "",
            "Unobtainium",
            "0.02",
            "mg/L",
            "10/16/2025 9:00",
            "10/24/2025",
            "none",
        ),
    ],
    "northfork_2026-02.csv": [
        _northfork(
            "Behind the shed",
            "NF-X2",
            "Grab",
            "1/20/2026 11:00",
            "",
            "Zinc",
            "0.31",
            "mg/L",
            "1/21/2026 9:00",
            "1/29/2026",
            "EPA 200.7",
        ),
        # analysed the day before it was taken
        _northfork(
            LARKSPUR,
            "NF-X3",
            "Grab",
            "1/20/2026 11:00",
            "",
            "Zinc",
            "0.31",
            "mg/L",
            "1/19/2026 9:00",
            "1/29/2026",
            "EPA 200.7",
        ),
    ],
    "northfork_2026-05.csv": [
        _northfork(
            LARKSPUR,
            "NF-X4",
            "Comp 24h",
            "4/14/2026 8:00",
            "4/15/2026 8:00",
            "Zinc",
            "0.28",
            "mg/L",
            "4/16/2026 9:00",
            "4/24/2026",
            "EPA 200.7",
        ),
        _northfork(
            LARKSPUR,
            "NF-X4",
            "Comp 24h",
            "4/14/2026 8:00",
            "4/15/2026 8:00",
            "Zinc",
            "0.28",
            "mg/L",
            "4/16/2026 9:00",
            "4/24/2026",
            "EPA 200.7",
        ),
        # one bottle, one method, two values: nobody can say which is right
        _northfork(
            LARKSPUR,
            "NF-X5",
            "Comp 24h",
            "4/21/2026 8:00",
            "4/22/2026 8:00",
            "Zinc",
            "0.33",
            "mg/L",
            "4/23/2026 9:00",
            "5/1/2026",
            "EPA 200.7",
        ),
        _northfork(
            LARKSPUR,
            "NF-X5",
            "Comp 24h",
            "4/21/2026 8:00",
            "4/22/2026 8:00",
            "Zinc",
            "0.39",
            "mg/L",
            "4/23/2026 9:00",
            "5/1/2026",
            "EPA 200.7",
        ),
    ],
    "catskill_2026-02.csv": [
        [
            "CW26X1",
            "GHERKIN/001",
            "2026-01-22",
            "10:30",
            "",
            "pH",
            "",
            "",
            "77",
            "std units",
            "",
            "",
            "2026-01-22",
            "user",
        ],
        [
            "CW26X2",
            "HOPSCOTCH/001",
            "2026-02-30",
            "10:30",
            "",
            "BOD5",
            "",
            "",
            "160",
            "mg/l",
            "2",
            "mg/l",
            "2026-03-01",
            "user",
        ],
    ],
    "susquehanna_2026-05.csv": [
        ["Sudsworth 001", "28-May-2026", "08:00", "C24", "", "", "", "approx 40", "", "", "", "", ""],
        ["Sudsworth back door", "28-May-2026", "11:00", "G", "8.0", "", "", "", "", "", "", "", ""],
    ],
}

WORKBOOK: dict[str, list[list[object]]] = {
    "municipal_2026-autumn.xlsx/Metals": [
        [
            "IU-0105 001",
            date(2026, 9, 10),
            time(11, 10),
            "G",
            "Copper",
            0.04,
            None,
            None,
            None,
            None,
            None,
            "EPA 200.7",
        ],
    ],
}


def _sample(code: str, kind: str, parent: str, at: str, place: str, comment: str) -> list[str]:
    source = "Field" if kind == "FD" else "Lab"
    return [code, place, "WW", kind, source, parent, "SDG2602", at, place, "", "Y", "24 h", "", comment]


def _result(
    code: str, analysed: str, cas: str, chemical: str, value: str, kind: str, unit: str, comment: str
) -> list[str]:
    return [
        code,
        "EPA 200.7",
        analysed,
        "T",
        "INITIAL",
        "WW",
        "Wet",
        "LEDGER",
        "LLX1",
        cas,
        chemical,
        value,
        kind,
        "Yes",
        "Y",
        "",
        "0.0025",
        "0.005",
        "0.005",
        unit,
        "mg/L",
        comment,
    ]


EDD: dict[str, list[list[str]]] = {
    "ledgerlab_2026a_Sample.csv": [
        _sample("LB-260211", "LB", "", "02/11/2026 08:00", "BCB-001P", "laboratory blank"),
        _sample("BCB-001P-20260211-MS", "MS", "BCB-001P-20260211-C", "02/11/2026 08:00", "BCB-001P", "matrix spike"),
        _sample("BCB-001P-20260211-FD", "FD", "BCB-001P-20260211-C", "02/11/2026 08:00", "BCB-001P", "field duplicate"),
    ],
    "ledgerlab_2026a_TestResult.csv": [
        _result("LB-260211", "02/13/2026 10:00", "7440-50-8", "Copper", "0.006", "TRG", "mg/L", "laboratory blank"),
        _result(
            "BCB-001P-20260211-MS", "02/13/2026 10:00", "7440-50-8", "Copper", "5.6", "TRG", "mg/L", "matrix spike"
        ),
        _result(
            "BCB-001P-20260211-FD", "02/13/2026 10:00", "7440-50-8", "Copper", "0.7", "TRG", "mg/L", "field duplicate"
        ),
        _result("BCB-001P-20260211-C", "02/13/2026 10:00", "", "Yttrium (surrogate)", "98", "SUR", "%", "surrogate"),
        _result(
            "BCB-001P-20260212-C",
            "02/14/2026 10:00",
            "7440-50-8",
            "Copper",
            "0.7",
            "TRG",
            "mg/L",
            "its sample is not listed",
        ),
    ],
}
