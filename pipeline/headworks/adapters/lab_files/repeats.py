"""Which rows repeat a measurement, of the same file or on record?

The same measurement with the same answer is left out once it is there; with another answer it is a correction if it
comes in a later file, and nobody can tell which is right if both stand in one file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
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


def refuse_repeated_results(cells: Cells, sound: Any, known: Known) -> tuple[Any, dict[int, Refusal]]:
    """Leave out repeats, and give each result its id and the earlier report it replaces.

    Parameters
    ----------
    cells : Cells
        The whole file.
    sound : pyarrow.Table
        Its rows that passed the suite, as the record keeps them, with ``row_id``.
    known : Known
        The record.

    Returns
    -------
    tuple
        The rows to accept, with ``result_id`` and ``supersedes``; and a refusal per row left out.
    """
    keys = Coded.of(sound["natural_key"])
    answers = answers_of(sound)
    row_ids = sound[ROW].to_numpy()
    found = known.results(keys.values)
    on_record = {
        row["natural_key"]: (row, said) for row, said in zip(found.to_pylist(), answers_of(found), strict=True)
    }
    counts = np.bincount(keys.codes, minlength=len(keys.values))
    unusual = (counts > 1) | np.array([key in on_record for key in keys.values], dtype=bool)
    out: dict[int, Refusal] = {}
    replaced: dict[Any, str] = {}
    kept = ~unusual[keys.codes]
    places = np.flatnonzero(~kept)
    for code, rows in pd.Series(places).groupby(keys.codes[places], sort=False):
        place = _settle(cells, list(rows), answers, row_ids, on_record.get(keys.values[code]), sound, out)
        if place is not None:
            kept[place] = True
            if (earlier := on_record.get(keys.values[code])) is not None:
                replaced[place] = str(earlier[0]["result_id"])
    accepted = np.flatnonzero(kept)
    ids = [_result_id(str(keys.values[keys.codes[place]]), str(answers[place]), replaced.get(place)) for place in accepted]
    table = sound.take(pa.array(accepted))
    table = table.append_column("result_id", pa.array(ids, pa.string()))
    return table.append_column("supersedes", pa.array([replaced.get(place) for place in accepted], pa.string())), out


def _settle(
    cells: Cells, rows: list[int], answers: Any, row_ids: Any, earlier: Any, sound: Any, out: dict[int, Refusal]
) -> int | None:
    """Which row of one measurement counts; the others are refused, and all of them if nobody can tell."""
    ids = [int(row_ids[row]) for row in rows]
    first, *others = rows
    if any(answers[row] != answers[first] for row in others):
        out.update({one: _refusal(cells, one, "conflicting_repeat", ids) for one in ids})
        return None
    out.update({one: _refusal(cells, one, "duplicate_row", ids) for one in ids[1:]})
    if earlier is None:
        return first
    row, said = earlier
    if said == answers[first]:
        out[ids[0]] = _refusal(cells, ids[0], "already_on_record", ids)
        return None
    if row["day"] != sound["day"][first].as_py():
        out[ids[0]] = _refusal(cells, ids[0], "sample_on_another_day", ids, str(row["day"]))
        return None
    return first


def answers_of(results: Any) -> Any:
    """Everything of each result that can change a verdict, as text.

    Parameters
    ----------
    results : pyarrow.Table
        As the record keeps them: decimals of one scale, so that equal numbers have equal texts.
    """
    parts = [pc.fill_null(pc.cast(results[name], pa.string()), "") for name in _ANSWER]
    return pc.binary_join_element_wise(*parts, "|").to_numpy(zero_copy_only=False)


def _result_id(key: str, answered: str, replaced: str | None) -> str:
    """Id of a result; one that replaces another is never the same result, even if it says what an older one said."""
    text = f"{key}|{answered}" + (f"|replaces {replaced}" if replaced else "")
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
