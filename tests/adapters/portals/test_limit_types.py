"""Limits with a type beside them, in the same row or in a file of their own (the layout of sample 05)."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from headworks.adapters.lab_files.profile_files import read_profile
from headworks.errors import InputRefusedError
from headworks.stages.ingest import run

HEADINGS = (
    "ActivityIdentifier,ActivityTypeCode,MonitoringLocationIdentifier,ActivityStartDate,ActivityStartTime/Time,"
    "ActivityStartTime/TimeZoneCode,ResultIdentifier,ResultDetectionConditionText,CharacteristicName,ResultSampleFractionText,"
    "ResultMeasureValue,ResultMeasure/MeasureUnitCode,MeasureQualifierCode,ResultStatusIdentifier"
)
TYPED = HEADINGS.replace("ResultIdentifier,", "") + (
    ",DetectionQuantitationLimitTypeName,DetectionQuantitationLimitMeasure/MeasureValue,"
    "DetectionQuantitationLimitMeasure/MeasureUnitCode"
)
LIMITS = (
    "ActivityIdentifier,MonitoringLocationIdentifier,ResultIdentifier,CharacteristicName,DetectionQuantitationLimitTypeName,"
    "DetectionQuantitationLimitMeasure/MeasureValue,DetectionQuantitationLimitMeasure/MeasureUnitCode"
)


def result(name: str, value: str = "", unit: str = "", condition: str = "Not Detected") -> str:
    return f"A-{name},Sample-Routine,SITE-1,2026-03-02,09:05:00,EST,R-{name},{condition},Copper,Total,{value},{unit},,Final"


def limit(name: str, kind: str, value: str, unit: str = "ug/l") -> str:
    return f"A-{name},SITE-1,R-{name},Copper,{kind},{value},{unit}"


def typed(kind: str, number: str) -> str:
    return f"A-1,Sample-Routine,SITE-1,2026-03-02,09:05:00,EST,Not Detected,Copper,Total,,,,Final,{kind},{number},ug/l"


def table(*lines: str) -> str:
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("kind", "reporting", "detection"),
    [("Laboratory Reporting Level", Decimal(5), None), ("Method Detection Level", None, Decimal(5))],
)
def test_a_type_decides_what_a_limit_is(desk, take_in, kind, reporting, detection):
    row, = take_in(desk(["SITE-1"]), x=table(TYPED, typed(kind, "5"))).accepted
    assert (row["reporting_limit"], row["detection_limit"]) == (reporting, detection)
    assert (row["at_most"], row["qualifier"]) == (Decimal("0.005"), "non_detect")  # 5 ug/l


@pytest.mark.parametrize("kind", ["Upper Quantitation Limit", "Drinking Water Maximum", "Water Quality Standard or Criteria"])
def test_what_the_law_allows_is_no_level_of_a_non_detect(desk, take_in, kind):
    taken = take_in(desk(["SITE-1"]), x=table(TYPED, typed(kind, "5")))
    # Without a level there is no unit either: the row cannot be kept, and says so.
    assert (taken.outcome.rows_accepted, taken.outcome.refused_codes) == (0, {"missing_unit": 1})


def test_an_unknown_type_is_refused_with_its_name(desk, take_in):
    taken = take_in(desk(["SITE-1"]), x=table(TYPED, typed("Guesswork Level", "5")))
    assert list(taken.said()) == [("unknown_code", "'Guesswork Level' is not among the codes of this layout")]
    assert taken.refused[0]["source_column"] == "DetectionQuantitationLimitTypeName"


def test_a_rejected_result_is_refused(desk, take_in):
    line = typed("Method Detection Level", "5").replace(",Final,", ",Rejected,")
    taken = take_in(desk(["SITE-1"]), x=table(TYPED, line))
    assert list(taken.said()) == [("rejected_result", "the laboratory itself rejected this result (Rejected Not Detected)")]


def test_limits_of_a_file_of_their_own_are_joined(desk, take_in):
    taken = take_in(
        desk(["SITE-1"]),
        march_results=table(HEADINGS, result("1"), result("2"), result("3", "12", "ug/l", "")),
        march_detection_limits=table(
            LIMITS,
            limit("1", "Method Detection Level", "2"), limit("1", "Upper Quantitation Limit", "1000"),
            limit("1", "Laboratory Reporting Level", "5"), limit("1", "Long Term Method Detection Level", "3"),
            limit("2", "Method Detection Level", "0.002", "mg/l"), limit("3", "Laboratory Reporting Level", "5"),
        ),
    )
    assert taken.outcome.file == "march_detection_limits.csv + march_results.csv"
    assert (taken.outcome.rows_in, taken.outcome.rows_accepted) == (3, 3)
    # The reporting level decides before the detection level; of two detection levels the one of the method.
    first = taken.of_row(2)
    assert (first["reporting_limit"], first["detection_limit"], first["at_most"]) == (Decimal(5), Decimal(2), Decimal("0.005"))
    second = taken.of_row(3)
    assert (second["reporting_limit"], second["detection_limit"], second["detection_limit_unit"]) == (None, Decimal("0.002"), "mg/L")
    assert second["at_most"] == Decimal("0.002")
    third = taken.of_row(4)
    assert (third["qualifier"], third["value"], third["at_most"], third["reporting_limit"]) == ("", Decimal(12), Decimal("0.012"), Decimal(5))


def test_two_levels_of_one_type_are_not_chosen_from(desk, take_in):
    taken = take_in(
        desk(["SITE-1"]), x_results=table(HEADINGS, result("1")),
        x_detection_limits=table(LIMITS, limit("1", "Method Detection Level", "2"), limit("1", "Method Detection Level", "20")),
    )
    assert list(taken.said()) == [("sample_given_twice", "'R-1' is in the limit file more than once, with different content")]


def test_results_are_read_without_their_limits(desk, take_in):
    taken = take_in(desk(["SITE-1"]), x_results=table(HEADINGS, result("3", "12", "ug/l", "")))
    assert (taken.outcome.rows_accepted, taken.accepted[0]["reporting_limit"]) == (1, None)


def test_sample_05_alone_asks_for_its_results(desk, sample):
    assert len(sample("05")) == 5
    ws = desk(["SITE-1"])
    path = ws.incoming_dir / "05_wqp_detection_limits.csv"
    path.write_bytes((Path(__file__).parents[1] / "samples" / path.name).read_bytes())
    outcome, = run(ws, [path]).batches
    assert outcome.status == "refused" and "its partner 05_wqp_results.csv is missing" in str(outcome.problem)


def test_sample_05_joined_to_its_results(desk, take_in, sample):
    rows = sample("05")
    lines = [
        f"{row['ActivityIdentifier']},Sample-Routine,{row['MonitoringLocationIdentifier']},1998-06-01,10:00:00,EST,"
        f"{row['ResultIdentifier']},Not Detected,{row['CharacteristicName']},Dissolved,,,,Historical"
        for row in rows
    ]
    text = (Path(__file__).parents[1] / "samples" / "05_wqp_detection_limits.csv").read_text(encoding="utf-8")
    taken = take_in(
        desk(row["MonitoringLocationIdentifier"] for row in rows), **{"05_wqp_results": table(HEADINGS, *lines), "05_wqp_detection_limits": text},
    )
    # Chloride: one level of 0.8 mg/l and four of 1.0 mg/l, all historical reporting limits.
    assert [row["at_most"] for row in taken.accepted] == [Decimal("0.8"), *[Decimal(1)] * 4]
    assert taken.count("qualifier") == {"non_detect": 5}
    assert [row["reporting_limit"] for row in taken.accepted] == [Decimal("0.8"), *[Decimal(1)] * 4]


def test_a_profile_with_another_meaning_is_refused():
    text = "profile: x\nkind: results\ncolumns: {value: V, detection_limit: L, detection_limit_type: T}\ncodes: {detection_limit_type: {MDL: lowest}}\n"
    with pytest.raises(InputRefusedError) as caught:
        read_profile("x.yaml", text)
    assert "detection_limit_type 'MDL': 'lowest' is not a meaning" in str(caught.value)
