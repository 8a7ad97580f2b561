"""One declared layout: which heading means what, and how its cells are to be read. Loaded by ``profile_files``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from headworks.adapters.lab_files.headings import Heading

# What a column can be, by kind of file.
ROLES: dict[str, tuple[str, ...]] = {
    "results": (
        "sample_id", "parent_sample", "point", "collected", "collected_date", "collected_time", "zone", "ended", "ended_date",
        "ended_time", "composite_hours", "sample_type", "parameter", "cas", "fraction", "basis", "prefix", "value",
        "value_words", "unit", "qualifier", "detect_flag", "detection_limit", "detection_limit_unit", "reporting_limit",
        "reporting_limit_unit", "limit_unit", "method", "analysed", "analysed_date", "analysed_time", "reported", "lab",
        "lab_sample_id", "collected_by", "container", "preservation", "statistic", "period_end", "period_months",
        "no_data_code", "sample_kind", "result_kind", "is_reportable", "comment",
    ),
    "readings": ("point", "parameter", "read_at", "read_date", "read_time", "value", "unit", "status"),
    "flows": ("point", "parameter", "from", "until", "value", "unit", "source", "comment"),
}
# Times that may stand in two columns.
SPLIT_TIMES = {
    "collected": ("collected_date", "collected_time"), "ended": ("ended_date", "ended_time"),
    "analysed": ("analysed_date", "analysed_time"), "read_at": ("read_date", "read_time"),
}
RESULT, FIELD_DUPLICATE, LABORATORY_QUALITY, ANOTHER_CLIENT = (
    "result", "field_duplicate", "laboratory_quality", "another_client",
)
# What a code of a row's kind can mean.
ROW_KINDS = (RESULT, FIELD_DUPLICATE, LABORATORY_QUALITY, ANOTHER_CLIENT)
KIND_ROLES = ("sample_kind", "result_kind", "is_reportable")

Columns = Mapping[str, tuple[Heading, ...]]


@dataclass(frozen=True)
class Part:
    """A table of a deliverable that stands beside the results, and how the two belong together.

    Attributes
    ----------
    name : str
        What it holds: sample, test, limit, batch, header.
    suffixes : tuple of str
        How the names of its files end.
    key, result_key : tuple of Heading
        Columns here, and in the results, that are equal for what belongs together.
    columns : mapping
        Role to its heading here.
    is_optional : bool
        Results are read without it.
    is_ignored : bool
        It holds nothing we read (batches of the laboratory); known, so that it is not taken for a stray file.
    is_xml : bool
        One XML document for the whole delivery; its elements and attributes are the headings.
    """

    name: str
    suffixes: tuple[str, ...]
    key: tuple[Heading, ...]
    result_key: tuple[Heading, ...]
    columns: Columns
    may_be_missing: frozenset[str] = frozenset()
    is_optional: bool = False
    is_ignored: bool = False
    is_xml: bool = False

    @property
    def required(self) -> list[Heading]:
        """Headings a file of this part must have."""
        found = [one for role, ones in self.columns.items() if role not in self.may_be_missing for one in ones]
        return [*self.key, *found]


@dataclass(frozen=True)
class Block:
    """Columns of a wide table that together hold one value a row."""

    columns: Columns
    constants: Mapping[str, str]


@dataclass(frozen=True)
class Wide:
    """How a table with several values a row is laid out: blocks declared one by one, or a pattern of their headings.

    Attributes
    ----------
    heading : re.Pattern or None
        Heading of a value column; its groups give parameter and unit.
    parameters : mapping
        Only these words of the pattern's parameter are values, and what they mean; all if empty.
    units : mapping
        Words of the pattern's unit and what they mean.
    absent : frozenset of str
        Words that say there is no value, lower case; an empty cell always does.
    """

    heading: re.Pattern[str] | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    blocks: tuple[Block, ...] = ()
    absent: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Profile:
    """One layout.

    Attributes
    ----------
    name, title : str
    kind : str
        results, readings or flows.
    formats : frozenset of str
        text, workbook or both.
    encodings : tuple of str
        Tried in order when the file has no byte order mark.
    distrust_mark : bool
        The marks of this sender are known to lie.
    delimiters : tuple of str
        Separators a file of it may have.
    columns : dict
        Role to its heading, or to several whose cells are joined by a blank.
    may_be_missing : frozenset of str
        Roles whose heading a sender may leave out.
    dates : dict
        Role to the formats of its cells.
    zone : str
        ``authority``, the name of a time zone, or an offset such as ``-05:00``.
    codes : dict
        Role to the sender's codes (upper case) and our words for them.
    digits : dict
        Role to the number of digits that its codes have when no spreadsheet has eaten their leading zeros.
    headings : tuple of str
        Of a file that has none.
    file_name : re.Pattern or None
        What the file is called; its groups give roles.
    under_headings : tuple of str
        Rows between the headings and the data: ``units`` or ``description``.
    is_fallback : bool
        Only tried when no other layout fits.
    is_own : bool
        Of the workspace, not of the package: it wins over a layout of the package.
    """

    name: str
    title: str
    kind: str
    columns: dict[str, tuple[Heading, ...]]
    formats: frozenset[str] = frozenset({"text", "workbook"})
    encodings: tuple[str, ...] = ("utf-8", "cp1252")
    distrust_mark: bool = False
    delimiters: tuple[str, ...] = (",", "\t", ";", "|")
    decimal_mark: str = "."
    zone: str = "authority"
    may_be_missing: frozenset[str] = frozenset()
    dates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    digits: dict[str, int] = field(default_factory=dict)
    wide: Wide | None = None
    preamble: dict[str, re.Pattern[str]] = field(default_factory=dict)
    suffixes: tuple[str, ...] = ()
    parts: dict[str, Part] = field(default_factory=dict)
    headings: tuple[str, ...] = ()
    file_name: re.Pattern[str] | None = None
    under_headings: tuple[str, ...] = ()
    read_elsewhere: tuple[str, ...] = ()
    permit: str = ""
    is_fallback: bool = False
    is_own: bool = False

    @property
    def required(self) -> list[Heading]:
        """Headings without which a file is not of this layout."""
        keys = [one for part in self.parts.values() if not part.is_optional for one in part.result_key]
        found = [one for role, ones in self.columns.items() if role not in self.may_be_missing for one in ones]
        if self.wide is not None:
            found += [one for block in self.wide.blocks[:1] for ones in block.columns.values() for one in ones]
        return list(dict.fromkeys([*found, *keys]))

    def date_formats(self, role: str) -> tuple[str, ...]:
        """Formats of a role's cells."""
        return self.dates.get(role, ())
