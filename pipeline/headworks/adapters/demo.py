"""The example workspace, copied out of the installed package."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from headworks.adapters.carried import carried
from headworks.errors import UsageError

_CARRIED = ("headworks.toml", "limits", "data/incoming")


def copy_example(into: Path | None = None) -> Path:
    """Copy the example to a folder of its own.

    Parameters
    ----------
    into : Path, optional
        New or empty folder; by default a temporary one.

    Raises
    ------
    UsageError
        The folder holds something already; nothing is overwritten.
    """
    if into is None:
        folder = Path(tempfile.mkdtemp(prefix="headworks-demo-"))
    elif into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise UsageError(f"{into} is not empty", mend="name a new folder", effect="nothing was written")
    else:
        folder = into.resolve()
        folder.mkdir(parents=True, exist_ok=True)
    for name in _CARRIED:
        source, target = carried(name), folder / name
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    return folder
