"""Which questions of the week are no single finding: what a limit cannot judge as it stands, and rows that were refused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from headworks.core import reasons, written
from headworks.core.week_findings import Row, limit_amount, limit_kind, link


@dataclass(frozen=True)
class Standing:
    """Results of one user that one limit cannot judge for a reason that does not change from week to week."""

    user_id: str
    name: str
    reason: str
    mend: str
    limit: str
    citation: str
    url: str
    parameters: str
    count: str


@dataclass(frozen=True)
class Refusal:
    """Rows of one file that were refused for one reason."""

    file: str
    code: str
    n_rows: int
    rows: str
    what: str
    why: str
    mend: str
    is_quality_control: bool
    has_nothing_accepted: bool


def standing(rows: list[Row], events: list[Row], names: Mapping[str, str]) -> tuple[Standing, ...]:
    """Put standing verdicts of one user, reason and limit entry in one line, and logger days without a slug base too."""
    alike: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in rows:
        alike[row["user_id"], row["reason"], f"{row['book_id']}/{row['entry_id']}"].append(row)
    found = []
    for (user_id, code, _), group in sorted(alike.items()):
        why, first = reasons.reason(code), group[0]
        parameters = sorted({row["parameter_name"] for row in group}, key=str.casefold)
        measured = len({row["quantity_id"] for row in group})
        limit = f"{limit_kind(first)} {limit_amount(first)}".strip()
        found.append(
            Standing(
                user_id,
                names[user_id],
                why.words,
                why.mend,
                limit,
                first["citation"] or "",
                link(first["url"]),
                ", ".join(parameters),
                written.count(measured, "result"),
            )
        )
    for row in events:
        if row["kind"] == "slug_not_judged":
            found.append(
                Standing(
                    row["user_id"],
                    names[row["user_id"]],
                    reasons.EVENTS[row["kind"]].lower() + ": " + (row["note"] or ""),
                    "the base grows with the record",
                    "slug",
                    row["citation"] or "",
                    "",
                    row["parameter_name"],
                    written.count(row["n_values"] or 0, "logger day"),
                )
            )
    return tuple(found)


def refusals(rows: list[Row]) -> tuple[Refusal, ...]:
    """Put refused rows of one file with the same fault in one line; laboratory control rows come last."""
    alike: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in rows:
        alike[row["source_file"], row["code"], row["what"]].append(row)
    found = []
    for (file, code, what), group in alike.items():
        numbers = [str(row["source_row"]) for row in group if row["source_row"] is not None]
        shown = ", ".join(numbers[:5]) + (" ..." if len(numbers) > 5 else "")
        found.append(
            Refusal(
                file,
                code,
                len(group),
                f"row{'s' if len(numbers) > 1 else ''} {shown}" if numbers else "whole file",
                what,
                group[0]["why"] or "",
                group[0]["mend"] or "",
                code == "laboratory_quality_row",
                group[0]["rows_accepted"] == 0,
            )
        )
    return tuple(
        sorted(found, key=lambda refusal: (refusal.is_quality_control, refusal.file, refusal.code, refusal.what))
    )
