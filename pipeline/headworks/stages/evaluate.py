"""Evaluate: every accepted result against the limits in force on its day."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

import pyarrow as pa

from headworks.adapters.history import DamagedHistoryError, History, made_with, open_history, rebuild_history
from headworks.adapters.limit_files import load_law
from headworks.adapters.record import batch_files, read_record
from headworks.adapters.version import version
from headworks.core.engine import rule_text, rules
from headworks.core.evaluation import STEPS, evaluate
from headworks.core.reasons import standing
from headworks.workspace import Workspace


@dataclass(frozen=True)
class EvaluationSummary:
    """How many verdicts and events the history holds.

    Attributes
    ----------
    is_new : bool
        False if record, limits and version are those the history was made with: nothing was done.
    results, readings, exceeds, meets, events : int
        Results and readings on record; verdicts by kind (flags that are no exceedance are not counted in ``exceeds``); events.
    slugs, possible_slugs : int
        Of the events: slugs proven, and those that one sample or an effect still to be judged leaves open.
    undecided, standing : int
        Undecided verdicts: those a person can settle, and those that come from the law and repeat with every sample.
    limits_digest : str
        Digest of the limits the verdicts were made with.
    """

    is_new: bool
    results: int
    readings: int
    exceeds: int
    undecided: int
    standing: int
    meets: int
    events: int
    slugs: int
    possible_slugs: int
    limits_digest: str

    def to_dict(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return asdict(self)


def run(workspace: Workspace, *, force: bool = False) -> EvaluationSummary:
    """Judge the record against the limits and rebuild the history; do nothing if neither has changed.

    A history that is found to be damaged is made anew.

    Parameters
    ----------
    workspace : Workspace
    force : bool
        Rebuild even if nothing has changed.

    Raises
    ------
    LimitFileError
        The limits cannot be trusted; the old history is left as it was.
    HeadworksError
        A batch of the record is damaged, or the history is open elsewhere.
    """
    law = load_law(workspace.limits_dir, workspace.library_dir)
    about = {
        "authority": workspace.authority, "time_zone": workspace.time_zone.key, "limits_digest": law.digest,
        "record_digest": _record_digest(workspace), "rules_digest": _rules_digest(), "version": version(),
    }
    if not force and made_with(workspace.history_file) == about:
        with suppress(DamagedHistoryError), open_history(workspace.history_file, workspace.engine) as history:
            return _summary(history, is_new=False)
    record = read_record(workspace.accepted_dir)
    with rebuild_history(workspace.history_file, workspace.engine) as history:
        for name, table in {**record, **law.tables()}.items():
            history.load(name, table)
        history.load("about", pa.Table.from_pylist([about]))
        evaluate(history)
        for step in STEPS:
            history.drop(step)
        return _summary(history, is_new=True)


def _record_digest(workspace: Workspace) -> str:
    """Digest of which batches are on record; their names are digests of their content already."""
    names = [f"{path.name} {path.stat().st_size}" for path in batch_files(workspace.accepted_dir)]
    return hashlib.sha256("\n".join(names).encode()).hexdigest()


def _rules_digest() -> str:
    """Digest of the rules themselves: a rule that changed judges everything again."""
    return hashlib.sha256("\n".join(rule_text(rule) for rule in rules()).encode()).hexdigest()


def _summary(history: History, *, is_new: bool) -> EvaluationSummary:
    return EvaluationSummary(is_new=is_new, **history.rows(rule_text("evaluation_summary"), {"standing": standing()})[0])
