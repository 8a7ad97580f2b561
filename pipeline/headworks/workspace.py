"""A workspace: one control authority's folder, read from its ``headworks.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from headworks.adapters.carried import carried
from headworks.errors import UsageError

FILE_NAME = "headworks.toml"
_PATHS = {
    "limits": "limits", "profiles": "profiles", "incoming": "data/incoming", "accepted": "data/accepted", "refused": "data/refused",
    "reports": "reports", "history": "data/history.duckdb",
}
_MOST_THREADS = 1024
_MEMORY = re.compile(r"0*[1-9]\d*(\.\d+)?\s*[KMGT]i?B\Z", re.IGNORECASE)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and "\0" not in value


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_day(value: Any) -> bool:
    try:
        return isinstance(value, str) and date.fromisoformat(value) is not None
    except ValueError:
        return False


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= _MOST_THREADS


def _is_memory(value: Any) -> bool:
    return isinstance(value, str) and _MEMORY.match(value.strip()) is not None


# Each key with what its value must be, and how to write it.
_Rule = tuple[Callable[[Any], bool], str]
_PATH: _Rule = (_is_text, 'write one path in quotation marks, such as "data/incoming"')
_KEYS: dict[str, dict[str, _Rule]] = {
    "authority": {
        "name": (_is_text, 'write the name in quotation marks, such as "Town of Example"'),
        "time_zone": (_is_text, 'write a name such as "America/New_York"'),
        "today": (_is_day, 'write a day such as "2026-11-30", or leave it out to take the computer\'s'),
        "service_areas": (_are_texts, 'write names in brackets, such as ["north", "south"]'),
    },
    "paths": dict.fromkeys(_PATHS, _PATH),
    "engine": {
        "name": (lambda value: value == "duckdb", 'use name = "duckdb"'),
        "memory_limit": (_is_memory, 'write a number and a unit in quotation marks, such as "1GB", or leave it out'),
        "threads": (_is_count, f"write a whole number from 1 to {_MOST_THREADS}, or leave it out"),
    },
}


@dataclass(frozen=True)
class Workspace:
    """Where everything of one control authority is, and its settings.

    Attributes
    ----------
    root : Path
        The folder that holds ``headworks.toml``.
    authority : str
        Name of the control authority.
    time_zone : ZoneInfo
        Zone of its local days.
    limits_dir, profiles_dir, incoming_dir, accepted_dir, refused_dir, reports_dir : Path
    history_file : Path
        The DuckDB file, rebuilt from ``accepted_dir`` at will.
    library_dir : Path
        Limits carried by headworks itself; used for parameters, units and federal books the workspace does not have.
    """

    root: Path
    authority: str
    time_zone: ZoneInfo
    limits_dir: Path
    profiles_dir: Path
    incoming_dir: Path
    accepted_dir: Path
    refused_dir: Path
    reports_dir: Path
    history_file: Path
    library_dir: Path
    engine: dict[str, Any] = field(default_factory=dict)
    fixed_today: date | None = None

    @property
    def today(self) -> date:
        """The day after which nothing can have been sampled: the computer's, or a fixed one for an example that stands still."""
        return self.fixed_today or datetime.now(self.time_zone).date()


def open_folder(folder: str | Path) -> Workspace:
    """Read ``headworks.toml`` of a folder.

    Raises
    ------
    UsageError
        The folder is no workspace, or the file has an unknown key or a wrong value.
    """
    root = Path(folder).resolve()
    file = root / FILE_NAME
    if not file.is_file():
        raise UsageError(
            f"no workspace here: {FILE_NAME} not found", where=str(root),
            mend=f"change to the folder that holds {FILE_NAME}, or name it with --workspace DIR",
            effect="nothing was written",
        )
    settings = _read(file)
    authority = settings.get("authority", {})
    for key in ("name", "time_zone"):
        if key not in authority:
            raise _wrong(file, f'[authority] {key} is missing', f'add {key} = "..." under [authority]')
    try:
        zone = ZoneInfo(authority["time_zone"])
    except (ZoneInfoNotFoundError, ValueError, OSError) as cause:
        raise _wrong(
            file, f"time zone {authority['time_zone']!r} is not known", 'write a name such as "America/New_York"'
        ) from cause
    paths = {key: root / settings.get("paths", {}).get(key, default) for key, default in _PATHS.items()}
    for key, path in paths.items():
        if path.exists() and path.is_dir() is (key == "history"):
            is_one, is_to_be = ("a folder", "a file") if key == "history" else ("a file", "a folder")
            raise _wrong(file, f"[paths] {key} is {is_one}, and must be {is_to_be}: {path}", f"name {is_to_be}")
    return Workspace(
        root=root, authority=authority["name"], time_zone=zone,
        limits_dir=paths["limits"], profiles_dir=paths["profiles"], incoming_dir=paths["incoming"], accepted_dir=paths["accepted"],
        refused_dir=paths["refused"], reports_dir=paths["reports"], history_file=paths["history"], library_dir=carried("limits"),
        engine=settings.get("engine", {}),
        fixed_today=date.fromisoformat(authority["today"]) if "today" in authority else None,
    )


def check_folder(workspace: Workspace, key: str) -> None:
    """Check that a folder under ``[paths]`` that people fill is there: a wrong name is not taken for an empty folder.

    Raises
    ------
    UsageError
        There is no such folder.
    """
    folder: Path = getattr(workspace, f"{key}_dir")
    if not folder.is_dir():
        raise UsageError(
            f"the {key} folder is not there", where=str(folder), why="a wrong name would look like an empty folder",
            mend=f"make the folder, or mend {key} under [paths] in {FILE_NAME}", effect="nothing was written",
        )


def _read(file: Path) -> dict[str, Any]:
    try:
        # Windows editors put a byte order mark before the text.
        settings = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as cause:
        raise _wrong(file, f"not readable as TOML: {cause}", "mend the line named, or start from a fresh copy") from cause
    except OSError as cause:
        raise _wrong(file, f"not readable: {cause.strerror}", "close it elsewhere, check its rights") from cause
    for section, content in settings.items():
        if section not in _KEYS or not isinstance(content, dict):
            raise _wrong(file, f"section [{section}] is not known", f"use one of {', '.join(sorted(_KEYS))}")
        for key in content:
            if key not in _KEYS[section]:
                raise _wrong(file, f"key {key!r} in [{section}] is not known", f"use one of {', '.join(sorted(_KEYS[section]))}")
        for key, value in content.items():
            is_right, mend = _KEYS[section][key]
            if not is_right(value):
                raise _wrong(file, f"[{section}] {key} cannot be {value!r}", mend)
    return settings


def _wrong(file: Path, what: str, mend: str) -> UsageError:
    return UsageError(what, where=str(file), mend=mend, effect="nothing was written")
