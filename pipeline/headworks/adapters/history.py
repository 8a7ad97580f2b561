"""The history: one DuckDB file that holds the record, the law and what the rules made of them.

It is always rebuilt from ``data/accepted`` and ``limits/`` into a new file that then takes the place of the old one, so a
reader never sees half of it, and losing it loses nothing.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from headworks.adapters import questions
from headworks.adapters.version import version
from headworks.core import tables
from headworks.core.engine import Setting
from headworks.errors import HeadworksError, UsageError

# Files of this version can be opened by every DuckDB from 1.4 on.
STORAGE_VERSION = "v1.5.0"
# Nothing is fetched while a rule runs: what is not in the wheel does not exist.
_OFFLINE = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
_NEW = ".new"  # a history in the making
_ABANDONED_AFTER = 24 * 60 * 60  # seconds; none takes so long
_DDL = {table.name: table.ddl for table in tables.EVERY_TABLE}


class DamagedHistoryError(HeadworksError):
    """DuckDB cannot read the file of the history; it is to be made anew."""


class History:
    """A DuckDB connection that runs rules and answers questions (``core.engine.Engine``).

    Examples
    --------
    >>> with in_memory() as history:
    ...     history.create("doubled", "select 2 * $n as n", {"n": 21})
    ...     history.rows("select * from doubled")
    [{'n': 42}]
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection

    def create(self, table: str, select: str, settings: Mapping[str, Setting]) -> None:
        """Replace ``table`` by the rows of ``select``, in which ``$name`` stands for a bound setting."""
        self.connection.execute(f'create or replace table "{table}" as {select}', dict(settings))

    def load(self, table: str, data: pa.Table) -> None:
        """Replace ``table`` by ``data``, with the types of ``core/tables.py`` where the table is one of those."""
        self.connection.register("loading", data)
        try:
            if table in _DDL:
                self.connection.execute(f'create or replace table "{table}" ({_DDL[table]})')
                self.connection.execute(f'insert into "{table}" by name select * from loading')
            else:
                self.connection.execute(f'create or replace table "{table}" as select * from loading')
        finally:
            self.connection.unregister("loading")

    def rows(self, select: str, settings: Mapping[str, Setting] | None = None) -> list[dict[str, Any]]:
        """Rows of a query, each a dictionary in column order."""
        cursor = self.connection.execute(select, dict(settings or {}))
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def arrow(self, select: str, settings: Mapping[str, Setting] | None = None) -> pa.Table:
        """Rows of a query as an Arrow table, decimals kept."""
        return self.connection.sql(select, params=dict(settings or {})).to_arrow_table()

    def tables(self) -> list[str]:
        """Names of all tables, in order."""
        return [row["name"] for row in self.rows("select table_name as name from duckdb_tables() order by all")]

    def ask(self, query: str, *, spelled: bool = False) -> pa.Table:
        """Answer of one query that a person wrote (`questions.ask`)."""
        return questions.ask(self.connection, query, spelled=spelled)

    def drop(self, table: str) -> None:
        """Remove a table that was only a step on the way."""
        self.connection.execute(f'drop table if exists "{table}"')


@contextmanager
def in_memory() -> Iterator[History]:
    """Open a history that is gone when it is closed."""
    connection = duckdb.connect(":memory:", config=dict(_OFFLINE))
    try:
        yield History(connection)
    finally:
        connection.close()


@contextmanager
def open_history(file: Path, engine: Mapping[str, Any] | None = None) -> Iterator[History]:
    """Open an existing history to read.

    Parameters
    ----------
    file : Path
        ``history_file`` of a workspace.
    engine : mapping, optional
        ``[engine]`` of headworks.toml: ``memory_limit``, ``threads``.

    Raises
    ------
    UsageError
        There is none yet.
    DamagedHistoryError
        DuckDB cannot read its file; also while it is being read, in the block.
    HeadworksError
        It cannot be opened: held by another process, or no DuckDB file; or another version of headworks made it.
    """
    if not file.is_file():
        raise UsageError(
            "there is no history yet", where=str(file), why="nothing has been taken in and evaluated here",
            mend="run `headworks run` first", effect="nothing was written",
        )
    try:
        connection = duckdb.connect(str(file), read_only=True, config=_config(engine) | {"enable_external_access": "false"})
    except duckdb.Error as cause:
        raise _cannot_open(file, cause) from cause
    try:
        yield History(connection)
    except duckdb.Error as cause:
        told = _why_not_read(file, connection, cause)
        if told is None:
            raise
        raise told from cause
    finally:
        connection.close()


def made_with(file: Path) -> dict[str, Any] | None:
    """The row of the table ``about``: what the history was made with.

    Returns
    -------
    dict or None
        None if there is no history, or none that can be read: it is to be made anew.
    """
    try:
        with open_history(file) as history:
            return next(iter(history.rows("select * from about")), None)
    except (HeadworksError, duckdb.Error):
        return None


@contextmanager
def rebuild_history(file: Path, engine: Mapping[str, Any] | None = None) -> Iterator[History]:
    """Open an empty history to fill; at the end of the block it takes the place of ``file``, or is thrown away on an error.

    Each has a file of its own until then, so that two at once do not take each other's.
    """
    new = file.with_name(f"{file.name}.{os.getpid()}-{secrets.token_hex(4)}{_NEW}")
    try:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            _clear_abandoned(file)
            connection = duckdb.connect(str(new), config=_config(engine) | {"storage_compatibility_version": STORAGE_VERSION})
        except (OSError, duckdb.IOException) as cause:
            raise _cannot_write(file, cause) from cause
        try:
            yield History(connection)
            connection.close()
        except duckdb.OutOfMemoryException as cause:
            raise _too_little_memory(file, cause) from cause
        except duckdb.IOException as cause:
            raise _cannot_write(file, cause) from cause
        finally:
            connection.close()
        try:
            new.replace(file)
        except OSError as cause:
            raise _cannot_open(file, cause) from cause
    finally:
        _remove(new)


def _clear_abandoned(file: Path) -> None:
    """Remove what runs that were killed left behind."""
    for left in file.parent.glob(f"{file.name}.*{_NEW}"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _ABANDONED_AFTER:
                _remove(left)


def _remove(new: Path) -> None:
    new.unlink(missing_ok=True)
    new.with_name(new.name + ".wal").unlink(missing_ok=True)


def _config(engine: Mapping[str, Any] | None) -> dict[str, Any]:
    settings: dict[str, Any] = dict(_OFFLINE)
    for key in ("memory_limit", "threads"):
        if engine and key in engine:
            settings[key] = engine[key]
    return settings


def _why_not_read(file: Path, connection: duckdb.DuckDBPyConnection, cause: duckdb.Error) -> HeadworksError | None:
    """What to tell of an error while the history was read; None if it is a fault of ours."""
    if isinstance(cause, duckdb.OutOfMemoryException):
        return _too_little_memory(file, cause)
    if questions.is_damage(cause):
        return DamagedHistoryError(
            "the history cannot be read: its file is damaged", where=str(file), why=_first_line(cause),
            mend="type `headworks history rebuild`: it makes the history again from data/accepted", effect="nothing was written",
        )
    if isinstance(cause, duckdb.CatalogException | duckdb.BinderException) and (maker := _made_by(connection)) != version():
        return HeadworksError(
            "the history was made by another version of headworks", where=str(file), why=f"by {maker}; this is {version()}",
            mend="type `headworks run`: it makes the history again from data/accepted", effect="nothing was written",
        )
    return None


def _made_by(connection: duckdb.DuckDBPyConnection) -> str:
    try:
        row = connection.execute("select version from about").fetchone()
    except duckdb.Error:
        row = None
    return str(row[0]) if row else "an unknown one"


def _too_little_memory(file: Path, cause: Exception) -> HeadworksError:
    return HeadworksError(
        "the memory does not suffice", where=str(file), why=_first_line(cause),
        mend="raise memory_limit under [engine] in headworks.toml, or leave it out", effect="the old history is unchanged",
    )


def _cannot_write(file: Path, cause: Exception) -> HeadworksError:
    return HeadworksError(
        "the history cannot be written", where=str(file), why=_first_line(cause),
        mend="make room on the disk, check the rights of the folder, and try again", effect="the old history is unchanged",
    )


def _cannot_open(file: Path, cause: Exception) -> HeadworksError:
    return HeadworksError(
        "the history cannot be opened or replaced", where=str(file), why=_first_line(cause),
        mend="close the other program that has it open (a notebook, another headworks) and try again; "
        "if it is damaged, delete the file: `headworks history rebuild` makes it again from data/accepted",
        effect="the old history is unchanged",
    )


def _first_line(cause: Exception) -> str:
    return (str(cause).strip() or type(cause).__name__).splitlines()[0]
