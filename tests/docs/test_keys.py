"""Every key of a limit file and of headworks.toml is on its page, and no other: asked of the loader, which names what it knows."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from headworks.adapters.limit_files import load_law
from headworks.errors import LimitFileError, UsageError
from headworks.workspace import open_folder

HEAD = """
book: {name}
title: t
scope: {scope}
applies_to: {{{binds}, zzz: "1"}}
source: {{zzz: "1"}}
settings: {{zzz: "1"}}
"""
INNER = """
limits:
  - zzz: "1"
  - {entry: a, parameter: zinc_total, kind: daily_maximum, effective_from: "2020-01-01", citation: c, derived: {zzz: "1"}, flag: {zzz: "1"}}
slugs:
  - zzz: "1"
references:
  - zzz: "1"
"""
USER = """
user: U-1
name: n
service_area: town
classification:
  - zzz: "1"
monitoring_points:
  - zzz: "1"
categories:
  - zzz: "1"
"""
# A file and the place in it that the loader names: the heading that lists its keys.
PLACES = {
    ("local/empty.yaml", ""): "A limit book",
    ("local/town.yaml", "applies_to"): "applies_to",
    ("federal/part-9.yaml", "applies_to"): "applies_to",
    ("permits/U-1.yaml", "applies_to"): "applies_to",
    ("local/town.yaml", "source"): "source",
    ("local/town.yaml", "settings"): "settings",
    ("local/town.yaml", "limits[1]"): "One of limits",
    ("local/town.yaml", "limits[2].derived"): "derived",
    ("local/town.yaml", "limits[2].flag"): "flag",
    ("local/town.yaml", "slugs[1]"): "One of slugs",
    ("local/town.yaml", "references[1]"): "One of references",
    ("users/empty.yaml", ""): "An industrial user",
    ("users/U-1.yaml", "classification[1]"): "One of classification",
    ("users/U-1.yaml", "monitoring_points[1]"): "One of monitoring_points",
    ("users/U-1.yaml", "categories[1]"): "One of categories",
    ("parameters.yaml", ""): "parameters.yaml",
    ("parameters.yaml", "parameters.zinc_total"): "One of parameters",
    ("parameters.yaml", "parameters.zinc_total.physical"): "physical",
    ("units.yaml", ""): "units.yaml",
    ("units.yaml", "units.mg/L"): "One of units",
}


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory, root: Path) -> list[Any]:
    """All faults of limit files with an unknown key in every block."""
    folder = tmp_path_factory.mktemp("keys")
    for name in ("parameters.yaml", "units.yaml"):
        shutil.copyfile(root / "limits" / name, folder / name)
    texts = {
        "local/town": HEAD.format(name="local/town", scope="local", binds="service_area: town") + INNER,
        "federal/part-9": HEAD.format(name="federal/part-9", scope="federal", binds="everyone: true"),
        "permits/U-1": HEAD.format(name="permits/U-1", scope="permit", binds="user: U-1"),
        "users/U-1": USER,
        "local/empty": 'zzz: "1"\n',
        "users/empty": 'zzz: "1"\n',
    }
    for name, text in texts.items():
        file = folder / f"{name}.yaml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    parameters = (folder / "parameters.yaml").read_text(encoding="utf-8")
    start = parameters.index("  zinc_total:\n")
    block, rest = parameters[start:].split("\n  ", 1)[0], parameters[start:]
    marked = rest.replace(block + "\n", block + '\n    zzz: "1"\n', 1).replace("physical: {", 'physical: {zzz: "1", ', 1)
    (folder / "parameters.yaml").write_text(parameters[:start] + marked + '\nzzz: "1"\n', encoding="utf-8")
    units = (folder / "units.yaml").read_text(encoding="utf-8").replace("  mg/L: {", '  mg/L: {zzz: "1", ', 1)
    (folder / "units.yaml").write_text(units + '\nzzz: "1"\n', encoding="utf-8")
    with pytest.raises(LimitFileError) as caught:
        load_law(folder)
    return caught.value.faults


@pytest.fixture(scope="module")
def documented(pages: dict[str, str], tables: Any) -> dict[str, dict[str, str]]:
    found = {}
    for heading, rows in tables(pages["docs/limits.md"]).items():
        if rows[0][:2] == ["key", "needed"]:
            assert all(row[2] for row in rows[1:]), heading
            found[heading] = {row[0]: row[1] for row in rows[1:]}
    return found


def place(fault: Any) -> tuple[str, str]:
    return fault.where.file, re.sub(r"\.?[^.\[\]]+\Z", "", fault.where.column or "")


def test_every_key_of_every_block_both_ways(faults: list[Any], documented: dict[str, dict[str, str]]) -> None:
    known: dict[str, set[str]] = {}
    for fault in faults:
        if fault.code == "unknown_key" and "'zzz'" in fault.what and place(fault) in PLACES:
            keys = re.fullmatch(r"use one of (.+)", fault.mend)
            assert keys, fault.mend
            known.setdefault(PLACES[place(fault)], set()).update(keys[1].split(", "))
    assert set(known) == set(PLACES.values()) == set(documented)
    assert {heading: set(keys) for heading, keys in documented.items()} == known


def test_keys_that_are_needed_are_those_the_loader_misses(faults: list[Any], documented: dict[str, dict[str, str]]) -> None:
    missed: dict[str, set[str]] = {heading: set() for heading in documented}
    empty = {(file, name) for file, name in PLACES if (file, name) != ("local/town.yaml", "limits[2]")}
    for fault in faults:
        if not fault.code.startswith("missing_"):
            continue
        # Missing keys are named at their block, which stands where the unknown key's place does.
        where = (fault.where.file, fault.where.column or "")
        if where in empty:
            missed[PLACES[where]].add(fault.code.removeprefix("missing_"))
    for heading in set(documented) - {"applies_to", "parameters.yaml", "units.yaml", "One of parameters", "One of units", "physical", "settings"}:
        needed = {key for key, needed in documented[heading].items() if needed == "yes"}
        # "one of these": the loader names the first of them.
        assert needed <= missed[heading], heading
        alternatives = {key for key, how in documented[heading].items() if how != "no"}
        assert missed[heading] <= alternatives, heading


def test_every_key_of_the_settings_file_both_ways(tmp_path: Path, pages: dict[str, str], tables: Any) -> None:
    told: dict[str, set[str]] = {}
    for section, key, *_ in tables(pages["docs/workspace.md"])["headworks.toml"][1:]:
        told.setdefault(section, set()).add(key)

    def known(text: str) -> set[str]:
        (tmp_path / "headworks.toml").write_text(text, encoding="utf-8")
        with pytest.raises(UsageError) as caught:
            open_folder(tmp_path)
        return set(caught.value.mend.removeprefix("use one of ").split(", "))

    assert known("[zzz]\n") == set(told)
    for section, keys in told.items():
        assert known(f"[{section}]\nzzz = 1\n") == keys, section


def test_the_settings_that_are_needed(tmp_path: Path, pages: dict[str, str], tables: Any) -> None:
    needed = [(row[0], row[1]) for row in tables(pages["docs/workspace.md"])["headworks.toml"][1:] if row[3] == "needed"]
    full = {"name": "Town of Example", "time_zone": "UTC"}
    assert needed == [("authority", key) for key in full]
    for left_out in full:
        lines = [f'{key} = "{value}"' for key, value in full.items() if key != left_out]
        (tmp_path / "headworks.toml").write_text("[authority]\n" + "\n".join(lines) + "\n", encoding="utf-8")
        with pytest.raises(UsageError, match=left_out):
            open_folder(tmp_path)
    (tmp_path / "headworks.toml").write_text("[authority]\n" + "\n".join(f'{k} = "{v}"' for k, v in full.items()), encoding="utf-8")
    assert open_folder(tmp_path).authority == "Town of Example"
