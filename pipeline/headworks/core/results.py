"""What does the text in a result cell say: a number, a non-detect, above range, missing, or nothing we can read?

Nothing is guessed: what fits no form below is unreadable, with the reason. Numbers are exact decimals from the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

NUMBER, NON_DETECT, ABOVE_RANGE, MISSING, UNREADABLE = "number", "non_detect", "above_range", "missing", "unreadable"
# A bound that may itself be the value: "<=2" may be 2, "<2" is less. Each is a non-detect, or above range, otherwise.
AT_MOST, AT_LEAST = "at_most", "at_least"
_REACHED = {AT_MOST: NON_DETECT, AT_LEAST: ABOVE_RANGE}

# What a laboratory's code can mean; profiles map their codes to these words.
QUALIFIER_MEANINGS = (
    "none", "non_detect", "at_most", "estimated", "above_range", "at_least", "missing", "rejected",
)

MISSING_WORDS = frozenset({
    "", "-", "--", "na", "n/a", "nr", "null", "none", "not reported", "not analysed", "not analyzed", "not sampled",
})
NON_DETECT_WORDS = frozenset({
    "nd", "n.d.", "not detected", "non-detect", "non detect", "nondetect", "bdl", "<dl", "<mdl", "<rl", "<pql", "<loq",
})
ABOVE_RANGE_WORDS = frozenset({"tntc", "too numerous to count"})

DECIMALS, INTEGER_DIGITS = 15, 23  # of DECIMAL(38,15)
_BIGGEST_EXPONENT, _MOST_DIGITS = 30, 40  # beyond these it is no measurement

_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?\Z", re.ASCII)
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?\Z", re.ASCII)
_PARTS = re.compile(r"(?P<nd>ND\s*)?(?P<sign><=|>=|[<>≤≥])?\s*(?P<number>\S+)(?:\s+(?P<code>\S.*))?\Z", re.IGNORECASE)
_GLUED = re.compile(r"(?P<number>[\d.,]+)(?P<code>[A-DF-Za-df-z]{1,3})\Z", re.ASCII)
_SIGNS = {"<": NON_DETECT, "<=": AT_MOST, "≤": AT_MOST, ">": ABOVE_RANGE, ">=": AT_LEAST, "≥": AT_LEAST}


@dataclass(frozen=True)
class MeasuredText:
    """What a result cell says.

    Attributes
    ----------
    kind : str
        number, non_detect, above_range, missing or unreadable.
    number : Decimal or None
        The number; for a non-detect or above range its level, None if the text gives none.
    is_estimated, is_rejected : bool
        The laboratory's own flags.
    is_reached : bool
        The number itself is possible: it stands beside <= or >=.
    why : str
        Reason if unreadable.
    """

    kind: str
    number: Decimal | None = None
    is_estimated: bool = False
    is_rejected: bool = False
    why: str = ""
    is_reached: bool = False

    @property
    def qualifier(self) -> str:
        """Our word for the result table: empty, non_detect, at_most, estimated, above_range or at_least.

        Examples
        --------
        >>> parse_value("0.004 J", {"J": "estimated"}).qualifier
        'estimated'
        """
        if self.kind in (NON_DETECT, ABOVE_RANGE):
            return next((word for word, kind in _REACHED.items() if kind == self.kind and self.is_reached), self.kind)
        return "estimated" if self.is_estimated else ""


def parse_value(
    text: str, codes: Mapping[str, str] | None = None, *, decimal_mark: str = ".",
) -> MeasuredText:
    """Read one result cell.

    Parameters
    ----------
    text : str
        The sender's cell.
    codes : mapping of str to str, optional
        The sender's qualifier codes and what they mean, for cells such as ``0.004 J``.
    decimal_mark : str
        ``.`` (then ``,`` groups thousands) or ``,`` (then nothing groups).

    Examples
    --------
    >>> parse_value("< 0.02")
    MeasuredText(kind='non_detect', number=Decimal('0.02'), is_estimated=False, is_rejected=False, why='', is_reached=False)
    >>> parse_value("1,250").number, parse_value(".0849").number, parse_value("1e-05").number
    (Decimal('1250'), Decimal('0.0849'), Decimal('0.00001'))
    >>> parse_value("1,25").why
    "the comma may be a decimal mark: '1,25' is 1.25 to some and a slip to others"
    """
    stripped = text.strip()
    if decimal_mark == "." and _NUMBER.match(stripped):
        return _number(stripped, decimal_mark)
    word = " ".join(stripped.casefold().split())
    if word in MISSING_WORDS:
        return MeasuredText(MISSING)
    if word in NON_DETECT_WORDS or word.replace("< ", "<") in NON_DETECT_WORDS:
        return MeasuredText(NON_DETECT)
    if word in ABOVE_RANGE_WORDS:
        return MeasuredText(ABOVE_RANGE)
    if stripped.startswith("="):
        return _unreadable("the cell holds a formula without a stored value")
    if not stripped.isascii() and any(c.isdigit() and not c.isascii() for c in stripped):
        return _unreadable("its digits are not the plain digits 0 to 9")
    return _parts(stripped, codes or {}, decimal_mark)


def _number(text: str, decimal_mark: str) -> MeasuredText:
    value = read_number(text, decimal_mark)
    return _unreadable(value) if isinstance(value, str) else MeasuredText(NUMBER, value)


def _parts(text: str, codes: Mapping[str, str], decimal_mark: str) -> MeasuredText:
    match = _PARTS.match(text)
    if match is None:
        return _unreadable("it is not a number")
    number, code = match["number"], match["code"] or ""
    glued = _GLUED.match(number)
    if glued and not code and glued["code"].upper() in codes:
        number, code = glued["number"], glued["code"]
    value = read_number(number, decimal_mark)
    if isinstance(value, str):
        return _unreadable(value)
    measured = MeasuredText(NUMBER, value)
    if match["sign"]:
        said = _SIGNS[match["sign"]]
        measured = replace(measured, kind=_REACHED.get(said, said), is_reached=said in _REACHED)
    elif match["nd"]:
        measured = replace(measured, kind=NON_DETECT)
    if match["nd"] and measured.kind == ABOVE_RANGE:
        return _unreadable("it says both not detected and above range")
    if measured.kind == NON_DETECT and value <= 0:
        return _unreadable("nothing can be less than zero or less")
    if code:
        return apply_codes(measured, code, codes)
    return measured


def _unreadable(why: str) -> MeasuredText:
    return MeasuredText(UNREADABLE, why=why)


def read_number(text: str, decimal_mark: str = ".") -> Decimal | str:
    """Read a plain number, or say why it is none.

    Examples
    --------
    >>> read_number("1,250.5"), read_number("0,5", decimal_mark=",")
    (Decimal('1250.5'), Decimal('0.5'))
    >>> read_number("1.250.5")
    'it is not a number'
    """
    plain = text
    if decimal_mark == ",":
        if "." in text:
            return "it has a point where this layout has decimal commas"
        plain = text.replace(",", ".")
    elif "," in text:
        if not _GROUPED.match(text):
            if text.count(",") > 1:
                return "its commas are not thousands marks"
            return f"the comma may be a decimal mark: {text!r} is {text.replace(',', '.')} to some and a slip to others"
        plain = text.replace(",", "")
    if not _NUMBER.match(plain):
        return "it is not a number"
    value = Decimal(plain)
    if len(value.as_tuple().digits) > _MOST_DIGITS:
        return "no measurement has so many digits"
    if value and abs(value.adjusted()) > _BIGGEST_EXPONENT:
        return "no measurement has such a size"
    return Decimal(f"{value:f}")


def apply_codes(measured: MeasuredText, text: str, codes: Mapping[str, str]) -> MeasuredText:
    """Apply a qualifier cell (``U``, ``J``, ``<``, ``U J``) to what the value cell says.

    Parameters
    ----------
    measured : MeasuredText
        The value cell.
    text : str
        The qualifier cell.
    codes : mapping of str to str
        The profile's codes, upper case, and their meanings (`QUALIFIER_MEANINGS`).

    Examples
    --------
    >>> apply_codes(parse_value("0.02"), "U", {"U": "non_detect"}).kind
    'non_detect'
    >>> apply_codes(parse_value("5"), "Q", {"U": "non_detect"}).why
    "qualifier 'Q' is not among those of this layout"
    """
    if measured.kind == UNREADABLE:
        return measured
    for meaning in _meanings(text, codes):
        if meaning not in QUALIFIER_MEANINGS:
            return _unreadable(f"qualifier {meaning!r} is not among those of this layout")
        if meaning == "missing":
            # "Not reported" beside an empty cell; beside a number the two contradict each other.
            measured = measured if measured.kind == MISSING else _unreadable("value and qualifier contradict each other")
        elif meaning == "estimated":
            measured = replace(measured, is_estimated=True)
        elif meaning == "rejected":
            measured = replace(measured, is_rejected=True)
        elif meaning in (NON_DETECT, ABOVE_RANGE, AT_MOST, AT_LEAST):
            is_reached, meaning = meaning in _REACHED, _REACHED.get(meaning, meaning)
            if measured.kind not in (NUMBER, MISSING, meaning) or (measured.kind == MISSING and meaning == ABOVE_RANGE):
                return _unreadable("value and qualifier contradict each other")
            level = measured.number if measured.number is None or measured.number > 0 else None
            if measured.number is not None and measured.number < 0:
                return _unreadable("a negative number cannot be the level of a non-detect")
            # "<" in one cell and "<=" in another: the weaker of the two is what is known.
            is_reached = is_reached or (measured.kind == meaning and measured.is_reached)
            measured = replace(measured, kind=meaning, number=level, is_reached=is_reached)
    return measured


def _meanings(text: str, codes: Mapping[str, str]) -> list[str]:
    whole = text.strip().upper()
    if not whole:
        return []
    if whole in codes:
        return [codes[whole]]
    return [codes.get(part, part) for part in re.split(r"[\s,;/]+", whole) if part]


def fits(number: Decimal | None) -> bool:
    """Say whether a number can be stored without rounding in DECIMAL(38,15).

    Examples
    --------
    >>> fits(Decimal("0.000000000000001")), fits(Decimal("0.0000000000000001"))
    (True, False)
    """
    if number is None:
        return True
    if number and number.adjusted() >= INTEGER_DIGITS:
        return False
    return _decimals(number) <= DECIMALS or _decimals(number.normalize()) <= DECIMALS


def _decimals(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    return -exponent if isinstance(exponent, int) else DECIMALS + 1


def bounds(kind: str, canonical: Decimal | None) -> tuple[Decimal | None, Decimal | None]:
    """Lowest and highest true value [canonical] of a measurement.

    Examples
    --------
    >>> bounds("number", Decimal(5)), bounds("non_detect", Decimal(5)), bounds("above_range", Decimal(5))
    ((Decimal('5'), Decimal('5')), (Decimal('0'), Decimal('5')), (Decimal('5'), None))
    >>> bounds("non_detect", None)
    (Decimal('0'), None)
    """
    if kind == NUMBER:
        return canonical, canonical
    if kind == NON_DETECT:
        return Decimal(0), canonical
    if kind == ABOVE_RANGE:
        return (Decimal(0) if canonical is None else canonical), None
    return None, None
