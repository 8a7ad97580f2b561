"""Read what laboratories and loggers sent, check it, and add it to the record: the first stage.

A file that cannot be trusted as a whole is refused whole; else each row is accepted or refused with its reason, and
rows in = rows accepted + rows refused.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from headworks.adapters.known import Known, next_of
from headworks.adapters.lab_files.distinct import Coded
from headworks.adapters.lab_files.drafts import Draft
from headworks.adapters.lab_files.drafts import Law as Names
from headworks.adapters.lab_files.echo_permit import permit_files, write_permit_files
from headworks.adapters.lab_files.files import batch_id, open_content
from headworks.adapters.lab_files.flows import draft_flows
from headworks.adapters.lab_files.intake import Sent, take, waiting_files
from headworks.adapters.lab_files.profile_files import load_profiles
from headworks.adapters.lab_files.profiles import Profile
from headworks.adapters.lab_files.readings import draft_readings, step_seconds
from headworks.adapters.lab_files.refusals import Refusal, refusals
from headworks.adapters.lab_files.repeats import (
    ROW,
    refuse_repeated_flows,
    refuse_repeated_readings,
    refuse_repeated_results,
)
from headworks.adapters.lab_files.results import draft_results
from headworks.adapters.limit_files import Law, load_law
from headworks.adapters.quality import Caught, columns_of, run_suite
from headworks.adapters.record import BY_KIND, arrow_type, as_table, write_batch
from headworks.core.tables import REFUSED_ROWS
from headworks.errors import HeadworksError, InputRefusedError, UsageError
from headworks.workspace import Workspace

_DRAFTS = {"results": draft_results, "readings": draft_readings, "flows": draft_flows}
# Rows drafted and checked at once: what bounds the memory of a large file.
_ROWS_AT_ONCE = 100_000

ACCEPTED, ALREADY, REFUSED = "accepted", "already_taken_in", "refused"


@dataclass(frozen=True)
class FileOutcome:
    """What became of one batch.

    Attributes
    ----------
    file : str
        File name, or names joined by " + ".
    status : str
        accepted, already_taken_in or refused.
    profile, batch_id : str or None
        None for a file that was refused before they were known.
    refused_codes : dict
        Code of refusal to number of rows.
    columns_unused : list of str
        Headings that nothing reads.
    notes : list of str
        Other things a reader should know.
    problem : HeadworksError or None
        Why the file was refused.
    """

    file: str
    status: str
    profile: str | None = None
    batch_id: str | None = None
    rows_in: int = 0
    rows_accepted: int = 0
    rows_refused: int = 0
    refused_codes: dict[str, int] = field(default_factory=dict)
    columns_unused: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problem: HeadworksError | None = None

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        values = asdict(self)
        problem = self.problem
        values["problem"] = None if problem is None else {
            name: getattr(problem, name) for name in ("what", "where", "why", "mend", "effect")
        }
        return values


@dataclass(frozen=True)
class IngestSummary:
    """What became of all files."""

    batches: list[FileOutcome]
    dry_run: bool = False

    @property
    def rows_in(self) -> int:
        """Data rows of all files that were read."""
        return sum(one.rows_in for one in self.batches)

    @property
    def rows_accepted(self) -> int:
        """Rows added to the record."""
        return sum(one.rows_accepted for one in self.batches)

    @property
    def rows_refused(self) -> int:
        """Rows refused, each with its reason."""
        return sum(one.rows_refused for one in self.batches)

    @property
    def refused_files(self) -> list[FileOutcome]:
        """Files refused whole."""
        return [one for one in self.batches if one.status == REFUSED]

    @property
    def exit_code(self) -> int:
        """3 if any file was refused whole, else 0 (a refused row is a finding, not a fault)."""
        return InputRefusedError.exit_code if self.refused_files else 0

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        totals = {name: getattr(self, name) for name in ("rows_in", "rows_accepted", "rows_refused")}
        return {"dry_run": self.dry_run, **totals, "batches": [one.to_dict() for one in self.batches]}


def run(
    workspace: Workspace,
    files: Sequence[str | Path] | None = None,
    *,
    profile: str | None = None,
    corrects: bool = False,
    dry_run: bool = False,
    progress: Callable[[str], None] | None = None,
) -> IngestSummary:
    """Take in files.

    Parameters
    ----------
    workspace : Workspace
    files : sequence of path, optional
        Default: everything that waits under the incoming folder.
    profile : str, optional
        Read with this layout only.
    corrects : bool
        The files correct what is on record, whatever their dates of report.
    dry_run : bool
        Say what would happen and write nothing.
    progress : callable, optional
        Told one line per file.

    Returns
    -------
    IngestSummary
        A refused file does not stop the others.

    Raises
    ------
    UsageError
        No such profile.
    LimitFileError
        The law cannot be trusted, so no name of a point or parameter can be either; nothing is taken in.
    """
    paths = waiting_files(workspace.incoming_dir) if files is None else sorted(Path(file) for file in files)
    profiles = load_profiles(workspace.profiles_dir)
    if profile is not None and profile not in profiles:
        raise UsageError(
            f"profile {profile!r} is not known", mend=f"use one of {', '.join(sorted(profiles))}", effect="nothing was written"
        )
    law = load_law(workspace.limits_dir, workspace.library_dir)
    known = Known(workspace.accepted_dir)
    intake = _Intake(workspace, law, profiles, known, known.runs + 1, corrects, dry_run)
    outcomes: list[FileOutcome] = []
    done: set[Path] = set()
    for path in paths:
        if path.resolve() in done:
            continue
        try:
            content = open_content(path)
            outcome = intake.seen(path.name, batch_id([content]))
            if outcome is None:
                sent = take(content, intake.profiles, profile)
                done.update(one.resolve() for one in sent.paths)
                outcome = intake.seen(sent.files, sent.batch_id, sent.content_id) or intake.again(sent) or intake.accept(sent)
                assert outcome is not None
        except InputRefusedError as problem:
            outcome = FileOutcome(path.name, REFUSED, problem=problem)
        outcomes.append(outcome)
        if progress is not None:
            progress(_line(outcome))
    return IngestSummary(outcomes, dry_run)


def _line(outcome: FileOutcome) -> str:
    if outcome.status == ACCEPTED:
        n = outcome
        return f"{n.file} ({n.profile}): {n.rows_accepted} of {n.rows_in} rows accepted, {n.rows_refused} refused"
    return f"{outcome.file}: {outcome.status.replace('_', ' ')}"


class _LawWithPoints:
    """The law, and the points that a file itself declares."""

    def __init__(self, law: Names, points: Mapping[str, tuple[str, str]]) -> None:
        self.parameters, self.units = law.parameters, law.units
        self._law, self._points = law, points

    def point_named(self, text: str) -> tuple[str, str] | None:
        return self._law.point_named(text) or self._points.get(text)


@dataclass
class _Intake:
    workspace: Workspace
    law: Law
    profiles: Mapping[str, Profile]
    known: Known
    run_number: int
    corrects: bool
    dry_run: bool

    def seen(self, files: str, batch: str, content: str | None = None) -> FileOutcome | None:
        """Outcome of a batch whose bytes or cells are on record and would be read as before; None if there is more to do."""
        earlier = self.known.earlier(batch, content)
        if earlier is None:
            return None
        latest = self.known.latest(earlier["batch_id"])
        if latest["rows_refused"] and latest["read_with"] != self._read_with(latest["profile"]):
            return None
        return FileOutcome(files, ALREADY, earlier["profile"], batch, notes=[f"on record as {earlier['files']}"])

    def again(self, sent: Sent) -> FileOutcome | None:
        """Read the refused rows of a batch on record once more, now that names or the profile have changed.

        Rows that can be accepted today make a batch of their own; where none can, nothing is written. None if the
        batch is not on record.
        """
        earlier = self.known.earlier(sent.batch_id, sent.content_id)
        if earlier is None:
            return None
        latest = self.known.latest(earlier["batch_id"])
        pending = self.known.refused_rows(latest["batch_id"])
        files, rows = sent.cells.source_file.cells(), sent.cells.source_row
        places = [place for place in range(len(rows)) if (files[place], int(rows[place])) in pending]
        fresh = replace(sent, batch_id=next_of(latest["batch_id"]), cells=sent.cells.taken(np.array(places, np.int64)))
        outcome = self.accept(fresh, is_again=True) if places else None
        return outcome or FileOutcome(sent.files, ALREADY, earlier["profile"], earlier["batch_id"], notes=[f"on record as {earlier['files']}"])

    def _read_with(self, profile: str) -> str:
        """Digest of everything that decides how a row is read, and that a person may mend."""
        law, found = self.law, self.profiles.get(profile)
        # Sets have another order in every process; sorted, the digest is the same in all of them.
        layout = json.dumps(
            None if found is None else asdict(found), sort_keys=True,
            default=lambda value: sorted(value) if isinstance(value, frozenset) else value.pattern,
        )
        text = f"{sorted(law.point_names.items())}{law.parameters}{law.units}{layout}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def accept(self, sent: Sent, *, is_again: bool = False) -> FileOutcome | None:
        """Check a new batch and add it to the record; None if rows read again are refused again."""
        law: Names = self.law
        permits = None
        if sent.profile.permit == "echo":
            permits = permit_files(sent.cells, law)
            law = _LawWithPoints(law, permits.points)
        checked = _Checked()
        for start, piece in sent.cells.parts(_ROWS_AT_ONCE):
            draft = _DRAFTS[sent.profile.kind](sent.cells, start, piece, law, self.workspace.time_zone)
            _mark_future(draft, self.workspace.today)
            checked.take(draft, law, self.workspace.time_zone.key)
        sound = pa.concat_tables(checked.sound)
        if sent.profile.kind == "results":
            kept, repeats = refuse_repeated_results(sent.cells, sound, self.known, corrects=self.corrects)
        elif sent.profile.kind == "flows":
            kept, repeats = refuse_repeated_flows(sent.cells, sound, self.known)
        else:
            kept, repeats = refuse_repeated_readings(sent.cells, sound, self.known)
        n_known = 0
        if is_again:
            # Neighbours of a refused value in the sender's row were accepted the first time: they are not pending.
            pending = {row: one for row, one in repeats.items() if one["code"] != "already_on_record"}
            repeats, n_known = pending, len(repeats) - len(pending)
            if not kept.num_rows:
                return None
        checked.refuse(repeats)
        notes = [*(["rows that were refused before, read again"] if is_again else []), *sent.cells.notes]
        if permits is not None:
            notes += write_permit_files(permits, self.workspace.limits_dir, dry_run=self.dry_run)
        return self._record(sent, kept, checked, notes, n_known)

    def _record(self, sent: Sent, kept: Any, checked: _Checked, notes: list[str], n_known: int) -> FileOutcome:
        kind = sent.profile.kind
        refused = checked.refused(sent.batch_id)
        rows_in = len(sent.cells) - n_known
        if kept.num_rows + refused.num_rows != rows_in:
            raise RuntimeError(f"{sent.files}: {rows_in} rows in, {kept.num_rows} accepted and {refused.num_rows} refused")
        batch = {
            "batch_id": sent.batch_id, "content_id": sent.content_id, "kind": kind, "files": sent.files,
            "profile": sent.profile.name, "rows_in": rows_in, "rows_accepted": kept.num_rows, "rows_refused": refused.num_rows,
            "columns_unused": ", ".join(sent.cells.unused), "checks": checked.as_json(notes),
            "taken_in": self.run_number, "read_with": self._read_with(sent.profile.name),
        }
        accepted = _accepted(kind, kept, sent.batch_id)
        if not self.dry_run:
            write_batch(self.workspace.accepted_dir, self.workspace.refused_dir, batch, accepted, refused)
        self.known.add(batch, accepted)
        codes = Counter(refused["code"].to_pylist())
        return FileOutcome(
            sent.files, ACCEPTED, sent.profile.name, sent.batch_id, rows_in, kept.num_rows, refused.num_rows,
            dict(sorted(codes.items())), sent.cells.unused, notes,
        )


def _mark_future(draft: Draft, today: date) -> None:
    """Say of each row whether its day is still to come: a year typed wrongly puts a result under the wrong limits."""

    def is_to_come(day: date | None) -> bool:
        return day is not None and (day.date() if isinstance(day, datetime) else day) > today

    name = "until_on" if draft.kind == "flows" else "day"
    draft.columns["is_to_come"] = draft.columns[name].map(is_to_come)
    draft.columns["today"] = Coded.constant(today, len(draft))


@dataclass
class _Checked:
    """What the checks made of a batch, piece by piece."""

    sound: list[Any] = field(default_factory=list)
    _refused: list[tuple[list[int], Any]] = field(default_factory=list)
    _ran: dict[int, dict[str, Any]] = field(default_factory=dict)
    _repeats: Counter[str] = field(default_factory=Counter)

    def take(self, draft: Draft, law: Names, zone: str) -> None:
        """Check a piece: its sound rows as the record keeps them, a refusal for each other."""
        caught = run_suite(draft.kind, draft.frame(columns_of(draft.kind)))
        self._count(caught)
        out = refusals(draft, caught, law, zone)
        self._put_away(out)
        rows = np.arange(draft.start, draft.start + len(draft))
        sound = np.flatnonzero(~np.isin(rows, list(out)))
        columns = {ROW: pa.array(rows[sound])}
        for column in BY_KIND[draft.kind].columns:
            if column.name in draft.columns:
                columns[column.name] = draft.columns[column.name].take(sound).arrow(arrow_type(column.type))
        self.sound.append(pa.table(columns))

    def refuse(self, repeats: Mapping[int, Refusal]) -> None:
        """Add the rows that repeat others."""
        self._repeats.update(str(one["code"]) for one in repeats.values())
        self._put_away(repeats)

    def _count(self, caught: Sequence[Caught]) -> None:
        for place, one in enumerate(caught):
            counted = self._ran.setdefault(
                place, {"check": one.check.code, "by": one.check.type, "ran": True, "rows": 0}
            )
            counted["rows"] += len(one.rows)

    def _put_away(self, out: Mapping[int, Refusal]) -> None:
        if out:
            columns = {name: [one.get(name) for one in out.values()] for name in REFUSED_ROWS.names}
            self._refused.append((list(out), as_table(REFUSED_ROWS, columns)))

    def refused(self, batch_id: str) -> Any:
        """Rows refused, in the order of the file."""
        if not self._refused:
            return as_table(REFUSED_ROWS, {name: [] for name in REFUSED_ROWS.names})
        order = np.argsort(np.concatenate([rows for rows, _ in self._refused]), kind="stable")
        table = pa.concat_tables([table for _, table in self._refused]).take(pa.array(order))
        named = pa.repeat(pa.scalar(batch_id, pa.string()), table.num_rows)
        return table.set_column(table.schema.get_field_index("batch_id"), "batch_id", named)

    def as_json(self, notes: Sequence[str]) -> str:
        """Every check: whether it ran, how many rows it caught; and the notes."""
        ran = [*self._ran.values()]
        ran += [{"check": code, "by": "repeats", "ran": True, "rows": rows} for code, rows in sorted(self._repeats.items())]
        return json.dumps([*ran, *({"note": note} for note in notes)], ensure_ascii=False)


def _accepted(kind: str, kept: Any, batch: str) -> Any:
    """Rows for the record, in the order of the file."""
    columns: dict[str, Any] = {name: kept[name] for name in kept.column_names}
    columns["batch_id"] = pa.repeat(pa.scalar(batch, pa.string()), kept.num_rows)
    if kind == "readings":
        columns["step_seconds"] = step_seconds(kept)
    return as_table(BY_KIND[kind], columns)
