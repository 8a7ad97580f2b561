-- Question   What is the mean of the daily values over a calendar month, and over the 30 days that end on a monitored day?
-- Source     40 CFR 122.2 (monthly average: daily values summed, divided by their number); thirty-day averages of local codes
-- In         daily_values, limits_in_force (only keys with an average limit are averaged)
-- Settings   $common  a number every usual count of results a day divides (see core/quantities.py)
-- Out        one quantity per key and month (judged_on month) and per key and monitored day (judged_on rolling_30_days)
-- Exactness  The mean of means is sum(day total / day weight) / days. Each day total is multiplied by $common / weight, a
--            whole number, so nothing is divided; a day with an odd count (17, say) is rounded to 15 decimals.
with wanted as (
    select distinct user_id, point_id, parameter, judged_on
    from limits_in_force
    where judged_on in ('month', 'rolling_30_days')
),
daily as (
    select
        d.*,
        w.judged_on as average,
        case
            when $common % weight = 0 then sum_least * ($common // weight)
            else cast(cast(sum_least as double) * $common / weight as decimal(38, 15))
        end as least,
        case
            when $common % weight = 0 then sum_most * ($common // weight)
            else cast(cast(sum_most as double) * $common / weight as decimal(38, 15))
        end as most
    from daily_values as d
    join wanted as w using (user_id, point_id, parameter)
),
windows as (
    select
        e.average, e.user_id, e.point_id, e.parameter, e.fraction, e.basis, e.dimension,
        cast(date_trunc('month', e.day) as date) as period_from,
        last_day(e.day) as period_until,
        e.day, e.least, e.most, e.known_on, e.has_grab, e.n_results, e.n_non_detects, e.n_level_unknown, e.n_above_range, e.result_ids
    from daily as e
    where e.average = 'month'
    union all
    select
        e.average, e.user_id, e.point_id, e.parameter, e.fraction, e.basis, e.dimension,
        cast(e.day - interval '29' day as date) as period_from,
        e.day as period_until,
        d.day, d.least, d.most, d.known_on, d.has_grab, d.n_results, d.n_non_detects, d.n_level_unknown, d.n_above_range, d.result_ids
    from daily as e
    join daily as d
        on d.average = e.average and d.user_id = e.user_id and d.point_id = e.point_id and d.parameter = e.parameter
        and d.fraction = e.fraction and d.basis = e.basis and d.dimension = e.dimension
        and d.day between e.day - interval '29' day and e.day
    where e.average = 'rolling_30_days'
),
last_seen as (select max(day) as day from daily_values)
select
    average || '|' || user_id || '|' || point_id || '|' || parameter || '|' || fraction || '|' || basis || '|' || dimension || '|'
        || cast(period_until as varchar) as quantity_id,
    average as judged_on,
    user_id, point_id, parameter, fraction, basis, dimension,
    period_until as day,
    period_from,
    period_until,
    max(known_on) as known_on,
    'both' as bounds_judged,
    max(case when has_grab then 1 else 0 end) = 1 as has_grab,
    $common * count(*) as weight,
    sum(least) as sum_least,
    case when count(most) = count(*) then sum(most) end as sum_most,
    cast(sum(n_results) as bigint) as n_results,
    cast(sum(n_non_detects) as bigint) as n_non_detects,
    cast(sum(n_level_unknown) as bigint) as n_level_unknown,
    cast(sum(n_above_range) as bigint) as n_above_range,
    'mean of ' || cast(count(*) as varchar) || case when count(*) = 1 then ' daily value' else ' daily values' end
        || case when period_until > (select day from last_seen) then ', period not over yet' else '' end as remark,
    flatten(array_agg(result_ids order by day)) as result_ids
from windows
group by average, user_id, point_id, parameter, fraction, basis, dimension, period_from, period_until
