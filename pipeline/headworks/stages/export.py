"""Export: every table of the history as Parquet, for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from headworks.adapters.history import open_history
from headworks.errors import HeadworksError, UsageError
from headworks.workspace import Workspace


def run(workspace: Workspace, folder: Path) -> list[Path]:
    """Write one Parquet file a table; the same history gives the same bytes.

    Parameters
    ----------
    workspace : Workspace
    folder : Path
        Made if it is not there.

    Raises
    ------
    UsageError
        The folder is a file, or one that headworks reads; or there is no history yet.
    HeadworksError
        The disk refuses.
    """
    _check(workspace, folder)
    files: list[Path] = []
    with open_history(workspace.history_file, workspace.engine) as history:
        for name in history.tables():
            table = history.arrow(f'select * from "{name}" order by all')
            try:
                folder.mkdir(parents=True, exist_ok=True)
                files.append(_written(table, folder / f"{name}.parquet"))
            except OSError as cause:
                raise HeadworksError(
                    f"{name}.parquet cannot be written", where=str(folder), why=str(cause), mend="make room on the disk, or name another folder",
                    effect=f"{len(files)} tables before it were written",
                ) from cause
    return files


def _check(workspace: Workspace, folder: Path) -> None:
    at = folder.resolve()
    file = next((one for one in (at, *at.parents) if one.exists() and not one.is_dir()), None)
    if file is not None:
        raise UsageError(
            "this is a file, not a folder to write to", where=str(file), mend="name a folder; it is made if it is not there",
            effect="nothing was written",
        )
    # A table among the batches of the record would be taken for a batch, and stop every reader of the record.
    for own in (workspace.accepted_dir, workspace.incoming_dir, workspace.limits_dir, workspace.profiles_dir):
        if at.is_relative_to(own.resolve()):
            raise UsageError(
                "tables cannot be written into a folder that headworks reads", where=str(at), mend="name another folder, such as build/tables",
                effect="nothing was written",
            )


def _written(table: Any, file: Path) -> Path:
    """Write a file whole or not at all."""
    partial = file.with_name(f".{file.name}.part")
    try:
        pq.write_table(table, partial, compression="zstd")
        return partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
