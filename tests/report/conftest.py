"""A handmade history with one row of every shape the weekly report shows. Week 2026-W47 is 16 to 22 November."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from hashlib import md5
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pyarrow as pa
import pytest

from headworks.adapters.duties import read_duties
from headworks.adapters.figures import draw_chart, svg
from headworks.adapters.history import History, in_memory, rebuild_history
from headworks.core.quantities import arrivals, current_results
from headworks.core.tables import EVERY_TABLE, Table
from headworks.core.weekly import WeeklyReport, weekly_report
from headworks.core.weeks import parse_week
from headworks.workspace import Workspace, open_folder

MONDAY, SUNDAY = date(2026, 11, 16), date(2026, 11, 22)
STILL = date(9999, 12, 31)
_TYPES = {
    "VARCHAR": pa.string(),
    "DATE": pa.date32(),
    "TIMESTAMP": pa.timestamp("us"),
    "DOUBLE": pa.float64(),
    "BOOLEAN": pa.bool_(),
    "BIGINT": pa.int64(),
    "INTEGER": pa.int32(),
    "DECIMAL(38,15)": pa.decimal128(38, 15),
    "VARCHAR[]": pa.list_(pa.string()),
}
_ABOUT = pa.schema([("limits_digest", pa.string()), ("version", pa.string())])
Rows = dict[str, list[dict[str, Any]]]


def schema(table: Table) -> pa.Schema:
    return pa.schema([(column.name, _TYPES[column.type]) for column in table.columns])


def load(history: History, rows: Rows) -> History:
    schemas = {table.name: schema(table) for table in EVERY_TABLE} | {"about": _ABOUT}
    for name, columns in schemas.items():
        full = [{column: row.get(column) for column in columns.names} for row in rows.get(name, [])]
        unknown = {key for row in rows.get(name, []) for key in row} - set(columns.names)
        assert not unknown, (name, unknown)
        history.load(name, pa.Table.from_pylist(full, schema=columns))
    current_results(history)
    arrivals(history)
    return history


def number(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


def user(user_id: str, name: str, classification: str = "SIU_CIU", area: str = "barton") -> dict[str, Any]:
    return {
        "user_id": user_id,
        "name": name,
        "service_area": area,
        "classification": classification,
        "is_significant": classification.startswith("SIU"),
    }


def limit(
    entry: str,
    parameter: str,
    kind: str,
    printed: str,
    unit: str | None,
    *,
    minimum: str | None = None,
    maximum: str | None = None,
    judged_on: str = "sample",
    citation: str = "139-15 C",
    book: str = "local/barton",
    dimension: str | None = "concentration",
    url: str | None = "https://ecode360.com/1",
    **more: Any,
) -> dict[str, Any]:
    start = more.pop("effective_from", date(1984, 1, 1))
    return {
        "limit_id": f"{book}/{entry}@{start}",
        "book_id": book,
        "entry_id": entry,
        "scope": book.split("/")[0],
        "parameter": parameter,
        "kind": kind,
        "judged_on": judged_on,
        "judges": "any_sample",
        "minimum": number(minimum),
        "maximum": number(maximum),
        "minimum_allowed": True,
        "maximum_allowed": True,
        "unit": unit,
        "dimension": dimension,
        "minimum_canonical": number(minimum),
        "maximum_canonical": number(maximum),
        "is_decisive": True,
        "non_detect_rule": "half",
        "effective_from": start,
        "effective_until": STILL,
        "printed": printed,
        "citation": citation,
        "url": url,
    } | more


def result(
    key: str,
    user_id: str,
    parameter: str,
    at: datetime,
    value: str | None,
    *,
    unit: str = "mg/L",
    qualifier: str = "",
    reported: str | None = None,
    dimension: str = "concentration",
    factor: str = "1",
    point: str = "001",
    sample_type: str = "composite_24h",
    **more: Any,
) -> dict[str, Any]:
    canonical = None if value is None else Decimal(value) * Decimal(factor)
    non_detect, above = qualifier == "non_detect", qualifier == "above_range"
    return {
        "batch_id": "b1a7c0ffee000001",
        "source_file": "northfork_2026-11.csv",
        "source_row": int(key[2:]) + 1,
        "result_id": key,
        "natural_key": key,
        "sample_id": f"S-{key[2:]}",
        "user_id": user_id,
        "point_id": point,
        "parameter": parameter,
        "fraction": "total",
        "basis": "",
        "dimension": dimension,
        "value": number(value),
        "unit": unit,
        "qualifier": qualifier,
        "at_least": Decimal(0) if non_detect else canonical,
        "at_most": None if above else canonical,
        "sample_type": sample_type,
        "collected_by": "user",
        "started_at": at,
        "day": (at - timedelta(hours=5)).date(),
        "has_time": True,
        "statistic": "measured",
        "lab": "North Fork Laboratories",
        "reported_on": (at - timedelta(hours=5)).date(),
        "value_reported": reported or value,
        "unit_reported": unit,
    } | more


def verdict(
    of: dict[str, Any],
    law: dict[str, Any] | None,
    said: str,
    *,
    judged_on: str = "sample",
    reason: str = "",
    value: str | None = None,
    over: float | None = None,
    note: str | None = None,
    results: list[str] | None = None,
    **more: Any,
) -> dict[str, Any]:
    ids = [of["result_id"]] if results is None else results
    quantity = (
        of["result_id"]
        if judged_on == "sample"
        else f"{judged_on}|{of['user_id']}|{of['parameter']}|{more.get('day', of['day'])}"
    )
    return {
        "verdict_id": "V-" + md5(f"{quantity}|{law and law['limit_id']}".encode()).hexdigest()[:16],
        "quantity_id": quantity,
        "judged_on": judged_on,
        "user_id": of["user_id"],
        "point_id": of["point_id"],
        "parameter": of["parameter"],
        "day": of["day"],
        "period_from": of["day"],
        "period_until": of["day"],
        "known_on": of["reported_on"],
        "verdict": said,
        "reason": reason,
        "depends_on_rule": False,
        "at_least": of["at_least"],
        "at_most": of["at_most"],
        "value": number(value) if value else of["value"],
        "unit": law["unit"] if law and law["unit"] else of["unit"],
        "times_over": over,
        "is_most_stringent": True,
        "is_decisive": bool(law is None or law["is_decisive"]),
        "limit_id": law["limit_id"] if law else None,
        "note": note,
        "n_results": len(ids),
        "n_non_detects": 1 if of["qualifier"] == "non_detect" else 0,
        "result_ids": ids,
    } | more


def utc(day: int, hour: int = 14, minute: int = 5, month: int = 11, year: int = 2026) -> datetime:
    """Five hours ahead of local wall time in November."""
    return (
        datetime(year, month, day, hour + 5, minute)
        if hour < 19
        else datetime(year, month, day, hour - 19, minute) + timedelta(days=1)
    )


def every_shape() -> Rows:
    users = [
        user("IU-0101", "Finch & Foundry Plating"),
        user("IU-0102", "Cold Brook Creamery", "SIU_NONCAT", "vestal-endicott"),
        user("IU-0103", "<script>alert(1)</script> Dyes", "SIU_NONCAT"),
        user("IU-0104", "Lantern Hill Brewing", "NONSIG"),
        user("IU-0105", "Millrace Anodizing"),
        user("IU-0106", "=SUM(A1) Laundry", "NONSIG"),
        user("IU-0107", "Quarry Road Circuits"),
    ]
    cfr = {"book": "federal/433", "url": "https://www.ecfr.gov/current/title-40/part-433"}
    copper_day = limit(
        "copper-day",
        "copper",
        "daily_maximum",
        "3.38",
        "mg/L",
        maximum="3.38",
        judged_on="day",
        citation="40 CFR 433.15(a)",
        **cfr,
    )
    copper_month = limit(
        "copper-month",
        "copper",
        "monthly_average",
        "2.07",
        "mg/L",
        maximum="2.07",
        judged_on="month",
        citation="40 CFR 433.15(a)",
        **cfr,
    )
    copper_local = limit("copper-cap", "copper", "cap", "3.0", "mg/L", maximum="3.0", citation="139-15 C(8)")
    copper_30 = limit(
        "copper-30-day",
        "copper",
        "thirty_day_average",
        "2.0",
        "mg/L",
        maximum="2.0",
        judged_on="rolling_30_days",
        citation="139-15 C(9)",
    )
    cadmium = limit(
        "cadmium-day",
        "cadmium",
        "daily_maximum",
        "0.11",
        "mg/L",
        maximum="0.11",
        judged_on="day",
        citation="40 CFR 433.15(a)",
        **cfr,
    )
    ph = limit(
        "ph-range",
        "ph",
        "range",
        "5.0 to 9.0",
        "s.u.",
        minimum="5.0",
        maximum="9.0",
        dimension="ph",
        citation="139-15 C(3)",
    )
    tss = limit(
        "tss-table",
        "tss",
        "daily_maximum",
        "",
        None,
        dimension=None,
        citation="18-79 table",
        undecided_reason="value_missing",
        book="local/vestal-endicott",
    )
    bod = limit(
        "bod-flag",
        "bod5",
        "daily_average",
        "300",
        "mg/L",
        maximum="300",
        judged_on="day",
        citation="18-80",
        is_decisive=False,
        book="local/vestal-endicott",
    )
    phenol = limit("phenol-cap", "phenol", "cap", "2", "mg/L", maximum="2", citation="139-15 C(12)")
    laws = [copper_day, copper_month, copper_local, copper_30, cadmium, ph, tss, bod, phenol]

    results = [
        result(
            f"R-{100 + n}",
            "IU-0101",
            "copper",
            utc(3, 9, 0, month, year),
            value,
            qualifier=qualifier,
            reported=f"<{value}" if qualifier else None,
        )
        for n, (month, year, value, qualifier) in enumerate(
            [
                (12, 2025, "1.20", ""),
                (1, 2026, "0.005", "non_detect"),
                (2, 2026, "1.85", ""),
                (3, 2026, "2.40", ""),
                (4, 2026, "0.005", "non_detect"),
                (5, 2026, "1.10", ""),
                (6, 2026, "2.95", ""),
                (7, 2026, "3.10", ""),
                (8, 2026, "1.75", ""),
                (9, 2026, "2.20", ""),
                (10, 2026, "1.95", ""),
            ]
        )
    ]
    over = result("R-201", "IU-0101", "copper", utc(17, 9, 5), "4.10")
    cadmium_nd = result("R-202", "IU-0101", "cadmium", utc(17, 9, 5), "0.2", qualifier="non_detect", reported="<0.2")
    late = result(
        "R-203",
        "IU-0101",
        "copper",
        utc(30, 9, 0, 10),
        "3380.5",
        unit="ug/L",
        factor="0.001",
        reported="3,380.5",
        reported_on=date(2026, 11, 20),
        day=date(2026, 10, 30),
    )
    solids = [result(f"R-{210 + n}", "IU-0102", "tss", utc(16 + n, 10, 0), "180") for n in range(3)]
    heavy = result("R-220", "IU-0102", "tss", utc(19, 11, 30), "2400", sample_type="grab")
    sweet = result("R-221", "IU-0102", "bod5", utc(18, 8, 0), "340")
    acid = result(
        "R-230",
        "IU-0103",
        "ph",
        utc(18, 15, 40),
        "4.6",
        unit="s.u.",
        dimension="ph",
        sample_type="grab",
        collected_by="authority",
    )
    tar = result(
        "R-231", "IU-0103", "phenol", utc(18, 15, 40), "5", qualifier="above_range", reported=">5", sample_type="grab"
    )
    brew = result("R-240", "IU-0104", "ph", utc(20, 12, 0), "9.6", unit="s.u.", dimension="ph", sample_type="grab")
    fine = result("R-250", "IU-0105", "copper", utc(19, 9, 0), "0.40")
    before = result(
        "R-260", "IU-0105", "copper", utc(15, 23, 59), "9.9"
    )  # Sunday 15 November, 23:59 local: the week before
    after = result(
        "R-261", "IU-0105", "copper", utc(23, 0, 0), "9.9"
    )  # Monday 23 November, 00:00 local: the week after
    first = result(
        "R-262", "IU-0104", "ph", utc(16, 0, 0), "9.9", unit="s.u.", dimension="ph", sample_type="grab"
    )  # Monday 00:00: in
    results += [over, cadmium_nd, late, *solids, heavy, sweet, acid, tar, brew, fine, before, after, first]

    month_ids = ["R-201"]
    verdicts = [
        verdict(over, copper_local, "exceeds", over=4.1 / 3.0),
        verdict(over, copper_day, "exceeds", judged_on="day", over=4.1 / 3.38),
        verdict(
            over,
            copper_month,
            "exceeds",
            judged_on="month",
            over=4.1 / 2.07,
            note="mean of 1 daily value, period not over yet",
            day=date(2026, 11, 30),
            period_from=date(2026, 11, 1),
            period_until=date(2026, 11, 30),
            results=month_ids,
        ),
        *(
            verdict(
                over,
                copper_30,
                "exceeds",
                judged_on="rolling_30_days",
                value="2.0004",
                over=1.0002,
                note="mean of 2 daily values",
                day=date(2026, 11, d),
                period_from=date(2026, 11, d) - timedelta(days=29),
                period_until=date(2026, 11, d),
                results=["R-201", "R-110"],
            )
            for d in (17, 19)
        ),
        verdict(late, copper_day, "exceeds", judged_on="day", value="3.3805", over=3.3805 / 3.38),
        verdict(cadmium_nd, cadmium, "undecided", judged_on="day", reason="reporting_limit_above_limit"),
        *(verdict(r, tss, "undecided", reason="value_missing") for r in [*solids, heavy]),
        verdict(sweet, bod, "exceeds", judged_on="day", over=340 / 300),
        verdict(acid, ph, "exceeds"),
        verdict(brew, ph, "exceeds"),
        verdict(first, ph, "exceeds"),
        verdict(tar, phenol, "undecided", reason="above_range"),
        verdict(fine, copper_local, "meets", over=0.4 / 3.0),
        verdict(fine, copper_day, "meets", judged_on="day", over=0.4 / 3.38),
        verdict(before, copper_local, "exceeds", over=3.3),
        verdict(after, copper_local, "exceeds", over=3.3),
        *(verdict(r, copper_local, "meets") for r in results[:11]),
    ]

    start = datetime(2026, 11, 18, 18, 40)  # 13:40 local
    readings = [
        {
            "batch_id": "b1a7c0ffee000002",
            "source_file": "flow_meter_0103.csv",
            "source_row": 2 + n,
            "user_id": "IU-0103",
            "point_id": "001",
            "parameter": "flow",
            "read_at": start + timedelta(minutes=n - 60),
            "day": date(2026, 11, 18),
            "value": Decimal(value),
            "unit": "gpm",
            "dimension": "flow",
            "canonical": Decimal(value) * Decimal("5.45099296896"),
            "quality": "ok",
            "step_seconds": 60,
        }
        for n, value in enumerate(["20"] * 60 + ["130", "145", "160", "150"] * 8 + ["22"] * 60)
    ]
    ph_log = [
        {
            "batch_id": "b1a7c0ffee000003",
            "source_file": "ph_logger_0102.csv",
            "source_row": 3 + n,
            "user_id": "IU-0102",
            "point_id": "001",
            "parameter": "ph",
            "read_at": datetime(2026, 11, day, 12) + timedelta(minutes=10 * n),
            "day": date(2026, 11, day),
            "value": Decimal(value),
            "unit": "s.u.",
            "dimension": "ph",
            "canonical": Decimal(value),
            "quality": "ok",
            "step_seconds": 600,
        }
        for day in (16, 17, 18)
        for n, value in enumerate(["7.1", "7.4", "8.2", "6.9"] + (["11.25", "10.4"] if day == 17 else ["7.0"]))
    ]
    logger_high = {
        "verdict_id": "V-logger0000000001",
        "quantity_id": "readings|highest|IU-0102|001|ph|2026-11-17",
        "judged_on": "reading",
        "user_id": "IU-0102",
        "point_id": "001",
        "parameter": "ph",
        "day": date(2026, 11, 17),
        "period_from": date(2026, 11, 17),
        "period_until": date(2026, 11, 17),
        "known_on": date(2026, 11, 17),
        "verdict": "exceeds",
        "reason": "",
        "depends_on_rule": False,
        "at_least": Decimal("11.25"),
        "at_most": Decimal("11.25"),
        "value": Decimal("11.25"),
        "unit": "s.u.",
        "times_over": None,
        "is_most_stringent": True,
        "is_decisive": True,
        "limit_id": ph["limit_id"],
        "note": "highest of 6 readings",
        "n_results": 6,
        "n_non_detects": 0,
        "result_ids": [],
    }
    verdicts.append(logger_high)

    rules = [
        {
            "rule_id": "local/barton/slug-flow@1984",
            "parameter": "flow",
            "base": "own_average",
            "multiple": Decimal(5),
            "dimension": "flow",
            "minutes": 15,
            "duration_is_enough": False,
            "citation": "139-11 (slug)",
            "effective_from": date(1984, 1, 1),
            "effective_until": STILL,
        },
        {
            "rule_id": "local/vestal/slug-tss@1989",
            "parameter": "tss",
            "base": "normal_sewage",
            "multiple": Decimal(5),
            "dimension": "concentration",
            "base_value": Decimal(400),
            "unit": "mg/L",
            "minutes": 15,
            "duration_is_enough": True,
            "citation": "18-76(a)(13)",
            "effective_from": date(1989, 1, 1),
            "effective_until": STILL,
        },
    ]
    base = float(Decimal("22.5") * Decimal("5.45099296896"))
    events = [
        {
            "event_id": "E-flow000000000001",
            "kind": "slug",
            "user_id": "IU-0103",
            "point_id": "001",
            "parameter": "flow",
            "from_at": start,
            "until_at": start + timedelta(minutes=31),
            "day": date(2026, 11, 18),
            "known_on": date(2026, 11, 18),
            "minutes": 31.0,
            "n_values": 32,
            "peak": Decimal(160) * Decimal("5.45099296896"),
            "threshold": 5 * base,
            "base_value": base,
            "n_base": 21,
            "rule_id": rules[0]["rule_id"],
            "source": "readings",
            "note": "",
            "result_ids": [],
        },
        {
            "event_id": "E-tss0000000000001",
            "kind": "possible_slug",
            "user_id": "IU-0102",
            "point_id": "001",
            "parameter": "tss",
            "from_at": heavy["started_at"],
            "until_at": heavy["started_at"],
            "day": heavy["day"],
            "known_on": heavy["day"],
            "minutes": 0.0,
            "n_values": 1,
            "peak": Decimal(2400),
            "threshold": 2000.0,
            "base_value": 400.0,
            "n_base": None,
            "rule_id": rules[1]["rule_id"],
            "source": "one_sample",
            "note": "one sample cannot show a duration: look for meter or logger data, or take a series of grabs",
            "result_ids": ["R-220"],
        },
    ]
    batches = [
        {
            "batch_id": f"b1a7c0ffee00000{n}",
            "kind": "results",
            "files": files,
            "profile": profile,
            "rows_in": n_in,
            "rows_accepted": n_in - refused,
            "rows_refused": refused,
        }
        for n, files, profile, n_in, refused in [
            (1, "northfork_2026-11.csv", "northfork", 29, 3),
            (2, "flow_meter_0103.csv", "flow-meter", 152, 0),
            (3, "ph_logger_0102.csv", "ph-logger", 16, 0),
            (4, "scan_page_1.csv", "catskill", 1, 1),
        ]
    ]
    refused = [
        {
            "batch_id": "b1a7c0ffee000001",
            "source_file": "northfork_2026-11.csv",
            "source_row": row,
            "source_column": "Units",
            "code": "unknown_unit",
            "what": "unit 'ppt' is not known",
            "why": "it may mean parts per thousand or per trillion",
            "mend": "ask the laboratory for mg/L or ug/L",
            "row_text": '{"Units": "ppt"}',
        }
        for row in (18, 40)
    ] + [
        {
            "batch_id": "b1a7c0ffee000001",
            "source_file": "northfork_2026-11.csv",
            "source_row": 41,
            "source_column": "Sample Type",
            "code": "laboratory_quality_row",
            "what": "laboratory control row",
            "why": "it is no sample of a discharge",
            "mend": "nothing to do",
            "row_text": "{}",
        },
        {
            "batch_id": "b1a7c0ffee000004",
            "source_file": "scan_page_1.csv",
            "source_row": 2,
            "source_column": "Value",
            "code": "not_a_number",
            "what": "value '=cmd()' is not a number",
            "why": "a result is a number",
            "mend": "type the number of the paper report",
            "row_text": "{}",
        },
    ]
    units = [
        ("mg/L", "concentration", "1", True),
        ("ug/L", "concentration", "0.001", False),
        ("s.u.", "ph", "1", True),
        ("m3/d", "flow", "1", True),
        ("gpm", "flow", "5.45099296896", False),
    ]
    return {
        "results": results,
        "readings": readings + ph_log,
        "batches": batches,
        "refused_rows": refused,
        "industrial_users": users,
        "limits": laws,
        "slug_rules": rules,
        "verdicts": verdicts,
        "events": events,
        "user_classes": [
            {
                "user_id": u["user_id"],
                "classification": u["classification"],
                "effective_from": date(2020, 1, 1),
                "effective_until": STILL,
                "because": "40 CFR 403.3(v)",
            }
            for u in users
        ],
        "parameters": [
            {"parameter": key, "name": name}
            for key, name in [
                ("copper", "Copper"),
                ("cadmium", "Cadmium"),
                ("ph", "pH"),
                ("tss", "Total suspended solids"),
                ("bod5", "BOD, 5-day"),
                ("phenol", "Phenol"),
                ("flow", "Flow"),
            ]
        ],
        "units": [
            {"unit": u, "dimension": d, "factor": float(f), "addend": 0.0, "is_canonical": c} for u, d, f, c in units
        ],
        "about": [{"limits_digest": "5d1f0c2ab9e47788", "version": "0.1.0"}],
    }


@pytest.fixture
def rows() -> Rows:
    return every_shape()


@pytest.fixture(scope="session")
def history() -> Iterator[History]:
    with in_memory() as made:
        yield load(made, every_shape())


def make_report(history: History, week: str = "2026-W47") -> WeeklyReport:
    zone = ZoneInfo("America/New_York")
    return weekly_report(history, parse_week(week), zone=zone, authority="Tioga Sewer Office", duties=read_duties())


@pytest.fixture(scope="session")
def report(history: History) -> WeeklyReport:
    return make_report(history)


@pytest.fixture(scope="session")
def report_of(history: History) -> Callable[[str], WeeklyReport]:
    return lambda week: make_report(history, week)


@pytest.fixture(scope="session")
def images(report: WeeklyReport) -> dict[str, bytes]:
    return {chart.key: svg(draw_chart(chart), salt=chart.key) for user in report.users for chart in user.charts}


@pytest.fixture
def workspace_of(tmp_path: Path) -> Callable[[Rows], Workspace]:
    """A workspace whose history holds the given rows."""

    def make(rows: Rows) -> Workspace:
        toml = '[authority]\nname = "Tioga Sewer Office"\ntime_zone = "America/New_York"\n'
        (tmp_path / "headworks.toml").write_text(toml, encoding="utf-8")
        workspace = open_folder(tmp_path)
        with rebuild_history(workspace.history_file) as history:
            load(history, rows)
        return workspace

    return make
