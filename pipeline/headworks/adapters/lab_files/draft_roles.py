"""What may a column be, by the words of its heading? Words that laboratories, agencies and loggers were seen to use."""

from __future__ import annotations

import re
from collections.abc import Mapping

from headworks.adapters.lab_files.profiles import ANOTHER_CLIENT, FIELD_DUPLICATE, LABORATORY_QUALITY, RESULT

# Role and pattern of the words, most telling first; a heading is the first role that wants it and has none yet.
_LIMIT = r"(?:(?:dep )?mdl|method detection limit|detection limit|lod|dl|dep mdl)"
_REPORTING = r"(?:(?:dep )?pql|rl|rdl|loq|eql|reporting (?:detection )?limit|(?:practical )?quantitation limit)"
_PATTERNS: tuple[tuple[str, str], ...] = (
    ("detection_limit_unit", rf"{_LIMIT} units?"),
    ("reporting_limit_unit", rf"{_REPORTING} units?"),
    ("limit_unit", r"limits? units?"),
    ("detection_limit", _LIMIT),
    ("reporting_limit", _REPORTING),
    ("value_words", r"(?:dep )?result value text|result text|text result"),
    ("value", r"(?:dep )?(?:result|final result|measured|reported)? ?value(?: number| measure)?"),
    ("value", r"(?:final |reported )?result(?: measure)?|conc(?:entration)?|reading"),
    ("unit", r"(?:dep )?(?:result |reporting )?units?(?: of measure)?|result measure ?unit|uom"),
    ("qualifier", r"(?:value |lab |laboratory |result |data )?(?:qualifiers?|qual|flags?|remark code)|q"),
    ("prefix", r"prefix|sign|less than indicator|result letter"),
    ("parameter", r"(?:dep |client )?(?:analyte|parameter|chemical|compound|characteristic|constituent|param)(?: name| desc(?:ription)?)?"),
    ("parameter", r"original ?chem ?name|test"),
    ("cas", r"cas(?: ?rn| no| number| registry number)?"),
    ("fraction", r"(?:sample )?fraction|total or (?:dissolved|filtered)|total dissolved"),
    ("method", r"(?:lab anl |analytical |analysis |lab )?method(?: name| id)?"),
    ("sample_kind", r"activity type|qc ?type|sample type code|qc ?code|sample purpose"),
    ("sample_type", r"sample collection type|(?:sample|collection) type|sampletype|type|grab composite"),
    ("composite_hours", r"composite hours|hours composited"),
    ("lab_sample_id", r"lab(?:oratory)? ?sample ?(?:id|no|number)|(?:dep )?result id|report no"),
    ("sample_id", r"(?:sys |client )?sample ?(?:id|code|number|no)|activity id|clientsampleid"),
    ("lab", r"lab(?:oratory)?(?: ?id| name| code)?"),
    ("ended_date", r"(?:end|ended|stop)(?: date)?(?: time)?|end date ?time"),
    ("analysed_date", r"(?:date )?anal[yz]?[sz]?ed(?: date)?|analysis ?date|analysis date time|date ?anal[yz][sz]ed"),
    ("analysed_time", r"analysis ?time|time anal[yz][sz]ed"),
    ("reported", r"(?:date )?reported|report ?date|received date"),
    ("collected_by", r"(?:collected|sampled|taken) by"),
    ("comment", r"(?:result )?(?:comments?|remarks?|notes?)"),
)
_POINT = re.compile(
    r"(?:monitoring |sample |sampling )?(?:point|location|site|station)(?: id| name| code| no| number)?|sys loc code|outfall(?: id| no| number)?"
    r"|perm feature nmbr|manhole|tag(?: ?name)?|monitoring location id"
)
_PERMIT = re.compile(r"permit(?: number| no| id)?|npdes(?: id| number)?|permit ?number")
DATE = re.compile(
    r"(?:sample |sampling |collection |collected |activity (?:start )?|start |read(?:ing)? )?(?:date|day|timestamp)(?: time)?"
    r"(?: sampled| collected)?"
    r"|date time .*|(?:date )?(?:sampled|collected)(?: at| on)?|timestamp|time ?stamp|date ?time|activity start date time"
    r"|sample ?date(?:time)?|datetime|from"
)
TIME = re.compile(r"(?:sample |sampling |collection |activity (?:start )?)?time(?: sampled| collected)?")
YEAR, MONTH = re.compile(r"(?:calendar )?year"), re.compile(r"month")

_COMPILED = tuple((role, re.compile(pattern)) for role, pattern in _PATTERNS)

QUALIFIERS: Mapping[str, str] = {
    "=": "none", "<": "non_detect", "<=": "at_most", ">": "above_range", ">=": "at_least", "U": "non_detect", "UJ": "non_detect",
    "ND": "non_detect", "BDL": "non_detect", "NOT DETECTED": "non_detect", "J": "estimated", "E": "estimated", "I": "estimated",
    "R": "rejected", "NR": "missing", "NOT REPORTED": "missing", "*NOT REPORTED": "missing", "NA": "none", "AVERAGE": "none",
}
_LABORATORYS_OWN = ("MB", "LB", "FB", "TB", "EB", "LCS", "LCSD", "MS", "MSD", "LD")
FRACTIONS: Mapping[str, str] = {"T": "total", "TOTAL": "total", "D": "dissolved", "DISSOLVED": "dissolved", "TOTAL RECOVERABLE": "total"}


def words_of(heading: str) -> str:
    """Words of a heading in small letters: ``Permit.Number``, ``permitNumber`` and ``PERMIT_NUMBER`` are equal.

    Examples
    --------
    >>> words_of("Q.NO2.NO3"), words_of("SampleID"), words_of("pH_SU")
    ('q no2 no3', 'sample id', 'ph su')
    """
    parted = re.sub(r"(?<=[a-z]{2})(?=[A-Z])", " ", heading)
    return " ".join(re.sub(r"[^0-9a-z%µμ°º]+", " ", parted.casefold()).split())


def role_of(heading: str) -> str:
    """The role that a heading's words mean; empty if none, or one that is found otherwise (points, dates)."""
    words = words_of(heading)
    return next((role for role, pattern in _COMPILED if pattern.fullmatch(words)), "")


def is_point(heading: str) -> bool:
    """Whether a heading names the point of a row."""
    return _POINT.fullmatch(words_of(heading)) is not None


def is_permit(heading: str) -> bool:
    """Whether a heading names a permit, to stand before the outfall."""
    return _PERMIT.fullmatch(words_of(heading)) is not None


def code_word(role: str, text: str) -> str | None:
    """Our word for a code of a role, if its own words say it; None if a person must.

    Examples
    --------
    >>> code_word("sample_type", "24-hr Composite"), code_word("sample_kind", "Field Blank"), code_word("qualifier", "Z9")
    ('composite_24h', 'laboratory_quality', None)
    """
    upper = " ".join(text.upper().split())
    if role == "qualifier":
        return QUALIFIERS.get(upper)
    if role == "fraction":
        return FRACTIONS.get(upper)
    if role == "sample_type":
        return _sample_type(upper)
    return _sample_kind(upper)


def _sample_type(upper: str) -> str | None:
    if upper in ("G", "GR") or "GRAB" in upper:
        return "grab"
    if "COMP" in upper or upper in ("C", "C24", "24HC"):
        return "composite_24h" if "24" in upper else "composite"
    return None


def _sample_kind(upper: str) -> str | None:
    if upper in _LABORATORYS_OWN or re.search("BLANK|SPIKE|SURROGATE|CONTROL|LAB.* (?:DUP|REP)", upper):
        return LABORATORY_QUALITY
    if upper == "FD" or re.search("FIELD (?:DUP|REP)", upper):
        return FIELD_DUPLICATE
    if upper in ("NCP", "OTHER CLIENT"):
        return ANOTHER_CLIENT
    return RESULT if upper in ("N", "SAMPLE", "NORMAL", "ROUTINE", "REGULAR", "FIELD SAMPLE", "SAMPLE-ROUTINE") else None
