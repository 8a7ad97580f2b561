-- Question   Which limits apply at which user's monitoring point, and from which to which day?
-- Source     40 CFR 403.5(b) (every user), 403.6 (categories, at the point the category names), local codes (service area), permits
-- In         limits, parameters, industrial_users, monitoring_points, categories
-- Out        one row per limit and point it applies to; a limit of the treatment plant's influent comes with the reason
--            applies_at_plant at every other point, because no user's sample can judge it, a local or general one the reason
--            applies_at_connection where the discharge does not join the sewer; an alternative (option) applies where it
--            was agreed, and what it replaces (unless_option) where it was not
select
    p.user_id, p.point_id, l.limit_id, l.scope, l.parameter, l.fraction,
    case when l.basis = w.own_basis then '' else coalesce(l.basis, '') end as basis, l.kind, l.judged_on, l.judges, l.needs_sample_type,
    l.minimum_canonical, l.minimum_allowed, l.maximum_canonical, l.maximum_allowed, l.unit, l.dimension,
    case
        when l.applies_at = 'headworks' and p.kind <> 'headworks' then 'applies_at_plant'
        when l.undecided_reason is not null then l.undecided_reason
        -- What binds everyone, or a service area, binds where the discharge joins the sewer.
        when l.applies_at is null and l.part is null and l.user_id is null and not p.is_connection then 'applies_at_connection'
    end as undecided_reason,
    l.is_decisive, l.finding, l.flag_above, l.flag_up_to, l.flag_note, l.non_detect_rule, l.note,
    greatest(l.effective_from, coalesce(c.effective_from, l.effective_from)) as effective_from,
    least(l.effective_until, coalesce(c.effective_until, l.effective_until)) as effective_until
from limits as l
cross join monitoring_points as p
left join parameters as w on w.parameter = l.parameter
join industrial_users as u on u.user_id = p.user_id
left join categories as c
    on c.user_id = p.user_id and c.point_id = p.point_id and c.part = l.part
    and c.standard = l.standard and c.subpart = l.subpart
    and (l.option is null or contains(' ' || c.options || ' ', ' ' || l.option || ' '))
    and (l.unless_option is null or not contains(' ' || c.options || ' ', ' ' || l.unless_option || ' '))
where (l.user_id is null or l.user_id = p.user_id)
    and (l.point_id is null or l.point_id = p.point_id)
    and (l.service_area is null or l.service_area = u.service_area)
    and (l.part is null or c.part is not null)
    and (l.applies_at is null or l.applies_at = p.kind or l.applies_at = 'headworks')
    and greatest(l.effective_from, coalesce(c.effective_from, l.effective_from))
        <= least(l.effective_until, coalesce(c.effective_until, l.effective_until))
