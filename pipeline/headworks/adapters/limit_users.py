"""Read one industrial user: its classes, its monitoring points, and the categorical standards it is under."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from headworks.adapters.limit_entries import APPLIES_AT
from headworks.adapters.limit_fields import Fields
from headworks.adapters.strict_yaml import YamlFile
from headworks.core.limit_entries import CLASSES, SIGNIFICANT
from headworks.core.limits import Row
from headworks.core.parameters import word_key

_TOP = {"user", "name", "service_area", "naics", "description", "classification", "monitoring_points", "categories"}


@dataclass
class UserRead:
    """What one user file gives, and where things stood, for the checks across files."""

    user_id: str
    fields: Fields
    user: Row
    classes: list[Row] = field(default_factory=list)
    points: list[Row] = field(default_factory=list)
    names: list[tuple[Fields, str, str]] = field(default_factory=list)  # where, name of a point, point
    categories: list[tuple[Fields, Row]] = field(default_factory=list)


def read_user(file: YamlFile) -> UserRead | None:
    """One user; None if it has no key. What is wrong is noted in the file."""
    if file.content is None:
        return None
    top = Fields(file, file.content)
    top.check_keys(_TOP, ["user", "name", "service_area", "classification", "monitoring_points"])
    user_id = top.text("user")
    if not user_id:
        return None
    stem = file.name.removesuffix(".yaml").removeprefix("users/")
    if user_id != stem:
        top.fault(
            "user",
            "user_not_path",
            f"user {user_id!r} is not where it says",
            f"the file is {file.name}",
            f"write user: {stem}",
        )
    read = UserRead(user_id, top, {})
    _classes(read)
    _points(read)
    for fields in top.each("categories"):
        _category(read, fields)
    newest = max(read.classes, key=lambda row: row["effective_from"], default=None)
    read.user = {
        "user_id": user_id,
        "name": top.text("name"),
        "service_area": top.text("service_area"),
        "naics": top.text("naics"),
        "is_significant": newest is not None and newest["classification"] in SIGNIFICANT,
        "classification": newest["classification"] if newest is not None else None,
        "classified_because": newest["because"] if newest is not None else None,
        "description": top.text("description"),
    }
    return read


def _classes(read: UserRead) -> None:
    spans: list[tuple[date, date]] = []
    for fields in read.fields.each("classification"):
        fields.check_keys(
            {"class", "effective_from", "effective_until", "because"}, ["class", "effective_from", "because"]
        )
        name, days, because = fields.choice("class", CLASSES), fields.days(), fields.text("because")
        if days is None:
            continue
        if any(first <= days[1] and days[0] <= last for first, last in spans):
            fields.fault(
                "effective_from",
                "overlapping_days",
                f"class {name} from {days[0]} overlaps another",
                "two would hold on one day",
                "give the earlier class its last day",
            )
        spans.append(days)
        if name is not None:
            read.classes.append(
                {
                    "user_id": read.user_id,
                    "classification": name,
                    "effective_from": days[0],
                    "effective_until": days[1],
                    "because": because or "",
                }
            )


def _points(read: UserRead) -> None:
    for fields in read.fields.each("monitoring_points"):
        fields.check_keys({"point", "kind", "joins_sewer", "description", "also_called"}, ["point", "kind"])
        point, kind = fields.text("point"), fields.choice("kind", APPLIES_AT)
        if point is None:
            continue
        if any(row["point_id"] == point for row in read.points):
            fields.fault(
                "point", "repeated_point", f"point {point} stands twice", "a sample could be at either", "rename one"
            )
            continue
        joins_sewer = fields.truth("joins_sewer", kind == "end_of_pipe")
        if joins_sewer != (kind == "end_of_pipe") and kind != "end_of_process":
            fields.fault(
                "joins_sewer",
                "wrong_kind",
                f"a point of kind {kind} {'joins the sewer' if kind == 'end_of_pipe' else 'cannot join it'}",
                "local limits are judged where the discharge joins the sewer",
                "leave joins_sewer out, or correct the kind",
            )
        read.points.append(
            {
                "user_id": read.user_id,
                "point_id": point,
                "kind": kind,
                "is_connection": joins_sewer,
                "description": fields.text("description") or "",
            }
        )
        own = [f"{read.user_id}{between}{point}" for between in (" ", "-", "/")]
        for name in dict.fromkeys(word_key(name) for name in (*own, *fields.texts("also_called"))):
            read.names.append((fields, name, point))


def _category(read: UserRead, fields: Fields) -> None:
    fields.check_keys(
        {"part", "subpart", "standard", "point", "options", "effective_from", "effective_until", "citation"},
        ["part", "subpart", "standard", "point", "effective_from", "citation"],
    )
    point, days = fields.text("point"), fields.days()
    if point is not None and all(row["point_id"] != point for row in read.points):
        fields.fault(
            "point",
            "unknown_point",
            f"category at point {point!r}, which {read.user_id} does not have",
            "its limits would judge nothing",
            f"use one of {', '.join(row['point_id'] for row in read.points)}",
        )
    row: Row = {
        "user_id": read.user_id,
        "point_id": point,
        "part": fields.text("part"),
        "subpart": fields.text("subpart"),
        "standard": fields.choice("standard", ("PSES", "PSNS")),
        "options": " ".join(fields.texts("options")),
        "citation": fields.text("citation") or "",
    }
    if days is not None and all(row[key] is not None for key in ("point_id", "part", "subpart", "standard")):
        row |= {"effective_from": days[0], "effective_until": days[1]}
        for _, other in read.categories:
            same = all(other[key] == row[key] for key in ("point_id", "part", "subpart", "standard"))
            if same and other["effective_from"] <= days[1] and days[0] <= other["effective_until"]:
                fields.fault(
                    "effective_from",
                    "overlapping_days",
                    "the same standard holds twice at this point",
                    "each result would be judged twice",
                    "give the earlier one its last day",
                )
        read.categories.append((fields, row))
