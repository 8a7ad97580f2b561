"""Each declared layout, by a small file: what comes out is what a person would read in it."""

from __future__ import annotations

import io
from datetime import date, datetime, time
from decimal import Decimal

import openpyxl
import pytest


def by_key(rows, *names):
    return [tuple(row[name] for name in names) for row in rows]


def test_northfork(bench, row, northfork):
    outcome = bench.take("nf.csv", northfork(
        row(),
        row(Analyte="Zinc", Result="<0.005"),
        row(Analyte="Nickel", Result="ND", MDL="1", RL="5", Limit_Units="ug/L"),
        row(Analyte="Lead", Result="0.004 J"),
        row(Analyte="TSS", Result="1,250", MDL="", RL=""),
        row(Analyte="BOD5", Result=".0849", Qual="J"),
        row(Analyte="Mercury", Result="1e-05", Sample_Type="Comp 24h", Sample_ID="N-2", Ended="3/3/2026 9:05"),
    ))
    assert outcome.status == "accepted" and (outcome.rows_in, outcome.rows_accepted, outcome.rows_refused) == (7, 7, 0)
    assert outcome.columns_unused == []
    rows = {one["parameter_reported"]: one for one in bench.record()["results"]}
    copper = rows["Copper"]
    assert (copper["user_id"], copper["point_id"], copper["value"], copper["unit"]) == (
        "IU-0900",
        "001",
        Decimal("0.5"),
        "mg/L",
    )
    # 9:05 on 2 March is winter time, five hours behind UTC.
    assert (copper["started_at"], copper["day"], copper["has_time"]) == (
        datetime(2026, 3, 2, 14, 5),
        date(2026, 3, 2),
        True,
    )
    assert (copper["analysed_at"], copper["reported_on"]) == (datetime(2026, 3, 4, 16, 0), date(2026, 3, 9))
    assert (copper["lab"], copper["collected_by"], copper["sample_type"]) == ("Northfork Analytical", "user", "grab")
    bounds = {name: (one["at_least"], one["at_most"], one["qualifier"]) for name, one in rows.items()}
    assert bounds["Zinc"] == (0, Decimal("0.005"), "non_detect")
    assert bounds["Nickel"] == (0, Decimal("0.005"), "non_detect")  # RL 5 ug/L
    assert bounds["Lead"] == (Decimal("0.004"), Decimal("0.004"), "estimated")
    assert bounds["TSS"] == (1250, 1250, "")
    assert bounds["BOD5"] == (Decimal("0.0849"), Decimal("0.0849"), "estimated")
    assert bounds["Mercury"][0] == Decimal("0.00001")
    assert (rows["Nickel"]["reporting_limit"], rows["Nickel"]["reporting_limit_unit"], rows["Nickel"]["value"]) == (
        5,
        "ug/L",
        Decimal("0.005"),
    )
    assert (rows["Mercury"]["sample_type"], rows["Mercury"]["ended_at"]) == (
        "composite_24h",
        datetime(2026, 3, 3, 14, 5),
    )
    assert rows["TSS"]["value_reported"] == "1,250"


def test_catskill(bench):
    text = (
        "Report No;Sample Point;Date Sampled;Time Sampled;Composite Hours;Parameter;Fraction;Prefix;Value;Unit;"
        "Det. Limit;Det. Limit Unit;Date Analysed;Taken By\n"
        "C-77;Testbed manhole;2026-03-01;14:05;;Copper;T;;120;µg/L;2;µg/L;2026-03-02;authority\n"
        "C-77;Testbed manhole;2026-03-01;14:05;;Temperature;;;104;ºF;;;2026-03-01;user\n"
        "C-77;Testbed manhole;2026-03-01;08:00;24;Ammonia;D;<;0.1;mg/l as N;0.05;mg/l as N;2026-03-04;user\n"
        "C-77;Testbed manhole;2026-03-01;14:05;;pH;;;8.1;std units;;;2026-03-01;user\n"
    )
    outcome = bench.take("cat.csv", text.encode("cp1252"))
    assert (outcome.profile, outcome.rows_accepted, outcome.rows_refused) == ("catskill", 4, 0), bench.record()[
        "refused_rows"
    ]
    rows = {one["parameter_reported"]: one for one in bench.record()["results"]}
    assert (rows["Copper"]["at_most"], rows["Copper"]["fraction"], rows["Copper"]["collected_by"]) == (
        Decimal("0.12"),
        "total",
        "authority",
    )
    assert (
        rows["Copper"]["detection_limit"],
        rows["Copper"]["detection_limit_unit"],
        rows["Copper"]["lab_sample_id"],
    ) == (2, "ug/L", "C-77")
    assert (rows["Temperature"]["unit"], rows["Temperature"]["at_most"]) == ("degF", 104)
    ammonia = rows["Ammonia"]
    assert (ammonia["unit"], ammonia["basis"], ammonia["fraction"], ammonia["at_most"]) == (
        "mg/L",
        "N",
        "dissolved",
        Decimal("0.1"),
    )
    assert (ammonia["sample_type"], ammonia["ended_at"]) == ("composite_24h", datetime(2026, 3, 2, 13, 0))
    assert rows["pH"]["sample_id"] == "IU-0900/001/2026-03-01T14:05-05:00/grab/user"


def test_susquehanna(bench):
    text = (
        "Susquehanna Testing (made up)\r\nReport 5512\r\n\r\n"
        "Site,Date,Time,Type,pH (s.u.),Temp (°C),BOD5 (mg/l),TSS (mg/l),Copper (ug/l),Remark\r\n"
        "Testbed manhole,05-Mar-2026,14:05,G,7.2,40,,<5,NR,\r\n"
        "Testbed second,05-Mar-2026,08:00,C24,,,350,180,12,hello\r\n"
    )
    outcome = bench.take("sus.csv", "\ufeff" + text)
    assert (outcome.profile, outcome.rows_in, outcome.rows_accepted) == ("susquehanna", 6, 6), bench.record()[
        "refused_rows"
    ]
    assert outcome.columns_unused == ["Remark"]
    assert "1 cells say that there is no value; they are no results" in outcome.notes
    rows = by_key(
        bench.record()["results"], "source_row", "point_id", "parameter_reported", "at_least", "at_most", "sample_type"
    )
    assert rows == [
        (5, "001", "pH", Decimal("7.2"), Decimal("7.2"), "grab"),
        (5, "001", "Temp", 104, 104, "grab"),  # 40 degC is exactly 104 degF
        (5, "001", "TSS", 0, 5, "grab"),
        (6, "002", "BOD5", 350, 350, "composite_24h"),
        (6, "002", "TSS", 180, 180, "composite_24h"),
        (6, "002", "Copper", Decimal("0.012"), Decimal("0.012"), "composite_24h"),
    ]


def workbook(*sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        sheet["A1"], sheet["A2"] = "Municipal laboratory", "Results"
        sheet["A4"], sheet["E4"], sheet["I4"] = "Sample", "Result", "Limits"
        sheet.merge_cells("A4:D4")
        sheet.merge_cells("E4:H4")
        names = [
            "Point",
            "Date",
            "Time",
            "Type",
            "Parameter",
            "Result",
            "Flag",
            "Unit",
            "MDL",
            "RL",
            "Limit unit",
            "Method",
        ]
        for number, row in enumerate([names, *rows], start=5):
            for place, cell in enumerate(row, start=1):
                sheet.cell(number, place, cell)
    sink = io.BytesIO()
    book.save(sink)
    return sink.getvalue()


def test_municipal_workbook(bench):
    day = datetime(2026, 3, 3)
    data = workbook(
        (
            "Metals",
            [
                [
                    "Testbed manhole",
                    day,
                    time(9, 30),
                    "Grab",
                    "Copper",
                    0.004,
                    "J",
                    "mg/L",
                    0.001,
                    0.005,
                    "mg/L",
                    "200.7",
                ],
                ["Testbed manhole", day, time(9, 30), "Grab", "Zinc", None, "U", "mg/L", 1, 5, "ug/L", "200.7"],
            ],
        ),
        (
            "Conventionals",
            [
                ["Testbed second", day, time(7, 0), "Composite", "BOD5", 1250, None, "mg/L", 2, 2, "mg/L", "5210"],
                ["Testbed second", day, time(7, 0), "Composite", "TSS", "=F6*2", None, "mg/L", 2, 2, "mg/L", "2540"],
            ],
        ),
    )
    outcome = bench.take("muni.xlsx", data)
    assert (outcome.profile, outcome.rows_in, outcome.rows_accepted) == ("municipal-workbook", 4, 3)
    record = bench.record()
    rows = by_key(
        record["results"], "source_file", "source_row", "value", "at_least", "at_most", "collected_by", "started_at"
    )
    at = datetime(2026, 3, 3, 14, 30)
    assert rows[:2] == [
        ("muni.xlsx [Metals]", 6, Decimal("0.004"), Decimal("0.004"), Decimal("0.004"), "authority", at),
        ("muni.xlsx [Metals]", 7, Decimal("0.005"), 0, Decimal("0.005"), "authority", at),
    ]
    assert rows[2][:3] == ("muni.xlsx [Conventionals]", 6, 1250)
    refused, = record["refused_rows"]  # V19: a formula nobody computed is not blank
    assert (refused["code"], refused["why"]) == ("unreadable_value", "the cell holds a formula without a stored value")


SAMPLE = (
    "#sys_sample_code,sample_name,sample_matrix_code,sample_type_code,sample_source,parent_sample_code,sample_delivery_group,"
    "sample_date,sys_loc_code,chain_of_custody,composite_yn,composite_desc,sampling_company_code,comment\n"
    "E-1,,WW,N,Field,,S1,03/01/2026 08:00,Testbed manhole,COC1,Y,24 h,TB,\n"
    "E-2,,WW,N,Field,,S1,03/01/2026 09:00,Testbed manhole,COC1,N,,TB,\n"
    "E-3,,WW,N,Field,,S1,03/01/2026 09:00,Testbed second,COC1,N,,TB,\n"
    "LB-1,,WQ,LB,Lab,,S1,03/01/2026 09:00,,,N,,TB,\n"
)
RESULT = (
    "#sys_sample_code,lab_anl_method_name,analysis_date,fraction,test_type,lab_matrix_code,basis,lab_name_code,lab_sample_id,"
    "cas_rn,chemical_name,result_value,result_type_code,reportable_result,detect_flag,lab_qualifiers,method_detection_limit,"
    "reporting_detection_limit,quantitation_limit,result_unit,detection_limit_unit,result_comment\n"
    "E-1,E200.7,03/05/2026 10:00,T,INITIAL,WW,Wet,MOHAWK,M1,7440-50-8,Copper,0.25,TRG,Yes,Y,,0.001,0.005,,mg/l,mg/l,\n"
    "E-1,E200.7,03/05/2026 10:00,T,INITIAL,WW,Wet,MOHAWK,M1,7440-66-6,Zinc,,TRG,Yes,N,U,1,5,,mg/l,ug/l,\n"
    "E-2,E420,03/05/2026 10:00,T,INITIAL,WW,Wet,MOHAWK,M2,7440-50-8,Copper,0.3,SUR,Yes,Y,,0.001,0.005,,mg/l,mg/l,\n"
    "LB-1,E200.7,03/05/2026 10:00,T,INITIAL,WW,Wet,MOHAWK,M3,7440-50-8,Copper,0.3,TRG,Yes,Y,,0.001,0.005,,mg/l,mg/l,\n"
    "E-9,E200.7,03/05/2026 10:00,T,INITIAL,WW,Wet,MOHAWK,M4,7440-50-8,Copper,0.3,TRG,Yes,Y,,0.001,0.005,,mg/l,mg/l,\n"
)


def test_equis_pair(bench):
    bench.put("mohawk_Sample.csv", SAMPLE)
    bench.put("mohawk_TestResult.csv", RESULT)
    outcome, = bench.run().batches
    assert (outcome.file, outcome.profile) == ("mohawk_Sample.csv + mohawk_TestResult.csv", "equis-edd")
    assert (outcome.rows_in, outcome.rows_accepted, outcome.rows_refused) == (5, 2, 3)
    assert outcome.refused_codes == {"laboratory_quality_row": 2, "sample_not_in_file": 1}
    assert "1 rows of the sample file without a result: E-3" in outcome.notes
    rows = by_key(
        bench.record()["results"],
        "source_file",
        "source_row",
        "parameter",
        "at_least",
        "at_most",
        "sample_type",
        "point_id",
    )
    assert rows == [
        ("mohawk_TestResult.csv", 2, "copper_total", Decimal("0.25"), Decimal("0.25"), "composite_24h", "001"),
        ("mohawk_TestResult.csv", 3, "zinc_total", 0, Decimal("0.005"), "composite_24h", "001"),
    ]


@pytest.mark.parametrize("alone", ["mohawk_Sample.csv", "mohawk_TestResult.csv"])
def test_equis_without_partner(bench, alone):
    outcome = bench.take(alone, SAMPLE if "Sample" in alone else RESULT)
    other = "mohawk_TestResult.csv" if "Sample" in alone else "mohawk_Sample.csv"
    assert outcome.status == "refused" and outcome.problem.what == f"its partner {other} is missing"
    assert other in outcome.problem.mend and bench.written == []
    # The mend, performed:
    bench.put(other, RESULT if "Sample" in alone else SAMPLE)
    assert bench.run().batches[0].status == "accepted"


PH = (
    '\ufeff"Plot Title: Testbed manhole"\r\n"#","Date Time, GMT-05:00","pH, SU (LGR S/N: 1000001)","Event"\r\n'
    "1,11/16/26 08:00:00 AM,7.10,\r\n2,11/16/26 08:01:00 AM,7.12,\r\n3,11/16/26 08:02:00 AM,,Logged\r\n"
    "4,11/16/26 08:03:00 AM,14.5,\r\n5,11/16/26 08:03:00 PM,7.2,\r\n"
)


def test_ph_logger(bench):
    outcome = bench.take("ph.csv", PH)
    assert (outcome.profile, outcome.rows_in, outcome.rows_accepted) == ("ph-logger", 5, 3)
    assert outcome.refused_codes == {"impossible_value": 1, "missing_value": 1}
    record = bench.record()
    first = record["readings"][0]
    assert (first["user_id"], first["parameter"], first["unit"], first["canonical"]) == (
        "IU-0900",
        "ph",
        "s.u.",
        Decimal("7.1"),
    )
    assert (first["read_at"], first["day"], first["quality"]) == (
        datetime(2026, 11, 16, 13, 0),
        date(2026, 11, 16),
        "ok",
    )
    assert [one["source_row"] for one in record["readings"]] == [3, 4, 7]
    assert "above 14" in next(one["why"] for one in record["refused_rows"] if one["code"] == "impossible_value")


def test_temperature_logger(bench):
    text = PH.replace("pH, SU", "Temp, °F").replace(",7.", ",97.").replace("14.5", "101.5")
    outcome = bench.take("t.csv", text)
    assert (outcome.profile, outcome.rows_accepted) == ("temperature-logger", 4)
    assert {one["unit"] for one in bench.record()["readings"]} == {"degF"}


def test_flow_meter(bench):
    text = (
        "Tag,Timestamp,Flow_gpm,Status\n"
        + "".join(
            f"FT-0900,2026-11-16T08:{minute:02d}:00-05:00,{100 + minute},{'SUSPECT' if minute == 3 else 'OK'}\n"
            for minute in range(5)
        )
        + "FT-0900,2026-11-16T08:06:00-05:00,100,BAD\n"
    )
    outcome = bench.take("flow.csv", text)
    assert (outcome.profile, outcome.rows_accepted, outcome.refused_codes) == ("flow-meter", 5, {"unknown_code": 1})
    rows = bench.record()["readings"]
    assert [one["quality"] for one in rows] == ["ok", "ok", "ok", "suspect", "ok"]
    assert {(one["parameter"], one["unit"], one["step_seconds"]) for one in rows} == {("flow", "gpm", 60)}
    assert rows[0]["canonical"] == Decimal("545.099296896")  # 100 gpm x 3.785411784 L x 1440 / 1000 = 545.099296896


def test_local_times_in_a_logger_without_offset(bench):
    text = "Tag,Timestamp,Flow_gpm,Status\n" + "".join(
        f"FT-0900,{at},1,OK\n"
        for at in (
            "2026-11-01T00:30:00",
            "2026-11-01T01:30:00",
            "2026-11-01T02:30:00",
            "2026-03-08T02:30:00",
            "2026-13-01T00:00:00",
        )
    )
    outcome = bench.take("flow.csv", text)
    assert outcome.refused_codes == {"ambiguous_local_time": 1, "no_such_local_time": 1, "unreadable_date": 1}
    assert [one["read_at"] for one in bench.record()["readings"]] == [
        datetime(2026, 11, 1, 4, 30),
        datetime(2026, 11, 1, 7, 30),
    ]
