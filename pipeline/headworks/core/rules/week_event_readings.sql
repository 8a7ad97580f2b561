-- Question   What did the logger read around a slug?
-- Source     design: a slug is shown with the readings of its hours
-- In         readings (quality ok only), units
-- Settings   $user_id, $point_id, $parameter, $dimension, $unit, $from_at, $until_at (UTC), $margin_minutes
-- Out        one row per reading in the unit asked for
select
    r.read_at,
    (cast(r.canonical as double) - cast(u.addend as double)) / cast(u.factor as double) as value
from readings as r
join units as u on u.unit = $unit
where r.user_id = $user_id and r.point_id = $point_id and r.parameter = $parameter and r.dimension = $dimension
    and r.quality = 'ok'
    and r.read_at >= cast($from_at as timestamp) - to_minutes($margin_minutes)
    and r.read_at <= cast($until_at as timestamp) + to_minutes($margin_minutes)
order by r.read_at
