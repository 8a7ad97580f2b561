-- Question   Which verdicts belong to this week, and against which words of the law?
-- Source     design: an item belongs to the week of its day, and to the week in which it became known
-- In         verdicts, limits, parameters
-- Settings   $first_on, $last_on  Monday and Sunday of the week, as ISO dates
-- Out        columns of verdicts, with the parameter's name and the limit's numbers [unit of the limit], words and citation
select
    v.*,
    coalesce(p.name, v.parameter) as parameter_name,
    l.book_id, l.entry_id, l.scope, l.kind, l.dimension, l.minimum, l.minimum_allowed, l.maximum, l.maximum_allowed,
    l.unit as limit_unit, l.printed, l.citation, l.url, l.non_detect_rule
from verdicts as v
left join limits as l on l.limit_id = v.limit_id
left join parameters as p on p.parameter = v.parameter
where v.day between cast($first_on as date) and cast($last_on as date)
    or v.known_on between cast($first_on as date) and cast($last_on as date)
order by v.user_id, v.point_id, v.parameter, v.day, v.judged_on, v.limit_id, v.verdict_id
