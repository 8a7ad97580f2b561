"""Read one limit of a limit book."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from headworks.adapters.limit_fields import Fields
from headworks.adapters.limit_subjects import DATED_KEYS, check_digits, parameters_of, unit_of
from headworks.adapters.limit_words import Words
from headworks.core.limit_entries import KINDS, UNDECIDED, UNSTATED, Book, Entry, Flag

APPLIES_AT = ("end_of_process", "end_of_pipe", "headworks")
# fmt: off
_LIMIT_KEYS = DATED_KEYS | {
    "kind", "minimum", "minimum_inclusive", "maximum", "maximum_inclusive", "unit", "undecided", "derived",
    "fraction", "basis", "applies_at", "point", "needs_sample_type", "judges",
    "option", "unless_option", "subpart", "standard", "decisive", "finding", "flag", "gap", "printed", "url",
}
# fmt: on


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
    parameters, _ = parameters_of(fields, words)
    undecided = fields.choice("undecided", UNDECIDED)
    kind = fields.choice("kind", KINDS, UNSTATED if fields.has("undecided") else None)
    if not fields.has("kind") and not fields.has("undecided"):
        fields.fault(
            None,
            "missing_kind",
            "key 'kind' is missing",
            "what the number judges cannot be guessed",
            "add kind: daily_maximum ...",
        )
    low, high, unit = fields.number("minimum"), fields.number("maximum"), unit_of(fields, words, parameters)
    derived = _derived(fields)
    _check_numbers(fields, kind, low, high)
    _check_category(fields, book)
    flag = _flag(fields)
    if fields.has("unit") and unit is not None:
        for key, number in (("minimum", low), ("maximum", high)):
            check_digits(fields, key, number, unit, words)
    days, citation, name = fields.days(), fields.text("citation"), fields.text("entry")
    values = {
        "fraction": fields.choice("fraction", ("total", "dissolved")),
        "basis": fields.choice("basis", words.units.bases),
        "applies_at": fields.choice("applies_at", APPLIES_AT),
        "judges": fields.choice("judges", ("grabs", "any_sample")),
        "needs_sample_type": fields.choice("needs_sample_type", ("composite",)),
    }
    if days is None or kind is None or not parameters or not name or not citation:
        return None
    if undecided is None and derived is None and (unit is None or (low is None and high is None)):
        return None
    entry = Entry(
        name,
        parameters,
        kind,
        days[0],
        days[1],
        citation,
        unit=unit if undecided is None else None,
        minimum=low,
        minimum_allowed=fields.truth("minimum_inclusive", True),
        maximum=high,
        maximum_allowed=fields.truth("maximum_inclusive", True),
        undecided=undecided,
        option=fields.text("option"),
        unless_option=fields.text("unless_option"),
        subpart=fields.text("subpart"),
        standard=fields.text("standard"),
        point_id=fields.text("point"),
        decisive=fields.truth("decisive", True),
        finding=fields.text("finding"),
        flag=flag,
        printed=fields.text("printed"),
        quote=fields.text("quote") or "",
        note=fields.text("note"),
        url=fields.text("url") or "",
        **values,
    )
    base, times = derived if derived is not None else (None, None)
    return Draft(fields, entry, fields.text("gap"), base, times)


def _check_numbers(fields: Fields, kind: str | None, low: Decimal | None, high: Decimal | None) -> None:
    given = [key for key in ("minimum", "maximum") if fields.has(key)]
    if fields.has("derived"):
        if given or fields.has("undecided"):
            fields.fault(
                "derived",
                "two_values",
                "derived stands beside a number or undecided",
                "only one can be the limit",
                "delete one",
            )
        return
    if fields.has("undecided"):
        for key in (*given, "flag"):
            if fields.has(key):
                fields.fault(
                    key,
                    "number_and_undecided",
                    f"{key} and undecided stand together",
                    "only one of them can be true",
                    "delete one",
                )
        return
    if not given:
        fields.fault(
            None,
            "no_value",
            "neither a number nor undecided",
            "an entry without a value would judge nothing, in silence",
            "add maximum or minimum, or undecided: value_missing",
        )
        return
    if not fields.has("unit"):
        fields.fault(
            None,
            "missing_unit",
            "key 'unit' is missing",
            "a number without a unit compares with nothing",
            "add unit: mg/L ...",
        )
    if low is not None and high is not None and low > high:
        fields.fault(
            "maximum",
            "minimum_above_maximum",
            f"minimum {low} is above maximum {high}",
            "nothing could meet it",
            "swap them",
        )
    bounds = KINDS[kind][2] if kind is not None and kind in KINDS else "either"
    for key in given:
        if bounds not in ("either", key):
            fields.fault(
                key,
                "bound_not_of_kind",
                f"{kind} has no {key}",
                f"it bounds the {bounds} only",
                "use kind: range, or another key",
            )


def _check_category(fields: Fields, book: Book) -> None:
    for key in ("subpart", "standard"):
        if book.part is not None and not fields.has(key):
            fields.fault(
                None,
                f"missing_{key}",
                f"key {key!r} is missing",
                "a categorical limit belongs to one",
                f"add {key}: ...",
            )
    for key in ("subpart", "standard", "option", "unless_option"):
        if book.part is None and fields.has(key):
            fields.fault(
                key, "not_categorical", f"{key} stands in a book without a part", "it would be passed over", "delete it"
            )
    if fields.has("standard"):
        fields.choice("standard", ("PSES", "PSNS"))
    if fields.has("point") and book.user_id is None:
        fields.fault(
            "point",
            "point_without_user",
            "point stands in a book that is no permit",
            "points belong to one user",
            "delete it",
        )


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
        inner.fault(
            "up_to",
            "minimum_above_maximum",
            f"up_to {up_to} is below above {above}",
            "no value would be flagged",
            "swap them",
        )
    return Flag(above, up_to, note) if above is not None and note else None
