"""Explain: one verdict, event or result from file row to citation."""

from __future__ import annotations

from headworks.adapters.history import History, open_history
from headworks.core.engine import rule_text
from headworks.core.explanation import Explanation, explain
from headworks.errors import UsageError
from headworks.workspace import Workspace

_LEAST_CHARACTERS = 4


def run(workspace: Workspace, id: str) -> Explanation:
    """Gather everything behind one row of the history.

    Parameters
    ----------
    workspace : Workspace
    id : str
        Verdict (V-...), event (E-...) or result (R-...); its first characters are enough if only one begins so.

    Raises
    ------
    UsageError
        None or several begin so, or it is too short to tell.
    """
    id = id.strip()
    if len(id) < _LEAST_CHARACTERS:
        raise UsageError(
            f"{id!r} is too short for an id", why=f"at least {_LEAST_CHARACTERS} characters are needed, such as V-01",
            mend="give more of its characters", effect="nothing was written",
        )
    with open_history(workspace.history_file, workspace.engine) as history:
        found = _whole(history, id)
        settings = {"id": found}
        results = history.rows(rule_text("explain_results"), settings)
        readings = [] if found.startswith("R-") else history.rows(rule_text("explain_readings"), settings)
        if found.startswith("R-"):
            subject = results[0]
        else:
            rule = "explain_verdict" if found.startswith("V-") else "explain_event"
            subject = history.rows(rule_text(rule), settings)[0]
    return explain(found, subject, results, readings, workspace.time_zone)


def _whole(history: History, id: str) -> str:
    known = [row["id"] for row in history.rows(rule_text("known_ids"), {"prefix": id})]
    if len(known) == 1 or id in known:
        return id if id in known else str(known[0])
    if known:
        raise UsageError(f"{id} is not one verdict", why="several begin so: " + ", ".join(known), mend="give more of its characters")
    raise UsageError(
        f"no verdict, event or result {id!r}", why="the history holds none that begins so",
        mend="copy an id from the report or from `headworks history query \"select verdict_id, * from verdicts\"`",
    )
