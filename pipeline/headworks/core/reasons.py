"""What the words in the tables mean to a person: kinds of limit, quantities, events, classes, reasons for undecided."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reason:
    """Why a verdict is undecided.

    Attributes
    ----------
    words : str
        The reason, to a person.
    mend : str
        What would settle it.
    is_standing : bool
        True if it comes from the law and repeats with every sample: such reasons are listed once, not per result.
    """

    words: str
    mend: str
    is_standing: bool = False


REASONS: dict[str, Reason] = {
    "reporting_limit_above_limit": Reason(
        "not detected, but the reporting limit is above the limit", "ask the laboratory for a more sensitive method"
    ),
    "above_range": Reason(
        "above the range of the method, so how high is not known", "ask the laboratory for a dilution"
    ),
    "below_range": Reason(
        "below the scale of the instrument, so how low is not known", "ask the laboratory for a reading on the scale"
    ),
    "level_unknown": Reason(
        "not detected, and the laboratory gave no level", "ask the laboratory for its reporting limit"
    ),
    "only_non_detects": Reason(
        "an average of nothing but non-detects, whose reporting limits reach above the limit",
        "ask the laboratory for a more sensitive method",
    ),
    "wrong_sample_type": Reason(
        "this limit is not judged by this type of sample", "take the type of sample the limit asks for"
    ),
    "day_incomplete": Reason(
        "the logger covers too little of the day for a daily value",
        "send the readings that are missing; a day on which the logger was started or failed has no daily value",
    ),
    "reports_differ": Reason(
        "reports of this sample differ, and none of them is the later one",
        "ask the laboratory which holds; send the right one with its date of report, or with headworks ingest --corrects",
    ),
    "unit_not_comparable": Reason(
        "result and limit are different kinds of quantity", "ask the laboratory for the unit of the limit"
    ),
    "fraction_not_comparable": Reason(
        "result and limit are on different fractions (total, dissolved)",
        "ask the laboratory for the fraction of the limit",
    ),
    "basis_not_comparable": Reason(
        "result and limit are expressed as different species (such as N and NO3)",
        "ask the laboratory for the basis of the limit",
    ),
    "flow_missing": Reason(
        "a limit on mass cannot judge a concentration without the load of the day",
        "send the result as mass per day (concentration x flow of that day)",
    ),
    "value_missing": Reason(
        "the source of this limit does not show its value",
        "get the number from the control authority and add it to the limit book",
        True,
    ),
    "value_elsewhere": Reason(
        "the value of this limit is set in another document, such as a permit",
        "add that document to limits/permits",
        True,
    ),
    "applies_at_plant": Reason(
        "this limit holds at the treatment plant, not at one discharger", "compare the plant's headworks total", True
    ),
    "applies_at_connection": Reason(
        "this limit holds where the user joins the sewer, not inside the works",
        "sample at the connection; if nothing else joins after this point, say joins_sewer: true in limits/users", True,
    ),
    "limit_lapsed": Reason(
        "the limit that was in force here has ended, and no other has taken its place",
        "renew the permit in limits/permits, or enter that the parameter is only reported (report_only)",
    ),
    "narrative": Reason("a rule in words, without a number", "a person judges it", True),
    "report_only": Reason("only reporting is required, no limit", "nothing to do", True),
    "no_limit_on_day": Reason("no limit was in force on that day", "check that no limit is missing from limits/", True),
}

KINDS = {
    "daily_maximum": "daily maximum",
    "daily_average": "daily average",
    "monthly_average": "monthly average",
    "thirty_day_average": "30-day average",
    "instantaneous_maximum": "instantaneous maximum",
    "instantaneous_minimum": "instantaneous minimum",
    "range": "allowed range",
    "cap": "maximum at any time",
    "slug": "slug",
    "unstated": "",
}

QUANTITIES = {
    "sample": "single result",
    "day": "daily value",
    "month": "monthly average",
    "rolling_30_days": "30-day average",
    "reading": "logger readings of the day",
}

EVENTS = {
    "slug": "Slug",
    "slug_criterion_met": "Slug criterion met, effect to be judged",
    "possible_slug": "Possible slug",
    "slug_not_judged": "Not judged for slugs",
}

CLASSES = {
    "SIU_CIU": "Significant, categorical",
    "SIU_NONCAT": "Significant, not categorical",
    "MTCIU": "Middle-tier categorical",
    "NSCIU": "Non-significant categorical",
    "NONSIG": "Not significant",
}


def reason(code: str) -> Reason:
    """Explain a reason; one that is not known keeps its own word.

    Examples
    --------
    >>> reason("level_unknown").mend
    'ask the laboratory for its reporting limit'
    >>> reason("level_unknown").is_standing, reason("value_missing").is_standing
    (False, True)
    """
    return REASONS.get(code) or Reason(code.replace("_", " "), "see headworks explain")


def standing() -> str:
    """Codes of the standing reasons, parted by spaces, as the rules take them.

    Examples
    --------
    >>> "narrative" in standing().split(), "above_range" in standing().split()
    (True, False)
    """
    return " ".join(code for code, each in REASONS.items() if each.is_standing)


def kind(code: str | None) -> str:
    """Name a kind of limit.

    Examples
    --------
    >>> kind("daily_maximum"), kind("reported_single_grab"), kind(None)
    ('daily maximum', 'reported single grab', '')
    """
    return KINDS.get(code or "", (code or "").replace("_", " "))


def quantity(judged_on: str) -> str:
    """Name what was judged.

    Examples
    --------
    >>> quantity("day"), quantity("reported:monthly_average")
    ('daily value', 'reported monthly average')
    """
    return QUANTITIES.get(judged_on, judged_on.replace(":", " ").replace("_", " "))
