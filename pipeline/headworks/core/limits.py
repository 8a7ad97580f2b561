"""Limits: how an entry of a limit book becomes rows of ``limits`` and ``slug_rules``, and which apply on a day.

Reading and checking the files is the work of the adapters; here numbers are already exact decimals and words known.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

from headworks.core.limit_entries import KINDS, Book, Entry, SlugEntry, judged_on, printed
from headworks.core.tables import LIMITS
from headworks.core.units import UnitVocabulary

Row = dict[str, Any]


def limit_rows(book: Book, entry: Entry, units: UnitVocabulary) -> list[Row]:
    """Rows of the table ``limits`` for one dated version of an entry, one per parameter."""
    unit, flag = entry.unit, entry.flag

    def canonical(value: Decimal | None) -> Decimal | None:
        return None if value is None or unit is None else units.to_canonical(value, unit)

    shared: Row = {
        "book_id": book.book_id,
        "entry_id": entry.entry_id,
        "scope": book.scope,
        "service_area": book.service_area,
        "part": book.part,
        "subpart": entry.subpart,
        "standard": entry.standard,
        "option": entry.option,
        "unless_option": entry.unless_option,
        "user_id": book.user_id,
        "point_id": entry.point_id or book.point_id,
        "applies_at": entry.applies_at,
        "fraction": entry.fraction,
        "basis": entry.basis,
        "kind": entry.kind,
        "judged_on": judged_on(entry.kind, book.daily_value),
        "judges": entry.judges or (KINDS[entry.kind][1] if entry.kind in KINDS else "any_sample"),
        "needs_sample_type": entry.needs_sample_type,
        "minimum": entry.minimum,
        "minimum_allowed": entry.minimum_allowed,
        "maximum": entry.maximum,
        "maximum_allowed": entry.maximum_allowed,
        "unit": unit,
        "dimension": units.dimension(unit) if unit is not None else None,
        "minimum_canonical": canonical(entry.minimum),
        "maximum_canonical": canonical(entry.maximum),
        "undecided_reason": entry.undecided,
        "is_decisive": entry.decisive,
        "finding": entry.finding,
        "flag_above": canonical(flag.above) if flag else None,
        "flag_up_to": canonical(flag.up_to) if flag else None,
        "flag_note": flag.note if flag else None,
        "non_detect_rule": book.non_detect_rule,
        "effective_from": entry.effective_from,
        "effective_until": entry.effective_until,
        "derived_from": entry.derived_from,
        "printed": entry.printed or printed(entry),
        "citation": entry.citation,
        "url": entry.url or book.url,
        "quote": entry.quote,
        "note": entry.note,
    }
    return [
        {"limit_id": key, "parameter": parameter, **shared}
        for key, parameter in _keys(book.book_id, entry.entry_id, entry.effective_from, entry.parameters)
    ]


def slug_rows(book: Book, entry: SlugEntry, units: UnitVocabulary) -> list[Row]:
    """Rows of the table ``slug_rules`` for one definition, one per parameter."""
    base = None if entry.base_value is None or entry.unit is None else units.to_canonical(entry.base_value, entry.unit)
    shared: Row = {
        "service_area": book.service_area,
        "base": entry.base,
        "multiple": entry.multiple,
        "base_value": base,
        "unit": entry.unit,
        "dimension": entry.dimension,
        "minutes": entry.minutes,
        "duration_is_enough": entry.duration_is_enough,
        "series_gap_minutes": entry.series_gap_minutes,
        "baseline_days": entry.baseline_days,
        "baseline_least_days": entry.baseline_least_days,
        "question": entry.question,
        "boundary_note": entry.boundary_note,
        "effective_from": entry.effective_from,
        "effective_until": entry.effective_until,
        "citation": entry.citation,
        "quote": entry.quote,
    }
    return [
        {"rule_id": key, "parameter": parameter, **shared}
        for key, parameter in _keys(book.book_id, entry.entry_id, entry.effective_from, entry.parameters)
    ]


def _keys(book_id: str, entry_id: str, first_day: date, parameters: tuple[str, ...]) -> list[tuple[str, str]]:
    key = f"{book_id}/{entry_id}@{first_day.isoformat()}"
    return [(key if len(parameters) == 1 else f"{key}:{parameter}", parameter) for parameter in parameters]


def limits_on(
    limits: Iterable[Row],
    users: Iterable[Row],
    points: Iterable[Row],
    categories: Iterable[Row],
    day: date,
    user_id: str,
) -> list[Row]:
    """Limits that apply to one user on one day, at which point, and why.

    The same choice as ``core/rules/limits_at_points.sql``, for one day, with the reason in words.

    Parameters
    ----------
    limits, users, points, categories : iterable of dict
        Rows of the law tables.
    day : date
        Local day of the control authority.
    user_id : str
        Industrial user.

    Returns
    -------
    list of dict
        Rows of ``limits`` with ``point_id`` set to the user's point, ``undecided_reason`` as it is there, and ``why``.
        Sorted by point, parameter and limit.
    """
    areas = {user["user_id"]: user["service_area"] for user in users}
    own_points = [point for point in points if point["user_id"] == user_id]
    own_categories = [row for row in categories if row["user_id"] == user_id]
    in_force = [row for row in limits if row["effective_from"] <= day <= row["effective_until"]]
    found: list[Row] = []
    for point in own_points:
        for limit in in_force:
            why = _why(limit, areas.get(user_id), user_id, point, own_categories, day)
            if why is None:
                continue
            found.append(
                {
                    **limit,
                    "user_id": user_id,
                    "point_id": point["point_id"],
                    "undecided_reason": _reason(limit, point),
                    "why": why,
                }
            )
    return sorted(found, key=lambda row: (row["point_id"], row["parameter"], row["limit_id"]))


def slugs_on(
    slug_rules: Iterable[Row], users: Iterable[Row], points: Iterable[Row], day: date, user_id: str
) -> list[Row]:
    """Slug definitions that hold for one user on one day, one row per entry and point where the discharge joins the sewer.

    Parameters
    ----------
    slug_rules, users, points : iterable of dict
        Rows of the law tables.
    day : date
        Local day of the control authority.
    user_id : str
        Industrial user.

    Returns
    -------
    list of dict
        Rows with the columns of `limits_on`; ``kind`` is slug, and an entry for many parameters says how many.
    """
    area = next((user["service_area"] for user in users if user["user_id"] == user_id), None)
    entries: dict[str, list[Row]] = {}
    for rule in slug_rules:
        if rule["service_area"] == area and rule["effective_from"] <= day <= rule["effective_until"]:
            entries.setdefault(rule["rule_id"].split(":")[0], []).append(rule)
    found: list[Row] = []
    for point in (one for one in points if one["user_id"] == user_id and one["is_connection"]):
        for key, rules in sorted(entries.items()):
            first = rules[0]
            base = "normal sewage" if first["base"] == "normal_sewage" else "the user's own average 24-hour value"
            long = f"{first['minutes']} minutes or more" if first["duration_is_enough"] else f"longer than {first['minutes']} minutes"
            row: Row = {column.name: first.get(column.name) for column in LIMITS.columns}
            found.append(row | {
                "limit_id": key, "book_id": key.rsplit("/", 1)[0], "entry_id": key.rsplit("/", 1)[1].split("@")[0],
                "parameter": first["parameter"] if len(rules) == 1 else f"{len(rules)} parameters",
                "scope": "local", "kind": "slug", "printed": f"above {first['multiple'].normalize():f} x {base} for {long}",
                "user_id": user_id, "point_id": point["point_id"], "why": f"{user_id} discharges to service area {area}",
            })
    return found


def _reason(limit: Row, point: Row) -> str | None:
    """Why no sample of this point can judge a limit: it holds at the plant, has no number, or holds where the user joins the sewer."""
    if limit["applies_at"] == "headworks" and point["kind"] != "headworks":
        return "applies_at_plant"
    is_general = limit["applies_at"] is None and limit["part"] is None and limit["user_id"] is None
    if limit["undecided_reason"] is None and is_general and not point["is_connection"]:
        return "applies_at_connection"
    return str(limit["undecided_reason"]) if limit["undecided_reason"] is not None else None


def _why(
    limit: Row, service_area: str | None, user_id: str, point: Row, categories: list[Row], day: date
) -> str | None:
    """Why a limit applies at a point, or None if it does not."""
    if (
        service_area is None
        or limit["user_id"] not in (None, user_id)
        or limit["point_id"] not in (None, point["point_id"])
    ):
        return None
    if limit["service_area"] not in (None, service_area):
        return None
    if limit["applies_at"] not in (None, "headworks", point["kind"]):
        return None
    if limit["part"] is not None:
        for row in categories:
            options = row["options"].split()
            if (
                row["point_id"] == point["point_id"]
                and row["effective_from"] <= day <= row["effective_until"]
                and (row["part"], row["subpart"], row["standard"])
                == (limit["part"], limit["subpart"], limit["standard"])
                and (limit["option"] is None or limit["option"] in options)
                and (limit["unless_option"] is None or limit["unless_option"] not in options)
            ):
                agreed = f", alternative {limit['option']} agreed" if limit["option"] else ""
                under = f"40 CFR {limit['part']} {row['standard']}{agreed}"
                return f"point {point['point_id']} is under {under} ({row['citation']})"
        return None
    if limit["user_id"] is not None:
        why = f"permit of {user_id}"
    elif limit["service_area"] is not None:
        why = f"{user_id} discharges to service area {service_area}"
    else:
        why = "binds every industrial user"
    if limit["applies_at"] == "headworks":
        return f"{why}; a limit of the treatment plant's influent"
    return f"{why}; holds at {point['kind'].replace('_', ' ')}" if limit["applies_at"] else why
