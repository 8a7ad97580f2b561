"""Do the dates of a file contradict the layout's order of day and month?

One date that only fits the other order, in a file where none fits the layout's order alone, puts every date in doubt: 03/04
would be accepted a month away from what was meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.distinct import Coded
from headworks.adapters.lab_files.drafts import split_text
from headworks.adapters.lab_files.files import refused
from headworks.adapters.lab_files.profiles import SPLIT_TIMES


def check_date_order(path: Path, cells: Cells) -> None:
    """Refuse a file whose dates are in the other order than its layout says.

    Parameters
    ----------
    path : Path
        The file, for the message.
    cells : Cells
        Its rows.

    Raises
    ------
    InputRefusedError
        A date fits only with day and month swapped, and no date shows that the layout's order is right.
    """
    contrary: tuple[str, int] | None = None
    for formats, dates in _dates(cells):
        other = [_swapped(form) for form in formats]
        for place, text in enumerate(dates.values):
            here, there = _fits(text, formats), _fits(text, other)
            if here and not there:
                return
            if there and not here and contrary is None:
                contrary = text, int(cells.source_row[(dates.codes == place).argmax()])
    if contrary is not None:
        raise refused(
            path, f"the dates are not in the order of this layout: '{contrary[0]}' has day and month the other way round",
            row=contrary[1], why="every other date fits both orders, so all of them may be read with day and month swapped",
            mend=f"correct the order of day and month under dates of profile {cells.profile.name}, or this date if it is a slip",
        )


def _dates(cells: Cells) -> Iterator[tuple[Sequence[str], Coded]]:
    for role, declared in cells.profile.dates.items():
        # Year first, then the day, then the month: nobody writes so.
        formats = [form for form in declared if "%d" in form and "%m" in form and not form.startswith("%Y")]
        if formats and cells.has(role):
            halves = SPLIT_TIMES.get(role)
            yield formats, split_text(cells, role, halves)[1] if halves else cells.role(role)


def _swapped(form: str) -> str:
    """The same format with day and month the other way round.

    Examples
    --------
    >>> _swapped("%m/%d/%Y %H:%M")
    '%d/%m/%Y %H:%M'
    """
    return form.replace("%d", "%?").replace("%m", "%d").replace("%?", "%m")


def _fits(text: str, formats: Sequence[str]) -> bool:
    cleaned = " ".join(text.split())
    for form in formats:
        try:
            datetime.strptime(cleaned, form)
        except ValueError:
            continue
        return True
    return False
