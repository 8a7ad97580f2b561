"""What must hold of every file, however it is mixed: no row is lost, and the unit a value is written in decides nothing."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from headworks.adapters.history import in_memory
from headworks.adapters.limit_files import Law
from headworks.adapters.record import as_table, read_record
from headworks.core.evaluation import evaluate
from headworks.core.tables import BATCHES, READINGS, REFUSED_ROWS, RESULTS
from headworks.stages import ingest
from headworks.stages.ingest import FileOutcome
from headworks.workspace import open_folder

TOML = '[authority]\nname = "Made-up Sewer Office"\ntime_zone = "America/New_York"\n'
USER = """
user: {user}
name: "Made-up"
service_area: testtown
naics: "332813"
description: "For tests only."
classification:
  - {{class: SIU_NONCAT, effective_from: "2000-01-01", effective_until: null, because: "made up"}}
monitoring_points:
  - {{point: "001", kind: end_of_pipe, description: "manhole", also_called: ["{user} pipe"]}}
"""
LIMITS = {
    "lead-daily": 'parameter: lead_total, kind: daily_maximum, maximum: "1", unit: mg/L',
    "lead-monthly": 'parameter: lead_total, kind: monthly_average, maximum: "0.8", unit: mg/L',
    "zinc": 'parameter: zinc_total, kind: instantaneous_maximum, maximum: "1", unit: mg/L',
    "zinc-cap": 'parameter: zinc_total, kind: cap, maximum: "2", maximum_inclusive: false, unit: mg/L',
    "temperature": 'parameter: temperature, kind: instantaneous_maximum, maximum: "104", unit: degF',
}
BOOK = (
    "book: local/testtown\ntitle: made up\nscope: local\napplies_to: {service_area: testtown}\n"
    'source: {citation: made up, checked_on: "2026-01-01", checked_by: tests}\nlimits:\n'
    + "".join(f'  - {{entry: {name}, {text}, effective_from: "2000-01-01", citation: "1"}}\n' for name, text in LIMITS.items())
)
EXAMPLES = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


class Town:
    """Two users who report to one office; its law and profiles are read once, its record is thrown away after each file."""

    def __init__(self, folder: Path) -> None:
        for name, text in {
            "headworks.toml": TOML, "limits/local/testtown.yaml": BOOK,
            **{f"limits/users/{user}.yaml": USER.format(user=user) for user in ("A", "B")},
        }.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        self.ws = open_folder(folder)
        self.law: Law = ingest.load_law(self.ws.limits_dir, self.ws.library_dir)

    def __repr__(self) -> str:  # short, so that a failing example can be read
        return "town"

    def take(self, name: str, content: bytes, profile: str | None = None) -> tuple[FileOutcome, dict[str, list[dict[str, Any]]]]:
        for one in (self.ws.accepted_dir, self.ws.refused_dir):
            shutil.rmtree(one, ignore_errors=True)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_bytes(content)
            outcome, = ingest.run(self.ws, [path], profile=profile).batches
        return outcome, {name: table.to_pylist() for name, table in read_record(self.ws.accepted_dir).items()}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    made = Town(tmp_path_factory.mktemp("town"))
    profiles = ingest.load_profiles(made.ws.profiles_dir)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ingest, "load_law", lambda *_: made.law)
        patch.setattr(ingest, "load_profiles", lambda *_: profiles)
        yield made


# Rows in = rows accepted + rows refused.

# Of one unit, in the canonical unit of its dimension; exact by definition. None: not known, or of two meanings.
FACTORS: dict[str, str | None] = {
    "mg/L": "1", "MG/L": "1", "ug/L": "0.001", "µg/L": "0.001", "ng/L": "0.000001", "ppm": "1", "ppb": "0.001", "g/m3": "1",
    "lbs/day": "0.45359237", "ppt": None, "bananas": None, "": None, "s.u.": None,
}
VALUES = ["0.5", "12", "1,250", "<0.05", "ND", "< 2", ">2419.6", "TNTC", "0.004 J", "1e-05", "0", "-1", "1,25", "see note", "", "NR", "=A2*8.34", "３"]
PLAIN = {"0.5": "0.5", "12": "12", "1,250": "1250", "1e-05": "0.00001"}
DATES = ["3/2/2026 9:05", "3/20/2026", "", "13/04/2026", "3/8/2026 2:30", "46083"]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16"]


@dataclass(frozen=True)
class Row:
    """One made-up row of the long layout."""

    number: int
    point: str
    parameter: str
    value: str
    unit: str
    qualifier: str
    limit: str
    limit_unit: str
    date: str
    cells: int  # too many or too few of them

    def texts(self) -> list[str]:
        row = ["T", f"N-{self.number}", self.point, self.date, "", "Grab", self.parameter, self.value, self.unit, self.qualifier, "", self.limit,
               self.limit_unit, "M", "", ""]
        return row[: self.cells] if self.cells < 0 else row + [""] * self.cells


ROWS = st.lists(
    st.builds(
        Row, st.integers(1, 4), st.sampled_from(["A pipe", "A pipe", "B pipe", "nobody's"]), st.sampled_from(["Lead", "Zinc", "Copper", "Unobtainium"]),
        st.sampled_from(VALUES), st.sampled_from(list(FACTORS)), st.sampled_from(["", "", "U", "J", "<", ">", "R", "QX"]),
        st.sampled_from(["", "0.01", "5", "?"]), st.sampled_from(["mg/L", "ug/L", "", "ppt"]), st.sampled_from(["3/20/2026", *DATES]),
        st.sampled_from([0, 0, 0, 0, 0, 1, -1]),
    ),
    min_size=1, max_size=12,
)
HEAD = "Client,Sample ID,Location,Collected,Ended,Sample Type,Analyte,Result,Units,Qual,MDL,RL,Limit Units,Method,Analyzed,Reported"


def line(cells: list[str]) -> str:
    return ",".join(f'"{cell}"' if "," in cell else cell for cell in cells)


def check_nothing_is_lost(outcome: FileOutcome, record: dict[str, list[dict[str, Any]]], rows: Counter[int]) -> None:
    """Each row of the file, by its number, is on record or refused, as often as it holds values; and each refusal says why."""
    assert outcome.status == "accepted", outcome.problem
    accepted, refused = record["results"], record["refused_rows"]
    assert (outcome.rows_in, outcome.rows_accepted, outcome.rows_refused) == (rows.total(), len(accepted), len(refused))
    assert Counter(one["source_row"] for one in [*accepted, *refused]) == rows
    for one in refused:
        assert one["code"] and one["what"] and one["why"] and one["mend"]
    for one in accepted:
        low, high = one["at_least"], one["at_most"]
        assert low is not None or high is not None
        assert low is None or high is None or low <= high


@settings(EXAMPLES, max_examples=18)
@given(ROWS, st.sampled_from(ENCODINGS), st.sampled_from(["\n", "\r\n", "\r"]))
def test_rows_in_are_rows_accepted_and_refused(town: Town, rows: list[Row], encoding: str, end: str) -> None:
    # The first date shows the order of day and month, so that the file as a whole can be trusted.
    sure = Row(9, "A pipe", "Lead", "0.5", "mg/L", "", "", "mg/L", "3/20/2026", 0)
    every = [sure, *rows]
    text = end.join([HEAD, *(line(one.texts()) for one in every)]) + end
    outcome, record = town.take("lab.csv", text.encode(encoding))
    check_nothing_is_lost(outcome, record, Counter(range(2, len(every) + 2)))
    for one in record["results"]:
        row = every[one["source_row"] - 2]
        assert row.cells == 0 and row.point != "nobody's" and row.parameter != "Unobtainium" and row.qualifier not in ("R", "QX")
        factor = FACTORS[row.unit]
        # A non-detect may borrow the unit of its limit; every other value has one that is known.
        assert factor is not None or (row.unit == "" and one["qualifier"] == "non_detect")
        if row.value in PLAIN and row.qualifier in ("", "J") and factor is not None:
            assert one["at_least"] == one["at_most"] == Decimal(PLAIN[row.value]) * Decimal(factor)


WIDE = st.lists(
    st.tuples(st.sampled_from(["A pipe", "B pipe", "nobody's"]), st.tuples(*[st.sampled_from(VALUES)] * 3), st.sampled_from([0, 0, 0, 1, -1])), min_size=1, max_size=8,
)


@settings(EXAMPLES, max_examples=10)
@given(WIDE, st.tuples(*[st.sampled_from([unit for unit in FACTORS if unit])] * 3), st.sampled_from(ENCODINGS))
def test_no_cell_of_a_wide_table_is_lost(town: Town, rows: Any, units: tuple[str, str, str], encoding: str) -> None:
    lines = ["Site,Date,Time,Type," + ",".join(f"{name} ({unit})" for name, unit in zip(("Lead", "Zinc", "Copper"), units, strict=True))]
    counted: Counter[int] = Counter()
    for number, (point, values, cells) in enumerate(rows, start=2):
        texts = [point, f"{number:02d}-Mar-2026", "14:05", "G", *values]
        lines.append(line(texts[:cells] if cells < 0 else texts + [""] * cells))
        # A row with a cell too many or too few is one row; else every filled cell is one. "NR" says there is no value.
        counted[number] = 1 if cells else sum(1 for value in values if value not in ("", "NR"))
    outcome, record = town.take("wide.csv", ("\r\n".join(lines) + "\r\n").encode(encoding), "susquehanna")
    if counted.total():
        check_nothing_is_lost(outcome, record, +counted)
    else:
        assert outcome.rows_accepted == outcome.rows_in == 0


@settings(EXAMPLES, max_examples=10)
@given(ROWS, st.sampled_from(["cp1252", "utf-8"]))
def test_no_row_of_a_table_with_semicolons_is_lost(town: Town, rows: list[Row], encoding: str) -> None:
    lines = ["Report No;Sample Point;Date Sampled;Time Sampled;Composite Hours;Parameter;Fraction;Prefix;Value;Unit;Det. Limit;Det. Limit Unit;Date Analysed;Taken By"]
    for one in rows:
        value = one.value.replace("３", "3")  # a full-width digit has no place in Windows-1252
        cells = [str(one.number), one.point, "2026-03-20", "09:05", "", one.parameter, "T", "<" if one.qualifier == "<" else "", value, one.unit, one.limit,
                 one.limit_unit, "", "user"]
        lines.append(";".join(cells[: one.cells] if one.cells < 0 else cells + [""] * one.cells))
    outcome, record = town.take("catskill.csv", ("\n".join(lines) + "\n").encode(encoding))
    check_nothing_is_lost(outcome, record, Counter(range(2, len(rows) + 2)))


# The unit a value is written in never changes a verdict.

PER_MG_PER_L = {"mg/L": "1", "MG/L": "1", "ug/L": "1000", "µg/L": "1000", "ng/L": "1000000", "g/L": "0.001", "ppm": "1", "ppb": "1000", "g/m3": "1"}
LEVELS = st.one_of(
    st.sampled_from([Decimal(text) for text in ("1", "0.8", "2", "1.000001", "0.999999", "0.004")]), st.decimals(min_value="0.001", max_value=3, places=3),
)


@dataclass(frozen=True)
class Measured:
    """One value [mg/L, or degC], the units B writes it and its limit in, and its sign."""

    parameter: str
    day: int
    sign: str
    value: Decimal
    reporting_limit: Decimal
    unit: str
    limit_unit: str


MEASURED = st.lists(
    st.builds(
        Measured, st.sampled_from(["Lead", "Lead", "Zinc", "Temperature"]), st.integers(1, 4), st.sampled_from(["", "", "<", ">", "ND", "<="]), LEVELS, LEVELS,
        st.sampled_from(sorted(PER_MG_PER_L)), st.sampled_from(sorted(PER_MG_PER_L)),
    ),
    min_size=1, max_size=8,
)


def written(user: str, number: int, one: Measured, unit: str, limit_unit: str) -> str:
    if one.parameter == "Temperature":
        # 39.001 to 42 degC: around 40 degC = 104 degF.
        celsius = one.value + 39
        value, unit = (f"{celsius:f}", "°C") if user == "A" else (f"{celsius * Decimal('1.8') + 32:f}", "deg F")
        limit, limit_unit = "", ""
    else:
        value, limit = (f"{amount * Decimal(PER_MG_PER_L[into]):f}" for amount, into in ((one.value, unit), (one.reporting_limit, limit_unit)))
        value = "ND" if one.sign == "ND" else f"{one.sign}{value}"
    return line(["T", f"{user}-{number}", f"{user} pipe", f"3/{one.day + 12}/2026 9:05", "", "Grab", one.parameter, value, unit, "", "", limit, limit_unit, "M", "", ""])


def judged(town: Town, measured: list[Measured]) -> dict[str, Counter[Any]]:
    """Verdicts of A, who writes mg/L, and of B, who writes anything."""
    lines = [HEAD]
    for number, one in enumerate(measured):
        lines += [written("A", number, one, "mg/L", "mg/L"), written("B", number, one, one.unit, one.limit_unit)]
    outcome, record = town.take("lab.csv", ("\n".join(lines) + "\n").encode())
    # What is refused (a limit a hundredfold off) is refused in any unit.
    by_user = Counter(one["row_text"].split('"Sample ID": "')[1][0] for one in record["refused_rows"])
    assert outcome.status == "accepted" and by_user["A"] == by_user["B"], outcome.refused_codes
    with in_memory() as history:
        for name, table in town.law.tables().items():
            history.load(name, table)
        for empty in (READINGS, BATCHES, REFUSED_ROWS):
            history.load(empty.name, as_table(empty, {name: [] for name in empty.names}))
        rows = record["results"]
        history.load("results", as_table(RESULTS, {name: [one[name] for one in rows] for name in RESULTS.names}))
        evaluate(history)
        found = history.rows("select user_id, limit_id, day, judged_on, verdict, reason, value, depends_on_rule from verdicts")
    verdicts: dict[str, Counter[Any]] = {"A": Counter(), "B": Counter()}
    for one in found:
        verdicts[one["user_id"]][tuple(str(value) for name, value in one.items() if name != "user_id")] += 1
    return verdicts


AT_THE_LIMIT = [Measured("Zinc", 1, sign, Decimal(1), Decimal("0.5"), "ng/L", "ppb") for sign in ("", "<", ">", "ND")]
AT_40_DEGREES = [Measured("Temperature", 1, "", Decimal(1), Decimal(1), "mg/L", "mg/L")]


@settings(EXAMPLES, max_examples=8)
@example(AT_THE_LIMIT)
@example(AT_40_DEGREES)
@given(MEASURED)
def test_a_unit_never_changes_a_verdict(town: Town, measured: list[Measured]) -> None:
    verdicts = judged(town, measured)
    assert verdicts["A"] == verdicts["B"]
    assert verdicts["A"], "nothing was judged"


def test_the_judge_tells_values_apart(town: Town) -> None:
    """The comparison above could not hold for want of verdicts: just above a limit is not at it."""
    at, above = (judged(town, [Measured("Zinc", 1, "", Decimal(value), Decimal("0.5"), "ug/L", "ug/L")]) for value in ("1", "1.000001"))
    told: Callable[[Counter[Any]], set[str]] = lambda found: {one[3] for one in found if "/zinc@" in one[0]}  # noqa: E731
    assert (told(at["B"]), told(above["B"])) == ({"meets"}, {"exceeds"})
