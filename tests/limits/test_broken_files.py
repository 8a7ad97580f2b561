"""One broken file per mistake: the loader must name the file, the line, the key, and the mistake in words."""

from __future__ import annotations

from typing import Any

import pytest

LOCAL, UNITS, PARAMETERS, USER, PERMIT = (
    "local/hilltown.yaml", "units.yaml", "parameters.yaml", "users/IU-1.yaml", "permits/IU-1.yaml",
)
PART = "federal/part-433.yaml"
# file, old text, new text, code of the fault, words it must say
# fmt: off
MISTAKES = [
    (LOCAL, 'maximum: "9.0"', "maximum: 9.0", "unquoted", "9.0 is not quoted"),
    (LOCAL, 'maximum: "9.0"', "maximum: 9", "unquoted", "maximum: 9 is not quoted"),
    (LOCAL, 'maximum: "9.0"', "maximum: 1e3", "unquoted", "1e3 is not quoted"),
    (LOCAL, 'maximum: "9.0"', 'maximum: "1e3"', "not_a_number", "'1e3' is not a plain number"),
    (LOCAL, 'maximum: "9.0"', 'maximum: "NaN"', "not_a_number", "'NaN' is not a plain number"),
    (LOCAL, 'maximum: "9.0"', 'maximum: "Infinity"', "not_a_number", "'Infinity' is not a plain number"),
    (LOCAL, 'maximum: "9.0"', "maximum: .inf", "unquoted", ".inf is not quoted"),
    (LOCAL, 'maximum: "9.0"', 'maximum: "1,000"', "not_a_number", "'1,000' is not a plain number"),
    (LOCAL, 'maximum: "9.0"', 'maximum: "9.0000000000000001"', "not_a_number", "is not a plain number"),
    (LOCAL, 'effective_from: "1990-01-01"', "effective_from: 1990-01-01", "unquoted", "1990-01-01 is not quoted"),
    (LOCAL, 'effective_from: "1990-01-01"', 'effective_from: "1.1.1990"', "not_a_date", "'1.1.1990' is not a date"),
    (LOCAL, 'effective_from: "1990-01-01"', 'effective_from: "1990-02-30"', "not_a_date", "'1990-02-30' is not a date"),
    (LOCAL, "title: Hilltown", "title: NO", "unquoted", "NO is not quoted"),
    (LOCAL, "title: Hilltown", "title: 12:30", "unquoted", "12:30 is not quoted"),
    (LOCAL, "title: Hilltown", "title: Hilltown\n        on: x", "unquoted", "key on is not quoted"),
    (LOCAL, "title: Hilltown", "title: Hilltown\n        colour: x", "unknown_key", "key 'colour' is not known"),
    (LOCAL, "title: Hilltown", "title: Hilltown\n        title: Again", "repeated_key", "key 'title' stands twice"),
    (LOCAL, "title: Hilltown", "title: &name Hilltown\n        note: *name", "alias", "an alias (*name) is not read"),
    (LOCAL, "title: Hilltown", "title: [", "not_yaml", "not readable as YAML"),
    (LOCAL, "kind: range", "knid: range", "unknown_key", "key 'knid' is not known"),
    (LOCAL, "kind: range", "kind: rnage", "unknown_kind", "kind 'rnage' is not known"),
    (LOCAL, "kind: range", "", "missing_kind", "key 'kind' is missing"),
    (LOCAL, "kind: range", "kind: instantaneous_maximum", "bound_not_of_kind", "instantaneous_maximum has no minimum"),
    (LOCAL, "citation: s. 1", "citation: null", "missing_citation", "citation is missing"),
    (LOCAL, "citation: s. 2", 'citation: ""', "missing_citation", "citation is missing"),
    (LOCAL, "parameter: ph", "parameter: pHH", "unknown_parameter", "parameter 'pHH' is no key"),
    (LOCAL, "parameter: ph", "parameter: ph\n            parameters: [ph]", "missing_parameter", "one of the two"),
    (LOCAL, "unit: s.u.", "unit: SU", "unknown_unit", "unit 'SU' is not a name of units.yaml"),
    (LOCAL, "unit: s.u.", "unit: mg/L", "wrong_dimension", "unit mg/L (concentration) does not fit ph"),
    (LOCAL, "unit: s.u.", "", "missing_unit", "key 'unit' is missing"),
    (LOCAL, 'minimum: "5.0"', 'minimum: "9.5"', "minimum_above_maximum", "minimum 9.5 is above maximum 9.0"),
    (LOCAL, 'minimum: "5.0"', "undecided: narrative", "number_and_undecided", "maximum and undecided stand together"),
    (LOCAL, 'minimum: "5.0"\n            maximum: "9.0"', "", "no_value", "neither a number nor undecided"),
    (LOCAL, 'minimum: "5.0"\n            maximum: "9.0"', "undecided: perhaps", "unknown_undecided", "'perhaps' is not known"),
    (LOCAL, '"1999-12-31"', '"2000-01-01"', "overlapping_days", "ph-range from 2000-01-01 overlaps"),
    (LOCAL, '"1999-12-31"', "null", "overlapping_days", "still in force"),
    (LOCAL, '"1999-12-31"', '"1998-12-31"', "undeclared_gap", "ph-range holds until 1998-12-31 and again from 2000-01-01"),
    (LOCAL, '"1999-12-31"', '"1989-12-31"', "days_backwards", "effective_until 1989-12-31 is before"),
    (LOCAL, '"2000-01-01"', '"1990-01-01"', "repeated_entry", "entry ph-range from 1990-01-01 stands twice"),
    (LOCAL, "kind: range", "kind: range\n            gap: none", "gap_without_gap", "has no earlier version"),
    (LOCAL, 'minimum: "5.0"\n            maximum: "9.0"\n            unit: s.u.', 'derived: {from: nothing, times: "5"}', "unknown_base", "'nothing', which is no printed entry"),
    (LOCAL, "kind: range", "kind: range\n            option: other", "not_categorical", "option stands in a book without a part"),
    (LOCAL, "kind: range", 'kind: range\n            point: "001"', "point_without_user", "a book that is no permit"),
    (LOCAL, "kind: range", "kind: range\n            decisive: maybe", "not_true_or_false", "decisive must be true or false"),
    (LOCAL, "kind: range", "kind: range\n            applies_at: moon", "unknown_applies_at", "applies_at 'moon' is not known"),
    (LOCAL, "kind: range", "kind: range\n            basis: Q", "unknown_basis", "basis 'Q' is not known"),
    (LOCAL, "book: local/hilltown", "book: local/other", "book_not_path", "book 'local/other' is not where it says"),
    (LOCAL, "scope: local", "scope: federal", "scope_not_folder", "scope federal does not belong in local/"),
    (LOCAL, "{service_area: hilltown}", "{everyone: true}", "unknown_key", "key 'everyone' is not known"),
    (LOCAL, "applies_to: {service_area: hilltown}", "", "missing_applies_to", "key 'applies_to' is missing"),
    (LOCAL, "scope: local", "scope: local\n        settings: {non_detect_rule: third}", "unknown_non_detect_rule", "'third' is not known"),
    (LOCAL, "minutes: 15", "minutes: 0", "not_whole", "minutes must be a whole number"),
    (LOCAL, "base: normal_sewage", "base: own_average", "missing_baseline_days", "key 'baseline_days' is missing"),
    (LOCAL, "base: normal_sewage", "base: own_average", "not_for_this_base", "base_value does not go with base own_average"),
    (LOCAL, "text: Shredded only., ", "", "missing_text", "key 'text' is missing"),
    (UNITS, 'factor: "0.001", spellings: []', 'factor: "0.001", spellings: ["mg/l"]', "same_spelling", "'mg/l' stands for mg/L and for ug/L"),
    (UNITS, 'factor: "0.001"', 'factor: "0"', "bad_factor", "factor of ug/L is not above 0"),
    (UNITS, "concentration: mg/L", "concentration: ug/L", "bad_canonical", "canonical unit 'ug/L' of concentration"),
    (UNITS, "ppt:", "mg/l:", "same_spelling", "'mg/l' stands for mg/L and for ambiguous"),
    (PARAMETERS, "synonyms: [\"Cu\"]", "synonyms: [\"Temperature\"]", "same_word", "'temperature' stands for copper_total and for temperature"),
    (PARAMETERS, "dimensions: [temperature]", "dimensions: [heat]", "unknown_dimension", "dimension 'heat' is not known"),
    (PART, "subpart: A", "", "missing_subpart", "key 'subpart' is missing"),
    (PART, "standard: PSES", "standard: BAT", "unknown_standard", "standard 'BAT' is not known"),
    (PERMIT, "user: IU-1}", "user: IU-9}", "unknown_user", "permit for 'IU-9', who has no file"),
    (PERMIT, "user: IU-1}", 'user: IU-1, point: "009"}', "unknown_point", "IU-1 has no point '009'"),
    (PERMIT, "kind: daily_maximum", "kind: daily_maximum\n            applies_at: end_of_process\n            point: \"7\"", "unknown_point", "no point '7'"),
    (USER, "service_area: hilltown", "service_area: hiltown", "unknown_service_area", "service area 'hiltown' has no local book"),
    (USER, "class: SIU_CIU", "class: BIG", "unknown_class", "class 'BIG' is not known"),
    (USER, 'point: "001P", options', 'point: "002", options', "unknown_point", "category at point '002'"),
    (USER, 'part: "433"', 'part: "413"', "unknown_category", "no book holds 40 CFR 413 subpart A PSES"),
    (USER, "options: []", "options: [amenable]", "unknown_option", "option 'amenable' changes no limit"),
    (USER, 'also_called: ["Street manhole"]', 'also_called: ["plating  LINE"]', "repeated_point_name", "'plating line' is also the name"),
    (USER, '{point: "001", kind: end_of_pipe', '{point: "001P", kind: end_of_pipe', "repeated_point", "point 001P stands twice"),
    (USER, "user: IU-1", "user: IU-2", "user_not_path", "user 'IU-2' is not where it says"),
]
# fmt: on


def test_the_folder_is_sound_before_it_is_broken(law_folder: Any) -> None:
    assert len(law_folder.load().limits) == 4


@pytest.mark.parametrize(("name", "old", "new", "code", "words"), MISTAKES)
def test_a_mistake_is_named(law_folder: Any, name: str, old: str, new: str, code: str, words: str) -> None:
    faults = law_folder.faults(law_folder.changed(name, old, new))
    found = [fault for fault in faults if fault.code == code]
    assert found, [f"{fault.code}: {fault.what}" for fault in faults]
    assert any(words in fault.what and fault.where.file == name for fault in found), [fault.what for fault in found]
    assert all(fault.why and fault.mend for fault in faults)


def test_the_line_and_key_are_given(law_folder: Any) -> None:
    fault = law_folder.faults(law_folder.changed("local/hilltown.yaml", 'maximum: "9.0"', "maximum: 9.0"))[0]
    # line 11 of the file as written: book, title, scope, applies_to, source, limits, entry, parameter, kind, minimum
    assert (fault.where.row, fault.where.column) == (11, "maximum")


def test_a_number_the_history_cannot_hold_exactly_is_refused(law_folder: Any) -> None:
    new = 'parameter: copper_total\n            kind: daily_maximum\n            maximum: "0.0000000000001"\n            unit: ug/L'
    old = 'parameter: copper_total\n            kind: daily_maximum\n            maximum: "1.30"\n            unit: mg/L'
    faults = law_folder.faults(law_folder.changed("permits/IU-1.yaml", old, new))
    assert [fault.code for fault in faults] == ["too_many_digits"]


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"", "empty"), (b"# nothing\n", "empty"), (b"- a\n", "empty"), (b"title: caf\xe9\n", "not_utf8"), (b"a: b: c\n", "not_yaml")],
)
def test_a_file_that_cannot_be_read(law_folder: Any, content: bytes, code: str) -> None:
    assert [fault.code for fault in law_folder.faults({"local/other.yaml": content})] == [code]


def test_a_file_that_would_be_passed_over(law_folder: Any) -> None:
    faults = law_folder.faults({"permits/IU-2.yml": "book: x", "extra/more.yaml": "book: x"})
    assert [(fault.code, fault.where.file) for fault in faults] == [
        ("stray_file", "extra/more.yaml"), ("stray_file", "permits/IU-2.yml"),
    ]


def test_units_or_parameters_missing(law_folder: Any) -> None:
    faults = law_folder.faults({"units.yaml": None, "parameters.yaml": None})
    assert {(fault.code, fault.where.file) for fault in faults} == {
        ("missing_file", "units.yaml"), ("missing_file", "parameters.yaml"),
    }


def test_the_same_name_for_points_of_two_users(law_folder: Any) -> None:
    other = law_folder.sound["users/IU-1.yaml"].replace("user: IU-1", "user: IU-2")
    faults = law_folder.faults({"users/IU-2.yaml": other})
    assert [fault.what for fault in faults if fault.code == "repeated_point_name"] == [
        "'plating line' is also the name of point 001P of IU-1", "'street manhole' is also the name of point 001 of IU-1",
    ]


def test_every_fault_of_every_file_comes_at_once(law_folder: Any) -> None:
    changes = {
        **law_folder.changed("local/hilltown.yaml", 'minimum: "5.0"', "minimum: 5.0"),
        **law_folder.changed("permits/IU-1.yaml", 'unit: mg/L', "unit: furlong"),
        **law_folder.changed("users/IU-1.yaml", "class: SIU_CIU", "class: BIG"),
    }
    assert {fault.where.file for fault in law_folder.faults(changes)} == set(changes)
