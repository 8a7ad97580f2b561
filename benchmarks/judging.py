"""How long does it take to judge 20 million results, next to reading them once?

The real rules (``limits_in_force``, ``verdicts``) run on the engine that the programme uses, over a made-up but seeded table.
Only ratios within one run mean anything: this machine, this minute. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from headworks.adapters.history import History, rebuild_history
from headworks.core import tables, verdicts
from headworks.core.engine import rule_text
from headworks.core.evaluation import evaluate

USERS, PARAMETERS, YEARS = 200, 30, 20
MEMORY_LIMIT = "1GB"
TARGET_RATIO, TARGET_GIB = 12, 2

# Every user and parameter has a local limit, every second one a permit limit and every fourth a federal one as well; each
# book has changed its number up to three times in twenty years.
LIMITS = """
with books as (
    select u, p, s from range($users) as a(u), range($parameters) as b(p), range(3) as c(s)
    where s = 0 or (u + p) % (2 * s) = 0
),
versions as (
    select *, hash(1000 * (u * 3 + s) + p) % 4 + 1 as n, unnest(range(cast(hash(1000 * (u * 3 + s) + p) % 4 + 1 as bigint))) as k
    from books
)
select
    'U-' || lpad(cast(u as varchar), 4, '0') as user_id, '001' as point_id,
    'book-' || s || '/' || u || '-' || p || '@' || k as limit_id, ['local', 'permit', 'federal'][s + 1] as scope,
    'parameter_' || lpad(cast(p as varchar), 2, '0') as parameter, '' as basis, 'daily_maximum' as kind, 'day' as judged_on, 'any_sample' as judges,
    cast((500 + hash(10000 * (u * 3 + s) + 10 * p + k) % 1000) / 1000 as decimal(38, 15)) as maximum_canonical, true as maximum_allowed,
    'mg/L' as unit, 'concentration' as dimension, true as is_decisive, 'half' as non_detect_rule,
    cast(date '2006-01-01' + cast(k * 365 * $years // n as integer) as date) as effective_from,
    case when k = n - 1 then date '9999-12-31'
        else cast(date '2006-01-01' + cast((k + 1) * 365 * $years // n - 1 as integer) as date) end as effective_until
from versions
"""

# Values from 0 to 2 mg/L with six decimals; every tenth is a non-detect below that level.
QUANTITIES = """
with numbered as (
    select
        i,
        'U-' || lpad(cast(hash(4 * i + 0) % $users as varchar), 4, '0') as user_id,
        'parameter_' || lpad(cast(hash(4 * i + 1) % $parameters as varchar), 2, '0') as parameter,
        cast(date '2006-01-01' + cast(i * 365 * $years // $results as integer) as date) as day,
        cast(cast(hash(4 * i + 2) % 2000000 as decimal(18, 0)) / 1000000 as decimal(38, 15)) as level,
        hash(4 * i + 3) % 10 = 0 as is_non_detect
    from range($results) as t(i)
)
select
    'day|' || user_id || '|001|' || parameter || '|' || i as quantity_id, 'day' as judged_on, user_id, '001' as point_id, parameter,
    'total' as fraction, '' as basis, 'concentration' as dimension, day, day as limit_day, day as period_from, day as period_until, day as known_on,
    'both' as bounds_judged, 'every' as of_samples, false as is_partial, '' as span_reason, false as has_grab, 1 as weight,
    case when is_non_detect then 0 else level end as sum_least, level as sum_most, 1 as n_results,
    cast(is_non_detect as integer) as n_non_detects, cast(is_non_detect as integer) as n_strictly_below,
    0 as n_level_unknown, 0 as n_above_range, 0 as n_strictly_above, '' as remark, ['R-' || lpad(cast(i as varchar), 16, '0')] as result_ids
from numbered
"""

SCAN = """
select
    count(*), min(user_id), max(user_id), min(parameter), max(parameter), min(day), max(day),
    min(sum_least), max(sum_most), sum(sum_least), sum(sum_most)
from quantities
"""
# Counts without groups: a GROUP BY over 35 million rows of text would take as long as the comparing.
COUNT = """
select
    count(*) as verdicts, count(case when is_most_stringent then 1 end) as strictest, count(case when depends_on_rule then 1 end) as by_rule,
    count(case when verdict = 'meets' then 1 end) as meets, count(case when verdict = 'exceeds' then 1 end) as exceeds,
    count(case when verdict = 'undecided' then 1 end) as undecided, max(reason) as last_reason
from ({rule}) as judged
"""


class Taken(NamedTuple):
    """Medians of several runs: by the clock, and of all processors together, which other work on the machine disturbs less."""

    clock: float
    processor: float


def seconds(work: Callable[[], Any], times: int) -> tuple[Taken, Any]:
    """How long several runs took, and the last answer."""
    taken: list[Taken] = []
    answer = None
    for _ in range(times):
        clock, processor = time.perf_counter(), time.process_time()
        answer = work()
        taken.append(Taken(time.perf_counter() - clock, time.process_time() - processor))
    return Taken(statistics.median(one.clock for one in taken), statistics.median(one.processor for one in taken)), answer


def fill(history: History, results: int) -> None:
    """Make every table as the programme makes it, empty, and put made-up rows into the two that judging reads."""
    for table in (*tables.RECORD, *tables.LAW):
        history.connection.execute(f'create table "{table.name}" ({table.ddl})')
    evaluate(history)
    history.load("units", pa.Table.from_pylist([{"unit": "mg/L", "dimension": "concentration", "factor": 1.0, "addend": 0.0, "is_canonical": True}]))
    shape = {"users": USERS, "parameters": PARAMETERS, "years": YEARS}
    history.connection.execute(f"insert into limits_at_points by name {LIMITS}", shape)
    history.connection.execute(f"insert into quantities by name {QUANTITIES}", shape | {"results": results})
    history.connection.execute("checkpoint")


def peak_gib() -> float | None:
    """Largest memory of this process so far; None where the system does not say."""
    try:
        import resource
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**30


def measure(folder: Path, results: int, times: int, *, keep: bool) -> dict[str, Any]:
    """Fill a history in ``folder`` and time reading, judging and, if wanted, keeping every verdict."""
    with rebuild_history(folder / "history.duckdb", {"memory_limit": MEMORY_LIMIT}) as history:
        filling, _ = seconds(lambda: fill(history, results), 1)
        scan, _ = seconds(lambda: history.rows(SCAN), times)
        cutting, _ = seconds(lambda: verdicts.limits_in_force(history), times)
        judging, found = seconds(lambda: history.rows(COUNT.format(rule=rule_text("verdicts"))), times)
        (limits,) = history.rows("select count(*) as n from limits_at_points")
        answer = {
            "results": results, "limits": limits["n"], "filling": filling, "scan": scan, "found": found[0], "peak_gib": peak_gib(),
            "judging": Taken(cutting.clock + judging.clock, cutting.processor + judging.processor),
        }
        if keep:
            copying, _ = seconds(lambda: history.create("copied", "select * from quantities", {}), 1)
            history.drop("copied")
            keeping, _ = seconds(lambda: verdicts.judge(history), 1)
            answer |= {"copying": copying, "keeping": keeping, "peak_gib_keeping": peak_gib()}
        return answer


def told(taken: Taken) -> str:
    """Both figures, as one column each."""
    return f"{taken.clock:8.2f} s {taken.processor:8.2f} s processor"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--results", type=int, default=20_000_000)
    parser.add_argument("--times", type=int, default=3, help="runs of each measurement; the median is printed")
    parser.add_argument("--keep", action="store_true", help="also write every verdict with all its columns, as `headworks evaluate` does")
    parser.add_argument("--folder", type=Path, help="where the history is made; needs about 1 GB, with --keep 10 GB")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        found = measure(Path(folder), asked.results, asked.times, keep=asked.keep)
    scan, judging = found["scan"], found["judging"]
    print(f"{found['results']:,} results, {found['limits']:,} dated limits, {found['found']['verdicts']:,} verdicts")
    print(f"  filling        {told(found['filling'])}")
    print(f"  reading once   {told(scan)}   count, least, most and sum of user, parameter, day and value")
    print(f"  judging        {told(judging)}   both rules, every verdict worked out and counted")
    ratio = Taken(judging.clock / scan.clock, judging.processor / scan.processor)
    print(f"  ratio          {ratio.clock:8.1f}   {ratio.processor:8.1f}               target: at most {TARGET_RATIO}")
    if found["peak_gib"] is not None:
        print(f"  peak memory    {found['peak_gib']:8.2f} GiB                    target: under {TARGET_GIB} (DuckDB was given {MEMORY_LIMIT})")
    if asked.keep:
        print(f"  copying        {told(found['copying'])}   the results themselves, into a second table")
        print(f"  keeping        {told(found['keeping'])}   every verdict written, with all columns, notes and result ids")
        if found["peak_gib_keeping"] is not None:
            print(f"  peak memory    {found['peak_gib_keeping']:8.2f} GiB")


if __name__ == "__main__":
    main()
