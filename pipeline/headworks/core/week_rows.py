"""How the weekly report asks a rule for its answer: rows, nothing stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from headworks.core.engine import Setting, rule_text


class Rows(Protocol):
    """Whatever can answer a rule with rows; a history opened for reading is enough."""

    def rows(self, select: str, settings: Mapping[str, Setting]) -> list[dict[str, Any]]:
        """Rows of ``select``, in which ``$name`` stands for a bound setting."""


def ask(history: Rows, rule: str, **settings: Setting) -> list[dict[str, Any]]:
    """Rows of one rule of ``core/rules``."""
    return history.rows(rule_text(rule), settings)
