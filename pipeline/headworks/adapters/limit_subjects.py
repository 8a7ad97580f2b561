"""What an entry of a book is about: its parameters, its unit, and a number small enough to be kept exactly."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from headworks.adapters.limit_fields import Fields
from headworks.adapters.limit_words import Words

# fmt: off
DATED_KEYS = {"entry", "parameter", "parameters", "effective_from", "effective_until", "citation", "quote", "note"}
# fmt: on


def parameters_of(fields: Fields, words: Words) -> tuple[tuple[str, ...], str | None]:
    """Keys an entry names, and the dimension if it names all of one."""
    if fields.has("parameter") == fields.has("parameters"):
        fields.fault(
            None,
            "missing_parameter",
            "give parameter or parameters, one of the two",
            "it must be clear what is limited",
            "add parameter: ...",
        )
        return (), None
    if fields.has("parameter"):
        names: tuple[str, ...] = tuple(filter(None, [fields.text("parameter")]))
    elif isinstance(fields.block["parameters"], dict):
        inner = fields.inner("parameters")
        assert inner is not None
        inner.check_keys({"all_with_dimension"}, ["all_with_dimension"])
        dimension = inner.choice("all_with_dimension", words.units.canonical_units)
        return (tuple(words.parameters.with_dimension(dimension)), dimension) if dimension else ((), None)
    else:
        names = fields.texts("parameters")
    key = "parameter" if fields.has("parameter") else "parameters"
    for name in names:
        if name not in words.parameters:
            near = words.parameters.find(name)
            likely = [near] if near else [k for w in words.parameters.suggest(name) if (k := words.parameters.find(w))]
            fields.fault(
                key,
                "unknown_parameter",
                f"parameter {name!r} is no key of parameters.yaml",
                "a limit on it would judge nothing",
                f"did you mean {' or '.join(likely)}?" if likely else "add it to parameters.yaml, or correct it",
            )
    if len(set(names)) != len(names):
        fields.fault(key, "repeated_parameter", "a parameter is listed twice", "it would be judged twice", "delete one")
    return tuple(dict.fromkeys(name for name in names if name in words.parameters)), None


def unit_of(fields: Fields, words: Words, parameters: tuple[str, ...]) -> str | None:
    """Unit of an entry, if it is known and all its parameters can be measured in it."""
    unit = fields.text("unit")
    if unit is None:
        return None
    if unit not in words.units.units:
        match = words.units.find(unit)
        fields.fault(
            "unit",
            "unknown_unit",
            f"unit {unit!r} is not a name of units.yaml",
            "the number cannot be compared with a result",
            f"did you mean {match.unit}?" if match else "use a name of units.yaml",
        )
        return None
    dimension = words.units.dimension(unit)
    for parameter in parameters:
        if dimension not in words.parameters[parameter].dimensions:
            fields.fault(
                "unit",
                "wrong_dimension",
                f"unit {unit} ({dimension}) does not fit {parameter}",
                f"it is measured in {', '.join(words.parameters[parameter].dimensions)}",
                "correct the unit or the parameter",
            )
            return None
    return unit


def check_digits(fields: Fields, key: str, number: Decimal | None, unit: str, words: Words) -> None:
    """A limit that the history cannot hold exactly is refused, not rounded."""
    if number is None:
        return
    canonical = words.units.to_canonical(number, unit)
    if (Fraction(canonical) * 10**15).denominator != 1 or abs(canonical) >= 10**23:
        fields.fault(
            key,
            "too_many_digits",
            f"{number} {unit} is {canonical:f} {words.units.canonical(words.units.dimension(unit))}",
            "limits are kept with 15 decimals, and rounding would change the law",
            "write fewer decimals, or a larger or smaller unit",
        )
