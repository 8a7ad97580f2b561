-- Question   What is the verdict on every quantity against every limit that applies, numeric or not?
-- Source     see the two rules it gathers
-- In         numeric_verdicts (verdicts.sql), undecided
-- Out        both; columns of the table verdicts
select * from numeric_verdicts
union all by name
select * from undecided
