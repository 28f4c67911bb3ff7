"""Spreadsheets, read back by pandas: what is text, and what is a number."""

import io
from fractions import Fraction
from typing import Any

import openpyxl
import pandas as pd
import pytest
from odf.opendocument import load
from odf.table import TableColumn

import riskexact as rx
from riskexact.base.report import Column, Report, TableItem, Value
from riskexact.base.sheets import workbook
from tests.commands import Capture, run

SUFFIXES = "xlsx", "ods"


def sheets(content: bytes) -> dict[str, Any]:
    found: dict[str, Any] = pd.read_excel(
        io.BytesIO(content), sheet_name=None, header=None, dtype=object
    )
    return found


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_table_is_doubles_and_fractions(capsys: Capture, tmp_path: Any, suffix: str) -> None:
    path = tmp_path / f"odds.{suffix}"
    assert run(capsys, "table", "3", "2", "--rules", "risiko", "-o", str(path)) == (0, "", "")
    found = sheets(path.read_bytes())
    table = rx.win_table(range(1, 4), (1, 2), rules="risiko")
    assert list(found) == ["percent", "fractions", "about"]
    for n, a in enumerate(table.attackers, 1):
        first, *doubles = found["percent"].iloc[n]
        assert first == a
        assert doubles == pytest.approx([*map(float, table.cells[n - 1])], rel=1e-15, abs=0)
        texts = [rx.fraction_text(p) for p in table.cells[n - 1]]
        assert found["fractions"].iloc[n].to_list() == [a, *texts]
    about = dict(found["about"].values)
    assert about["rules"] == "risiko"
    assert about["made by"] == f"riskexact {rx.__version__}"


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("asked", ["outcomes 3 2", "table 3 2 --parts"])
def test_chances_have_their_parts(capsys: Capture, tmp_path: Any, suffix: str, asked: str) -> None:
    path = tmp_path / f"left.{suffix}"
    assert run(capsys, *asked.split(), "-o", str(path))[0] == 0
    head, *rows = next(iter(sheets(path.read_bytes()).values())).values.tolist()
    of_table = "table" in asked
    assert head[2:] == [
        "fraction",
        "numerator",
        "denominator",
        "win" if of_table else "probability",
    ]
    expected = rx.win_table([1, 2, 3], [1, 2]) if of_table else rx.Battle(3, 2).outcomes
    assert {(row[0], row[1]): Fraction(row[2]) for row in rows} == dict(expected)
    assert all(f"{row[3]}/{row[4]}" == row[2] for row in rows)
    doubles = [float(Fraction(row[2])) for row in rows]
    assert [row[5] for row in rows] == pytest.approx(doubles, rel=1e-15, abs=0)


def test_what_looks_like_a_formula_is_text_and_the_head_is_frozen() -> None:
    report = Report("=1+1", {}, TableItem("", ["=A1", Column("p", form="percent")], [["=2", 1]]))
    book = openpyxl.load_workbook(io.BytesIO(workbook(report, "xlsx")))
    cells = [cell for row in book["table 1"] for cell in row]
    assert [cell.data_type for cell in cells] == ["s", "s", "s", "n"]
    assert book["table 1"].freeze_panes == "A2"
    assert book["about"]["B1"].data_type == "s"
    assert {book["table 1"].column_dimensions[each].width for each in "AB"} == {12}
    columns = load(io.BytesIO(workbook(report, "ods"))).getElementsByType(TableColumn)
    assert [each.getAttribute("stylename") for each in columns] == ["width12"] * 3 + ["width61"]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_each_table_has_a_name_that_a_sheet_may_have(
    capsys: Capture, tmp_path: Any, suffix: str
) -> None:
    path = tmp_path / f"rounds.{suffix}"
    assert run(capsys, "round", "-o", str(path)) == (0, "", "")
    found = sheets(path.read_bytes())
    assert list(found)[:2] == ["3 v 2 dice (standard rules)", "3 v 1 dice (standard rules)"]
    report = Report("", {}, *(TableItem("", ["p"], [["1"]], each) for each in ("a/b", ":")))
    assert list(sheets(workbook(report, suffix))) == ["a", "table 2", "about"]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_no_sheet(capsys: Capture, tmp_path: Any, suffix: str) -> None:
    path = tmp_path / f"odds.{suffix}"
    status, _, err = run(capsys, "odds", "3", "2", "-o", str(path))
    assert (status, "(there is no table)" in err) == (2, True)
    with pytest.raises(rx.RiskError, match=f"where there is no table, not .{suffix}$"):
        workbook(Report("", {}, Value("win", Fraction(1, 2))), suffix)
    long = Report("", {}, TableItem("", ["p"], [["1" * 40_000]]))
    with pytest.raises(rx.RiskError, match="at most 32767 digits, not 40000"):
        workbook(long, suffix)
    assert not path.exists()
