"""What the weekly report says: the figures, what to act on, each user's findings, and who was not sampled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from headworks.core import reasons, written
from headworks.core.charts import Chart
from headworks.core.quantities import LEAST_HOURS_OF_A_DAY
from headworks.core.week_actions import Action, Duty, actions
from headworks.core.week_charts import charts
from headworks.core.week_corrections import Correction, corrections
from headworks.core.week_findings import Finding, gather
from headworks.core.week_headline import Figure, counts, figures
from headworks.core.week_questions import Refusal, StandingReason, refusals, standing
from headworks.core.week_rows import Rows, ask
from headworks.core.week_slugs import Slug, slugs
from headworks.core.week_sources import Row
from headworks.core.weeks import Week, week_of


@dataclass(frozen=True)
class UserPart:
    """One user's part of the report."""

    user_id: str
    name: str
    words: str
    is_significant: bool
    sampled: str
    exceedances: tuple[Finding, ...]
    slugs: tuple[Slug, ...]
    undecided: tuple[Finding, ...]
    flags: tuple[Finding, ...]
    charts: tuple[Chart, ...]


@dataclass(frozen=True)
class QuietUser:
    """A user that was sampled and of whom nothing is to be acted on."""

    user_id: str
    name: str
    words: str
    n_samples: int
    n_results: int
    n_answered: int
    n_readings: int


@dataclass(frozen=True)
class WeeklyReport:
    """Everything a weekly report says, ready to be written; ``rows`` are the raw tables for the workbook."""

    week: Week
    zone: ZoneInfo
    authority: str
    version: str
    limits_digest: str
    has_data: bool
    figures: tuple[Figure, ...]
    actions: tuple[Action, ...]
    duty: Duty | None
    users: tuple[UserPart, ...]
    quiet: tuple[QuietUser, ...]
    not_sampled: tuple[str, ...]
    standing: tuple[StandingReason, ...]
    corrections: tuple[Correction, ...]
    refusals: tuple[Refusal, ...]
    batches: tuple[Row, ...]
    settings: tuple[str, ...]
    charts_left_out: tuple[str, ...]
    counts: dict[str, int]
    rows: dict[str, list[Row]] = field(repr=False)

    @property
    def title(self) -> str:
        """Title of the document."""
        return f"Weekly report {self.week.text}"

    @property
    def span(self) -> str:
        """The days of the week in words."""
        return written.days(self.week.first_on, self.week.last_on)


def latest_week(history: Rows) -> Week | None:
    """Find the week of the last day on which anything was sampled, or a logger read for most of the day; None without data."""
    last_on = ask(history, "week_last_day", least_hours=LEAST_HOURS_OF_A_DAY)[0]["last_on"]
    return week_of(last_on) if last_on is not None else None


def weekly_report(
    history: Rows,
    week: Week,
    *,
    zone: ZoneInfo,
    authority: str,
    duties: Mapping[str, Duty],
) -> WeeklyReport:
    """Gather the report of one week.

    Parameters
    ----------
    history : Rows
        The history, open for reading.
    week : Week
        The week; an item belongs to it by its day or by the day it became known.
    zone : ZoneInfo
        Zone of the local days.
    authority : str
        Name of the control authority.
    duties : mapping of Duty
        What falls due when something is found.
    """
    verdicts = ask(history, "week_verdicts", **week.settings)
    results = {row["result_id"]: row for row in ask(history, "week_results", **week.settings)}
    readings = {row["verdict_id"]: row for row in ask(history, "week_readings", **week.settings)}
    events = ask(history, "week_events", **week.settings)
    users = ask(history, "week_users", **week.settings)
    refused = ask(history, "week_refused", **week.settings)
    batches = ask(history, "week_batches", **week.settings)
    names = _names(users, verdicts, events)

    over = [row for row in verdicts if row["verdict"] == "exceeds"]
    open_rows = [row for row in verdicts if row["verdict"] == "undecided"]
    exceedances = gather([row for row in over if row["is_decisive"]], results, readings, zone)
    flags = gather([row for row in over if not row["is_decisive"]], results, readings, zone)
    undecided = gather(
        [row for row in open_rows if not reasons.reason(row["reason"]).is_standing], results, readings, zone
    )
    found = slugs(events, results, zone)
    drawn, left_out = charts(history, week, [*exceedances, *undecided], found, zone)
    standing_questions = standing(
        [row for row in open_rows if reasons.reason(row["reason"]).is_standing], events, names
    )
    refused_rows = refusals(refused)
    significant = [row["user_id"] for row in users if row["is_significant"]]
    about = ask(history, "week_about")
    n = counts(exceedances, found, undecided, standing_questions, refused_rows, users)
    return WeeklyReport(
        week=week,
        zone=zone,
        authority=authority,
        version=str(about[0]["version"]) if about else "",
        limits_digest=str(about[0]["limits_digest"]) if about else "",
        has_data=bool(verdicts or events or n["results"] or n["readings"]),
        figures=figures(n),
        actions=tuple(actions(names, significant, exceedances, found, undecided, refused_rows, duties)),
        duty=duties.get("user_found_exceedance") if any(f.by_user for f in exceedances) else None,
        users=_user_parts(users, names, exceedances, found, undecided, flags, drawn),
        quiet=_quiet(users, {f.user_id for f in [*exceedances, *undecided, *flags]} | {s.user_id for s in found}),
        not_sampled=tuple(
            f"{row['name']} ({row['user_id']})" for row in users if not row["n_results"] and not row["n_readings"]
        ),
        standing=standing_questions,
        corrections=corrections(ask(history, "week_corrections", **week.settings), names),
        refusals=refused_rows,
        batches=tuple(batches),
        settings=_settings(verdicts),
        charts_left_out=tuple(left_out),
        counts=n,
        rows={"verdicts": verdicts, "events": events, "refused_rows": refused, "results": list(results.values())},
    )


def _names(users: list[Row], *tables: list[Row]) -> dict[str, str]:
    # A discharger unknown to industrial_users still has findings: it keeps its own key as name.
    names = {row["user_id"]: row["user_id"] for table in tables for row in table}
    return names | {row["user_id"]: row["name"] or row["user_id"] for row in users}


def _user_parts(
    users: list[Row],
    names: Mapping[str, str],
    exceedances: list[Finding],
    found: list[Slug],
    undecided: list[Finding],
    flags: list[Finding],
    drawn: list[Chart],
) -> tuple[UserPart, ...]:
    known = {row["user_id"]: row for row in users}
    concerned = {item.user_id for item in [*exceedances, *undecided, *flags]} | {slug.user_id for slug in found}
    parts = []
    for user_id in concerned:
        row = known.get(user_id)
        parts.append(
            UserPart(
                user_id=user_id,
                name=names[user_id],
                words=_user_words(row) if row else "not in the list of industrial users",
                is_significant=bool(row and row["is_significant"]),
                sampled=_sampled(row) if row else "",
                exceedances=tuple(f for f in exceedances if f.user_id == user_id),
                slugs=tuple(s for s in found if s.user_id == user_id),
                undecided=tuple(f for f in undecided if f.user_id == user_id),
                flags=tuple(f for f in flags if f.user_id == user_id),
                charts=tuple(chart for chart in drawn if chart.user_id == user_id),
            )
        )
    return tuple(sorted(parts, key=lambda part: (not part.is_significant, part.user_id)))


def _user_words(row: Row) -> str:
    words = [
        reasons.CLASSES.get(row["classification"] or "", row["classification"] or "class not known"),
        row["service_area"] or "",
    ]
    return " · ".join(word for word in words if word)


def _sampled(row: Row) -> str:
    words = []
    if row["n_results"]:
        words.append(f"{written.count(row['n_results'], 'result')} from {written.count(row['n_samples'], 'sample')}")
    if row["n_readings"]:
        words.append(written.count(row["n_readings"], "logger reading"))
    return " and ".join(words) or "nothing sampled this week"


def _quiet(users: list[Row], concerned: set[str]) -> tuple[QuietUser, ...]:
    return tuple(
        QuietUser(
            row["user_id"],
            row["name"],
            _user_words(row),
            row["n_samples"],
            row["n_results"],
            row["n_answered"],
            row["n_readings"],
        )
        for row in users
        if row["user_id"] not in concerned and (row["n_results"] or row["n_readings"])
    )


def _settings(verdicts: list[Row]) -> tuple[str, ...]:
    by_rule: dict[str, list[str]] = defaultdict(list)
    for book, rule in sorted({(row["book_id"], row["non_detect_rule"]) for row in verdicts if row["non_detect_rule"]}):
        by_rule[rule].append(book)
    if len(by_rule) == 1:
        return tuple(f"{rule}, in all {len(books)} limit books used" for rule, books in by_rule.items())
    return tuple(f"{rule}: {', '.join(books)}" for rule, books in sorted(by_rule.items()))
