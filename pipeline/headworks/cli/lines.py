"""What each stage says when it is done, in lines for a person."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headworks.core.reasons import kind, reason
from headworks.core.written import count, days

if TYPE_CHECKING:
    from headworks.stages.evaluate import EvaluationSummary
    from headworks.stages.ingest import IngestSummary
    from headworks.stages.report import WeeklySummary
    from headworks.workspace import Workspace

_MOST_ACTIONS = 12


def ingest_lines(summary: IngestSummary, *, each_file: bool) -> list[str]:
    """Files, rows in, accepted and refused; every file if asked, else only those that need a look."""
    states = Counter(batch.status for batch in summary.batches)
    total = (
        f"ingest    {count(len(summary.batches), 'batch', 'batches')}: {states['accepted']} "
        f"{'would be accepted' if summary.dry_run else 'accepted'}, {states['already_taken_in']} already on record, {states['refused']} refused; "
        f"{count(summary.rows_in, 'row')} in = {summary.rows_accepted:,} accepted + {summary.rows_refused:,} refused"
    )
    lines = [total]
    for batch in summary.batches:
        if batch.status == "refused":
            continue
        codes = ", ".join(f"{amount} {code}" for code, amount in sorted(batch.refused_codes.items()))
        if each_file or batch.rows_refused:
            words = "already on record, nothing changed" if batch.status == "already_taken_in" else (
                f"{batch.rows_in:,} in = {batch.rows_accepted:,} accepted + {batch.rows_refused:,} refused"
                + (f" ({codes})" if codes else "")
            )
            lines.append(f"            {batch.file}" + (f" [{batch.profile}]" if batch.profile else "") + f": {words}")
        if each_file:
            if batch.columns_unused:
                lines.append(f"              not used: {', '.join(batch.columns_unused)}")
            lines += [f"              {note}" for note in batch.notes]
    return lines


def problem_lines(summary: IngestSummary) -> list[str]:
    """Message of each file that was refused whole."""
    return [f"headworks: {batch.problem}" for batch in summary.refused_files]


def evaluation_lines(summary: EvaluationSummary) -> list[str]:
    """How much was judged."""
    state = "" if summary.is_new else " (nothing new: as before)"
    return [
        f"evaluate  {count(summary.results, 'result')} and {count(summary.readings, 'reading')}: "
        f"{summary.meets:,} verdicts meet, {summary.exceeds:,} exceed, {summary.undecided:,} undecided to resolve, "
        f"{summary.standing:,} undecided by the law's own words; {count(summary.slugs, 'slug')}, "
        f"{count(summary.possible_slugs, 'possible slug')}{state}"
    ]


def no_report_lines(workspace: Workspace) -> list[str]:
    """Say what a new workspace lacks for its first report."""
    return [
        f"report    none yet: no result and no reading is on record; put laboratory files into {_near(workspace.incoming_dir, workspace.root)} "
        "and type headworks run again"
    ]


def weekly_lines(summary: WeeklySummary, root: Path) -> list[str]:
    """Headline figures of the week, what to act on, and where the report is."""
    lines = [
        f"report    week {summary.week} ({days(summary.first_on, summary.last_on)}): "
        f"{count(summary.exceedances, 'exceedance')} at {count(summary.users_exceeding, 'user')}, {count(summary.slugs, 'slug')}, "
        f"{count(summary.possible_slugs, 'possible slug')}, {summary.undecided} undecided to resolve",
    ]
    if summary.lines:
        lines += ["", "Act on today"]
        lines += [f"  {at}. {line}" for at, line in enumerate(summary.lines[:_MOST_ACTIONS], 1)]
        if len(summary.lines) > _MOST_ACTIONS:
            lines.append(f"  ... and {len(summary.lines) - _MOST_ACTIONS} more in the report")
    lines += ["", "Report"]
    return [*lines, *(f"  {_near(file, root)}" for file in (summary.html, summary.pdf, summary.excel))]


def limit_lines(rows: list[dict[str, Any]]) -> list[str]:
    """Limits of a day by user and point: first those that can be judged, then what stays undecided, each with its law."""
    if not rows:
        return ["no limit was in force that day: every result of that day is undecided"]
    out: list[str] = []
    for (user, point), own in groupby(rows, key=lambda row: (row["user_id"], row["point_id"])):
        at_point = list(own)
        out += ["", f"{user}, point {point}"]
        for row in at_point:
            if not row["undecided_reason"]:
                out.append(f"  {row['parameter']:<24} {kind(row['kind']):<22} {row['printed']}")
                out.append(f"    {row['citation']}; {row['why']} [{row['limit_id']}]")
        open_rows = sorted((row for row in at_point if row["undecided_reason"]), key=_entry)
        if open_rows:
            out.append("  Undecided whatever the result")
        for (entry, code, citation, why), group in groupby(open_rows, key=_entry):
            out.append(f"    {reason(code).words}: {', '.join(row['parameter'] for row in group)}")
            out.append(f"      {citation}; {why} [{entry}]")
    return out[1:]


def _entry(row: dict[str, Any]) -> tuple[str, str, str, str]:
    """One entry of a limit book, which may stand for many parameters."""
    return f"{row['book_id']}/{row['entry_id']}", row["undecided_reason"], row["citation"], row["why"]


def _near(file: Path, root: Path) -> str:
    try:
        return file.relative_to(root).as_posix()
    except ValueError:
        return str(file)
