"""Write the weekly report: HTML to read, PDF to file and print, Excel to work with, from one set of report data."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

from headworks.adapters.documents_excel import weekly_excel
from headworks.adapters.documents_html import weekly_html
from headworks.adapters.documents_pdf import weekly_pdf
from headworks.adapters.duties import read_duties
from headworks.adapters.figures import draw_chart, svg
from headworks.adapters.history import open_history
from headworks.core.weekly import WeeklyReport, latest_week, weekly_report
from headworks.core.weeks import parse_week
from headworks.errors import UsageError
from headworks.workspace import Workspace


@dataclass(frozen=True)
class WeeklySummary:
    """What a weekly report found, and where it is.

    Attributes
    ----------
    week : str
        Such as ``2026-W47``.
    exceedances : int
        Measurements, daily values and averages beyond a limit; several limits exceeded by one of them count once.
    undecided : int
        Findings to resolve; standing questions (``standing``) are apart.
    lines : tuple of str
        What to act on today, the worst first.
    """

    week: str
    first_on: date
    last_on: date
    exceedances: int
    users_exceeding: int
    slugs: int
    possible_slugs: int
    undecided: int
    standing: int
    rows_refused: int
    results_judged: int
    users_sampled: int
    html: Path
    pdf: Path
    excel: Path
    lines: tuple[str, ...]

    def to_dict(self, root: Path) -> dict[str, Any]:
        """Everything, for JSON; files as seen from the workspace, so that the answer does not depend on where that lies."""
        files = {name: _near(getattr(self, name), root) for name in ("html", "pdf", "excel")}
        return asdict(self) | {"first_on": self.first_on.isoformat(), "last_on": self.last_on.isoformat()} | files


def weekly(workspace: Workspace, *, week: str | None = None) -> WeeklySummary:
    """Write ``reports/weekly-WEEK.html``, ``.pdf`` and ``.xlsx``.

    Parameters
    ----------
    workspace : Workspace
        The control authority.
    week : str, optional
        Such as ``2026-W47``; the latest week with data if left out.

    Raises
    ------
    UsageError
        The text is no week, or none was given and there are no data.
    """
    wanted = parse_week(week) if week is not None else None
    with open_history(workspace.history_file, workspace.engine) as history:
        chosen = wanted or latest_week(history)
        if chosen is None:
            raise UsageError(
                "there is no week to report on: no result and no reading is on record",
                where=str(workspace.accepted_dir),
                mend=f"put laboratory files into {_near(workspace.incoming_dir, workspace.root)} and type `headworks run`",
                effect="no report was written",
            )
        report = weekly_report(
            history, chosen, zone=workspace.time_zone, authority=workspace.authority, duties=read_duties()
        )
    images = {chart.key: svg(draw_chart(chart), salt=chart.key) for user in report.users for chart in user.charts}
    place = workspace.reports_dir / f"weekly-{chosen.text}"
    files = {
        ".html": weekly_html(report, images),
        ".pdf": weekly_pdf(report, images),
        ".xlsx": weekly_excel(report),
    }
    _write({place.with_name(place.name + ending): content for ending, content in files.items()})
    return _summary(report, place)


def _near(file: Path, root: Path) -> str:
    return (file.relative_to(root) if file.is_relative_to(root) else file).as_posix()


def _write(files: Mapping[Path, bytes]) -> None:
    """Write all files or none: each beside its target first, so that nobody ever opens half a report or a mixed one."""
    beside = {file: file.with_name(file.name + ".part") for file in files}
    file = next(iter(files))
    try:
        for file, content in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            beside[file].write_bytes(content)
            # A file that another programme holds open cannot be renamed onto itself either: seen before any is replaced.
            if file.exists():
                if file.is_dir():
                    raise IsADirectoryError(f"{file.name} is a folder")
                os.replace(file, file)  # noqa: PTH105
        for file in files:
            os.replace(beside[file], file)  # noqa: PTH105 - atomic on every system
    except OSError as cause:
        raise UsageError(
            f"cannot write {file.name}: another programme has it open, or the folder may not be written to",
            where=str(file),
            why=str(cause),
            mend="close the file, check the rights of the folder, and run the report again",
            effect="the older report is unchanged",
        ) from cause
    finally:
        for part in beside.values():
            with suppress(OSError):
                part.unlink(missing_ok=True)


def _summary(report: WeeklyReport, place: Path) -> WeeklySummary:
    n = report.counts
    return WeeklySummary(
        week=report.week.text,
        first_on=report.week.first_on,
        last_on=report.week.last_on,
        exceedances=n["exceedances"],
        users_exceeding=n["users_exceeding"],
        slugs=n["slugs"],
        possible_slugs=n["possible_slugs"] + n["slug_questions"],
        undecided=n["undecided"],
        standing=n["standing"],
        rows_refused=n["refused"],
        results_judged=n["answered"],
        users_sampled=n["users_sampled"],
        html=place.with_name(place.name + ".html"),
        pdf=place.with_name(place.name + ".pdf"),
        excel=place.with_name(place.name + ".xlsx"),
        lines=tuple(action.text for action in report.actions),
    )
