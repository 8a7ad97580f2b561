-- Question   Which bottles and composites were taken?
-- Source     design: the table samples
-- In         current_results
-- Out        one row per sample: who, where, when, how, by whom, which laboratory, and how many results came from it
select
    sample_id, user_id, point_id, sample_type, collected_by, started_at, ended_at, day, lab, lab_sample_id,
    count(*) as n_results
from current_results
where statistic = 'measured'
group by sample_id, user_id, point_id, sample_type, collected_by, started_at, ended_at, day, lab, lab_sample_id
