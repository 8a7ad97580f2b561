"""The law about samples: what it holds, what the table of the regulation says, and that nothing wrong in it passes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from headworks.adapters.carried import carried
from headworks.adapters.limit_files import load_law
from headworks.errors import LimitFileError

DAY = 24 * 60
# 40 CFR 136.3(e) Table II, typed from the table: the longest time, in minutes.
TABLE_II = {
    "bod5": 48 * 60, "cbod5": 48 * 60, "cod": 28 * DAY, "tss": 7 * DAY, "ph": 15, "chlorine_residual": 15, "oil_and_grease": 28 * DAY,
    "cyanide_total": 14 * DAY, "zinc_total": 180 * DAY, "chromium_hexavalent": 28 * DAY, "ammonia_n": 28 * DAY, "tkn": 28 * DAY,
    "phosphorus_total": 28 * DAY, "orthophosphate": 48 * 60, "sulfide_total": 7 * DAY, "phenols_total_4aap": 28 * DAY, "benzene": 14 * DAY,
    "naphthalene": None, "boron_total": None,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("units.yaml", "parameters.yaml", "sampling.yaml"):
        shutil.copyfile(carried("limits") / name, tmp_path / name)
    return tmp_path


def test_holding_times_are_those_of_the_table(folder: Path) -> None:
    held = {row["parameter"]: row["hold_minutes"] for row in load_law(folder).sampling.requirements if row["method_word"] is None}
    assert {name: held.get(name) for name in TABLE_II} == TABLE_II


def test_grabs_are_required_where_the_regulation_names_them(folder: Path) -> None:
    # 403.12(g)(3): pH, cyanide, total phenols, oil and grease, sulfide, volatile organics; and nothing else.
    groups = {row["group_id"] for row in load_law(folder).sampling.requirements if row["sample_type"] == "grab"}
    assert groups == {"ph", "cyanide", "total-phenols", "oil-and-grease", "sulfide", "volatile-organics"}


def test_a_workspace_without_one_uses_the_one_carried_and_its_own_wins(folder: Path) -> None:
    own = folder / "sampling.yaml"
    law = yaml.safe_load(own.read_text(encoding="utf-8"))
    law["settings"]["days_in_a_month"] = "31"
    own.write_text(yaml.safe_dump(law, sort_keys=False), encoding="utf-8")
    assert any(row["hold_minutes"] == 186 * DAY for row in load_law(folder, carried("limits")).sampling.requirements)
    own.unlink()
    law_used = load_law(folder, carried("limits"))
    assert any(row["hold_minutes"] == 180 * DAY for row in law_used.sampling.requirements)
    assert law_used.digest != load_law(folder).digest


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("parameter: tss\n", "parameter: tsss\n", "unknown_parameter", "did you mean"),
        ("unit: hours", "unit: hour", "unknown_unit", "minutes, hours, days, months"),
        ("{amount: 48,", "{amount: 0,", "not_whole", "at least 1"),
        ("checked: partly", "checked: yes_", "unknown_checked", "read, partly, from_memory"),
        ("immediate: true", "imediate: true", "unknown_key", "immediate"),
        ("containers: [plastic, glass]", "containers: [tin]", "unknown_containers", "plastic"),
        ("preservatives: [zinc_acetate]", "preservatives: [zinc]", "unknown_preservatives", "zinc_acetate"),
        ("parameter: cod\n", "parameter: tss\n", "repeated_parameter", "method_words"),
        ('    sample_type_citation: "40 CFR 403.12(g)(3)"\n', "", "citation_alone", "give both"),
        ('["hno3", "nitric"]', '["HNO3", "nitric"]', "bad_word", "small letters"),
        ('["hno3", "nitric"]', '["hcl", "nitric"]', "same_word", "delete it"),
        ('    citation: "40 CFR 136.3(e) Table II"\n', "", "missing_citation", "add citation"),
        ('    preservation: "cool, at most 6 C, sulfuric acid to pH below 2"\n', "", "missing_preservation", "add preservation"),
        ("settings: {days_in_a_month: 30}", "settings: {days_in_a_year: 30}", "unknown_key", "days_in_a_month"),
        ("    sample_type: grab\n", "    sample_type: composite\n", "unknown_sample_type", "grab"),
    ],
)
def test_a_fault_is_named_with_its_mend(folder: Path, old: str, new: str, code: str, words: str) -> None:
    file = folder / "sampling.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LimitFileError) as caught:
        load_law(folder)
    found = [fault for fault in caught.value.faults if fault.code == code]
    assert found, [fault.code for fault in caught.value.faults]
    assert found[0].where.file == "sampling.yaml"
    assert words in f"{found[0].what} {found[0].mend}"
