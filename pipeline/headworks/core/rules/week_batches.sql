-- Question   From which files does this week's report come?
-- Source     design: each report names the batches it used
-- In         batches, results, readings, arrivals
-- Settings   $first_on, $last_on  Monday and Sunday of the week, as ISO dates
-- Out        batches with a result or reading of the week, with the counts of their rows
with dated as (
    select batch_id from results
    where day between cast($first_on as date) and cast($last_on as date)
        or reported_on between cast($first_on as date) and cast($last_on as date)
    union
    select batch_id from arrivals where arrived_on between cast($first_on as date) and cast($last_on as date)
    union
    select batch_id from readings where day between cast($first_on as date) and cast($last_on as date)
)
select b.batch_id, b.files, b.profile, b.rows_in, b.rows_accepted, b.rows_refused
from batches as b
where b.batch_id in (select batch_id from dated)
order by b.files, b.batch_id
