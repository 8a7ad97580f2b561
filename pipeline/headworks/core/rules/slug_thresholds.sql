-- Question   Above which value does a slug begin, at which point and on which days?
-- Source     Vestal 18-76(a)(13): 5 x normal sewage (a printed strength); Barton 139-11: 5 x the user's own average 24-hour value
-- In         slug_rules, industrial_users, monitoring_points, current_results, readings
-- Settings   $least_hours  a logger day counts as a 24-hour value if its readings stand for at least so many hours
-- Out        one row per rule, point and span of days: threshold [canonical], base_value, n_base (24-hour values behind it).
--            For own_average one row a day, base_value NULL where fewer than baseline_least_days values precede the day.
with reach as (
    select r.*, p.user_id, p.point_id
    from slug_rules as r
    join industrial_users as u on u.service_area = r.service_area
    join monitoring_points as p on p.user_id = u.user_id
),
composite_days as (
    select user_id, point_id, parameter, dimension, day,
        avg((cast(at_least as double) + cast(at_most as double)) / 2) as value
    from current_results
    where statistic = 'measured' and sample_type = 'composite_24h' and at_most is not null
    group by user_id, point_id, parameter, dimension, day
),
logger_days as (
    select user_id, point_id, parameter, dimension, day, avg(cast(canonical as double)) as value
    from readings
    where quality = 'ok'
    group by user_id, point_id, parameter, dimension, day
    having count(*) * max(step_seconds) >= $least_hours * 3600
),
day_values as (
    select user_id, point_id, parameter, dimension, day, avg(value) as value
    from (select * from composite_days union all select * from logger_days) as both_kinds
    group by user_id, point_id, parameter, dimension, day
),
days_to_judge as (
    select distinct user_id, point_id, parameter, dimension, day from readings
    union
    select distinct user_id, point_id, parameter, dimension, day from current_results where statistic = 'measured'
),
own as (
    select
        r.rule_id, r.user_id, r.point_id, r.parameter, r.dimension, d.day as from_on, d.day as until_on,
        case when count(v.value) >= max(r.baseline_least_days) then cast(round(avg(v.value), 9) as decimal(38, 15)) end as base_value,
        count(v.value) as n_base,
        max(r.multiple) as multiple
    from reach as r
    join days_to_judge as d
        on d.user_id = r.user_id and d.point_id = r.point_id and d.parameter = r.parameter and d.dimension = r.dimension
        and d.day >= r.effective_from and d.day <= r.effective_until
    left join day_values as v
        on v.user_id = d.user_id and v.point_id = d.point_id and v.parameter = d.parameter and v.dimension = d.dimension
        and v.day < d.day and date_diff('day', v.day, d.day) <= r.baseline_days
    where r.base = 'own_average'
    group by r.rule_id, r.user_id, r.point_id, r.parameter, r.dimension, d.day
),
printed as (
    select
        rule_id, user_id, point_id, parameter, dimension, effective_from as from_on, effective_until as until_on,
        base_value, cast(null as bigint) as n_base, multiple
    from reach
    where base = 'normal_sewage'
),
both_bases as (
    select * from own
    union all
    select * from printed
)
select
    rule_id, user_id, point_id, parameter, dimension, from_on, until_on, base_value, n_base,
    -- The printed multiples are whole or have few decimals: rounding to 6 keeps the product within 38 digits, exact.
    cast(cast(multiple as decimal(18, 6)) * cast(base_value as decimal(20, 9)) as decimal(38, 15)) as threshold
from both_bases
