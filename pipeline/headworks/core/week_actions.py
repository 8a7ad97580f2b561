"""What a coordinator must act on today, in sentences: the worst first, one per user and cause."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from headworks.core import written
from headworks.core.week_findings import Finding
from headworks.core.week_questions import Refusal
from headworks.core.week_slugs import Slug

_MOST_NAMED = 3


@dataclass(frozen=True)
class Duty:
    """What falls due when something is found, in short and in full, and by which citation."""

    short: str
    words: str
    citation: str
    url: str


@dataclass(frozen=True)
class Action:
    """One thing to do.

    Attributes
    ----------
    sort : str
        slug, exceedance, question or file: the mark before the line.
    start, rest : str
        The first words, printed strong, and the rest of the sentence.
    user_id : str
        Whom it concerns; empty for a file.
    due : str
        What falls due by law, if anything.
    """

    sort: str
    start: str
    rest: str
    user_id: str
    due: str = ""

    @property
    def text(self) -> str:
        """The whole sentence."""
        return f"{self.start}: {self.rest}" + (f". {self.due}" if self.due else "")


def actions(
    names: Mapping[str, str],
    significant: Iterable[str],
    exceedances: list[Finding],
    slugs: list[Slug],
    undecided: list[Finding],
    refusals: Sequence[Refusal],
    duties: Mapping[str, Duty],
) -> list[Action]:
    """Order what to do: slugs, exceedances (significant users first), questions, undecided results, files to mend."""
    first = set(significant)
    return [
        *(_slug(slug, names) for slug in slugs if slug.kind == "slug"),
        *_calls(exceedances, names, first, duties.get("user_found_exceedance")),
        *(_slug(slug, names) for slug in slugs if slug.kind == "slug_criterion_met"),
        *_possible(slugs, names),
        *_questions(undecided, names),
        *_files(refusals),
    ]


def _slug(slug: Slug, names: Mapping[str, str]) -> Action:
    start = f"Call {names[slug.user_id]}"
    rest = f"slug of {slug.parameter_name} at {slug.point_id}"
    if slug.kind == "slug_criterion_met":
        start, rest = (
            f"Judge the effect of a discharge by {names[slug.user_id]}",
            f"{slug.parameter_name} at {slug.point_id}",
        )
    rest += f", {slug.when}, peak {slug.peak} against {slug.threshold} ({slug.citation})"
    return Action("slug" if slug.kind == "slug" else "question", start, rest, slug.user_id)


def _calls(
    exceedances: list[Finding], names: Mapping[str, str], significant: set[str], duty: Duty | None
) -> list[Action]:
    by_user: dict[str, list[Finding]] = defaultdict(list)
    for finding in exceedances:
        by_user[finding.user_id].append(finding)

    def need(found: list[Finding]) -> tuple[bool, float, str]:
        return (found[0].user_id not in significant, -max(finding.severity for finding in found), found[0].user_id)

    lines = []
    for found in sorted(by_user.values(), key=need):
        worst = _one_per_parameter(sorted(found, key=lambda finding: -finding.severity))
        rest = "; ".join(_exceedance(finding) for finding in worst[:_MOST_NAMED])
        if len(found) > len(worst[:_MOST_NAMED]):
            rest += f"; and {len(found) - len(worst[:_MOST_NAMED])} more"
        due = ""
        if duty is not None and any(finding.by_user for finding in found):
            due = f"Own sampling: {duty.short}, {duty.citation}"
        lines.append(Action("exceedance", f"Call {names[found[0].user_id]}", rest, found[0].user_id, due))
    return lines


def _one_per_parameter(found: list[Finding]) -> list[Finding]:
    kept: dict[tuple[str, str], Finding] = {}
    for finding in found:
        kept.setdefault((finding.point_id, finding.parameter), finding)
    return list(kept.values())


def _exceedance(finding: Finding) -> str:
    limit = finding.first
    over = f", {limit.over} the {limit.kind} of {limit.amount}" if limit.over else ""
    when = finding.when if finding.judged_on in ("month", "rolling_30_days") else written.short_day(finding.day)
    return f"{finding.parameter_name} {finding.value} at {finding.point_id}{over} ({limit.citation}), {when}"


def _possible(slugs: list[Slug], names: Mapping[str, str]) -> list[Action]:
    by_user: dict[str, list[Slug]] = defaultdict(list)
    for slug in slugs:
        if slug.kind == "possible_slug":
            by_user[slug.user_id].append(slug)
    lines = []
    for user_id, found in by_user.items():
        rest = f"possible {'slug' if len(found) == 1 else 'slugs'}, "
        rest += "; ".join(
            f"one sample, {s.parameter_name} {s.peak} at {s.point_id}, {written.short_day(s.day)}, above {s.threshold}"
            for s in found[:_MOST_NAMED]
        )
        if len(found) > _MOST_NAMED:
            rest += f"; and {len(found) - _MOST_NAMED} more"
        lines.append(Action("question", f"Look for meter or logger data of {names[user_id]}", rest, user_id))
    return lines


def _questions(undecided: list[Finding], names: Mapping[str, str]) -> list[Action]:
    alike: dict[tuple[str, str, str], list[Finding]] = defaultdict(list)
    for finding in undecided:
        alike[finding.user_id, finding.mend, finding.reason].append(finding)
    lines = []
    for (user_id, mend, reason), found in alike.items():
        parameters = list(dict.fromkeys(finding.parameter_name for finding in found))
        shown = (
            parameters
            if len(parameters) <= _MOST_NAMED + 1
            else [*parameters[:_MOST_NAMED], f"{len(parameters) - _MOST_NAMED} more"]
        )
        lines.append(
            Action(
                "question",
                mend[0].upper() + mend[1:],
                f"{names[user_id]}, {written.enumerate_words(shown)} ({reason})",
                user_id,
            )
        )
    return lines


def _files(refusals: Sequence[Refusal]) -> list[Action]:
    return [
        Action(
            "file",
            f"Mend {refusal.file}",
            f"{written.count(refusal.n_rows, 'row')} refused ({refusal.rows}): {refusal.what}; {refusal.mend}",
            "",
        )
        for refusal in refusals
        if not refusal.needs_nothing
    ]
