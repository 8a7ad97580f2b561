-- Question   Which logger reading made a finding of this week, and how many readings of that day were beyond the limit?
-- Source     design: every derived row can be traced to its file and row
-- In         verdicts (judged on readings, not met), readings, limits
-- Settings   $first_on, $last_on  Monday and Sunday of the week, as ISO dates
-- Out        one row per verdict: file and row of the first reading that equals the judged value, its time, readings of the day and beyond
with judged as (
    select v.verdict_id, v.user_id, v.point_id, v.parameter, v.day, v.at_least, l.dimension, l.minimum_canonical, l.maximum_canonical
    from verdicts as v
    join limits as l on l.limit_id = v.limit_id
    where v.verdict <> 'meets' and v.quantity_id like 'readings|%'
        and (v.day between cast($first_on as date) and cast($last_on as date)
            or v.known_on between cast($first_on as date) and cast($last_on as date))
),
matched as (
    select
        j.verdict_id, r.source_file, r.source_row, r.read_at,
        -- The judged value went through a double for reading only, so it is matched to nine decimals.
        abs(cast(r.canonical as double) - cast(j.at_least as double)) < 0.000000001 as is_judged,
        coalesce(r.canonical > j.maximum_canonical, false) or coalesce(r.canonical < j.minimum_canonical, false) as is_beyond
    from judged as j
    join readings as r
        on r.user_id = j.user_id and r.point_id = j.point_id and r.parameter = j.parameter and r.day = j.day
        and r.dimension = j.dimension and r.quality = 'ok'
)
select
    verdict_id,
    coalesce(min(case when is_judged then source_file end), min(source_file)) as source_file,
    min(case when is_judged then source_row end) as source_row,
    min(case when is_judged then read_at end) as read_at,
    count(*) as n_readings,
    count(case when is_beyond then 1 end) as n_beyond
from matched
group by verdict_id
order by verdict_id
