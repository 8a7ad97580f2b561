-- Question   Above which value does a slug begin, at which point and on which days?
-- Source     Vestal 18-76(a)(13): 5 x normal sewage (a printed strength); Barton 139-11: 5 x the user's own average 24-hour value
-- In         slug_rules, industrial_users, monitoring_points (where the discharge joins the sewer), measurements, readings
-- Settings   $least_hours  a logger day counts as a 24-hour value if its readings stand for at least so many hours
-- Out        one row per rule, point, fraction, basis and span of days: threshold [canonical], base_value, n_base (24-hour values
--            behind it), n_base_non_detects. For own_average one row a day, base_value NULL where fewer than baseline_least_days
--            values precede the day, or where all of them are zero: a plant at rest shows no normal operation. The base is rounded
--            up at 9 decimals, so that exactly 5 times it is not above; a printed strength is for any fraction (NULL).
with reach as (
    select r.*, p.user_id, p.point_id
    from slug_rules as r
    join industrial_users as u on u.service_area = r.service_area
    join monitoring_points as p on p.user_id = u.user_id and p.is_connection
),
composite_days as (
    select user_id, point_id, parameter, fraction, basis, dimension, day,
        avg((cast(sum_least as double) + cast(sum_most as double)) / 2 / weight) as value,
        max(case when n_non_detects > 0 then 1 else 0 end) as has_non_detect
    from measurements
    where statistic = 'measured' and is_24_hours and sum_most is not null
    group by user_id, point_id, parameter, fraction, basis, dimension, day
),
logger_days as (
    select user_id, point_id, parameter, 'total' as fraction, '' as basis, dimension, day,
        cast(sum(canonical) as double) / count(*) as value, 0 as has_non_detect
    from readings
    where quality = 'ok'
    group by user_id, point_id, parameter, dimension, day
    having count(*) * max(step_seconds) >= $least_hours * 3600
),
day_values as (
    select user_id, point_id, parameter, fraction, basis, dimension, day, avg(value) as value, max(has_non_detect) as has_non_detect
    from (select * from composite_days union all select * from logger_days) as both_kinds
    group by user_id, point_id, parameter, fraction, basis, dimension, day
),
days_to_judge as (
    select distinct user_id, point_id, parameter, 'total' as fraction, '' as basis, dimension, day from readings
    union
    select distinct user_id, point_id, parameter, fraction, basis, dimension, day from measurements where statistic = 'measured'
),
own as (
    select
        r.rule_id, r.user_id, r.point_id, r.parameter, d.fraction, d.basis, r.dimension, d.day as from_on, d.day as until_on,
        case
            when count(v.value) >= max(r.baseline_least_days) and avg(v.value) > 0
                then cast(ceil(avg(v.value) * 1000000000 - 0.001) / 1000000000 as decimal(38, 9))
        end as base_value,
        count(v.value) as n_base,
        coalesce(sum(v.has_non_detect), 0) as n_base_non_detects,
        max(r.multiple) as multiple
    from reach as r
    join days_to_judge as d
        on d.user_id = r.user_id and d.point_id = r.point_id and d.parameter = r.parameter and d.dimension = r.dimension
        and d.day >= r.effective_from and d.day <= r.effective_until
    left join day_values as v
        on v.user_id = d.user_id and v.point_id = d.point_id and v.parameter = d.parameter and v.dimension = d.dimension
        and v.fraction = d.fraction and v.basis = d.basis
        and v.day < d.day and date_diff('day', v.day, d.day) <= r.baseline_days
    where r.base = 'own_average'
    group by r.rule_id, r.user_id, r.point_id, r.parameter, d.fraction, d.basis, r.dimension, d.day
),
printed as (
    select
        rule_id, user_id, point_id, parameter, cast(null as varchar) as fraction, cast(null as varchar) as basis, dimension,
        effective_from as from_on, effective_until as until_on, cast(base_value as decimal(38, 9)) as base_value,
        cast(null as bigint) as n_base, cast(0 as bigint) as n_base_non_detects, multiple
    from reach
    where base = 'normal_sewage'
),
both_bases as (
    select * from own
    union all
    select * from printed
)
select
    rule_id, user_id, point_id, parameter, fraction, basis, dimension, from_on, until_on,
    cast(base_value as decimal(38, 15)) as base_value, n_base, cast(n_base_non_detects as bigint) as n_base_non_detects,
    -- The printed multiples are whole or have few decimals: rounding to 6 keeps the product within 38 digits, exact.
    cast(cast(multiple as decimal(18, 6)) * cast(base_value as decimal(20, 9)) as decimal(38, 15)) as threshold
from both_bases
