-- Question   What is the last day on which anything was sampled or read?
-- Source     design: no clock decides; the data do
-- In         results, readings
-- Out        one row: last_on, NULL if there are no data
select max(day) as last_on
from (
    select max(day) as day from results
    union all
    select max(day) as day from readings
) as both_kinds
