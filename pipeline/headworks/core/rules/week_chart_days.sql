-- Question   How low and how high did a logger read on each day before the end of the week?
-- Source     design: a chart of one-minute readings shows the day's range
-- In         readings (quality ok only), units
-- Settings   $user_id, $point_id, $parameter, $dimension, $unit, $from_on, $last_on
-- Out        one row per day in the unit asked for: lowest, highest
select
    r.day,
    (cast(min(r.canonical) as double) - cast(max(u.addend) as double)) / cast(max(u.factor) as double) as lowest,
    (cast(max(r.canonical) as double) - cast(max(u.addend) as double)) / cast(max(u.factor) as double) as highest
from readings as r
join units as u on u.unit = $unit
where r.user_id = $user_id and r.point_id = $point_id and r.parameter = $parameter and r.dimension = $dimension
    and r.quality = 'ok'
    and r.day between cast($from_on as date) and cast($last_on as date)
group by r.day
order by r.day
