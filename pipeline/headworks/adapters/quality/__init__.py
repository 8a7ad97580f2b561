"""Does a draft batch pass its suite? Great Expectations runs it; the suites are the YAML files beside this module.

The import is slow and is made only when a batch is checked. A check that cannot run is a fault of ours and raises; it
is never taken for a finding, nor for success.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import pandas as pd
import yaml

KEY = "row_id"


@dataclass(frozen=True)
class Check:
    """One check of a suite, and what to say about a row it catches.

    Attributes
    ----------
    code : str
        Word for scripts; several checks may share one.
    type, kwargs, where
        The expectation, its arguments, and the rows it looks at (all if None).
    column : str
        Role of the column to name; ``@x`` takes the role from column ``x`` of the draft.
    what, why, mend : str
        Words, with ``{columns}`` of the draft.
    alone : bool
        Later checks say nothing more about such a row.
    """

    code: str
    type: str
    kwargs: Mapping[str, Any]
    column: str
    what: str
    why: str
    mend: str
    where: Mapping[str, Any] | None = None
    alone: bool = False


@dataclass(frozen=True)
class Caught:
    """What one check found: whether it ran, and the rows it caught."""

    check: Check
    rows: list[int]


@cache
def suite(name: str) -> tuple[Check, ...]:
    """Checks of a suite in order.

    Examples
    --------
    >>> [check.code for check in suite("readings")][:2]
    ['wrong_number_of_cells', 'unknown_point']
    """
    text = resources.files("headworks.adapters.quality").joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    return tuple(Check(**check) for check in yaml.safe_load(text)["checks"])


def columns_of(name: str) -> list[str]:
    """Columns of a draft that a suite reads, in order.

    Examples
    --------
    >>> columns_of("readings")[:2]
    ['canonical', 'cells_expected']
    """
    return sorted({column for check in suite(name) for column in _columns(check)})


def run_suite(name: str, frame: pd.DataFrame) -> list[Caught]:
    """Run a suite over a draft batch.

    Parameters
    ----------
    name : str
        results, readings or flows.
    frame : pandas.DataFrame
        The draft, with its key column ``row_id``.

    Returns
    -------
    list of Caught
        One per check, in the order of the suite.

    Raises
    ------
    RuntimeError
        A check could not run.
    """
    checks = suite(name)
    wanted = columns_of(name)
    lacking = set(wanted) - set(frame.columns)
    if lacking or frame.empty:
        raise RuntimeError(
            f"quality suite {name} cannot run: " + (f"no column {sorted(lacking)}" if lacking else "no row")
        )
    caught: dict[int, list[int]] = {}
    for result in _validate(name, checks, frame[wanted]):
        place = int(result.expectation_config.meta["place"])
        if result.exception_info.get("raised_exception", True) or not result.result:
            raise RuntimeError(
                f"quality check {checks[place].code} of suite {name} could not run: {result.exception_info}"
            )
        found = result.result.get("unexpected_index_list") or []
        caught[place] = [int(row) for part in found for row in _as_list(part[KEY])]
        if bool(result.success) == bool(caught[place]):
            raise RuntimeError(f"quality check {checks[place].code} of suite {name} contradicts itself")
    if len(caught) != len(checks):
        raise RuntimeError(f"quality suite {name}: {len(checks)} checks, {len(caught)} answers")
    return [Caught(check, caught[place]) for place, check in enumerate(checks)]


def _columns(check: Check) -> set[str]:
    named = {value for key, value in check.kwargs.items() if key in ("column", "column_A", "column_B")}
    return named | ({check.where["column"]} if check.where else set()) | {KEY}


def _as_list(one: Any) -> list[Any]:
    return list(one) if isinstance(one, list | tuple) else [one]


def _validate(name: str, checks: tuple[Check, ...], frame: pd.DataFrame) -> Any:
    os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # its own imports of sre_parse and the like
        import great_expectations as gx
        from great_expectations.data_context.types.base import (
            DataContextConfig,
            InMemoryStoreBackendDefaults,
            ProgressBarsConfig,
        )
        from great_expectations.expectations import core as expectations
        from great_expectations.expectations.row_conditions import Column

    made = []
    for place, check in enumerate(checks):
        kwargs = dict(check.kwargs)
        if check.where:
            kwargs["row_condition"] = Column(check.where["column"]).is_in(check.where["is_in"])
        expectation = getattr(expectations, "".join(word.title() for word in check.type.split("_")))
        made.append(expectation(**kwargs, meta={"place": place}))
    # Without this, each run leaves an empty folder for web pages behind.
    config = DataContextConfig(store_backend_defaults=InMemoryStoreBackendDefaults(init_temp_docs_sites=False))
    context = gx.get_context(mode="ephemeral", project_config=config)
    context.variables.progress_bars = ProgressBarsConfig(globally=False)
    batch = (
        context.data_sources.add_pandas("draft").add_dataframe_asset(name)
        .add_batch_definition_whole_dataframe("all").get_batch({"dataframe": frame})
    )
    answer = batch.validate(
        context.suites.add(gx.ExpectationSuite(name=name, expectations=made)),
        result_format={
            "result_format": "COMPLETE", "unexpected_index_column_names": [KEY], "exclude_unexpected_values": True,
        },
    )
    return answer.results
