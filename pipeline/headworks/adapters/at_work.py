"""One at a time: a workspace that is being written to is held, so that two runs do not take each other's files.

The operating system keeps the hold and lets it go when the process ends, however it ends: a file that is left behind holds nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from headworks.errors import HeadworksError

FILE_NAME = ".headworks.lock"


@contextmanager
def at_work(root: Path) -> Iterator[None]:
    """Hold a workspace for the block.

    Parameters
    ----------
    root : Path
        The folder that holds ``headworks.toml``.

    Raises
    ------
    HeadworksError
        Another run holds it.
    """
    file = root / FILE_NAME
    try:
        handle = _held(file)
    except BlockingIOError as cause:
        raise HeadworksError(
            "another headworks is at work in this workspace", where=str(root), why="two at once would take each other's files",
            mend="wait until it is done, then type the command again", effect="nothing was written",
        ) from cause
    try:
        yield
    finally:
        if handle is not None:
            _let_go(file, handle)


def _held(file: Path) -> int | None:
    """Handle of the held file; None where nothing can be held, as in a folder without the right to write or on some shared drives."""
    while True:
        try:
            handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:
            return None
        try:
            if not _lock(handle):
                os.close(handle)
                return None
        except BlockingIOError:
            os.close(handle)
            raise
        if _is_there(file, handle):
            return handle
        # The one before us took the file away between our opening and our holding it.
        os.close(handle)


def _is_there(file: Path, handle: int) -> bool:
    try:
        return os.path.samestat(file.stat(), os.fstat(handle))
    except OSError:
        return False


def _let_go(file: Path, handle: int) -> None:
    if sys.platform != "win32":
        file.unlink(missing_ok=True)
    os.close(handle)
    if sys.platform == "win32":
        # An open file cannot be deleted there; another run that opened it meanwhile keeps it.
        with suppress(OSError):
            file.unlink(missing_ok=True)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as cause:
            raise BlockingIOError from cause
        return True

else:
    import fcntl

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:
            return False
        return True
