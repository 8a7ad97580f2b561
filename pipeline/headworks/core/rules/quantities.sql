-- Question   What is there to judge: single values, daily values, averages, logger days?
-- Source     see the four rules it gathers
-- In         sample_values, daily_values, averages, reading_values
-- Out        all of them, same columns (see sample_values)
select * from sample_values
union all by name
select * from daily_values
union all by name
select * from averages
union all by name
select * from reading_values
