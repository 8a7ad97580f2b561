"""What a slug of the week says: when, how long, how high, against which threshold, and what a person must judge."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from headworks.core import reasons, written
from headworks.core.week_sources import Row, Source, source


@dataclass(frozen=True)
class Slug:
    """One slug, possible slug or slug question.

    Attributes
    ----------
    kind : str
        slug, slug_criterion_met or possible_slug.
    peak_value, threshold_value : float or None
        In ``unit``, for the chart and the workbook.
    from_at, until_at : datetime
        UTC, as in the history.
    """

    key: str
    kind: str
    words: str
    user_id: str
    point_id: str
    parameter: str
    parameter_name: str
    dimension: str
    unit: str
    day: date
    when: str
    lasted: str
    peak: str
    threshold: str
    peak_value: float | None
    threshold_value: float | None
    times: str
    citation: str
    note: str
    sources: tuple[Source, ...]
    from_at: datetime
    until_at: datetime
    from_logger: bool
    result_ids: tuple[str, ...]
    row: Row


def slugs(events: list[Row], results: dict[str, Row], zone: ZoneInfo) -> list[Slug]:
    """Write the events of a week, proven ones first; ``slug_not_judged`` is no event but a standing question."""
    order = {"slug": 0, "slug_criterion_met": 1, "possible_slug": 2}
    found = [_slug(row, results, zone) for row in events if row["kind"] in order]
    return sorted(found, key=lambda slug: (order[slug.kind], slug.user_id, slug.from_at, slug.parameter, slug.key))


def _slug(row: Row, results: dict[str, Row], zone: ZoneInfo) -> Slug:
    unit = written.unit(row["unit"])
    behind = tuple(source(results[key], zone) for key in row["result_ids"] or () if key in results)
    if row["source"] == "readings":
        behind = (
            Source(
                f"logger at {row['point_id']}, {written.count(row['n_values'], 'reading')} above",
                "",
                row["source_file"] or "",
                row["source_row"],
            ),
        )
    threshold = _shown(row, row["threshold"])
    peak = _shown(row, row["peak"])
    ratio = float(row["peak"]) / row["base_value"] if row["peak"] is not None and row["base_value"] else None
    return Slug(
        key=row["event_id"],
        kind=row["kind"],
        words=reasons.EVENTS[row["kind"]],
        user_id=row["user_id"],
        point_id=row["point_id"],
        parameter=row["parameter"],
        parameter_name=row["parameter_name"],
        dimension=row["dimension"],
        unit=row["unit"] or "",
        day=row["day"],
        when=_when(row, zone),
        lasted=_lasted(row),
        peak=f"{written.number(peak, apart_from=threshold)} {unit}" if peak is not None else "",
        threshold=_threshold(row, threshold, unit),
        peak_value=float(peak) if peak is not None else None,
        threshold_value=float(threshold) if threshold is not None else None,
        times=written.times(ratio) if ratio else "",
        citation=row["citation"] or "",
        note=row["note"] or "",
        sources=behind,
        from_at=row["from_at"],
        until_at=row["until_at"],
        from_logger=row["source"] == "readings",
        result_ids=tuple(row["result_ids"] or ()),
        row=row,
    )


def _shown(row: Row, canonical: Any) -> Decimal | None:
    """Turn a canonical number into the unit shown; factors of the table units are doubles, so ten digits are kept."""
    if canonical is None:
        return None
    return Decimal(f"{(float(canonical) - float(row['addend'] or 0)) / float(row['factor'] or 1):.10g}")


def _threshold(row: Row, threshold: Decimal | None, unit: str) -> str:
    if threshold is None:
        return ""
    base = _shown(row, row["base_value"])
    of = "normal sewage" if row["base"] == "normal_sewage" else "the user's own 24-hour average"
    text = f"{written.number(threshold)} {unit}"
    if base is None or row["multiple"] is None:
        return text
    text += f" ({written.exact(row['multiple'])} x {of}, {written.number(base)}"
    return text + (f"; {written.count(row['n_base'], 'value')})" if row["n_base"] else ")")


def _when(row: Row, zone: ZoneInfo) -> str:
    start, end = written.local(row["from_at"], zone), written.local(row["until_at"], zone)
    text = f"{written.day(start.date())}, {written.clock(start)}"
    if end == start:
        return text
    return (
        f"{text} to {written.clock(end)}"
        if end.date() == start.date()
        else f"{text} to {written.day(end.date())}, {written.clock(end)}"
    )


def _lasted(row: Row) -> str:
    if row["kind"] == "possible_slug":
        return "one sample: duration not known"
    rule = f"{'at least' if row['duration_is_enough'] else 'longer than'} {row['rule_minutes']}"
    minutes = written.number(Decimal(str(row["minutes"])))
    return f"{minutes} minutes above; a slug is {rule}"
