-- Question   Which slugs, possible slugs and slug questions belong to this week?
-- Source     design: an item belongs to the week of its day, and to the week in which it became known
-- In         events, slug_rules, parameters, units, results, readings
-- Settings   $first_on, $last_on  Monday and Sunday of the week, as ISO dates
-- Out        columns of events, with the rule's words, the unit to show it in with its factor and addend, and a file and row behind it
with of_week as (
    select * from events
    where day between cast($first_on as date) and cast($last_on as date)
        or known_on between cast($first_on as date) and cast($last_on as date)
        -- A series without a base is one row from its first day to its last.
        or (kind = 'slug_not_judged' and day <= cast($last_on as date) and known_on >= cast($first_on as date))
),
reading_units as (
    select r.user_id, r.point_id, r.parameter, r.dimension, max(r.unit) as unit
    from readings as r
    where exists (
        select 1 from of_week as e where e.user_id = r.user_id and e.point_id = r.point_id and e.parameter = r.parameter
    )
    group by r.user_id, r.point_id, r.parameter, r.dimension
),
peaks as (
    select
        e.event_id,
        min(case when r.canonical = e.peak then r.source_file end) as source_file,
        min(case when r.canonical = e.peak then r.source_row end) as source_row,
        min(case when r.canonical = e.peak then r.read_at end) as peak_at
    from of_week as e
    join readings as r
        on r.user_id = e.user_id and r.point_id = e.point_id and r.parameter = e.parameter
        and r.read_at between e.from_at and e.until_at
    where e.source = 'readings' and e.peak is not null
    group by e.event_id
)
select
    e.*,
    coalesce(p.name, e.parameter) as parameter_name,
    k.base, k.multiple, k.minutes as rule_minutes, k.duration_is_enough, k.dimension, k.citation, k.quote,
    u.unit, u.factor, u.addend,
    f.source_file, f.source_row, f.peak_at
from of_week as e
join slug_rules as k on k.rule_id = e.rule_id
left join reading_units as r
    on r.user_id = e.user_id and r.point_id = e.point_id and r.parameter = e.parameter and r.dimension = k.dimension
left join units as c on c.dimension = k.dimension and c.is_canonical
left join units as u on u.unit = coalesce(k.unit, r.unit, c.unit)
left join parameters as p on p.parameter = e.parameter
left join peaks as f on f.event_id = e.event_id
order by e.user_id, e.point_id, e.parameter, e.from_at, e.event_id
