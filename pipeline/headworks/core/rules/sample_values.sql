-- Question   What does each single result say the discharge was, from at least to at most?
-- Source     40 CFR 403.3 (instantaneous limits judge any discrete sample); reported statistics stand for themselves
-- In         current_results
-- Out        one quantity per result: judged_on sample, or reported:STATISTIC
-- Quantities A quantity is total / weight, kept apart so that means compare exactly: at least sum_least / weight and at
--            most sum_most / weight [canonical unit]; sum_most NULL = no upper end is known.
select
    result_id as quantity_id,
    case when statistic = 'measured' then 'sample' else 'reported:' || statistic end as judged_on,
    user_id, point_id, parameter, fraction, basis, dimension, day,
    coalesce(period_from, day) as period_from,
    coalesce(period_until, day) as period_until,
    coalesce(reported_on, day) as known_on,
    'both' as bounds_judged,
    sample_type in ('grab', 'unknown') as has_grab,
    cast(1 as bigint) as weight,
    at_least as sum_least,
    at_most as sum_most,
    cast(1 as bigint) as n_results,
    case when qualifier = 'non_detect' then cast(1 as bigint) else cast(0 as bigint) end as n_non_detects,
    case when qualifier = 'non_detect' and at_most is null then cast(1 as bigint) else cast(0 as bigint) end as n_level_unknown,
    case when qualifier = 'above_range' then cast(1 as bigint) else cast(0 as bigint) end as n_above_range,
    case
        when qualifier = 'estimated' then 'estimated by the laboratory (' || qualifier_reported || ')'
        when sample_type = 'unknown' and statistic = 'measured' then 'sample type not given: judged as a grab'
    end as remark,
    [result_id] as result_ids
from current_results
