-- Question   With which version of the programme and which limits was the history made?
-- Source     design: each report names what any number can be redone with
-- In         about
-- Out        one row: version, limits_digest
select version, limits_digest from about
