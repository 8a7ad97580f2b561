"""The page of tables says what the code and a real history say: every table, column, type and meaning."""

from __future__ import annotations

from typing import Any

import pytest

import headworks as hw
from headworks.core.tables import EVERY_TABLE

Columns = dict[str, list[tuple[str, str, str]]]


@pytest.fixture(scope="module")
def documented(pages: dict[str, str], tables: Any) -> Columns:
    found = {}
    for name, rows in tables(pages["docs/tables.md"]).items():
        assert rows[0] == ["column", "type", "meaning"], name
        found[name] = [(row[0], row[1], row[2].replace("\\|", "|")) for row in rows[1:]]
    return found


def test_every_table_of_record_law_and_verdicts(documented: Columns) -> None:
    for table in EVERY_TABLE:
        wanted = [(column.name, column.type, column.meaning.replace("`", "")) for column in table.columns]
        rows = "\n".join(f"| `{name}` | {kind} | {meaning} |" for name, kind, meaning in wanted)
        assert documented.get(table.name) == wanted, f"{table.name} must read:\n{rows}"


def test_every_table_says_what_one_row_is(pages: dict[str, str]) -> None:
    for table in EVERY_TABLE:
        assert f"### {table.name}\n\nOne row: {table.row}.\n" in pages["docs/tables.md"], table.name


@pytest.fixture(scope="module")
def real(ran: Any) -> dict[str, dict[str, str]]:
    """Columns and types of a history that was made."""
    rows = hw.open_workspace(ran.folder).arrow_sql(
        "select table_name as name, column_name, data_type from information_schema.columns order by table_name, ordinal_position"
    )
    found: dict[str, dict[str, str]] = {}
    for row in rows.to_pylist():
        found.setdefault(row["name"], {})[row["column_name"]] = row["data_type"]
    return found


@pytest.mark.xdist_group("docs")
def test_a_real_history_has_these_tables_and_columns_and_no_other(documented: Columns, real: Any) -> None:
    assert {name: [column for column, _, _ in columns] for name, columns in documented.items()} == {
        name: list(columns) for name, columns in real.items()
    }
    assert all(meaning for columns in documented.values() for _, _, meaning in columns)


@pytest.mark.xdist_group("docs")
def test_a_real_history_has_these_types(documented: Columns, real: Any) -> None:
    wrong = [
        f"{name}.{column}: {kind} on the page, {real[name][column]} in the history"
        for name, columns in documented.items() for column, kind, _ in columns if real[name][column] != kind
    ]
    assert not wrong, "\n".join(wrong)
