"""Parameters: the words laboratories and federal reports use, and the words that must find nothing."""

from __future__ import annotations

import pytest

from headworks.adapters.carried import carried
from headworks.adapters.limit_files import load_law

PARAMETERS = load_law(carried("limits")).parameters


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("Cu", "copper_total"), ("Copper", "copper_total"), ("Copper, Total", "copper_total"), ("COPPER (T)", "copper_total"),
        ("Total Copper", "copper_total"), ("copper_total", "copper_total"), ("7440-50-8", "copper_total"), ("Zinc, Total", "zinc_total"),
        ("Cr VI", "chromium_hexavalent"), ("Chromium, Hexavalent", "chromium_hexavalent"), ("Cr, Total", "chromium_total"),
        ("BOD", "bod5"), ("BOD5", "bod5"), ("BOD-5", "bod5"), ("Biochemical Oxygen Demand", "bod5"),
        ("Biochemical Oxygen Demand (BOD5)", "bod5"), ("BOD, carbonaceous [5 day, 20 C]", "cbod5"),
        ("TSS", "tss"), ("Total Suspended Solids", "tss"), ("Solids, total suspended", "tss"),
        ("Oil & Grease", "oil_and_grease"), ("O&G", "oil_and_grease"), ("FOG", "oil_and_grease"),
        ("Nitrogen, ammonia total [as N]", "ammonia_n"), ("Ammonia-Nitrogen", "ammonia_n"), ("Chlorine, total residual", "chlorine_residual"),
        ("E. coli", "e_coli"), ("Oxygen, dissolved [DO]", "dissolved_oxygen"), ("Flow, in conduit or thru treatment plant", "flow"),
        ("00300", "dissolved_oxygen"), ("00610", "ammonia_n"), ("80082", "cbod5"), ("50060", "chlorine_residual"), ("51040", "e_coli"),
        ("50050", "flow"), ("00530", "tss"), ("STORET 00400", "ph"), ("pH", "ph"), ("Phenols", "phenols_total_4aap"), ("Phenol", "phenol"),
        ("Petroleum oil", "petroleum_oil"), ("H2S", "hydrogen_sulfide"), ("CN", "cyanide_total"), ("Cyanide (A)", "cyanide_amenable"),
        ("TTO", "tto"), ("Flash Point", "flashpoint"), ("Temperature (deg F)", "temperature"), ("Total Residual Chlorine (TRC)", "chlorine_residual"),
    ],
)  # fmt: skip
def test_words_seen_in_files(word: str, key: str) -> None:
    assert PARAMETERS.find(word) == key


@pytest.mark.parametrize(
    "word",
    [
        "Total Petroleum Hydrocarbons",  # petroleum oil only if a source says so
        "Copper, Dissolved",  # a dissolved result is no total; the fraction is a column of its own
        "57-12-5",  # total and amenable cyanide share this number
        "Gross alpha", "Chromium III", "", "99999",
    ],
)  # fmt: skip
def test_words_that_must_not_be_guessed(word: str) -> None:
    assert PARAMETERS.find(word) is None


def test_suggestions() -> None:
    assert PARAMETERS.suggest("Coper") == ["Copper, total"]
    assert PARAMETERS.suggest("qqqq") == []


def test_physical_bounds() -> None:
    ph = PARAMETERS["ph"]
    assert (ph.minimum, ph.maximum, ph.when_unit_is_missing) == (0, 14, "s.u.")
    assert [p.key for p in PARAMETERS.values() if p.when_unit_is_missing] == ["ph"]
    assert PARAMETERS["flashpoint"].minimum is None
    assert all(p.minimum is None or p.minimum >= 0 for p in PARAMETERS.values())


def test_every_parameter_of_part_433_and_the_two_towns_is_there() -> None:
    assert len(PARAMETERS) >= 186 + 15
    assert {"color", "odor", "particle_size", "chlorine_demand", "radioactivity", "turbidity", "conductivity"} <= set(PARAMETERS)
