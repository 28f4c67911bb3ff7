import json
import re
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.report import (
    Column,
    Data,
    Report,
    TableItem,
    Terminal,
    Value,
    chance_cells,
    chance_data,
)
from riskexact.base.text import fraction_text, number_text, signed_text
from riskexact.battle.blitz import Fight
from riskexact.rules import Rules

HALF = Fraction(1, 2)


@given(st.fractions(-2, 2), st.integers(1, 12))
def test_a_value_is_declared_once(value: Fraction, digits: int) -> None:
    """Its name is the JSON key and the label; JSON has the fraction and the decimal of the text.

    But near to -1 it has a number.
    """
    report = Report("title", {"asked": value}, Value("to_win", value, exact=True))
    report.digits = digits
    data = json.loads(report.json())
    assert data["asked"] == fraction_text(value)
    assert Fraction(data["to_win"]["fraction"]) == value
    shown, decimal = signed_text(value, digits), data["to_win"]["decimal"]
    assert report.text() == f"title\n\nto win: {shown}\n  = {fraction_text(value)}\n"
    assert decimal == (number_text(value, digits) if shown.startswith("-(") else shown)
    assert re.fullmatch(r"(1 - |-)?[0-9.]+(e-[0-9]+)?", decimal)


def table(name: str = "rows") -> TableItem:
    columns = [
        Column("units left", "units"),
        Column(None, "hidden"),
        Column("probability", form="chance"),
        Column("fraction", form="fraction"),
    ]
    return TableItem(
        name, columns, lambda: [(n, -n, Fraction(1, n), Fraction(1, n)) for n in (8, 10)]
    )


@pytest.mark.parametrize(
    ("value", "double"),
    [
        ("1 - 2.6e-208", 1.0),
        ("1 - 1.7e-2057091916", 1.0),
        ("1.7e-2057091916", 0.0),
        ("1 - 2.5e-1", 0.75),
        (Fraction(1, 10**400), 0.0),
        (Fraction(-1, 3), -1 / 3),
        (Fraction(10**400, 3), 1.7976931348623157e308),
        (Fraction(-(10**400)), -1.7976931348623157e308),
    ],
)
def test_the_double_is_always_a_finite_number(value: Fraction | str, double: float) -> None:
    data = chance_data(value, 3)
    assert data is not None
    assert data["double"] == double
    assert chance_data(None) is None


@pytest.mark.parametrize(
    ("value", "digits", "decimal"),
    [
        (Fraction(-6, 5), 1, "-1.2"),
        (Fraction(-96, 100), 1, "-0.96"),
        (Fraction(1, 10**9) - 1, 3, "-0.999999999"),
        (Fraction(16, 11), 1, "1.5"),
        (Fraction(96, 100), 1, "1 - 0.04"),
    ],
)
def test_the_decimal_of_json_is_a_number_but_for_chances_near_1(
    value: Fraction, digits: int, decimal: str
) -> None:
    data = chance_data(value, digits)
    assert data is not None
    assert data["decimal"] == decimal


def test_bounds_below_0_are_on_their_sides() -> None:
    value = Fraction(-9996, 10000)
    lower, upper = (chance_data(value, 1, rounding) for rounding in (floor, ceil))
    assert lower is not None
    assert upper is not None
    assert Fraction(str(lower["decimal"])) <= value <= Fraction(str(upper["decimal"]))


def test_what_is_1_but_for_no_double_has_a_complement() -> None:
    won, lost = map(chance_cells, Fight(10**18, 10**18, Rules()).sides)
    assert (won["decimal"], won["complement"]) == (lost["complement"], lost["decimal"])
    assert won["decimal"] == "0.99999999999999999"
    assert lost["decimal"].startswith("4.600279952e-20570919")


def test_what_is_not_shown_is_not_computed() -> None:
    def never() -> list[tuple[int]]:
        raise AssertionError

    report = Report("title", {}, Data("data", never), TableItem("rows", [Column(None, "n")], never))
    assert report.text() == "title\n\n"
    assert Report("", {}, TableItem("", [Column("n")], never)).data() == {}


def test_long_fractions_are_shortened_on_a_terminal() -> None:
    """To its width, with how many digits they have; `full` prints them whole."""
    long = Fraction(10**60 + 1, 3 * 10**59)
    columns = [Column("n"), Column("fraction", form="fraction")]
    table = TableItem("", columns, [(7, long), (8, HALF)])
    report = Report("", {}, Value("win", long, exact=True), table)
    whole = fraction_text(long)
    assert report.text().count(whole) == report.text(Terminal(40, full=True)).count(whole) == 2
    for width in (40, 80, 120):
        text = report.text(Terminal(width))
        assert whole not in text
        assert text.count("(61 digits)") == 2
        assert max(map(len, text.splitlines())) in range(width - 3, width + 1)
        assert text.endswith("8  1/2\n\n--exact prints the fractions whole\n")
    assert report.text(Terminal(len(whole) + 4)).count(whole) == 2
    assert "--exact" not in report.text(Terminal(len(whole) + 4))


def test_expected_values_have_four_digits_in_text_alone() -> None:
    third = Fraction(1, 3)
    values = Value("x", third, mean=True), Value("y", third, brief=True), Value("z", third)
    report = Report("", {}, *values)
    assert report.text() == "expected x: 0.3333\ny: 0.3333\nz: 0.3333333333\n"
    assert report.data()["y"] == {"fraction": third, "decimal": "0.3333333333", "double": 1 / 3}
    report.digits = 7
    assert "\ny: 0.3333333\n" in report.text()
