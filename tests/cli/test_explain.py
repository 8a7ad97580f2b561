"""``explain ID``: from the file row in the sender's own words to the citation, with every number in between."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

KEYS = ["id", "subject", "arithmetic", "results", "readings"]


@pytest.fixture
def id_of(headworks: Any, ran: Path) -> Any:
    """Id of the one verdict, event or result that fits."""

    def ask(table: str, where: str) -> str:
        rows = headworks("history", "query", f"select {table[:-1]}_id as id from {table} where {where}", "--workspace", ran, "--format", "json").json
        assert len(rows) == 1, rows
        return str(rows[0]["id"])

    return ask


@pytest.fixture
def explained(headworks: Any, ran: Path) -> Any:
    """What explain says of an id, as text and as JSON."""

    def ask(id: str) -> tuple[str, dict[str, Any]]:
        text, as_json = headworks("explain", id, "--workspace", ran), headworks("explain", id, "--workspace", ran, "--format", "json")
        assert (text.code, text.err, as_json.code, as_json.err, list(as_json.json)) == (0, "", 0, "", KEYS)
        assert text.out.startswith(f"{id}: ") and as_json.json["id"] == id
        return text.out, as_json.json

    return ask


def test_an_exceedance_from_row_to_citation(id_of: Any, explained: Any) -> None:
    text, told = explained(id_of("verdicts", "verdict = 'exceeds' and parameter = 'copper_total'"))
    for part in (
        "exceeds", "IU-0901 Testbed Plating (made up), point 001, Copper, total", "daily value of 2 Mar 2026: 1.36 mg/L; daily maximum: 1.0 mg/L",
        'Cu "1,360" ug/L',  # the sender's own words
        "northfork.csv, row 2; sample N-1, composite 24h, 2026-03-02 08:00; Northfork Analytical",
        "1.36 mg/L (x 0.001 = mg/L)",  # 1,360 ug/L x 0.001
        "maximum it is compared with: 1 mg/L (exactly this meets)",
        "local/testtown/copper-daily@2000-01-01, in force from 2000-01-01, still in force",
        "Testtown 9-1", '"not more than 1.0 mg/L of copper on any day"', "made with limits ",
    ):
        assert part in text, part
    (result,) = told["results"]
    assert (result["source_file"], result["source_row"], result["value_reported"], result["unit_reported"], result["parameter_reported"]) == (
        "northfork.csv", 2, "1,360", "ug/L", "Cu",
    )
    assert (result["at_least"], result["at_most"], result["canonical_unit"], result["conversion"]) == ("1.36", "1.36", "mg/L", "x 0.001 = mg/L")
    subject = told["subject"]
    assert (subject["verdict"], subject["value"], subject["printed"], subject["citation"], subject["maximum"]) == (
        "exceeds", "1.36", "1.0 mg/L", "Testtown 9-1", "1",
    )
    assert subject["limits_digest"] and subject["version"]
    assert subject["result_ids"] == [result["result_id"]]


def test_an_average_writes_its_sum_out(id_of: Any, explained: Any) -> None:
    text, told = explained(id_of("verdicts", "judged_on = 'month' and user_id = 'IU-0901'"))
    # (1.36 + 0.2) / 2 = 0.78, not above 0.9
    assert "mean of 2 daily values: (1.36 + 0.2) / 2 = 0.78" in told["arithmetic"]
    assert "monthly average of 1 to 31 Mar 2026: 0.78 mg/L" in text and "(1.36 + 0.2) / 2 = 0.78" in text
    assert [(row["source_file"], row["source_row"]) for row in told["results"]] == [("northfork.csv", 2), ("northfork.csv", 6)]


def test_an_undecided_result_says_why_and_what_settles_it(id_of: Any, explained: Any) -> None:
    text, told = explained(id_of("verdicts", "parameter = 'lead_total'"))
    assert text.splitlines()[0].endswith("undecided (not detected, but the reporting limit is above the limit)")
    assert 'Lead "<0.1" mg/L' in text and "not detected, from 0 to 0.1 mg/L" in text and "Testtown 9-4" in text
    assert "to settle it: " in text
    assert (told["subject"]["at_least"], told["subject"]["at_most"], told["subject"]["maximum"]) == ("0", "0.1", "0.05")


def test_a_result_without_a_limit_says_so(id_of: Any, explained: Any) -> None:
    text, told = explained(id_of("verdicts", "parameter = 'flow'"))
    assert "no limit was in force for this result on its day" in text and told["subject"]["citation"] is None
    # The highest reading of the hour, first at 8:20, is line 22: one heading and twenty minutes before it.
    assert 'highest reading "61" gpm at 2026-03-04 08:20:00; flow.csv, row 22' in text
    assert [(row["what"], row["source_row"], row["value_reported"]) for row in told["readings"]] == [("highest", 22, "61"), ("lowest", 2, "12")]


def test_a_slug_shows_base_threshold_duration_and_peak(id_of: Any, explained: Any) -> None:
    text, told = explained(id_of("events", "kind = 'slug'"))
    # 1 gpm = 3.785411784 L x 1440 = 5.45099296896 m3/d; 10 gpm = 54.5099, 5 x = 272.550, 61 gpm = 332.511
    for part in (
        "base: 54.5099 m³/d (normal sewage)", "threshold: 5 x 54.5099 = 272.55 m³/d", "peak: 332.511 m³/d",
        "16 values above, from 08:20:00 to 08:35:00: 15 minutes; the rule asks for 15 minutes or more",
    ):
        assert part in told["arithmetic"] and part in text
    assert 'highest reading "61" gpm at 2026-03-04 08:20:00; flow.csv, row 22' in text
    assert "Testtown 9-6" in text and '"above five times 10 gallons a minute for 15 minutes"' in text


def test_a_result_is_explained_too(id_of: Any, explained: Any) -> None:
    text, told = explained(id_of("results", "parameter = 'zinc_total' and user_id = 'IU-0902'"))
    assert 'Zinc "0.02" mg/l [<]' in text and "catskill.csv, row 3" in text and "not detected, from 0 to 0.02 mg/L" in text
    assert told["results"] == [told["subject"]]


def test_the_subject_as_one_line_of_csv(headworks: Any, id_of: Any, ran: Path) -> None:
    id = id_of("verdicts", "parameter = 'lead_total'")
    said = headworks("explain", id, "--workspace", ran, "--format", "csv")
    head, line = said.out.splitlines()
    assert (said.code, said.err) == (0, "") and head.startswith("verdict_id,") and line.startswith(id + ",")


def test_the_beginning_of_an_id_is_enough_if_only_one_begins_so(headworks: Any, id_of: Any, ran: Path) -> None:
    for id in (id_of("verdicts", "parameter = 'lead_total'"), id_of("events", "kind = 'slug'")):
        assert headworks("explain", f" {id[:12]} ", "--workspace", ran).out == headworks("explain", id, "--workspace", ran).out


@pytest.mark.parametrize("id", ["", "   ", "V", "V-", "V-%", " V-0 "], ids=repr)
def test_a_beginning_that_is_too_short_is_called_so(headworks: Any, ran: Path, id: str) -> None:
    # All begin so, or none could be meant: never that the history holds none.
    said = headworks("explain", "--workspace", ran, "--", id)
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        f"headworks: {id.strip()!r} is too short for an id\n  why:    at least 4 characters are needed, such as V-01\n"
        "  mend:   give more of its characters\n  effect: nothing was written\n"
    )


@pytest.mark.parametrize("id", ["V-0000000000000000", "nonsense", "V-%%", "'; drop table verdicts; --"], ids=repr)
def test_an_unknown_id_ends_with_2_and_a_mend(headworks: Any, tree: Any, ran: Path, id: str) -> None:
    before = tree(ran)
    said = headworks("explain", "--workspace", ran, "--", id)
    assert (said.code, said.out) == (2, "") and tree(ran) == before
    assert said.err.startswith(f"headworks: no verdict, event or result {id.strip()!r}\n") and "\n  mend:   copy an id from the report" in said.err


def test_an_ambiguous_beginning_lists_those_that_begin_so(headworks: Any, town: Path) -> None:
    # Two hex digits have 256 values; 65 verdicts are sure to share some (and the same every time: ids are digests).
    file = town / "data/incoming/northfork.csv"
    head, *rows = file.read_text(encoding="utf-8").splitlines()
    zinc = next(row for row in rows if ",Zinc," in row)
    file.write_text("\n".join([head, *(zinc.replace("N-2", f"M-{at}") for at in range(65))]) + "\n", encoding="utf-8")
    assert headworks("ingest", file, "--workspace", town).code == 0 and headworks("evaluate", "--workspace", town).code == 0
    sql = "select substr(verdict_id, 1, 4) as start, list(verdict_id order by verdict_id) as ids from verdicts group by all having count(*) > 1 order by 1"
    first = headworks("history", "query", sql, "--workspace", town, "--format", "json").json[0]
    said = headworks("explain", first["start"], "--workspace", town)
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        f"headworks: {first['start']} is not one verdict\n  why:    several begin so: {', '.join(first['ids'])}\n  mend:   give more of its characters\n"
    )
