-- Question   How high and how low did a logger read on each day, and what was the mean of its readings?
-- Source     instantaneous limits hold at all times; 40 CFR 122.2 for the daily mean
-- In         readings (quality ok only), arrivals
-- Settings   $least_hours  the mean of a day is a daily value if its readings stand for at least so many hours
-- Out        three quantities a day and series: the highest reading (judges maxima), the lowest (judges minima), the mean (judged_on day;
--            is_partial if too little of the day was logged to be a daily value)
with days as (
    select
        user_id, point_id, parameter, dimension, day,
        count(*) as n, min(canonical) as lowest, max(canonical) as highest, sum(canonical) as total,
        cast(count(*) as bigint) * max(step_seconds) as seconds,
        greatest(day, coalesce(max(a.arrived_on), day)) as known_on
    from readings as r
    left join arrivals as a on a.batch_id = r.batch_id
    where quality = 'ok'
    group by user_id, point_id, parameter, dimension, day
),
three as (
    select *, 'highest' as what, 'sample' as judged_on, 'ceiling' as bounds_judged, highest as value, cast(1 as bigint) as weight from days
    union all
    select *, 'lowest' as what, 'sample' as judged_on, 'floor' as bounds_judged, lowest as value, cast(1 as bigint) as weight from days
    union all
    select *, 'mean' as what, 'day' as judged_on, 'both' as bounds_judged, total as value, n as weight from days
)
select
    'readings|' || what || '|' || user_id || '|' || point_id || '|' || parameter || '|' || cast(day as varchar) as quantity_id,
    judged_on, user_id, point_id, parameter, 'total' as fraction, '' as basis, dimension, day,
    day as limit_day,
    day as period_from, day as period_until, known_on,
    bounds_judged,
    'every' as of_samples,
    what = 'mean' and coalesce(seconds, 0) < $least_hours * 3600 as is_partial,
    '' as span_reason,
    true as has_grab, weight, value as sum_least, value as sum_most,
    n as n_results, cast(0 as bigint) as n_non_detects, cast(0 as bigint) as n_strictly_below, cast(0 as bigint) as n_level_unknown,
    cast(0 as bigint) as n_above_range, cast(0 as bigint) as n_strictly_above,
    what || ' of ' || cast(n as varchar) || ' readings' as remark,
    cast([] as varchar[]) as result_ids
from three
