"""The record: the same file twice changes nothing, corrections supersede, and a damaged file is named."""

from __future__ import annotations

import json
from decimal import Decimal

import pyarrow.parquet as pq
import pytest

from headworks.adapters.record import arrow_schema, read_record
from headworks.core.tables import RECORD
from headworks.errors import HeadworksError

FLOW = "Tag,Timestamp,Flow_gpm,Status\n"


def flow(*rows):
    return FLOW + "".join(f"FT-0900,2026-11-16T{at}-05:00,{value},{status}\n" for at, value, status in rows)


def snapshot(bench):
    folders = (bench.ws.accepted_dir, bench.ws.refused_dir)
    return {
        path.name: (path.read_bytes(), path.stat().st_mtime_ns)
        for folder in folders
        if folder.exists()
        for path in folder.iterdir()
    }


def test_same_file_twice_changes_nothing(bench, row, northfork):
    text = northfork(row(), row(Analyte="Zinc", Units="ppt"))
    bench.take("nf.csv", text)
    before = snapshot(bench)
    for name, again in (
        ("nf.csv", text),
        ("copy.csv", text),
        ("lf.csv", text.replace("\r\n", "\n")),
        ("u.csv", text.encode("utf-16")),
    ):
        outcome = bench.take(name, again)  # V23: line ends and encodings are no new content
        assert outcome.status == "already_taken_in" and outcome.notes == ["on record as nf.csv"]
    assert snapshot(bench) == before


def test_one_run_with_two_equal_files(bench, northfork):
    bench.put("a.csv", northfork())
    bench.put("b.csv", northfork().replace("\r\n", "\n"))
    assert [one.status for one in bench.run(dry_run=True).batches] == ["accepted", "already_taken_in"]
    assert [one.status for one in bench.run().batches] == ["accepted", "already_taken_in"]


def test_dry_run_writes_nothing_and_says_the_same(bench, row, northfork):
    bench.put("a.csv", northfork(row(), row(Analyte="Zinc", Units="ppt")))
    bench.put("b.csv", northfork(row(Result="0.6")))
    said = bench.run(dry_run=True).to_dict()
    assert bench.written == [] and said.pop("dry_run") is True
    done = bench.run().to_dict()
    assert done.pop("dry_run") is False and said == done
    json.dumps(done)


def test_a_repeat_in_another_file_is_on_record(bench, row, northfork):
    bench.take("a.csv", northfork())
    outcome = bench.take("b.csv", northfork(row(Result="500", Units="ug/L"), row(Analyte="Zinc")))
    assert (outcome.rows_accepted, outcome.refused_codes) == (1, {"already_on_record": 1})


def test_corrections_supersede(bench, row, northfork):
    for number, value in enumerate(["0.5", "5.0", "0.5"]):  # and back again: still a chain, never a loop
        outcome = bench.take(f"{number}.csv", northfork(row(Result=value, Reported=f"3/{9 + number}/2026")))
        assert outcome.rows_accepted == 1
    results = {one["result_id"]: one for one in bench.record()["results"]}
    assert len(results) == 3
    (current,) = [
        one for one in results.values() if one["result_id"] not in {other["supersedes"] for other in results.values()}
    ]
    assert current["value"] == Decimal("0.5") and current["source_file"] == "2.csv"
    before = results[current["supersedes"]]
    assert before["value"] == 5 and results[before["supersedes"]]["source_file"] == "0.csv"


def test_a_sample_number_used_twice_is_no_correction(bench, row, northfork):
    bench.take("a.csv", northfork())
    outcome = bench.take("b.csv", northfork(row(Collected="3/3/2026 9:05", Result="9")))
    assert outcome.refused_codes == {"sample_on_another_day": 1}


def test_repeats_inside_one_file(bench, row, northfork):
    outcome = bench.take("a.csv", northfork(
        row(Sample_ID="24-0117", Result="1.2"), row(Sample_ID="24-0117", Result="2.1"),  # V21
        row(Sample_ID="N-2"), row(Sample_ID="N-2", Result="500", Units="ug/L"),
    ))
    assert (outcome.rows_accepted, outcome.refused_codes) == (1, {"conflicting_repeat": 2, "duplicate_row": 1})
    assert "also row 3" in bench.record()["refused_rows"][0]["what"]


def test_repeated_readings(bench):
    outcome = bench.take(
        "a.csv",
        flow(
            ("08:00:00", 5, "OK"),
            ("08:01:00", 5, "OK"),
            ("08:01:00", "5.0", "OK"),
            ("08:02:00", 6, "OK"),
            ("08:02:00", 7, "OK"),
        ),
    )
    assert (outcome.rows_accepted, outcome.refused_codes) == (2, {"conflicting_repeat": 2, "duplicate_row": 1})
    outcome = bench.take("b.csv", flow(("08:00:00", 5, "OK"), ("08:01:00", 9, "OK"), ("08:02:00", 6, "OK")))
    assert (outcome.rows_accepted, outcome.refused_codes) == (1, {"already_on_record": 1, "conflicts_with_record": 1})
    assert [one["value"] for one in bench.record()["readings"]] == [5, 5, 6] or len(bench.record()["readings"]) == 3


def test_the_record_has_the_tables_named_in_core(bench, row, northfork):
    for tables in (
        read_record(bench.ws.accepted_dir),
        bench.take("a.csv", northfork(row(), row(Units="ppt"))) and read_record(bench.ws.accepted_dir),
    ):
        assert {table.name: tables[table.name].schema for table in RECORD} == {
            table.name: arrow_schema(table) for table in RECORD
        }
    assert {name: table.num_rows for name, table in tables.items()} == {
        "results": 1,
        "readings": 0,
        "batches": 1,
        "refused_rows": 1,
            "flows": 0,
    }
    batch, = tables["batches"].to_pylist()
    assert (batch["rows_in"], batch["rows_accepted"], batch["rows_refused"], batch["files"]) == (2, 1, 1, "a.csv")


@pytest.mark.parametrize("damage", [lambda data: data[:100], lambda data: b"", lambda data: data[:-200] + b"x" * 200])
def test_a_damaged_batch_is_named(bench, northfork, damage):
    outcome = bench.take("a.csv", northfork())
    path = bench.ws.accepted_dir / f"{outcome.batch_id}.parquet"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(HeadworksError, match="a batch on record cannot be read") as caught:
        read_record(bench.ws.accepted_dir)
    assert caught.value.where == f"accepted/{path.name}" and "backup" in caught.value.mend


def test_a_foreign_parquet_and_a_lost_companion_are_named(bench, row, northfork):
    outcome = bench.take("a.csv", northfork(row(), row(Units="ppt")))
    (bench.ws.accepted_dir / f"{outcome.batch_id}.refused.parquet").unlink()
    with pytest.raises(HeadworksError, match="cannot be read") as caught:
        read_record(bench.ws.accepted_dir)
    assert caught.value.where.endswith(".refused.parquet")
    pq.write_table(arrow_schema(RECORD[0]).empty_table(), bench.ws.accepted_dir / "zz.parquet")
    with pytest.raises(HeadworksError) as caught:
        bench.run()
    assert caught.value.where == "accepted/zz.parquet"


def test_a_full_disk_leaves_no_half_batch(bench, row, northfork, monkeypatch):
    def full(*_args, **_more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("headworks.adapters.record.pq.write_table", full)
    bench.put("a.csv", northfork(row(), row(Units="ppt")))
    with pytest.raises(HeadworksError, match="the record cannot be written"):
        bench.run()
    assert bench.written == []
    monkeypatch.undo()
    assert bench.run().batches[0].status == "accepted"
