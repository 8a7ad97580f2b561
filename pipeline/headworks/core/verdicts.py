"""Which verdict each quantity gets against each limit in force: meets, exceeds or undecided.

The rules compare exact decimals in the canonical unit of the dimension; ``core/tables.py`` explains the columns.
"""

from __future__ import annotations

from headworks.core.engine import Engine, run_rule


def limits_at_points(engine: Engine) -> str:
    """Every limit at every monitoring point it applies to. Reads the law tables."""
    return run_rule(engine, "limits_at_points")


def limits_in_force(engine: Engine) -> str:
    """Numeric limits cut into disjoint spans of days, the strictest of each kind marked. Reads ``limits_at_points``."""
    return run_rule(engine, "limits_in_force")


def judge(engine: Engine) -> str:
    """Judge every quantity against every numeric limit in force on its day. Reads ``quantities``, ``limits_in_force``, ``units``.

    Returns
    -------
    str
        Table with one row per quantity and comparable limit: the columns of ``verdicts``.

    References
    ----------
    40 CFR 403.3(l), 403.5(d); "exceed" as in 40 CFR 403.8(f)(2)(viii)(A): by any magnitude, equality meets
    """
    return run_rule(engine, "verdicts", into="numeric_verdicts")


def undecided(engine: Engine) -> str:
    """Results that no numeric limit can judge, each with its reason. Reads ``quantities``, ``limits_at_points``."""
    return run_rule(engine, "undecided")


def verdicts(engine: Engine) -> str:
    """All verdicts in the table ``verdicts``. Reads the two above."""
    return run_rule(engine, "every_verdict", into="verdicts")
