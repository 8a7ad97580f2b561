"""Is a limit beside a result a reporting limit, a detection limit, or neither? Some senders say so in a column of its own.

An upper quantitation limit or a drinking water maximum in the limit's column must never become the level of a non-detect.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.deliverable import join
from headworks.adapters.lab_files.distinct import Coded, together
from headworks.adapters.lab_files.drafts import Codes, code_meaning
from headworks.adapters.lab_files.profiles import LIMIT_TYPES, Part

LIMITS = tuple(LIMIT_TYPES)
_MEANS = {"reporting": "reporting_limit", "detection": "detection_limit", "none": ""}


def placed_by_type(cells: Cells) -> Cells:
    """Put each limit under what its type says it is; a limit without a type stays where the layout has it.

    Of two limits of one kind the layout's first counts.
    """
    if not any(role in cells.columns for role in LIMIT_TYPES.values()):
        return cells
    given = [_limit(cells, role) for role in LIMITS]
    found = together(*(column for columns in given for column in columns)).map(lambda said: _placed(said[:3], said[3:]))
    for number, role in enumerate(LIMITS):
        own = found.item(number)
        cells.columns[role], cells.columns[f"{role}_unit"] = own.item(0).arrow(pa.string()), own.item(1).arrow(pa.string())
        for name in (role, f"{role}_unit"):
            cells.headings.setdefault(name, next((cells.headings[one] for one in LIMITS if one in cells.headings), ""))
    return cells


def _limit(cells: Cells, role: str) -> tuple[Coded, Coded, Coded]:
    """Number and unit of a limit, and what it is; an unknown type changes nothing, it is refused later."""
    unit = f"{role}_unit" if f"{role}_unit" in cells.columns else "limit_unit"
    codes = cells.profile.codes.get(LIMIT_TYPES[role], {})
    meaning = cells.role(LIMIT_TYPES[role]).map(lambda text: _MEANS.get(code_meaning(codes, text) or "", role) if text else role)
    return cells.role(role), cells.role(unit), meaning


def _placed(*limits: tuple[str, str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(
        next(((number, unit) for number, unit, means in limits if number and means == role), ("", "")) for role in LIMITS
    )


def type_faults(cells: Cells, codes: Codes) -> None:
    """Remember types that the layout does not list, where a limit stands beside them."""
    for role, type_role in LIMIT_TYPES.items():
        if type_role in cells.columns:
            known = cells.profile.codes.get(type_role, {})

            def unlisted(said: tuple[str, str], known: dict[str, str] = known) -> str | None:
                return said[1] if all(said) and code_meaning(known, said[1]) is None else None

            codes.fault(type_role, together(cells.role(role), cells.role(type_role)).map(unlisted))


def join_part(results: Cells, beside: Cells, part: Part) -> Cells:
    """Join a table to its results. One with a type of limit may have several rows a result: the layout's order of types
    says which of them counts, for the reporting and for the detection limit."""
    keys = [f"key of {part.name} {number}" for number in range(len(part.result_key))]
    if part.is_optional and not all(key in results.columns for key in keys):
        shown = ", ".join(one.text for one in part.result_key)
        results.notes.append(f"the {part.name} file is not used: the results have no column {shown}")
        return results
    if LIMIT_TYPES["detection_limit"] not in beside.columns:
        return join(results, beside, part)
    beside = placed_by_type(beside)
    own = {key: results.columns[key] for key in keys}
    for role in LIMITS:
        piece = _best(beside, role, part)
        if not len(piece):
            continue
        earlier = {name: results.columns[name] for name in piece.columns if name in results.columns and name not in keys}
        results.columns.update(own)
        results = join(results, piece, part)
        told = pc.not_equal(results.columns[role], "")
        for name, column in earlier.items():
            results.columns[name] = pc.if_else(told, results.columns[name], column)
    return results


def _best(beside: Cells, role: str, part: Part) -> Cells:
    """Rows that give one kind of limit: for each result those of the first listed type."""
    type_role = LIMIT_TYPES["detection_limit"]
    order = list(beside.profile.codes.get(type_role, {}).values())
    codes = list(beside.profile.codes.get(type_role, {}))
    rank = {code: place for place, code in enumerate(codes)}
    ranks = beside.role(type_role).map(lambda text: rank.get(" ".join(text.upper().split()), len(order))).cells().astype(np.int64)
    places = np.flatnonzero(beside.role(role).where(bool))
    kept = beside.taken(places)
    keys: Any = pd.DataFrame({
        number: kept.columns[f"key of {part.name} {number}"].to_numpy(zero_copy_only=False) for number in range(len(part.key))
    })
    keys["rank"] = ranks[places]
    best = keys.groupby(list(range(len(part.key))))["rank"].transform("min") == keys["rank"] if len(keys) else keys["rank"] == 0
    kept = kept.taken(np.flatnonzero(best.to_numpy()))
    wanted = {role, f"{role}_unit", *([type_role] if role == "detection_limit" else [])}
    kept.columns = {name: column for name, column in kept.columns.items() if name in wanted or name.startswith("key of")}
    return kept
