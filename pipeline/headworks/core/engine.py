"""What a rule needs to run: an engine that executes one rule file into one table.

Each rule is one SQL file in ``core/rules/``: a header that states its question, source, inputs and outputs, and one
statement. The typed functions beside them (``core/quantities.py``, ``core/verdicts.py``, ``core/slugs.py``) name the tables and settings.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Protocol

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")

Setting = str | int | bool


class Engine(Protocol):
    """Whatever can execute a rule: DuckDB on a laptop, another SQL engine on a cluster."""

    def create(self, table: str, select: str, settings: dict[str, Setting]) -> None:
        """Replace ``table`` by the rows of ``select``, in which ``$name`` stands for a bound setting."""


@cache
def rule_text(rule: str) -> str:
    """Text of a rule file.

    Parameters
    ----------
    rule : str
        Name without the ending, such as ``daily_values``.

    Examples
    --------
    >>> rule_text("daily_values").startswith("-- Question")
    True
    """
    _check(rule)
    return resources.files("headworks.core").joinpath("rules", f"{rule}.sql").read_text(encoding="utf-8")


def rules() -> list[str]:
    """Names of every rule, in order.

    Examples
    --------
    >>> "daily_values" in rules()
    True
    """
    folder = resources.files("headworks.core").joinpath("rules")
    return sorted(file.name.removesuffix(".sql") for file in folder.iterdir() if file.name.endswith(".sql"))


def run_rule(engine: Engine, rule: str, *, into: str | None = None, **settings: Setting) -> str:
    """Run one rule and return the name of the table that holds its answer (the rule's own name by default)."""
    table = into or rule
    _check(table)
    engine.create(table, rule_text(rule), settings)
    return table


def _check(name: str) -> None:
    if not _NAME.match(name):
        raise ValueError(f"not a rule or table name: {name!r}")
