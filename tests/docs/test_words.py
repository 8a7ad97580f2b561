"""Every reason, kind of limit, quantity and event is explained, and nothing is explained that is not there."""

from __future__ import annotations

from typing import Any

import pytest

from headworks.core.limit_entries import KINDS
from headworks.core.reasons import EVENTS, QUANTITIES, REASONS


@pytest.fixture(scope="module")
def sections(pages: dict[str, str], tables: Any) -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = tables(pages["docs/verdicts.md"])
    return found


@pytest.mark.parametrize(("heading", "standing"), [("To resolve", False), ("Standing", True)])
def test_every_reason_with_its_words_and_its_mend(sections: Any, heading: str, standing: bool) -> None:
    told = {code: (words, mend) for code, words, _, mend in sections[heading][1:]}
    assert told == {code: (one.words, one.mend) for code, one in REASONS.items() if one.is_standing == standing}
    assert all(when for _, _, when, _ in sections[heading][1:])


def test_every_verdict(sections: Any) -> None:
    # The closed list of the contract: a verdict is one of these three.
    assert [row[0] for row in sections["Verdicts"][1:]] == ["meets", "exceeds", "undecided"]


def test_every_quantity_and_kind_of_limit(sections: Any) -> None:
    rows = sections["What is judged"]
    split = next(at for at, row in enumerate(rows) if row[0] == "kind of limit")
    assert {row[0] for row in rows[1:split]} == {*QUANTITIES, "reported:STATISTIC"}
    who = {"any": "any_sample", "grabs and readings": "grabs"}
    assert {kind: (on, who[samples]) for kind, on, samples in rows[split + 1 :]} == {kind: (on, by) for kind, (on, by, _) in KINDS.items()}


def test_every_event(sections: Any) -> None:
    assert {row[0] for row in sections["Slugs"][1:]} == set(EVENTS)


@pytest.mark.xdist_group("docs")
def test_the_reasons_of_the_example_are_explained(ran: Any, headworks: Any) -> None:
    said = headworks(ran.folder, ["history", "query", "select distinct reason from verdicts where verdict = 'undecided' order by 1", "--format", "csv"])
    found = set(said.out.split()[1:])
    assert found and found <= set(REASONS)
