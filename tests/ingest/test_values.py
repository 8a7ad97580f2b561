"""Values and times: golden cases, and what must hold for every text."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from headworks.core.results import apply_codes, bounds, fits, parse_value
from headworks.core.sample_days import read_moment

CODES = {
    "U": "non_detect",
    "ND": "non_detect",
    "J": "estimated",
    "R": "rejected",
    "<": "non_detect",
    ">": "above_range",
    "=": "none",
}
CASES = yaml.safe_load((Path(__file__).parents[1] / "cases" / "values" / "values.yaml").read_text(encoding="utf-8"))
KINDS = {"number", "non_detect", "above_range", "missing", "unreadable"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: repr(case["text"]))
def test_value(case):
    found = parse_value(case["text"], CODES)
    assert (found.kind, found.is_estimated, found.is_rejected) == (
        case["kind"], case.get("estimated", False), case.get("rejected", False),
    )
    assert found.number == (Decimal(case["number"]) if case.get("number") else None)
    assert case.get("why", "") in found.why and bool(found.why) == (case["kind"] == "unreadable")


@pytest.mark.parametrize(("value", "code", "kind", "number"), [
    ("0.02", "U", "non_detect", "0.02"),
    ("0.02", "<", "non_detect", "0.02"),
    ("<0.02", "<", "non_detect", "0.02"),
    ("0", "U", "non_detect", None),  # V11: a zero beside ND is no level
    ("", "U", "non_detect", None),  # V08: only the limits give the level
    ("ND", "U", "non_detect", None),
    ("2420", ">", "above_range", "2420"),
    ("5", "=", "number", "5"),
    ("<0.02", ">", "unreadable", None),
    ("", ">", "unreadable", None),
    ("-3", "U", "unreadable", None),
])
def test_qualifier_column(value, code, kind, number):
    found = apply_codes(parse_value(value, CODES), code, CODES)
    assert (found.kind, found.number) == (kind, Decimal(number) if number else None)


@given(st.text(max_size=12))
def test_any_text_is_one_of_five_kinds(text):
    found = parse_value(text, CODES)
    assert found.kind in KINDS
    assert (found.kind == "unreadable") == bool(found.why)
    assert found.number is None or found.number.is_finite()


@given(st.decimals(min_value=0, max_value=10**9, places=6))
def test_a_number_is_read_back_exactly(number):
    assert parse_value(f"{number:f}").number == number
    assert parse_value(f"{number:,f}").number == number
    low, high = bounds("non_detect", number)
    assert low == 0 and high == number


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("99999999999999999999999", True),
        ("100000000000000000000000", False),
        ("1e-15", True),
        ("1e-16", False),
        ("0", True),
    ],
)
def test_what_the_record_can_keep(text, is_kept):
    assert fits(Decimal(text)) is is_kept


@pytest.mark.parametrize(("text", "form", "at"), [
    ("3/1/2026 9:05", "%m/%d/%Y %H:%M", datetime(2026, 3, 1, 14, 5)),
    ("7/1/2026 9:05", "%m/%d/%Y %H:%M", datetime(2026, 7, 1, 13, 5)),
    ("11/1/2026 0:59", "%m/%d/%Y %H:%M", datetime(2026, 11, 1, 4, 59)),
    ("11/1/2026 2:00", "%m/%d/%Y %H:%M", datetime(2026, 11, 1, 7, 0)),
    ("3/8/2026 1:59", "%m/%d/%Y %H:%M", datetime(2026, 3, 8, 6, 59)),
    ("3/8/2026 3:00", "%m/%d/%Y %H:%M", datetime(2026, 3, 8, 7, 0)),
    ("2026-11-16T08:00:00-08:00", "%Y-%m-%dT%H:%M:%S%z", datetime(2026, 11, 16, 16, 0)),
    ("13/04/2025", "%m/%d/%Y", None),  # V17: day and month are never swapped
    ("2026-02-30", "%Y-%m-%d", None),
    ("3/1/26", "%m/%d/%Y", None),
    ("0026-01-01", "%Y-%m-%d", None),
    ("２026-01-01", "%Y-%m-%d", None),
    ("3/8/2026 2:30", "%m/%d/%Y %H:%M", None),
    ("11/1/2026 1:30", "%m/%d/%Y %H:%M", None),
])
def test_moment(text, form, at):
    assert read_moment(text, [form], ZoneInfo("America/New_York")).at == at


def test_a_reading_below_the_scale_is_no_absence(bench, row, northfork):
    """A pH of "<2" is the worst there is: it lies from the lowest possible pH, 0, to 2."""
    bench.take("a.csv", northfork(row(Analyte="pH", Units="s.u.", Result="<2", MDL="", RL="")))
    (found,) = bench.record()["results"]
    assert (found["at_least"], found["at_most"], found["qualifier"]) == (0, 2, "below_range")
