-- Question   Which logger readings decided a verdict or an event: the highest and the lowest of its day or run, and where they stand?
-- Source     design: every derived row can be traced to its evidence
-- In         verdicts, events, readings, units
-- Settings   $id  the verdict or event
-- Out        at most two rows: what (highest, lowest), when, value as logged, file and row
with spans as (
    select user_id, point_id, parameter, cast(period_from as timestamp) as from_at, period_from as from_on, period_until as until_on,
        cast(null as timestamp) as until_at
    from verdicts
    where verdict_id = $id and quantity_id like 'readings|%'
    union all
    select user_id, point_id, parameter, from_at, day as from_on, cast(until_at as date) + 1 as until_on, until_at
    from events
    where event_id = $id and source = 'readings'
),
inside as (
    select r.*
    from readings as r
    join spans as s on s.user_id = r.user_id and s.point_id = r.point_id and s.parameter = r.parameter
        and r.day >= s.from_on and r.day <= s.until_on
        and (s.until_at is null or (r.read_at >= s.from_at and r.read_at <= s.until_at))
    where r.quality = 'ok'
),
ranked as (
    select *,
        row_number() over (order by canonical desc, read_at) as from_top,
        row_number() over (order by canonical, read_at) as from_bottom
    from inside
)
select
    case when from_top = 1 then 'highest' else 'lowest' end as what,
    n.read_at, n.value_reported, n.unit_reported, n.read_at_reported, n.canonical, c.unit as canonical_unit, n.source_file, n.source_row, n.batch_id
from ranked as n
left join units as c on c.dimension = n.dimension and c.is_canonical
where from_top = 1 or from_bottom = 1
order by what
