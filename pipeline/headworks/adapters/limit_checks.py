"""Faults that only all files of the law together can show: names that lead nowhere, and names with two owners."""

from __future__ import annotations

from collections.abc import Mapping

from headworks.adapters.limit_books import BookRead
from headworks.adapters.limit_users import UserRead


def check_across(books: list[BookRead], users: list[UserRead]) -> None:
    """What only all files together can show."""
    areas = sorted({book.book.service_area for book in books if book.book.service_area})
    by_id = {user.user_id: user for user in users}
    standards = {(row["part"], row["subpart"], row["standard"]) for book in books for row in book.limits if row["part"]}
    options = {
        (row["part"], option)
        for book in books
        for row in book.limits
        for option in (row["option"], row["unless_option"])
        if option
    }
    kinds: dict[tuple[str, str, str], set[str | None]] = {}
    for book in books:
        for row in book.limits:
            if row["part"]:
                kinds.setdefault((row["part"], row["subpart"], row["standard"]), set()).add(row["applies_at"])
    for user in users:
        area = user.user["service_area"]
        if areas and area is not None and area not in areas:
            user.fields.fault(
                "service_area",
                "unknown_service_area",
                f"service area {area!r} has no local book",
                "no local limit would ever judge this user",
                f"use one of {', '.join(areas)}, or add limits/local/{area}.yaml",
            )
        for fields, row in user.categories:
            if (row["part"], row["subpart"], row["standard"]) not in standards:
                fields.fault(
                    "part",
                    "unknown_category",
                    f"no book holds 40 CFR {row['part']} subpart {row['subpart']} {row['standard']}",
                    "its limits would judge nothing",
                    f"add limits/federal/part-{row['part']}.yaml, or correct the category",
                )
                continue
            point = next((one for one in user.points if one["point_id"] == row["point_id"]), None)
            judged_at = kinds[(row["part"], row["subpart"], row["standard"])]
            if point is not None and not judged_at & {None, point["kind"]}:
                fields.fault(
                    "point",
                    "point_of_another_kind",
                    f"point {row['point_id']} is of kind {point['kind']}, the standard is judged at {' or '.join(sorted(map(str, judged_at)))}",
                    "its limits would judge nothing",
                    "name the point at the end of the process; if nothing else joins after it, give it kind: end_of_process and joins_sewer: true",
                )
            for option in row["options"].split():
                if (row["part"], option) not in options:
                    known = ", ".join(name for part, name in sorted(options) if part == row["part"]) or "none"
                    fields.fault(
                        "options",
                        "unknown_option",
                        f"option {option!r} changes no limit",
                        "a misspelt one would be passed over",
                        f"known: {known}",
                    )
    for book in books:
        _check_permit(book, by_id)


def _check_permit(book: BookRead, users: Mapping[str, UserRead]) -> None:
    user_id = book.book.user_id
    if user_id is None:
        return
    if user_id not in users:
        book.fields.fault(
            "applies_to",
            "unknown_user",
            f"permit for {user_id!r}, who has no file in users/",
            "its limits would judge nothing",
            f"add limits/users/{user_id}.yaml, or correct applies_to",
        )
        return
    points = [row["point_id"] for row in users[user_id].points]
    named = [
        (book.fields, "applies_to", book.book.point_id),
        *((d.fields, "point", d.entry.point_id) for d in book.drafts),
    ]
    for fields, key, point in named:
        if point is not None and point not in points:
            fields.fault(
                key,
                "unknown_point",
                f"{user_id} has no point {point!r}",
                "its limits would judge nothing",
                f"use one of {', '.join(points)}",
            )
    kinds = {row["kind"] for row in users[user_id].points}
    for draft in book.drafts:
        if draft.entry.applies_at not in (None, "headworks", *kinds):
            draft.fields.fault(
                "applies_at",
                "no_such_point",
                f"{user_id} has no point of kind {draft.entry.applies_at}",
                "this limit would judge nothing",
                "correct applies_at, or add the point to the user's file",
            )


def point_names_of(users: list[UserRead]) -> dict[str, tuple[str, str]]:
    """Every name of every point; a name two points claim is a fault."""
    names: dict[str, tuple[str, str]] = {}
    for user in users:
        for fields, name, point in user.names:
            owner = names.setdefault(name, (user.user_id, point))
            if owner != (user.user_id, point):
                fields.fault(
                    "also_called",
                    "repeated_point_name",
                    f"{name!r} is also the name of point {owner[1]} of {owner[0]}",
                    "a result could belong to either",
                    "use a name of its own",
                )
    return names
