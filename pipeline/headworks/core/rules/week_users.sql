-- Question   Who was sampled this week, how much of it could be judged, and who was not sampled?
-- Source     design: silence must not look like compliance
-- In         industrial_users, user_classes, current_results, arrivals, readings, verdicts
-- Settings   $first_on, $last_on  Monday and Sunday of the week, as ISO dates
-- Out        one row per user: its class on the last day of the week, results, samples and readings of the week, results that got an answer
with of_week as (
    select r.result_id, r.user_id, r.sample_id
    from current_results as r
    left join arrivals as a on a.batch_id = r.batch_id
    where (r.day between cast($first_on as date) and cast($last_on as date)
            or r.reported_on between cast($first_on as date) and cast($last_on as date)
            or a.arrived_on between cast($first_on as date) and cast($last_on as date))
),
answered as (
    select distinct unnest(result_ids) as result_id
    from verdicts
    where verdict in ('meets', 'exceeds')
        and (day between cast($first_on as date) and cast($last_on as date)
            or known_on between cast($first_on as date) and cast($last_on as date))
),
by_result as (
    select
        w.user_id, count(*) as n_results, count(distinct w.sample_id) as n_samples, count(a.result_id) as n_answered
    from of_week as w
    left join answered as a on a.result_id = w.result_id
    group by w.user_id
),
by_reading as (
    select user_id, count(*) as n_readings
    from readings
    where day between cast($first_on as date) and cast($last_on as date)
    group by user_id
),
classes as (
    select user_id, max(classification) as classification
    from user_classes
    where effective_from <= cast($last_on as date) and effective_until >= cast($last_on as date)
    group by user_id
)
select
    u.user_id, u.name, u.service_area, u.description,
    coalesce(c.classification, u.classification) as classification,
    coalesce(c.classification, u.classification) in ('SIU_CIU', 'SIU_NONCAT', 'MTCIU') as is_significant,
    coalesce(s.n_results, 0) as n_results,
    coalesce(s.n_samples, 0) as n_samples,
    coalesce(s.n_answered, 0) as n_answered,
    coalesce(l.n_readings, 0) as n_readings
from industrial_users as u
left join classes as c on c.user_id = u.user_id
left join by_result as s on s.user_id = u.user_id
left join by_reading as l on l.user_id = u.user_id
order by u.user_id
