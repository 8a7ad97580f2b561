"""What is on record? One Parquet file a batch under ``accepted/``, only ever added to.

The batch's own row travels in the file's metadata, its refused rows in ``<batch>.refused.parquet`` beside it, so that
``accepted/`` alone rebuilds the history. The CSV under ``refused/`` is the same rows, for people.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from headworks.core.tables import BATCHES, FLOWS, NUMBER, READINGS, REFUSED_ROWS, RESULTS, Table
from headworks.errors import HeadworksError

_METADATA = b"headworks"
_REFUSED = ".refused.parquet"
_TYPES = {
    "VARCHAR": pa.string(), "INTEGER": pa.int32(), NUMBER: pa.decimal128(38, 15), "TIMESTAMP": pa.timestamp("us"),
    "DATE": pa.date32(), "BOOLEAN": pa.bool_(),
}
BY_KIND = {"results": RESULTS, "readings": READINGS, "flows": FLOWS}


def arrow_schema(table: Table) -> Any:
    """Arrow schema of a table of the record.

    Examples
    --------
    >>> str(arrow_schema(READINGS).field("value").type)
    'decimal128(38, 15)'
    """
    return pa.schema([(column.name, _TYPES[column.type]) for column in table.columns])


def arrow_type(kind: str) -> Any:
    """Arrow type of an SQL type of the record.

    Examples
    --------
    >>> str(arrow_type("DATE"))
    'date32[day]'
    """
    return _TYPES[kind]


def as_table(table: Table, columns: Mapping[str, Any]) -> Any:
    """Arrow table with exactly the columns and types of a table of the record."""
    schema = arrow_schema(table)
    arrays = []
    for field in schema:
        column = columns[field.name]
        known = isinstance(column, pa.Array | pa.ChunkedArray)
        arrays.append(column.cast(field.type) if known else pa.array(column, field.type, from_pandas=True))
    return pa.table(arrays, schema=schema)


def write_batch(
    accepted_dir: Path,
    refused_dir: Path,
    batch: Mapping[str, Any],
    accepted: Any,
    refused: Any,
) -> None:
    """Add one batch to the record, whole or not at all.

    Parameters
    ----------
    accepted_dir, refused_dir : Path
    batch : mapping
        Its row of the table ``batches``.
    accepted : pyarrow.Table
        Its rows of ``results``, ``readings`` or ``flows``.
    refused : pyarrow.Table
        Its rows of ``refused_rows``.

    Raises
    ------
    HeadworksError
        The disk refuses; then nothing of the batch is on record.
    """
    name = str(batch["batch_id"])
    metadata = {_METADATA: json.dumps(dict(batch), ensure_ascii=False).encode()}
    table = accepted.replace_schema_metadata(metadata)
    written: list[Path] = []
    try:
        if refused.num_rows:
            written.append(accepted_dir / f"{name}{_REFUSED}")
            _write(written[-1], lambda sink: pq.write_table(refused, sink, compression="zstd"))
            written.append(refused_dir / f"{name}.csv")
            _write(written[-1], lambda sink: sink.write(_csv(refused)))
        # The last file makes the batch count: without it the others are not read.
        _write(accepted_dir / f"{name}.parquet", lambda sink: pq.write_table(table, sink, compression="zstd"))
    except OSError as cause:
        for path in written:
            path.unlink(missing_ok=True)
        raise HeadworksError(
            "the record cannot be written", where=accepted_dir.name, why=str(cause),
            mend="make room, check the rights of the folder, and ingest again", effect=f"batch {name} is not on record",
        ) from cause


def _write(path: Path, fill: Callable[[Any], object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.part")
    try:
        with partial.open("wb") as sink:
            fill(sink)
            sink.flush()
            os.fsync(sink.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _csv(refused: Any) -> bytes:
    """Refused rows for people: a byte order mark for Excel, and no cell that Excel would run as a formula."""
    sink = io.StringIO(newline="")
    writer = csv.writer(sink)
    writer.writerow(REFUSED_ROWS.names)
    writer.writerows([harmless(str(row[name])) for name in REFUSED_ROWS.names] for row in refused.to_pylist())
    return b"\xef\xbb\xbf" + sink.getvalue().encode("utf-8", errors="replace")


def harmless(text: str) -> str:
    """Text that a spreadsheet shows and does not run.

    Examples
    --------
    >>> harmless("=1+1"), harmless("1,250")
    ("'=1+1", '1,250')
    """
    return "'" + text if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def batch_files(accepted_dir: Path) -> list[Path]:
    """Batches on record, in order of name."""
    return sorted(path for path in accepted_dir.glob("*.parquet") if not path.name.endswith(_REFUSED))


def _damaged(path: Path, cause: Exception) -> HeadworksError:
    return HeadworksError(
        "a batch on record cannot be read", where=f"{path.parent.name}/{path.name}", why=str(cause).split("\n")[0],
        mend="restore this file from the backup, or delete it and ingest its source file again",
        effect="nothing was read or written",
    )


def read_batch_row(path: Path) -> dict[str, Any]:
    """Row of ``batches`` that a file of the record carries.

    Raises
    ------
    HeadworksError
        The file is damaged or not one of ours.
    """
    try:
        metadata = pq.read_schema(path).metadata or {}
        row = json.loads(metadata[_METADATA])
    except (pa.ArrowException, OSError, KeyError, ValueError) as cause:
        raise _damaged(path, cause) from cause
    if set(row) != set(BATCHES.names):
        raise _damaged(path, ValueError("its batch row has other columns than expected"))
    return dict(row)


def read_columns(path: Path, columns: Sequence[str] | None = None) -> Any:
    """Rows of one file of the record.

    Raises
    ------
    HeadworksError
        The file is damaged.
    """
    try:
        return pq.ParquetFile(path).read(columns=list(columns) if columns else None)
    except (pa.ArrowException, OSError, KeyError) as cause:
        raise _damaged(path, cause) from cause


def read_refused(accepted_dir: Path, batch_id: str) -> Any:
    """Refused rows of one batch; none if it has none."""
    path = accepted_dir / f"{batch_id}{_REFUSED}"
    return _checked(path, REFUSED_ROWS) if path.exists() else arrow_schema(REFUSED_ROWS).empty_table()


def read_record(accepted_dir: Path) -> dict[str, Any]:
    """Everything on record.

    Parameters
    ----------
    accepted_dir : Path
        May be missing: then nothing is on record.

    Returns
    -------
    dict of str to pyarrow.Table
        results, readings, flows, batches, refused_rows, with the columns and types of `headworks.core.tables`.

    Raises
    ------
    HeadworksError
        A file is damaged; it is named.
    """
    found: dict[str, list[Any]] = {"results": [], "readings": [], "flows": [], "refused_rows": []}
    batches = []
    for path, row in each_batch(accepted_dir):
        batches.append(row)
        found[row["kind"]].append(_checked(path, BY_KIND[row["kind"]]))
        beside = path.with_name(f"{row['batch_id']}{_REFUSED}")
        if row["rows_refused"]:
            if not beside.exists():
                raise _damaged(beside, FileNotFoundError("it is missing, and its batch has refused rows"))
            found["refused_rows"].append(_checked(beside, REFUSED_ROWS))
    tables = {
        table.name: pa.concat_tables([arrow_schema(table).empty_table(), *found[table.name]])
        for table in (RESULTS, READINGS, FLOWS, REFUSED_ROWS)
    }
    tables["batches"] = as_table(BATCHES, {name: [row[name] for row in batches] for name in BATCHES.names})
    return tables


def each_batch(accepted_dir: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Files of the record with their batch rows."""
    for path in batch_files(accepted_dir):
        yield path, read_batch_row(path)


def _checked(path: Path, table: Table) -> Any:
    read = read_columns(path).replace_schema_metadata(None)
    if read.schema != arrow_schema(table):
        raise _damaged(path, ValueError("its columns are not those of this version"))
    return read
