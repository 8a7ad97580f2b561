-- Question   What is the last day on which anything was sampled, or a logger read for most of the day?
-- Source     design: no clock decides; the data do. The first minutes of a Monday do not make its week the one to report
-- In         results, readings
-- Settings   $least_hours  a logger day counts if its readings stand for at least so many hours
-- Out        one row: last_on, NULL if there are no data; if there are only parts of logger days, the last of those
select coalesce(max(day), (select max(day) from readings)) as last_on
from (
    select max(day) as day from results
    union all
    select max(day) as day
    from (
        select day from readings
        group by user_id, point_id, parameter, day
        having count(*) * max(step_seconds) >= $least_hours * 3600
    ) as whole_days
) as both_kinds
