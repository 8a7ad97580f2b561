"""What a limit is before it becomes rows: kinds, books, and dated entries with their bounds in the unit printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

STILL = date(9999, 12, 31)  # last day of what is still in force

# kind: what it is judged on, what judges it, and which bounds it may have ("maximum", "minimum" or "either").
KINDS: Mapping[str, tuple[str, str, str]] = {
    "daily_maximum": ("day", "any_sample", "maximum"),
    "daily_average": ("day", "any_sample", "maximum"),
    "monthly_average": ("month", "any_sample", "maximum"),
    "thirty_day_average": ("rolling_30_days", "any_sample", "maximum"),
    "instantaneous_maximum": ("sample", "grabs", "maximum"),
    "instantaneous_minimum": ("sample", "grabs", "minimum"),
    "range": ("sample", "grabs", "either"),
    "cap": ("sample", "any_sample", "maximum"),
    "reported_monthly_average": ("reported:monthly_average", "any_sample", "either"),
    "reported_daily_maximum": ("reported:daily_maximum", "any_sample", "maximum"),
    "reported_monthly_minimum": ("reported:monthly_minimum", "any_sample", "minimum"),
    "reported_monthly_maximum": ("reported:monthly_maximum", "any_sample", "maximum"),
    "reported_single_grab": ("reported:single_grab", "any_sample", "either"),
    "reported_minimum": ("reported:minimum", "any_sample", "minimum"),
    "reported_maximum": ("reported:maximum", "any_sample", "maximum"),
}
UNDECIDED = ("value_missing", "value_elsewhere", "narrative", "report_only")
_PRINTED = {
    "value_missing": "value missing",
    "value_elsewhere": "value set elsewhere",
    "narrative": "no number",
    "report_only": "report only",
}
UNSTATED = "unstated"  # kind of an entry that has no number and whose kind the source does not say
# A middle-tier user is a significant one with fewer reports, 40 CFR 403.12(e)(3).
SIGNIFICANT = ("SIU_CIU", "SIU_NONCAT", "MTCIU")
CLASSES = (*SIGNIFICANT, "NSCIU", "NONSIG")


@dataclass(frozen=True)
class Book:
    """What all entries of one limit book share."""

    book_id: str
    scope: str
    service_area: str | None = None
    part: str | None = None
    user_id: str | None = None
    point_id: str | None = None
    url: str = ""
    non_detect_rule: str = "half"
    daily_value: str = "mean"


@dataclass(frozen=True)
class Flag:
    """Values that meet, or exceed, and carry a note: above ``above`` and up to ``up_to`` [unit of the entry]."""

    above: Decimal
    up_to: Decimal | None
    note: str


@dataclass(frozen=True)
class Entry:
    """One dated version of one limit, its bounds in the unit printed."""

    entry_id: str
    parameters: tuple[str, ...]
    kind: str
    effective_from: date
    effective_until: date
    citation: str
    unit: str | None = None
    minimum: Decimal | None = None
    minimum_allowed: bool = True
    maximum: Decimal | None = None
    maximum_allowed: bool = True
    undecided: str | None = None
    fraction: str | None = None
    basis: str | None = None
    applies_at: str | None = None
    needs_sample_type: str | None = None
    judges: str | None = None
    option: str | None = None
    unless_option: str | None = None
    subpart: str | None = None
    standard: str | None = None
    point_id: str | None = None
    decisive: bool = True
    finding: str | None = None
    flag: Flag | None = None
    derived_from: str | None = None
    printed: str | None = None
    quote: str = ""
    note: str | None = None
    url: str = ""


@dataclass(frozen=True)
class SlugEntry:
    """One definition of a slug; ``base_value`` in the unit printed."""

    entry_id: str
    parameters: tuple[str, ...]
    dimension: str
    base: str
    multiple: Decimal
    minutes: int
    duration_is_enough: bool
    series_gap_minutes: int
    effective_from: date
    effective_until: date
    citation: str
    base_value: Decimal | None = None
    unit: str | None = None
    baseline_days: int | None = None
    baseline_least_days: int | None = None
    question: str | None = None
    boundary_note: str | None = None
    quote: str = ""


def judged_on(kind: str, daily_value: str) -> str:
    """Which quantity a kind of limit judges.

    Parameters
    ----------
    kind : str
        A key of `KINDS`, or `UNSTATED`.
    daily_value : str
        Setting of the book: ``mean`` of the day, or ``each_grab`` against a daily limit.

    Examples
    --------
    >>> judged_on("daily_maximum", "mean"), judged_on("daily_maximum", "each_grab")
    ('day', 'sample')
    """
    on = KINDS[kind][0] if kind in KINDS else "sample"
    return "sample" if on == "day" and daily_value == "each_grab" else on


def printed(entry: Entry) -> str:
    """Bounds of an entry in words, for entries that do not say how their source prints them.

    Examples
    --------
    >>> day = date(2026, 1, 1)
    >>> printed(Entry("ph", ("ph",), "range", day, STILL, "s. 1", "s.u.", Decimal("5.0"), True, Decimal("9.0")))
    '5.0 to 9.0 s.u.'
    >>> zinc = Entry("z", ("zinc_total",), "cap", day, STILL, "s. 2", "mg/L", maximum=Decimal(3), maximum_allowed=False)
    >>> printed(zinc)
    'below 3 mg/L'
    """
    if entry.undecided is not None:
        return _PRINTED[entry.undecided]
    low, high = entry.minimum, entry.maximum
    if low is not None and high is not None and entry.minimum_allowed and entry.maximum_allowed:
        return f"{low:f} to {high:f} {entry.unit}"
    parts = []
    if low is not None:
        parts.append(f"{'at least' if entry.minimum_allowed else 'above'} {low:f} {entry.unit}")
    if high is not None and entry.maximum_allowed:
        parts.append(f"at most {high:f} {entry.unit}" if low is not None else f"{high:f} {entry.unit}")
    elif high is not None:
        parts.append(f"below {high:f} {entry.unit}")
    return " and ".join(parts)
