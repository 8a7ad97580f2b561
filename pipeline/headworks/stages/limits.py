"""Limits: are the limit files sound, and what applies on a day?"""

from __future__ import annotations

from datetime import date
from typing import Any

from headworks.adapters.limit_files import load_law
from headworks.core.limits import limits_on, slugs_on
from headworks.errors import UsageError
from headworks.workspace import Workspace


def check(workspace: Workspace) -> dict[str, int]:
    """Read every limit file.

    Returns
    -------
    dict
        How many books, limits, slug rules, users, points, parameters and units they hold.

    Raises
    ------
    LimitFileError
        With every fault of every file.
    """
    law = load_law(workspace.limits_dir, workspace.library_dir)
    return {
        "books": len({row["book_id"] for row in law.limits}), "limits": len(law.limits), "slug_rules": len(law.slug_rules),
        "users": len(law.users), "points": len(law.points), "parameters": len(law.parameters), "units": len(law.units.rows()),
    }


def on(workspace: Workspace, day: str | date, *, user: str | None = None) -> list[dict[str, Any]]:
    """Limits and slug definitions that apply on a day, each with why.

    Raises
    ------
    UsageError
        The day is none, or the user is not known.
    """
    law = load_law(workspace.limits_dir, workspace.library_dir)
    if not isinstance(day, date):
        try:
            day = date.fromisoformat(day)
        except ValueError as cause:
            raise UsageError(f"not a day: {day!r}", mend="write it as 2026-11-16") from cause
    known = sorted(row["user_id"] for row in law.users)
    if user is not None and user not in known:
        raise UsageError(f"no industrial user {user!r}", mend="use one of " + ", ".join(known))
    return [
        row for each in ([user] if user else known)
        for row in (
            *limits_on(law.limits, law.users, law.points, law.categories, day, each),
            *slugs_on(law.slug_rules, law.users, law.points, day, each),
        )
    ]
