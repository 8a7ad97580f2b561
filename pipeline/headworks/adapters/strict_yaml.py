"""YAML, read strictly: a number or a date must be quoted, a key may stand once, and every value knows its line.

Plain YAML reads 1.30 as 1.3, 2024-01-01 as a date, NO as false and 12:30 as 750. Here such text is a fault that says
"put it in quotes"; only whole numbers, true, false and null may stand bare.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from headworks.errors import Fault, Where

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WHOLE = re.compile(r"-?(0|[1-9]\d*)\Z")
_WORDS = {"true": True, "false": False, "null": None, "": None, "~": None}
# What some YAML reader takes for a number, a date, a time or a truth value.
_RISKY = re.compile(
    r"""(?ix)
    [-+]?(\d[\d_,]*\.?\d*|\.\d+)(e[-+]?\d+)?     # 1.30, 1e3, .5, 1_000, 007
    | [-+]?0[xob][0-9a-f_]+                       # 0x1f
    | [-+]?\.(inf|nan) | nan | infinity
    | \d{4}-\d{1,2}-\d{1,2}([t ].*)?              # 2024-01-01
    | [-+]?\d+(:[0-5]?\d)+(\.\d*)?                # 12:30
    | yes | no | on | off | true | false | null
    """
)


class Block(dict[str, Any]):
    """A mapping of a file, with the line of the block and of each key."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}

    def line_of(self, key: str) -> int:
        """Line of a key, or of the block if the key is not there."""
        return self.lines.get(key, self.line)


class Items(list[Any]):
    """A list of a file, with the line of each item."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: list[int] = []


@dataclass
class YamlFile:
    """One file: its name as a reader knows it, its content, and what is wrong with it.

    ``content`` is None where nothing could be read; then ``faults`` says why.
    """

    name: str
    content: Block | None = None
    text: str = ""
    faults: list[Fault] = field(default_factory=list)
    seen: set[int] = field(default_factory=set, repr=False)

    def fault(self, code: str, what: str, line: int | None, key: str | None, why: str, mend: str) -> None:
        """Note one thing that is wrong."""
        self.faults.append(Fault(code, what, Where(self.name, line, key), why, mend))


def read_yaml(path: Path, name: str) -> YamlFile:
    """Read one file, collecting faults instead of stopping at the first.

    Parameters
    ----------
    path : Path
    name : str
        What to call it in messages, such as ``local/barton.yaml``.
    """
    file = YamlFile(name)
    try:
        file.text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
        node = yaml.compose(file.text, Loader=_LOADER)
    except UnicodeDecodeError as cause:
        file.fault(
            "not_utf8",
            f"not UTF-8: byte {cause.start + 1} cannot be read",
            None,
            None,
            "a degree sign or a name would be guessed",
            "save the file as UTF-8",
        )
        return file
    except OSError as cause:
        file.fault(
            "unreadable",
            f"cannot be opened: {cause.strerror}",
            None,
            None,
            "nothing of it is known",
            "check its permissions",
        )
        return file
    except (yaml.YAMLError, ValueError) as cause:
        mark = getattr(cause, "problem_mark", None)
        problem = getattr(cause, "problem", None) or str(cause).splitlines()[0]
        file.fault(
            "not_yaml",
            f"not readable as YAML: {problem}",
            mark.line + 1 if mark is not None else None,
            None,
            "nothing after this place can be trusted",
            "mend the line named, or the one above it: a missing quote, colon or indent",
        )
        return file
    if not isinstance(node, yaml.MappingNode):
        what = "empty file" if node is None else "no keys at the top of the file"
        file.fault(
            "empty", what, 1, None, "a file that says nothing may be one that lost its content", "fill it, or delete it"
        )
        return file
    file.content = _block(node, file)
    return file


def _value(node: Any, file: YamlFile, key: str | None) -> Any:
    if id(node) in file.seen:  # an alias hands out the same node again
        file.fault(
            "alias",
            "an alias (*name) is not read",
            node.start_mark.line + 1,
            key,
            "a limit must be readable where it stands",
            "write the value out",
        )
        return None
    file.seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        return _block(node, file)
    if isinstance(node, yaml.SequenceNode):
        items = Items(node.start_mark.line + 1)
        for item in node.value:
            items.append(_value(item, file, key))
            items.lines.append(item.start_mark.line + 1)
        return items
    text: str = node.value
    if node.style:  # quoted, or a block of text
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.match(text) and len(text) < 10:
        return int(text)
    if _RISKY.fullmatch(text):
        file.fault(
            "unquoted",
            f"{text} is not quoted",
            node.start_mark.line + 1,
            key,
            "YAML would change it: 1.30 becomes 1.3, 2024-01-01 a date, NO a false",
            f'write "{text}"',
        )
    return text


def _block(node: Any, file: YamlFile) -> Block:
    block = Block(node.start_mark.line + 1)
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            file.fault(
                "bad_key", "a key must be one word", line, None, "a list or a block cannot name a value", "write a word"
            )
            continue
        key: str = key_node.value
        if not key_node.style and _RISKY.fullmatch(key):
            file.fault(
                "unquoted",
                f"key {key} is not quoted",
                line,
                key,
                "YAML would read it as a number or a truth value",
                f'write "{key}":',
            )
        if key in block:
            file.fault(
                "repeated_key",
                f"key {key!r} stands twice (first on line {block.lines[key]})",
                line,
                key,
                "only one of the two values could count, and which is a guess",
                "delete one of the two",
            )
            continue
        block.lines[key] = line
        block[key] = _value(value_node, file, key)
    return block
