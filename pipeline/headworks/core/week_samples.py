"""Findings on samples of the week: how a sample was taken, kept and analysed in time. They change no verdict."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from headworks.core import reasons, written
from headworks.core.week_sources import Row

_MOST_WORDS = 4  # different words of one finding that are written out; the workbook has every row


@dataclass(frozen=True)
class SampleGroup:
    """One kind of finding on one parameter of one user.

    Attributes
    ----------
    what : tuple of str
        Each different finding in words, with how many results and from which file and rows.
    more : int
        Findings in other words that are only in the workbook.
    """

    finding: str
    parameter: str
    count: str
    citation: str
    what: tuple[str, ...]
    more: int


@dataclass(frozen=True)
class SampledUser:
    """One user's findings on samples."""

    user_id: str
    name: str
    groups: tuple[SampleGroup, ...]


def sample_findings(rows: list[Row], names: Mapping[str, str]) -> tuple[SampledUser, ...]:
    """Group findings by user, code and parameter.

    Parameters
    ----------
    rows : list of dict
        Rows of ``week_sample_findings``.
    names : mapping
        Names of the users.
    """
    users: dict[str, dict[tuple[str, str, str, str], list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        users[row["user_id"]][row["code"], row["parameter_name"], row["citation"], row["checked"]].append(row)
    return tuple(
        SampledUser(user_id, names.get(user_id, user_id), tuple(_group(groups[key]) for key in sorted(groups)))
        for user_id, groups in sorted(users.items())
    )


def _group(rows: list[Row]) -> SampleGroup:
    first = rows[0]
    alike: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        alike[row["what"], row["source_file"]].append(row)
    said = [_words(what, file, group) for (what, file), group in alike.items()]
    return SampleGroup(
        finding=reasons.sample_finding(first["code"]),
        parameter=first["parameter_name"],
        count=written.count(len(rows), "result"),
        citation=reasons.cited(first["citation"], first["checked"]),
        what=tuple(said[:_MOST_WORDS]),
        more=len(said) - _MOST_WORDS if len(said) > _MOST_WORDS else 0,
    )


def _words(what: str, file: str, rows: list[Row]) -> str:
    numbers = sorted(row["source_row"] for row in rows if row["source_row"] is not None)
    shown = ", ".join(map(str, numbers[:5])) + (" ..." if len(numbers) > 5 else "")
    days = sorted({row["day"] for row in rows})
    place = f"{file}, row{'s' if len(numbers) > 1 else ''} {shown}" if numbers else file
    return f"{written.days(days[0], days[-1])}: {what} ({place})"
