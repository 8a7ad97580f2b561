"""Wide monthly tables (samples 06 and 07) and a report below free text (08): counts of the samples' own description."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

INDUSTRIAL, DOMESTIC, WIN = "06_fl_industrial_monthly_2020.txt", "07_fl_domestic_monthly_2017_2018.txt", "08_fl_win_waves_report.txt"
VALUES = ["BOD", "TSS", "Total.N", "NO2.NO3", "NH4", "TKN", "Organic.N", "Total.P", "PO4"]
FLOW = "Average.Daily.Flow..ADF...mgd."
MGD = Decimal("3785.411784")  # m3 a day: 264.172... gal = 1 m3, the gallon being 3.785411784 L


def _decimals(number: Decimal) -> int:
    return max(0, -int(number.normalize().as_tuple().exponent))


def _too_fine(rows: list[dict[str, str]], with_unit: Any) -> int:
    """Values with more than 15 digits after the point, which the record does not keep."""
    values = [Decimal(row[name].replace("<", "").strip()) for row in rows for name in VALUES if with_unit(row, name)]
    return sum(_decimals(value) > 15 for value in values) + sum(_decimals(Decimal(row[FLOW]) * MGD) > 15 for row in rows)


def test_an_industrial_table_of_twelve_months(table: Any, sent_rows: Any) -> None:
    outcome = table.sample(INDUSTRIAL)
    # 12 months x (flow and nine parameters with values); "Other N" and "Other P" are NA throughout.
    assert (outcome.profile, outcome.rows_in) == ("fl-monthly", 12 * 10)
    # BOD and TSS have no unit in any month: 2 x 12.
    too_fine = _too_fine(sent_rows(INDUSTRIAL, "\t"), lambda row, name: name not in ("BOD", "TSS"))
    assert outcome.refused_codes == {"missing_unit": 24, "value_out_of_range": too_fine}
    assert outcome.rows_accepted == 120 - 24 - too_fine
    assert "Other.N..species." in outcome.columns_unused


def test_the_sign_in_the_value_cell_and_in_its_qualifier_column_is_one_non_detect(table: Any) -> None:
    rows = table.meanings(INDUSTRIAL)
    censored = Counter(row["parameter"] for row in rows if row["qualifier"] == "non_detect")
    assert censored == {"ammonia_n": 9, "nitrate_nitrite_n": 2}
    first = next(row for row in rows if row["parameter"] == "ammonia_n")
    assert (first["value"], first["unit"], first["qualifier"], first["at_least"], first["at_most"]) == (
        Decimal("0.02"), "mg/L", "non_detect", 0, Decimal("0.02"))


def test_a_month_is_a_period_from_its_first_day_to_its_last(table: Any) -> None:
    table.sample(INDUSTRIAL)
    results = table.record()["results"]
    february = next(row for row in results if row["sampled_at_reported"] == "2020 2")
    assert (february["statistic"], str(february["period_from"]), str(february["period_until"])) == (
        "monthly_average", "2020-02-01", "2020-02-29")


def test_a_domestic_table_where_only_the_qualifier_column_tells_the_censoring(table: Any, sent_rows: Any) -> None:
    outcome = table.sample(DOMESTIC)
    # 3 outfalls x 24 months x 10; units stand in 27 of the 72 rows, and flow has its own in the heading: 45 x 9 without.
    too_fine = _too_fine(sent_rows(DOMESTIC, "\t"), lambda row, name: row["BOD..Unit"] == "mg/l")
    assert (outcome.rows_in, outcome.refused_codes) == (720, {"missing_unit": 405, "value_out_of_range": too_fine})
    censored = Counter(row["parameter"] for row in table.meanings(DOMESTIC) if row["qualifier"] == "non_detect")
    assert censored == {"tss": 18, "ammonia_n": 24}


def test_every_outfall_of_a_domestic_table_is_a_point_of_its_own(table: Any) -> None:
    points = Counter(row["point_id"] for row in table.meanings(DOMESTIC))
    assert points == {"002": 240, "003": 240, "004": 240}


def test_a_report_below_lines_of_free_text(table: Any) -> None:
    outcome = table.sample(WIN)
    assert (outcome.profile, outcome.rows_in, outcome.rows_accepted) == ("win-report", 92, 76)
    # "Not Reported" beside an empty number is no result, and no non-detect either.
    assert outcome.refused_codes == {"missing_value": 16}
    results = table.record()["results"]
    assert Counter(row["qualifier"] for row in results) == {"": 56, "non_detect": 16, "estimated": 4}
    assert {row["unit"] for row in results} == {"mg/L"}
    # Inverted names: the four parameters the report was asked for.
    assert {row["parameter"] for row in results} == {"tkn", "nitrate_nitrite_n", "phosphorus_total", "tss"}


def test_u_is_a_non_detect_at_its_number_and_i_lies_between_the_two_limits(table: Any) -> None:
    table.sample(WIN)
    results = table.record()["results"]
    absent = [row for row in results if row["qualifier"] == "non_detect"]
    assert all(row["value"] == row["detection_limit"] == row["at_most"] and row["at_least"] == 0 for row in absent)
    between = [row for row in results if row["qualifier"] == "estimated"]
    assert between
    assert all(row["detection_limit"] <= row["value"] <= row["reporting_limit"] for row in between)
    assert all(row["at_least"] == row["at_most"] == row["value"] for row in between)


def test_the_words_of_a_missing_result_in_the_qualifier_column(table: Any) -> None:
    sent = (
        '"Activity ID"|"Monitoring Location ID"|"Activity Start Date Time"|"Activity Type"|"DEP Analyte Name"|'
        '"DEP Result Value Number"|"DEP Result Unit"|"DEP MDL"|"DEP PQL"|"Value Qualifier"\r\n'
        'A1|06-06|03/02/2026 09:00:00|Sample|Copper||ug/L|1|4|*Not Reported\r\n'
        'A1|06-06|03/02/2026 09:00:00|Sample|Zinc|7|ug/L|1|4|*Not Reported\r\n'
        'A2|06-06|03/02/2026 09:05:00|Field Blank|Zinc|7|ug/L|1|4|\r\n'
    )
    outcome = table.take("words.txt", sent)
    assert (outcome.rows_accepted, outcome.refused_codes) == (
        0, {"missing_value": 1, "unreadable_value": 1, "laboratory_quality_row": 1})
