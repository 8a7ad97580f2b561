"""Read one entry of a limit book: a limit, or a definition of a slug."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from headworks.adapters.limit_fields import Fields
from headworks.adapters.limit_words import Words
from headworks.core.limits import KINDS, UNDECIDED, UNSTATED, Book, Entry, Flag, SlugEntry

APPLIES_AT = ("end_of_process", "end_of_pipe", "headworks")
_LIMIT_KEYS = frozenset(
    "entry parameter parameters kind minimum minimum_inclusive maximum maximum_inclusive unit undecided fraction basis applies_at "
    "needs_sample_type judges option unless_option subpart standard point decisive finding flag derived effective_from effective_until "
    "gap printed citation url quote note".split()
)
_SLUG_KEYS = frozenset(
    "entry parameter parameters base base_value unit multiple minutes duration_is_enough series_gap_minutes baseline_days "
    "baseline_least_days question boundary_note effective_from effective_until citation quote note".split()
)


@dataclass(frozen=True)
class Draft:
    """One version of an entry as read, with what only the whole book can check."""

    fields: Fields
    entry: Entry
    gap: str | None = None
    derived_from: str | None = None
    times: Decimal | None = None


def read_entry(fields: Fields, book: Book, words: Words) -> Draft | None:
    """One limit; None if too little of it can be read. What is wrong is noted in the file."""
    fields.check_keys(_LIMIT_KEYS, ["entry", "effective_from", "citation"])
    parameters, _ = _parameters(fields, words)
    undecided = fields.choice("undecided", UNDECIDED)
    kind = fields.choice("kind", KINDS, UNSTATED if fields.has("undecided") else None)
    if not fields.has("kind") and not fields.has("undecided"):
        fields.fault(None, "missing_kind", "key 'kind' is missing", "what the number judges cannot be guessed", "add kind: daily_maximum ...")
    low, high, unit = fields.number("minimum"), fields.number("maximum"), _unit(fields, words, parameters)
    derived = _derived(fields)
    _check_numbers(fields, kind, low, high)
    _check_category(fields, book)
    flag = _flag(fields)
    if fields.has("unit") and unit is not None:
        for key, number in (("minimum", low), ("maximum", high)):
            _check_digits(fields, key, number, unit, words)
    days, citation, name = fields.days(), fields.text("citation"), fields.text("entry")
    values = {
        "fraction": fields.choice("fraction", ("total", "dissolved")), "basis": fields.choice("basis", words.units.bases),
        "applies_at": fields.choice("applies_at", APPLIES_AT), "judges": fields.choice("judges", ("grabs", "any_sample")),
        "needs_sample_type": fields.choice("needs_sample_type", ("composite",)),
    }
    if days is None or kind is None or not parameters or not name or not citation:
        return None
    numbers = low is not None or high is not None
    if undecided is None and derived is None and not (numbers and unit is not None):
        return None
    entry = Entry(
        name, parameters, kind, days[0], days[1], citation, unit=unit if undecided is None else None,
        minimum=low, minimum_allowed=fields.truth("minimum_inclusive", True),
        maximum=high, maximum_allowed=fields.truth("maximum_inclusive", True), undecided=undecided,
        option=fields.text("option"), unless_option=fields.text("unless_option"), subpart=fields.text("subpart"),
        standard=fields.text("standard"), point_id=fields.text("point"), decisive=fields.truth("decisive", True),
        finding=fields.text("finding"), flag=flag, printed=fields.text("printed"), quote=fields.text("quote") or "",
        note=fields.text("note"), url=fields.text("url") or "", **values,
    )
    base, times = derived if derived is not None else (None, None)
    return Draft(fields, entry, fields.text("gap"), base, times)


def read_slug(fields: Fields, book: Book, words: Words) -> SlugEntry | None:
    """One definition of a slug; None if too little of it can be read."""
    fields.check_keys(
        _SLUG_KEYS, ["entry", "base", "multiple", "minutes", "duration_is_enough", "series_gap_minutes", "effective_from", "citation"]
    )
    if book.scope != "local":
        fields.fault(None, "slug_not_local", "a slug is defined by a local book", "it holds in one service area", "move it to limits/local")
    parameters, dimension = _parameters(fields, words)
    base = fields.choice("base", ("normal_sewage", "own_average"))
    unit, value = _unit(fields, words, parameters), fields.number("base_value")
    own = {"baseline_days": fields.whole("baseline_days"), "baseline_least_days": fields.whole("baseline_least_days")}
    wanted, barred = (("base_value", "unit"), tuple(own)) if base == "normal_sewage" else (tuple(own), ("base_value", "unit"))
    for key in wanted if base else ():
        if not fields.has(key):
            fields.fault(None, f"missing_{key}", f"key {key!r} is missing", f"base {base} needs it", f"add {key}: ...")
    for key in barred if base else ():
        if fields.has(key):
            fields.fault(key, "not_for_this_base", f"{key} does not go with base {base}", "it would be passed over", "delete it")
    if unit is not None:
        dimension = words.units.dimension(unit)
        _check_digits(fields, "base_value", value, unit, words)
    elif dimension is None and parameters:
        dimension = words.parameters[parameters[0]].dimensions[0]
    days, citation, name, multiple = fields.days(), fields.text("citation"), fields.text("entry"), fields.number("multiple")
    minutes, gap = fields.whole("minutes"), fields.whole("series_gap_minutes")
    if None in (days, citation, name, multiple, minutes, gap, dimension, base) or not parameters:
        return None
    assert days is not None and citation and name and multiple is not None and minutes and gap and dimension and base
    quote, note = fields.text("quote") or "", fields.text("note")
    return SlugEntry(
        name, parameters, dimension, base, multiple, minutes, fields.truth("duration_is_enough", False), gap, days[0], days[1],
        citation, value, unit, question=fields.text("question"), boundary_note=fields.text("boundary_note"),
        quote="; note: ".join(part for part in (quote, note) if part), **own,
    )


def _parameters(fields: Fields, words: Words) -> tuple[tuple[str, ...], str | None]:
    """Keys an entry names, and the dimension if it names all of one."""
    if fields.has("parameter") == fields.has("parameters"):
        fields.fault(None, "missing_parameter", "give parameter or parameters, one of the two", "it must be clear what is limited", "add parameter: ...")
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
                key, "unknown_parameter", f"parameter {name!r} is no key of parameters.yaml", "a limit on it would judge nothing",
                f"did you mean {' or '.join(likely)}?" if likely else "add it to parameters.yaml, or correct it",
            )
    if len(set(names)) != len(names):
        fields.fault(key, "repeated_parameter", "a parameter is listed twice", "it would be judged twice", "delete one")
    return tuple(dict.fromkeys(name for name in names if name in words.parameters)), None


def _unit(fields: Fields, words: Words, parameters: tuple[str, ...]) -> str | None:
    unit = fields.text("unit")
    if unit is None:
        return None
    if unit not in words.units.units:
        match = words.units.find(unit)
        fields.fault(
            "unit", "unknown_unit", f"unit {unit!r} is not a name of units.yaml", "the number cannot be compared with a result",
            f"did you mean {match.unit}?" if match else "use a name of units.yaml",
        )
        return None
    dimension = words.units.dimension(unit)
    for parameter in parameters:
        if dimension not in words.parameters[parameter].dimensions:
            fields.fault(
                "unit", "wrong_dimension", f"unit {unit} ({dimension}) does not fit {parameter}",
                f"it is measured in {', '.join(words.parameters[parameter].dimensions)}", "correct the unit or the parameter",
            )
            return None
    return unit


def _check_numbers(fields: Fields, kind: str | None, low: Decimal | None, high: Decimal | None) -> None:
    given = [key for key in ("minimum", "maximum") if fields.has(key)]
    if fields.has("derived"):
        if given or fields.has("undecided"):
            fields.fault("derived", "two_values", "derived stands beside a number or undecided", "only one can be the limit", "delete one")
        return
    if fields.has("undecided"):
        for key in (*given, "flag"):
            if fields.has(key):
                fields.fault(key, "number_and_undecided", f"{key} and undecided stand together", "only one of them can be true", "delete one")
        return
    if not given:
        fields.fault(
            None, "no_value", "neither a number nor undecided", "an entry without a value would judge nothing, in silence",
            "add maximum or minimum, or undecided: value_missing",
        )
        return
    if not fields.has("unit"):
        fields.fault(None, "missing_unit", "key 'unit' is missing", "a number without a unit compares with nothing", "add unit: mg/L ...")
    if low is not None and high is not None and low > high:
        fields.fault("maximum", "minimum_above_maximum", f"minimum {low} is above maximum {high}", "nothing could meet it", "swap them")
    bounds = KINDS[kind][2] if kind in KINDS else "either"
    for key in given:
        if bounds not in ("either", key):
            fields.fault(key, "bound_not_of_kind", f"{kind} has no {key}", f"it bounds the {bounds} only", "use kind: range, or another key")


def _check_category(fields: Fields, book: Book) -> None:
    for key in ("subpart", "standard"):
        if book.part is not None and not fields.has(key):
            fields.fault(None, f"missing_{key}", f"key {key!r} is missing", "a categorical limit belongs to one", f"add {key}: ...")
    for key in ("subpart", "standard", "option", "unless_option"):
        if book.part is None and fields.has(key):
            fields.fault(key, "not_categorical", f"{key} stands in a book without a part", "it would be passed over", "delete it")
    if fields.has("standard"):
        fields.choice("standard", ("PSES", "PSNS"))
    if fields.has("point") and book.user_id is None:
        fields.fault("point", "point_without_user", "point stands in a book that is no permit", "points belong to one user", "delete it")


def _derived(fields: Fields) -> tuple[str, Decimal] | None:
    inner = fields.inner("derived")
    if inner is None:
        return None
    inner.check_keys({"from", "times"}, ["from", "times"])
    base, times = inner.text("from"), inner.number("times")
    return (base, times) if base and times is not None else None


def _flag(fields: Fields) -> Flag | None:
    inner = fields.inner("flag")
    if inner is None:
        return None
    inner.check_keys({"above", "up_to", "note"}, ["above", "note"])
    above, up_to, note = inner.number("above"), inner.number("up_to"), inner.text("note")
    if above is not None and up_to is not None and up_to < above:
        inner.fault("up_to", "minimum_above_maximum", f"up_to {up_to} is below above {above}", "no value would be flagged", "swap them")
    return Flag(above, up_to, note) if above is not None and note else None


def _check_digits(fields: Fields, key: str, number: Decimal | None, unit: str, words: Words) -> None:
    """A limit that the history cannot hold exactly is refused, not rounded."""
    if number is None:
        return
    canonical = words.units.to_canonical(number, unit)
    if (Fraction(canonical) * 10**15).denominator != 1 or abs(canonical) >= 10**23:
        fields.fault(
            key, "too_many_digits", f"{number} {unit} is {canonical:f} {words.units.canonical(words.units.dimension(unit))}",
            "limits are kept with 15 decimals, and rounding would change the law", "write fewer decimals, or a larger or smaller unit",
        )
