"""Units: every factor against its definition, every spelling seen in real files, exactness both ways."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headworks.adapters.carried import carried
from headworks.adapters.limit_files import load_law
from headworks.core.units import UnitVocabulary

UNITS: UnitVocabulary = load_law(carried("limits")).units

# Each of our units as pint spells it. Parts per million are by weight, in water of 1 kg/L.
# fmt: off
AS_PINT = {
    "mg/L": "mg/L", "ug/L": "ug/L", "ng/L": "ng/L", "pg/L": "pg/L", "g/L": "g/L", "g/m3": "g/m**3", "mg/m3": "mg/m**3",
    "ug/mL": "ug/mL", "mg/100mL": "mg/dL", "ppm": "mg/L", "ppb": "ug/L",
    "kg/d": "kg/day", "g/d": "g/day", "lb/d": "lb/day", "lb/h": "lb/hour", "kg/h": "kg/hour", "t/d": "metric_ton/day",
    "short_ton/d": "short_ton/day",
    "kg": "kg", "g": "g", "mg": "mg", "lb": "lb", "t": "metric_ton", "short_ton": "short_ton",
    "m3/d": "m**3/day", "m3/h": "m**3/hour", "m3/s": "m**3/second", "L/d": "L/day", "L/h": "L/hour", "L/min": "L/minute",
    "L/s": "L/second", "ML/d": "megaliter/day", "MGD": "megagallon/day", "kgpd": "kilogallon/day", "gpd": "gallon/day",
    "gph": "gallon/hour", "gpm": "gallon/minute", "cfs": "foot**3/second", "cfm": "foot**3/minute", "ft3/d": "foot**3/day",
    "m3": "m**3", "L": "L", "mL": "mL", "gal": "gallon", "kgal": "kilogallon", "Mgal": "megagallon", "ft3": "foot**3",
    "ccf": "hectofoot3",
    "degF": "degF", "degC": "degC", "K": "kelvin",
    "uS/cm": "uS/cm", "mS/cm": "mS/cm", "S/m": "S/m", "mS/m": "mS/m", "dS/m": "dS/m", "umho/cm": "uS/cm", "mmho/cm": "mS/cm",
    "%": "percent", "mg/kg": "mg/kg", "ug/kg": "ug/kg", "g/kg": "g/kg", "mL/L": "mL/L",
    "mm": "mm", "cm": "cm", "um": "um", "in": "inch", "pCi/L": "pcurie/L", "uCi/mL": "ucurie/mL",
}
# Counts and arbitrary scales: their definition is the number itself.
ARBITRARY = {
    "s.u.": 1, "CFU/100mL": 1, "CFU/mL": 100, "No./100mL": 1, "MPN/100mL": 1, "MPN/mL": 100, "NTU": 1, "PCU": 1, "TON": 1,
}
# fmt: on


@pytest.fixture(scope="module")
def exact() -> pint.UnitRegistry:
    registry = pint.UnitRegistry(non_int_type=Fraction)
    registry.define("hectofoot3 = 100 * foot ** 3")
    return registry


def test_every_unit_is_checked_somewhere() -> None:
    assert set(AS_PINT) | set(ARBITRARY) == set(UNITS.units)


@pytest.mark.parametrize("unit", sorted(AS_PINT))
def test_factor_is_exactly_the_definition(exact: pint.UnitRegistry, unit: str) -> None:
    canonical = AS_PINT[UNITS.canonical(UNITS.dimension(unit))]
    for value in (Fraction(0), Fraction(1), Fraction(373, 10)):
        expected = exact.Quantity(value, AS_PINT[unit]).to(canonical).magnitude
        assert Fraction(expected) == value * Fraction(UNITS.factor(unit)) + Fraction(UNITS.addend(unit))


@pytest.mark.parametrize(("unit", "factor"), ARBITRARY.items())
def test_factor_of_counts_and_scales(unit: str, factor: int) -> None:
    assert (UNITS.factor(unit), UNITS.addend(unit)) == (factor, 0)


@pytest.mark.parametrize(
    ("text", "unit", "basis"),
    [
        ("mg/L", "mg/L", ""), ("mg/l", "mg/L", ""), ("MG/L", "mg/L", ""), ("Mg/L", "mg/L", ""), (" mg /  L", "mg/L", ""),
        ("\u00b5g/L", "ug/L", ""), ("\u03bcg/L", "ug/L", ""), ("UG/L", "ug/L", ""), ("mg·L⁻¹", "mg/L", ""),
        ("ppm", "ppm", ""), ("ppb", "ppb", ""), ("g/m**3", "g/m3", ""), ("mg/kg", "mg/kg", ""),
        ("mg/L as N", "mg/L", "N"), ("mg/l as n", "mg/L", "N"), ("mg/l as CaCO3", "mg/L", "CaCO3"), ("mg/l asNO3", "mg/L", "NO3"),
        ("mg/L as NH3-N", "mg/L", "N"), ("mg/L P", "mg/L", "P"),
        ("lbs/day", "lb/d", ""), ("lb/d", "lb/d", ""), ("LB/DAY", "lb/d", ""), ("kg/d", "kg/d", ""), ("g/d", "g/d", ""),
        ("MGD", "MGD", ""), ("mgd", "MGD", ""), ("gpd", "gpd", ""), ("gpm", "gpm", ""), ("cfs", "cfs", ""), ("m3/d", "m3/d", ""),
        ("ft3/s", "cfs", ""), ("ft3/sec", "cfs", ""), ("m3/sec", "m3/s", ""), ("1000 gal", "kgal", ""), ("gal", "gal", ""),
        ("kgal", "kgal", ""), ("deg C", "degC", ""), ("deg F", "degF", ""), ("°F", "degF", ""), ("ºF", "degF", ""), ("ºC", "degC", ""),
        ("C", "degC", ""), ("F", "degF", ""), ("std units", "s.u.", ""), ("S.U.", "s.u.", ""), ("SU", "s.u.", ""), ("su", "s.u.", ""),
        ("standard units", "s.u.", ""), ("pH", "s.u.", ""), ("umho/cm", "umho/cm", ""), ("uS/cm", "uS/cm", ""), ("mS/cm", "mS/cm", ""),
        ("CFU/100mL", "CFU/100mL", ""), ("CFU/100 ml", "CFU/100mL", ""), ("MPN/100mL", "MPN/100mL", ""), ("No./100 ml", "No./100mL", ""),
        ("NTU", "NTU", ""), ("%", "%", ""), ("PCU", "PCU", ""), ("Col.unit", "PCU", ""), ("mL", "mL", ""), ("Mgal", "Mgal", ""),
    ],
)  # fmt: skip
def test_spellings_seen_in_files(text: str, unit: str, basis: str) -> None:
    match = UNITS.find(text)
    assert match is not None
    assert (match.unit, match.basis) == (unit, basis)


@pytest.mark.parametrize("text", ["ppt", "PPT", "MG", "Mg", "ML", "umho", "tons/day", "FNU", "-"])
def test_a_spelling_with_two_meanings_is_a_question(text: str) -> None:
    assert UNITS.find(text) is None
    assert UNITS.question(text)


@pytest.mark.parametrize("text", ["", "furlong", "mg/L as Q", "as N", "mmHg"])
def test_what_is_not_listed_is_not_guessed(text: str) -> None:
    assert UNITS.find(text) is None
    assert UNITS.question(text) is None


def test_organisms_of_two_methods_never_meet() -> None:
    assert UNITS.dimension("CFU/100mL") != UNITS.dimension("MPN/100mL")


def test_known_conversions() -> None:
    assert UNITS.to_canonical(Decimal("40"), "degC") == Decimal("104")  # the code prints 104 F (40 C)
    assert UNITS.to_canonical(Decimal("65"), "degC") == Decimal("149")  # Barton prints 150 F (65 C)
    assert UNITS.to_canonical(Decimal("1"), "MGD") == Decimal("3785.411784")
    assert UNITS.to_canonical(Decimal("0.05"), "lb/d") == Decimal("0.0226796185")
    assert UNITS.from_canonical(Decimal("149"), "degC") == Decimal("65")
    assert UNITS.rule("ug/L") == "x 0.001 = mg/L"
    assert UNITS.rule("K") == "x 1.8 - 459.67 = degF"


@given(
    value=st.decimals(min_value=-(10**12), max_value=10**12, places=9),
    unit=st.sampled_from(sorted(UNITS.units)),
)
def test_there_and_back_is_exact(value: Decimal, unit: str) -> None:
    canonical = UNITS.to_canonical(value, unit)
    assert Fraction(canonical) == Fraction(value) * Fraction(UNITS.factor(unit)) + Fraction(UNITS.addend(unit))
    assert UNITS.from_canonical(canonical, unit) == value


@given(value=st.integers(min_value=-(10**9), max_value=10**9))
def test_an_endless_quotient_is_rounded_for_reading_only(value: int) -> None:
    shown = UNITS.from_canonical(Decimal(value), "degC")
    assert abs(Fraction(shown) - Fraction(value - 32) * Fraction(5, 9)) < Fraction(1, 10**15)


def test_too_many_digits_raise_instead_of_rounding() -> None:
    with pytest.raises(OverflowError, match="too many digits"):
        UNITS.to_canonical(Decimal("1." + "1" * 100), "MGD")


def test_rows_for_the_history() -> None:
    rows = {row["unit"]: row for row in UNITS.rows()}
    assert rows["degC"] == {"unit": "degC", "dimension": "temperature", "factor": 1.8, "addend": 32.0, "is_canonical": False}
    assert sum(bool(row["is_canonical"]) for row in rows.values()) == len(UNITS.canonical_units)
