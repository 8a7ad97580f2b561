"""In which order the rules run, from results and limits to verdicts and events."""

from __future__ import annotations

from headworks.core import quantities, slugs, verdicts
from headworks.core.engine import Engine, run_rule

# Steps on the way, dropped at the end. What explains a verdict stays: results, limits, daily values.
STEPS = (
    "measurements", "sample_values", "averages", "reading_values", "limits_at_points", "numeric_verdicts", "undecided",
    "slug_runs_of_readings", "slug_runs_of_samples", "slug_not_judged",
)


def evaluate(engine: Engine) -> None:
    """Judge the whole record against the whole law; leaves ``verdicts``, ``events`` and what explains them.

    Parameters
    ----------
    engine : Engine
        Holds the tables RECORD and LAW of ``core/tables.py``, and ``units``.
    """
    quantities.current_results(engine)
    quantities.arrivals(engine)
    run_rule(engine, "samples")
    quantities.measurements(engine)
    quantities.sample_values(engine)
    quantities.daily_values(engine)
    quantities.reading_values(engine)
    verdicts.limits_at_points(engine)
    verdicts.limits_in_force(engine)
    quantities.averages(engine)
    quantities.quantities(engine)
    verdicts.judge(engine)
    verdicts.undecided(engine)
    verdicts.verdicts(engine)
    slugs.slug_thresholds(engine)
    slugs.slug_runs_of_readings(engine)
    slugs.slug_runs_of_samples(engine)
    slugs.slug_not_judged(engine)
    slugs.events(engine)
