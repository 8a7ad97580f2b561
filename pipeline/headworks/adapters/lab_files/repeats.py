"""Which rows repeat a measurement, of the same file or on record?

The same measurement with the same answer is left out once it is there; with another answer it is a correction if it
comes in a later file, and nobody can tell which is right if both stand in one file.
"""

from __future__ import annotations

import hashlib
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd

from headworks.adapters.known import Known
from headworks.adapters.lab_files.drafts import Draft
from headworks.adapters.lab_files.refusals import Refusal, refusal

_SERIES = ["user_id", "point_id", "parameter", "read_at"]

_ASK = "ask the sender which of them is right, and send that one alone"
_NOTHING = "nothing to do"


def refuse_repeated_results(draft: Draft, sound: pd.DataFrame, known: Known) -> tuple[pd.DataFrame, dict[int, Refusal]]:
    """Leave out repeats, and give each result its id and the earlier report it replaces.

    Parameters
    ----------
    draft : Draft
        The whole file.
    sound : pandas.DataFrame
        Its rows that passed the suite.
    known : Known
        The record.

    Returns
    -------
    tuple
        The rows to accept, with ``result_id`` and ``supersedes``; and a refusal per row left out.
    """
    out: dict[int, Refusal] = {}
    answers = pd.Series([answer(row) for row in sound.to_dict("records")], index=sound.index, dtype=object)
    on_record = {row["natural_key"]: row for row in known.results(list(sound["natural_key"])).to_dict("records")}
    accepted, ids, replaced = [], [], []
    for key, rows in sound.groupby("natural_key", sort=False).groups.items():
        first, *others = list(rows)
        if any(answers[row] != answers[first] for row in others):
            for row in (first, *others):
                out[row] = _refusal(draft, row, "conflicting_repeat", rows)
            continue
        for row in others:
            out[row] = _refusal(draft, row, "duplicate_row", rows)
        earlier = on_record.get(key)
        if earlier is not None and answer(earlier) == answers[first]:
            out[first] = _refusal(draft, first, "already_on_record", rows)
            continue
        if earlier is not None and earlier["day"] != sound.at[first, "day"]:
            out[first] = _refusal(draft, first, "sample_on_another_day", rows, str(earlier["day"]))
            continue
        accepted.append(first)
        replaced.append(None if earlier is None else earlier["result_id"])
        ids.append(_result_id(str(key), answers[first], replaced[-1]))
    kept = sound.loc[accepted].copy()
    kept["result_id"] = pd.Series(ids, index=kept.index, dtype=object)
    kept["supersedes"] = pd.Series(replaced, index=kept.index, dtype=object)
    return kept.sort_index(), out


def answer(row: dict[Any, Any]) -> str:
    """Everything of a result that can change a verdict, as text."""
    parts = [
        _text(row[name]) for name in ("at_least", "at_most", "qualifier", "started_at", "ended_at", "sample_type")
    ]
    return "|".join(parts)


def _text(value: Any) -> str:
    if value is None or value is pd.NaT:
        return ""
    if isinstance(value, Decimal):
        return f"{value.normalize():f}" if value else "0"
    if isinstance(value, pd.Timestamp):
        return value.to_pydatetime().isoformat()
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _result_id(key: str, answered: str, replaced: str | None) -> str:
    """Id of a result; one that replaces another is never the same result, even if it says what an older one said."""
    text = f"{key}|{answered}" + (f"|replaces {replaced}" if replaced else "")
    return "R-" + hashlib.sha256(text.encode()).hexdigest()[:16]


def refuse_repeated_readings(
    draft: Draft, sound: pd.DataFrame, known: Known
) -> tuple[pd.DataFrame, dict[int, Refusal]]:
    """Leave out readings that stand twice in the file, or are on record.

    Returns
    -------
    tuple
        The rows to accept; and a refusal per row left out.
    """
    out: dict[int, Refusal] = {}
    if sound.empty:
        return sound, out
    again = sound.duplicated(_SERIES, keep=False)
    if again.any():
        for _, rows in sound[again].groupby(_SERIES, sort=False).groups.items():
            said = {(sound.at[row, "canonical"], sound.at[row, "quality"]) for row in rows}
            for row in rows if len(said) > 1 else list(rows)[1:]:
                out[row] = _refusal(draft, row, "conflicting_repeat" if len(said) > 1 else "duplicate_row", rows)
        sound = sound[~sound.index.isin(np.array(list(out), dtype=np.int64))]
    earlier = known.readings(sound) if len(sound) else pd.DataFrame()
    if len(earlier):
        earlier = earlier.rename(columns={"canonical": "canonical_before", "quality": "quality_before"})
        earlier["read_at"] = earlier["read_at"].astype("datetime64[us]")
        both = sound[[*_SERIES, "canonical", "quality"]].reset_index().merge(earlier, on=_SERIES, how="inner")
        for row in both.to_dict("records"):
            same = row["canonical"] == row["canonical_before"] and row["quality"] == row["quality_before"]
            place = int(row["index"])
            out[place] = _refusal(
                draft, place, "already_on_record" if same else "conflicts_with_record", [place], row["batch_id"]
            )
        sound = sound[~sound.index.isin(both["index"])]
    return sound, out


def _refusal(draft: Draft, row: int, code: str, rows: Any, more: str = "") -> Refusal:
    role = "value" if draft.kind == "results" else "read_at"
    listed = ", ".join(str(draft.cells.source_row[other]) for other in rows if other != row) or "none"
    what, why, mend = _WORDS[code]
    words = {"rows": listed, "more": more}
    return refusal(draft, row, code, role, what.format_map(words), why.format_map(words), mend.format_map(words))


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
        "a reading of this point and time is on record with another value (batch {more})",
        "readings are not corrected row by row",
        "find out which file is right; keep the wrong one out of accepted/",
    ),
}
