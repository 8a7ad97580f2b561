-- Question   Which logger series and series of grabs could no slug rule judge, because no average 24-hour value of the user precedes them?
-- Source     Barton 139-11 needs the average 24-hour value of normal operation
-- In         slug_thresholds, readings, measurements, slug_rules
-- Out        one row per rule, series and kind with such days: first and last of them, and how many. Grabs further apart than
--            series_gap_minutes are no series.
with grabs as (
    select
        user_id, point_id, parameter, fraction, basis, dimension, day,
        date_diff('second', lag(started_at) over (
            partition by user_id, point_id, parameter, fraction, basis, dimension order by started_at
        ), started_at) as seconds_after
    from measurements
    where statistic = 'measured' and has_grab and has_time
),
series as (
    select distinct 'readings' as source, user_id, point_id, parameter, 'total' as fraction, '' as basis, dimension, day, 0 as seconds_after
    from readings
    union all
    select 'grabs' as source, user_id, point_id, parameter, fraction, basis, dimension, day, seconds_after from grabs
),
days as (
    select distinct r.source, r.user_id, r.point_id, r.parameter, r.day, t.rule_id, t.n_base
    from series as r
    join slug_thresholds as t
        on t.user_id = r.user_id and t.point_id = r.point_id and t.parameter = r.parameter and t.dimension = r.dimension
        and t.fraction = r.fraction and t.basis = r.basis
        and r.day >= t.from_on and r.day <= t.until_on
    join slug_rules as k on k.rule_id = t.rule_id
    where t.threshold is null and r.seconds_after <= 60 * k.series_gap_minutes
)
select
    'E-' || substr(md5(d.rule_id || '|' || d.user_id || '|' || d.point_id || '|' || d.parameter
        || case when d.source = 'grabs' then '|grabs' else '' end || '|not judged'), 1, 16) as event_id,
    'slug_not_judged' as kind,
    d.user_id, d.point_id, d.parameter,
    cast(min(d.day) as timestamp) as from_at,
    cast(max(d.day) as timestamp) as until_at,
    min(d.day) as day,
    max(d.day) as known_on,
    cast(null as double) as minutes,
    cast(count(*) as integer) as n_values,
    cast(null as decimal(38, 15)) as peak,
    cast(null as double) as threshold,
    cast(null as double) as base_value,
    cast(max(d.n_base) as integer) as n_base,
    d.rule_id,
    d.source,
    cast(count(*) as varchar) || case when d.source = 'grabs' then ' days with series of grabs' else ' logger days' end || ' precede the ' || cast(max(s.baseline_least_days) as varchar)
        || ' 24-hour values above zero that the rule needs as a base' as note,
    cast([] as varchar[]) as result_ids
from days as d
join slug_rules as s on s.rule_id = d.rule_id
group by d.source, d.rule_id, d.user_id, d.point_id, d.parameter
