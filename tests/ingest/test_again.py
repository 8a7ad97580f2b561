"""A refused row goes in once the name it lacked is there: the mend that the message proposes works."""

from __future__ import annotations

from pathlib import Path


def teach(bench, name: str) -> None:
    """What the message says: add the name under also_called of the right point."""
    path: Path = bench.ws.limits_dir / "users" / "IU-0900.yaml"
    text = path.read_text(encoding="utf-8").replace('"Testbed manhole"', f'"Testbed manhole", "{name}"')
    path.write_text(text, encoding="utf-8")


def test_a_mended_name_brings_its_rows_in(bench, row, northfork):
    text = northfork(row(), row(Location="Testbed back door", Analyte="Zinc"), row(Location="Nowhere", Analyte="Lead"))
    first = bench.take("a.csv", text)
    assert (first.rows_accepted, first.refused_codes) == (1, {"unknown_point": 2})
    assert bench.take("a.csv", text).status == "already_taken_in"
    teach(bench, "Testbed back door")
    second = bench.take("a.csv", text)
    # Two rows were pending: one is known today, the other is still nobody's.
    assert (second.status, second.rows_in, second.rows_accepted, second.refused_codes) == ("accepted", 2, 1, {"unknown_point": 1})
    assert second.batch_id == f"{first.batch_id}-2"
    assert sorted(one["parameter_reported"] for one in bench.record()["results"]) == ["Copper", "Zinc"]
    written = bench.written
    assert bench.take("a.csv", text).status == "already_taken_in" and bench.written == written


def test_a_mend_that_helps_no_row_changes_nothing(bench, row, northfork):
    text = northfork(row(), row(Location="Nowhere", Analyte="Lead"))
    bench.take("a.csv", text)
    written = bench.written
    teach(bench, "Somewhere else")
    assert bench.take("a.csv", text).status == "already_taken_in" and bench.written == written


def test_the_other_values_of_a_wide_row_are_not_taken_twice(bench):
    text = "Site,Date,Time,Type,Copper (mg/L),Unobtainium (mg/L)\nTestbed manhole,02-Mar-2026,09:05,G,0.5,0.7\n"
    first = bench.take("wide.csv", text)
    assert (first.rows_in, first.rows_accepted, first.refused_codes) == (2, 1, {"unknown_parameter": 1})
    parameters = bench.ws.limits_dir / "parameters.yaml"
    known = (bench.ws.library_dir / "parameters.yaml").read_text(encoding="utf-8")
    parameters.write_text(known.replace('synonyms: ["Zn"', 'synonyms: ["Unobtainium", "Zn"', 1), encoding="utf-8")
    second = bench.take("wide.csv", text)
    assert (second.rows_in, second.rows_accepted, second.rows_refused) == (1, 1, 0)
    assert sorted(one["parameter"] for one in bench.record()["results"]) == ["copper_total", "zinc_total"]
