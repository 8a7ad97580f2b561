-- Question   Against which limits, and from when to when, was one parameter judged at one point?
-- Source     design: a chart shows the limit in force on each day, with its citation
-- In         verdicts, limits, units
-- Settings   $user_id, $point_id, $parameter, $dimension, $unit, $from_on, $last_on
-- Out        one row per limit with a number that judges here: lower and upper value in the unit asked for, first and last day
with used as (
    select distinct limit_id
    from verdicts
    where user_id = $user_id and point_id = $point_id and parameter = $parameter
        and day >= cast($from_on as date) and day <= cast($last_on as date) and limit_id is not null
        and reason <> 'applies_at_plant'
)
select
    l.limit_id, l.book_id, l.entry_id, l.kind, l.citation, l.is_decisive, l.effective_from, l.effective_until,
    (cast(l.minimum_canonical as double) - cast(u.addend as double)) / cast(u.factor as double) as minimum,
    (cast(l.maximum_canonical as double) - cast(u.addend as double)) / cast(u.factor as double) as maximum
from limits as l
join used on used.limit_id = l.limit_id
join units as u on u.unit = $unit
where l.dimension = $dimension and l.undecided_reason is null
order by l.book_id, l.entry_id, l.effective_from, l.limit_id
