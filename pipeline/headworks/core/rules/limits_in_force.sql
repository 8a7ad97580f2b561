-- Question   From which day to which day does the same set of numeric limits hold at a point, and which of them is the strictest?
-- Source     40 CFR 403.5(d), 403.6; local codes: the more stringent applies, like compared with like
-- In         limits_at_points
-- Out        disjoint segments [seg_from, seg_until], one row per segment and limit in force in it; is_most_stringent marks the
--            least maximum and the greatest minimum among limits on the same quantity (permit before local before federal on a tie)
with numeric_limits as (
    select * from limits_at_points where undecided_reason is null and dimension is not null
),
first_days as (
    select user_id, point_id, parameter, judged_on, dimension, effective_from as seg_from from numeric_limits
    union
    select user_id, point_id, parameter, judged_on, dimension, cast(effective_until + interval '1' day as date) as seg_from
    from numeric_limits
    where effective_until < date '9999-12-31'
),
segments as (
    select
        *,
        coalesce(
            cast(lead(seg_from) over (partition by user_id, point_id, parameter, judged_on, dimension order by seg_from)
                - interval '1' day as date),
            date '9999-12-31'
        ) as seg_until
    from first_days
),
filled as (
    select s.seg_from, s.seg_until, l.*
    from segments as s
    join numeric_limits as l
        on l.user_id = s.user_id and l.point_id = s.point_id and l.parameter = s.parameter
        and l.judged_on = s.judged_on and l.dimension = s.dimension
        and l.effective_from <= s.seg_from and l.effective_until >= s.seg_until
),
ranked as (
    select
        *,
        row_number() over (
            partition by user_id, point_id, parameter, judged_on, dimension, seg_from, is_decisive,
                coalesce(fraction, 'total'), coalesce(basis, '')
            order by maximum_canonical asc nulls last, maximum_allowed asc,
                case scope when 'permit' then 1 when 'local' then 2 else 3 end, limit_id
        ) as maximum_rank,
        row_number() over (
            partition by user_id, point_id, parameter, judged_on, dimension, seg_from, is_decisive,
                coalesce(fraction, 'total'), coalesce(basis, '')
            order by minimum_canonical desc nulls last, minimum_allowed asc,
                case scope when 'permit' then 1 when 'local' then 2 else 3 end, limit_id
        ) as minimum_rank
    from filled
)
select
    user_id, point_id, parameter, judged_on, dimension, seg_from, seg_until,
    limit_id, scope, fraction, basis, kind, judges, needs_sample_type,
    minimum_canonical, minimum_allowed, maximum_canonical, maximum_allowed, unit,
    is_decisive, finding, flag_above, flag_up_to, flag_note, non_detect_rule, note,
    (maximum_canonical is not null and maximum_rank = 1) or (minimum_canonical is not null and minimum_rank = 1) as is_most_stringent
from ranked
