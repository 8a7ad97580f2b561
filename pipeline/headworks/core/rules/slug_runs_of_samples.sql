-- Question   Which series of grabs prove a slug, and which single samples only show a possible one?
-- Source     Vestal 18-76(a)(13), Barton 139-11; a duration needs a series: one sample alone can only raise a possible slug
-- In         measurements, slug_thresholds, slug_rules
-- Out        one row per proven series (slug or slug_criterion_met), and one possible_slug per other sample above the threshold.
--            Two grabs belong to one series if nothing between them is at or below the threshold and they are no further apart than
--            the rule's series_gap_minutes.
with samples as (
    select
        r.measurement_id, r.result_ids, r.user_id, r.point_id, r.parameter, r.fraction, r.basis, r.started_at, r.day, r.known_on,
        case when r.weight = 1 then r.sum_least else cast(cast(r.sum_least as double) / r.weight as decimal(38, 15)) end as at_least,
        r.has_grab and r.has_time as is_timed_grab,
        t.rule_id, t.threshold, t.base_value, t.n_base, t.n_base_non_detects,
        -- ">2000" is above 2000.
        r.sum_least > t.threshold * r.weight or (r.n_strictly_above > 0 and r.sum_least = t.threshold * r.weight) as is_above,
        r.n_above_range > 0 and r.has_grab as is_open
    from measurements as r
    join slug_thresholds as t
        on t.user_id = r.user_id and t.point_id = r.point_id and t.parameter = r.parameter and t.dimension = r.dimension
        and r.day >= t.from_on and r.day <= t.until_on
        and coalesce(t.fraction, r.fraction) = r.fraction and coalesce(t.basis, r.basis) = r.basis
    where r.statistic = 'measured' and t.threshold is not null
),
steps as (
    select
        s.*,
        case
            when lag(s.is_above) over w and date_diff('second', lag(s.started_at) over w, s.started_at) <= 60 * k.series_gap_minutes then 0
            else 1
        end as starts_run
    from samples as s
    join slug_rules as k on k.rule_id = s.rule_id
    where s.is_timed_grab
    window w as (partition by s.rule_id, s.user_id, s.point_id, s.parameter, s.fraction, s.basis order by s.started_at, s.measurement_id)
),
numbered as (
    select *, sum(starts_run) over (
        partition by rule_id, user_id, point_id, parameter, fraction, basis order by started_at, measurement_id rows unbounded preceding
    ) as run
    from steps
),
runs as (
    select
        rule_id, user_id, point_id, parameter, run,
        min(started_at) as from_at, max(started_at) as until_at, min(day) as day, max(known_on) as known_on,
        date_diff('second', min(started_at), max(started_at)) as seconds,
        count(*) as n_values, max(at_least) as peak, max(threshold) as threshold, max(base_value) as base_value, max(n_base) as n_base,
        max(n_base_non_detects) as n_base_non_detects,
        array_agg(measurement_id) as measurement_ids,
        flatten(array_agg(result_ids order by started_at, measurement_id)) as result_ids
    from numbered
    where is_above
    group by rule_id, user_id, point_id, parameter, fraction, basis, run
),
proven as (
    select r.*, s.question, s.boundary_note, s.minutes as least_minutes
    from runs as r
    join slug_rules as s on s.rule_id = r.rule_id
    where r.seconds > 60 * s.minutes or (s.duration_is_enough and r.seconds = 60 * s.minutes)
),
in_proven as (
    select rule_id, unnest(measurement_ids) as measurement_id from proven
),
single as (
    select s.* from samples as s
    -- A grab above the range of its method may be above the threshold too.
    where (s.is_above or s.is_open)
        and not exists (select 1 from in_proven as p where p.rule_id = s.rule_id and p.measurement_id = s.measurement_id)
),
both_kinds as (
    select
        case when question is null then 'slug' else 'slug_criterion_met' end as kind,
        rule_id, user_id, point_id, parameter, from_at, until_at, day, known_on, cast(seconds as double) / 60 as minutes,
        n_values, peak, threshold, base_value, n_base, 'grabs' as source,
        concat_ws('; ', question, case when seconds = 60 * least_minutes then boundary_note end,
            case when n_base_non_detects > 0
                then cast(n_base_non_detects as varchar) || ' of the base values are non-detects, taken at half their level' end) as note,
        result_ids
    from proven
    union all
    select
        'possible_slug' as kind,
        rule_id, user_id, point_id, parameter, started_at as from_at, started_at as until_at, day, known_on, cast(0 as double) as minutes,
        cast(1 as bigint) as n_values, at_least as peak, threshold, base_value, n_base, 'one_sample' as source,
        'one sample cannot show a duration: look for meter or logger data, or take a series of grabs' as note,
        result_ids
    from single
)
select
    'E-' || substr(md5(rule_id || '|' || user_id || '|' || point_id || '|' || parameter || '|' || result_ids[1] || '|' || kind), 1, 16)
        as event_id,
    kind, user_id, point_id, parameter, from_at, until_at, day, known_on, minutes,
    cast(n_values as integer) as n_values,
    peak,
    cast(threshold as double) as threshold,
    cast(base_value as double) as base_value,
    cast(n_base as integer) as n_base,
    rule_id, source, note, result_ids
from both_kinds
