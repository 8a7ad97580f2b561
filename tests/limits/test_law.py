"""The law as a whole: versions, derived limits, digest, points, tables, and which limits apply, in Python and in SQL."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest

from headworks.adapters.carried import carried
from headworks.adapters.limit_files import Law, load_law
from headworks.core.engine import rule_text
from headworks.core.limits import limits_on
from headworks.core.tables import LAW

PERMIT = "permits/IU-1.yaml"
TWO_VERSIONS = """
        book: permits/IU-1
        title: Permit of IU-1 (made up)
        scope: permit
        applies_to: {user: IU-1, point: "001"}
        source: {citation: Permit IU-1, checked_on: "2026-11-01", checked_by: us}
        settings: {daily_value: each_grab, non_detect_rule: full}
        limits:
          - entry: copper-30-day
            parameter: copper_total
            kind: thirty_day_average
            maximum: "1.30"
            unit: mg/L
            effective_from: "2025-01-01"
            effective_until: "2025-12-31"
            citation: table 1
          - entry: copper-30-day
            parameter: copper_total
            kind: thirty_day_average
            maximum: "900"
            unit: ug/L
            effective_from: "2026-02-01"
            gap: suspended in January 2026
            citation: table 1 as amended
          - entry: copper-cap
            parameter: copper_total
            kind: cap
            derived: {from: copper-30-day, times: "5"}
            effective_from: "2025-07-01"
            citation: table 1, note
          - entry: copper-daily
            parameter: copper_total
            kind: daily_maximum
            maximum: "3"
            maximum_inclusive: false
            unit: mg/L
            effective_from: "2025-01-01"
            citation: table 1
          - entry: copper-report
            parameter: copper_total
            kind: monthly_average
            undecided: report_only
            effective_from: "2025-01-01"
            citation: table 2
"""


def test_a_derived_limit_follows_each_version_of_its_base(law_folder: Any) -> None:
    law = law_folder.load({PERMIT: TWO_VERSIONS})
    caps = [row for row in law.limits if row["entry_id"] == "copper-cap"]
    assert [(r["maximum"], r["unit"], r["effective_from"], r["effective_until"], r["derived_from"]) for r in caps] == [
        (Decimal("6.50"), "mg/L", date(2025, 7, 1), date(2025, 12, 31), "5 x copper-30-day"),
        (Decimal("4500"), "ug/L", date(2026, 2, 1), date(9999, 12, 31), "5 x copper-30-day"),
    ]
    assert [row["limit_id"] for row in caps] == ["permits/IU-1/copper-cap@2025-07-01", "permits/IU-1/copper-cap@2026-02-01"]
    assert [row["maximum_canonical"] for row in caps] == [Decimal("6.50"), Decimal("4.5")]


def test_a_limit_is_not_derived_from_a_derived_one(law_folder: Any) -> None:
    chain = TWO_VERSIONS.replace("kind: daily_maximum\n            maximum: \"3\"\n            maximum_inclusive: false\n            unit: mg/L",
                                 "kind: cap\n            derived: {from: copper-cap, times: \"2\"}")  # fmt: skip
    assert [fault.code for fault in law_folder.faults({PERMIT: chain})] == ["unknown_base"]


def test_settings_of_a_book_reach_its_rows(law_folder: Any) -> None:
    law = law_folder.load({PERMIT: TWO_VERSIONS})
    daily = next(row for row in law.limits if row["entry_id"] == "copper-daily")
    assert (daily["judged_on"], daily["non_detect_rule"], daily["maximum_allowed"], daily["printed"]) == (
        "sample", "full", False, "below 3 mg/L",
    )  # fmt: skip
    report = next(row for row in law.limits if row["entry_id"] == "copper-report")
    assert (report["undecided_reason"], report["judged_on"], report["dimension"], report["printed"]) == (
        "report_only", "month", None, "report only",
    )  # fmt: skip


def test_the_digest_is_of_content_alone(law_folder: Any) -> None:
    first = law_folder.load()
    assert law_folder.load(into="elsewhere").digest == first.digest
    written = law_folder.folder / "limits"
    windows = {name: (written / name).read_bytes().replace(b"\n", b"\r\n") for name in law_folder.sound}
    assert law_folder.load(windows, into="windows").digest == first.digest
    other = law_folder.load(law_folder.changed(PERMIT, "1.30", "1.31"), into="other")
    assert other.digest != first.digest


def test_the_library_fills_what_the_workspace_lacks(law_folder: Any) -> None:
    library = law_folder.write(into="library")
    lacking = {"units.yaml": None, "federal/part-433.yaml": None}
    workspace = law_folder.write({**lacking, **law_folder.changed("parameters.yaml", "name: Copper, total", "name: Our copper")})
    law = load_law(workspace, library)
    assert law.parameters.name("copper_total") == "Our copper"  # the workspace's own file wins
    assert [row["maximum"] for row in law.limits if row["book_id"] == "federal/part-433"] == [Decimal("3.38")]
    assert len([row for row in law.limits if row["scope"] == "local"]) == 2  # a town's book is never borrowed twice


def test_points_by_every_name(law_folder: Any) -> None:
    law = law_folder.load()
    for name in ("Plating line", " PLATING  line", "IU-1 001P", "iu-1-001p", "IU-1/001P"):
        assert law.point_named(name) == ("IU-1", "001P")
    assert law.point_named("001") is None


def test_classes_of_users(law_folder: Any) -> None:
    two = law_folder.changed("users/IU-1.yaml", 'effective_until: null, because: "40 CFR 403.3(v)"}', """effective_until: "2025-12-31", because: a}
          - {class: NSCIU, effective_from: "2026-01-01", because: "40 CFR 403.3(v)(2)"}""")  # fmt: skip
    law = law_folder.load(two)
    assert [(row["classification"], row["effective_until"]) for row in law.user_classes] == [
        ("SIU_CIU", date(2025, 12, 31)), ("NSCIU", date(9999, 12, 31)),
    ]  # fmt: skip
    assert (law.users[0]["classification"], law.users[0]["is_significant"]) == ("NSCIU", False)


def test_tables_have_the_columns_of_the_history(law_folder: Any) -> None:
    tables = law_folder.load().tables()
    assert list(tables) == [table.name for table in LAW]
    assert all(tables[table.name].column_names == table.names for table in LAW)


def in_sql(law: Law, day: date) -> set[tuple[Any, ...]]:
    with duckdb.connect() as connection:
        for name, table in law.tables().items():
            connection.register(name, table)
        rule = rule_text("limits_at_points")
        found = connection.execute(
            f"select user_id, point_id, limit_id, undecided_reason from ({rule}) where $day between effective_from and effective_until",
            {"day": day},
        ).fetchall()
    return set(found)


@pytest.mark.parametrize("day", [date(1985, 1, 1), date(2019, 12, 31), date(2026, 2, 28), date(2026, 3, 1), date(2026, 12, 1)])
def test_python_and_sql_choose_the_same_limits(day: date) -> None:
    law = load_law(carried("limits"))
    chosen = {
        (row["user_id"], row["point_id"], row["limit_id"], row["undecided_reason"])
        for user in law.users
        for row in limits_on(law.limits, law.users, law.points, law.categories, day, user["user_id"])
    }
    assert chosen == in_sql(law, day)


def user(name: str, area: str, options: str = "[]") -> str:
    return f"""
        user: {name}
        name: {name} (made up)
        service_area: {area}
        classification: [{{class: SIU_CIU, effective_from: "2020-01-01", because: example}}]
        monitoring_points: [{{point: P, kind: end_of_process}}, {{point: M, kind: end_of_pipe}}]
        categories:
          - {{part: "433", subpart: A, standard: PSES, point: P, options: {options}, effective_from: "2020-01-01", citation: example}}
    """


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> Law:
    """One metal finisher in each service area, under the carried books."""
    folder = tmp_path_factory.mktemp("towns")
    for name in ("barton", "vestal-endicott", "vestal-joint"):
        (folder / "local").mkdir(exist_ok=True)
        (folder / "local" / f"{name}.yaml").write_bytes((carried("limits") / "local" / f"{name}.yaml").read_bytes())
    (folder / "users").mkdir()
    for name, area, options in (("B", "barton", "[]"), ("E", "vestal-endicott", "[amenable_cyanide]"), ("J", "vestal-joint", "[]")):
        (folder / "users" / f"{name}.yaml").write_text(user(name, area, options), encoding="utf-8")
    return load_law(folder, carried("limits"))


def reasons(law: Law, user_id: str, point: str, parameter: str) -> dict[str, str | None]:
    found = limits_on(law.limits, law.users, law.points, law.categories, date(2026, 12, 1), user_id)
    return {
        row["limit_id"].split("@")[0]: row["undecided_reason"]
        for row in found if row["point_id"] == point and row["parameter"] == parameter
    }  # fmt: skip


def test_a_metal_is_never_met_with_silence(towns: Law) -> None:
    assert reasons(towns, "B", "M", "copper_total") == {"local/barton/metals": "applies_at_plant"}
    assert reasons(towns, "B", "M", "nickel_total") == {"local/barton/metals-and-the-like": "applies_at_plant"}
    assert reasons(towns, "E", "M", "copper_total") == {"local/vestal-endicott/table-of-limits": "value_missing"}
    assert reasons(towns, "J", "M", "copper_total") == {"local/vestal-joint/board-concentration": "value_elsewhere"}
    assert reasons(towns, "J", "M", "ph") == {"federal/part-403/ph-minimum": None, "local/vestal-joint/board-ph": "value_elsewhere"}


def test_amenable_cyanide_takes_the_place_of_total_where_agreed(towns: Law) -> None:
    total, amenable = "federal/part-433/pses-cyanide-daily-maximum", "federal/part-433/pses-cyanide-amenable-daily-maximum"
    assert total in reasons(towns, "B", "P", "cyanide_total")
    assert amenable not in reasons(towns, "B", "P", "cyanide_amenable")
    assert total not in reasons(towns, "E", "P", "cyanide_total")
    assert amenable in reasons(towns, "E", "P", "cyanide_amenable")
    assert total not in reasons(towns, "B", "M", "cyanide_total")  # a categorical limit holds at its own point only
    day = date(2026, 12, 1)
    in_python = {
        (row["user_id"], row["point_id"], row["limit_id"], row["undecided_reason"])
        for user_id in ("B", "E", "J")
        for row in limits_on(towns.limits, towns.users, towns.points, towns.categories, day, user_id)
    }
    assert in_python == in_sql(towns, day)


def test_why_a_limit_applies(towns: Law) -> None:
    found = limits_on(towns.limits, towns.users, towns.points, towns.categories, date(2026, 12, 1), "E")
    why = {(row["point_id"], row["limit_id"].split("@")[0]): row["why"] for row in found}
    assert why["P", "federal/part-433/pses-cyanide-amenable-daily-maximum"] == (
        "point P is under 40 CFR 433 PSES, alternative amenable_cyanide agreed (example)"
    )
    assert why["M", "federal/part-403/heat-at-plant"] == "binds every industrial user; a limit of the treatment plant's influent"
    assert why["M", "local/vestal-endicott/ph-range"] == "E discharges to service area vestal-endicott"


def test_no_limits_for_a_stranger(towns: Law) -> None:
    assert limits_on(towns.limits, towns.users, towns.points, towns.categories, date(2026, 12, 1), "nobody") == []


def test_every_user_file_carried_is_used() -> None:
    law = load_law(carried("limits"))
    names = {path.stem for path in Path(carried("limits") / "users").glob("*.yaml")}
    assert {row["user_id"] for row in law.users} == names
