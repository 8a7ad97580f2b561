"""Which discharges were slugs: far above normal strength or flow, for long enough.

Vestal measures against normal sewage (a printed strength) for 15 minutes; Barton against the user's own average 24-hour
value for longer than 15 minutes, of any constituent or of flow, and leaves the effect to be judged by a person.
"""

from __future__ import annotations

from headworks.core.engine import Engine, run_rule
from headworks.core.quantities import LEAST_HOURS_OF_A_DAY


def slug_thresholds(engine: Engine) -> str:
    """Where and when a slug begins. Reads ``slug_rules`` and the record."""
    return run_rule(engine, "slug_thresholds", least_hours=LEAST_HOURS_OF_A_DAY)


def slug_runs_of_readings(engine: Engine) -> str:
    """Runs of logger readings above the threshold, long enough to be a slug."""
    return run_rule(engine, "slug_runs_of_readings")


def slug_runs_of_samples(engine: Engine) -> str:
    """Series of grabs that prove a slug, and single samples that only show a possible one."""
    return run_rule(engine, "slug_runs_of_samples")


def slug_not_judged(engine: Engine) -> str:
    """Logger series that lack a base to be judged against."""
    return run_rule(engine, "slug_not_judged")


def events(engine: Engine) -> str:
    """All slug events in the table ``events``. Reads the three above."""
    return run_rule(engine, "every_event", into="events")
