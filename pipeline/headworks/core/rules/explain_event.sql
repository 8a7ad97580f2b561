-- Question   What is this event, and which definition of a slug made it one?
-- Source     design: every derived row can be traced to its evidence and its rule
-- In         events, slug_rules, industrial_users, parameters, units, about
-- Settings   $id  the event
-- Out        one row: the event's columns, its rule's, the names of user and parameter, the canonical unit, what it was made with
select
    e.*,
    u.name as user_name, p.name as parameter_name, c.unit as canonical_unit,
    s.base, s.multiple, s.minutes as least_minutes, s.duration_is_enough, s.series_gap_minutes, s.baseline_days, s.baseline_least_days,
    s.question, s.citation, s.quote, s.effective_from, s.effective_until,
    a.limits_digest, a.version
from events as e
left join slug_rules as s on s.rule_id = e.rule_id
left join industrial_users as u on u.user_id = e.user_id
left join parameters as p on p.parameter = e.parameter
left join units as c on c.dimension = s.dimension and c.is_canonical
cross join about as a
where e.event_id = $id
