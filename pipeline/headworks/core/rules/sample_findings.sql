-- Question   Which results come from a sample that was certainly not taken, kept or analysed in time as the law asks?
-- Source     40 CFR 136.3(e) Table II (holding times, containers, preservation), 40 CFR 403.12(g)(3) (grabs), limits/sampling.yaml
-- In         current_results, sampling_requirements, sampling_words
-- Out        one row per result and fault: code, what in words with numbers, citation, checked. It changes no verdict.
--            The time is the shortest it can have been: from collection, or from the end of a composite, to the start of the analysis; a
--            day without a clock ends 25 hours after its start (the longest day there is), and its analysis began with it; a composite,
--            or a sample of unknown type where composites are allowed, ends 24 hours after its start if its end is not given.
with asked as (
    select *
    from (
        select
            r.result_id, r.user_id, r.point_id, r.parameter, r.day, r.sample_type, r.started_at, r.ended_at, r.has_time,
            r.analysed_at, r.analysed_has_time, r.container, r.preservation as kept,
            q.hold_minutes, q.hold, q.is_immediate, q.containers, q.preservation, q.preservatives, q.sample_type as needed_type,
            q.sample_type_note, q.citation, q.sample_type_citation, q.checked,
            row_number() over (partition by r.result_id order by case when q.method_word is null then 1 else 0 end, q.method_word) as choice
        from current_results as r
        join sampling_requirements as q on q.parameter = r.parameter
            and (q.method_word is null or lower(r.method) like ('%' || q.method_word || '%'))
        where r.statistic = 'measured'
    ) as every_choice
    where choice = 1
),
ends as (
    select
        *,
        coalesce(sample_type, 'unknown') = 'grab' or (coalesce(sample_type, 'unknown') = 'unknown' and (needed_type = 'grab' or is_immediate)) as is_grab,
        date_diff('second', started_at, analysed_at) as from_start,
        date_diff('second', coalesce(ended_at, started_at), analysed_at) as from_end
    from asked
    where started_at is not null and analysed_at is not null
),
least as (
    select
        *,
        case
            when is_grab then from_end
            when sample_type = 'composite_24h' and from_start - 86400 < from_end then from_start - 86400
            when ended_at is null then from_start - 86400
            else from_end
        end - case when has_time then 0 else 90000 end as seconds,
        has_time and analysed_has_time and (is_grab or ended_at is not null) as is_exact,
        is_grab and is_immediate and not has_time and not analysed_has_time and from_start >= 82800 as is_later_day
    from ends
),
late as (
    select
        *,
        cast(floor(seconds / 86400.0) as integer) as whole_days,
        cast(floor(seconds / 3600.0) as integer) % 24 as hours_more,
        cast(floor(seconds / 60.0) as integer) % 60 as minutes_more
    from least
    where seconds > 60 * hold_minutes or is_later_day
),
-- What a text says: its words, each with its meaning. A word that begins with a digit is a size, a temperature or a pH.
texts as (
    select distinct 'container' as kind, container as text from asked where container <> '' and containers <> ''
    union
    select distinct 'preservation' as kind, kept as text from asked where kept <> '' and preservatives <> ''
),
words as (
    select kind, text, unnest(string_split(trim(regexp_replace(lower(text), '[^a-z0-9]+', ' ', 'g')), ' ')) as word
    from texts
),
meanings as (
    select w.kind, w.text, coalesce(k.meaning, case when w.word < 'a' then 'no_meaning' else 'unknown' end) as meaning
    from words as w
    left join sampling_words as k on k.kind = w.kind and k.word = w.word
    where w.word <> ''
),
questions as (
    select *, 'container' as kind, container as text, containers as allowed from asked
    union all
    select *, 'preservation' as kind, kept as text, preservatives as allowed from asked
),
answers as (
    select
        q.result_id, q.user_id, q.point_id, q.parameter, q.day, q.kind, q.text, q.allowed, q.preservation, q.citation, q.checked,
        count(case when m.meaning = 'unknown' then 1 end) as n_unknown,
        count(case when m.meaning not in ('unknown', 'no_meaning') then 1 end) as n_said,
        count(case when (' ' || q.allowed || ' ') like ('% ' || m.meaning || ' %') then 1 end) as n_fit
    from questions as q
    join meanings as m on m.kind = q.kind and m.text = q.text
    where q.allowed <> ''
    group by q.result_id, q.user_id, q.point_id, q.parameter, q.day, q.kind, q.text, q.allowed, q.preservation, q.citation, q.checked
)
select
    result_id, user_id, point_id, parameter, day,
    'holding_time_exceeded' as code,
    case
        when seconds <= 60 * hold_minutes then 'taken on one day and analysed on a later one (the file gives only the days)'
        else 'analysis began '
            || case when is_exact then '' else 'at least ' end
            || concat_ws(' ',
                case when whole_days > 0 then cast(whole_days as varchar) || ' d' end,
                case when hours_more > 0 then cast(hours_more as varchar) || ' h' end,
                case when minutes_more > 0 then cast(minutes_more as varchar) || ' min' end)
            || case when is_grab then ' after it was taken' else ' after the composite ended' end
    end || '; allowed are ' || hold as what,
    citation, checked
from late
union all
select
    result_id, user_id, point_id, parameter, day,
    'sample_type' as code,
    'taken as a ' || case when sample_type = 'composite_24h' then '24-hour composite' else 'composite' end || '; a ' || needed_type || ' is required'
        || case when sample_type_note <> '' then ' (' || sample_type_note || ')' else '' end as what,
    sample_type_citation as citation,
    checked
from asked
where needed_type = 'grab' and sample_type in ('composite', 'composite_24h')
union all
select
    result_id, user_id, point_id, parameter, day,
    case when n_unknown > 0 then 'not_understood' else kind end as code,
    case
        when n_unknown > 0 then kind || ' "' || text || '" is not understood (its words can be added to limits/sampling.yaml); asked for is '
        else kind || ' "' || text || '"; asked for is '
    end || case when kind = 'preservation' then preservation else replace(allowed, ' ', ' or ') end as what,
    citation, checked
from answers
where n_fit = 0 and n_said + n_unknown > 0
