"""What do we say about a row that is refused? The words stand in the quality suites; here they get their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from headworks.adapters.lab_files.drafts import AMBIGUOUS, Draft, Law
from headworks.adapters.quality import Caught, Check

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
    wanted = sorted(by_row)
    records = draft.frame.iloc[wanted].to_dict("records")
    return {
        row: _worded(draft, by_row[row], {str(key): value for key, value in record.items()}, law, zone)
        for row, record in zip(wanted, records, strict=True)
    }


def _worded(draft: Draft, checks: list[Check], row: dict[str, Any], law: Law, zone: str) -> Refusal:
    first = checks[0]
    words = _words(draft, row, law, zone)
    what = first.what.format_map(words)
    also = list(dict.fromkeys(check.what.format_map(words) for check in checks[1:] if check.code != first.code))
    if also:
        what += "; also: " + "; ".join(also)
    return refusal(draft, int(row["row_id"]), first.code, role_of(first, row), what,
                   first.why.format_map(words), first.mend.format_map(words))


def role_of(check: Check, row: dict[str, Any]) -> str:
    """Role of the column a check blames in a row."""
    return str(row[check.column[1:]]) if check.column.startswith("@") else check.column


def refusal(draft: Draft, row: int, code: str, role: str, what: str, why: str, mend: str) -> Refusal:
    """A row of the table ``refused_rows``, without its batch."""
    cells = draft.cells
    return {
        "source_file": cells.source_file[row], "source_row": cells.source_row[row],
        "source_column": cells.heading(role, row), "code": code, "what": what, "why": why, "mend": mend,
        "row_text": cells.row_text(row),
    }


def _words(draft: Draft, row: dict[str, Any], law: Law, zone: str) -> dict[str, Any]:
    profile = draft.cells.profile
    parameter = law.parameters.get(row["parameter"]) if isinstance(row["parameter"], str) else None
    hints = law.parameters.suggest(str(row["parameter_reported"])) if parameter is None else []
    role = row.get("date_role") or "read_at"
    formats = profile.dates.get("collected" if role == "collected_date" else role, ())
    is_question = row["unit_state"] == AMBIGUOUS
    return {
        **row,
        "profile": profile.name, "zone": zone if profile.zone == "authority" else profile.zone,
        "parameter_hint": f"; did you mean {', '.join(hints)}?" if hints else "",
        "dimensions": " or ".join(parameter.dimensions).replace("_", " ") if parameter else "",
        "unit_why": row["unit_question"] if is_question else "limits/units.yaml has no such spelling",
        "unit_mend": "ask the laboratory for a unit that can only mean one thing" if is_question
        else "add the spelling in limits/units.yaml under what it means, or ask the laboratory",
        "canonical_unit": law.units.canonical(row["dimension"]) if isinstance(row["dimension"], str) else "",
        "date_formats": " or ".join(_readable(one) for one in formats),
        "no_data_words": f" (no-data code {row['no_data_code']})" if row.get("no_data_code") else "",
    }


def _readable(form: str) -> str:
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
