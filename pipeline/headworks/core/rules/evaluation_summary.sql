-- Question   How much was judged, and how did it come out?
-- Source     design: findings are results
-- In         results, readings, verdicts, events, about
-- Settings   $standing  reasons that come from the law and repeat with every sample, parted by spaces
-- Out        one row of counts; verdicts that are only flags (is_decisive false) are not counted as exceedances
select
    (select count(*) from results) as results,
    (select count(*) from readings) as readings,
    (select count(*) from verdicts where verdict = 'exceeds' and is_decisive) as exceeds,
    (select count(*) from verdicts where verdict = 'undecided' and not contains(' ' || $standing || ' ', ' ' || reason || ' ')) as undecided,
    (select count(*) from verdicts where verdict = 'undecided' and contains(' ' || $standing || ' ', ' ' || reason || ' ')) as standing,
    (select count(*) from verdicts where verdict = 'meets') as meets,
    (select count(*) from events) as events,
    (select count(*) from events where kind = 'slug') as slugs,
    (select count(*) from events where kind in ('possible_slug', 'slug_criterion_met')) as possible_slugs,
    limits_digest
from about
