"""Read one definition of a slug in a local book."""

from __future__ import annotations

from headworks.adapters.limit_fields import Fields
from headworks.adapters.limit_subjects import DATED_KEYS, check_digits, parameters_of, unit_of
from headworks.adapters.limit_words import Words
from headworks.core.limit_entries import Book, SlugEntry

# fmt: off
_SLUG_KEYS = DATED_KEYS | {
    "base", "base_value", "unit", "multiple", "minutes", "duration_is_enough", "series_gap_minutes",
    "baseline_days", "baseline_least_days", "question", "boundary_note",
}
# fmt: on


def read_slug(fields: Fields, book: Book, words: Words) -> SlugEntry | None:
    """One definition of a slug; None if too little of it can be read."""
    fields.check_keys(
        _SLUG_KEYS,
        [
            "entry",
            "base",
            "multiple",
            "minutes",
            "duration_is_enough",
            "series_gap_minutes",
            "effective_from",
            "citation",
        ],
    )
    if book.scope != "local":
        fields.fault(
            None,
            "slug_not_local",
            "a slug is defined by a local book",
            "it holds in one service area",
            "move it to limits/local",
        )
    parameters, dimension = parameters_of(fields, words)
    base = fields.choice("base", ("normal_sewage", "own_average"))
    unit, value = unit_of(fields, words, parameters), fields.number("base_value")
    own = {"baseline_days": fields.whole("baseline_days"), "baseline_least_days": fields.whole("baseline_least_days")}
    wanted, barred = (
        (("base_value", "unit"), tuple(own)) if base == "normal_sewage" else (tuple(own), ("base_value", "unit"))
    )
    for key in wanted if base else ():
        if not fields.has(key):
            fields.fault(None, f"missing_{key}", f"key {key!r} is missing", f"base {base} needs it", f"add {key}: ...")
    for key in barred if base else ():
        if fields.has(key):
            fields.fault(
                key, "not_for_this_base", f"{key} does not go with base {base}", "it would be passed over", "delete it"
            )
    if unit is not None:
        dimension = words.units.dimension(unit)
        check_digits(fields, "base_value", value, unit, words)
    elif dimension is None and parameters:
        dimension = words.parameters[parameters[0]].dimensions[0]
    days, citation, name, multiple = (
        fields.days(),
        fields.text("citation"),
        fields.text("entry"),
        fields.number("multiple"),
    )
    minutes, gap = fields.whole("minutes"), fields.whole("series_gap_minutes")
    if days is None or not (citation and name and minutes and gap and dimension and base and parameters):
        return None
    if multiple is None:
        return None
    quote, note = fields.text("quote") or "", fields.text("note")
    return SlugEntry(
        name,
        parameters,
        dimension,
        base,
        multiple,
        minutes,
        fields.truth("duration_is_enough", False),
        gap,
        days[0],
        days[1],
        citation,
        value,
        unit,
        question=fields.text("question"),
        boundary_note=fields.text("boundary_note"),
        quote="; note: ".join(part for part in (quote, note) if part),
        **own,
    )
