-- Question   Does each quantity meet or exceed each numeric limit in force on its day, or can it not be judged?
-- Source     40 CFR 403.3(l), 403.5(d), 403.12(g); 40 CFR 403.8(f)(2)(viii) for "exceed"
-- In         quantities (see sample_values), limits_in_force, units
-- Out        one row per quantity and comparable limit, in exact decimals: total compared with limit x weight, never divided
-- Non-detects  Both ends are judged. If they agree the verdict stands; if only non-detects stand behind it, undecided;
--            otherwise the book's rule (zero, half, full) decides and depends_on_rule says so.
with compared as (
    select
        q.*,
        l.limit_id, l.unit, l.judges, l.needs_sample_type, l.is_decisive, l.is_most_stringent, l.finding, l.note as limit_note,
        l.flag_above, l.flag_up_to, l.flag_note, l.non_detect_rule, l.minimum_canonical, l.maximum_canonical, l.kind,
        l.maximum_allowed, l.minimum_allowed,
        coalesce(l.needs_sample_type = 'composite' and q.has_grab, false) as is_wrong_sample,
        -- Total against limit x weight: nothing is divided.
        case when q.bounds_judged <> 'floor' then l.maximum_canonical * q.weight end as ceiling_total,
        case when q.bounds_judged <> 'ceiling' then l.minimum_canonical * q.weight end as floor_total
    from quantities as q
    join limits_in_force as l
        on l.user_id = q.user_id and l.point_id = q.point_id and l.parameter = q.parameter
        and l.judged_on = q.judged_on and l.dimension = q.dimension
        and q.limit_day >= l.seg_from and q.limit_day <= l.seg_until
    where l.basis = q.basis
        and (q.of_samples = 'every' or (q.of_samples = 'composites') = (coalesce(l.needs_sample_type, '') = 'composite'))
        and ((coalesce(l.fraction, 'total') = 'total' and q.fraction in ('total', 'unspecified')) or l.fraction = q.fraction)
        and (l.judges = 'any_sample' or q.has_grab)
        and not (l.minimum_canonical is null and q.bounds_judged = 'floor')
        and not (l.maximum_canonical is null and q.bounds_judged = 'ceiling')
),
-- At equality an end that is not itself reached decides: ">1" is above 1, "<1" is below 1.
judged as (
    select
        *,
        n_non_detects = n_results as all_non_detect,
        sum_most is null as is_open,
        case
            when ceiling_total is null then 'meets'
            when n_non_detects < n_results
                and (sum_least > ceiling_total or ((not maximum_allowed or n_strictly_above > 0) and sum_least = ceiling_total)) then 'exceeds'
            when sum_most < ceiling_total or ((maximum_allowed or n_strictly_below > 0) and sum_most = ceiling_total) then 'meets'
            when n_non_detects = n_results or sum_most is null then 'undecided'
            else 'rule'
        end as at_ceiling,
        case
            when floor_total is null then 'meets'
            when sum_most < floor_total or ((not minimum_allowed or n_strictly_below > 0) and sum_most = floor_total) then 'exceeds'
            when sum_least > floor_total or ((minimum_allowed or n_strictly_above > 0) and sum_least = floor_total) then 'meets'
            when n_non_detects = n_results or sum_most is null then 'undecided'
            else 'rule'
        end as at_floor
    from compared
),
ruled as (
    select
        *,
        case
            when at_ceiling <> 'rule' then at_ceiling
            when non_detect_rule = 'zero' then
                case when sum_least > ceiling_total or ((not maximum_allowed or n_strictly_above > 0) and sum_least = ceiling_total) then 'exceeds' else 'meets' end
            when non_detect_rule = 'full' then
                case when sum_most > ceiling_total or (not maximum_allowed and n_strictly_below = 0 and sum_most = ceiling_total) then 'exceeds' else 'meets' end
            when sum_least + sum_most > 2 * ceiling_total or (not maximum_allowed and sum_least + sum_most = 2 * ceiling_total) then 'exceeds'
            else 'meets'
        end as ceiling_verdict,
        case
            when at_floor <> 'rule' then at_floor
            when non_detect_rule = 'zero' then
                case when sum_least < floor_total or (not minimum_allowed and n_strictly_above = 0 and sum_least = floor_total) then 'exceeds' else 'meets' end
            when non_detect_rule = 'full' then
                case when sum_most < floor_total or ((not minimum_allowed or n_strictly_below > 0) and sum_most = floor_total) then 'exceeds' else 'meets' end
            when sum_least + sum_most < 2 * floor_total or (not minimum_allowed and sum_least + sum_most = 2 * floor_total) then 'exceeds'
            else 'meets'
        end as floor_verdict
    from judged
),
decided as (
    select
        *,
        case
            when is_wrong_sample or is_partial then 'undecided'
            when span_reason <> '' and (at_ceiling = 'rule' or at_floor = 'rule') then 'undecided'
            when ceiling_verdict = 'exceeds' or floor_verdict = 'exceeds' then 'exceeds'
            when ceiling_verdict = 'undecided' or floor_verdict = 'undecided' then 'undecided'
            else 'meets'
        end as verdict,
        (at_ceiling = 'rule' or at_floor = 'rule') and not is_wrong_sample and not is_partial and span_reason = '' as depends_on_rule,
        -- For reading only: the quantity as one number [canonical], by the book's rule.
        case
            when is_open then cast(sum_least as double)
            when all_non_detect or non_detect_rule = 'full' then cast(sum_most as double)
            when non_detect_rule = 'zero' then cast(sum_least as double)
            else (cast(sum_least as double) + cast(sum_most as double)) / 2
        end / weight as shown
    from ruled
)
select
    'V-' || substr(md5(quantity_id || '|' || limit_id), 1, 16) as verdict_id,
    quantity_id,
    case when quantity_id like 'readings|%' and judged_on = 'sample' then 'reading' else judged_on end as judged_on,
    user_id, point_id, parameter, day, period_from, period_until, known_on,
    verdict,
    case
        when verdict <> 'undecided' then ''
        when is_wrong_sample then 'wrong_sample_type'
        when is_partial then 'day_incomplete'
        when span_reason <> '' then span_reason
        when n_level_unknown > 0 then 'level_unknown'
        when is_open then 'above_range'
        when judged_on in ('month', 'rolling_30_days') then 'only_non_detects'
        else 'reporting_limit_above_limit'
    end as reason,
    depends_on_rule,
    case when weight = 1 then sum_least else cast(cast(sum_least as double) / weight as decimal(38, 15)) end as at_least,
    case when weight = 1 then sum_most else cast(cast(sum_most as double) / weight as decimal(38, 15)) end as at_most,
    cast(cast((shown - u.addend) / u.factor as decimal(38, 9)) as decimal(38, 15)) as value,
    d.unit,
    case
        when maximum_canonical > 0 and d.dimension not in ('temperature', 'ph') and floor_verdict <> 'exceeds'
            then shown / cast(maximum_canonical as double)
    end as times_over,
    is_most_stringent,
    is_decisive,
    limit_id,
    concat_ws('; ',
        case when verdict = 'exceeds' then finding end,
        case
            when shown > flag_above and shown <= coalesce(cast(flag_up_to as double), shown) then flag_note
        end,
        case when depends_on_rule then 'decided by the non-detect rule: ' || non_detect_rule end,
        remark,
        case when limit_note like 'unverified%' then limit_note end
    ) as note,
    n_results, n_non_detects, result_ids
from decided as d
join units as u on u.unit = d.unit
