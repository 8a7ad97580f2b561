"""Profiles: what could be read of a file of an unknown layout?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from headworks.adapters.lab_files.files import open_content
from headworks.adapters.lab_files.profile_draft import ProfileDraft, draft_profile
from headworks.adapters.lab_files.profiles import ROLES
from headworks.adapters.limit_files import load_law
from headworks.errors import UsageError
from headworks.workspace import Workspace


def draft(
    workspace: Workspace, file: str | Path, *, said: Mapping[str, str] | None = None, out: str | Path | None = None
) -> ProfileDraft:
    """Propose a profile for a file.

    Parameters
    ----------
    workspace : Workspace
        Whose names of parameters, units and points are used.
    file : path
    said : mapping, optional
        Role to what is true of every row of such a file: point, parameter, unit.
    out : path, optional
        File to write the profile to; nothing is written without it.

    Raises
    ------
    UsageError
        A role is not known, or the file to write is there already.
    InputRefusedError
        The file holds no table.
    """
    known = sorted({role for roles in ROLES.values() for role in roles})
    for role in said or {}:
        if role not in known:
            raise UsageError(f"no role {role!r}", mend="use one of " + ", ".join(known))
    target = None if out is None else Path(out)
    if target is not None and target.exists():
        raise UsageError(f"{target.name} is there already", mend="name another file, or delete it first")
    found = draft_profile(open_content(Path(file)), load_law(workspace.limits_dir, workspace.library_dir), said)
    if target is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(found.text, encoding="utf-8", newline="\n")
    return found
