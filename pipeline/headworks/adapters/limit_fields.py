"""Typed access to one block of a limit file: what is asked for is checked, and what is wrong becomes a fault."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date
from decimal import Decimal

from headworks.adapters.strict_yaml import Block, Items, YamlFile
from headworks.core.limit_entries import STILL

_NUMBER = re.compile(r"-?\d{1,23}(\.\d{1,15})?\Z")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\Z")


class Fields:
    """One block, and the file its faults are noted in.

    Parameters
    ----------
    file : YamlFile
    block : Block
    name : str
        How messages call the block, such as ``limits[3]``; empty for the top of the file.
    """

    def __init__(self, file: YamlFile, block: Block, name: str = "") -> None:
        self.file, self.block, self.name = file, block, name

    def fault(self, key: str | None, code: str, what: str, why: str, mend: str) -> None:
        """Note a fault at a key, or at the block where ``key`` is None."""
        line = self.block.line if key is None else self.block.line_of(key)
        self.file.fault(code, what, line, self._path(key), why, mend)

    def _path(self, key: str | None) -> str | None:
        return ".".join(part for part in (self.name, key) if part) or None

    def check_keys(self, allowed: Collection[str], required: Collection[str] = ()) -> None:
        """Fault every key that is not allowed and every required one that is missing."""
        for key in self.block:
            if key not in allowed:
                self.fault(
                    key,
                    "unknown_key",
                    f"key {key!r} is not known here",
                    "a misspelt key would be passed over in silence",
                    f"use one of {', '.join(sorted(allowed))}",
                )
        for key in required:
            if self.block.get(key) is None or self.block.get(key) == "":
                what = "citation is missing" if key == "citation" else f"key {key!r} is missing"
                why = "a limit nobody can look up is no law" if key == "citation" else "its value cannot be guessed"
                self.fault(None if key not in self.block else key, f"missing_{key}", what, why, f"add {key}: ...")

    def has(self, key: str) -> bool:
        """Whether a key stands there with a value."""
        return self.block.get(key) is not None

    def text(self, key: str) -> str | None:
        """Text of a key; None if it is not there or no text."""
        value = self.block.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, str | int):
            self.fault(
                key,
                "not_text",
                f"{key} must be text",
                "a list, a block or a truth value was found",
                f'write {key}: "..."',
            )
            return None
        if isinstance(value, int):
            self.fault(
                key,
                "unquoted",
                f"{key}: {value} is not quoted",
                "bare numbers are changed by YAML readers",
                f'write {key}: "{value}"',
            )
            return str(value)
        return " ".join(value.split()) if "\n" in value else value.strip()

    def texts(self, key: str) -> tuple[str, ...]:
        """List of texts; empty if the key is not there."""
        value = self.block.get(key)
        if value is None:
            return ()
        if not isinstance(value, Items) or not all(isinstance(item, str) and item.strip() for item in value):
            self.fault(
                key,
                "not_a_list",
                f"{key} must be a list of texts",
                "something else was found",
                f'write {key}: ["...", "..."]',
            )
            return ()
        return tuple(value)

    def number(self, key: str) -> Decimal | None:
        """Exact decimal of a quoted number; None if it is not there or no number."""
        text = self.text(key)
        if text is None:
            return None
        if not _NUMBER.match(text):
            self.fault(
                key,
                "not_a_number",
                f"{key}: {text!r} is not a plain number",
                "exponents, signs, commas, NaN and Infinity are not read",
                'write digits and a point, such as "0.002", with at most 15 decimals',
            )
            return None
        return Decimal(text)

    def day(self, key: str) -> date | None:
        """Date of a quoted YYYY-MM-DD; None if it is not there or no date."""
        text = self.text(key)
        if text is None:
            return None
        try:
            if _DAY.match(text):
                return date.fromisoformat(text)
        except ValueError:
            pass
        self.fault(
            key,
            "not_a_date",
            f"{key}: {text!r} is not a date",
            "other ways to write a day can be misread",
            'write "2026-03-31"',
        )
        return None

    def days(self, first: str = "effective_from", last: str = "effective_until") -> tuple[date, date] | None:
        """First and last day of a block; a missing last day means: still in force."""
        start, end = self.day(first), self.day(last)
        if start is None or (end is None and self.has(last)):
            return None
        if end is not None and end < start:
            self.fault(
                last,
                "days_backwards",
                f"{last} {end} is before {first} {start}",
                "it would never be in force",
                "correct one of the two",
            )
            return None
        return start, end or STILL

    def whole(self, key: str) -> int | None:
        """Whole number of at least 1, bare or quoted."""
        value = self.block.get(key)
        if isinstance(value, str) and value.isascii() and value.isdigit():
            value = int(value)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            self.fault(
                key,
                "not_whole",
                f"{key} must be a whole number, at least 1",
                "it counts minutes or days",
                f"write {key}: 15",
            )
            return None
        return value

    def truth(self, key: str, default: bool) -> bool:
        """True or false; the default if the key is not there."""
        value = self.block.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault(
                key, "not_true_or_false", f"{key} must be true or false", f"{value!r} was found", f"write {key}: true"
            )
            return default
        return value

    def choice(self, key: str, choices: Collection[str], default: str | None = None) -> str | None:
        """One of a closed list of words; the default if the key is not there."""
        text = self.text(key)
        if text is None:
            return default
        if text not in choices:
            self.fault(
                key,
                f"unknown_{key}",
                f"{key} {text!r} is not known",
                "what it would mean cannot be guessed",
                f"use one of {', '.join(choices)}",
            )
            return default
        return text

    def inner(self, key: str) -> Fields | None:
        """Block below a key; None if it is not there or no block."""
        value = self.block.get(key)
        if value is None:
            return None
        if not isinstance(value, Block):
            self.fault(
                key,
                "not_a_block",
                f"{key} must be a block of keys",
                "something else was found",
                f"write {key}: {{...: ...}}",
            )
            return None
        return Fields(self.file, value, self._path(key) or key)

    def each(self, key: str) -> list[Fields]:
        """Blocks of a list below a key; empty if it is not there."""
        value = self.block.get(key)
        if value is None:
            return []
        if not isinstance(value, Items):
            self.fault(
                key,
                "not_a_list",
                f"{key} must be a list",
                "something else was found",
                f"begin each item of {key} with a dash",
            )
            return []
        found = []
        for number, (item, line) in enumerate(zip(value, value.lines, strict=True), start=1):
            name = f"{self._path(key)}[{number}]"
            if isinstance(item, Block):
                found.append(Fields(self.file, item, name))
            else:
                self.file.fault(
                    "not_a_block",
                    f"{name} must be a block of keys",
                    line,
                    name,
                    "something else was found",
                    "write key: value",
                )
        return found
