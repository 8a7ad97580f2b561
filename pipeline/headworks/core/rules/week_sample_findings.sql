-- Question   Which findings on samples belong to this week?
-- Source     design: an item belongs to the week of its day, and to the week in which it became known
-- In         sample_findings, results, parameters
-- Settings   $first_on, $last_on  Monday and Sunday of the week, as ISO dates
-- Out        columns of sample_findings, with the parameter's name, the sample, the laboratory, and the file and row of the result
select f.*, coalesce(p.name, f.parameter) as parameter_name, r.sample_id, r.lab, r.source_file, r.source_row
from sample_findings as f
join results as r on r.result_id = f.result_id
left join parameters as p on p.parameter = f.parameter
where f.day between cast($first_on as date) and cast($last_on as date)
    or r.reported_on between cast($first_on as date) and cast($last_on as date)
order by f.user_id, f.code, parameter_name, f.day, r.source_file, r.source_row, f.result_id, f.what
