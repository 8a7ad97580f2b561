"""A small, sound ``limits`` folder that a test can break in one place."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

import pytest

from headworks.adapters.limit_files import Law, load_law
from headworks.errors import Fault, LimitFileError

SOUND = {
    "units.yaml": """
        dimensions: {concentration: mg/L, temperature: degF, ph: s.u.}
        units:
          mg/L: {dimension: concentration, factor: "1", spellings: ["mg/l"]}
          ug/L: {dimension: concentration, factor: "0.001", spellings: []}
          degF: {dimension: temperature, factor: "1", spellings: []}
          degC: {dimension: temperature, factor: "1.8", addend: "32", spellings: []}
          s.u.: {dimension: ph, factor: "1", spellings: ["SU"]}
        bases: {N: ["as N"]}
        ambiguous: {ppt: "ask the laboratory"}
    """,
    "parameters.yaml": """
        parameters:
          copper_total:
            name: Copper, total
            cas: "7440-50-8"
            group: metal
            dimensions: [concentration]
            synonyms: ["Cu"]
          ph: {name: pH, group: conventional, dimensions: [ph], when_unit_is_missing: s.u.}
          temperature: {name: Temperature, group: physical, dimensions: [temperature]}
    """,
    "federal/part-433.yaml": """
        book: federal/part-433
        title: Metal finishing
        scope: federal
        applies_to: {part: "433"}
        source: {citation: 40 CFR part 433, checked_on: "2026-11-01", checked_by: us}
        limits:
          - entry: copper
            parameter: copper_total
            kind: daily_maximum
            maximum: "3.38"
            unit: mg/L
            subpart: A
            standard: PSES
            unless_option: other
            effective_from: "1986-02-15"
            citation: 40 CFR 433.15(a)
    """,
    "local/hilltown.yaml": """
        book: local/hilltown
        title: Hilltown
        scope: local
        applies_to: {service_area: hilltown}
        source: {citation: Hilltown Code, checked_on: "2026-11-01", checked_by: us}
        limits:
          - entry: ph-range
            parameter: ph
            kind: range
            minimum: "5.0"
            maximum: "9.0"
            unit: s.u.
            effective_from: "1990-01-01"
            effective_until: "1999-12-31"
            citation: s. 1
          - entry: ph-range
            parameter: ph
            kind: range
            minimum: "6.0"
            maximum: "9.0"
            unit: s.u.
            effective_from: "2000-01-01"
            effective_until: null
            citation: s. 1 as amended
        slugs:
          - entry: slug
            parameter: copper_total
            base: normal_sewage
            base_value: "0.4"
            unit: mg/L
            multiple: "5"
            minutes: 15
            duration_is_enough: true
            series_gap_minutes: 60
            effective_from: "1990-01-01"
            citation: s. 2
        references:
          - {entry: garbage, text: Shredded only., citation: s. 3}
    """,
    "permits/IU-1.yaml": """
        book: permits/IU-1
        title: Permit of IU-1 (made up)
        scope: permit
        applies_to: {user: IU-1}
        source: {citation: Permit IU-1, checked_on: "2026-11-01", checked_by: us}
        limits:
          - entry: copper
            parameter: copper_total
            kind: daily_maximum
            maximum: "1.30"
            unit: mg/L
            effective_from: "2025-01-01"
            citation: Permit IU-1, table 1
    """,
    "users/IU-1.yaml": """
        user: IU-1
        name: Example Plating (made up)
        service_area: hilltown
        classification:
          - {class: SIU_CIU, effective_from: "2020-01-01", effective_until: null, because: "40 CFR 403.3(v)"}
        monitoring_points:
          - {point: "001P", kind: end_of_process, also_called: ["Plating line"]}
          - {point: "001", kind: end_of_pipe, also_called: ["Street manhole"]}
        categories:
          - {part: "433", subpart: A, standard: PSES, point: "001P", options: [], effective_from: "2020-01-01", citation: permit}
    """,
}


Changes = Mapping[str, "str | bytes | None"]


class LawFolder:
    """The sound folder, written with changes: file name to its content, or None to leave the file out."""

    sound = SOUND

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, changes: Changes | None = None, into: str = "limits") -> Path:
        folder = self.folder / into
        for name, content in {**SOUND, **(changes or {})}.items():
            if content is None:
                continue
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else textwrap.dedent(content).lstrip("\n").encode())
        return folder

    def changed(self, name: str, old: str, new: str) -> dict[str, str | bytes | None]:
        """One piece of text of one file replaced, once."""
        assert old in SOUND[name], f"{old!r} is not in {name}"
        return {name: SOUND[name].replace(old, new, 1)}

    def load(self, changes: Changes | None = None, into: str = "limits") -> Law:
        return load_law(self.write(changes, into))

    def faults(self, changes: Changes) -> list[Fault]:
        """Every fault of the folder with changes, which must have at least one."""
        with pytest.raises(LimitFileError) as caught:
            self.load(changes)
        return caught.value.faults


@pytest.fixture
def law_folder(tmp_path: Path) -> LawFolder:
    return LawFolder(tmp_path)
