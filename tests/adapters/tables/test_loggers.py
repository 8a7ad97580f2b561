"""Loggers: a HOBOware export (sample 10), a historian without headings (11), a multiprobe as CSV and XLSX (12)."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from decimal import Decimal
from typing import Any

HOBO, HISTORIAN, PROBE = "10_hobo_u23_hoboware.csv", "11_memphis_effluent_flow_hourly.csv", "12_multiprobe_continuous"


def test_a_logger_export_with_a_title_line_and_units_in_its_headings(table: Any) -> None:
    outcome = table.sample(HOBO, profile="hobo")
    assert (outcome.rows_in, outcome.rows_accepted) == (1000, 1000)
    # Humidity, battery and dew point are of the logger's own air.
    assert [name.split(",")[0] for name in outcome.columns_unused[:3]] == ["RH", "Batt", "DewPt"]
    readings = sorted(table.record()["readings"], key=lambda row: row["read_at"])
    assert {(row["parameter"], row["unit"], row["point_id"]) for row in readings} == {("temperature", "degF", "001")}
    # GMT-08:00 of the heading: 13 January 01:00 and 23 February 16:00 are 09:00 and 24:00 UTC. 31.440 is the file's first.
    first, last = readings[0], readings[-1]
    assert (first["read_at"].replace(tzinfo=None), first["value"]) == (datetime(2017, 1, 13, 9), Decimal("31.44"))
    assert last["read_at"].replace(tzinfo=None) == datetime(2017, 2, 24, 0)


def test_the_export_is_recognised_by_its_headings(table: Any) -> None:
    outcome = table.sample(HOBO)
    assert (outcome.rows_in, outcome.rows_accepted) == (1000, 1000)


def test_two_sensors_of_one_logger_are_two_series_and_an_event_is_no_reading(table: Any) -> None:
    sent = (
        '"Plot Title: Testbed manhole"\r\n'
        '"#","Date Time, GMT-05:00","Temp, °F (LGR S/N: 1, SEN S/N: 2)","pH, SU (LGR S/N: 1, SEN S/N: 3)","Stopped (LGR S/N: 1)"\r\n'
        "1,03/02/26 01:00:00 PM,60.1,7.2,\r\n2,03/02/26 01:15:00 PM,60.2,,\r\n3,03/02/26 01:20:00 PM,,,Logged\r\n"
    )
    outcome = table.take("two.csv", sent)
    assert (outcome.profile, outcome.rows_in, outcome.rows_accepted) == ("hobo", 3, 3)
    assert Counter(row["parameter"] for row in table.record()["readings"]) == {"temperature": 2, "ph": 1}


def test_a_historian_export_whose_name_says_what_it_holds(memphis: Any) -> None:
    outcome = memphis.sample(HISTORIAN, called="memphis_flow_MGD.csv")
    # 8759 rows; 2 have no value; on 3 November 2024 the clock shows 01:00 twice and the file has it once.
    assert (outcome.profile, outcome.rows_in) == ("historian", 8759)
    assert outcome.refused_codes == {"missing_value": 2, "ambiguous_local_time": 1}
    readings = memphis.record()["readings"]
    assert len(readings) == outcome.rows_accepted == 8759 - 3
    assert {(row["parameter"], row["unit"]) for row in readings} == {("flow", "MGD")}
    # The first row, 2024-08-28T09:00:00 of Central Daylight Time, is 14:00 UTC.
    assert min(row["read_at"].replace(tzinfo=None) for row in readings) == datetime(2024, 8, 28, 14)
    zeros = [row for row in readings if row["value"] == 0]
    assert [row["read_at"].replace(tzinfo=None) for row in zeros] == [datetime(2024, 12, 8, 0)]  # 18:00 CST


def test_the_day_the_clock_skips_an_hour_has_23_readings(memphis: Any) -> None:
    memphis.sample(HISTORIAN, called="memphis_flow_MGD.csv")
    # Midnight of 9 March 2025 is 06:00 UTC (CST), of 10 March 05:00 UTC (CDT).
    start, end = datetime(2025, 3, 9, 6), datetime(2025, 3, 10, 5)
    day = [row for row in memphis.record()["readings"] if start <= row["read_at"].replace(tzinfo=None) < end]
    assert len(day) == 23


def test_a_historian_export_without_a_unit_in_its_name_is_not_guessed_at(memphis: Any) -> None:
    outcome = memphis.sample(HISTORIAN)
    assert outcome.status == "refused"
    assert outcome.problem.what == "unknown layout: no profile has these headings"
    assert "headworks profile draft" in outcome.problem.mend


def test_a_profile_of_the_workspace_says_what_the_name_does_not(memphis: Any) -> None:
    memphis.profile(
        "profile: plant\nkind: readings\nheadings: [time, value]\nfile_name: '11_(?P<point>memphis)_effluent_flow_hourly[.]csv'\n"
        "columns: {read_at: time, value: value}\nconstants: {parameter: flow, unit: MGD}\ndates: {read_at: ['%Y-%m-%dT%H:%M:%S']}\n"
    )
    outcome = memphis.sample(HISTORIAN)
    assert (outcome.profile, outcome.rows_in, outcome.rows_accepted) == ("plant", 8759, 8756)


def test_multiprobe_readings_with_the_unit_behind_each_name(table: Any) -> None:
    outcome = table.sample(f"{PROBE}.csv")
    # 927 rows x temperature, dissolved oxygen, conductivity and pH.
    assert (outcome.profile, outcome.rows_in, outcome.rows_accepted) == ("multiprobe", 927 * 4, 927 * 4)
    assert outcome.columns_unused == ["DO_pctsat", "TDS_mg_l", "Salinity_ppt"]
    readings = table.record()["readings"]
    assert Counter((row["parameter"], row["unit"]) for row in readings) == {
        ("temperature", "degC"): 927, ("dissolved_oxygen", "mg/L"): 927, ("conductivity", "uS/cm"): 927, ("ph", "s.u."): 927}
    first = min(row["read_at"] for row in readings)
    assert first.replace(tzinfo=None) == datetime(2024, 8, 14, 17, 56, 33)  # 1:56:33 PM Eastern Daylight Time
    assert {row["parameter"]: row["value"] for row in readings if row["read_at"] == first} == {
        "temperature": Decimal("24.196"), "dissolved_oxygen": Decimal("6.44"), "conductivity": Decimal("409.7"), "ph": Decimal("7.23")}


def test_the_workbook_holds_the_same_readings_as_the_text(table: Any) -> None:
    table.sample(f"{PROBE}.csv")
    again = table.sample(f"{PROBE}.xlsx")
    assert (again.rows_in, again.refused_codes) == (927 * 4, {"already_on_record": 927 * 4})


def test_a_file_whose_name_is_no_point_is_refused_row_by_row(table: Any) -> None:
    outcome = table.sample(f"{PROBE}.csv", called="somewhere.csv")
    assert (outcome.rows_accepted, outcome.refused_codes) == (0, {"unknown_point": 927 * 4})
