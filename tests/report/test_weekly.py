"""What the weekly report says of the handmade history; expected numbers are counted from the rows of conftest.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from headworks.core.week_findings import Finding
from headworks.core.weekly import WeeklyReport, latest_week

Rows = dict[str, list[dict[str, Any]]]


def of(report: WeeklyReport, user_id: str) -> Any:
    return next(user for user in report.users if user.user_id == user_id)


def exceedances(report: WeeklyReport) -> list[Finding]:
    return [finding for user in report.users for finding in user.exceedances]


def test_one_measurement_above_several_limits_is_one_exceedance(report: WeeklyReport) -> None:
    # Copper of 17 November: above the cap, the daily maximum and the month so far; three verdicts on one result, R-201.
    found = [f for f in of(report, "IU-0101").exceedances if f.result_ids == ("R-201",)]
    assert len(found) == 1
    assert [(a.kind, a.over) for a in found[0].against] == [
        ("maximum at any time", "1.4 times"),  # 4.10 / 3.0 = 1.37
        ("daily maximum", "1.2 times"),  # 4.10 / 3.38 = 1.21
        ("monthly average", "2.0 times"),  # 4.10 / 2.07 = 1.98
    ]
    assert found[0].value == "4.10 mg/L"  # the laboratory's own digits


def test_headline_counts_findings_not_verdict_rows(report: WeeklyReport) -> None:
    # R-201, the 30-day windows as one, R-203 (late), pH of IU-0103, twice pH of IU-0104, the logger day of IU-0102.
    assert report.counts["exceedances"] == len(exceedances(report)) == 7
    assert report.counts["users_exceeding"] == 4
    assert (report.counts["slugs"], report.counts["possible_slugs"]) == (1, 1)
    assert report.counts["undecided"] == 2
    # R-201 to 203, 210 to 212, 220, 221, 230, 231, 240, 250, 262; no verdict on 202, 231 and the suspended solids.
    assert (report.counts["results"], report.counts["answered"]) == (13, 7)
    assert (report.counts["refused"], report.counts["need_nothing"]) == (3, 1)


def test_every_exceeding_verdict_of_the_week_is_in_the_report(report: WeeklyReport) -> None:
    shown = {a.verdict_id for user in report.users for f in (*user.exceedances, *user.flags) for a in f.against}
    expected = {row["verdict_id"] for row in report.rows["verdicts"] if row["verdict"] == "exceeds"}
    windows = {row["verdict_id"] for row in report.rows["verdicts"] if row["judged_on"] == "rolling_30_days"}
    assert expected - shown == windows - shown  # of several 30-day windows only the latest is shown
    assert len(windows - shown) == 1


def test_thirty_day_windows_are_one_finding_and_say_so(report: WeeklyReport) -> None:
    found = [f for f in exceedances(report) if f.judged_on == "rolling_30_days"]
    assert [f.when for f in found] == ["30 days to Thu 19 Nov 2026, the latest of 2 such windows"]
    assert found[0].value == "2.0004 mg/L"  # four digits would read 2 mg/L, which is the limit
    assert found[0].first.over == "just above"


def test_a_result_that_became_known_this_week_is_seen(report: WeeklyReport) -> None:
    late = next(f for f in exceedances(report) if f.result_ids == ("R-203",))
    assert late.when == "Fri 30 Oct 2026, 10:00"
    assert (late.value, late.sources[0].reported) == ("3.3805 mg/L", "3,380.5 ug/L")


def test_the_week_is_monday_to_sunday_in_local_days(
    report: WeeklyReport, report_of: Callable[[str], WeeklyReport]
) -> None:
    behind = {key for f in exceedances(report) for key in f.result_ids}
    assert "R-262" in behind  # Monday 16 November, 00:00 local
    assert not behind & {"R-260", "R-261"}  # Sunday 15 November 23:59; Monday 23 November 00:00
    assert {key for f in exceedances(report_of("2026-W46")) for key in f.result_ids} >= {"R-260"}
    assert {key for f in exceedances(report_of("2026-W48")) for key in f.result_ids} == {"R-261"}


def test_the_latest_week_is_that_of_the_latest_data(history: Any) -> None:
    week = latest_week(history)
    assert week is not None
    assert week.text == "2026-W48"  # R-261, 23 November


def test_a_month_that_is_not_over_says_so_far(report: WeeklyReport) -> None:
    against = of(report, "IU-0101").exceedances[0].against
    assert next(a.note for a in against if a.kind == "monthly average") == "mean of 1 daily value, period not over yet"


def test_ph_is_a_distance_not_a_ratio(report: WeeklyReport) -> None:
    assert of(report, "IU-0103").exceedances[0].first.over == "0.4 s.u. below"  # 5.0 - 4.6
    assert of(report, "IU-0104").exceedances[0].first.over == "0.9 s.u. above"  # 9.9 - 9.0


def test_a_logger_finding_names_file_row_and_readings_beyond(report: WeeklyReport) -> None:
    found = of(report, "IU-0102").exceedances[0]
    assert found.when == "Tue 17 Nov 2026, 07:40"  # fifth reading from 12:00 UTC, ten minutes apart
    assert found.sources[0].taken == "logger at 001: 2 of 6 readings of the day beyond the limit"
    assert (found.sources[0].file, found.sources[0].row) == ("ph_logger_0102.csv", 7)


def test_a_limit_that_does_not_decide_is_a_flag(report: WeeklyReport) -> None:
    creamery = of(report, "IU-0102")
    assert [f.parameter for f in creamery.flags] == ["bod5"]
    assert "bod5" not in {f.parameter for f in creamery.exceedances}


def test_undecided_results_say_what_settles_them(report: WeeklyReport) -> None:
    cadmium = of(report, "IU-0101").undecided[0]
    assert (cadmium.value, cadmium.first.limit) == ("<0.2 mg/L", "daily maximum 0.11 mg/L")
    assert cadmium.mend == "ask the laboratory for a more sensitive method"
    assert of(report, "IU-0103").undecided[0].value == ">5 mg/L"


def test_standing_questions_are_one_line_per_user_and_limit(report: WeeklyReport) -> None:
    assert [(item.user_id, item.parameters, item.count) for reason in report.standing for item in reason.items] == [
        ("IU-0102", "Total suspended solids", "4 results")
    ]


def test_significant_users_come_first_and_others_still_appear(report: WeeklyReport) -> None:
    assert [user.user_id for user in report.users] == ["IU-0101", "IU-0102", "IU-0103", "IU-0104"]
    assert [user.is_significant for user in report.users] == [True, True, True, False]


def test_silence_is_not_compliance(report: WeeklyReport) -> None:
    assert [(user.user_id, user.n_results, user.n_answered) for user in report.quiet] == [("IU-0105", 1, 1)]
    assert report.not_sampled == ("=SUM(A1) Laundry (IU-0106)", "Quarry Road Circuits (IU-0107)")


def test_actions_put_the_worst_first(report: WeeklyReport) -> None:
    assert [action.sort for action in report.actions] == [
        "slug",
        *["exceedance"] * 4,
        *["question"] * 3,
        *["file"] * 2,
    ]
    finch = next(action.text for action in report.actions if "Call Finch" in action.text)
    assert finch == (
        "Call Finch & Foundry Plating: Copper 4.10 mg/L at 001, 1.4 times the maximum at any time of 3.0 mg/L "
        "(139-15 C(8)), 17 Nov; and 2 more. Own sampling: notice and repeat sampling fall due, 40 CFR 403.12(g)(2)"
    )
    # The authority took the sample of IU-0103 itself: the user's duty to notify does not arise from it.
    assert not next(
        action.due for action in report.actions if action.sort == "exceedance" and action.user_id == "IU-0103"
    )


def test_slugs_say_how_long_how_high_and_by_which_rule(report: WeeklyReport) -> None:
    slug = of(report, "IU-0103").slugs[0]
    assert (slug.peak, slug.times) == ("160 gpm", "7.1 times")  # 160 / 22.5 = 7.11
    assert slug.threshold == "112.5 gpm (5 x the user's own 24-hour average, 22.5; 21 values)"
    assert slug.lasted == "31 minutes above; a slug is longer than 15"
    assert slug.when == "Wed 18 Nov 2026, 13:40 to 14:11"
    possible = of(report, "IU-0102").slugs[0]
    assert (possible.words, possible.lasted) == ("Possible slug", "one sample: duration not known")


def test_a_file_of_which_nothing_was_accepted_stays(report_of: Callable[[str], WeeklyReport]) -> None:
    assert [(r.file, r.n_rows, r.rows) for r in report_of("2026-W20").refusals] == [("scan_page_1.csv", 1, "row 2")]


def test_a_week_without_data_says_so(report_of: Callable[[str], WeeklyReport]) -> None:
    report = report_of("2024-W20")
    assert not report.has_data
    assert report.users == ()
    assert report.counts["exceedances"] == report.counts["results"] == 0
    assert len(report.not_sampled) == 7


def test_charts_ring_what_this_week_found(report: WeeklyReport) -> None:
    copper = next(chart for chart in of(report, "IU-0101").charts if chart.title == "Copper at 001")
    assert len(copper.points) == 13  # 11 months before, R-201 and R-203
    assert [point.value for point in copper.points if point.style == "non_detect"] == [0.005, 0.005]  # reporting limit
    assert sorted(point.value for point in copper.points if point.is_ringed) == [3.3805, 4.1]
    assert any(line.label == "daily maximum 3.38 mg/L, 40 CFR 433.15(a)" for line in copper.limits)
    assert "2 non-detects" in copper.alt
    acid = next(chart for chart in of(report, "IU-0102").charts if chart.title == "pH at 001")
    assert [(r.day.day, r.lowest, r.highest) for r in acid.ranges] == [(16, 6.9, 8.2), (17, 6.9, 11.25), (18, 6.9, 8.2)]
    assert [point.value for point in acid.points if point.is_ringed] == [11.25]
    flow = next(chart for chart in of(report, "IU-0103").charts if chart.title.startswith("Flow"))
    assert len(flow.readings) == 152
    assert flow.limits[0].label == "slug threshold 112.5 gpm, 139-11 (slug)"
