"""Export: every table of the history as Parquet, for other tools."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq

from headworks.adapters.history import open_history
from headworks.workspace import Workspace


def run(workspace: Workspace, folder: Path) -> list[Path]:
    """Write one Parquet file a table; the same history gives the same bytes.

    Parameters
    ----------
    workspace : Workspace
    folder : Path
        Made if it is not there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    with open_history(workspace.history_file, workspace.engine) as history:
        for name in history.tables():
            files.append(folder / f"{name}.parquet")
            pq.write_table(history.arrow(f'select * from "{name}" order by all'), files[-1], compression="zstd")
    return files
