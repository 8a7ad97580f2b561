-- Question   What do all reports about one sample, and about a field duplicate of it, together say?
-- Source     design 4, split samples and field duplicates: their mean; two reports that contradict each other: neither is preferred
-- In         current_results, parameters, arrivals
-- Out        one row per bottle of water, parameter, fraction, basis, dimension and statistic: total / weight from at least to at most
--            [canonical]. Reports of one sample that differ (another method, another day's report without a date) span from the
--            lowest to the highest; a fraction that is not given counts as total, which it can never exceed; a basis that is the
--            parameter's own (N of ammonia as N) is written as none.
with reports as (
    select
        r.*,
        greatest(coalesce(r.reported_on, r.day), coalesce(a.arrived_on, r.day)) as known,
        case when r.fraction = 'unspecified' then 'total' else r.fraction end as of_fraction,
        case when r.basis = p.own_basis then '' else r.basis end as of_basis,
        case when r.replicate = 'field_duplicate' and r.parent_sample <> '' then r.parent_sample else r.sample_id end as bottle
    from current_results as r
    left join parameters as p on p.parameter = r.parameter
    left join arrivals as a on a.batch_id = r.batch_id
),
-- "<1" does not reach 1; of several reports the one with the outermost end says whether it is reached.
ends as (
    select
        *,
        qualifier in ('non_detect', 'below_range') and at_most = max(at_most) over bottle_of as is_short_of_most,
        qualifier not in ('non_detect', 'below_range') and at_most = max(at_most) over bottle_of as reaches_most,
        qualifier = 'above_range' and at_least = min(at_least) over bottle_of as is_beyond_least,
        qualifier <> 'above_range' and at_least = min(at_least) over bottle_of as reaches_least
    from reports
    window bottle_of as (partition by bottle, sample_id, user_id, point_id, parameter, of_fraction, of_basis, dimension, statistic)
),
each_sample as (
    select
        bottle, sample_id, user_id, point_id, parameter, of_fraction, of_basis, dimension, statistic,
        min(day) as day, min(started_at) as started_at, min(period_from) as period_from, max(period_until) as period_until,
        max(known) as known_on,
        max(case when has_time then 1 else 0 end) as has_time,
        max(case when sample_type in ('grab', 'unknown') then 1 else 0 end) as has_grab,
        max(case when sample_type = 'unknown' then 1 else 0 end) as has_unknown_type,
        max(case when sample_type = 'composite_24h' then 1 else 0 end) as is_24_hours,
        min(at_least) as at_least,
        case when count(at_most) = count(*) then max(at_most) end as at_most,
        count(*) as n_results,
        count(case when qualifier in ('non_detect', 'at_most') then 1 end) as n_non_detects,
        case when count(case when reaches_most then 1 end) > 0 then 0 else count(case when is_short_of_most then 1 end) end as n_strictly_below,
        count(case when qualifier = 'below_range' then 1 end) as n_below_range,
        count(case when qualifier = 'non_detect' and at_most is null then 1 end) as n_level_unknown,
        count(case when qualifier in ('above_range', 'at_least') then 1 end) as n_above_range,
        case when count(case when reaches_least then 1 end) > 0 then 0 else count(case when is_beyond_least then 1 end) end as n_strictly_above,
        max(case when qualifier = 'estimated' then qualifier_reported end) as estimated,
        count(distinct coalesce(cast(at_least as varchar), '') || '|' || coalesce(cast(at_most as varchar), '')) as n_answers,
        array_agg(result_id order by result_id) as result_ids
    from ends
    group by bottle, sample_id, user_id, point_id, parameter, of_fraction, of_basis, dimension, statistic
)
select
    'sample|' || bottle || '|' || user_id || '|' || point_id || '|' || parameter || '|' || of_fraction || '|' || of_basis || '|' || dimension
        || '|' || statistic as measurement_id,
    user_id, point_id, parameter, of_fraction as fraction, of_basis as basis, dimension, statistic,
    min(day) as day,
    min(started_at) as started_at,
    max(has_time) = 1 as has_time,
    min(period_from) as period_from,
    max(period_until) as period_until,
    max(known_on) as known_on,
    max(has_grab) = 1 as has_grab,
    max(has_unknown_type) = 1 as has_unknown_type,
    min(is_24_hours) = 1 as is_24_hours,
    count(*) as weight,
    sum(at_least) as sum_least,
    case when count(at_most) = count(*) then sum(at_most) end as sum_most,
    cast(sum(n_results) as bigint) as n_results,
    cast(sum(n_non_detects) as bigint) as n_non_detects,
    cast(sum(n_strictly_below) as bigint) as n_strictly_below,
    cast(sum(n_level_unknown) as bigint) as n_level_unknown,
    cast(sum(n_above_range) as bigint) as n_above_range,
    cast(sum(n_strictly_above) as bigint) as n_strictly_above,
    max(estimated) as estimated,
    -- Why the value is only known as a span, of which no rule takes the middle; empty if it is not.
    case when max(n_answers) > 1 then 'reports_differ' when sum(n_below_range) > 0 then 'below_range' else '' end as span_reason,
    concat_ws('; ',
        case when max(n_answers) > 1 then 'reports of one sample differ, none of them dated later: judged from the lowest to the highest' end,
        case when count(*) > 1 then 'mean of a sample and its field duplicate' end
    ) as remark,
    flatten(array_agg(result_ids order by sample_id)) as result_ids
from each_sample
group by bottle, user_id, point_id, parameter, of_fraction, of_basis, dimension, statistic
