"""The law: every file of ``limits/`` read, checked one by one and against each other, as rows of the law tables.

Nothing is used unless everything is sound: one fault anywhere, and all faults of all files are raised together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from headworks.adapters.limit_books import BookRead, read_book
from headworks.adapters.limit_users import UserRead, read_user
from headworks.adapters.limit_words import Words, read_parameters, read_units
from headworks.adapters.strict_yaml import YamlFile, read_yaml
from headworks.core.limits import Row
from headworks.core.parameters import ParameterDictionary, word_key
from headworks.core.tables import LAW, Table
from headworks.core.units import UnitVocabulary
from headworks.errors import Fault, LimitFileError, Where

_VOCABULARY = ("parameters.yaml", "units.yaml")
_BOOK_FOLDERS = ("federal", "local", "permits")
_ARROW: Mapping[str, pa.DataType] = {
    "VARCHAR": pa.string(), "INTEGER": pa.int32(), "BOOLEAN": pa.bool_(), "DATE": pa.date32(), "DOUBLE": pa.float64(),
    "DECIMAL(38,15)": pa.decimal128(38, 15),
}


@dataclass(frozen=True)
class Law:
    """The law of one workspace: words, limits, users.

    Attributes
    ----------
    parameters : ParameterDictionary
    units : UnitVocabulary
    limits, slug_rules, users, points, categories, user_classes : tuple of dict
        Rows with the columns of ``core/tables.py``.
    references : tuple of dict
        Numbers and rules that are kept but judge nothing: book_id, entry_id, text, citation, quote, note.
    digest : str
        SHA-256 over the content of every file used; the same wherever the files lie and however they are ordered.
    """

    parameters: ParameterDictionary
    units: UnitVocabulary
    limits: tuple[Row, ...]
    slug_rules: tuple[Row, ...]
    users: tuple[Row, ...]
    points: tuple[Row, ...]
    categories: tuple[Row, ...]
    user_classes: tuple[Row, ...]
    references: tuple[Row, ...]
    digest: str
    point_names: Mapping[str, tuple[str, str]] = field(default_factory=dict, repr=False)

    def point_named(self, text: str) -> tuple[str, str] | None:
        """User and monitoring point a laboratory's word means; None if no point has that name.

        Found by every name of ``also_called``, and by user and point joined by a blank, a hyphen or a slash.
        """
        return self.point_names.get(word_key(text))

    def tables(self) -> dict[str, pa.Table]:
        """Every law table, for the history."""
        rows: dict[str, Any] = {
            "industrial_users": self.users, "monitoring_points": self.points, "categories": self.categories, "limits": self.limits,
            "slug_rules": self.slug_rules, "units": self.units.rows(), "parameters": self.parameters.rows(),
            "user_classes": self.user_classes,
        }
        return {table.name: _arrow(table, rows[table.name]) for table in LAW}


def _arrow(table: Table, rows: Any) -> pa.Table:
    schema = pa.schema([(column.name, _ARROW[column.type]) for column in table.columns])
    return pa.Table.from_pylist(list(rows), schema=schema)


def load_law(limits_dir: Path, library: Path | None = None) -> Law:
    """Read, check and join all files of the law.

    Parameters
    ----------
    limits_dir : Path
        The ``limits`` folder of a workspace: parameters.yaml, units.yaml, federal/, local/, permits/, users/.
    library : Path, optional
        The folder headworks carries. It supplies parameters.yaml, units.yaml and federal books that the workspace lacks.

    Returns
    -------
    Law

    Raises
    ------
    LimitFileError
        One or more files cannot be trusted; ``faults`` holds all faults of all files, each with file, line and key.

    Examples
    --------
    >>> from headworks.adapters.carried import carried
    >>> law = load_law(carried("limits"))
    >>> law.parameters.find("Cu"), law.units.find("mg/l as N").basis
    ('copper_total', 'N')
    """
    files, faults = _find(limits_dir, library)
    read = {name: read_yaml(path, name) for name, path in sorted(files.items())}
    words = _words(read)
    users = [user for name, file in read.items() if name.startswith("users/") and (user := read_user(file)) is not None]
    books = []
    if words is not None:
        books = [book for name, file in read.items() if name.split("/")[0] in _BOOK_FOLDERS and (book := read_book(file, words))]
        _check_across(books, users)
    names = _point_names(users)
    faults += [fault for file in read.values() for fault in file.faults]
    if faults or words is None:
        files_hit = len({fault.where.file for fault in faults})
        raise LimitFileError(
            f"limits cannot be trusted: {len(faults)} fault{'s' if len(faults) != 1 else ''} in {files_hit} file{'s' if files_hit != 1 else ''}",
            where=str(limits_dir), mend="mend every fault listed, then check again", effect="nothing was judged", faults=faults,
        )
    return Law(
        parameters=words.parameters, units=words.units,
        limits=tuple(row for book in books for row in book.limits),
        slug_rules=tuple(row for book in books for row in book.slug_rules),
        users=tuple(user.user for user in users), points=tuple(row for user in users for row in user.points),
        categories=tuple(row for user in users for _, row in user.categories),
        user_classes=tuple(row for user in users for row in user.classes),
        references=tuple(row for book in books for row in book.references),
        digest=_digest(read), point_names=names,
    )


def _find(limits_dir: Path, library: Path | None) -> tuple[dict[str, Path], list[Fault]]:
    """Every file to read, by its path below the folder; the workspace's own first."""
    files: dict[str, Path] = {}
    faults = []
    for path in sorted(limits_dir.rglob("*")):
        name = path.relative_to(limits_dir).as_posix()
        if not path.is_file() or path.suffix.lower() not in (".yaml", ".yml"):
            continue
        folder = name.split("/")[0] if "/" in name else ""
        is_user = folder == "users" and name.count("/") == 1
        if path.suffix == ".yaml" and (name in _VOCABULARY or folder in _BOOK_FOLDERS or is_user):
            files[name] = path
        else:
            faults.append(Fault(
                "stray_file", f"{name} is not read", Where(name), "a limit in a file that is passed over would judge nothing",
                "name it *.yaml and put it in federal/, local/, permits/ or users/",
            ))
    for path in sorted(library.rglob("*.yaml")) if library is not None and library.is_dir() else ():
        name = path.relative_to(library).as_posix() if library is not None else ""
        if name in _VOCABULARY or name.startswith("federal/"):
            files.setdefault(name, path)
    faults += [
        Fault("missing_file", f"{name} is missing", Where(name), "no limit and no result can be read without it", "copy it from the library")
        for name in _VOCABULARY if name not in files
    ]
    return files, faults


def _words(read: Mapping[str, YamlFile]) -> Words | None:
    """Units and parameters; None where either cannot be read, because every book would then seem to be wrong."""
    files = [read.get(name) for name in _VOCABULARY]
    if any(file is None or file.content is None for file in files):
        return None
    units = read_units(read["units.yaml"])
    return Words(units, read_parameters(read["parameters.yaml"], units))


def _check_across(books: list[BookRead], users: list[UserRead]) -> None:
    """What only all files together can show."""
    areas = sorted({book.book.service_area for book in books if book.book.service_area})
    by_id = {user.user_id: user for user in users}
    standards = {(row["part"], row["subpart"], row["standard"]) for book in books for row in book.limits if row["part"]}
    options = {
        (row["part"], option) for book in books for row in book.limits for option in (row["option"], row["unless_option"]) if option
    }
    for user in users:
        area = user.user["service_area"]
        if areas and area is not None and area not in areas:
            user.fields.fault(
                "service_area", "unknown_service_area", f"service area {area!r} has no local book", "no local limit would ever judge this user",
                f"use one of {', '.join(areas)}, or add limits/local/{area}.yaml",
            )
        for fields, row in user.categories:
            if (row["part"], row["subpart"], row["standard"]) not in standards:
                fields.fault(
                    "part", "unknown_category", f"no book holds 40 CFR {row['part']} subpart {row['subpart']} {row['standard']}",
                    "its limits would judge nothing", f"add limits/federal/part-{row['part']}.yaml, or correct the category",
                )
                continue
            for option in row["options"].split():
                if (row["part"], option) not in options:
                    known = ", ".join(name for part, name in sorted(options) if part == row["part"]) or "none"
                    fields.fault("options", "unknown_option", f"option {option!r} changes no limit", "a misspelt one would be passed over", f"known: {known}")
    for book in books:
        _check_permit(book, by_id)


def _check_permit(book: BookRead, users: Mapping[str, UserRead]) -> None:
    user_id = book.book.user_id
    if user_id is None:
        return
    if user_id not in users:
        book.fields.fault(
            "applies_to", "unknown_user", f"permit for {user_id!r}, who has no file in users/", "its limits would judge nothing",
            f"add limits/users/{user_id}.yaml, or correct applies_to",
        )
        return
    points = [row["point_id"] for row in users[user_id].points]
    named = [(book.fields, "applies_to", book.book.point_id), *((d.fields, "point", d.entry.point_id) for d in book.drafts)]
    for fields, key, point in named:
        if point is not None and point not in points:
            fields.fault(
                key, "unknown_point", f"{user_id} has no point {point!r}", "its limits would judge nothing", f"use one of {', '.join(points)}"
            )
    kinds = {row["kind"] for row in users[user_id].points}
    for draft in book.drafts:
        if draft.entry.applies_at not in (None, "headworks", *kinds):
            draft.fields.fault(
                "applies_at", "no_such_point", f"{user_id} has no point of kind {draft.entry.applies_at}", "this limit would judge nothing",
                "correct applies_at, or add the point to the user's file",
            )


def _point_names(users: list[UserRead]) -> dict[str, tuple[str, str]]:
    """Every name of every point; a name two points claim is a fault."""
    names: dict[str, tuple[str, str]] = {}
    for user in users:
        for fields, name, point in user.names:
            owner = names.setdefault(name, (user.user_id, point))
            if owner != (user.user_id, point):
                fields.fault(
                    "also_called", "repeated_point_name", f"{name!r} is also the name of point {owner[1]} of {owner[0]}",
                    "a result could belong to either", "use a name of its own",
                )
    return names


def _digest(read: Mapping[str, YamlFile]) -> str:
    contents = sorted(hashlib.sha256(file.text.encode("utf-8")).hexdigest() for file in read.values())
    return hashlib.sha256("\n".join(contents).encode("ascii")).hexdigest()
