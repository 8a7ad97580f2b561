"""Units: what a spelling means, and the exact factor into the canonical unit of its dimension.

The vocabulary is data (``limits/units.yaml``). Every factor is a finite decimal, so a value becomes canonical without
rounding. Text is looked up, never parsed: what is not listed is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Context, Decimal, Inexact

# Wide enough for every sum and product of the values a file can hold: what does not fit raises instead of rounding.
_EXACT = Context(prec=100, traps=[Inexact])
_SIGNS = str.maketrans({"µ": "u", "μ": "u", "º": "°", "˚": "°", "\u00a0": " ", "\u202f": " "})


def spelling_key(text: str) -> str:
    """Make two ways of typing the same spelling equal: blanks, both micro signs, the ordinal sign for a degree sign.

    Examples
    --------
    >>> spelling_key("  µg /  L ") == spelling_key("μg / L")
    True
    """
    return " ".join(text.translate(_SIGNS).split())


@dataclass(frozen=True)
class Unit:
    """One unit: canonical value = value x factor + addend."""

    name: str
    dimension: str
    factor: Decimal
    addend: Decimal = Decimal(0)
    spellings: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class UnitMatch:
    """What a spelling means: the unit, and the basis of "mg/L as N" (empty if none)."""

    unit: str
    basis: str = ""


@dataclass(frozen=True)
class Clash:
    """A spelling that two units, or two bases, claim."""

    spelling: str
    first: str
    second: str


@dataclass(frozen=True)
class UnitVocabulary:
    """Every unit, spelling and basis that is known.

    Parameters
    ----------
    canonical_units : mapping of str to str
        Canonical unit of each dimension.
    units : mapping of str to Unit
    bases : mapping of str to sequence of str
        Spellings of each basis, such as ``{"N": ["as N"]}``.
    ambiguous : mapping of str to str
        Spellings that are known to mean more than one thing, and what to ask.

    Examples
    --------
    >>> litre = Unit("mg/L", "concentration", Decimal(1), spellings=("mg/l",))
    >>> micro = Unit("ug/L", "concentration", Decimal("0.001"), spellings=("µg/L",))
    >>> units = {"mg/L": litre, "ug/L": micro}
    >>> words = UnitVocabulary({"concentration": "mg/L"}, units, {"N": ("as N",)}, {"ppt": "ask"})
    >>> words.find("MG/L as n")
    UnitMatch(unit='mg/L', basis='N')
    >>> words.to_canonical(Decimal("3.5"), "ug/L")
    Decimal('0.0035')
    >>> words.find("ppt"), words.question("PPT")
    (None, 'ask')
    """

    canonical_units: Mapping[str, str]
    units: Mapping[str, Unit]
    bases: Mapping[str, Iterable[str]]
    ambiguous: Mapping[str, str]
    _exact: dict[str, str] = field(init=False, repr=False, compare=False)
    _any_case: dict[str, frozenset[str]] = field(init=False, repr=False, compare=False)
    _basis: dict[str, str] = field(init=False, repr=False, compare=False)
    _questions: dict[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        exact: dict[str, str] = {}
        any_case: dict[str, set[str]] = {}
        for unit in self.units.values():
            for spelling in (unit.name, *unit.spellings):
                exact.setdefault(spelling_key(spelling), unit.name)
                any_case.setdefault(spelling_key(spelling).casefold(), set()).add(unit.name)
        basis = {spelling_key(s).casefold(): name for name, spellings in self.bases.items() for s in spellings}
        object.__setattr__(self, "_exact", exact)
        object.__setattr__(self, "_any_case", {key: frozenset(names) for key, names in any_case.items()})
        # The longest spelling first, so that "as NH3-N" is not read as a basis N that follows "mg/L as NH3-".
        object.__setattr__(self, "_basis", dict(sorted(basis.items(), key=lambda item: -len(item[0]))))
        object.__setattr__(self, "_questions", {spelling_key(k).casefold(): v for k, v in self.ambiguous.items()})

    def find(self, text: str) -> UnitMatch | None:
        """Look a spelling up; None if it is not listed, or listed as ambiguous.

        Letter case does not matter, except where a listed spelling in other case is another unit or is ambiguous.
        """
        key = spelling_key(text)
        if self.question(key) is not None:
            return None
        unit = self._unit(key)
        if unit is not None:
            return UnitMatch(unit)
        folded = key.casefold()
        for spelling, basis in self._basis.items():
            if folded.endswith(" " + spelling):
                unit = self._unit(key[: -len(spelling)].rstrip())
                return UnitMatch(unit, basis) if unit is not None else None
        return None

    def basis_named(self, text: str) -> str | None:
        """Basis that a word of its own means: ``as N`` or ``N``; None if it is not known.

        Examples
        --------
        >>> UnitVocabulary({}, {}, {"N": ("as N", "N")}, {}).basis_named(" AS n ")
        'N'
        """
        key = spelling_key(text).casefold()
        return self._basis.get(key) or next((name for name in self.bases if name.casefold() == key), None)

    def question(self, text: str) -> str | None:
        """Say what to ask about a spelling that may mean more than one thing; None if it is not listed as such."""
        key = spelling_key(text)
        if key in self._exact:
            return None
        return self._questions.get(key.casefold())

    def _unit(self, key: str) -> str | None:
        if key in self._exact:
            return self._exact[key]
        names = self._any_case.get(key.casefold(), frozenset())
        return next(iter(names)) if len(names) == 1 else None

    def dimension(self, unit: str) -> str:
        """Dimension of one of our units."""
        return self.units[unit].dimension

    def canonical(self, dimension: str) -> str:
        """Canonical unit of a dimension."""
        return self.canonical_units[dimension]

    def factor(self, unit: str) -> Decimal:
        """What a value is multiplied by to become canonical."""
        return self.units[unit].factor

    def addend(self, unit: str) -> Decimal:
        """What is added after the multiplication: 0 except for temperatures."""
        return self.units[unit].addend

    def to_canonical(self, value: Decimal, unit: str) -> Decimal:
        """Value in the canonical unit, exactly.

        Parameters
        ----------
        value : Decimal
            [unit]
        unit : str
            One of our units.

        Returns
        -------
        Decimal
            [canonical unit of the dimension], without trailing zeros of the arithmetic.
        """
        known = self.units[unit]
        try:
            return _EXACT.fma(value, known.factor, known.addend)
        except Inexact as cause:
            raise OverflowError(f"{value} {unit} has too many digits") from cause

    def from_canonical(self, value: Decimal, unit: str) -> Decimal:
        """Value in one of our units; exact where the quotient is a finite decimal, else to 28 digits for reading."""
        known = self.units[unit]
        difference = _EXACT.subtract(value, known.addend)
        try:
            return _EXACT.divide(difference, known.factor)
        except Inexact:
            return Context(prec=28).divide(difference, known.factor)

    def rule(self, unit: str) -> str:
        """How a unit becomes canonical, in words for a reader.

        Examples
        --------
        >>> known = Unit("degC", "temperature", Decimal("1.8"), Decimal(32))
        >>> UnitVocabulary({"temperature": "degF"}, {"degC": known}, {}, {}).rule("degC")
        'x 1.8 + 32 = degF'
        """
        known = self.units[unit]
        sign = "-" if known.addend < 0 else "+"
        addend = f" {sign} {abs(known.addend):f}" if known.addend else ""
        note = f" ({known.note})" if known.note else ""
        return f"x {known.factor:f}{addend} = {self.canonical_units[known.dimension]}{note}"

    def rows(self) -> list[dict[str, object]]:
        """Rows of the table ``units``."""
        return [
            {
                "unit": unit.name,
                "dimension": unit.dimension,
                "factor": float(unit.factor),
                "addend": float(unit.addend),
                "is_canonical": self.canonical_units[unit.dimension] == unit.name,
            }
            for unit in sorted(self.units.values(), key=lambda known: known.name)
        ]

    def clashes(self) -> list[Clash]:
        """Spellings with two meanings: the same letters for two units or bases, or for a unit and a question."""
        found: list[Clash] = []
        owner: dict[str, str] = {}
        for unit in self.units.values():
            for spelling in dict.fromkeys(spelling_key(s) for s in (unit.name, *unit.spellings)):
                if owner.setdefault(spelling, unit.name) != unit.name:
                    found.append(Clash(spelling, owner[spelling], unit.name))
        found += [Clash(s, owner[spelling_key(s)], "ambiguous") for s in self.ambiguous if spelling_key(s) in owner]
        bases: dict[str, str] = {}
        for basis, spellings in self.bases.items():
            for spelling in dict.fromkeys(spelling_key(s).casefold() for s in spellings):
                if bases.setdefault(spelling, basis) != basis:
                    found.append(Clash(spelling, bases[spelling], basis))
        return found
