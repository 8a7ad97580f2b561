"""The books that headworks carries: every number of the law as it was read, and nothing that was not."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from headworks.adapters.carried import carried
from headworks.adapters.limit_files import load_law

LAW = load_law(carried("limits"))
EXPECTED = yaml.safe_load((Path(__file__).parent / "part_433_expected.yaml").read_text(encoding="utf-8"))
STILL = date(9999, 12, 31)


def rows(book: str, entry: str | None = None, parameter: str | None = None) -> list[dict[str, Any]]:
    return [
        row for row in LAW.limits
        if row["book_id"] == book and entry in (None, row["entry_id"]) and parameter in (None, row["parameter"])
    ]  # fmt: skip


def one(book: str, entry: str, parameter: str | None = None) -> dict[str, Any]:
    found = rows(book, entry, parameter)
    assert len(found) == 1
    return found[0]


def part_433() -> list[tuple[str, str, str, str]]:
    listed = []
    for standard in ("pses", "psns"):
        for parameter, values in EXPECTED[standard].items():
            kinds = zip(("daily_maximum", "monthly_average"), values, strict=True)
            listed += [(standard.upper(), parameter, kind, value) for kind, value in kinds if value is not None]
    return listed


@pytest.mark.parametrize(("standard", "parameter", "kind", "value"), part_433())
def test_part_433_value(standard: str, parameter: str, kind: str, value: str) -> None:
    first = date(1986, 2, 15) if standard == "PSES" else date(1983, 8, 29)
    found = [
        row for row in rows("federal/part-433", parameter=parameter)
        if (row["standard"], row["kind"], row["effective_from"]) == (standard, kind, first)
    ]  # fmt: skip
    assert [(row["maximum"], row["unit"], row["maximum_allowed"], row["effective_until"]) for row in found] == [
        (Decimal(value), "mg/L", True, STILL)
    ]
    assert found[0]["judged_on"] == {"daily_maximum": "day", "monthly_average": "month"}[kind]
    assert (found[0]["part"], found[0]["subpart"], found[0]["applies_at"]) == ("433", "A", "end_of_process")
    assert found[0]["citation"].startswith(f"40 CFR 433.{15 if standard == 'PSES' else 17}(")
    options = {"cyanide_total": (None, "amenable_cyanide"), "cyanide_amenable": ("amenable_cyanide", None)}
    assert (found[0]["option"], found[0]["unless_option"]) == options.get(parameter, (None, None))


def test_part_433_has_no_other_rows() -> None:
    assert len(part_433()) == 38
    assert len(rows("federal/part-433")) == 39  # and the interim limit of total toxic organics
    interim, final = sorted(rows("federal/part-433", "pses-tto-daily-maximum"), key=lambda row: row["effective_from"])
    assert (interim["maximum"], interim["citation"]) == (Decimal(EXPECTED["interim_tto"]), "40 CFR 433.15(e)")
    assert (interim["effective_from"], interim["effective_until"]) == (date(1984, 6, 30), date(1986, 2, 14))
    assert final["effective_from"] == date(1986, 2, 15)


def test_part_403_prohibitions() -> None:
    ph = one("federal/part-403", "ph-minimum")
    assert (ph["minimum"], ph["minimum_allowed"], ph["maximum"], ph["judges"]) == (Decimal("5.0"), True, None, "grabs")
    flash = one("federal/part-403", "flashpoint-minimum")
    assert (flash["minimum"], flash["unit"], flash["minimum_allowed"]) == (Decimal(140), "degF", True)
    heat = one("federal/part-403", "heat-at-plant")
    assert (heat["maximum"], heat["maximum_allowed"], heat["applies_at"]) == (Decimal(104), True, "headworks")
    assert {row["service_area"] for row in rows("federal/part-403")} == {None}
    assert all(row["user_id"] is None and row["part"] is None for row in rows("federal/part-403"))


@pytest.mark.parametrize(
    ("entry", "parameter", "low", "high", "unit", "kind", "judges", "citation"),
    [
        ("temperature", "temperature", None, "104", "degF", "instantaneous_maximum", "grabs", "18-76(a)(1)"),
        ("ph-range", "ph", "6", "9", "s.u.", "range", "grabs", "18-76(a)(7)"),
        ("oil-and-grease", "oil_and_grease", None, "50", "ppm", "daily_average", "any_sample", "18-76(a)(2)"),
        ("gases", "hydrogen_sulfide", None, "2", "ppm", "instantaneous_maximum", "any_sample", "18-76(a)(4)"),
        ("gases", "sulfide_total", None, "2", "ppm", "instantaneous_maximum", "any_sample", "18-76(a)(4)"),
        ("gases", "sulfur_dioxide", None, "2", "ppm", "instantaneous_maximum", "any_sample", "18-76(a)(4)"),
        ("gases", "nitrogen_oxides", None, "2", "ppm", "instantaneous_maximum", "any_sample", "18-76(a)(4)"),
        ("bod-admission", "bod5", None, "240", "ppm", "instantaneous_maximum", "any_sample", "18-76(d)(1)"),
        ("tss-admission", "tss", None, "400", "ppm", "instantaneous_maximum", "any_sample", "18-76(d)(2)"),
        ("garbage-particle", "particle_size", None, "0.5", "in", "cap", "any_sample", "18-76(a)(16), 18-21"),
    ],
)  # fmt: skip
def test_vestal_endicott_value(
    entry: str, parameter: str, low: str | None, high: str, unit: str, kind: str, judges: str, citation: str
) -> None:
    row = one("local/vestal-endicott", entry, parameter)
    assert row["minimum"] == (None if low is None else Decimal(low))
    assert (row["maximum"], row["unit"], row["kind"], row["judges"]) == (Decimal(high), unit, kind, judges)
    assert (row["minimum_allowed"], row["maximum_allowed"], row["citation"]) == (True, True, citation)
    if entry.endswith("-admission"):
        assert row["finding"] == "above admission limit; needs acceptance under 18-76(h)"


def test_vestal_endicott_holds_no_other_number() -> None:
    numbers = [row for row in rows("local/vestal-endicott") if row["maximum"] is not None or row["minimum"] is not None]
    assert len(numbers) == 10
    missing = rows("local/vestal-endicott", "table-of-limits")
    assert {row["undecided_reason"] for row in missing} == {"value_missing"}
    assert {row["parameter"] for row in missing} == set(LAW.parameters.with_dimension("concentration"))
    assert {row["parameter"] for row in missing} >= {"copper_total", "zinc_total", "bod5", "cyanide_total", "tto"}


def test_vestal_joint_holds_no_number_of_its_own() -> None:
    # The one number is of division 1 of the article, which binds the sewers of both plants (18-21).
    found = [row for row in rows("local/vestal-joint") if row["entry_id"] != "garbage-particle"]
    assert {row["undecided_reason"] for row in found} == {"value_elsewhere"}
    assert {row["parameter"] for row in found} == {*LAW.parameters.with_dimension("concentration"), "ph", "temperature"}


def test_barton_values() -> None:
    ph = one("local/barton", "ph-range")
    assert (ph["minimum"], ph["maximum"], ph["citation"]) == (Decimal("5.0"), Decimal("9.0"), "139-15 C(3)")
    assert (ph["flag_above"], ph["flag_up_to"]) == (Decimal("9.0"), Decimal("9.5"))
    heat = one("local/barton", "temperature-at-user")
    assert (heat["maximum"], heat["unit"], heat["flag_above"], heat["flag_up_to"]) == (150, "degF", 149, 150)
    assert (one("local/barton", "temperature-at-plant")["maximum"], one("local/barton", "temperature-at-plant")["applies_at"]) == (
        104, "headworks",
    )  # fmt: skip
    oil = one("local/barton", "petroleum-oil")
    assert (oil["maximum"], oil["unit"], oil["judges"], oil["judged_on"]) == (Decimal(100), "mg/L", "any_sample", "sample")
    particle = one("local/barton", "garbage-particle")
    assert particle["maximum_canonical"] == Decimal("12.7")  # 1/2 in. = 1.27 cm
    assert len([row for row in rows("local/barton") if row["maximum"] is not None]) == 5
    for metal in ("iron_total", "chromium_total", "copper_total", "zinc_total"):
        row = one("local/barton", "metals", metal)
        assert (row["undecided_reason"], row["applies_at"], row["citation"]) == ("value_elsewhere", "headworks", "139-15 D(5)")
    assert {row["parameter"] for row in rows("local/barton", "unusual-strength")} >= {"bod5", "cod", "chlorine_demand", "tds", "color"}


def test_slugs() -> None:
    vestal = {row["parameter"]: row for row in LAW.slug_rules if row["service_area"] == "vestal-endicott"}
    assert {key: row["base_value"] * row["multiple"] for key, row in vestal.items()} == {"tss": 2000, "bod5": 1200}
    assert all((row["minutes"], row["duration_is_enough"], row["dimension"]) == (15, True, "concentration") for row in vestal.values())
    barton = [row for row in LAW.slug_rules if row["service_area"] == "barton"]
    assert {row["parameter"] for row in barton} == {*LAW.parameters.with_dimension("concentration"), "flow"}
    assert not {"ph", "temperature"} & {row["parameter"] for row in barton}
    for row in barton:
        assert (row["base"], row["multiple"], row["minutes"], row["duration_is_enough"]) == ("own_average", 5, 15, False)
        assert (row["base_value"], row["unit"], row["baseline_days"], row["baseline_least_days"]) == (None, None, 30, 5)
        assert row["question"]
        assert row["dimension"] == ("flow" if row["parameter"] == "flow" else "concentration")
    assert not [row for row in LAW.slug_rules if row["service_area"] == "vestal-joint"]


@pytest.mark.parametrize(
    ("book", "words"),
    [
        ("local/vestal-endicott", ["400 ppm", "240 ppm", "50 ppm", "10,000 ppm", "2,500 ppm", "10 ppm", "5 times", "1/2 inch", "never a substitute"]),
        ("local/barton", ["9.5"]),
        ("local/vestal-joint", ["140 F (60 C)", "6 months"]),
    ],
)  # fmt: skip
def test_numbers_that_judge_nothing_are_kept(book: str, words: list[str]) -> None:
    text = " ".join(row["text"] for row in LAW.references if row["book_id"] == book)
    assert [word for word in words if word not in text] == []


def test_every_limit_can_be_looked_up() -> None:
    for row in LAW.limits:
        assert row["citation"] and row["printed"]
        assert (row["undecided_reason"] is None) == (row["dimension"] is not None)
    assert len({row["limit_id"] for row in LAW.limits}) == len(LAW.limits)
    assert len({row["rule_id"] for row in LAW.slug_rules}) == len(LAW.slug_rules)
