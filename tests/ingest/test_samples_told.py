"""From a laboratory's file to the reader: a finding on a sample is kept beside the result, and shown with it and with its verdicts."""

from __future__ import annotations

from typing import Any

import headworks as hw


def test_a_late_ph_and_a_composite_of_grease_are_accepted_judged_and_told(bench: Any, northfork: Any, row: Any) -> None:
    # 9:05 to 9:30 is 25 minutes, of 15 allowed. pH 4.5 is below the floor of 5.0 (40 CFR 403.5(b)(2)), found late or not.
    late = row(Analyte="pH", Result="4.5", Units="std units", MDL="", RL="", Limit_Units="", Analyzed="3/2/2026 9:30", Sample_ID="N-2")
    grease = row(Analyte="Oil & Grease", Result="20", Ended="3/3/2026 9:05", Sample_Type="Comp 24h", MDL="", RL="", Sample_ID="N-3")
    outcome = bench.take("northfork.csv", northfork(row(), late, grease))
    assert (outcome.rows_accepted, outcome.rows_refused) == (3, 0)
    programme = hw.open_workspace(bench.ws.root)
    programme.evaluate()
    found = {one.code: one for one in programme.sql("select * from sample_findings").itertuples()}
    assert set(found) == {"holding_time_exceeded", "sample_type"}
    ph = found["holding_time_exceeded"]
    assert (ph.parameter, str(ph.day)[:10], ph.user_id, ph.point_id) == ("ph", "2026-03-02", "IU-0900", "001")
    assert found["sample_type"].parameter == "oil_and_grease"

    words = f"{ph.result_id}: Holding time exceeded: analysis began 25 min after it was taken; allowed are 15 minutes (40 CFR 136.3(e) Table II)"
    verdicts = programme.sql("select verdict_id from verdicts where parameter = 'ph' and verdict = 'exceeds'")["verdict_id"]
    assert len(verdicts) > 0
    for one in (ph.result_id, *verdicts):
        told = programme.explain(one)
        assert words in told.text(bench.ws.time_zone).split("Read with it")[1]
        assert [each["code"] for each in told.to_dict()["sample_findings"]] == ["holding_time_exceeded"]

    copper = programme.sql("select result_id from results where parameter = 'copper_total'")["result_id"][0]
    assert programme.explain(copper).sample_findings == []

    summary = programme.report_weekly()
    assert "Findings on samples" in summary.html.read_text(encoding="utf-8")
