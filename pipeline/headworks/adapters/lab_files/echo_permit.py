"""Which user and which permit limits does an ECHO effluent chart bring with it? Never written over existing files.

The chart prints the permit limit beside every reported statistic. The same file always gives the same text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.drafts import Law
from headworks.core.results import read_number

WRITTEN, SAME, OTHER = "written", "already there", "already there with other content; left as it is"

_NEEDED = (
    "npdes_id", "perm_feature_nmbr", "parameter_desc", "statistical_base_code", "limit_value_id", "limit_value_nmbr",
    "limit_value_qualifier_code", "limit_unit_desc", "limit_begin_date", "limit_end_date", "value_type_code",
    "value_received_date",
)


@dataclass(frozen=True)
class PermitFiles:
    """Limit files made from a chart: path below ``limits/`` to text; and the points they declare."""

    texts: dict[str, str]
    points: dict[str, tuple[str, str]]
    skipped: list[str]


def permit_files(cells: Cells, law: Law) -> PermitFiles:
    """User and permit of a chart as the text of limit files.

    Parameters
    ----------
    cells : Cells
        The chart.
    law : Law
        Names of parameters and units.

    Returns
    -------
    PermitFiles
        Limits whose parameter, unit or dates are not understood are listed in ``skipped``.
    """
    sent = (source.named(place) for source in cells.sources for place in range(len(source.places)))
    rows = [row for row in ({name: cell.strip() for name, cell in one.items()} for one in sent) if all(key in row for key in _NEEDED)]
    texts: dict[str, str] = {}
    points: dict[str, tuple[str, str]] = {}
    skipped: list[str] = []
    for permit in sorted({row["npdes_id"] for row in rows}):
        own = [row for row in rows if row["npdes_id"] == permit]
        outfalls = sorted({row["perm_feature_nmbr"] for row in own})
        points.update({f"{permit} {outfall}": (permit, outfall) for outfall in outfalls})
        texts[f"users/{permit}.yaml"] = _user(permit, outfalls, own)
        for outfall in outfalls:
            book = permit if len(outfalls) == 1 else f"{permit}-{outfall}"
            limits = [row for row in own if row["perm_feature_nmbr"] == outfall]
            texts[f"permits/{book}.yaml"] = _book(book, permit, outfall, limits, cells, law, skipped)
    return PermitFiles(texts, points, skipped)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _user(permit: str, outfalls: list[str], rows: list[dict[str, str]]) -> str:
    lines = [
        "# Made by `headworks ingest` from an EPA ECHO effluent chart. It is not written again: change it freely.",
        f"user: {_quoted(permit)}",
        f"name: {_quoted(rows[0].get('facility_name') or 'Discharger of permit ' + permit)}",
        f"service_area: {_quoted(permit.lower())}",
        f"description: {_quoted('Permit ' + permit + ', read from US EPA ECHO (public data)')}",
        "classification: []",
        "monitoring_points:",
    ]
    for outfall in outfalls:
        first = next(row for row in rows if row["perm_feature_nmbr"] == outfall)
        where = ", ".join(
            text
            for text in (first.get("perm_feature_type_desc", ""), first.get("monitoring_location_desc", ""))
            if text
        )
        lines.append(
            f"  - {{point: {_quoted(outfall)}, kind: end_of_pipe, description: {_quoted(where or 'outfall')}}}"
        )
    return "\n".join(lines) + "\n"


def _book(
    book: str, permit: str, outfall: str, rows: list[dict[str, str]], cells: Cells, law: Law, skipped: list[str],
) -> str:
    received = max((_iso(row["value_received_date"]) for row in rows), default="") or "1950-01-01"
    lines = [
        "# Made by `headworks ingest` from an EPA ECHO effluent chart. It is not written again: change it freely.",
        f"book: {_quoted('permits/' + book)}",
        f"title: {_quoted(f'Permit {permit}, outfall {outfall}, as ECHO prints it')}",
        "scope: permit",
        f"applies_to: {{user: {_quoted(permit)}, point: {_quoted(outfall)}}}",
        "source:",
        f"  citation: {_quoted(f'Permit {permit}, outfall {outfall}')}",
        f"  url: {_quoted(f'https://echo.epa.gov/effluent-charts#{permit}')}",
        f"  checked_on: {_quoted(received)}",
        '  checked_by: "EPA ECHO effluent chart"',
        "limits:",
    ]
    statistics = cells.profile.codes.get("statistic", {})
    entries: dict[tuple[str, str], list[str]] = {}
    for row in sorted(rows, key=lambda row: (row["limit_value_id"], row["limit_begin_date"])):
        name, text = _entry(row, permit, outfall, statistics, law)
        if text:
            first = text[1]
            key = (name, first)
            if key in entries and entries[key] != text:
                name = f"{name}-{row['limit_value_id']}"
                text[0] = f"  - entry: {name}"
            entries[(name, first)] = text
        elif name not in skipped:
            skipped.append(name)
    if not entries:
        lines[-1] = "limits: []"
    for key in sorted(entries):
        lines += entries[key]
    return "\n".join(lines) + "\n"


def _entry(
    row: Mapping[str, str], permit: str, outfall: str, statistics: Mapping[str, str], law: Law,
) -> tuple[str, list[str]]:
    """Name of one limit and its lines; no lines and the reason as the name if it is not understood."""
    parameter = law.parameters.find(row["parameter_desc"])
    statistic = statistics.get(row["statistical_base_code"].upper())
    begins, ends = _iso(row["limit_begin_date"]), _iso(row["limit_end_date"])
    if parameter is None or statistic is None or not begins:
        return f"limit {row['limit_value_id']} of {row['parameter_desc']} ({row['statistical_base_code']})", []
    name = f"{parameter}-{row['value_type_code']}-{statistic}".lower().replace("_", "-")
    lines = [
        f"  - entry: {name}",
        f"    effective_from: {_quoted(begins)}",
        f"    effective_until: {_quoted(ends) if ends else 'null'}",
        f"    parameter: {parameter}",
        f"    kind: reported_{statistic}",
    ]
    number = read_number(row["limit_value_nmbr"]) if row["limit_value_nmbr"] else None
    unit = law.units.find(row["limit_unit_desc"])
    side = {"<=": "maximum", "<": "maximum", ">=": "minimum", ">": "minimum"}.get(row["limit_value_qualifier_code"])
    if number is None:
        lines.append("    undecided: report_only")
    elif isinstance(number, str) or side is None or unit is None:
        printed = f"{row['limit_value_nmbr']} {row['limit_unit_desc']}"
        return f"limit {row['limit_value_id']} of {row['parameter_desc']} ({printed})", []
    else:
        lines += [f"    {side}: {_quoted(str(number))}"]
        if row["limit_value_qualifier_code"] in ("<", ">"):
            lines.append(f"    {side}_inclusive: false")
        lines.append(f"    unit: {_quoted(unit.unit)}")
    lines.append(f"    citation: {_quoted(f'Permit {permit}, outfall {outfall}, limit ' + row['limit_value_id'])}")
    return name, lines


def _iso(text: str) -> str:
    try:
        return datetime.strptime(text, "%m/%d/%Y").date().isoformat()
    except ValueError:
        return ""


def write_permit_files(files: PermitFiles, limits_dir: Path, *, dry_run: bool) -> list[str]:
    """Write the limit files that are not there yet; say what was done with each.

    Returns
    -------
    list of str
        One sentence per file, and one for limits that were left out.
    """
    said = []
    for name, text in sorted(files.texts.items()):
        path = limits_dir / name
        if path.exists():
            state = SAME if path.read_text(encoding="utf-8") == text else OTHER
        else:
            state = f"would be {WRITTEN}" if dry_run else WRITTEN
            if not dry_run:
                path.parent.mkdir(parents=True, exist_ok=True)
                partial = path.with_name(f".{path.name}.part")
                partial.write_text(text, encoding="utf-8", newline="\n")
                partial.replace(path)
        said.append(f"limits/{name}: {state}")
    said += [f"not understood, so not in the permit file: {one}" for one in files.skipped]
    return said
