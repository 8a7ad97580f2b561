"""The tables of the history: every column, its type, its unit and what it means.

This is the one place that names them. Ingest writes these columns to ``accepted/``, the rules read them, and
``docs/tables.md`` is made from them. `DECIMAL` holds every number that decides; a binary float never does.

Two ideas run through all of them:

* **Canonical value.** Each dimension has one canonical unit into which every other unit of that dimension converts
  by an exact decimal (mg/L; kg/d; m3/d; degF, because C to F is exact and F to C is not). Results and limits are
  compared there, exactly, and shown in the limit's own unit.
* **Bounds.** A measurement is known to lie from ``at_least`` to ``at_most`` [canonical]: equal for a plain value,
  0 to the reporting limit for a non-detect, open above (NULL) for ``>2419.6`` or a non-detect without a level.
"""

from __future__ import annotations

from dataclasses import dataclass

NUMBER = "DECIMAL(38,15)"
FAR_FUTURE = "9999-12-31"  # last day of what is still in force: a date, so that range joins stay simple


@dataclass(frozen=True)
class Column:
    """One column: its name, SQL type and meaning (units in square brackets)."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True)
class Table:
    """One table: what one row is, and its columns in order."""

    name: str
    row: str
    columns: tuple[Column, ...]

    @property
    def names(self) -> list[str]:
        """Column names in order.

        Examples
        --------
        >>> READINGS.names[:3]
        ['batch_id', 'source_file', 'source_row']
        """
        return [column.name for column in self.columns]

    @property
    def ddl(self) -> str:
        """Columns as SQL, for CREATE TABLE.

        Examples
        --------
        >>> REFUSED_ROWS.ddl[:19]
        '"batch_id" VARCHAR,'
        """
        return ", ".join(f'"{column.name}" {column.type}' for column in self.columns)


def _columns(text: str) -> tuple[Column, ...]:
    rows = (line.split("|") for line in text.splitlines() if line.strip())
    return tuple(
        Column(name.strip(), NUMBER if kind.strip() == "NUMBER" else kind.strip(), meaning.strip())
        for name, kind, meaning in rows
    )


_SOURCE = """
batch_id            | VARCHAR   | the batch (content hash of the file) it came in
source_file         | VARCHAR   | file name as received
source_row          | INTEGER   | row in that file, first line = 1 (a sheet's own row number in a workbook)
"""

RESULTS = Table("results", "one measured value, or one reported statistic", _columns(_SOURCE + """
result_id           | VARCHAR   | R- and 16 hex digits of the natural key and value
natural_key         | VARCHAR   | sample, point, parameter, fraction, basis, method, statistic: a later report of it replaces
sample_id           | VARCHAR   | the bottle or composite it was measured in
user_id             | VARCHAR   | industrial user
point_id            | VARCHAR   | monitoring point of that user
parameter           | VARCHAR   | key of limits/parameters.yaml
fraction            | VARCHAR   | total, dissolved or unspecified
basis               | VARCHAR   | N, NO3, P, PO4, CaCO3 ... of "mg/L as N"; empty if none
dimension           | VARCHAR   | dimension of the unit, as in limits/units.yaml
value               | NUMBER    | the number reported [unit]; for a non-detect its level; NULL if none
unit                | VARCHAR   | our name of the reported unit
qualifier           | VARCHAR   | empty, non_detect, estimated, above_range, at_most (<=), at_least (>=) or below_range (below a scale)
detection_limit     | NUMBER    | [detection_limit_unit]
detection_limit_unit| VARCHAR   | our name of its own unit
reporting_limit     | NUMBER    | [reporting_limit_unit]
reporting_limit_unit| VARCHAR   | our name of its own unit
at_least            | NUMBER    | lower bound of the true value [canonical unit of the dimension]
at_most             | NUMBER    | upper bound [canonical]; NULL = unbounded or level unknown
conversion          | VARCHAR   | how the reported unit became the canonical one, with the exact factor
parent_sample       | VARCHAR   | for a field duplicate: the sample it duplicates, if the sender names it
replicate           | VARCHAR   | empty, or field_duplicate: a second bottle of the same water
container           | VARCHAR   | the sender's text about the bottle
preservation        | VARCHAR   | the sender's text about its preservation
sample_type         | VARCHAR   | grab, composite_24h, composite or unknown
collected_by        | VARCHAR   | user, authority or unknown
started_at          | TIMESTAMP | start of sampling, UTC
ended_at            | TIMESTAMP | end of a composite, UTC
day                 | DATE      | local day of the control authority it belongs to
has_time            | BOOLEAN   | false if the sender gave a date only
statistic           | VARCHAR   | measured; or what the sender says it is: monthly_average, daily_maximum, minimum ...
period_from         | DATE      | first day a statistic stands for
period_until        | DATE      | last day a statistic stands for
lab                 | VARCHAR   | laboratory
lab_sample_id       | VARCHAR   | the laboratory's own number
method              | VARCHAR   | analytical method
analysed_at         | TIMESTAMP | start of analysis, UTC; local midnight if only its day is known
analysed_has_time   | BOOLEAN   | false if the sender gave no clock time of the analysis
reported_on         | DATE      | day the laboratory reported it
value_reported      | VARCHAR   | the sender's text
unit_reported       | VARCHAR   | the sender's text
parameter_reported  | VARCHAR   | the sender's text
qualifier_reported  | VARCHAR   | the sender's text
point_reported      | VARCHAR   | the sender's text
sampled_at_reported | VARCHAR   | the sender's text
reporting_limit_reported | VARCHAR | the sender's text
detection_limit_reported | VARCHAR | the sender's text
supersedes          | VARCHAR   | result_ids of the earlier reports of the same measurement that this one replaces, parted by blanks
"""))

READINGS = Table("readings", "one logger value", _columns(_SOURCE + """
user_id             | VARCHAR   | industrial user
point_id            | VARCHAR   | monitoring point
parameter           | VARCHAR   | key of limits/parameters.yaml
read_at             | TIMESTAMP | UTC
day                 | DATE      | local day of the control authority
value               | NUMBER    | [unit]
unit                | VARCHAR   | our name of the unit
dimension           | VARCHAR   | dimension of the unit
canonical           | NUMBER    | the value [canonical unit of the dimension]
quality             | VARCHAR   | ok or suspect (the logger's own flag); suspect readings judge nothing
step_seconds        | INTEGER   | usual interval of this series in its file
value_reported      | VARCHAR   | the sender's text
unit_reported       | VARCHAR   | the sender's text
read_at_reported    | VARCHAR   | the sender's text
"""))

FLOWS = Table("flows", "a volume that passed a point in a day or a longer period", _columns(_SOURCE + """
user_id             | VARCHAR   | industrial user
point_id            | VARCHAR   | monitoring point
from_on             | DATE      | first local day
until_on            | DATE      | last local day
volume              | NUMBER    | the number reported [unit]
unit                | VARCHAR   | our name of the reported unit
dimension           | VARCHAR   | volume, or flow for a mean rate of the period
canonical           | NUMBER    | the volume [m3]; a rate times the days of its period
source              | VARCHAR   | meter, water_bill, estimate or unknown
conversion          | VARCHAR   | how the reported unit became the canonical one, with the exact factor
volume_reported     | VARCHAR   | the sender's text
unit_reported       | VARCHAR   | the sender's text
point_reported      | VARCHAR   | the sender's text
period_reported     | VARCHAR   | the sender's text
"""))

BATCHES = Table("batches", "one file (or set of files) that was taken in", _columns("""
batch_id            | VARCHAR   | first 16 hex digits of the SHA-256 of the bytes
content_id          | VARCHAR   | the same over the parsed cells: equal for two files that differ only in line ends
kind                | VARCHAR   | results, readings or flows
files               | VARCHAR   | file names, separated by " + "
profile             | VARCHAR   | the column profile that read it
rows_in             | INTEGER   | data rows in the file
rows_accepted       | INTEGER   | rows that are in the record
rows_refused        | INTEGER   | rows that are not, each in refused_rows with its reason
columns_unused      | VARCHAR   | headings that no rule of the profile reads
checks              | VARCHAR   | JSON: each quality check, whether it ran, how many rows it caught
taken_in            | INTEGER   | which run of ingest took it in, counted from 1
read_with           | VARCHAR   | digest of the names of parameters, units and points and of the profile it was read with
"""))

REFUSED_ROWS = Table("refused_rows", "one row of a file that was not accepted", _columns("""
batch_id            | VARCHAR   | the batch
source_file         | VARCHAR   | file name as received
source_row          | INTEGER   | row in that file
source_column       | VARCHAR   | the sender's heading
code                | VARCHAR   | unknown_unit, unknown_parameter, impossible_value, analysed_before_sampled ...
what                | VARCHAR   | what is wrong
why                 | VARCHAR   | why it was not guessed
mend                | VARCHAR   | what to do
row_text            | VARCHAR   | the sender's row, as JSON
"""))

INDUSTRIAL_USERS = Table("industrial_users", "a discharger", _columns("""
user_id             | VARCHAR   | key
name                | VARCHAR   | company
service_area        | VARCHAR   | the one service area it discharges to
naics               | VARCHAR   | industry code
is_significant      | BOOLEAN   | SIU on the last day of its newest classification
classification      | VARCHAR   | SIU_CIU, SIU_NONCAT, MTCIU, NSCIU or NONSIG
classified_because  | VARCHAR   | reason and citation
description         | VARCHAR   | what it does
"""))

MONITORING_POINTS = Table("monitoring_points", "where a sample is taken", _columns("""
user_id             | VARCHAR   | industrial user
point_id            | VARCHAR   | key within the user
kind                | VARCHAR   | end_of_process, end_of_pipe or headworks
is_connection       | BOOLEAN   | whether the discharge joins the sewer here: every end of pipe, and an end of process that is one
description         | VARCHAR   | where it is
"""))

CATEGORIES = Table("categories", "a categorical standard a user's monitoring point is under", _columns("""
user_id             | VARCHAR   | industrial user
point_id            | VARCHAR   | monitoring point at which the standard is judged
part                | VARCHAR   | part of 40 CFR, such as 433
subpart             | VARCHAR   | subpart, such as A
standard            | VARCHAR   | PSES or PSNS
options             | VARCHAR   | alternatives agreed with the authority, separated by blanks
effective_from      | DATE      | first day
effective_until     | DATE      | last day; 9999-12-31 = still
citation            | VARCHAR   | where it is decided
"""))

LIMITS = Table("limits", "one number in law, or one rule without a number", _columns("""
limit_id            | VARCHAR   | book/entry@first day
book_id             | VARCHAR   | the book it stands in
entry_id            | VARCHAR   | its key in that book
scope               | VARCHAR   | federal, local or permit
service_area        | VARCHAR   | NULL = every area
part                | VARCHAR   | categorical part, NULL = not categorical
subpart             | VARCHAR   | subpart of that part
standard            | VARCHAR   | PSES or PSNS, NULL = not categorical
option              | VARCHAR   | alternative that must be agreed for this limit to apply; NULL = applies always
unless_option       | VARCHAR   | alternative that, once agreed, takes this limit's place; NULL = none does
user_id             | VARCHAR   | NULL = every user in scope
point_id            | VARCHAR   | NULL = every point in scope
applies_at          | VARCHAR   | end_of_process, end_of_pipe, headworks, or NULL = any point
parameter           | VARCHAR   | key of limits/parameters.yaml
fraction            | VARCHAR   | total, dissolved, or NULL = total or unspecified
basis               | VARCHAR   | as in results; NULL = any
kind                | VARCHAR   | daily_maximum, monthly_average, instantaneous_maximum ... (docs/verdicts.md)
judged_on           | VARCHAR   | which quantity it judges: sample, day, month, rolling_30_days, or reported:STATISTIC
judges              | VARCHAR   | grabs or any_sample
needs_sample_type   | VARCHAR   | composite if only composites are evidence; NULL = any
minimum             | NUMBER    | [unit] NULL = none
minimum_allowed     | BOOLEAN   | true if the value itself still meets
maximum             | NUMBER    | [unit] NULL = none
maximum_allowed     | BOOLEAN   | true if the value itself still meets
unit                | VARCHAR   | our name of the unit as printed
dimension           | VARCHAR   | dimension of the unit; NULL if there is no number
minimum_canonical   | NUMBER    | [canonical]
maximum_canonical   | NUMBER    | [canonical]
undecided_reason    | VARCHAR   | why no number can judge: value_missing, narrative, applies_at_plant, value_elsewhere, report_only; NULL = it can
is_decisive         | BOOLEAN   | false: over it is a flag, not an exceedance
finding             | VARCHAR   | words to add to a verdict that exceeds it
flag_above          | NUMBER    | [canonical] a value above this and up to flag_up_to carries flag_note
flag_up_to          | NUMBER    | [canonical] NULL = no end
flag_note           | VARCHAR   | the note
non_detect_rule     | VARCHAR   | zero, half or full: what a non-detect counts in a mean when both ends disagree
effective_from      | DATE      | first day in force
effective_until     | DATE      | last day in force; 9999-12-31 = still in force
derived_from        | VARCHAR   | entry and multiple it was computed from, NULL = printed
printed             | VARCHAR   | the value as a reader sees it in the source, such as "5.0 to 9.0 s.u."
citation            | VARCHAR   | section
url                 | VARCHAR   | where it was read
quote               | VARCHAR   | words of the source, or ours
note                | VARCHAR   | contradictions, doubts, and what is unverified
"""))

SLUG_RULES = Table("slug_rules", "one definition of a slug for one parameter", _columns("""
rule_id             | VARCHAR   | book/entry@first day
service_area        | VARCHAR   | where it holds
parameter           | VARCHAR   | key of limits/parameters.yaml
base                | VARCHAR   | normal_sewage (a printed strength) or own_average (the user's average 24-hour value)
multiple            | NUMBER    | times the base
base_value          | NUMBER    | [canonical] the printed strength; NULL for own_average
unit                | VARCHAR   | unit of the printed strength
dimension           | VARCHAR   | dimension judged
minutes             | INTEGER   | duration
duration_is_enough  | BOOLEAN   | true: that duration is a slug; false: only longer
series_gap_minutes  | INTEGER   | two grabs further apart are not one series
baseline_days       | INTEGER   | days before, over which own_average is taken; NULL for normal_sewage
baseline_least_days | INTEGER   | fewest 24-hour values for a baseline; NULL for normal_sewage
question            | VARCHAR   | what a person must still judge before it is a slug; NULL = nothing
boundary_note       | VARCHAR   | said when the duration is exactly the printed one
effective_from      | DATE      | first day in force
effective_until     | DATE      | last day in force
citation            | VARCHAR   | section
quote               | VARCHAR   | words of the source, or ours
"""))

UNITS = Table("units", "one unit", _columns("""
unit                | VARCHAR   | our name
dimension           | VARCHAR   | what it measures
factor              | DOUBLE    | canonical = value x factor + addend; for display only, what decides was converted exactly
addend              | DOUBLE    | 0 except for temperatures
is_canonical        | BOOLEAN   | the unit its dimension is compared in
"""))

PARAMETERS = Table("parameters", "what can be limited or measured", _columns("""
parameter           | VARCHAR   | key of limits/parameters.yaml
name                | VARCHAR   | name for a reader
cas                 | VARCHAR   | CAS number; empty if none
parameter_group     | VARCHAR   | metal, nutrient, conventional, organic, physical, microbiological or other
own_basis           | VARCHAR   | what it is expressed as where nothing is said: N of "Ammonia (as N)"; empty if none
"""))

USER_CLASSES = Table("user_classes", "what an industrial user was classified as, from when to when", _columns("""
user_id             | VARCHAR   | industrial user
classification      | VARCHAR   | SIU_CIU, SIU_NONCAT, MTCIU, NSCIU or NONSIG; the first three are significant
effective_from      | DATE      | first day
effective_until     | DATE      | last day; 9999-12-31 = still
because             | VARCHAR   | reason and citation
"""))

VERDICTS = Table("verdicts", "one measured or averaged quantity against one limit", _columns("""
verdict_id          | VARCHAR   | V- and 16 hex digits of quantity and limit
quantity_id         | VARCHAR   | what was judged
judged_on           | VARCHAR   | sample, day, month, rolling_30_days, reading or reported:STATISTIC
user_id             | VARCHAR   | industrial user
point_id            | VARCHAR   | monitoring point
parameter           | VARCHAR   | key of limits/parameters.yaml
day                 | DATE      | the day whose limits were taken
period_from         | DATE      | first day the quantity stands for
period_until        | DATE      | last day the quantity stands for
known_on            | DATE      | the latest day any of its results was reported, or else sampled
verdict             | VARCHAR   | meets, exceeds or undecided
reason              | VARCHAR   | why it is undecided; empty otherwise
depends_on_rule     | BOOLEAN   | true if the non-detect rule decided it
at_least            | NUMBER    | [canonical] lower bound of the quantity
at_most             | NUMBER    | [canonical] upper bound, NULL = unbounded
value               | NUMBER    | [unit] the quantity in the limit's unit, rounded for reading only
unit                | VARCHAR   | the limit's unit, or the result's if there is no limit
times_over          | DOUBLE    | quantity / limit, for reading only; NULL for a minimum or a range's lower end
is_most_stringent   | BOOLEAN   | the strictest of the limits of the same kind in force that day
is_decisive         | BOOLEAN   | false: a flag, not an exceedance
limit_id            | VARCHAR   | the limit; NULL if none was in force
note                | VARCHAR   | findings, flags and doubts to read with it
n_results           | BIGINT    | measurements behind the quantity
n_non_detects       | BIGINT    | of which below their reporting limit
result_ids          | VARCHAR[] | the results behind it (for readings: empty, see period and point)
"""))

EVENTS = Table("events", "a slug, or what may be one", _columns("""
event_id            | VARCHAR   | E- and 16 hex digits of rule, user, point and start
kind                | VARCHAR   | slug, slug_criterion_met (effect still to be judged), possible_slug or slug_not_judged
user_id             | VARCHAR   | industrial user
point_id            | VARCHAR   | monitoring point
parameter           | VARCHAR   | key of limits/parameters.yaml
from_at             | TIMESTAMP | first value above, UTC
until_at            | TIMESTAMP | last value above, UTC
day                 | DATE      | local day of the start
known_on            | DATE      | as in verdicts
minutes             | DOUBLE    | from first to last value above
n_values            | INTEGER   | values above
peak                | NUMBER    | [canonical] highest
threshold           | DOUBLE    | [canonical] multiple x base, for reading only
base_value          | DOUBLE    | [canonical] the base, for reading only
n_base              | INTEGER   | 24-hour values in the base; NULL for a printed strength
rule_id             | VARCHAR   | key of slug_rules
source              | VARCHAR   | readings, grabs or one_sample
note                | VARCHAR   | question to a person, boundary case
result_ids          | VARCHAR[] | results behind it (empty for readings)
"""))

RECORD = (RESULTS, READINGS, FLOWS, BATCHES, REFUSED_ROWS)
LAW = (INDUSTRIAL_USERS, MONITORING_POINTS, CATEGORIES, LIMITS, SLUG_RULES, UNITS, PARAMETERS, USER_CLASSES)
DERIVED = (VERDICTS, EVENTS)
EVERY_TABLE = (*RECORD, *LAW, *DERIVED)
