-- Question   At which points was a parameter of a user measured, and in which unit is it best shown?
-- Source     design: shown in the limit's own unit
-- In         results, readings, verdicts, parameters, units
-- Settings   $user_id, $parameter, $point_id  ('' = any)
-- Out        one row per point and dimension, the most measured first: unit of the limits most often used, first and last day
with measured as (
    select user_id, point_id, parameter, dimension, day from results where statistic = 'measured'
    union all
    select user_id, point_id, parameter, dimension, day from readings
),
subjects as (
    select point_id, dimension, count(*) as n, min(day) as first_on, max(day) as last_on
    from measured
    where user_id = $user_id and parameter = $parameter and ($point_id = '' or point_id = $point_id)
    group by point_id, dimension
),
unit_uses as (
    select v.point_id, u.dimension, v.unit, count(*) as n
    from verdicts as v
    join units as u on u.unit = v.unit
    where v.user_id = $user_id and v.parameter = $parameter and v.limit_id is not null
    group by v.point_id, u.dimension, v.unit
)
select
    s.point_id, s.dimension, s.n, s.first_on, s.last_on, p.name as parameter_name,
    coalesce((select arg_max(x.unit, x.n) from unit_uses as x where x.point_id = s.point_id and x.dimension = s.dimension), c.unit) as unit
from subjects as s
join parameters as p on p.parameter = $parameter
join units as c on c.dimension = s.dimension and c.is_canonical
order by s.n desc, s.point_id, s.dimension
