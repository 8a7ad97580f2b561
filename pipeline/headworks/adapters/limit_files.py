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

from headworks.adapters.limit_books import read_book
from headworks.adapters.limit_checks import check_across, point_names_of
from headworks.adapters.limit_users import read_user
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
    "VARCHAR": pa.string(),
    "INTEGER": pa.int32(),
    "BOOLEAN": pa.bool_(),
    "DATE": pa.date32(),
    "DOUBLE": pa.float64(),
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
            "industrial_users": self.users,
            "monitoring_points": self.points,
            "categories": self.categories,
            "limits": self.limits,
            "slug_rules": self.slug_rules,
            "units": self.units.rows(),
            "parameters": self.parameters.rows(),
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
        The folder headworks carries: it supplies parameters.yaml, units.yaml and federal books the workspace lacks.

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
        books = [
            book
            for name, file in read.items()
            if name.split("/")[0] in _BOOK_FOLDERS and (book := read_book(file, words))
        ]
        check_across(books, users)
    names = point_names_of(users)
    faults += [fault for file in read.values() for fault in file.faults]
    if faults or words is None:
        hit = len({fault.where.file for fault in faults})
        raise LimitFileError(
            f"limits cannot be trusted: {len(faults)} fault(s) in {hit} file(s)",
            where=str(limits_dir),
            mend="mend every fault listed, then check again",
            effect="nothing was judged",
            faults=faults,
        )
    return Law(
        parameters=words.parameters,
        units=words.units,
        limits=tuple(row for book in books for row in book.limits),
        slug_rules=tuple(row for book in books for row in book.slug_rules),
        users=tuple(user.user for user in users),
        points=tuple(row for user in users for row in user.points),
        categories=tuple(row for user in users for _, row in user.categories),
        user_classes=tuple(row for user in users for row in user.classes),
        references=tuple(row for book in books for row in book.references),
        digest=_digest(read),
        point_names=names,
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
            faults.append(
                Fault(
                    "stray_file",
                    f"{name} is not read",
                    Where(name),
                    "a limit in a file that is passed over would judge nothing",
                    "name it *.yaml and put it in federal/, local/, permits/ or users/",
                )
            )
    for path in sorted(library.rglob("*.yaml")) if library is not None and library.is_dir() else ():
        name = path.relative_to(library).as_posix() if library is not None else ""
        if name in _VOCABULARY or name.startswith("federal/"):
            files.setdefault(name, path)
    faults += [
        Fault(
            "missing_file",
            f"{name} is missing",
            Where(name),
            "no limit and no result can be read without it",
            "copy it from the library",
        )
        for name in _VOCABULARY
        if name not in files
    ]
    return files, faults


def _words(read: Mapping[str, YamlFile]) -> Words | None:
    """Units and parameters; None where either cannot be read, because every book would then seem to be wrong."""
    files = [read.get(name) for name in _VOCABULARY]
    if any(file is None or file.content is None for file in files):
        return None
    units = read_units(read["units.yaml"])
    return Words(units, read_parameters(read["parameters.yaml"], units))


def _digest(read: Mapping[str, YamlFile]) -> str:
    contents = sorted(hashlib.sha256(file.text.encode("utf-8")).hexdigest() for file in read.values())
    return hashlib.sha256("\n".join(contents).encode("ascii")).hexdigest()
