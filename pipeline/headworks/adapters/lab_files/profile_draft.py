"""What could be read of a file of an unknown layout: a proposed profile, and what becomes of each column.

The proposal says only what headings and cells tell. What they do not tell (a point, a unit, an unknown code, the order
of day and month) is a note for the reader, and the rows it touches are refused until somebody says it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from headworks.adapters.lab_files.draft_dates import Dates, exchanged, read_dates
from headworks.adapters.lab_files.draft_roles import code_word
from headworks.adapters.lab_files.draft_table import Column, DraftTable, draft_table
from headworks.adapters.lab_files.draft_values import ValueColumn, place_roles, value_columns
from headworks.adapters.lab_files.drafts import Law
from headworks.adapters.lab_files.files import Content
from headworks.adapters.lab_files.profiles import ROLES
from headworks.adapters.lab_files.undeclared import decimal_marks

_CODED = ("qualifier", "prefix", "sample_type", "fraction", "sample_kind")
_LABORATORY = ("qualifier", "detection_limit", "reporting_limit", "sample_id", "sample_type", "method", "sample_kind", "period_end", "lab")
_NUMBERS = ("value", "detection_limit", "reporting_limit")
_FEWEST_READINGS = 20
_SAMPLES, _CELL = 3, 24
FLOW = "flow"


@dataclass(frozen=True)
class ColumnDraft:
    """What becomes of one column: what it is read as (empty: it is ignored), why, and some of its cells."""

    heading: str
    becomes: str
    why: str
    cells: tuple[str, ...]


@dataclass
class ProfileDraft:
    """A proposed profile.

    Attributes
    ----------
    name, kind, text : str
        ``text`` is the YAML.
    columns : list of ColumnDraft
    notes : list of str
        What a person must look at before the profile is used.
    """

    name: str
    kind: str
    text: str
    columns: list[ColumnDraft]
    notes: list[str] = field(default_factory=list)


def draft_profile(content: Content, law: Law, said: Mapping[str, str] | None = None) -> ProfileDraft:
    """Propose a profile for a file.

    Parameters
    ----------
    content : Content
    law : Law
        Names of parameters, units and points.
    said : mapping, optional
        Role to what the user says about all rows of such a file, such as its point or unit.
    """
    return _Proposal(content, law, said or {}).draft()


class _Proposal:
    """Collects what is found out about one file."""

    def __init__(self, content: Content, law: Law, said: Mapping[str, str]) -> None:
        self.content, self.law, self.said = content, law, dict(said)
        self.table: DraftTable = draft_table(content)
        self.notes = list(self.table.notes)
        self.roles, self.reasons = place_roles(self.table)
        self.blocks: list[ValueColumn] = []
        if "parameter" not in self.roles:
            self.blocks = value_columns(self.table, self.roles, law, said)
        self.dates = {whole: self._dates_of(halves) for whole, halves in self._times().items()}
        self.kind = self._kind()

    def draft(self) -> ProfileDraft:
        self._check()
        name = "-".join("".join(c if c.isalnum() else " " for c in self.content.path.stem.casefold()).split()) or "draft"
        return ProfileDraft(name, self.kind, self._yaml(name), self._columns(), self.notes)

    def _times(self) -> dict[str, list[Column]]:
        """Columns of each time, by the role of the whole."""
        found: dict[str, list[Column]] = {}
        for whole, halves in (
            ("period_end", ("period_end",)), ("collected", ("collected_date", "collected_time")), ("ended", ("ended_date",)),
            ("analysed", ("analysed_date", "analysed_time")), ("reported", ("reported",)),
        ):
            columns = [one for half in halves for one in self.roles.get(half, ())]
            if columns and (whole == "period_end" or halves[0] in self.roles):
                found[whole] = columns
        return found

    def _dates_of(self, columns: Sequence[Column]) -> Dates:
        rows = zip(*(one.cells for one in columns), strict=True)
        return read_dates(" ".join(part for part in row if part) for row in rows)

    def _kind(self) -> str:
        when = self.dates.get("collected")
        is_of_laboratory = any(role in self.roles for role in _LABORATORY)
        if when is None or is_of_laboratory or "parameter" in self.roles or not self.blocks:
            return "results"
        if when.has_clock and len(self.table) >= _FEWEST_READINGS:
            return "readings"
        is_flow = len(self.blocks) == 1 and self.blocks[0].parameter == FLOW and not when.has_clock
        return "flows" if is_flow else "results"

    def _check(self) -> None:
        if self.kind == "results" and "parameter" in self.roles and "value" not in self.roles:
            self.notes.append("no column is known to hold the results: name it under columns as value")
        if "parameter" not in self.roles and not self.blocks:
            self.notes.append("no column names a parameter, and no heading is one: name it under columns, or under wide")
        if not self.dates:
            self.notes.append("no column holds a date: every row will be refused until one is named")
        if "point" not in self.roles and "point" not in self.said and self.table.title_point is None:
            self.notes.append("nothing names the point of a row: say it with --say point=NAME")
        for whole, dates in self.dates.items():
            shown = " + ".join(one.heading for one in self._times()[whole])
            if dates.is_ambiguous:
                other = [exchanged(form) for form in dates.forms if exchanged(form) != form]
                self.notes.append(f"{shown}: day and month cannot be told apart; {dates.forms[0]} is proposed, {other[0]} reads all cells too")
            if dates.unread:
                self.notes.append(f"{shown}: {dates.unread} different cells are no date in a form we know, such as {dates.example!r}")
        for block in self.blocks:
            self.notes += block.notes
        for role in _CODED:
            for column in self.roles.get(role, ()):
                unknown = [cell for cell in column.distinct if cell and code_word(_code_role(role), cell) is None]
                if unknown:
                    self.notes.append(f"{column.heading}: say under codes what these mean: {', '.join(unknown[:12])}")

    def _columns(self) -> list[ColumnDraft]:
        becomes = {one.place: (role, self.reasons.get(one.place, "its heading")) for role, ones in self.roles.items() for one in ones}
        for block in self.blocks:
            becomes[block.value.place] = (f"value of {block.shown}", block.why)
            for role, one in (("unit", block.unit), ("qualifier", block.qualifier)):
                if one is not None:
                    becomes[one.place] = (f"{role} of {block.shown}", f"its heading, beside {block.value.heading}")
        return [
            ColumnDraft(
                one.heading, *(becomes.get(one.place) or ("", self.reasons.get(one.place) or "nothing that we read has such a heading")),
                tuple(cell[:_CELL] for cell in one.distinct if cell)[:_SAMPLES],
            )
            for one in self.table.columns
        ]

    def _yaml(self, name: str) -> str:
        table = self.table
        lines = [f"profile: {_text(name)}", f"title: {_text('Drafted from ' + self.content.name)}", f"kind: {self.kind}"]
        if not self.content.is_workbook:
            separator = "tab" if table.delimiter == "\t" else table.delimiter
            lines += ["format: text", f"encodings: [{table.encoding}]", f"delimiter: {_text(separator)}"]
        values = [cell for block in self.blocks for cell in block.value.distinct]
        values += [cell for role in _NUMBERS for one in self.roles.get(role, ()) for cell in one.distinct]
        marks = decimal_marks(values)
        if marks.comma and not marks.point:
            lines.append('decimal_mark: ","')
        elif marks.comma or marks.grouped_or_decimal:
            self.notes.append(f"{marks.comma or marks.grouped_or_decimal!r}: say with decimal_mark whether the comma is the decimal mark")
        if table.is_headless:
            lines += [f"headings: [{', '.join(_text(one.heading) for one in table.columns)}]", f"file_name: {_text(table.name_pattern)}"]
        if table.title_point is not None:
            lines += ["preamble:", f"  point: {_text(table.title_point)}"]
        roles = {**self.roles, **self._flow()}
        lines += ["columns:", *(
            f"  {self._role(role)}: {_heading([one.key for one in ones])}" for role, ones in roles.items() if self._is_read(role)
        )]
        if table.units:
            lines.append("under_headings: [units]")
        if self.dates:
            lines += ["dates:", *(
                f"  {self._whole(whole)}: [{', '.join(map(_text, dates.forms))}]" for whole, dates in self.dates.items() if dates.forms
            )]
        constants = self._constants()
        if constants:
            lines += ["constants:", *(f"  {role}: {_text(word)}" for role, word in constants.items())]
        lines += self._code_lines()
        if self.blocks and not self._is_single:
            lines += ["wide:", f"  absent: [{', '.join(map(_text, table.absent))}]", "  blocks:"]
            lines += [line for one in self.blocks for line in one.lines()]
        return "\n".join(lines) + "\n"

    @property
    def _is_single(self) -> bool:
        """Flows have one value a row."""
        return self.kind == "flows"

    def _flow(self) -> dict[str, list[Column]]:
        """The one value column of a flow table, with the column of its unit."""
        columns = {"value": self.blocks[0].value, "unit": self.blocks[0].unit} if self._is_single else {}
        return {role: [one] for role, one in columns.items() if one is not None}

    def _is_read(self, role: str) -> bool:
        return self._role(role) in ROLES[self.kind]

    def _role(self, role: str) -> str:
        if self.kind == "readings":
            return {"collected_date": "read_date" if "collected_time" in self.roles else "read_at", "collected_time": "read_time"}.get(role, role)
        if self.kind == "flows":
            return {"collected_date": "from", "ended_date": "until"}.get(role, role)
        return role

    def _whole(self, whole: str) -> str:
        return {"readings": {"collected": "read_at"}, "flows": {"collected": "from", "ended": "until"}}.get(self.kind, {}).get(whole, whole)

    def _constants(self) -> dict[str, str]:
        in_blocks = ("parameter", "unit") if self.blocks and not self._is_single else ()
        found = {role: word for role, word in self.said.items() if role not in in_blocks}
        if self._is_single and self.blocks[0].unit_word and self.blocks[0].unit is None:
            found.setdefault("unit", self.blocks[0].unit_word)
        if self.kind == "results":
            found.setdefault("collected_by", "unknown")
            if "period_end" in self.roles:
                found.setdefault("statistic", "monthly_average")
                self.notes.append("a row is a month: monthly_average is proposed as its statistic; monthly_maximum is the other one")
        return {role: word for role, word in found.items() if role in ROLES[self.kind]}

    def _code_lines(self) -> list[str]:
        columns: dict[str, list[Column]] = {}
        for role in _CODED:
            columns.setdefault(_code_role(role), []).extend(self.roles.get(role, ()))
        columns["qualifier"] += [one.qualifier for one in self.blocks if one.qualifier is not None]
        lines = []
        for role, ones in columns.items():
            seen = dict.fromkeys(cell for one in ones for cell in one.distinct if cell)
            known = {cell: word for cell in seen if (word := code_word(role, cell)) is not None}
            if role in ("fraction", "sample_kind") and ones and any("" in one.distinct for one in ones):
                known[""] = "unspecified" if role == "fraction" else "result"
            if known and role in ROLES[self.kind]:
                lines.append(f"  {role}: {{{', '.join(f'{_text(cell)}: {word}' for cell, word in _once(known))}}}")
        return ["codes:", *lines] if lines else []


def _once(known: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """Codes that differ only in case and blanks are one."""
    return {" ".join(cell.upper().split()): (cell, word) for cell, word in known.items()}.values()


def _code_role(role: str) -> str:
    return "qualifier" if role == "prefix" else role


def _text(word: str) -> str:
    return json.dumps(word, ensure_ascii=False)


def _heading(keys: Sequence[str]) -> str:
    return keys[0] if len(keys) == 1 else f"[{', '.join(keys)}]"
