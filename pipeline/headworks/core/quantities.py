"""Which quantities are judged: single values, daily values, averages of daily values, logger days.

Each function runs one rule of ``core/rules`` and returns the table that holds its answer. A quantity is kept as a total and a
weight, ``total / weight``, at its lower and upper end, so that means compare with limits without being divided.
"""

from __future__ import annotations

from headworks.core.engine import Engine, run_rule

# Divisible by every count from 1 to 26 (hourly values of a day of 23, 24 or 25 hours), and by 48, 96, 288 and 1440 a day:
# lcm(1..26) x 2. A day's total times COMMON_WEIGHT / count is then a whole multiple, and a mean of such means is exact.
COMMON_WEIGHT = 53_542_288_800

# A logger day with fewer hours of readings is no 24-hour value. Not a legal number: it only guards means and bases.
LEAST_HOURS_OF_A_DAY = 18


def current_results(engine: Engine) -> str:
    """Leave out results that a later report supersedes. Reads ``results``."""
    return run_rule(engine, "current_results")


def arrivals(engine: Engine) -> str:
    """Day on which each batch became known, told by the data of its run. Reads ``batches`` and the record."""
    return run_rule(engine, "arrivals")


def measurements(engine: Engine) -> str:
    """Join all reports of one sample, and its field duplicate. Reads ``current_results``."""
    return run_rule(engine, "measurements")


def sample_values(engine: Engine) -> str:
    """One quantity per sample. Reads ``measurements``."""
    return run_rule(engine, "sample_values")


def daily_values(engine: Engine) -> str:
    """One daily value per user, point, parameter and local day: the mean of the day, of a mass its total.

    References
    ----------
    40 CFR 122.2 (daily discharge); 40 CFR 403.12(g)(3)
    """
    return run_rule(engine, "daily_values")


def averages(engine: Engine) -> str:
    """Monthly and rolling 30-day means of daily values, where ``limits_in_force`` has a limit on one.

    References
    ----------
    40 CFR 122.2 (average monthly discharge limitation)
    """
    return run_rule(engine, "averages", common=COMMON_WEIGHT)


def reading_values(engine: Engine) -> str:
    """Highest, lowest and mean reading of each logger day. Reads ``readings``."""
    return run_rule(engine, "reading_values", least_hours=LEAST_HOURS_OF_A_DAY)


def quantities(engine: Engine) -> str:
    """All quantities in one table. Reads the four above."""
    return run_rule(engine, "quantities")
