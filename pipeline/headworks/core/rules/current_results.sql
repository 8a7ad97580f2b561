-- Question   Which results count today, when a laboratory has reported some of them again?
-- Source     design: corrections supersede, never overwrite
-- In         results
-- Out        results without those that a later report of the same measurement supersedes
select r.*
from results as r
where not exists (select 1 from results as newer where newer.supersedes = r.result_id)
