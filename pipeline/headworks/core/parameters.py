"""Parameters: one key for each thing that is limited or measured, and every word a laboratory uses for it.

The dictionary is data (``limits/parameters.yaml``). A word that two parameters claim is a fault of that file;
a CAS number that several parameters share (total and amenable cyanide) finds none of them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

_STORET = re.compile(r"(?:storet\s*)?(\d{5})\Z")


def word_key(text: str) -> str:
    """Make two ways of typing the same word equal: upper and lower case, blanks.

    Examples
    --------
    >>> word_key(" COPPER,  Total")
    'copper, total'
    """
    return " ".join(text.replace("\u00a0", " ").split()).casefold()


@dataclass(frozen=True)
class Parameter:
    """One parameter.

    Attributes
    ----------
    key, name, cas, group : str
        ``cas`` is empty if there is none.
    dimensions : tuple of str
        What it can be measured in; the first is the usual one.
    minimum, maximum : Decimal or None
        Physical bounds [canonical unit of the first dimension]; what lies outside is no measurement.
    when_unit_is_missing : str
        Unit to take when a file gives none; empty if none may be taken.
    basis : str
        What it is expressed as where nothing else is said, such as N of "Ammonia (as N)"; empty if that means nothing.
    """

    key: str
    name: str
    cas: str
    group: str
    dimensions: tuple[str, ...]
    synonyms: tuple[str, ...] = ()
    minimum: Decimal | None = None
    maximum: Decimal | None = None
    when_unit_is_missing: str = ""
    basis: str = ""


@dataclass(frozen=True)
class ParameterDictionary(Mapping[str, Parameter]):
    """Every parameter, found by key, name, synonym, federal parameter code or CAS number.

    Examples
    --------
    >>> words = ("Cu", "STORET 01042")
    >>> copper = Parameter("copper_total", "Copper, total", "7440-50-8", "metal", ("concentration",), words)
    >>> words = ParameterDictionary({"copper_total": copper})
    >>> words.find("CU"), words.find("7440-50-8"), words.find("01042"), words.find("Copprr")
    ('copper_total', 'copper_total', 'copper_total', None)
    >>> words.suggest("Coper, total")
    ['Copper, total']
    """

    parameters: Mapping[str, Parameter]
    _words: dict[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        words: dict[str, str] = {}
        for parameter in self.parameters.values():
            for word in (parameter.key, parameter.name, *parameter.synonyms):
                words.setdefault(word_key(word), parameter.key)
        by_cas: dict[str, list[str]] = {}
        for parameter in self.parameters.values():
            if parameter.cas:
                by_cas.setdefault(parameter.cas, []).append(parameter.key)
        for cas, keys in by_cas.items():
            if len(keys) == 1:
                words.setdefault(cas, keys[0])
        object.__setattr__(self, "_words", words)

    def __getitem__(self, key: str) -> Parameter:
        return self.parameters[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.parameters)

    def __len__(self) -> int:
        return len(self.parameters)

    def find(self, text: str) -> str | None:
        """Key of the parameter a word means; None if no parameter has the word.

        Parameters
        ----------
        text : str
            Key, name, synonym, CAS number, or federal parameter code with or without ``STORET``.
        """
        word = word_key(text)
        if word in self._words:
            return self._words[word]
        code = _STORET.match(word)
        return self._words.get(f"storet {code[1]}") if code else None

    def name(self, key: str) -> str:
        """Name of a parameter for a reader; the key itself if it is not known."""
        return self.parameters[key].name if key in self.parameters else key

    def suggest(self, text: str) -> list[str]:
        """Names of up to three parameters with a word like this one, most alike first."""
        near = difflib.get_close_matches(word_key(text), self._words, n=9, cutoff=0.7)
        return list(dict.fromkeys(self.parameters[self._words[word]].name for word in near))[:3]

    def with_dimension(self, dimension: str) -> list[str]:
        """Keys of every parameter that can be measured in a dimension, in the order of the file."""
        return [parameter.key for parameter in self.parameters.values() if dimension in parameter.dimensions]

    def rows(self) -> list[dict[str, object]]:
        """Rows of the table ``parameters``."""
        return [
            {"parameter": p.key, "name": p.name, "cas": p.cas, "parameter_group": p.group, "own_basis": p.basis}
            for p in self.parameters.values()
        ]

    def clashes(self) -> list[tuple[str, str, str]]:
        """Words that two parameters claim: word, first key, second key."""
        owner: dict[str, str] = {}
        found: list[tuple[str, str, str]] = []
        for parameter in self.parameters.values():
            for word in dict.fromkeys(word_key(w) for w in (parameter.key, parameter.name, *parameter.synonyms)):
                if owner.setdefault(word, parameter.key) != parameter.key:
                    found.append((word, owner[word], parameter.key))
        return found
