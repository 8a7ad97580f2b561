-- Question   What is the one daily value of a parameter at a point: the mean of all measurements of the day?
-- Source     40 CFR 122.2 and permit text: daily maximum, "daily values first"; 40 CFR 403.12(g)
-- In         current_results
-- Out        one quantity per user, point, parameter, fraction, basis, dimension and local day (see sample_values)
select
    'day|' || user_id || '|' || point_id || '|' || parameter || '|' || fraction || '|' || basis || '|' || dimension || '|'
        || cast(day as varchar) as quantity_id,
    'day' as judged_on,
    user_id, point_id, parameter, fraction, basis, dimension, day,
    day as period_from,
    day as period_until,
    max(coalesce(reported_on, day)) as known_on,
    'both' as bounds_judged,
    max(case when sample_type in ('grab', 'unknown') then 1 else 0 end) = 1 as has_grab,
    -- A mass [kg] is the total of the day; everything else is a mean.
    case when dimension = 'mass' then cast(1 as bigint) else count(*) end as weight,
    sum(at_least) as sum_least,
    case when count(at_most) = count(*) then sum(at_most) end as sum_most,
    count(*) as n_results,
    count(case when qualifier = 'non_detect' then 1 end) as n_non_detects,
    count(case when qualifier = 'non_detect' and at_most is null then 1 end) as n_level_unknown,
    count(case when qualifier = 'above_range' then 1 end) as n_above_range,
    case when count(case when qualifier = 'estimated' then 1 end) > 0 then 'holds values estimated by the laboratory' end as remark,
    array_agg(result_id order by result_id) as result_ids
from current_results
where statistic = 'measured'
group by user_id, point_id, parameter, fraction, basis, dimension, day
