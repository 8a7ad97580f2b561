"""EQuIS deliverables of two and three files, as text and as a workbook; every file here is made up."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest


def named(text):
    """Headings as a file has them."""
    return text.split(",")


# Headings as a laboratory delivers them (Sample_v3, TestResultQC_v3, Batch_v3), in its order.
SAMPLE = named(
    "data_provider,sys_sample_code,sample_name,sample_matrix_code,sample_type_code,sample_source,parent_sample_code,"
    "sample_delivery_group,sample_date,sys_loc_code,start_depth,end_depth,depth_unit,chain_of_custody,sent_to_lab_date,"
    "sample_receipt_date,sampler,sampling_company_code,sampling_reason,sampling_technique,task_code,collection_quarter,"
    "composite_yn,composite_desc,sample_class,custom_field_1,custom_field_2,custom_field_3,comment"
)
RESULT = named(
    "sys_sample_code,lab_anl_method_name,analysis_date,fraction,column_number,test_type,lab_matrix_code,analysis_location,"
    "basis,container_id,dilution_factor,prep_method,prep_date,leachate_method,leachate_date,lab_name_code,qc_level,"
    "lab_sample_id,percent_moisture,subsample_amount,subsample_amount_unit,analyst_name,instrument_id,comment,preservative,"
    "final_volume,final_volume_unit,cas_rn,chemical_name,result_value,result_error_delta,result_type_code,reportable_result,"
    "detect_flag,lab_qualifiers,validator_qualifiers,interpreted_qualifiers,validated_yn,method_detection_limit,"
    "reporting_detection_limit,quantitation_limit,result_unit,detection_limit_unit,tic_retention_time,"
    "minimum_detectable_conc,counting_error,uncertainty,critical_value,validation_level,result_comment,qc_original_conc,"
    "qc_spike_added,qc_spike_measured,qc_spike_recovery,qc_dup_original_conc,qc_dup_spike_added,qc_dup_spike_measured,"
    "qc_dup_spike_recovery,qc_rpd,qc_spike_lcl,qc_spike_ucl,qc_rpd_cl,qc_spike_status,qc_dup_spike_status,qc_rpd_status,"
    "lab_sdg"
)
BATCH = named("sys_sample_code,lab_anl_method_name,analysis_date,fraction,column_number,test_type,test_batch_type,test_batch_id")


def sample(code, kind="N", point="TB-001", at="03/02/2026 08:00", **more):
    return {
        "sys_sample_code": code, "sample_type_code": kind, "sample_date": at, "sys_loc_code": point, "composite_yn": "N", **more,
    }


def result(code, name="Copper", cas="7440-50-8", value="0.25", **more):
    return {
        "sys_sample_code": code, "lab_anl_method_name": "E200.7", "analysis_date": "03/05/2026 10:00", "fraction": "T",
        "test_type": "INITIAL", "basis": "Wet", "lab_name_code": "MOHAWK", "lab_sample_id": f"L-{code}", "cas_rn": cas,
        "chemical_name": name, "result_value": value, "result_type_code": "TRG", "reportable_result": "Yes",
        "detect_flag": "Y", "method_detection_limit": "0.001", "reporting_detection_limit": "0.005", "result_unit": "mg/l",
        "detection_limit_unit": "mg/l", **more,
    }


SAMPLES = [
    sample("E-1", composite_yn="Y", composite_desc="24-hour"),
    sample("E-2", point="TB-002", at="03/02/2026 09:30"),
    sample("E-3", kind="FD", at="03/02/2026 08:00", parent_sample_code="E-1", composite_yn="Y", composite_desc="24-hour"),
    sample("LB-1", kind="LB", point=""), sample("MS-1", kind="MS", parent_sample_code="E-2", point=""),
    sample("E-7"),
]
ZINC = {"name": "Zinc", "cas": "7440-66-6"}
RESULTS = [
    result("E-1", preservative="HNO3"),
    # Not detected; its limits are in ug/L while the result's unit is mg/L: 5 ug/L = 0.005 mg/L.
    result("E-1", **ZINC, value="", detect_flag="N", lab_qualifiers="U", method_detection_limit="1",
           reporting_detection_limit="5", detection_limit_unit="ug/l"),
    result("E-2", **ZINC, value="0.7", fraction="D"),
    result("E-2", "Ammonia", "7664-41-7", "3.5", result_unit="mg/l as N", detection_limit_unit="mg/l as N"),
    result("E-2", value="0.3", lab_qualifiers="J"),
    result("E-3", value="0.27"),
    result("E-1", "Toluene-d8", "2037-26-5", "98", result_type_code="SUR", result_unit="%"),  # surrogate
    result("E-1", value="2.5", reportable_result="No"),  # the run before the dilution
    result("LB-1", value="0.001"), result("MS-1", value="1.3"),
    result("E-9"),  # a sample that the sample file lacks
]
QUALITY = {"laboratory_quality_row": 4, "sample_not_in_file": 1}


def check(desk, outcome):
    """What a person would read in SAMPLES and RESULTS."""
    assert (outcome.status, outcome.profile) == ("accepted", "equis-edd")
    assert (outcome.rows_in, outcome.rows_accepted, outcome.rows_refused) == (11, 6, 5)
    assert outcome.refused_codes == QUALITY
    assert "'E-9' is not in the sample file" in [what for _, what in desk.refused()]
    assert any("1 rows of the sample file without a result: E-7" in note for note in outcome.notes)
    # March is winter time until the 8th: 08:00 is 13:00 UTC.
    eight, half_nine = datetime(2026, 3, 2, 13, 0), datetime(2026, 3, 2, 14, 30)
    d = Decimal
    assert desk.rows("sample_id", "parameter", "at_least", "at_most", "qualifier", "fraction", "basis", "point_id", "started_at") == [
        ("E-1", "copper_total", d("0.25"), d("0.25"), "", "total", "", "001", eight),
        ("E-1", "zinc_total", 0, d("0.005"), "non_detect", "total", "", "001", eight),
        ("E-2", "zinc_total", d("0.7"), d("0.7"), "", "dissolved", "", "002", half_nine),
        ("E-2", "ammonia_n", d("3.5"), d("3.5"), "", "total", "N", "002", half_nine),
        ("E-2", "copper_total", d("0.3"), d("0.3"), "estimated", "total", "", "002", half_nine),
        ("E-3", "copper_total", d("0.27"), d("0.27"), "", "total", "", "001", eight),
    ]
    kinds = desk.rows("sample_type", "ended_at", "replicate", "parent_sample")
    day_later = datetime(2026, 3, 3, 13, 0)
    assert kinds[0] == ("composite_24h", day_later, "", "") and kinds[2] == ("grab", None, "", "")
    assert kinds[5] == ("composite_24h", day_later, "field_duplicate", "E-1")
    assert desk.rows("reporting_limit", "reporting_limit_unit", "detection_limit", "unit")[1] == (5, "ug/L", 1, "mg/L")
    assert desk.rows("method", "lab", "lab_sample_id", "preservation", "collected_by")[0] == (
        "E200.7", "MOHAWK", "L-E-1", "HNO3", "user",
    )
    unused = outcome.columns_unused
    assert {"quantitation_limit", "dilution_factor", "basis", "validator_qualifiers", "sampler (sample file)"} <= set(unused)
    assert not {"result_value", "result_unit", "detect_flag", "sample_date (sample file)"} & set(unused)


def lay(desk, base="mohawk.", headings=(SAMPLE, RESULT), results=RESULTS, names=("Sample_v3", "TestResultQC_v3"), **text):
    ending = "txt" if text.get("delimiter") == "\t" else "csv"
    for name, columns, rows in zip(names, headings, (SAMPLES, results), strict=True):
        desk.put(f"{base}{name}.{ending}", desk.text(columns, rows, **text))


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_two_files(desk, delimiter):
    lay(desk, delimiter=delimiter)
    check(desk, desk.take())


def test_batches_are_known_and_not_read(desk):
    lay(desk)
    desk.put("mohawk.Batch_v3.csv", desk.text(BATCH, [{"sys_sample_code": "E-1", "test_batch_id": "B1", "lab_anl_method_name": "E200.7"}]))
    outcome = desk.take()
    assert outcome.file == "mohawk.Batch_v3.csv + mohawk.Sample_v3.csv + mohawk.TestResultQC_v3.csv"
    check(desk, outcome)


def test_headings_in_any_case_and_order_with_a_hash(desk):
    def shouted(headings):
        return ["#" + headings[-1].upper(), *(name.title() for name in headings[:-1])]

    for name, headings, rows in (("Sample_v3", SAMPLE, SAMPLES), ("TestResultQC_v3", RESULT, RESULTS)):
        plain = desk.text([headings[-1], *headings[:-1]], rows).split("\r\n")
        desk.put(f"x_{name}.csv", "\r\n".join([",".join(shouted(headings)), *plain[1:]]))
    outcome = desk.take()
    assert (outcome.profile, outcome.rows_accepted, outcome.refused_codes) == ("equis-edd", 6, QUALITY)
    assert "Quantitation_Limit" in outcome.columns_unused


@pytest.mark.parametrize("names", [("_Sample", "_TestResult"), ("LabSample_v1", "TestResultsQC_v1"), ("SAMPLE_V3", "testresultqc_v3")])
def test_file_names_as_delivered(desk, names):
    lay(desk, names=names)
    check(desk, desk.take())


@pytest.mark.parametrize("sheets", [("Sample_v3", "TestResultQC_v3", "Batch_v3"), ("one", "two", "three")])
def test_one_workbook_says_the_same(desk, sheets):
    tables = ((SAMPLE, SAMPLES), (RESULT, RESULTS), (BATCH, [{"sys_sample_code": "E-1", "test_batch_id": "B1"}]))
    cover = {"Cover": (["Remarks"], [{"Remarks": "made up"}])}
    desk.put("mohawk.xlsx", desk.workbook({**dict(zip(sheets, tables, strict=True)), **cover}))
    outcome = desk.take()
    check(desk, outcome)
    assert [note for note in outcome.notes if note.startswith("not read")] == [
        "not read, no headings of this layout: mohawk.xlsx [Cover]"
    ]


def test_workbook_without_samples(desk):
    desk.put("mohawk.xlsx", desk.workbook({"TestResultQC_v3": (RESULT, RESULTS)}))
    outcome = desk.take()
    assert (outcome.status, outcome.problem.what) == ("refused", "no sheet has the headings of the sample table")


@pytest.mark.parametrize(("left", "missing"), [
    ("mohawk.Sample_v3.csv", "mohawk.TestResultQC_v3.csv"), ("mohawk.TestResultQC_v3.csv", "mohawk.Sample_v3.csv"),
    ("mohawk_Sample.csv", "mohawk_TestResult.csv"), ("mohawkTestResultsQC_v1.csv", "mohawkLabSample_v1.csv"),
])
def test_partner_missing(desk, left, missing):
    is_sample = "ample" in left
    desk.put(left, desk.text(SAMPLE, SAMPLES) if is_sample else desk.text(RESULT, RESULTS))
    outcome = desk.take()
    assert outcome.status == "refused" and outcome.problem.what == f"its partner {missing} is missing"
    # The mend, performed:
    desk.put(missing, desk.text(RESULT, RESULTS) if is_sample else desk.text(SAMPLE, SAMPLES))
    check(desk, desk.take())


def test_minnesota_description_row_and_less_than_sign(desk):
    """Lab_MN: the row under the headings may describe them, and "<" marks what was not detected."""
    described = [dict.fromkeys(RESULT, "Required. See the manual"), *(
        {**row, "lab_qualifiers": row.get("lab_qualifiers", "").replace("U", "<")} for row in RESULTS
    )]
    lay(desk, results=described, names=("LabSample_v1", "TestResultsQC_v1"), base="")
    outcome = desk.take()
    assert "not read, it describes the columns: row 2 of TestResultsQC_v1.csv" in outcome.notes
    check(desk, outcome)


@pytest.mark.parametrize("cells", [
    {"value": ""}, {"value": "TNTC"}, {"value": "ND"}, {"value": "see note", "reporting_detection_limit": ""},
])
def test_first_row_with_faulty_data_is_no_description(desk, cells):
    """A row that may be a result is never taken for a description, however little of it can be read."""
    faulty = result("E-1", **{"analysis_date": "unknown", "method_detection_limit": "none given", "reporting_detection_limit": "?", **cells})
    lay(desk, results=[faulty, *RESULTS[1:]])
    outcome = desk.take()
    assert (outcome.rows_in, outcome.rows_accepted) == (11, 5) and len(outcome.notes) == 1
    assert outcome.rows_refused == sum(QUALITY.values()) + 1


def test_unknown_codes_are_refused_by_name(desk):
    lay(desk, results=[result("E-1", fraction="X"), result("E-1", lab_qualifiers="ZZ"), result("E-1", result_type_code="NEW")])
    outcome = desk.take()
    assert (outcome.rows_accepted, outcome.rows_refused) == (0, 3)
    told = " ".join(what for _, what in desk.refused())
    assert "'X' is not among the codes" in told and "'NEW' is not among the codes" in told
    assert ("unreadable_value", "'0.25' cannot be read as a value") in desk.refused()


def test_words_for_the_hours_of_a_composite(desk):
    """Words nobody can read as hours are refused, and a profile of the workspace may say what they mean."""
    flow = [sample("E-1", composite_yn="Y", composite_desc="flow proportional")]
    desk.put("a_Sample.csv", desk.text(SAMPLE, flow))
    desk.put("a_TestResult.csv", desk.text(RESULT, [result("E-1")]))
    assert desk.take().refused_codes == {"unknown_code": 1}
    from importlib import resources

    text = resources.files("headworks.adapters.lab_files").joinpath("profiles/equis-edd.yaml").read_text(encoding="utf-8")
    assert "\ncodes:\n" in text
    desk.ws.profiles_dir.mkdir()
    (desk.ws.profiles_dir / "equis-edd.yaml").write_text(
        text.replace("\ncodes:\n", '\ncodes:\n  composite_hours: {flow proportional: "24"}\n'), encoding="utf-8"
    )
    assert desk.take().rows_accepted == 1
    assert desk.rows("sample_type", "ended_at") == [("composite_24h", datetime(2026, 3, 3, 13, 0))]
