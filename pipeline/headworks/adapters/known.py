"""What of a new batch is on record already? Looked up without reading the whole record.

During a dry run nothing is written, so batches of the same run are remembered here.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from headworks.adapters.record import arrow_schema, each_batch, read_columns, read_refused
from headworks.core.tables import RESULTS

RESULT_COLUMNS = (
    "natural_key",
    "result_id",
    "supersedes",
    "reported_on",
    "day",
    "at_least",
    "at_most",
    "qualifier",
    "started_at",
    "ended_at",
    "sample_type",
)
FLOW_COLUMNS = ("user_id", "point_id", "from_on", "until_on", "source", "canonical", "batch_id")
READING_COLUMNS = ("user_id", "point_id", "parameter", "read_at", "canonical", "quality", "batch_id")


def next_of(batch_id: str) -> str:
    """Name of the batch that holds what could be accepted later of an earlier one.

    Examples
    --------
    >>> next_of("0123456789abcdef"), next_of("0123456789abcdef-2")
    ('0123456789abcdef-2', '0123456789abcdef-3')
    """
    first, _, number = batch_id.partition("-")
    return f"{first}-{int(number or 1) + 1}"


class Known:
    """The record as far as a new batch must know it.

    Parameters
    ----------
    accepted_dir : Path
        The record; may be missing.
    """

    def __init__(self, accepted_dir: Path) -> None:
        self._accepted_dir = accepted_dir
        self._by_bytes: dict[str, dict[str, Any]] = {}
        self._by_content: dict[str, dict[str, Any]] = {}
        self._results: list[Any] = []
        self._reading_files: list[Path] = []
        self._readings: list[Any] = []
        self._flows: list[Any] = []
        for path, row in each_batch(accepted_dir):
            self._remember(row)
            if row["kind"] == "results":
                self._results.append(read_columns(path, RESULT_COLUMNS))
            elif row["kind"] == "flows":
                self._flows.append(read_columns(path, FLOW_COLUMNS))
            else:
                self._reading_files.append(path)

    def _remember(self, row: dict[str, Any]) -> None:
        self._by_bytes[row["batch_id"]] = row
        self._by_content.setdefault(row["content_id"], row)

    def earlier(self, batch_id: str, content_id: str | None = None) -> dict[str, Any] | None:
        """Row of an earlier batch with the same bytes or the same cells."""
        return self._by_bytes.get(batch_id) or (self._by_content.get(content_id) if content_id else None)

    @property
    def runs(self) -> int:
        """Runs of ingest that put something on record so far."""
        return max((int(row["taken_in"]) for row in self._by_bytes.values()), default=0)

    def latest(self, batch_id: str) -> dict[str, Any]:
        """Row of the newest batch that holds rows of the same file."""
        while next_of(batch_id) in self._by_bytes:
            batch_id = next_of(batch_id)
        return self._by_bytes[batch_id]

    def refused_rows(self, batch_id: str) -> set[tuple[str, int]]:
        """File and row of what was refused of a batch."""
        table = read_refused(self._accepted_dir, batch_id)
        return set(zip(table["source_file"].to_pylist(), table["source_row"].to_pylist(), strict=True))

    def add(self, row: dict[str, Any], accepted: Any) -> None:
        """Remember a batch that was accepted in this run."""
        self._remember(row)
        if row["kind"] == "results":
            self._results.append(accepted.select(RESULT_COLUMNS))
        elif row["kind"] == "flows":
            self._flows.append(accepted.select(FLOW_COLUMNS))
        else:
            self._readings.append(accepted.select(READING_COLUMNS))

    def flows(self) -> dict[tuple[Any, ...], tuple[Any, str]]:
        """Volumes on record by user, point, first and last day and source, each with its batch."""
        return {
            tuple(row[name] for name in FLOW_COLUMNS[:5]): (row["canonical"], row["batch_id"])
            for table in self._flows for row in table.to_pylist()
        }

    def results(self, keys: Sequence[str]) -> Any:
        """Results on record with one of these natural keys (`RESULT_COLUMNS`), those that were replaced too."""
        table = pa.concat_tables([arrow_schema(RESULTS).empty_table().select(RESULT_COLUMNS), *self._results])
        return table.filter(pc.is_in(table["natural_key"], pa.array(list(keys), pa.string())))

    def readings(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Readings on record in the time a new batch covers."""
        first, last = frame["read_at"].min(), frame["read_at"].max()
        parts = list(self._readings)
        for path in self._reading_files:
            if _overlaps(path, first, last):
                parts.append(read_columns(path, READING_COLUMNS))
        if not parts:
            return pd.DataFrame(columns=list(READING_COLUMNS))
        table = pa.concat_tables([part.select(READING_COLUMNS) for part in parts])
        inside = pc.and_(
            pc.greater_equal(table["read_at"], pa.scalar(first.to_pydatetime(), pa.timestamp("us"))),
            pc.less_equal(table["read_at"], pa.scalar(last.to_pydatetime(), pa.timestamp("us"))),
        )
        users = pa.array([str(one) for one in frame["user_id"].unique()], pa.string())
        kept: pd.DataFrame = table.filter(pc.and_(inside, pc.is_in(table["user_id"], users))).to_pandas()
        return kept


def _overlaps(path: Path, first: pd.Timestamp, last: pd.Timestamp) -> bool:
    """Whether a file can hold readings of this time, by the footer alone."""
    footer = pq.read_metadata(path)
    for group in range(footer.num_row_groups):
        row_group = footer.row_group(group)
        for place in range(row_group.num_columns):
            column = row_group.column(place)
            if column.path_in_schema == "read_at":
                known = column.statistics
                if known is None or not known.has_min_max or (known.min <= last and known.max >= first):
                    return True
    return False
