-- Question   What was measured of one parameter at one point in the months before the end of the week?
-- Source     design: a chart shows non-detects as such, at their reporting limit
-- In         current_results, units
-- Settings   $user_id, $point_id, $parameter, $statistic, $dimension, $unit, $from_on, $last_on
-- Out        one row per result in the unit asked for: value, whether it is a non-detect or above range, and its time
select
    r.result_id, r.day, r.started_at, r.has_time, r.sample_type, r.qualifier,
    (cast(coalesce(r.at_most, r.at_least) as double) - cast(u.addend as double)) / cast(u.factor as double) as value
from current_results as r
join units as u on u.unit = $unit
where r.user_id = $user_id and r.point_id = $point_id and r.parameter = $parameter and r.dimension = $dimension
    and r.statistic = $statistic
    and r.day between cast($from_on as date) and cast($last_on as date)
    and coalesce(r.at_most, r.at_least) is not null
order by r.started_at, r.result_id
