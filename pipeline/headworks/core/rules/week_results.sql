-- Question   Which results stand behind the findings of this week?
-- Source     design: every derived row can be traced to its results, files and rows
-- In         verdicts (exceeds, undecided), events, results
-- Settings   $first_on, $last_on  Monday and Sunday of the week, as ISO dates
-- Out        one row per result: key, sample, laboratory, the sender's own words, file and row
with behind as (
    select unnest(result_ids) as result_id
    from verdicts
    where verdict <> 'meets'
        and (day between cast($first_on as date) and cast($last_on as date)
            or known_on between cast($first_on as date) and cast($last_on as date))
    union
    select unnest(result_ids) as result_id
    from events
    where day between cast($first_on as date) and cast($last_on as date)
        or known_on between cast($first_on as date) and cast($last_on as date)
)
select
    r.result_id, r.user_id, r.point_id, r.sample_id, r.sample_type, r.collected_by, r.started_at, r.has_time, r.day, r.reported_on, r.lab, r.lab_sample_id, r.method,
    r.value, r.unit, r.dimension, r.qualifier, r.value_reported, r.unit_reported, r.qualifier_reported, r.reporting_limit_reported,
    r.source_file, r.source_row
from results as r
join behind as b on b.result_id = r.result_id
order by r.started_at, r.result_id
