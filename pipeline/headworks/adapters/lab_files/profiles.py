"""Which heading of which layout means what? Declared in YAML, one file a layout, checked strictly.

Every scalar is read as text, so ``N``, ``on`` and ``010`` stay what they are.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import yaml

from headworks.core.results import QUALIFIER_MEANINGS
from headworks.errors import InputRefusedError

ROLES: dict[str, tuple[str, ...]] = {
    "results": (
        "sample_id",
        "point",
        "collected",
        "collected_date",
        "collected_time",
        "ended",
        "composite_hours",
        "sample_type",
        "parameter",
        "cas",
        "fraction",
        "prefix",
        "value",
        "unit",
        "qualifier",
        "detect_flag",
        "detection_limit",
        "detection_limit_unit",
        "reporting_limit",
        "reporting_limit_unit",
        "limit_unit",
        "method",
        "analysed",
        "reported",
        "lab",
        "lab_sample_id",
        "collected_by",
        "statistic",
        "period_end",
        "period_months",
        "no_data_code",
        "sample_kind",
        "result_kind",
        "is_reportable",
        "comment",
    ),
    "readings": ("point", "parameter", "read_at", "value", "unit", "status"),
}
_KEYS = {
    "profile", "title", "kind", "format", "encodings", "delimiter", "decimal_mark", "zone", "columns", "may_be_missing",
    "dates", "constants", "codes", "wide", "preamble", "pair", "read_elsewhere", "permit",
}
_LISTS = {"may_be_missing", "encodings", "read_elsewhere"}
_MAPPINGS = {"columns", "dates", "constants", "codes", "wide", "preamble", "pair"}


def same_heading(text: str) -> str:
    """Form in which headings are compared: case, blanks and a leading # do not count.

    Examples
    --------
    >>> same_heading("  #SYS_sample  code ")
    'sys_sample code'
    """
    collapsed = " ".join(text.split()).casefold()
    return collapsed.removeprefix("#").strip() if collapsed != "#" else collapsed


@dataclass(frozen=True)
class Heading:
    """One heading a layout expects: its text, or a pattern for headings that carry data (unit, offset)."""

    text: str
    pattern: re.Pattern[str] | None = None

    def find(self, row: Sequence[str]) -> tuple[int, dict[str, str]] | None:
        """Place of this heading in a row of headings, and what its pattern captures."""
        for index, cell in enumerate(row):
            if self.pattern is None:
                if same_heading(cell) == same_heading(self.text):
                    return index, {}
            elif match := self.pattern.fullmatch(" ".join(cell.split())):
                return index, {key: value for key, value in match.groupdict().items() if value}
        return None


@dataclass(frozen=True)
class Pair:
    """How two files of one deliverable belong together."""

    sample_suffix: str
    result_suffix: str
    key: Heading
    columns: dict[str, tuple[Heading, ...]]


@dataclass(frozen=True)
class Profile:
    """One layout.

    Attributes
    ----------
    name, title : str
    kind : str
        results or readings.
    is_workbook : bool
    encodings : tuple of str
        Tried in order when the file has no byte order mark.
    columns : dict
        Role to its heading, or to several whose cells are joined by a blank.
    may_be_missing : frozenset of str
        Roles whose heading a sender may leave out.
    dates : dict
        Role to the formats of its cells.
    zone : str
        ``authority`` or the name of a time zone.
    codes : dict
        Role to the sender's codes (upper case) and our words for them.
    """

    name: str
    title: str
    kind: str
    is_workbook: bool
    encodings: tuple[str, ...]
    delimiter: str
    decimal_mark: str
    zone: str
    columns: dict[str, tuple[Heading, ...]]
    may_be_missing: frozenset[str]
    dates: dict[str, tuple[str, ...]]
    constants: dict[str, str]
    codes: dict[str, dict[str, str]]
    wide: re.Pattern[str] | None = None
    not_reported: frozenset[str] = frozenset()
    preamble: dict[str, re.Pattern[str]] = field(default_factory=dict)
    pair: Pair | None = None
    read_elsewhere: tuple[str, ...] = ()
    permit: str = ""

    @property
    def required(self) -> list[Heading]:
        """Headings without which a file is not of this layout."""
        return [one for role, found in self.columns.items() if role not in self.may_be_missing for one in found]


def load_profiles(own: Path | None = None) -> dict[str, Profile]:
    """Profiles that headworks carries, and those of a workspace; the workspace's own win by name.

    Raises
    ------
    InputRefusedError
        A profile file has an unknown key, role or meaning, or is no YAML.

    Examples
    --------
    >>> sorted(load_profiles())[:3]
    ['catskill', 'echo-effluent-chart', 'equis-edd']
    """
    carried = resources.files("headworks.adapters.lab_files").joinpath("profiles")
    sources = [
        (entry.name, entry.read_text(encoding="utf-8")) for entry in carried.iterdir() if entry.name.endswith(".yaml")
    ]
    if own is not None and own.is_dir():
        sources = sorted(sources) + [
            (path.name, path.read_text(encoding="utf-8")) for path in sorted(own.glob("*.yaml"))
        ]
    profiles = (read_profile(name, text) for name, text in sources)
    return {profile.name: profile for profile in profiles}


class _Loader(yaml.BaseLoader):
    """Every scalar as text; a repeated key is a fault."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"key {key!r} is given twice", node.start_mark)
        return super().construct_mapping(node, deep)


def read_profile(name: str, text: str) -> Profile:
    """Read and check one profile.

    Parameters
    ----------
    name : str
        File name, for messages.
    text : str
        Its YAML.
    """
    try:
        raw = yaml.load(text, _Loader)
    except yaml.YAMLError as cause:
        raise _wrong(name, f"not readable as YAML: {cause}") from cause
    if not isinstance(raw, dict):
        raise _wrong(name, "a profile is a mapping of keys")
    _check_keys(name, raw)
    kind = raw["kind"]
    wide = raw.get("wide", {})
    try:
        return Profile(
            name=raw["profile"], title=raw.get("title") or raw["profile"], kind=kind,
            is_workbook=raw.get("format", "text") == "workbook", encodings=tuple(raw.get("encodings", ["utf-8"])),
            delimiter=raw.get("delimiter", ",").replace("tab", "\t"),
            decimal_mark=raw.get("decimal_mark", "."), zone=raw.get("zone", "authority"),
            columns={role: _headings(one) for role, one in raw["columns"].items()},
            may_be_missing=frozenset(raw.get("may_be_missing", [])),
            dates={role: tuple(one) for role, one in raw.get("dates", {}).items()},
            constants=dict(raw.get("constants", {})),
            codes={role: {" ".join(key.upper().split()): word for key, word in one.items()}
                   for role, one in raw.get("codes", {}).items()},
            wide=re.compile(wide["heading"]) if wide else None,
            not_reported=frozenset(word.casefold() for word in wide.get("not_reported", [])),
            preamble={role: re.compile(one) for role, one in raw.get("preamble", {}).items()},
            pair=_pair(raw["pair"]) if "pair" in raw else None,
            read_elsewhere=tuple(raw.get("read_elsewhere", [])), permit=raw.get("permit", ""),
        )
    except (re.error, KeyError, TypeError, AttributeError) as cause:
        raise _wrong(name, f"not a profile: {cause!r}") from cause


def _check_keys(name: str, raw: Mapping[str, Any]) -> None:
    for key, value in raw.items():
        if key not in _KEYS:
            raise _wrong(name, f"key {key!r} is not known", f"use one of {', '.join(sorted(_KEYS))}")
        if (key in _LISTS) != isinstance(value, list) or (key in _MAPPINGS) != isinstance(value, dict):
            raise _wrong(name, f"key {key!r} has a value of the wrong kind")
    for key in ("profile", "kind", "columns"):
        if key not in raw:
            raise _wrong(name, f"key {key!r} is missing")
    roles = ROLES.get(raw["kind"])
    if roles is None:
        raise _wrong(name, f"kind {raw['kind']!r} is not known", f"use one of {', '.join(ROLES)}")
    _check_names(name, raw)
    for section in ("columns", "constants", "may_be_missing"):
        for role in raw.get(section, {}):
            if role not in roles:
                raise _wrong(name, f"role {role!r} under {section!r} is not known", f"use one of {', '.join(roles)}")
    for code, meaning in raw.get("codes", {}).get("qualifier", {}).items():
        if meaning not in QUALIFIER_MEANINGS:
            raise _wrong(
                name, f"qualifier {code!r}: {meaning!r} is not a meaning", f"use one of {', '.join(QUALIFIER_MEANINGS)}"
            )


def _check_names(name: str, raw: Mapping[str, Any]) -> None:
    for encoding in raw.get("encodings", []):
        try:
            codecs.lookup(encoding)
        except LookupError as cause:
            raise _wrong(name, f"encoding {encoding!r} is not known", "write utf-8 or cp1252") from cause
    zone = raw.get("zone", "authority")
    try:
        if zone != "authority":
            ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as cause:
        raise _wrong(name, f"time zone {zone!r} is not known", "write authority, or a name like America/Chicago") from cause


def _headings(raw: Any) -> tuple[Heading, ...]:
    if isinstance(raw, list):
        return tuple(one for part in raw for one in _headings(part))
    if isinstance(raw, dict):
        return (Heading(raw.get("shown") or raw["like"], re.compile(raw["like"], re.IGNORECASE)),)
    return (Heading(raw),)


def _pair(raw: Mapping[str, Any]) -> Pair:
    return Pair(
        raw["sample_suffix"], raw["result_suffix"], Heading(raw["key"]),
        {role: _headings(one) for role, one in raw["columns"].items()},
    )


def _wrong(
    name: str, what: str, mend: str = "mend the profile; docs/ingest.md says what each key means"
) -> InputRefusedError:
    return InputRefusedError(f"profile cannot be used: {what}", where=name, mend=mend, effect="nothing was written")
