"""Read one limit book: whom it binds, where it was read, its limits, its slugs, and the numbers it only keeps."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from headworks.adapters.limit_entries import Draft, read_entry
from headworks.adapters.limit_fields import Fields
from headworks.adapters.limit_slugs import read_slug
from headworks.adapters.limit_words import Words
from headworks.adapters.strict_yaml import YamlFile
from headworks.core.limit_entries import STILL, Book
from headworks.core.limits import Row, limit_rows, slug_rows

_TOP = {"book", "title", "scope", "applies_to", "source", "settings", "note", "limits", "slugs", "references"}
_BINDS = {"federal": ("everyone", "part"), "local": ("service_area",), "permit": ("user",)}
_FOLDERS = {"federal": "federal", "local": "local", "permits": "permit"}


@dataclass
class BookRead:
    """What one book gives, and where its users and points were named, for the checks across files."""

    book: Book
    fields: Fields
    limits: list[Row] = field(default_factory=list)
    slug_rules: list[Row] = field(default_factory=list)
    references: list[Row] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)


def read_book(file: YamlFile, words: Words) -> BookRead | None:
    """One book; None if not even its head can be read. What is wrong is noted in the file."""
    if file.content is None:
        return None
    top = Fields(file, file.content)
    top.check_keys(_TOP, ["book", "title", "scope", "applies_to", "source"])
    book = _head(top)
    if book is None:
        return None
    read = BookRead(book, top)
    if not any(top.has(key) for key in ("limits", "slugs", "references")):
        top.fault(
            None, "no_entries", "the book has no limits, slugs or references", "it would say nothing", "add limits: ..."
        )
    listed, slug_fields = top.each("limits"), top.each("slugs")
    drafts = [draft for fields in listed if (draft := read_entry(fields, book, words)) is not None]
    _check_versions(
        [(d.fields, d.entry.entry_id, d.entry.effective_from, d.entry.effective_until, d.gap) for d in drafts], listed
    )
    read.drafts = [whole for draft in drafts for whole in _derive(draft, drafts, listed)]
    for draft in read.drafts:
        read.limits += limit_rows(book, draft.entry, words.units)
    slugs = [(fields, slug) for fields in slug_fields if (slug := read_slug(fields, book, words)) is not None]
    _check_versions([(f, s.entry_id, s.effective_from, s.effective_until, None) for f, s in slugs], slug_fields)
    for _, slug in slugs:
        read.slug_rules += slug_rows(book, slug, words.units)
    read.references = _references(top, book)
    return read


def _head(top: Fields) -> Book | None:
    name, scope = top.text("book"), top.choice("scope", _BINDS)
    path = top.file.name.removesuffix(".yaml")
    if name is not None and name != path:
        top.fault(
            "book",
            "book_not_path",
            f"book {name!r} is not where it says",
            f"the file is {top.file.name}",
            f"write book: {path}",
        )
    folder = path.split("/")[0]
    if scope is not None and _FOLDERS.get(folder) != scope:
        top.fault(
            "scope",
            "scope_not_folder",
            f"scope {scope} does not belong in {folder}/",
            "a reader would look elsewhere",
            "move the file",
        )
    source = top.inner("source")
    if source is not None:
        source.check_keys({"citation", "url", "checked_on", "checked_by"}, ["citation", "checked_on", "checked_by"])
        source.day("checked_on")
    settings = top.inner("settings")
    rule, daily = "half", "mean"
    if settings is not None:
        settings.check_keys({"non_detect_rule", "daily_value"})
        rule = settings.choice("non_detect_rule", ("zero", "half", "full"), rule) or rule
        daily = settings.choice("daily_value", ("mean", "each_grab"), daily) or daily
    binds = top.inner("applies_to")
    if name is None or scope is None or binds is None:
        return None
    allowed = _BINDS[scope]
    binds.check_keys({*allowed, "point"} if scope == "permit" else set(allowed))
    given = [key for key in allowed if binds.has(key)]
    if len(given) != 1 or (given == ["everyone"] and not binds.truth("everyone", False)):
        top.fault(
            "applies_to",
            "applies_to_whom",
            f"a {scope} book applies to {' or '.join(allowed)}",
            "whom it binds cannot be guessed",
            f"write applies_to: {{{allowed[0]}: ...}}",
        )
        return None
    return Book(
        path,
        scope,
        service_area=binds.text("service_area"),
        part=binds.text("part"),
        user_id=binds.text("user"),
        point_id=binds.text("point"),
        url=(source.text("url") if source is not None else None) or "",
        non_detect_rule=rule,
        daily_value=daily,
    )


def _check_versions(versions: list[tuple[Fields, str, date, date, str | None]], listed: list[Fields]) -> None:
    """Versions of one entry follow one another: no day twice, and no day left out unless it is said why.

    An entry of which a version could not be read is passed over: its own fault comes first.
    """
    by_entry: dict[str, list[tuple[date, date, Fields, str | None]]] = {}
    for fields, entry, first, last, gap in versions:
        by_entry.setdefault(entry, []).append((first, last, fields, gap))
    for entry, rows in by_entry.items():
        if len(rows) < _count(listed, entry):
            continue
        rows.sort(key=lambda row: row[0])
        for number, (first, _, fields, gap) in enumerate(rows):
            previous = rows[number - 1][1] if number else None
            if previous is None:
                if gap:
                    fields.fault(
                        "gap",
                        "gap_without_gap",
                        f"{entry} has no earlier version",
                        "there is no gap to explain",
                        "delete gap",
                    )
                continue
            if first == rows[number - 1][0]:
                fields.fault(
                    "effective_from",
                    "repeated_entry",
                    f"entry {entry} from {first} stands twice",
                    "only one value can be in force",
                    "delete one, or give it another name",
                )
            elif first <= previous:
                until = "still in force" if previous == STILL else f"in force until {previous}"
                fields.fault(
                    "effective_from",
                    "overlapping_days",
                    f"{entry} from {first} overlaps the version before it ({until})",
                    "two values would hold on one day",
                    "give the earlier version its last day",
                )
            elif not gap and first != previous + timedelta(days=1):
                fields.fault(
                    "effective_from",
                    "undeclared_gap",
                    f"{entry} holds until {previous} and again from {first}",
                    "results between would be judged by nothing",
                    "correct the days, or say why in gap: ...",
                )
            elif gap and first == previous + timedelta(days=1):
                fields.fault(
                    "gap", "gap_without_gap", f"{entry} leaves no day out", "there is no gap to explain", "delete gap"
                )


def _count(listed: list[Fields], entry: str) -> int:
    return sum(fields.block.get("entry") == entry for fields in listed)


def _derive(draft: Draft, drafts: list[Draft], listed: list[Fields]) -> list[Draft]:
    """The versions a derived entry stands for, one per version of its base; any other entry as it is."""
    if draft.derived_from is None or draft.times is None:
        return [draft]
    fields, entry = draft.fields, draft.entry
    bases = [d for d in drafts if d.entry.entry_id == draft.derived_from and d.derived_from is None]
    if not any(d.entry.entry_id == draft.derived_from for d in drafts) and _count(listed, draft.derived_from):
        return []  # it stands there but could not be read: its own fault comes first
    if not bases:
        fields.fault(
            "derived",
            "unknown_base",
            f"{entry.entry_id} is derived from {draft.derived_from!r}, which is no printed entry of this book",
            "its value cannot be computed",
            "name an entry that has a number",
        )
        return []
    whole = []
    for base in (d.entry for d in bases):
        first, last = max(entry.effective_from, base.effective_from), min(entry.effective_until, base.effective_until)
        if first > last:
            continue
        if base.parameters != entry.parameters or (base.maximum is None and base.undecided is None):
            fields.fault(
                "derived",
                "base_does_not_fit",
                f"{base.entry_id} has no maximum for the same parameter",
                "a multiple of another thing is no limit",
                "derive from an entry with a maximum and the same parameter",
            )
            return []
        words = f"{draft.times:f} x {base.entry_id}"
        value = None if base.maximum is None else base.maximum * draft.times
        whole.append(
            Draft(
                fields,
                replace(
                    entry,
                    effective_from=first,
                    effective_until=last,
                    unit=base.unit,
                    maximum=value,
                    undecided=base.undecided,
                    derived_from=words,
                    printed=entry.printed or (f"{value:f} {base.unit} ({words})" if value is not None else None),
                ),
            )
        )
    if not whole:
        fields.fault(
            "derived",
            "base_not_in_force",
            f"{draft.derived_from} is never in force on its days",
            "no value",
            "correct the days",
        )
    return whole


def _references(top: Fields, book: Book) -> list[Row]:
    rows: list[Row] = []
    for fields in top.each("references"):
        fields.check_keys({"entry", "text", "citation", "quote", "note"}, ["entry", "text", "citation"])
        entry = fields.text("entry")
        if any(row["entry_id"] == entry for row in rows):
            fields.fault(
                "entry",
                "repeated_entry",
                f"reference {entry} stands twice",
                "one of the two would be lost",
                "rename one",
            )
        rows.append(
            {
                "book_id": book.book_id,
                "entry_id": entry,
                "text": fields.text("text"),
                "citation": fields.text("citation"),
                "quote": fields.text("quote") or "",
                "note": fields.text("note"),
            }
        )
    return rows
