"""What a person asks the history in SQL: one question, its columns told apart, nothing changed by it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import duckdb
import pyarrow as pa

from headworks.errors import UsageError

# Kinds of statement that answer; PIVOT comes as MULTI. Any other is refused, also where it would change nothing that lasts.
_ANSWERING = {"SELECT", "EXPLAIN", "PRAGMA", "CALL", "MULTI"}
# Types whose values Python or Arrow would lose or bend (months of an interval, the zone of a clock time, a day without end).
_SPELLED = {
    "DATE", "TIME", "TIME_NS", "TIME WITH TIME ZONE", "INTERVAL", "BLOB", "BIT", "UHUGEINT", "BIGNUM", "VARINT", "GEOMETRY",
}


def ask(connection: duckdb.DuckDBPyConnection, query: str, *, spelled: bool = False) -> pa.Table:
    """Answer one query.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
    query : str
        One statement that answers.
    spelled : bool
        Columns of types that only DuckDB knows well come as DuckDB writes them, for answers in text.

    Raises
    ------
    UsageError
        No query, several, one that asks nothing, one DuckDB cannot answer, or two columns of one name.
    duckdb.Error
        The history itself cannot be read.

    Examples
    --------
    >>> with duckdb.connect() as connection:
    ...     ask(connection, "select time '08:20' as at", spelled=True).to_pylist()
    [{'at': '08:20:00'}]
    """
    try:
        _check(duckdb.extract_statements(query))
        answer = connection.sql(query)
        if answer is None:
            raise _refused("it asks nothing")
        _check_names(answer.columns)
        return (_spelled(answer) if spelled else answer).to_arrow_table()
    except duckdb.OutOfMemoryException:
        raise
    except duckdb.Error as cause:
        if is_damage(cause):
            raise
        raise _refused(str(cause).strip().splitlines()[0]) from cause


def is_damage(cause: Exception) -> bool:
    """Whether DuckDB could not read its own file, rather than answer the question.

    Examples
    --------
    >>> is_damage(duckdb.IOException("Could not read enough bytes")), is_damage(duckdb.BinderException("no such column"))
    (True, False)
    """
    # A wrong checksum comes as a bare Error. Files outside are closed to queries, so an IOException is the history's own.
    return type(cause) is duckdb.Error or isinstance(cause, duckdb.IOException)


def _check(statements: list[Any]) -> None:
    if len(statements) != 1:
        found = f"there are {len(statements)}, and only one can be answered" if statements else "it is empty"
        raise _refused(found, mend="give one query, such as \"select * from verdicts\"")
    kind = statements[0].type.name
    if kind not in _ANSWERING:
        raise _refused(f"{kind} asks nothing, and a query can change nothing")


def _check_names(names: list[str]) -> None:
    twice = [name for name, count in Counter(name.casefold() for name in names).items() if count > 1]
    if twice:
        raise _refused(
            f"two columns of the answer have one name: {', '.join(twice)}", mend=f"name them apart, such as: r.{twice[0]} as other_{twice[0]}"
        )


def _spelled(answer: Any) -> Any:
    columns = []
    for name, kind in zip(answer.columns, answer.types, strict=True):
        quoted = '"' + name.replace('"', '""') + '"'
        columns.append(f"cast({quoted} as varchar) as {quoted}" if str(kind) in _SPELLED else quoted)
    return answer.project(", ".join(columns))


def _refused(why: str, mend: str = "mend the query; `show tables` and docs/tables.md name tables and columns") -> UsageError:
    return UsageError("the query cannot be answered", why=why, mend=mend, effect="nothing was written")
