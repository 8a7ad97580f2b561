"""What do we say about a row that is refused? The words stand in the quality suites; here they get their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.drafts import AMBIGUOUS, Draft, Law
from headworks.adapters.lab_files.profiles import SPLIT_TIMES
from headworks.adapters.quality import Caught, Check
from headworks.core.sample_days import SERIAL

Refusal = dict[str, Any]


def refusals(draft: Draft, caught: Sequence[Caught], law: Law, zone: str) -> dict[int, Refusal]:
    """One refusal per caught row: by the first check that caught it, naming the others.

    Returns
    -------
    dict
        Row id to a row of the table ``refused_rows`` (without its batch).
    """
    by_row: dict[int, list[Check]] = {}
    for one in caught:
        for row in one.rows:
            earlier = by_row.setdefault(row, [])
            if not (earlier and earlier[0].alone):
                earlier.append(one.check)
    return {row: _worded(draft, by_row[row], draft.row(row), law, zone) for row in sorted(by_row)}


def _worded(draft: Draft, checks: list[Check], row: dict[str, Any], law: Law, zone: str) -> Refusal:
    first = checks[0]
    words = _words(draft, row, law, zone)
    what = first.what.format_map(words)
    also = list(dict.fromkeys(check.what.format_map(words) for check in checks[1:] if check.code != first.code))
    if also:
        what += "; also: " + "; ".join(also)
    return refusal(draft.cells, int(row["row_id"]), first.code, role_of(first, row), what,
                   first.why.format_map(words), first.mend.format_map(words))


def role_of(check: Check, row: dict[str, Any]) -> str:
    """Role of the column a check blames in a row."""
    return str(row[check.column[1:]]) if check.column.startswith("@") else check.column


def refusal(cells: Cells, row: int, code: str, role: str, what: str, why: str, mend: str) -> Refusal:
    """A row of the table ``refused_rows``, without its batch."""
    source = cells.sources[int(cells.source[row])]
    return {
        "source_file": source.sheet.name, "source_row": int(source.sheet.numbers[source.places[cells.place[row]]]),
        "source_column": cells.heading(role, row), "code": code, "what": what, "why": why, "mend": mend,
        "row_text": cells.row_text(row),
    }


def _words(draft: Draft, row: dict[str, Any], law: Law, zone: str) -> dict[str, Any]:
    profile = draft.cells.profile
    parameter = law.parameters.get(row["parameter"]) if isinstance(row["parameter"], str) else None
    hints = law.parameters.suggest(str(row["parameter_reported"])) if parameter is None else []
    role = row.get("date_role") or "read_at"
    whole = next((one for one, halves in SPLIT_TIMES.items() if role in halves), role)
    formats = profile.date_formats(whole)
    is_question = row["unit_state"] == AMBIGUOUS
    return {
        **row,
        "profile": profile.name, "zone": zone if profile.zone == "authority" else profile.zone,
        "parameter_hint": f"; did you mean {', '.join(hints)}?" if hints else "",
        "dimensions": " or ".join(parameter.dimensions).replace("_", " ") if parameter else "",
        "unit_why": row["unit_question"] if is_question else "limits/units.yaml has no such spelling",
        "unit_mend": "ask the laboratory for a unit that can only mean one thing" if is_question
        else "add the spelling in limits/units.yaml under what it means, or ask the laboratory",
        **_mends(row, profile.name),
        "canonical_unit": law.units.canonical(row["dimension"]) if isinstance(row["dimension"], str) else "",
        "date_formats": " or ".join(_readable(one) for one in formats),
        "no_data_words": f" (no-data code {row['no_data_code']})" if row.get("no_data_code") else "",
    }


def _mends(row: dict[str, Any], profile: str) -> dict[str, str]:
    """What to do depends on what is there: an empty name can be added to no list."""
    fill = "ask the sender which it is, and fill the cell"
    return {
        "point_mend": "add the name under also_called of the right point in limits/users/, then ingest again"
        if row["point_reported"] else fill,
        "parameter_mend": "add it under synonyms of the right parameter in limits/parameters.yaml, then ingest again"
        if row["parameter_reported"] else fill,
        "value_mend": f"add it under codes of profile {profile}, with its meaning, or correct the cell; or ask for a plain number without it"
        if str(row["value_why"]).startswith("qualifier ")
        else "ask the sender for a plain number such as 1250 or 0.004, '<' and the limit, or ND",
    }


def _readable(form: str) -> str:
    if form == SERIAL:
        return "a spreadsheet's serial number"
    for mark, shown in (
        ("%Y", "YYYY"),
        ("%y", "YY"),
        ("%m", "MM"),
        ("%d", "DD"),
        ("%b", "Mon"),
        ("%H", "HH"),
        ("%I", "hh"),
        ("%M", "MM"),
        ("%S", "SS"),
        ("%p", "AM/PM"),
        ("%z", "+hh:mm"),
    ):
        form = form.replace(mark, shown)
    return form
