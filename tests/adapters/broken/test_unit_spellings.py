"""Unit texts of real files, and what each must mean: several are read as something else by libraries of units."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from headworks.adapters.carried import carried
from headworks.adapters.limit_files import load_law

# Dimension, and what one of it is in the canonical unit.
ANNEX = {
    "MG/L": ("concentration", "1"), "mg/L": ("concentration", "1"), "mg/l": ("concentration", "1"), "mg L-1": ("concentration", "1"),
    "UG/L": ("concentration", "0.001"), "ug/L": ("concentration", "0.001"), "µg/L": ("concentration", "0.001"), "μg/L": ("concentration", "0.001"),
    "ppb": ("concentration", "0.001"), "PPM": ("concentration", "1"), "ng/L": ("concentration", "0.000001"), "g/m3": ("concentration", "1"),
    "mg/l as N": ("concentration", "1"), "mg/L CaCO3": ("concentration", "1"), "s.u.": ("ph", "1"), "S.U.": ("ph", "1"), "SU": ("ph", "1"), "pH": ("ph", "1"),
    "deg F": ("temperature", "1"), "°F": ("temperature", "1"), "degF": ("temperature", "1"), "F": ("temperature", "1"),
    "deg C": ("temperature", "33.8"), "Deg. C": ("temperature", "33.8"), "°C": ("temperature", "33.8"), "C": ("temperature", "33.8"),
    "mgd": ("flow", "3785.411784"), "MGD": ("flow", "3785.411784"), "Mgal/d": ("flow", "3785.411784"), "gpd": ("flow", "0.003785411784"),
    "gal/day": ("flow", "0.003785411784"), "m3/d": ("flow", "1"), "cfs": ("flow", "2446.5755455488"), "CCF": ("volume", "2.8316846592"),
    "ft3": ("volume", "0.028316846592"), "1000 gal": ("volume", "3.785411784"), "LBS/DAY": ("mass_rate", "0.45359237"), "lb/day": ("mass_rate", "0.45359237"),
    "lbs/day": ("mass_rate", "0.45359237"), "lb/d": ("mass_rate", "0.45359237"), "KG/D": ("mass_rate", "1"), "kg/d": ("mass_rate", "1"), "NTU": ("turbidity", "1"),
    "#/100mL": ("count_cfu", "1"), "CFU/100ML": ("count_cfu", "1"), "MPN/100mL": ("count_mpn", "1"), "uS/cm": ("conductivity", "1"),
    "uS/cm @25C": ("conductivity", "1"), "umhos/cm": ("conductivity", "1"), "%": ("percent", "1"), "PERCENT": ("percent", "1"),
}
NO_UNIT = ("ppt", "None", "mg N/l", "mg/kg dry")


@pytest.fixture(scope="module")
def units() -> Any:
    return load_law(carried("limits"), carried("limits")).units


def test_units_of_real_files(units: Any) -> None:
    read: Callable[[str], Any] = units.find
    assert all(read(text) is not None for text in ANNEX), [text for text in ANNEX if read(text) is None]
    found = {text: (units.dimension(read(text).unit), units.to_canonical(Decimal(1), read(text).unit)) for text in ANNEX}
    assert found == {text: (dimension, Decimal(factor)) for text, (dimension, factor) in ANNEX.items()}
    assert (read("mg/l as N").basis, read("mg/L CaCO3").basis) == ("N", "CaCO3")
    assert [read(text) for text in NO_UNIT] == [None] * len(NO_UNIT)
