-- Question   What is the one daily value of a parameter at a point: the mean of all samples of the day?
-- Source     40 CFR 122.2 and permit text: daily maximum, "daily values first"; 40 CFR 403.12(g)
-- In         measurements
-- Out        one quantity per user, point, parameter, fraction, basis, dimension and local day (see sample_values). A day with
--            composites and grabs has two: mixed, and its composites alone for limits that ask for composites.
with measured as (
    select
        *,
        -- A bottle with a field duplicate counts once: its mean, in twelfths so that two, three or four share exactly.
        max(weight) over (partition by user_id, point_id, parameter, fraction, basis, dimension, day) > 1 as has_replicates,
        max(case when has_grab then 1 else 0 end) over (partition by user_id, point_id, parameter, fraction, basis, dimension, day) as any_grab,
        min(case when has_grab then 1 else 0 end) over (partition by user_id, point_id, parameter, fraction, basis, dimension, day) as only_grabs
    from measurements
    where statistic = 'measured'
),
shared as (
    select
        *,
        case when has_replicates then 12 else 1 end as parts,
        case when has_replicates and 12 % weight <> 0 then cast(cast(cast(sum_least as double) * 12 / weight as decimal(38, 9)) as decimal(38, 15))
            when has_replicates then sum_least * (12 // weight) else sum_least end as least,
        case when has_replicates and 12 % weight <> 0 then cast(cast(cast(sum_most as double) * 12 / weight as decimal(38, 9)) as decimal(38, 15))
            when has_replicates then sum_most * (12 // weight) else sum_most end as most,
        case when any_grab = 1 and only_grabs = 0 then 'mixed' else 'every' end as day_kind
    from measured
),
days as (
    select s.*, case when k.samples = 'composites' then 'composites' else s.day_kind end as of_samples
    from shared as s
    join (select 'all' as samples union all select 'composites' as samples) as k
        on k.samples = 'all' or (s.day_kind = 'mixed' and not s.has_grab)
)
select
    'day|' || user_id || '|' || point_id || '|' || parameter || '|' || fraction || '|' || basis || '|' || dimension || '|'
        || cast(day as varchar) || case when of_samples = 'composites' then '|composites' else '' end as quantity_id,
    'day' as judged_on,
    user_id, point_id, parameter, fraction, basis, dimension, day,
    day as limit_day,
    day as period_from,
    day as period_until,
    max(known_on) as known_on,
    'both' as bounds_judged,
    of_samples,
    false as is_partial,
    max(span_reason) as span_reason,
    max(case when has_grab then 1 else 0 end) = 1 as has_grab,
    -- A mass [kg] is the total of the day; everything else is a mean.
    case when dimension = 'mass' then cast(max(parts) as bigint) else cast(count(*) * max(parts) as bigint) end as weight,
    sum(least) as sum_least,
    case when count(most) = count(*) then sum(most) end as sum_most,
    cast(sum(n_results) as bigint) as n_results,
    cast(sum(n_non_detects) as bigint) as n_non_detects,
    cast(sum(n_strictly_below) as bigint) as n_strictly_below,
    cast(sum(n_level_unknown) as bigint) as n_level_unknown,
    cast(sum(n_above_range) as bigint) as n_above_range,
    cast(sum(n_strictly_above) as bigint) as n_strictly_above,
    concat_ws('; ',
        case when count(estimated) > 0 then 'holds values estimated by the laboratory' end,
        case when of_samples = 'mixed' then 'mean of composite and grab samples of one day' end,
        max(case when remark <> '' then remark end)
    ) as remark,
    flatten(array_agg(result_ids order by measurement_id)) as result_ids
from days
group by user_id, point_id, parameter, fraction, basis, dimension, day, of_samples
