"""The WQX Web template, in its newer and its older headings."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest

NAMES = [
    "Project ID", "Monitoring Location ID", "Activity ID (CHILD-subset)", "Activity ID User Supplied (PARENTs)", "Activity Type",
    "Activity Media Name", "Activity Start Date", "Activity Start Time", "Activity Start Time Zone", "Characteristic Name",
    "Method Speciation", "Result Detection Condition", "Result Value", "Result Unit", "Result Measure Qualifier",
    "Result Sample Fraction", "Result Status ID", "Statistical Base Code", "Result Analytical Method ID",
    "Result Analytical Method Context", "Analysis Start Date", "Result Detection/Quantitation Limit Type",
    "Result Detection/Quantitation Limit Measure", "Result Detection/Quantitation Limit Unit", "Result Comment",
]
SOUND = {
    "Monitoring Location ID": "OUT-1", "Activity ID (CHILD-subset)": "OUT-1:20260302", "Activity Type": "Sample-Routine",
    "Activity Media Name": "Water", "Activity Start Date": "3/2/2026", "Activity Start Time": "9:05", "Activity Start Time Zone": "EST",
    "Characteristic Name": "Copper", "Result Value": "12.5", "Result Unit": "ug/l", "Result Sample Fraction": "Total",
    "Result Status ID": "Final", "Result Analytical Method ID": "200.8", "Result Analytical Method Context": "USEPA",
    "Analysis Start Date": "3/4/2026", "Result Detection/Quantitation Limit Type": "Method Detection Level",
    "Result Detection/Quantitation Limit Measure": "0.5", "Result Detection/Quantitation Limit Unit": "ug/l",
}


def sheet(*rows: dict[str, str], names: list[str] = NAMES) -> str:
    lines = [",".join(names), *(",".join({**SOUND, **row}.get(name, "") for name in NAMES) for row in rows)]
    return "\n".join(lines) + "\n"


def test_a_row_of_the_template(desk, take_in):
    taken = take_in(desk(["OUT-1"]), x=sheet({}))
    assert (taken.outcome.profile, taken.outcome.rows_accepted) == ("wqx-web", 1)
    row, = taken.accepted
    assert (row["parameter"], row["fraction"], row["value"], row["unit"]) == ("copper_total", "total", Decimal("12.5"), "ug/L")
    assert (row["method"], row["detection_limit"], row["reporting_limit"]) == ("USEPA 200.8", Decimal("0.5"), None)
    assert row["started_at"] == datetime(2026, 3, 2, 14, 5)  # 9:05 EST


def test_older_headings_with_trailing_blanks(desk, take_in):
    names = [f"{'Result Measure' if name == 'Result Value' else name} " for name in NAMES]
    taken = take_in(desk(["OUT-1"]), x=sheet({}, names=names))
    assert (taken.outcome.profile, taken.accepted[0]["value"]) == ("wqx-web", Decimal("12.5"))


@pytest.mark.parametrize(
    ("cells", "qualifier", "most"),
    [
        ({"Result Detection Condition": "Not Detected", "Result Value": "", "Result Unit": ""}, "non_detect", Decimal("0.0005")),
        ({"Result Measure Qualifier": "U"}, "non_detect", Decimal("0.0125")),
        ({"Result Measure Qualifier": "J"}, "estimated", Decimal("0.0125")),
    ],
)
def test_qualifiers(desk, take_in, cells, qualifier, most):
    row, = take_in(desk(["OUT-1"]), x=sheet(cells)).accepted
    assert (row["qualifier"], row["at_most"]) == (qualifier, most)


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ({"Activity Type": "Quality Control Sample-Field Blank"}, "laboratory_quality_row"),
        ({"Activity Type": "Quality Control Sample-Lab Matrix Spike"}, "laboratory_quality_row"),
        ({"Activity Type": "Something new"}, "unknown_code"),
        ({"Result Status ID": "Rejected"}, "rejected_result"),
        ({"Result Detection Condition": "*Not Reported", "Result Value": ""}, "missing_value"),
        ({"Activity Start Time Zone": "XYZ"}, "unknown_code"),
    ],
)
def test_what_is_no_result_is_refused(desk, take_in, cells, code):
    assert take_in(desk(["OUT-1"]), x=sheet(cells)).outcome.refused_codes == {code: 1}


def test_a_statistic_is_no_sample(desk, take_in):
    row, = take_in(desk(["OUT-1"]), x=sheet({"Statistical Base Code": "Mean"})).accepted
    assert row["statistic"] == "Mean"


def test_speciation_is_the_basis(desk, take_in):
    cells = {"Characteristic Name": "Nitrate", "Method Speciation": "as NO3", "Result Sample Fraction": "Dissolved"}
    row, = take_in(desk(["OUT-1"]), x=sheet(cells)).accepted
    assert (row["parameter"], row["basis"], row["fraction"]) == ("nitrate_n", "NO3", "dissolved")
