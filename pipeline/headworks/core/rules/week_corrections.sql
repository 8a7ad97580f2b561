-- Question   Which results were corrected this week: what did the earlier report say, and what counts now?
-- Source     design: corrections supersede, never overwrite; a finding that a correction takes away must not vanish without a word
-- In         results, current_results, arrivals, parameters
-- Settings   $first_on, $last_on  Monday and Sunday of the week, as ISO dates
-- Out        one row per earlier report of a result that became known this week: both in the sender's words, file and row of the new one
with newer as (
    select c.*, greatest(coalesce(c.reported_on, c.day), coalesce(a.arrived_on, c.day)) as known_on
    from current_results as c
    left join arrivals as a on a.batch_id = c.batch_id
)
select
    n.user_id, n.point_id, coalesce(p.name, n.parameter) as parameter_name, n.day, n.result_id,
    o.value_reported as was, o.unit_reported as was_unit, o.reported_on as was_reported_on,
    n.value_reported as is_now, n.unit_reported as is_unit, n.reported_on, n.source_file, n.source_row
from newer as n
join results as o on o.natural_key = n.natural_key and o.result_id <> n.result_id
left join parameters as p on p.parameter = n.parameter
where n.known_on between cast($first_on as date) and cast($last_on as date)
    and not exists (select 1 from current_results as c where c.result_id = o.result_id)
order by n.user_id, n.point_id, n.parameter, n.day, o.reported_on, o.result_id
