-- Question   What does each single sample say the discharge was, from at least to at most?
-- Source     40 CFR 403.3 (instantaneous limits judge any discrete sample); reported statistics stand for themselves
-- In         measurements
-- Out        one quantity per measurement: judged_on sample, or reported:STATISTIC
-- Quantities A quantity is total / weight, kept apart so that means compare exactly: at least sum_least / weight and at
--            most sum_most / weight [canonical unit]; sum_most NULL = no upper end is known. of_samples says which samples
--            of the period it is made of (every, mixed, composites); is_partial that too little of the day was logged.
select
    measurement_id as quantity_id,
    case when statistic = 'measured' then 'sample' else 'reported:' || statistic end as judged_on,
    user_id, point_id, parameter, fraction, basis, dimension, day,
    day as limit_day,
    coalesce(period_from, day) as period_from,
    coalesce(period_until, day) as period_until,
    known_on,
    'both' as bounds_judged,
    'every' as of_samples,
    false as is_partial,
    span_reason,
    has_grab, weight, sum_least, sum_most, n_results, n_non_detects, n_strictly_below, n_level_unknown, n_above_range, n_strictly_above,
    concat_ws('; ',
        case when estimated <> '' then 'estimated by the laboratory (' || estimated || ')' when estimated = '' then 'estimated by the laboratory' end,
        case when has_unknown_type and statistic = 'measured' then 'sample type not given: judged as a grab' end,
        case when remark <> '' then remark end
    ) as remark,
    result_ids
from measurements
