"""Declared layouts as files: YAML, one file a layout, checked strictly; the package's own and a workspace's.

Every scalar is read as text, so ``N``, ``on`` and ``010`` stay what they are.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import yaml

from headworks.adapters.lab_files.headings import read_headings
from headworks.adapters.lab_files.profiles import KIND_ROLES, ROLES, ROW_KINDS, Block, Part, Profile, Wide
from headworks.core.results import QUALIFIER_MEANINGS
from headworks.errors import InputRefusedError

_TEXTS = {"profile", "title", "kind", "format", "distrust_mark", "decimal_mark", "zone", "file_name", "permit", "fallback"}
_LISTS = {"may_be_missing", "encodings", "read_elsewhere", "headings", "under_headings", "suffixes"}
_MAPPINGS = {"columns", "dates", "constants", "codes", "digits", "wide", "preamble", "parts"}
_EITHER = {"delimiter"}
_KEYS = _TEXTS | _LISTS | _MAPPINGS | _EITHER
_PART_KEYS = {"suffixes", "key", "result_key", "columns", "may_be_missing", "optional", "ignored", "format"}
_WIDE_KEYS = {"heading", "parameters", "units", "blocks", "absent"}
_OFFSET = re.compile(r"[+-]\d\d:\d\d")
_UNDER = ("units", "description")


def load_profiles(own: Path | None = None) -> dict[str, Profile]:
    """Profiles that headworks carries, and those of a workspace; the workspace's own win by name.

    Raises
    ------
    InputRefusedError
        A profile file has an unknown key, role or meaning, or is no YAML.

    Examples
    --------
    >>> "catskill" in load_profiles()
    True
    """
    carried = resources.files("headworks.adapters.lab_files").joinpath("profiles")
    entries = sorted((entry for entry in carried.iterdir() if entry.name.endswith(".yaml")), key=lambda entry: entry.name)
    profiles = [read_profile(entry.name, entry.read_text(encoding="utf-8")) for entry in entries]
    if own is not None and own.is_dir():
        profiles += [_own(path) for path in sorted(own.glob("*.yaml"))]
    return {profile.name: profile for profile in profiles}


def _own(path: Path) -> Profile:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as cause:
        raise _wrong(path.name, f"not UTF-8: {cause}", "save it as UTF-8") from cause
    return read_profile(path.name, text, is_own=True)


class _Loader(yaml.BaseLoader):
    """Every scalar as text; a repeated key is a fault."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"key {key!r} is given twice", node.start_mark)
        return super().construct_mapping(node, deep)


def read_profile(name: str, text: str, *, is_own: bool = False) -> Profile:
    """Read and check one profile.

    Parameters
    ----------
    name : str
        File name, for messages.
    text : str
        Its YAML.
    is_own : bool
        Whether it is a workspace's own.
    """
    try:
        raw = yaml.load(text, _Loader)
    except yaml.YAMLError as cause:
        raise _wrong(name, f"not readable as YAML: {cause}") from cause
    if not isinstance(raw, dict):
        raise _wrong(name, "a profile is a mapping of keys")
    _check(name, raw)
    try:
        return _profile(raw, is_own=is_own)
    except (re.error, KeyError, TypeError, AttributeError, ValueError) as cause:
        raise _wrong(name, f"not a profile: {cause!r}") from cause


def _profile(raw: Mapping[str, Any], *, is_own: bool) -> Profile:
    settings: dict[str, Any] = {}
    if "format" in raw:
        settings["formats"] = frozenset({"text", "workbook"} if raw["format"] == "any" else {raw["format"]})
    if "encodings" in raw:
        settings["encodings"] = tuple(raw["encodings"])
    if "delimiter" in raw:
        given = raw["delimiter"] if isinstance(raw["delimiter"], list) else [raw["delimiter"]]
        settings["delimiters"] = tuple("\t" if one == "tab" else one for one in given)
    for key in ("decimal_mark", "zone", "permit"):
        if key in raw:
            settings[key] = raw[key]
    return Profile(
        name=raw["profile"], title=raw.get("title") or raw["profile"], kind=raw["kind"],
        columns={role: read_headings(one) for role, one in raw["columns"].items()},
        distrust_mark=raw.get("distrust_mark") == "true",
        may_be_missing=frozenset(raw.get("may_be_missing", [])),
        dates={role: tuple(one) for role, one in raw.get("dates", {}).items()},
        constants=dict(raw.get("constants", {})),
        codes={role: {code_key(code): word for code, word in one.items()} for role, one in raw.get("codes", {}).items()},
        digits={role: int(one) for role, one in raw.get("digits", {}).items()},
        wide=_wide(raw["wide"]) if "wide" in raw else None,
        preamble={role: re.compile(one) for role, one in raw.get("preamble", {}).items()},
        suffixes=tuple(raw.get("suffixes", [])),
        parts={part: _part(part, one) for part, one in raw.get("parts", {}).items()},
        headings=tuple(raw.get("headings", [])),
        file_name=re.compile(raw["file_name"], re.IGNORECASE) if "file_name" in raw else None,
        under_headings=tuple(raw.get("under_headings", [])), read_elsewhere=tuple(raw.get("read_elsewhere", [])),
        is_fallback=raw.get("fallback") == "true", is_own=is_own, **settings,
    )


def code_key(text: str) -> str:
    """Form in which a sender's codes are compared: case and blanks do not count.

    Examples
    --------
    >>> code_key(" comp  24h")
    'COMP 24H'
    """
    return " ".join(text.upper().split())


def _wide(raw: Mapping[str, Any]) -> Wide:
    return Wide(
        heading=re.compile(raw["heading"]) if "heading" in raw else None,
        parameters=dict(raw.get("parameters", {})), units=dict(raw.get("units", {})),
        blocks=tuple(
            Block({role: read_headings(one) for role, one in block["columns"].items()}, dict(block.get("constants", {})))
            for block in raw.get("blocks", [])
        ),
        absent=frozenset(word.casefold() for word in raw.get("absent", [])),
    )


def _part(name: str, raw: Mapping[str, Any]) -> Part:
    key = read_headings(raw["key"]) if "key" in raw else ()
    return Part(
        name, tuple(raw.get("suffixes", [])), key,
        read_headings(raw["result_key"]) if "result_key" in raw else key,
        {role: read_headings(one) for role, one in raw.get("columns", {}).items()},
        frozenset(raw.get("may_be_missing", [])), is_optional=raw.get("optional") == "true",
        is_ignored=raw.get("ignored") == "true", is_xml=raw.get("format") == "xml",
    )


def _check(name: str, raw: Mapping[str, Any]) -> None:
    for key, value in raw.items():
        if key not in _KEYS:
            raise _wrong(name, f"key {key!r} is not known", f"use one of {', '.join(sorted(_KEYS))}")
        fits = (
            isinstance(value, list) if key in _LISTS else isinstance(value, dict) if key in _MAPPINGS
            else isinstance(value, str | list) if key in _EITHER else isinstance(value, str)
        )
        if not fits:
            raise _wrong(name, f"key {key!r} has a value of the wrong kind")
    for key in ("profile", "kind", "columns"):
        if key not in raw:
            raise _wrong(name, f"key {key!r} is missing")
    if raw["kind"] not in ROLES:
        raise _wrong(name, f"kind {raw['kind']!r} is not known", f"use one of {', '.join(ROLES)}")
    if raw.get("format", "any") not in ("any", "text", "workbook"):
        raise _wrong(name, f"format {raw['format']!r} is not known", "use text, workbook or any")
    for word in raw.get("under_headings", []):
        if word not in _UNDER:
            raise _wrong(name, f"{word!r} under 'under_headings' is not known", f"use {' or '.join(_UNDER)}")
    _check_names(name, raw)
    _check_roles(name, raw)
    _check_codes(name, raw)


def _check_roles(name: str, raw: Mapping[str, Any]) -> None:
    roles = ROLES[raw["kind"]]
    said = [(section, role) for section in ("columns", "constants", "may_be_missing", "codes", "digits", "preamble")
            for role in raw.get(section, {})]
    for part, one in raw.get("parts", {}).items():
        _check_inner(name, f"parts: {part}", one, _PART_KEYS)
        said += [(f"parts: {part}", role) for role in one.get("columns", {})]
    if "wide" in raw:
        _check_inner(name, "wide", raw["wide"], _WIDE_KEYS)
        for block in raw["wide"].get("blocks", []):
            _check_inner(name, "wide: blocks", block, {"columns", "constants"})
            said += [("wide: blocks", role) for section in ("columns", "constants") for role in block.get(section, {})]
    for section, role in said:
        if role not in roles and not (section == "preamble" and role == "offset"):
            raise _wrong(name, f"role {role!r} under {section!r} is not known", f"use one of {', '.join(roles)}")


def _check_inner(name: str, where: str, raw: Any, known: set[str]) -> None:
    if not isinstance(raw, dict):
        raise _wrong(name, f"{where!r} is a mapping of keys")
    for key in raw:
        if key not in known:
            raise _wrong(name, f"key {key!r} under {where!r} is not known", f"use one of {', '.join(sorted(known))}")


def _check_codes(name: str, raw: Mapping[str, Any]) -> None:
    meanings: dict[str, tuple[str, ...]] = {"qualifier": QUALIFIER_MEANINGS, "detect_flag": QUALIFIER_MEANINGS}
    meanings.update(dict.fromkeys(KIND_ROLES, ROW_KINDS))
    for role, known in meanings.items():
        for code, meaning in raw.get("codes", {}).get(role, {}).items():
            if meaning not in known:
                raise _wrong(name, f"{role} {code!r}: {meaning!r} is not a meaning", f"use one of {', '.join(known)}")


def _check_names(name: str, raw: Mapping[str, Any]) -> None:
    for encoding in raw.get("encodings", []):
        try:
            codecs.lookup(encoding)
        except LookupError as cause:
            raise _wrong(name, f"encoding {encoding!r} is not known", "write utf-8 or cp1252") from cause
    zone = raw.get("zone", "authority")
    try:
        if zone != "authority" and not _OFFSET.fullmatch(zone):
            ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as cause:
        raise _wrong(
            name, f"time zone {zone!r} is not known", "write authority, an offset such as -05:00, or a name like America/Chicago"
        ) from cause


def _wrong(
    name: str, what: str, mend: str = "mend the profile; docs/ingest.md says what each key means"
) -> InputRefusedError:
    return InputRefusedError(f"profile cannot be used: {what}", where=name, mend=mend, effect="nothing was written")
