"""A workspace: one control authority's folder, read from its ``headworks.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from headworks.adapters.carried import carried
from headworks.errors import UsageError

FILE_NAME = "headworks.toml"
_KEYS: dict[str, set[str]] = {
    "authority": {"name", "time_zone", "service_areas"},
    "paths": {"limits", "profiles", "incoming", "accepted", "refused", "reports", "history"},
    "engine": {"name", "memory_limit", "threads"},
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
        if not isinstance(authority.get(key), str):
            raise _wrong(file, f'[authority] {key} is missing', f'add {key} = "..." under [authority]')
    try:
        zone = ZoneInfo(authority["time_zone"])
    except (ZoneInfoNotFoundError, ValueError) as cause:
        raise _wrong(
            file, f"time zone {authority['time_zone']!r} is not known", 'write a name such as "America/New_York"'
        ) from cause
    paths = settings.get("paths", {})

    def at(key: str, default: str) -> Path:
        return root / str(paths.get(key, default))

    return Workspace(
        root=root, authority=authority["name"], time_zone=zone,
        limits_dir=at("limits", "limits"), profiles_dir=at("profiles", "profiles"),
        incoming_dir=at("incoming", "data/incoming"), accepted_dir=at("accepted", "data/accepted"),
        refused_dir=at("refused", "data/refused"), reports_dir=at("reports", "reports"),
        history_file=at("history", "data/history.duckdb"), library_dir=carried("limits"),
        engine=settings.get("engine", {}),
    )


def _read(file: Path) -> dict[str, Any]:
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as cause:
        raise _wrong(file, f"not readable as TOML: {cause}", "mend the line named, or start from a fresh copy") from cause
    for section, content in settings.items():
        if section not in _KEYS or not isinstance(content, dict):
            raise _wrong(file, f"section [{section}] is not known", f"use one of {', '.join(sorted(_KEYS))}")
        for key in content:
            if key not in _KEYS[section]:
                raise _wrong(file, f"key {key!r} in [{section}] is not known", f"use one of {', '.join(sorted(_KEYS[section]))}")
    if settings.get("engine", {}).get("name", "duckdb") != "duckdb":
        raise _wrong(file, f"engine {settings['engine']['name']!r} is not known", 'use name = "duckdb"')
    return settings


def _wrong(file: Path, what: str, mend: str) -> UsageError:
    return UsageError(what, where=str(file), mend=mend, effect="nothing was written")
