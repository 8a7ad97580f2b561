-- Question   What is to be known about how the samples behind a verdict, event or result were taken, kept and analysed?
-- Source     design: findings stand on the result, and are read with every verdict on it
-- In         verdicts, events, results, sample_findings
-- Settings   $id  the verdict, event or result
-- Out        columns of sample_findings for the results behind it
with behind as (
    select unnest(result_ids) as result_id from verdicts where verdict_id = $id
    union
    select unnest(result_ids) as result_id from events where event_id = $id
    union
    select result_id from results where result_id = $id
)
select f.*
from sample_findings as f
join behind as b on b.result_id = f.result_id
order by f.day, f.result_id, f.code, f.what
