-- Question   Which results can no numeric limit judge, and why?
-- Source     design: a missing limit, an unknown strength or a wrong sample is never "in compliance"
-- In         quantities (judged_on sample or reported:...), limits_at_points, limits_in_force, units
-- Out        one undecided verdict per result and limit without a comparable number, or per result without any limit:
--            value_missing, value_elsewhere, narrative, report_only, applies_at_plant (the limit's own reason);
--            fraction_not_comparable, basis_not_comparable, unit_not_comparable, flow_missing (numbers of different kinds);
--            wrong_sample_type (only limits for grabs, only a composite); no_limit_on_day;
--            limit_lapsed (there was a number here, and it has ended)
with single as (
    select * from quantities
    where (judged_on = 'sample' or judged_on like 'reported:%') and bounds_judged <> 'floor'
),
candidates as (
    select
        s.*, l.limit_id, l.undecided_reason, l.dimension as limit_dimension, l.unit as limit_unit, l.is_decisive as limit_is_decisive,
        l.judges, l.note as limit_note, l.judged_on as limit_judged_on,
        l.basis = s.basis as basis_fits,
        ((coalesce(l.fraction, 'total') = 'total' and s.fraction in ('total', 'unspecified')) or coalesce(l.fraction, 'total') = s.fraction) as fraction_fits
    from single as s
    join limits_at_points as l
        on l.user_id = s.user_id and l.point_id = s.point_id and l.parameter = s.parameter
        and s.day >= l.effective_from and s.day <= l.effective_until
        and (case when l.judged_on like 'reported:%' then l.judged_on else 'sample' end) = s.judged_on
),
measured_dimensions as (
    select distinct user_id, point_id, parameter, day, judged_on, dimension from single
),
without_number as (
    select c.*, undecided_reason as reason from candidates as c where undecided_reason is not null
    union all
    select
        c.*,
        case
            when c.dimension <> c.limit_dimension and c.limit_dimension in ('mass_rate', 'mass') and c.dimension = 'concentration'
                then 'flow_missing'
            when c.dimension <> c.limit_dimension then 'unit_not_comparable'
            when not c.fraction_fits then 'fraction_not_comparable'
            else 'basis_not_comparable'
        end as reason
    from candidates as c
    left join measured_dimensions as m
        on m.user_id = c.user_id and m.point_id = c.point_id and m.parameter = c.parameter and m.day = c.day
        and m.judged_on = c.judged_on and m.dimension = c.limit_dimension and m.dimension <> c.dimension
    where c.undecided_reason is null
        and m.user_id is null
        and (c.dimension <> c.limit_dimension or not c.fraction_fits or not c.basis_fits)
    union all
    -- A composite under nothing but limits for grabs would otherwise get no verdict at all.
    select c.*, 'wrong_sample_type' as reason
    from candidates as c
    where c.undecided_reason is null and c.dimension = c.limit_dimension and c.fraction_fits and c.basis_fits
        and c.limit_judged_on = 'sample' and c.judges = 'grabs' and not c.has_grab
        and not exists (
            select 1 from candidates as other
            where other.quantity_id = c.quantity_id and other.undecided_reason is null
                and other.dimension = other.limit_dimension and other.fraction_fits and other.basis_fits
                and (other.limit_judged_on <> 'sample' or other.judges = 'any_sample')
        )
),
without_limit as (
    select s.*
    from single as s
    where not exists (select 1 from candidates as c where c.quantity_id = s.quantity_id)
),
-- A parameter that had a number here, has none now, and is not said to be only reported: a permit that ran out looks like this.
ended as (
    select user_id, point_id, parameter, max(effective_until) as last_day, max_by(limit_id, effective_until) as limit_id,
        max_by(unit, effective_until) as unit, max_by(dimension, effective_until) as dimension
    from limits_at_points
    where undecided_reason is null and dimension is not null
    group by user_id, point_id, parameter
),
lapsed as (
    select s.*, e.limit_id, e.unit as limit_unit, e.dimension as limit_dimension
    from single as s
    join ended as e
        on e.user_id = s.user_id and e.point_id = s.point_id and e.parameter = s.parameter and e.last_day < s.day
    where not exists (
        select 1 from candidates as c where c.quantity_id = s.quantity_id and c.undecided_reason = 'report_only'
    )
),
every_one as (
    select
        quantity_id, judged_on, user_id, point_id, parameter, dimension, day, period_from, period_until, known_on, weight, sum_least, sum_most,
        n_results, n_non_detects, result_ids, remark, reason, limit_id, limit_unit, limit_dimension, limit_is_decisive, limit_note
    from without_number
    union all
    select
        quantity_id, judged_on, user_id, point_id, parameter, dimension, day, period_from, period_until, known_on, weight, sum_least, sum_most,
        n_results, n_non_detects, result_ids, remark, 'no_limit_on_day' as reason, null as limit_id, null as limit_unit,
        null as limit_dimension, true as limit_is_decisive, null as limit_note
    from without_limit
    where quantity_id not in (select quantity_id from lapsed)
    union all
    select
        quantity_id, judged_on, user_id, point_id, parameter, dimension, day, period_from, period_until, known_on, weight, sum_least, sum_most,
        n_results, n_non_detects, result_ids, remark, 'limit_lapsed' as reason, limit_id, limit_unit,
        limit_dimension, true as limit_is_decisive, null as limit_note
    from lapsed
),
shown_in as (
    -- Shown in the limit's unit where the two can be compared, else in the canonical unit of the result.
    select
        e.*,
        case when e.limit_dimension = e.dimension then e.limit_unit else c.unit end as unit_shown
    from every_one as e
    join units as c on c.dimension = e.dimension and c.is_canonical
)
select
    'V-' || substr(md5(quantity_id || '|' || coalesce(limit_id, '')), 1, 16) as verdict_id,
    quantity_id,
    case when quantity_id like 'readings|%' then 'reading' else judged_on end as judged_on,
    user_id, point_id, parameter, day, period_from, period_until, known_on,
    'undecided' as verdict,
    reason,
    false as depends_on_rule,
    case when weight = 1 then sum_least else cast(cast(sum_least as double) / weight as decimal(38, 15)) end as at_least,
    case when weight = 1 then sum_most else cast(cast(sum_most as double) / weight as decimal(38, 15)) end as at_most,
    cast(cast((cast(coalesce(sum_most, sum_least) as double) / weight - u.addend) / u.factor as decimal(38, 9)) as decimal(38, 15)) as value,
    u.unit as unit,
    cast(null as double) as times_over,
    false as is_most_stringent,
    limit_is_decisive as is_decisive,
    limit_id,
    concat_ws('; ', remark, case when limit_note like 'unverified%' then limit_note end) as note,
    n_results, n_non_detects, result_ids
from shown_in as s
join units as u on u.unit = s.unit_shown
