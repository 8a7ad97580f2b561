"""Read ``units.yaml`` and ``parameters.yaml``: the words that limit books and laboratory files are read with."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from headworks.adapters.limit_fields import Fields
from headworks.adapters.strict_yaml import YamlFile
from headworks.core.parameters import Parameter, ParameterDictionary
from headworks.core.units import Unit, UnitVocabulary


@dataclass(frozen=True)
class Words:
    """Everything a book may name."""

    units: UnitVocabulary
    parameters: ParameterDictionary


def read_units(file: YamlFile) -> UnitVocabulary:
    """Units of ``units.yaml``; what is wrong is noted in the file."""
    top = Fields(file, file.content) if file.content is not None else None
    if top is None:
        return UnitVocabulary({}, {}, {}, {})
    top.check_keys({"dimensions", "units", "bases", "ambiguous"}, ["dimensions", "units"])
    canonical = _texts_by_name(top.inner("dimensions"))
    units: dict[str, Unit] = {}
    listed = top.inner("units")
    for name in listed.block if listed is not None else ():
        fields = listed.inner(name) if listed is not None else None
        if fields is None:
            continue
        fields.check_keys({"dimension", "factor", "addend", "spellings", "note"}, ["dimension", "factor"])
        dimension = fields.choice("dimension", canonical)
        factor, addend = fields.number("factor"), fields.number("addend")
        if factor is not None and factor <= 0:
            fields.fault(
                "factor",
                "bad_factor",
                f"factor of {name} is not above 0",
                "nothing can be converted by it",
                "correct it",
            )
        elif dimension is not None and factor is not None:
            units[name] = Unit(
                name, dimension, factor, addend or Decimal(0), fields.texts("spellings"), fields.text("note") or ""
            )
    for dimension, unit in canonical.items():
        known = units.get(unit)
        if known is None or known.dimension != dimension or known.factor != 1 or known.addend != 0:
            top.fault(
                "dimensions",
                "bad_canonical",
                f"canonical unit {unit!r} of {dimension} must be a unit of it with factor 1",
                "everything of that dimension is compared in it",
                f'add {unit}: {{dimension: {dimension}, factor: "1"}}',
            )
    bases = top.inner("bases")
    vocabulary = UnitVocabulary(
        canonical,
        units,
        {name: bases.texts(name) for name in bases.block} if bases is not None else {},
        _texts_by_name(top.inner("ambiguous")),
    )
    for clash in vocabulary.clashes():
        top.fault(
            "units",
            "same_spelling",
            f"spelling {clash.spelling!r} stands for {clash.first} and for {clash.second}",
            "which one a laboratory means would be a guess",
            "delete it from one of them, or move it to ambiguous",
        )
    return vocabulary


def read_parameters(file: YamlFile, units: UnitVocabulary) -> ParameterDictionary:
    """Parameters of ``parameters.yaml``; what is wrong is noted in the file."""
    top = Fields(file, file.content) if file.content is not None else None
    found: dict[str, Parameter] = {}
    if top is None:
        return ParameterDictionary(found)
    top.check_keys({"parameters"}, ["parameters"])
    listed = top.inner("parameters")
    for key in listed.block if listed is not None else ():
        fields = listed.inner(key) if listed is not None else None
        if fields is None:
            continue
        fields.check_keys(
            {"name", "cas", "group", "basis", "dimensions", "synonyms", "physical", "when_unit_is_missing"},
            ["name", "group", "dimensions"],
        )
        dimensions = fields.texts("dimensions")
        for dimension in dimensions:
            if dimension not in units.canonical_units:
                fields.fault(
                    "dimensions",
                    "unknown_dimension",
                    f"dimension {dimension!r} is not known",
                    "no unit belongs to it",
                    f"use one of {', '.join(units.canonical_units)}",
                )
        bounds = fields.inner("physical")
        if bounds is not None:
            bounds.check_keys({"minimum", "maximum"})
        low = bounds.number("minimum") if bounds is not None else None
        high = bounds.number("maximum") if bounds is not None else None
        if low is not None and high is not None and low > high:
            fields.fault(
                "physical",
                "minimum_above_maximum",
                f"minimum {low} is above maximum {high}",
                "no value could be real",
                "swap them",
            )
        missing = fields.choice("when_unit_is_missing", units.units)
        basis = fields.choice("basis", units.bases)
        found[key] = Parameter(
            key,
            fields.text("name") or key,
            fields.text("cas") or "",
            fields.text("group") or "",
            dimensions,
            fields.texts("synonyms"),
            low,
            high,
            missing or "",
            basis or "",
        )
    dictionary = ParameterDictionary(found)
    for word, first, second in dictionary.clashes():
        top.fault(
            "parameters",
            "same_word",
            f"word {word!r} stands for {first} and for {second}",
            "which one a laboratory means would be a guess",
            "delete it from one of the two",
        )
    return dictionary


def _texts_by_name(fields: Fields | None) -> dict[str, str]:
    if fields is None:
        return {}
    return {name: text for name in fields.block if (text := fields.text(name)) is not None}
