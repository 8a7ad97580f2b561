-- Question   During which runs did a logger read above the slug threshold for long enough?
-- Source     Vestal 18-76(a)(13): 15 minutes or more; Barton 139-11: longer than 15 minutes, concentration or flow
-- In         readings (quality ok only), arrivals, slug_thresholds, slug_rules
-- Out        one row per run: first and last reading above, peak. A missing reading ends a run (an interval over 1.5 steps), so a
--            gap never counts as time above. Only readings above are looked at, so the cost follows the excursions.
with above as (
    select
        r.user_id, r.point_id, r.parameter, t.rule_id, r.read_at,
        max(r.canonical) as canonical, max(r.step_seconds) as step_seconds, max(r.day) as day,
        max(a.arrived_on) as arrived_on,
        max(t.threshold) as threshold, max(t.base_value) as base_value, max(t.n_base) as n_base,
        max(t.n_base_non_detects) as n_base_non_detects
    from readings as r
    left join arrivals as a on a.batch_id = r.batch_id
    join slug_thresholds as t
        on t.user_id = r.user_id and t.point_id = r.point_id and t.parameter = r.parameter and t.dimension = r.dimension
        and r.day >= t.from_on and r.day <= t.until_on and coalesce(t.fraction, 'total') = 'total' and coalesce(t.basis, '') = ''
    where r.quality = 'ok' and r.canonical > t.threshold
    group by r.user_id, r.point_id, r.parameter, t.rule_id, r.read_at
),
steps as (
    select
        *,
        case
            when 2 * date_diff('second', lag(read_at) over (partition by rule_id, user_id, point_id, parameter order by read_at), read_at)
                <= 3 * step_seconds then 0
            else 1
        end as starts_run
    from above
),
numbered as (
    select *, sum(starts_run) over (partition by rule_id, user_id, point_id, parameter order by read_at rows unbounded preceding) as run
    from steps
),
runs as (
    select
        rule_id, user_id, point_id, parameter, run,
        min(read_at) as from_at, max(read_at) as until_at, min(day) as day, greatest(max(day), coalesce(max(arrived_on), max(day))) as known_on,
        date_diff('second', min(read_at), max(read_at)) as seconds,
        count(*) as n_values, max(canonical) as peak,
        max(threshold) as threshold, max(base_value) as base_value, max(n_base) as n_base, max(n_base_non_detects) as n_base_non_detects
    from numbered
    group by rule_id, user_id, point_id, parameter, run
)
select
    'E-' || substr(md5(r.rule_id || '|' || r.user_id || '|' || r.point_id || '|' || r.parameter || '|' || cast(r.from_at as varchar)), 1, 16)
        as event_id,
    case when s.question is null then 'slug' else 'slug_criterion_met' end as kind,
    r.user_id, r.point_id, r.parameter, r.from_at, r.until_at, r.day, r.known_on,
    cast(r.seconds as double) / 60 as minutes,
    cast(r.n_values as integer) as n_values,
    r.peak,
    cast(r.threshold as double) as threshold,
    cast(r.base_value as double) as base_value,
    cast(r.n_base as integer) as n_base,
    r.rule_id,
    'readings' as source,
    concat_ws('; ', s.question, case when r.seconds = 60 * s.minutes then s.boundary_note end,
        case when r.n_base_non_detects > 0
            then cast(r.n_base_non_detects as varchar) || ' of the base values are non-detects, taken at half their level' end) as note,
    cast([] as varchar[]) as result_ids
from runs as r
join slug_rules as s on s.rule_id = r.rule_id
where r.seconds > 60 * s.minutes or (s.duration_is_enough and r.seconds = 60 * s.minutes)
