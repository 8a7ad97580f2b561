-- Question   What is the mean of the daily values over a calendar month, and over the 30 days that end on a monitored day?
-- Source     40 CFR 122.2 (monthly average: daily values summed, divided by their number); thirty-day averages of local codes
-- In         daily_values, reading_values, limits_in_force (only keys with an average limit are averaged)
-- Settings   $common  a number every usual count of results a day divides (see core/quantities.py)
-- Out        one quantity per key and month (judged_on month) and per key and monitored day (judged_on rolling_30_days); logger
--            days and laboratory results apart. limit_day is the last day of the period on which such a limit is in force.
-- Exactness  The mean of means is sum(day total / day weight) / days. Each day total is multiplied by $common / weight, a
--            whole number, so nothing is divided; a day with an odd count (29, say) is rounded to 9 decimals.
with wanted as (
    select user_id, point_id, parameter, dimension, judged_on, seg_from, max(seg_until) as seg_until
    from limits_in_force
    where judged_on in ('month', 'rolling_30_days')
    group by user_id, point_id, parameter, dimension, judged_on, seg_from
),
keys as (
    select distinct user_id, point_id, parameter, dimension, judged_on from wanted
),
both_sources as (
    select 'results' as source, d.* from daily_values as d
    union all
    select 'readings' as source, r.* from reading_values as r where r.judged_on = 'day' and not r.is_partial
),
daily as (
    select
        d.*,
        k.judged_on as average,
        -- The composites alone make a second average beside the one of all samples.
        c.samples,
        case
            when $common % weight = 0 then sum_least * ($common // weight)
            else cast(cast(cast(sum_least as double) / weight as decimal(38, 9)) * $common as decimal(38, 15))
        end as least,
        case
            when $common % weight = 0 then sum_most * ($common // weight)
            else cast(cast(cast(sum_most as double) / weight as decimal(38, 9)) * $common as decimal(38, 15))
        end as most
    from both_sources as d
    join keys as k
        on k.user_id = d.user_id and k.point_id = d.point_id and k.parameter = d.parameter and k.dimension = d.dimension
    join (select 'all' as samples union all select 'composites' as samples) as c
        on (c.samples = 'all' and d.of_samples <> 'composites')
        or (c.samples = 'composites' and (d.of_samples = 'composites' or not d.has_grab))
),
windows as (
    select
        e.*,
        cast(date_trunc('month', e.day) as date) as window_from,
        last_day(e.day) as window_until
    from daily as e
    where e.average = 'month'
    union all
    select
        d.*,
        cast(e.day - interval '29' day as date) as window_from,
        e.day as window_until
    from daily as e
    join daily as d
        on d.average = e.average and d.user_id = e.user_id and d.point_id = e.point_id and d.parameter = e.parameter
        and d.fraction = e.fraction and d.basis = e.basis and d.dimension = e.dimension and d.source = e.source and d.samples = e.samples
        and d.day between e.day - interval '29' day and e.day
    where e.average = 'rolling_30_days'
),
last_seen as (
    select source, max(day) as day from both_sources group by source
),
means as (
    select
        average, samples, w.source, user_id, point_id, parameter, fraction, basis, dimension, window_from, window_until,
        max(known_on) as known_on,
        max(case when has_grab then 1 else 0 end) = 1 as has_grab,
        max(span_reason) as span_reason,
        count(*) as n_days,
        sum(least) as sum_least,
        case when count(most) = count(*) then sum(most) end as sum_most,
        cast(sum(n_results) as bigint) as n_results,
        cast(sum(n_non_detects) as bigint) as n_non_detects,
        cast(sum(n_strictly_below) as bigint) as n_strictly_below,
        cast(sum(n_level_unknown) as bigint) as n_level_unknown,
        cast(sum(n_above_range) as bigint) as n_above_range,
        cast(sum(n_strictly_above) as bigint) as n_strictly_above,
        max(l.day) as last_day_seen,
        flatten(array_agg(result_ids order by w.day)) as result_ids
    from windows as w
    join last_seen as l on l.source = w.source
    group by average, samples, w.source, user_id, point_id, parameter, fraction, basis, dimension, window_from, window_until
),
kinds as (
    select
        *,
        max(case when samples = 'all' and has_grab then 1 else 0 end) over k = 1 as any_grab,
        max(case when samples = 'composites' then 1 else 0 end) over k = 1 as any_composite
    from means
    window k as (partition by average, source, user_id, point_id, parameter, fraction, basis, dimension, window_until)
),
last_limit as (
    select
        m.average, m.samples, m.source, m.user_id, m.point_id, m.parameter, m.fraction, m.basis, m.dimension, m.window_until,
        max(least(w.seg_until, m.window_until)) as limit_day
    from means as m
    join wanted as w
        on w.user_id = m.user_id and w.point_id = m.point_id and w.parameter = m.parameter and w.dimension = m.dimension
        and w.judged_on = m.average and w.seg_from <= m.window_until and w.seg_until >= m.window_from
    group by m.average, m.samples, m.source, m.user_id, m.point_id, m.parameter, m.fraction, m.basis, m.dimension, m.window_until
)
select
    k.average || '|' || k.user_id || '|' || k.point_id || '|' || k.parameter || '|' || k.fraction || '|' || k.basis || '|' || k.dimension || '|'
        || cast(k.window_until as varchar)
        || case when k.samples = 'composites' then '|composites' else '' end
        || case when k.source = 'readings' then '|readings' else '' end as quantity_id,
    k.average as judged_on,
    k.user_id, k.point_id, k.parameter, k.fraction, k.basis, k.dimension,
    k.window_until as day,
    l.limit_day,
    k.window_from as period_from,
    k.window_until as period_until,
    k.known_on,
    'both' as bounds_judged,
    case when k.samples = 'composites' then 'composites' when k.any_grab and k.any_composite then 'mixed' else 'every' end as of_samples,
    false as is_partial,
    k.span_reason,
    k.has_grab,
    $common * k.n_days as weight,
    k.sum_least, k.sum_most, k.n_results, k.n_non_detects, k.n_strictly_below, k.n_level_unknown, k.n_above_range, k.n_strictly_above,
    concat_ws('; ',
        'mean of ' || cast(k.n_days as varchar) || case when k.n_days = 1 then ' daily value' else ' daily values' end
            || case when k.source = 'readings' then ' of a logger' else '' end
            || case when k.window_until > k.last_day_seen then ', period not over yet' else '' end,
        case when l.limit_day < k.window_until then 'by the limit of its last day in force, ' || cast(l.limit_day as varchar) end
    ) as remark,
    k.result_ids
from kinds as k
join last_limit as l
    on l.average = k.average and l.samples = k.samples and l.source = k.source and l.user_id = k.user_id and l.point_id = k.point_id
    and l.parameter = k.parameter and l.fraction = k.fraction and l.basis = k.basis and l.dimension = k.dimension
    and l.window_until = k.window_until
where k.samples = 'all' or k.any_grab
