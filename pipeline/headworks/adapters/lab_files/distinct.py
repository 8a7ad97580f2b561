"""A column as its distinct values and where they stand, so that each distinct value is understood once.

A file of a million rows holds a few thousand different dates, units and numbers; reading each of them once is what
makes reading in exact decimals fast, and nothing is said twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa


@dataclass(frozen=True)
class Coded:
    """A column of ``len(codes)`` cells: cell ``i`` is ``values[codes[i]]``.

    Examples
    --------
    >>> units = Coded.of(pa.array(["mg/L", "ug/L", "mg/L"]))
    >>> units.values, units.codes.tolist()
    (['mg/L', 'ug/L'], [0, 1, 0])
    >>> units.map(len).cells()
    array([4, 4, 4], dtype=object)
    """

    codes: Any
    values: list[Any]

    @classmethod
    def of(cls, column: Any) -> Coded:
        """Take an Arrow column apart."""
        if isinstance(column, pa.ChunkedArray):
            column = column.combine_chunks()
        coded = column.dictionary_encode(null_encoding="encode")
        return cls(coded.indices.to_numpy(zero_copy_only=False).astype(np.int64), coded.dictionary.to_pylist())

    @classmethod
    def constant(cls, value: Any, length: int) -> Coded:
        """A column of equal cells."""
        return cls(np.zeros(length, np.int64), [value])

    def __len__(self) -> int:
        return len(self.codes)

    def map(self, read: Callable[[Any], Any]) -> Coded:
        """Apply a function once to each distinct value."""
        return Coded(self.codes, [read(value) for value in self.values])

    def spread(self, read: Callable[..., Any]) -> Coded:
        """Apply a function of several arguments to columns put `together`."""
        return self.map(lambda parts: read(*parts))

    def item(self, key: Any) -> Coded:
        """Take one entry of each distinct tuple or mapping; None of None."""
        return self.map(lambda value: None if value is None else value[key])

    def merged(self) -> Coded:
        """The same column with equal values told once; the values must be hashable.

        Examples
        --------
        >>> Coded.of(pa.array(["mg/L", "MG/L"])).map(str.casefold).merged().values
        ['mg/l']
        """
        places: dict[Any, int] = {}
        codes = np.array([places.setdefault(value, len(places)) for value in self.values], np.int64)
        return Coded(codes[self.codes], list(places))

    def pick(self, name: str) -> Coded:
        """Take one attribute of each distinct value; None of None."""
        return self.map(lambda value: None if value is None else getattr(value, name))

    def cells(self) -> Any:
        """The column as objects, one a cell."""
        return self._objects()[self.codes]

    def arrow(self, kind: Any) -> Any:
        """The column as Arrow values of a type."""
        return pa.array(self.values, kind, from_pandas=True).take(pa.array(self.codes))

    def where(self, wanted: Callable[[Any], bool]) -> Any:
        """Mask of the cells whose value is wanted."""
        return np.array([wanted(value) for value in self.values], dtype=bool)[self.codes]

    def take(self, places: Any) -> Coded:
        """Some of the cells; values that none of them has are gone."""
        used, codes = np.unique(self.codes[places], return_inverse=True)
        return Coded(codes, [self.values[value] for value in used])

    def _objects(self) -> Any:
        objects = np.empty(len(self.values), dtype=object)
        objects[:] = self.values
        return objects


def together(*columns: Coded) -> Coded:
    """Columns side by side: each distinct combination that occurs, as a tuple.

    Examples
    --------
    >>> value, unit = Coded.of(pa.array(["1", "1", "2"])), Coded.of(pa.array(["g", "kg", "g"]))
    >>> together(value, unit).values
    [('1', 'g'), ('1', 'kg'), ('2', 'g')]
    """
    codes = columns[0].codes
    found = [columns[0]]
    places = np.arange(len(columns[0].values)).reshape(-1, 1)
    for column in columns[1:]:
        size = max(len(column.values), 1)
        codes, distinct = pd.factorize(codes * size + column.codes)
        places = np.column_stack([places[distinct // size], distinct % size])
        found.append(column)
    parts = [column._objects()[places[:, index]] for index, column in enumerate(found)]
    return Coded(codes, list(zip(*parts, strict=True)))


def first_said(length: int, said: Sequence[tuple[Any, Any]]) -> Coded:
    """The first that has something to say about each cell: pairs of a mask and what is said; None where none has."""
    codes = np.zeros(length, np.int64)
    values: list[Any] = [None]
    for mask, words in said:
        open_cells = mask & (codes == 0)
        codes[open_cells] = len(values)
        values.append(words)
    return Coded(codes, values)
