"""The commands, in the order data flows, then the questions. Each says one example in its help."""

from __future__ import annotations

import sys
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from headworks.cli import lines
from headworks.cli.answers import Format, answer, say, say_json
from headworks.cli.progress import progress

app = typer.Typer(
    name="headworks", no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False,
    help="Judge industrial discharges to the sewer against the limits in force, and explain every verdict.",
    epilog="Start with: headworks demo.  Exit: 0 done (findings are results), 1 our fault, 2 wrong command line, 3 input refused, "
    "4 only with --fail-on.",
)
report_app = typer.Typer(no_args_is_help=True, help="Write a report.")
limits_app = typer.Typer(no_args_is_help=True, help="Check the limit files, or ask them what applies.")
history_app = typer.Typer(no_args_is_help=True, help="Rebuild, ask or export the history.")


class FailOn(StrEnum):
    """Findings that end a command with exit code 4."""

    exceeds = "exceeds"
    undecided = "undecided"


Folder = Annotated[Path, typer.Option("--workspace", help="Folder that holds headworks.toml.", metavar="DIR")]
Form = Annotated[Format, typer.Option("--format", help="Form of the answer.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Write nothing; say what would happen.")]
WeekName = Annotated[str | None, typer.Option("--week", metavar="WEEK", help="ISO week such as 2026-W47; by default the latest with data.")]
Fail = Annotated[FailOn | None, typer.Option("--fail-on", help="End with exit code 4 if there is such a finding.")]
HERE = Path()


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    if version:
        from headworks.adapters.version import version as installed

        say(f"headworks {installed()}")
        raise typer.Exit


def _open(folder: Path) -> Any:
    from headworks.api import open_workspace

    return open_workspace(folder)


@app.command()
def run(
    workspace: Folder = HERE, week: WeekName = None, form: Form = Format.text, fail_on: Fail = None,
    dry_run: DryRun = False,
) -> None:
    """Do all stages on what is new: ingest, evaluate, report. A second run changes nothing.

    Example: headworks run --workspace .
    """
    programme = _open(workspace)
    with progress("headworks") as step:
        done = programme.run(week=week, dry_run=dry_run, progress=step)
    if form is Format.json:
        say_json(done.to_dict(programme.workspace.root))
    elif dry_run:
        _ingest_answer(done.ingest, form)
    elif form is Format.csv:
        _weekly_answer(done.report, form, programme)
    else:
        say(programme.workspace.authority)
        for line in [*lines.ingest_lines(done.ingest, each_file=False), *lines.evaluation_lines(done.evaluation)]:
            say(line)
        for line in lines.weekly_lines(done.report, programme.workspace.root) if done.report else lines.no_report_lines(programme.workspace):
            say(line)
    _problems(done.ingest)
    _end(done.ingest.exit_code, fail_on, *(_found(done.report) if done.report else ()))


@app.command()
def demo(
    into: Annotated[Path | None, typer.Option("--into", metavar="DIR", help="Keep the example in this folder.")] = None,
) -> None:
    """Run the example in a temporary folder, offline: made-up users, real town codes.

    Example: headworks demo
    """
    from headworks.adapters.demo import copy_example

    folder = copy_example(into)
    say(f"the example is in {folder}")
    run(workspace=folder)
    say("")
    say(f"Look around: headworks run --workspace \"{folder}\"")


@app.command()
def ingest(
    files: Annotated[list[Path] | None, typer.Argument(help="Files; by default all of data/incoming.", show_default=False)] = None,
    workspace: Folder = HERE,
    profile: Annotated[str | None, typer.Option("--profile", help="Column profile; by default recognised by the headings.")] = None,
    corrects: Annotated[bool, typer.Option("--corrects", help="The files correct what is on record, whatever their dates of report.")] = False,
    form: Form = Format.text, dry_run: DryRun = False,
) -> None:
    """Take laboratory and logger files into the record, each row accepted or refused with its reason.

    Example: headworks ingest --dry-run
    """
    programme = _open(workspace)
    with progress("ingest") as step:
        summary = programme.ingest(files or None, profile=profile, corrects=corrects, dry_run=dry_run, progress=step)
    _ingest_answer(summary, form)
    _problems(summary)
    _end(summary.exit_code)


def _ingest_answer(summary: Any, form: Format) -> None:
    if form is Format.json:
        say_json(summary.to_dict())
    elif form is Format.csv:
        rows = [batch.to_dict() for batch in summary.batches]
        answer(rows, ["file", "status", "profile", "batch_id", "rows_in", "rows_accepted", "rows_refused", "refused_codes"], form)
    else:
        for line in lines.ingest_lines(summary, each_file=True):
            say(line)


@app.command()
def evaluate(workspace: Folder = HERE, form: Form = Format.text, fail_on: Fail = None) -> None:
    """Judge every accepted result against the limits in force on its day.

    Example: headworks evaluate --format json
    """
    with progress("evaluate"):
        summary = _open(workspace).evaluate()
    _evaluation_answer(summary, form)
    _end(0, fail_on, summary.exceeds + summary.slugs, summary.undecided + summary.possible_slugs)


def _evaluation_answer(summary: Any, form: Format) -> None:
    told = summary.to_dict()
    if form is Format.json:
        say_json(told)
    elif form is Format.csv:
        answer([told], list(told), form)
    else:
        for line in lines.evaluation_lines(summary):
            say(line)


@report_app.command("weekly")
def report_weekly(workspace: Folder = HERE, week: WeekName = None, form: Form = Format.text, fail_on: Fail = None) -> None:
    """Write the week's exceedances, undecided results and slugs as HTML, PDF and Excel workbook.

    Example: headworks report weekly --week 2026-W47
    """
    programme = _open(workspace)
    with progress("report"):
        summary = programme.report_weekly(week=week)
    _weekly_answer(summary, form, programme)
    _end(0, fail_on, *_found(summary))


def _weekly_answer(summary: Any, form: Format, programme: Any) -> None:
    """Week of the report; in CSV a single row, and none while nothing is on record."""
    if form is Format.text:
        for line in lines.weekly_lines(summary, programme.workspace.root):
            say(line)
    elif form is Format.json:
        say_json(summary.to_dict(programme.workspace.root))
    else:
        from headworks.stages.report import WeeklySummary

        answer([summary.to_dict(programme.workspace.root)] if summary else [], [one.name for one in fields(WeeklySummary)], form)


@app.command()
def explain(
    id: Annotated[str, typer.Argument(help="Verdict (V-...), event (E-...) or result (R-...), as in the report; its start is enough.")],
    workspace: Folder = HERE, form: Form = Format.text,
) -> None:
    """Tell one verdict from file row to citation.

    Example: headworks explain V-0123456789abcdef
    """
    programme = _open(workspace)
    told = programme.explain(id)
    if form is Format.json:
        say_json(told.to_dict())
    elif form is Format.csv:
        answer([told.subject], list(told.subject), form)
    else:
        say(told.text(programme.workspace.time_zone))


@limits_app.command("check")
def limits_check(workspace: Folder = HERE, form: Form = Format.text) -> None:
    """Read every limit file; report every fault of every file at once.

    Example: headworks limits check
    """
    counts = _open(workspace).check_limits()
    if form is Format.json:
        say_json(counts)
    elif form is Format.csv:
        answer([counts], list(counts), form)
    else:
        say("sound: " + ", ".join(f"{amount:,} {name.replace('_', ' ')}" for name, amount in counts.items()))


_LIMIT_COLUMNS = ["user_id", "point_id", "parameter", "kind", "printed", "undecided_reason", "citation", "why", "limit_id"]


@limits_app.command("on")
def limits_on(
    day: Annotated[str, typer.Argument(metavar="DATE", help="Such as 2026-03-01.")],
    user: Annotated[str | None, typer.Option("--user", help="One industrial user; by default all.")] = None,
    workspace: Folder = HERE, form: Form = Format.text,
) -> None:
    """List what applied on a day, and why.

    Example: headworks limits on 2026-03-01 --user IU-0101
    """
    rows = _open(workspace).limits_on(day, user=user)
    if form is Format.text:
        for line in lines.limit_lines(rows):
            say(line)
    else:
        answer(rows, _LIMIT_COLUMNS, form)


@history_app.command("rebuild")
def history_rebuild(workspace: Folder = HERE, form: Form = Format.text) -> None:
    """Make the history anew from data/accepted and limits/; the tables come out the same.

    Example: headworks history rebuild
    """
    with progress("rebuild"):
        summary = _open(workspace).evaluate(force=True)
    _evaluation_answer(summary, form)


@history_app.command("query")
def history_query(
    query: Annotated[str, typer.Argument(metavar="SQL", help="One query; the tables are in docs/tables.md.")],
    workspace: Folder = HERE, form: Form = Format.text,
) -> None:
    """Ask the history anything, read only.

    Example: headworks history query "select verdict, count(*) as n from verdicts group by verdict" --format json
    """
    columns, rows = _open(workspace).answer(query)
    answer(rows, columns, form)


@history_app.command("export")
def history_export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder to write to, one Parquet file a table.")],
    workspace: Folder = HERE,
) -> None:
    """Write every table of the history as Parquet.

    Example: headworks history export build/tables
    """
    for file in _open(workspace).export(folder):
        say(str(file))


def _problems(summary: Any) -> None:
    for line in lines.problem_lines(summary):
        print(line, file=sys.stderr)


def _found(summary: Any) -> tuple[int, int]:
    """Findings of a report that an alert waits for: a slug is a prohibited discharge, a possible one an open question."""
    return summary.exceedances + summary.slugs, summary.undecided + summary.possible_slugs


def _end(code: int, fail_on: FailOn | None = None, exceedances: int = 0, undecided: int = 0) -> None:
    found = {FailOn.exceeds: exceedances, FailOn.undecided: exceedances + undecided}
    if code == 0 and fail_on is not None and found[fail_on]:
        code = 4
    if code:
        raise typer.Exit(code)


app.add_typer(report_app, name="report")
app.add_typer(limits_app, name="limits")
app.add_typer(history_app, name="history")
