import csv
import io
import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.report import (
    BLANK,
    FORMATS,
    Chance,
    Column,
    Data,
    Exact,
    Fractions,
    Group,
    Mean,
    Report,
    Several,
    TableItem,
    Text,
    Value,
    shortened,
)
from riskexact.base.text import decimal_text, fraction_text

HALF = Fraction(1, 2)


@given(st.fractions(-2, 2), st.integers(1, 12))
def test_a_value_is_declared_once(value: Fraction, digits: int) -> None:
    """Its name is the JSON key and the label; JSON has the fraction and the decimal of the text."""
    report = Report("title", {"asked": value}, Exact("to_win", value), digits=digits)
    data = json.loads(report.json())
    assert data["asked"] == fraction_text(value)
    assert Fraction(data["to_win"]["fraction"]) == value
    shown = f"to win: {data['to_win']['decimal']}"
    assert report.text() == f"title\n\n{shown}\n  = {fraction_text(value)}\n"
    if value >= 0:
        assert data["to_win"]["decimal"] == decimal_text(value, digits)


def test_each_item() -> None:
    report = Report(
        "",
        {"later": None, "first": 1},
        Value("certain", "0.12"),
        Value("none", None),
        Value("", HALF, "text alone", " units"),
        Value("json_alone", HALF, ""),
        BLANK,
        Mean("units_lost", HALF),
        Group("net", Value("mean", HALF, "margin"), Data("list", [HALF])),
        Several("each", [Report("a", {"n": 1}, Text("x")), Report("b", {"n": 2}, Text("y"))]),
        Data("later", lambda: 3),
        digits=2,
    )
    half = {"fraction": "1/2", "decimal": "0.50"}
    assert list(json.loads(report.json()).items()) == [
        ("later", 3),
        ("first", 1),
        ("certain", {"fraction": None, "decimal": "0.12"}),
        ("none", None),
        ("json_alone", half),
        ("units_lost", {"mean": half}),
        ("net", {"mean": half, "list": ["1/2"]}),
        ("each", [{"n": 1}, {"n": 2}]),
    ]
    assert report.text().splitlines() == [
        "certain: 0.12",
        "text alone: 0.50 units",
        "",
        "expected units lost: 0.50",
        "margin: 0.50",
        *["a", "", "x", "", "b", "", "y"],
    ]


def table(name: str = "rows") -> TableItem:
    columns = [
        Column("units left", "units"),
        Column(None, "hidden"),
        Chance("probability"),
        Fractions("fraction"),
    ]
    return TableItem(
        name, columns, lambda: [(n, -n, Fraction(1, n), Fraction(1, n)) for n in (8, 10)]
    )


def test_tables() -> None:
    report = Report("title", {}, table(), digits=3)
    assert json.loads(report.json())["rows"] == [
        {"units": 8, "hidden": -8, "fraction": "1/8", "decimal": "0.125"},
        {"units": 10, "hidden": -10, "fraction": "1/10", "decimal": "0.100"},
    ]
    assert report.text().splitlines()[2:] == [
        "units left  probability  fraction",
        "         8        0.125  1/8",
        "        10        0.100  1/10",
    ]
    (head, *rows) = csv.reader(io.StringIO(report.tables("csv")))
    assert head == ["units left", "probability", "fraction"]
    assert rows == [["8", "0.125", "1/8"], ["10", "0.100", "1/10"]]
    for format_ in FORMATS:
        assert "0.125" in report.tables(format_)
        assert ("title" in report.tables(format_)) == (format_ not in ("csv", "json"))
    assert Report("", {}, table("")).data() == {}
    with pytest.raises(RiskError, match="format must be one of text, markdown, .* not 'pdf'"):
        report.tables("pdf")


def test_what_is_not_shown_is_not_computed() -> None:
    def never() -> list[tuple[int]]:
        raise AssertionError

    report = Report("title", {}, Data("data", never), TableItem("rows", [Column(None, "n")], never))
    assert report.text() == "title\n\n"
    assert Report("", {}, TableItem("", [Column("n")], never)).json() == "{}\n"


def test_long_fractions_are_shortened_where_a_limit_is_given() -> None:
    long = Fraction(1, 10**50)
    report = Report("", {}, Exact("win", long), TableItem("", [Fractions("fraction")], [(long,)]))
    assert report.text().count(fraction_text(long)) == 2
    assert fraction_text(long) not in report.text(20)
    assert report.text(20).count(shortened(long, 20)) == 2
    assert shortened(HALF, 3) == "1/2"
    assert "(51 digits)" in shortened(long, 52)
    assert shortened(long, 53) == fraction_text(long)
