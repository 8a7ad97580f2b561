-- Question   Which slugs, possible slugs and slug questions are there?
-- Source     see the three rules it gathers
-- In         slug_runs_of_readings, slug_runs_of_samples, slug_not_judged
-- Out        all of them; columns of the table events
select * from slug_runs_of_readings
union all by name
select * from slug_runs_of_samples
union all by name
select * from slug_not_judged
