-- Question   What was judged against what, and by which law?
-- Source     design: every derived row can be traced to result ids, limit ids, rule citation and the digest of limits/
-- In         verdicts, limits, units, industrial_users, parameters, about
-- Settings   $id  the verdict
-- Out        one row: the verdict's columns, its limit's, the names of user and parameter, what it was made with
select
    v.*,
    u.name as user_name, p.name as parameter_name,
    l.scope, l.kind, l.minimum, l.minimum_allowed, l.maximum, l.maximum_allowed, l.printed, l.unit as limit_unit,
    l.dimension as limit_dimension, l.minimum_canonical, l.maximum_canonical, c.unit as canonical_unit,
    l.non_detect_rule,
    l.effective_from, l.effective_until, l.derived_from, l.citation, l.url, l.quote, l.note as limit_note,
    a.limits_digest, a.version
from verdicts as v
left join limits as l on l.limit_id = v.limit_id
left join units as c on c.dimension = l.dimension and c.is_canonical
left join industrial_users as u on u.user_id = v.user_id
left join parameters as p on p.parameter = v.parameter
cross join about as a
where v.verdict_id = $id
