"""Which rows repeat a measurement, of the same file or on record?

The same measurement with the same answer is left out once it is there. With another answer, the one reported on the later
day counts, whichever was read first; without such days both are kept, and judged as a contradiction, unless the sender
says that the file corrects. Of two answers of one day in one file nobody can tell which is right: both are refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from headworks.adapters.known import Known
from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.distinct import Coded
from headworks.adapters.lab_files.refusals import Refusal, refusal

_SERIES = ["user_id", "point_id", "parameter", "read_at"]
_ANSWER = ("at_least", "at_most", "qualifier", "started_at", "ended_at", "sample_type")

_ASK = "ask the sender which of them is right, and send that one alone"
_NOTHING = "nothing to do"
ROW = "row_id"


def refuse_repeated_results(
    cells: Cells, sound: Any, known: Known, *, corrects: bool = False
) -> tuple[Any, dict[int, Refusal]]:
    """Leave out repeats, and give each result its id and the earlier reports it replaces.

    Parameters
    ----------
    cells : Cells
        The whole file.
    sound : pyarrow.Table
        Its rows that passed the suite, as the record keeps them, with ``row_id``.
    known : Known
        The record.
    corrects : bool
        The sender says that this file corrects what is on record, whatever its dates of report.

    Returns
    -------
    tuple
        The rows to accept, with ``result_id`` and ``supersedes``; and a refusal per row left out.
    """
    keys = Coded.of(sound["natural_key"])
    answers = answers_of(sound)
    reported = sound["reported_on"].to_pylist()
    on_record = _on_record(known.results(keys.values))
    counts = np.bincount(keys.codes, minlength=len(keys.values))
    unusual = (counts > 1) | np.array([key in on_record for key in keys.values], dtype=bool)
    kept = ~unusual[keys.codes]
    settling = _Settling(cells, sound, answers, reported, corrects)
    places = np.flatnonzero(~kept)
    for code, rows in pd.Series(places).groupby(keys.codes[places], sort=False):
        for place in settling.settle(list(rows), on_record.get(str(keys.values[int(str(code))]), [])):
            kept[place] = True
    accepted = np.flatnonzero(kept)
    replaced = settling.replaced
    ids = [
        _result_id(str(keys.values[keys.codes[place]]), str(answers[place]), reported[place], replaced.get(int(place)))
        for place in accepted
    ]
    table = sound.take(pa.array(accepted))
    table = table.append_column("result_id", pa.array(ids, pa.string()))
    supersedes = pa.array([replaced.get(int(place)) for place in accepted], pa.string())
    return table.append_column("supersedes", supersedes), settling.out


@dataclass(frozen=True)
class _Earlier:
    """A report on record."""

    result_id: str
    day: date
    reported_on: date | None
    answer: str
    is_current: bool


def _on_record(found: Any) -> dict[str, list[_Earlier]]:
    rows = found.to_pylist()
    replaced = {one for row in rows if row["supersedes"] for one in row["supersedes"].split()}
    newest: dict[str, date] = {}
    for row in rows:
        if row["reported_on"] is not None:
            newest[row["natural_key"]] = max(newest.get(row["natural_key"], row["reported_on"]), row["reported_on"])
    by_key: dict[str, list[_Earlier]] = {}
    for row, answer in zip(rows, answers_of(found), strict=True):
        is_newest = row["reported_on"] in (None, newest.get(row["natural_key"]))
        by_key.setdefault(row["natural_key"], []).append(_Earlier(
            row["result_id"], row["day"], row["reported_on"], str(answer), is_newest and row["result_id"] not in replaced,
        ))
    return by_key


@dataclass
class _Settling:
    """Settles what of several reports of one measurement goes on record."""

    cells: Cells
    sound: Any
    answers: Any
    reported: list[date | None]
    corrects: bool
    out: dict[int, Refusal] = field(default_factory=dict)
    replaced: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._ids = self.sound[ROW].to_pylist()

    def _refuse(self, places: Sequence[int], code: str, others: Sequence[int], more: str = "") -> None:
        rows = [self._ids[place] for place in others]
        for place in places:
            self.out[self._ids[place]] = _refusal(self.cells, self._ids[place], code, rows, more)

    def settle(self, places: list[int], earlier: list[_Earlier]) -> list[int]:
        """Which rows of one measurement are accepted: one for each day of report, if its rows agree."""
        accepted = []
        for day in dict.fromkeys(self.reported[place] for place in places):
            same_day = [place for place in places if self.reported[place] == day]
            first, *others = same_day
            if any(self.answers[place] != self.answers[first] for place in others):
                self._refuse(same_day, "conflicting_repeat", same_day)
                continue
            self._refuse(others, "duplicate_row", same_day)
            if self._is_new(first, earlier, places):
                accepted.append(first)
        return accepted

    def _is_new(self, place: int, earlier: list[_Earlier], places: list[int]) -> bool:
        answer, day = self.answers[place], self.reported[place]
        if any(one.answer == answer and (one.is_current or one.reported_on == day) for one in earlier):
            self._refuse([place], "already_on_record", [place])
            return False
        other_day = next((one.day for one in earlier if one.day != self.sound["day"][place].as_py()), None)
        if other_day is not None:
            self._refuse([place], "sample_on_another_day", [place], str(other_day))
            return False
        replaces = [
            one.result_id for one in earlier
            if one.is_current
            and (self.corrects or (day is not None and one.reported_on is not None and day > one.reported_on))
        ]
        if replaces:
            self.replaced[place] = " ".join(sorted(replaces))
        return True


def answers_of(results: Any) -> Any:
    """Everything of each result that can change a verdict, as text.

    Parameters
    ----------
    results : pyarrow.Table
        As the record keeps them: decimals of one scale, so that equal numbers have equal texts.
    """
    parts = [pc.fill_null(pc.cast(results[name], pa.string()), "") for name in _ANSWER]
    return pc.binary_join_element_wise(*parts, "|").to_numpy(zero_copy_only=False)


def _result_id(key: str, answered: str, reported_on: date | None, replaced: str | None) -> str:
    """Id of a result; one that replaces another is never the same result, even if it says what an older one said."""
    text = f"{key}|{answered}|{reported_on or ''}" + (f"|replaces {replaced}" if replaced else "")
    return "R-" + hashlib.sha256(text.encode()).hexdigest()[:16]


def refuse_repeated_readings(cells: Cells, sound: Any, known: Known) -> tuple[Any, dict[int, Refusal]]:
    """Leave out readings that stand twice in the file, or are on record.

    Parameters
    ----------
    cells : Cells
        The whole file.
    sound : pyarrow.Table
        Its rows that passed the suite, with ``row_id``.
    known : Known
        The record.

    Returns
    -------
    tuple
        The rows to accept; and a refusal per row left out.
    """
    out: dict[int, Refusal] = {}
    frame = sound.select([ROW, *_SERIES, "canonical", "quality"]).to_pandas()
    again = frame.duplicated(_SERIES, keep=False)
    for _, rows in frame[again].groupby(_SERIES, sort=False):
        ids = [int(one) for one in rows[ROW]]
        said = set(zip(rows["canonical"], rows["quality"], strict=True))
        code = "conflicting_repeat" if len(said) > 1 else "duplicate_row"
        out.update({one: _refusal(cells, one, code, ids) for one in (ids if len(said) > 1 else ids[1:])})
    frame = frame[~frame[ROW].isin(list(out))]
    earlier = known.readings(frame) if len(frame) else pd.DataFrame()
    if len(earlier):
        earlier = earlier.rename(columns={"canonical": "canonical_before", "quality": "quality_before"})
        for name in ("read_at",):
            earlier[name], frame[name] = earlier[name].astype("datetime64[us]"), frame[name].astype("datetime64[us]")
        for row in frame.merge(earlier, on=_SERIES, how="inner").to_dict("records"):
            same = row["canonical"] == row["canonical_before"] and row["quality"] == row["quality_before"]
            place = int(row[ROW])
            code = "already_on_record" if same else "conflicts_with_record"
            out[place] = _refusal(cells, place, code, [place], row["batch_id"])
    return _without(sound, out), out


def refuse_repeated_flows(cells: Cells, sound: Any, known: Known) -> tuple[Any, dict[int, Refusal]]:
    """Leave out flows of a point and period that stand twice in the file, or are on record.

    Returns
    -------
    tuple
        The rows to accept; and a refusal per row left out.
    """
    out: dict[int, Refusal] = {}
    on_record = known.flows()
    said: dict[tuple[Any, ...], list[tuple[int, Any]]] = {}
    for row in sound.select([ROW, "user_id", "point_id", "from_on", "until_on", "source", "canonical"]).to_pylist():
        key = tuple(row[name] for name in ("user_id", "point_id", "from_on", "until_on", "source"))
        said.setdefault(key, []).append((row[ROW], row["canonical"]))
    for key, rows in said.items():
        ids = [one for one, _ in rows]
        if len({volume for _, volume in rows}) > 1:
            out.update({one: _refusal(cells, one, "conflicting_repeat", ids) for one in ids})
            continue
        out.update({one: _refusal(cells, one, "duplicate_row", ids) for one in ids[1:]})
        if key in on_record:
            volume, batch = on_record[key]
            code = "already_on_record" if volume == rows[0][1] else "conflicts_with_record"
            out[ids[0]] = _refusal(cells, ids[0], code, ids, batch)
    return _without(sound, out), out


def _without(sound: Any, out: dict[int, Refusal]) -> Any:
    return sound.filter(pa.array(~np.isin(sound[ROW].to_numpy(), list(out)))) if out else sound


def _refusal(cells: Cells, row: int, code: str, rows: Iterable[int], more: str = "") -> Refusal:
    role = {"results": "value", "readings": "read_at", "flows": "value"}[cells.profile.kind]
    numbers = cells.source_row
    listed = ", ".join(str(numbers[other]) for other in rows if other != row) or "none"
    what, why, mend = _WORDS[code]
    words = {"rows": listed, "more": more}
    return refusal(cells, row, code, role, what.format_map(words), why.format_map(words), mend.format_map(words))


_WORDS = {
    "conflicting_repeat": (
        "the same measurement stands in this file with different answers (also row {rows})",
        "which of them is right must not depend on their order",
        _ASK,
    ),
    "duplicate_row": ("an exact repeat of row {rows}", "one measurement counts once", _NOTHING),
    "already_on_record": (
        "this measurement is on record already, with the same answer",
        "one measurement counts once",
        _NOTHING,
    ),
    "sample_on_another_day": (
        "this sample number is on record with a sample of another day ({more})",
        "either the laboratory used a number twice, or it corrects the day: the two have opposite effects",
        "ask the laboratory; a number used twice needs a new one, a corrected day a sample of its own",
    ),
    "conflicts_with_record": (
        "this point and time is on record with another value (batch {more})",
        "readings and flows are not corrected row by row",
        "find out which file is right; keep the wrong one out of accepted/",
    ),
}
