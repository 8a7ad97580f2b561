-- Question   Which results count today, when a laboratory has reported some of them again?
-- Source     design: corrections supersede, never overwrite
-- In         results
-- Out        results without those that a later report replaces: one that says so (supersedes), or one of the same measurement
--            (natural_key) that was reported on a later day, whichever of the two was read first
with replaced as (
    select unnest(string_split(supersedes, ' ')) as result_id
    from results
    where supersedes is not null
),
newest as (
    select natural_key, max(reported_on) as reported_on
    from results
    group by natural_key
)
select r.*
from results as r
join newest as n on n.natural_key = r.natural_key
where not exists (select 1 from replaced as p where p.result_id = r.result_id)
    and (r.reported_on is null or r.reported_on = n.reported_on)
