"""Read ``sampling.yaml``: how samples must be taken and kept, and the words laboratories use about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from headworks.adapters.limit_fields import Fields
from headworks.adapters.limit_subjects import parameters_of
from headworks.adapters.limit_words import Words
from headworks.adapters.strict_yaml import YamlFile

Row = dict[str, Any]

CHECKED = ("read", "partly", "from_memory")
NO_MEANING = "no_meaning"
_MINUTES = {"minutes": 1, "hours": 60, "days": 1440}
_KINDS = {"container": "containers", "preservation": "preservatives"}
_GROUP_KEYS = {
    "group", "parameter", "parameters", "method_words", "hold", "immediate", "containers", "preservation", "preservatives",
    "sample_type", "sample_type_note", "citation", "sample_type_citation", "checked", "note",
}  # fmt: skip
_WORD = re.compile(r"[a-z0-9]+\Z")


@dataclass(frozen=True)
class Sampling:
    """Rows of the tables ``sampling_requirements`` and ``sampling_words``."""

    requirements: tuple[Row, ...] = ()
    words: tuple[Row, ...] = ()


def read_sampling(file: YamlFile, words: Words) -> Sampling:
    """Requirements and words of ``sampling.yaml``; what is wrong is noted in the file."""
    if file.content is None:
        return Sampling()
    top = Fields(file, file.content)
    top.check_keys({"settings", "groups", "words"}, ["settings", "groups", "words"])
    settings = top.inner("settings")
    month = None
    if settings is not None:
        settings.check_keys({"days_in_a_month"}, ["days_in_a_month"])
        month = settings.whole("days_in_a_month")
    said = _words(top)
    found: list[Row] = []
    for fields in top.each("groups"):
        found += _group(fields, words, said, month or 30)
    _check_repeated(top, found)
    return Sampling(
        tuple(found),
        tuple(
            {"kind": kind, "word": word, "meaning": meaning}
            for kind, meanings in said.items() for meaning, listed in meanings.items() for word in listed
        ),
    )


def _words(top: Fields) -> dict[str, dict[str, tuple[str, ...]]]:
    """Kind -> meaning -> words."""
    found: dict[str, dict[str, tuple[str, ...]]] = {kind: {} for kind in _KINDS}
    listed = top.inner("words")
    if listed is None:
        return found
    listed.check_keys(_KINDS, list(_KINDS))
    for kind in _KINDS:
        meanings = listed.inner(kind)
        if meanings is None:
            continue
        owner: dict[str, str] = {}
        for meaning in meanings.block:
            found[kind][meaning] = meanings.texts(meaning)
            for word in found[kind][meaning]:
                if not _WORD.match(word):
                    meanings.fault(
                        meaning, "bad_word", f"word {word!r} is not small letters and digits only", "it would never be found in a text",
                        "write it in small letters, without blanks and signs",
                    )
                if owner.setdefault(word, meaning) != meaning:
                    meanings.fault(
                        meaning, "same_word", f"word {word!r} stands for {owner[word]} and for {meaning}",
                        "which one a laboratory means would be a guess", "delete it from one of the two",
                    )
    return found


def _group(fields: Fields, words: Words, said: dict[str, dict[str, tuple[str, ...]]], month: int) -> list[Row]:
    fields.check_keys(_GROUP_KEYS, ["group", "hold", "citation", "checked"])
    parameters, _ = parameters_of(fields, words)
    hold = _hold(fields, month)
    checked = fields.choice("checked", CHECKED)
    sample_type = fields.choice("sample_type", ("grab",))
    if (sample_type is None) == fields.has("sample_type_citation"):
        fields.fault(
            "sample_type_citation", "citation_alone", "sample_type and sample_type_citation go together",
            "a rule nobody can look up is no law", "give both, or neither",
        )
    allowed = {key: _meanings(fields, key, said[kind]) for kind, key in _KINDS.items()}
    if allowed["preservatives"] and not fields.has("preservation"):
        fields.fault(
            None, "missing_preservation", "key 'preservation' is missing", "a finding could not say what is asked for",
            "add preservation: ...",
        )
    group, citation = fields.text("group"), fields.text("citation")
    methods = fields.texts("method_words")
    if hold is None or not (group and citation and checked):
        return []
    minutes, hold_words = hold
    return [
        {
            "group_id": group, "parameter": parameter, "method_word": method.lower() if method else None,
            "hold_minutes": minutes, "hold": hold_words, "is_immediate": fields.truth("immediate", False),
            "containers": " ".join(allowed["containers"]), "preservation": fields.text("preservation") or "",
            "preservatives": " ".join(allowed["preservatives"]), "sample_type": sample_type,
            "sample_type_note": fields.text("sample_type_note") or "", "citation": citation,
            "sample_type_citation": fields.text("sample_type_citation") or "", "checked": checked, "note": fields.text("note") or "",
        }
        for parameter in parameters for method in (methods or (None,))
    ]


def _hold(fields: Fields, month: int) -> tuple[int, str] | None:
    """Minutes, and the words of the law."""
    inner = fields.inner("hold")
    if inner is None:
        return None
    inner.check_keys({"amount", "unit"}, ["amount", "unit"])
    amount, unit = inner.whole("amount"), inner.choice("unit", (*_MINUTES, "months"))
    if amount is None or unit is None:
        return None
    if unit == "months":
        return amount * month * _MINUTES["days"], f"{amount} months (counted as {amount * month} days)"
    return amount * _MINUTES[unit], f"{amount} {unit}"


def _meanings(fields: Fields, key: str, said: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    known = [meaning for meaning in said if meaning != NO_MEANING]
    names = fields.texts(key)
    for name in names:
        if name not in known:
            fields.fault(
                key, f"unknown_{key}", f"{name!r} has no words under words", "no text of a laboratory could ever mean it",
                f"use one of {', '.join(known)}, or add its words",
            )
    return names


def _check_repeated(top: Fields, rows: list[Row]) -> None:
    first: dict[tuple[str, str | None], str] = {}
    for row in rows:
        group = first.setdefault((row["parameter"], row["method_word"]), row["group_id"])
        if group != row["group_id"]:
            top.fault(
                "groups", "repeated_parameter", f"{row['parameter']} stands in {group} and in {row['group_id']}",
                "which of the two holds would be a guess", "delete it from one of them, or give one of them method_words",
            )
