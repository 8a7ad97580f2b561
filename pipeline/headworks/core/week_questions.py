"""Which questions of the week are no single finding: what a limit cannot judge as it stands, and refused rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from headworks.core import reasons, written
from headworks.core.week_findings import limit_amount, limit_kind, link
from headworks.core.week_sources import Row

# Rows that are rightly not in the record: nobody has to mend them.
_NEED_NOTHING = ("laboratory_quality_row", "another_client", "duplicate_row", "already_on_record")


@dataclass(frozen=True)
class Standing:
    """Results of one user that one limit entry cannot judge."""

    user_id: str
    name: str
    limit: str
    citation: str
    url: str
    parameters: str
    count: str


@dataclass(frozen=True)
class StandingReason:
    """One reason that does not change from week to week, and everything it concerns."""

    words: str
    mend: str
    items: tuple[Standing, ...]


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
    needs_nothing: bool
    has_nothing_accepted: bool


def standing(rows: list[Row], events: list[Row], names: Mapping[str, str]) -> tuple[StandingReason, ...]:
    """Group standing verdicts by reason, user and limit entry; logger days without a slug base are one more reason."""
    alike: dict[str, dict[tuple[str, str], list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        alike[row["reason"]][row["user_id"], f"{row['book_id']}/{row['entry_id']}"].append(row)
    found = []
    for code, groups in sorted(alike.items()):
        items = tuple(_standing(groups[key], names) for key in sorted(groups))
        found.append(StandingReason(reasons.reason(code).words, reasons.reason(code).mend, items))
    without_base = tuple(_without_base(row, names) for row in events if row["kind"] == "slug_not_judged")
    if without_base:
        words = "too few 24-hour values of the user precede these days to judge them for slugs"
        found.append(StandingReason(words, "the base grows with the record", without_base))
    return tuple(found)


def _standing(rows: list[Row], names: Mapping[str, str]) -> Standing:
    first = rows[0]
    parameters = sorted({row["parameter_name"] for row in rows}, key=str.casefold)
    return Standing(
        user_id=first["user_id"],
        name=names[first["user_id"]],
        limit=f"{limit_kind(first)} {limit_amount(first)}".strip(),
        citation=first["citation"] or "",
        url=link(first["url"]),
        parameters="; ".join(parameters),
        count=written.count(len({row["quantity_id"] for row in rows}), "result"),
    )


def _without_base(row: Row, names: Mapping[str, str]) -> Standing:
    days = written.count(row["n_values"] or 0, "logger day")
    return Standing(
        row["user_id"], names[row["user_id"]], "slug", row["citation"] or "", "", row["parameter_name"], days
    )


def refusals(rows: list[Row]) -> tuple[Refusal, ...]:
    """Put refused rows of one file with the same fault in one line; those that need nothing come last."""
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
                code in _NEED_NOTHING,
                group[0]["rows_accepted"] == 0,
            )
        )
    return tuple(
        sorted(found, key=lambda refusal: (refusal.needs_nothing, refusal.file, refusal.code, refusal.what))
    )
