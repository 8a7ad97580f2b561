"""What the first lines of the weekly report count: findings to act on, and how much was looked at."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from headworks.core import written
from headworks.core.week_findings import Finding
from headworks.core.week_questions import Refusal, StandingReason
from headworks.core.week_slugs import Slug
from headworks.core.week_sources import Row


@dataclass(frozen=True)
class Figure:
    """One headline figure: a number, what it counts, and a second line."""

    value: str
    words: str
    more: str
    sort: str


def counts(
    exceedances: list[Finding],
    found: list[Slug],
    undecided: list[Finding],
    standing: tuple[StandingReason, ...],
    refusals: tuple[Refusal, ...],
    users: list[Row],
) -> dict[str, int]:
    """Count what the week holds: findings, not verdict rows."""
    kinds = Counter(slug.kind for slug in found)
    return {
        "exceedances": len(exceedances),
        "users_exceeding": len({finding.user_id for finding in exceedances}),
        "slugs": kinds["slug"],
        "slug_questions": kinds["slug_criterion_met"],
        "possible_slugs": kinds["possible_slug"],
        "undecided": len(undecided),
        "standing": sum(len(reason.items) for reason in standing),
        "refused": sum(refusal.n_rows for refusal in refusals if not refusal.needs_nothing),
        "need_nothing": sum(refusal.n_rows for refusal in refusals if refusal.needs_nothing),
        "results": sum(row["n_results"] for row in users),
        "answered": sum(row["n_answered"] for row in users),
        "readings": sum(row["n_readings"] for row in users),
        "users_sampled": sum(1 for row in users if row["n_results"] or row["n_readings"]),
        "users": len(users),
    }


def figures(n: dict[str, int]) -> tuple[Figure, ...]:
    """Write the counts as headline figures, what needs action first."""
    possible = n["possible_slugs"] + n["slug_questions"]
    return (
        Figure(
            f"{n['exceedances']:,}",
            "exceedance" if n["exceedances"] == 1 else "exceedances",
            f"by {written.count(n['users_exceeding'], 'user')}",
            "exceedance" if n["exceedances"] else "quiet",
        ),
        Figure(
            f"{n['slugs']:,}",
            "slug" if n["slugs"] == 1 else "slugs",
            f"and {possible} possible",
            "exceedance" if n["slugs"] else "question" if possible else "quiet",
        ),
        Figure(
            f"{n['undecided']:,}",
            "undecided to resolve",
            f"and {written.count(n['standing'], 'standing question')}",
            "question" if n["undecided"] else "quiet",
        ),
        Figure(
            f"{n['refused']:,}",
            "row refused" if n["refused"] == 1 else "rows refused",
            f"and {n['need_nothing']:,} that need nothing",
            "question" if n["refused"] else "quiet",
        ),
        Figure(
            f"{n['answered']:,}",
            "results judged",
            f"of {n['results']:,}; {written.count(n['readings'], 'reading')}",
            "quiet",
        ),
        Figure(
            f"{n['users_sampled']:,}",
            "user sampled" if n["users_sampled"] == 1 else "users sampled",
            f"of {n['users']}",
            "quiet",
        ),
    )
