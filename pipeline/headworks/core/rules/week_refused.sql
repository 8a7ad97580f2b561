-- Question   Which rows of this week's files were refused, and which files brought nothing at all?
-- Source     design: nothing is guessed; a row, file or unit that was not used is reported
-- In         refused_rows, batches, results, readings, arrivals
-- Settings   $first_on, $last_on  Monday and Sunday of the week, as ISO dates
-- Out        columns of refused_rows, with the file names and accepted rows of its batch. A batch is of the week if a result or reading of it is; a batch
--            of which nothing was accepted has no date and counts in every week until its rows come again
with dated as (
    select batch_id from results
    where day between cast($first_on as date) and cast($last_on as date)
        or reported_on between cast($first_on as date) and cast($last_on as date)
    union
    select batch_id from arrivals where arrived_on between cast($first_on as date) and cast($last_on as date)
    union
    select batch_id from readings where day between cast($first_on as date) and cast($last_on as date)
)
select f.*, b.files, b.rows_accepted
from refused_rows as f
join batches as b on b.batch_id = f.batch_id
where b.rows_accepted = 0 or f.batch_id in (select batch_id from dated)
order by f.source_file, f.code, f.source_row, f.source_column
