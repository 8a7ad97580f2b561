-- Question   Which verdict, event or result begins with these characters?
-- Source     design: `headworks explain ID`
-- In         verdicts, events, results
-- Settings   $prefix  the first characters of an id
-- Out        at most 20 ids
select id from (
    select verdict_id as id from verdicts
    union
    select event_id as id from events
    union
    select result_id as id from results
) as every_id
where starts_with(id, $prefix)
order by id
limit 20
