-- Question   Which results stand behind a verdict or an event, as the laboratory wrote them and as they were converted?
-- Source     design: the sender's own words stay beside ours
-- In         verdicts, events, results, batches, units
-- Settings   $id  the verdict, event or result
-- Out        one row per result, in time order, with its file, row, profile and the result it supersedes
with behind as (
    select unnest(result_ids) as result_id from verdicts where verdict_id = $id
    union
    select unnest(result_ids) as result_id from events where event_id = $id
    union
    select result_id from results where result_id = $id
)
select r.*, b.profile, c.unit as canonical_unit
from behind as n
join results as r on r.result_id = n.result_id
left join batches as b on b.batch_id = r.batch_id
left join units as c on c.dimension = r.dimension and c.is_canonical
order by r.day, r.started_at, r.source_file, r.source_row
