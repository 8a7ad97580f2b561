-- Question   On which day of the record did each batch arrive?
-- Source     design: a late result belongs to the week in which it became known; no clock is read, the data tell the day
-- In         batches, results, readings
-- Out        one row per batch: arrived_on, the last day sampled or read in any batch of its run or an earlier one. NULL for the first
--            run, which brings the history in as it was.
with days as (
    select b.taken_in, max(x.day) as day
    from batches as b
    join (select batch_id, day from results union all select batch_id, day from readings) as x on x.batch_id = b.batch_id
    group by b.taken_in
),
first_run as (
    select min(taken_in) as taken_in from batches
)
select b.batch_id, case when b.taken_in > max(f.taken_in) then max(d.day) end as arrived_on
from batches as b
cross join first_run as f
left join days as d on d.taken_in <= b.taken_in
group by b.batch_id, b.taken_in
