"""The law by worked examples: each case of tests/cases/verdicts and tests/cases/slugs, both directions."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

CASES = Path(__file__).parents[1] / "cases"


def cases(folder: str) -> list[Any]:
    found = []
    for file in sorted((CASES / folder).glob("*.yaml")):
        for case in yaml.safe_load(file.read_text(encoding="utf-8")):
            assert set(case) <= {"name", "source", "by_hand", "given", "expect"}, f"{file.name}: unknown key in {case['name']}"
            found.append(pytest.param(case, id=f"{file.stem}: {case['name']}"))
    return found


def shown(row: dict[str, Any], keys: list[str]) -> dict[str, Any]:
    """The columns a case speaks of, as it writes them."""
    out = {}
    for key in keys:
        value = row[key]
        if isinstance(value, Decimal):
            value = format(value.normalize(), "f")
        elif value is not None and not isinstance(value, bool | int | str | float):
            value = str(value)
        out[key] = value
    return out


def compare(rows: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    """Every expected row is there, and no other; a row is compared in the keys the case names (contains for notes)."""
    keys = sorted({key for one in expected for key in one} - {"note"})
    seen = sorted((shown(row, keys) for row in rows), key=str)
    wanted = sorted(({key: one.get(key, "?") for key in keys} for one in expected), key=str)
    assert seen == wanted
    for one in expected:
        if "note" in one:
            fit = [row for row in rows if shown(row, keys) == {key: one[key] for key in keys}]
            assert any(one["note"] in row["note"] for row in fit), [row["note"] for row in fit]


@pytest.mark.parametrize("case", cases("verdicts"))
def test_verdicts(case: dict[str, Any], judge: Any) -> None:
    compare(judge(case["given"])["verdicts"], case["expect"])


@pytest.mark.parametrize("case", cases("slugs"))
def test_slugs(case: dict[str, Any], judge: Any) -> None:
    compare(judge(case["given"])["events"], case["expect"])


def test_nothing_is_rounded_where_the_kinds_of_quantity_meet(judge: Any) -> None:
    """A union of decimals takes the smaller scale of its parts without a word; the values that decide keep all fifteen places."""
    judge({"results": [{"day": "2026-01-05", "parameter": "zinc_total", "value": "1"}]})
    history = judge.history
    types = history.rows("select distinct typeof(sum_least) as least, typeof(sum_most) as most from quantities")
    assert types == [{"least": "DECIMAL(38,15)", "most": "DECIMAL(38,15)"}]
