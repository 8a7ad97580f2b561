-- Question   Which verdicts fit what somebody asks for?
-- Source     design: verdicts for people
-- In         verdicts
-- Settings   $user, $parameter, $verdict, $since, $until  empty text = any
-- Out        the verdicts that fit, newest day first
select * from verdicts
where ($user = '' or user_id = $user)
    and ($parameter = '' or parameter = $parameter)
    and ($verdict = '' or verdict = $verdict)
    and ($since = '' or day >= cast(nullif($since, '') as date))
    and ($until = '' or day <= cast(nullif($until, '') as date))
order by day desc, user_id, point_id, parameter, verdict_id
