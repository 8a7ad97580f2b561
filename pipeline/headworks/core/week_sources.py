"""Where a finding comes from: the sample or logger behind it, the sender's own words, file and row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from headworks.core import written

Row = dict[str, Any]


@dataclass(frozen=True)
class Source:
    """A sample or a logger day behind a finding, with the sender's own words."""

    taken: str
    reported: str
    file: str
    row: int | None


def sources(row: Row, behind: list[Row], readings: dict[str, Row], zone: ZoneInfo) -> tuple[Source, ...]:
    """List the samples behind a verdict, or the logger\'s reading and how many of the day were beyond the limit."""
    logger = readings.get(row["verdict_id"])
    if logger is not None:
        beyond = (
            f"{logger['n_beyond']:,} of {written.count(logger['n_readings'], 'reading')} of the day beyond the limit"
        )
        return (Source(f"logger at {row['point_id']}: {beyond}", "", logger["source_file"], logger["source_row"]),)
    return tuple(source(each, zone) for each in behind)


def source(result: Row, zone: ZoneInfo) -> Source:
    """Write the sample behind a result, with the sender's own words and row."""
    # Ingest makes an id from user, point, time and type where the sender gives none: that says nothing new to a reader.
    has_number = not str(result["sample_id"]).startswith(f"{result['user_id']}/{result['point_id']}/")
    of_lab = f"laboratory number {result['lab_sample_id']}" if result["lab_sample_id"] else "unnumbered sample"
    words = [f"sample {result['sample_id']}" if has_number else of_lab]
    if result["sample_type"] not in (None, "unknown"):
        words.append(result["sample_type"].replace("composite_24h", "24-hour composite"))
    if result["collected_by"] in ("user", "authority"):
        words.append(f"taken by the {result['collected_by']}")
    if result["lab"]:
        words.append(result["lab"])
    text = " ".join(part for part in (result["value_reported"], result["unit_reported"]) if part)
    # A sender's flag that changed nothing (detected: Y) says nothing to a reader.
    qualifier = result["qualifier_reported"] if result["qualifier"] else ""
    if qualifier and qualifier not in text:
        text += f" {qualifier}"
    taken = ", ".join(words)
    if result["started_at"] is not None and result["has_time"]:
        at = written.local(result["started_at"], zone)
        taken += f", {written.short_day(at.date())} {written.clock(at)}"
    return Source(taken, text, result["source_file"], result["source_row"])
