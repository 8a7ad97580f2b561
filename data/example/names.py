"""What the laboratories call points and parameters: every spelling is one that headworks has to know."""

from __future__ import annotations

POINTS = {
    "northfork": {
        "IU-0101 001P": "Larkspur plating effluent",
        "IU-0101 001": "Larkspur manhole",
        "IU-0108 001": "Never-Never control manhole",
        "IU-0112 001": "Pillowfort tank outlet",
    },
    "catskill": {
        "IU-0102 001": "GHERKIN/001",
        "IU-0106 001P": "COPPERBOTTOM/001P",
        "IU-0106 001": "COPPERBOTTOM/001",
        "IU-0110 001": "HOPSCOTCH/001",
    },
    "susquehanna": {"IU-0103 001": "Sudsworth 001", "IU-0104 001": "Swarfgate 001", "IU-0107 001": "Moonmilk 001"},
}
NAMES = {
    "copper_total": ["Copper, Total", "Copper", "Total Copper", "Cu"],
    "nickel_total": ["Nickel, Total", "Nickel", "Ni"],
    "zinc_total": ["Zinc, Total", "Zinc", "Total Zinc", "Zn"],
    "cadmium_total": ["Cadmium, Total", "Cadmium", "Cd"],
    "chromium_total": ["Chromium, Total", "Total chromium", "Cr, Total"],
    "lead_total": ["Lead, Total", "Lead", "Pb"],
    "silver_total": ["Silver, Total", "Silver", "Ag"],
    "mercury_total": ["Mercury, Total", "Mercury"],
    "cyanide_total": ["Cyanide, Total", "Total Cyanide", "CN, T"],
    "bod5": ["BOD5", "BOD", "Biochemical Oxygen Demand"],
    "tss": ["TSS", "Total Suspended Solids", "Suspended Solids", "Solids, Total Suspended"],
    "ph": ["pH", "pH, Field"],
    "temperature": ["Temperature", "Temp"],
    "oil_and_grease": ["Oil & Grease", "HEM", "O&G"],
    "phosphorus_total": ["Phosphorus, Total", "Total Phosphorus", "TP"],
    "tkn": ["TKN", "Kjeldahl Nitrogen"],
    "sulfide_total": ["Sulfide", "Sulfide, Total"],
    "phenols_total_4aap": ["Phenols, Total", "Phenolics"],
    "e_coli": ["E. coli"],
}
METHODS = {
    "ph": "SM 4500-H+ B",
    "temperature": "SM 2550 B",
    "bod5": "SM 5210 B",
    "tss": "SM 2540 D",
    "oil_and_grease": "EPA 1664B",
    "cyanide_total": "EPA 335.4",
    "mercury_total": "EPA 245.1",
    "phosphorus_total": "EPA 365.1",
    "e_coli": "SM 9223 B",
    "sulfide_total": "SM 4500-S2 D",
    "phenols_total_4aap": "EPA 420.1",
    "ammonia_n": "EPA 350.1",
}
METALS = {name for name in NAMES if name.endswith("_total")} - {"phosphorus_total", "sulfide_total", "cyanide_total"}
