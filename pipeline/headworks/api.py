"""headworks from Python: one open workspace, and everything that can be asked of it.

The same stages and rules as the command line; people get pandas frames, programs get Arrow tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headworks.adapters.at_work import at_work
from headworks.core.weeks import parse_week
from headworks.errors import UsageError
from headworks.workspace import Workspace, check_folder, open_folder

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    from matplotlib.figure import Figure

    from headworks.core.explanation import Explanation
    from headworks.stages.evaluate import EvaluationSummary
    from headworks.stages.ingest import IngestSummary
    from headworks.stages.report import WeeklySummary

Progress = Callable[[str], None]


@dataclass(frozen=True)
class RunSummary:
    """What one run of all stages did; no evaluation in a dry run, no report while nothing is on record."""

    ingest: IngestSummary
    evaluation: EvaluationSummary | None
    report: WeeklySummary | None

    def to_dict(self, root: Path) -> dict[str, Any]:
        """Everything, for JSON; files as seen from the workspace."""
        return {
            "ingest": self.ingest.to_dict(), "evaluate": self.evaluation and self.evaluation.to_dict(),
            "report": self.report and self.report.to_dict(root),
        }


class Programme:
    """One control authority's workspace, open for work.

    Parameters
    ----------
    workspace : Workspace
        As read by `headworks.workspace.open_folder`.
    """

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def __repr__(self) -> str:
        return f"Programme({self.workspace.authority!r}, {str(self.workspace.root)!r})"

    def run(self, *, week: str | None = None, dry_run: bool = False, progress: Progress | None = None) -> RunSummary:
        """Do all stages on what is new; a second run changes nothing.

        Parameters
        ----------
        week : str, optional
            ISO week of the report, such as ``2026-W47``; by default the latest that has data.
        dry_run : bool
            Write nothing, only say what would be taken in.
        progress : callable, optional
            Called with one line for each step.
        """
        from headworks.adapters.history import DamagedHistoryError

        say = progress or _silent
        if week is not None:
            parse_week(week)  # a wrong word is seen before anything is written
        if dry_run:
            return RunSummary(self.ingest(dry_run=True, progress=say), None, None)
        with at_work(self.workspace.root):
            ingested = self._ingest(None, progress=say)
            say("judging results against the limits in force")
            evaluation = self._evaluate()
            if week is None and not evaluation.results and not evaluation.readings:
                return RunSummary(ingested, evaluation, None)
            say("writing the weekly report")
            try:
                return RunSummary(ingested, evaluation, self._report_weekly(week))
            except DamagedHistoryError:
                # Nothing was new, so the history was not made anew, and only the report found what is wrong with it.
                say("making the damaged history anew")
                return RunSummary(ingested, self._evaluate(force=True), self._report_weekly(week))

    def ingest(
        self, files: Sequence[str | Path] | None = None, *, profile: str | None = None, corrects: bool = False,
        dry_run: bool = False, progress: Progress | None = None,
    ) -> IngestSummary:
        """Take laboratory files into the record, row by row accepted or refused.

        Parameters
        ----------
        files : sequence of path, optional
            By default all of ``data/incoming``.
        profile : str, optional
            Name of the column profile; by default recognised by the headings.
        corrects : bool
            The files correct what is on record, whatever their dates of report.
        dry_run : bool
            Write nothing, only say what would happen.
        """
        if dry_run:
            return self._ingest(files, profile=profile, corrects=corrects, dry_run=True, progress=progress)
        with at_work(self.workspace.root):
            return self._ingest(files, profile=profile, corrects=corrects, progress=progress)

    def evaluate(self, *, force: bool = False) -> EvaluationSummary:
        """Judge the record against the limits; nothing is done if neither changed, unless forced."""
        with at_work(self.workspace.root):
            return self._evaluate(force=force)

    def report_weekly(self, *, week: str | None = None) -> WeeklySummary:
        """Write the weekly report as HTML, PDF and Excel workbook."""
        with at_work(self.workspace.root):
            return self._report_weekly(week)

    def verdicts(
        self, *, user: str | None = None, parameter: str | None = None, verdict: str | None = None,
        since: str | date | None = None, until: str | date | None = None,
    ) -> pd.DataFrame:
        """Verdicts as a frame, newest day first; every filter is optional.

        Parameters
        ----------
        user, parameter, verdict : str, optional
            A user_id; a key of limits/parameters.yaml; meets, exceeds or undecided.
        since, until : date or ISO text, optional
            First and last day.

        Returns
        -------
        pandas.DataFrame
            Columns as in docs/tables.md; numbers are exact decimals. No rows if nothing fits.
        """
        settings = {"user": user, "parameter": parameter, "verdict": verdict, "since": _iso(since), "until": _iso(until)}
        return _frame(self._answer("verdicts_asked", {key: value or "" for key, value in settings.items()}))

    def arrow(self, table: str) -> pa.Table:
        """One table of the history.

        Raises
        ------
        UsageError
            No such table; the message lists those there are.
        """
        with self._history() as history:
            known = history.tables()
            if table not in known:
                raise UsageError(f"no table {table!r} in the history", mend="use one of " + ", ".join(known))
            return history.arrow(f'select * from "{table}"')

    def sql(self, query: str) -> pd.DataFrame:
        """Answer of any query on the history, read only."""
        return _frame(self.arrow_sql(query))

    def arrow_sql(self, query: str) -> pa.Table:
        """Answer of any query on the history as an Arrow table.

        Raises
        ------
        UsageError
            The query cannot be answered; DuckDB's own words are in the message.
        """
        with self._history() as history:
            return history.ask(query)

    def answer(self, query: str) -> tuple[list[str], list[dict[str, Any]]]:
        """Answer of any query on the history for a reader: column names and rows, as ``headworks history query`` tells it.

        Days, clock times, intervals and bytes are text as DuckDB writes them.
        """
        with self._history() as history:
            table = history.ask(query, spelled=True)
        try:
            return table.column_names, table.to_pylist()
        except OverflowError as cause:
            raise UsageError(
                "the query cannot be answered", why=f"a time is beyond the years 1 to 9999: {cause}",
                mend="ask for it as text: cast(... as varchar)", effect="nothing was written",
            ) from cause

    def explain(self, id: str) -> Explanation:
        """Tell one verdict, event or result from file row to citation.

        Parameters
        ----------
        id : str
            Such as ``V-0123456789abcdef``; its first characters are enough if only one begins so.
        """
        from headworks.stages import explain

        return explain.run(self.workspace, id)

    def export(self, folder: str | Path) -> list[Path]:
        """Write every table of the history as one Parquet file."""
        from headworks.stages import export

        return export.run(self.workspace, Path(folder))

    def limits_on(self, day: str | date, *, user: str | None = None) -> list[dict[str, Any]]:
        """Limits in force on a day, for one user or all, each with why it applies."""
        from headworks.stages import limits

        check_folder(self.workspace, "limits")
        return limits.on(self.workspace, day, user=user)

    def check_limits(self) -> dict[str, int]:
        """Read every limit file and count what they hold; all faults come in one error."""
        from headworks.stages import limits

        check_folder(self.workspace, "limits")
        return limits.check(self.workspace)

    def chart(
        self, *, user: str, parameter: str, point: str | None = None, since: str | date | None = None, until: str | date | None = None
    ) -> Figure:
        """Draw one user's parameter over time against its limits."""
        from headworks.stages import chart

        return chart.run(self.workspace, user=user, parameter=parameter, point=point, since=since, until=until)

    def _ingest(
        self, files: Sequence[str | Path] | None, *, profile: str | None = None, corrects: bool = False, dry_run: bool = False,
        progress: Progress | None = None,
    ) -> IngestSummary:
        from headworks.stages import ingest

        check_folder(self.workspace, "limits")
        if files is None:
            check_folder(self.workspace, "incoming")
        paths = None if files is None else [Path(file) for file in files]
        return ingest.run(self.workspace, paths, profile=profile, corrects=corrects, dry_run=dry_run, progress=progress)

    def _evaluate(self, *, force: bool = False) -> EvaluationSummary:
        from headworks.stages import evaluate

        check_folder(self.workspace, "limits")
        return evaluate.run(self.workspace, force=force)

    def _report_weekly(self, week: str | None) -> WeeklySummary:
        from headworks.stages import report

        return report.weekly(self.workspace, week=week)

    def _history(self) -> Any:
        from headworks.adapters.history import open_history

        return open_history(self.workspace.history_file, self.workspace.engine)

    def _answer(self, rule: str, settings: dict[str, str]) -> pa.Table:
        from headworks.core.engine import rule_text

        with self._history() as history:
            return history.arrow(rule_text(rule), settings)


def open_workspace(folder: str | Path = ".") -> Programme:
    """Open the workspace in a folder.

    Parameters
    ----------
    folder : path
        The folder that holds ``headworks.toml``.

    Raises
    ------
    UsageError
        It holds none, or one with faults.

    Examples
    --------
    >>> open_workspace("no-such-folder")
    Traceback (most recent call last):
    headworks.errors.UsageError: no workspace here: headworks.toml not found
    ...
    """
    return Programme(open_folder(folder))


def _iso(day: str | date | None) -> str | None:
    if day is None:
        return None
    try:
        return (day if isinstance(day, date) else date.fromisoformat(day)).isoformat()
    except ValueError as cause:
        raise UsageError(f"not a day: {day!r}", mend="write it as 2026-11-16") from cause


def _frame(table: pa.Table) -> pd.DataFrame:
    frame: pd.DataFrame = table.to_pandas(date_as_object=False)
    return frame


def _silent(_: str) -> None:
    return None


