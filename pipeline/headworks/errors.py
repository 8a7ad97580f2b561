"""What went wrong, where, why, how to mend it, and what was or was not written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Where:
    """A place in what the user sent: file, row (first line = 1), column (the sender's heading)."""

    file: str
    row: int | None = None
    column: str | None = None

    def __str__(self) -> str:
        text = self.file
        if self.row is not None:
            text += f", row {self.row}"
        if self.column is not None:
            text += f', column "{self.column}"'
        return text


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a file, a row or a setting.

    Parameters
    ----------
    code : str
        Stable word for scripts, such as ``unknown_unit``.
    what, why, mend : str
        What is wrong; why it matters or cannot be guessed; what the reader can do about it.
    where : Where
        The place, in the sender's own rows and headings.

    Examples
    --------
    >>> print(Fault("unknown_unit", "unit 'ppt' is not known", Where("lab.csv", 18, "Units"),
    ...             "it may mean parts per thousand or per trillion", "ask the lab for mg/L or ug/L"))
    unit 'ppt' is not known
      where:  lab.csv, row 18, column "Units"
      why:    it may mean parts per thousand or per trillion
      mend:   ask the lab for mg/L or ug/L
    """

    code: str
    what: str
    where: Where
    why: str
    mend: str

    def __str__(self) -> str:
        return f"{self.what}\n  where:  {self.where}\n  why:    {self.why}\n  mend:   {self.mend}"


class HeadworksError(Exception):
    """Base of every error a user can cause or mend.

    Parameters
    ----------
    what : str
        One line.
    where, why, mend, effect : str
        Place, cause, what to do, and what was or was not written. Empty ones are not printed.
    faults : list of Fault, optional
        All single faults, when one message stands for several.

    Examples
    --------
    >>> print(HeadworksError("no such week: 2026-W60", mend="give a week from 2026-W01 to 2026-W53"))
    no such week: 2026-W60
      mend:   give a week from 2026-W01 to 2026-W53
    """

    exit_code: ClassVar[int] = 1

    def __init__(
        self, what: str, *, where: str = "", why: str = "", mend: str = "", effect: str = "",
        faults: list[Fault] | None = None,
    ) -> None:
        super().__init__(what)
        self.what, self.where, self.why, self.mend, self.effect = what, where, why, mend, effect
        self.faults = faults or []

    def __str__(self) -> str:
        lines = [self.what]
        for label, text in (("where", self.where), ("why", self.why), ("mend", self.mend)):
            if text:
                lines.append(f"  {label + ':':<7} {text}")
        for fault in self.faults:
            lines += ["", f"- {fault}"]
        if self.effect:
            lines.append(f"  effect: {self.effect}")
        return "\n".join(lines)


class UsageError(HeadworksError):
    """The words of a command or a setting cannot be used."""

    exit_code = 2


class InputRefusedError(HeadworksError):
    """A file was refused whole; nothing of it was written."""

    exit_code = 3


class LimitFileError(InputRefusedError):
    """One or more files under ``limits/`` cannot be trusted; all faults are listed."""
