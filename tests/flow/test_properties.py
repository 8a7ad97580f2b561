"""What must hold of every verdict, whatever was measured: the real rules on made-up results, and a second opinion in fractions.

One judging serves many comparisons: users that differ in one thing (unit, order of rows, a doubled value, a higher limit) report
the same measurements side by side.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from headworks.adapters.carried import carried
from headworks.adapters.history import History, in_memory
from headworks.adapters.limit_files import Law, load_law
from headworks.adapters.record import as_table
from headworks.core.evaluation import evaluate
from headworks.core.tables import BATCHES, READINGS, REFUSED_ROWS, RESULTS

# Kind, parameter, limit in mg/L, whether exactly the limit meets it, and what it is judged on.
LIMITS = {
    "daily_maximum": ("lead_total", "1", True, "day"),
    "monthly_average": ("lead_total", "0.8", True, "month"),
    "thirty_day_average": ("lead_total", "0.7", True, "rolling_30_days"),
    "cap": ("lead_total", "1", False, "sample"),
    "instantaneous_maximum": ("zinc_total", "1", True, "sample"),
}
# Towns: the rule for non-detects, and by how much each limit is higher than above.
TOWNS = {"half": ("half", "0"), "zero": ("zero", "0"), "full": ("full", "0"), "hair": ("half", "0.000001"), "more": ("half", "0.4")}
# Users: the town, and what is done to the measurements that all of them report.
USERS = {
    "half": ("half", "same"), "zero": ("zero", "same"), "full": ("full", "same"), "hair": ("hair", "same"), "more": ("more", "same"),
    "units": ("half", "units"), "turned": ("half", "turned"),
    "half2": ("half", "doubled"), "zero2": ("zero", "doubled"), "full2": ("full", "doubled"), "one2": ("half", "one doubled"),
}
# Exact by definition: 1 mg/L = 1000 ug/L = 0.001 g/L = 1,000,000 ng/L; 1 ppb = 1 ug/L in dilute water.
PER_MG_PER_L = {"ug/L": Decimal(1000), "g/L": Decimal("0.001"), "ng/L": Decimal(1_000_000), "ppb": Decimal(1000)}
EXAMPLES = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@dataclass(frozen=True)
class Measured:
    """One result: a value [mg/L], or below it (<, <=), or above it (>, >=), or not detected without a level (ND).

    ``again``: by another method, of the bottle that was measured last for this parameter.
    """

    parameter: str
    day: int
    sign: str
    value: Decimal
    unit: str
    again: bool = False


VALUES = st.one_of(
    st.sampled_from([Decimal(text) for text in ("0", "0.7", "0.8", "1", "1.000001", "0.999999", "0.4", "2")]),
    st.decimals(min_value=0, max_value=3, places=3),
)
MEASURED = st.builds(
    Measured, st.sampled_from(["lead_total", "zinc_total"]), st.sampled_from([0, 0, 1, 2, 31, 33]),
    st.sampled_from(["", "", "", "", "", "<", "<", ">", "ND", "<=", ">="]), VALUES, st.sampled_from(sorted(PER_MG_PER_L)),
    st.sampled_from([False, False, False, True]),
)
MEASUREMENTS = st.lists(MEASURED, min_size=1, max_size=7)


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Law:
    folder = tmp_path_factory.mktemp("law")
    for name in ("users", "local"):
        (folder / name).mkdir()
    for name in ("units.yaml", "parameters.yaml"):
        shutil.copyfile(carried("limits") / name, folder / name)
    source = {"citation": "made up", "checked_on": "2026-01-01", "checked_by": "tests"}
    for town, (rule, more) in TOWNS.items():
        entries = [
            {"entry": kind, "parameter": parameter, "kind": kind, "maximum": str(Decimal(limit) + Decimal(more)), "maximum_inclusive": is_allowed,
             "unit": "mg/L", "effective_from": "2000-01-01", "citation": "1"}
            for kind, (parameter, limit, is_allowed, _) in LIMITS.items()
        ]
        book = {"book": f"local/{town}", "title": town, "scope": "local", "applies_to": {"service_area": town}, "source": source}
        _write(folder / "local" / f"{town}.yaml", book | {"settings": {"non_detect_rule": rule}, "limits": entries})
    for user, (town, _) in USERS.items():
        classes = [{"class": "SIU_NONCAT", "effective_from": "2000-01-01", "effective_until": None, "because": "made up"}]
        points = [{"point": "P", "kind": "end_of_pipe", "description": "tap"}]
        _write(folder / "users" / f"{user}.yaml",
               {"user": user, "name": user, "service_area": town, "naics": "332813", "description": "made up", "classification": classes,
                "monitoring_points": points})
    return load_law(folder)


def _write(file: Path, content: dict[str, Any]) -> None:
    file.write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")


class Court:
    """The law, and a history in which it judges."""

    def __init__(self, law: Law, history: History) -> None:
        self.law, self.history = law, history

    def __repr__(self) -> str:  # short, so that a failing example can be read
        return "court"


@pytest.fixture(scope="module")
def court(law: Law) -> Iterator[Court]:
    with in_memory() as made:
        for name, table in law.tables().items():
            made.load(name, table)
        for empty in (READINGS, BATCHES, REFUSED_ROWS):
            made.load(empty.name, as_table(empty, {name: [] for name in empty.names}))
        yield Court(law, made)


QUALIFIERS = {"": "", ">": "above_range", ">=": "at_least", "<": "non_detect", "<=": "at_most", "ND": "non_detect"}
BELOW, ABOVE = ("<", "<=", "ND"), (">", ">=")


def bottles(measured: list[Measured]) -> list[int]:
    """The bottle of each result: the number of the first result from it."""
    found: list[int] = []
    last: dict[str, int] = {}
    for at, one in enumerate(measured):
        found.append(last[one.parameter] if one.again and one.parameter in last else at)
        last[one.parameter] = found[-1]
    return found


def day_of(one: Measured) -> date:
    return date(2026, 1, 1) + timedelta(days=one.day)


def row(law: Law, user: str, at: int, one: Measured, bottle: tuple[int, date], unit: str, value: Decimal) -> dict[str, Any]:
    found: dict[str, Any] = dict.fromkeys(RESULTS.names)
    canonical = law.units.to_canonical(value, unit)
    day = bottle[1]
    return found | {
        "batch_id": "b", "source_file": "made up", "source_row": at + 2, "result_id": f"R-{user}-{at}", "natural_key": f"{user}-{at}",
        "sample_id": f"S-{bottle[0]}", "user_id": user, "point_id": "P", "parameter": one.parameter, "fraction": "total", "basis": "",
        "dimension": "concentration", "unit": unit, "value": value, "qualifier": QUALIFIERS[one.sign],
        "qualifier_reported": "", "at_least": Decimal(0) if one.sign in BELOW else canonical,
        "at_most": None if one.sign in (*ABOVE, "ND") else canonical, "sample_type": "grab", "collected_by": "user", "has_time": True,
        "statistic": "measured", "started_at": datetime(day.year, day.month, day.day, 13), "day": day, "value_reported": "", "unit_reported": unit,
    }


def rows_of(law: Law, user: str, change: str, measured: list[Measured]) -> list[dict[str, Any]]:
    rows = []
    for at, (one, bottle) in enumerate(zip(measured, bottles(measured), strict=True)):
        twice = change == "doubled" or (change == "one doubled" and at == 0)
        value = one.value * 2 if twice else one.value
        unit = one.unit if change == "units" else "mg/L"
        rows.append(row(law, user, at, one, (bottle, day_of(measured[bottle])), unit, value * PER_MG_PER_L[unit] if change == "units" else value))
    return rows[::-1] if change == "turned" else rows


Verdicts = dict[tuple[str, tuple[int, ...]], dict[str, Any]]


def judged(court: Court, measured: list[Measured]) -> dict[str, Verdicts]:
    """Verdicts by user, then by limit with the day, and the measurements behind it."""
    law, history = court.law, court.history
    rows = [one for user, (_, change) in USERS.items() for one in rows_of(law, user, change, measured)]
    history.load("results", as_table(RESULTS, {name: [one[name] for one in rows] for name in RESULTS.names}))
    evaluate(history)
    found: dict[str, Verdicts] = {user: {} for user in USERS}
    for verdict in history.rows("select user_id, verdict, reason, depends_on_rule, value, result_ids, limit_id, day from verdicts"):
        entry = verdict["limit_id"].split("/")[-1].split("@")[0]
        key = (f"{entry} {verdict['day']}", tuple(sorted(int(result.rsplit("-", 1)[1]) for result in verdict["result_ids"])))
        assert key not in found[verdict["user_id"]]
        found[verdict["user_id"]][key] = verdict
    return found


def same(left: Verdicts, right: Verdicts) -> None:
    def told(verdicts: Verdicts) -> dict[Any, Any]:
        return {key: (one["verdict"], one["reason"], one["depends_on_rule"], one["value"]) for key, one in verdicts.items()}

    assert told(left) == told(right)


@EXAMPLES
@given(MEASUREMENTS)
def test_what_must_hold_of_every_verdict(court: Court, measured: list[Measured]) -> None:
    found = judged(court, measured)
    base = found["half"]
    # No result without a verdict, for anyone.
    for verdicts in found.values():
        assert {at for _, behind in verdicts for at in behind} == set(range(len(measured)))
    # Another unit or another order of rows keeps every verdict and every number.
    same(found["units"], base)
    same(found["turned"], base)
    # Twice as much, of all or of one, never turns an exceedance into anything else.
    for less, more in (("half", "half2"), ("zero", "zero2"), ("full", "full2"), ("half", "one2")):
        for key, one in found[less].items():
            assert one["verdict"] != "exceeds" or found[more][key]["verdict"] == "exceeds", (key, less, more)
    # A higher limit never makes a new exceedance, and what met the lower one meets the higher.
    for higher in ("hair", "more"):
        for key, one in base.items():
            assert found[higher][key]["verdict"] != "exceeds" or one["verdict"] == "exceeds", (key, higher)
            assert one["verdict"] != "meets" or found[higher][key]["verdict"] == "meets", (key, higher)
    # A book's rule for non-detects: what exceeds when they count as nothing exceeds when they count half, and then in full.
    for key, one in found["zero"].items():
        kinds = [one["verdict"], base[key]["verdict"], found["full"][key]["verdict"]]
        assert kinds in (sorted(kinds, key=("undecided", "meets", "exceeds").index),) and (kinds.count("undecided") in (0, 3)), (key, kinds)


# At equality: "more than 1" is above 1, "less than 1" and 1 itself are not; a mean that only the unknown end reaches is not.
@example([Measured("zinc_total", 0, sign, Decimal(1), "ug/L") for sign in (">", "<", "")])
@example([Measured("lead_total", 0, sign, Decimal(1), "ug/L") for sign in (">", "")])
@EXAMPLES
@given(MEASUREMENTS)
def test_a_second_opinion_in_fractions(court: Court, measured: list[Measured]) -> None:
    compare(court, measured)


@pytest.mark.parametrize(
    ("parameter", "sign", "value"), [("zinc_total", ">", "1"), ("lead_total", "<", "1"), ("lead_total", "<", "0.5")],
    ids=["1 and >1 exceed", "1 and <1 meet", "1 and <0.5 meet"],
)
def test_an_end_that_one_report_reaches_is_reached(court: Court, parameter: str, sign: str, value: str) -> None:
    # Zinc may be 1 and must not be more: "1" meets, ">1" exceeds. The cap of lead must be below 1: "1" exceeds, "<1" and "<0.5" meet.
    compare(court, [Measured(parameter, 0, "", Decimal(1), "ug/L"), Measured(parameter, 0, sign, Decimal(value), "ug/L", again=True)])


def low(one: Measured) -> tuple[Fraction, bool]:
    """The lowest the truth may be, and whether it lies strictly above."""
    return (Fraction() if one.sign in BELOW else Fraction(one.value)), one.sign == ">"


def high(one: Measured) -> tuple[Fraction, bool]:
    """The highest the truth may be if it is bounded, and whether it can be just that."""
    return Fraction(one.value), one.sign != "<"


def compare(court: Court, measured: list[Measured]) -> None:
    """Hold every verdict of the rules against the second opinion."""
    found = judged(court, measured)
    for user in ("zero", "half", "full", "hair", "more"):
        rule, more = TOWNS[user]
        expected = {
            key: opinion(rule, Fraction(limit) + Fraction(more), is_allowed, [[[measured[at] for at in bottle] for bottle in day] for day in days])
            for kind, (parameter, limit, is_allowed, on) in LIMITS.items()
            for key, days in quantities(kind, parameter, on, measured)
        }
        assert {key: (one["verdict"], one["depends_on_rule"]) for key, one in found[user].items()} == expected


@EXAMPLES
@given(st.lists(VALUES, min_size=1, max_size=4), VALUES)
def test_not_detected_below_a_level_above_the_limit_never_meets(court: Court, levels: list[Decimal], last: Decimal) -> None:
    # All of it undetected: whatever the rule, the truth may lie on either side.
    measured = [Measured("zinc_total", 0, "<", level, "ug/L") for level in [*levels, last]]
    measured += [Measured("lead_total", at, "<", level, "ug/L") for at, level in enumerate([*levels, last])]
    for user, verdicts in judged(court, measured).items():
        town, change = USERS[user]
        for (on, behind), one in verdicts.items():
            times = [2 if change == "doubled" or (change == "one doubled" and at == 0) else 1 for at in behind]
            mean = sum(Fraction(measured[at].value) * by for at, by in zip(behind, times, strict=True)) / len(behind)
            limit = Fraction(LIMITS[on.split()[0]][1]) + Fraction(TOWNS[town][1])
            assert one["verdict"] == ("undecided" if mean > limit else "meets"), (user, on, behind)
            assert one["depends_on_rule"] is False


Day = list[list[int]]


def quantities(kind: str, parameter: str, on: str, measured: list[Measured]) -> Iterator[tuple[tuple[str, tuple[int, ...]], list[Day]]]:
    """What one limit judges, by the words of the law: each sample, each day, each month, each 30 days that end on a monitored day."""
    by_bottle: dict[int, list[int]] = {}
    for at, bottle in enumerate(bottles(measured)):
        if measured[at].parameter == parameter:
            by_bottle.setdefault(bottle, []).append(at)
    by_day: dict[date, Day] = {}
    for bottle, results in by_bottle.items():
        by_day.setdefault(day_of(measured[bottle]), []).append(results)
    if on == "sample":
        windows = [(day, [[results]]) for day, of_day in by_day.items() for results in of_day]
    elif on == "day":
        windows = [(day, [of_day]) for day, of_day in by_day.items()]
    elif on == "month":
        ends = {date(2026, 1, 31): 1, date(2026, 2, 28): 2}
        windows = [(end, [by_day[day] for day in by_day if day.month == month]) for end, month in ends.items()]
    else:
        windows = [(end, [by_day[day] for day in by_day if end - timedelta(days=29) <= day <= end]) for end in by_day]
    for end, days in windows:
        if days:
            yield (f"{kind} {end}", tuple(sorted(at for day in days for results in day for at in results))), days


def opinion(rule: str, limit: Fraction, is_allowed: bool, days: list[list[list[Measured]]]) -> tuple[str, bool]:
    """Verdict, and whether the non-detect rule decided it, from the words of the design: daily values first, both ends judged."""
    def mean(of: list[Fraction]) -> Fraction:
        return sum(of, Fraction()) / len(of)

    every = [one for day in days for bottle in day for one in bottle]
    # Reports of one bottle that differ: the truth lies somewhere from the lowest to the highest of them.
    lowest = [[min(low(one) for one in bottle) for bottle in day] for day in days]
    highest = [[max(high(one) for one in bottle) for bottle in day] for day in days]
    least = mean([mean([value for value, _ in day]) for day in lowest])
    is_open = any(one.sign in (*ABOVE, "ND") for one in every)
    most = None if is_open else mean([mean([value for value, _ in day]) for day in highest])
    over = least > limit or (least == limit and (not is_allowed or any(beyond for day in lowest for _, beyond in day)))
    met = most is not None and (most < limit or (most == limit and (is_allowed or not all(reached for day in highest for _, reached in day))))
    if all(one.sign in BELOW for one in every):
        return ("meets" if met else "undecided"), False
    if over or met:
        return ("exceeds" if over else "meets"), False
    if most is None or any(len({(low(one)[0], None if one.sign in ABOVE else one.value) for one in bottle}) > 1 for day in days for bottle in day):
        return "undecided", False
    taken = {"zero": least, "half": (least + most) / 2, "full": most}[rule]
    return ("exceeds" if taken > limit or (taken == limit and not is_allowed) else "meets"), True
