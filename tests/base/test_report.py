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
    MAX_BAR_LENGTH,
    Brief,
    Chance,
    Column,
    Data,
    Exact,
    Fractions,
    Group,
    Headline,
    Mean,
    Report,
    Several,
    TableItem,
    Terminal,
    Text,
    Value,
    chance_data,
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
    half = {"fraction": "1/2", "decimal": "0.50", "double": 0.5}
    assert list(json.loads(report.json()).items()) == [
        ("version", 2),
        ("later", 3),
        ("first", 1),
        ("certain", {"fraction": None, "decimal": "0.12", "double": 0.12}),
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


def test_tables() -> None:
    report = Report("title", {}, table(), digits=3)
    assert json.loads(report.json())["rows"] == [
        {"units": 8, "hidden": -8, "fraction": "1/8", "decimal": "0.125", "double": 0.125},
        {"units": 10, "hidden": -10, "fraction": "1/10", "decimal": "0.100", "double": 0.1},
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
    assert Report("", {}, TableItem("", [Column("n")], never)).data() == {}


def test_long_fractions_are_shortened_on_a_terminal() -> None:
    """To its width, with how many digits they have; `full` prints them whole."""
    long = Fraction(10**60 + 1, 3 * 10**59)
    columns = [Column("n"), Fractions("fraction")]
    report = Report("", {}, Exact("win", long), TableItem("", columns, [(7, long), (8, HALF)]))
    whole = fraction_text(long)
    assert report.text().count(whole) == report.text(Terminal(40, full=True)).count(whole) == 2
    for width in (40, 80, 120):
        text = report.text(Terminal(width))
        assert whole not in text
        assert text.count("(61 digits)") == 2
        assert max(map(len, text.splitlines())) in range(width - 3, width + 1)
        assert text.endswith("8  1/2\n\n--full prints the fractions whole\n")
    assert report.text(Terminal(len(whole) + 4)).count(whole) == 2
    assert "--full" not in report.text(Terminal(len(whole) + 4))


def test_expected_values_have_four_digits_in_text_alone() -> None:
    third = Fraction(1, 3)
    report = Report("", {}, Mean("x", third), Brief("y", third), Value("z", third))
    assert report.text() == "expected x: 0.3333\ny: 0.3333\nz: 0.3333333333\n"
    assert report.data()["y"] == {"fraction": third, "decimal": "0.3333333333", "double": 1 / 3}
    assert Report("", {}, Brief("y", third), digits=7).text() == "y: 0.3333333\n"


@pytest.mark.parametrize(
    ("win", "stopped", "lines"),
    [
        (Fraction(79, 100), 0, ["79.0 %  You win about 4 in 5"]),
        (HALF, 0, ["50.0 %  You win 1 in 2"]),
        (Fraction(1, 28), 0, ["3.6 %  You win 1 time in 28"]),
        (Fraction(963, 1000), 0, ["96.3 %  You lose about 1 time in 27"]),
        (Fraction(99999, 100000), 0, [">99.9 %  You lose 1 time in 100,000"]),
        (Fraction(1, 10**10), 0, ["<0.1 %  You almost never win"]),
        (1 - Fraction(1, 10**10), 0, [">99.9 %  You almost always win"]),
        (Fraction(1), 0, ["100 %  You win for certain"]),
        (Fraction(0), 0, ["0 %  You cannot win"]),
        ("1 - 1.7e-2057091916", 0, [">99.9 %  You almost always win"]),
        ("1.7e-2057091916", 0, ["<0.1 %  You almost never win"]),
        ("0.79", 0, ["79.0 %  You win about 4 in 5"]),
        (
            Fraction(19, 20),
            Fraction(1, 25),
            [
                "95.0 %  You fail to win 1 time in 20",
                "95.0 % won, 4.0 % broken off, 1.0 % lost",
            ],
        ),
        (
            Fraction(0),
            Fraction(1),
            ["0 %  You cannot win", "0 % won, 100 % broken off, 0 % lost"],
        ),
    ],
)
def test_the_headline(win: Fraction | str, stopped: Fraction, lines: list[str]) -> None:
    item = Headline(win, Fraction(stopped))
    assert item.lines(None, None) == [*lines, ""]
    assert item.data(10) == {}


def test_more_of_the_headline_is_computed_for_text_alone() -> None:
    report = Report("", {}, Headline(HALF, does="take all", more=lambda: [str(1 // 0)]))
    assert report.data() == {}
    with pytest.raises(ZeroDivisionError):
        report.text()
    assert (
        "You take all 1 in 2\nmore\n"
        in Report("", {}, Headline(HALF, does="take all", more=lambda: ["more"])).text()
    )


@given(st.fractions(0, 1), st.fractions(0, 1), st.integers(2, 200))
def test_the_bar(win: Fraction, rest: Fraction, width: int) -> None:
    """It fills the line, up to a length; only what is certain has all of it."""
    terminal = Terminal(width)
    lose = (1 - win) * rest
    bar = terminal.bar(win, lose)
    cells = min(width, MAX_BAR_LENGTH)
    assert len(bar) == cells
    won, _, lost = (bar.count(block) for block in terminal.blocks)
    assert (won == cells) == (win == 1)
    assert (won == 0) == (win == 0)
    assert abs(won - win * cells) <= 1
    assert abs(lost - lose * cells) <= 2
    assert bar == "".join(sorted(bar, key=terminal.blocks.index))
    assert not terminal.bar(win, 1 - win).count(terminal.blocks[1])


def test_colours_are_those_of_the_pages() -> None:
    bar = Terminal(10, blocks="#=-", colour=True).bar(HALF, HALF)
    assert bar == "\x1b[38;5;25m#####\x1b[0m\x1b[38;5;178m-----\x1b[0m"
    assert Terminal(4, blocks="#=-", colour=True).bar(HALF, Fraction(0)) == (
        "\x1b[38;5;25m##\x1b[0m=="
    )
    report = Report("", {}, Headline(HALF))
    assert "\x1b" not in report.text() + report.text(Terminal(80))
    assert "\x1b[1m50.0 %\x1b[0m  You" in report.text(Terminal(80, colour=True))
    shades = [0, *range(95, 256, 40)]
    for code, colour in ((25, (0, 0x72, 0xB2)), (178, (0xE6, 0x9F, 0))):

        def far(n: int, wanted: tuple[int, ...] = colour) -> int:
            """How far a colour of the 6 x 6 x 6 cube is from the one that is wanted."""
            found = (shades[n // 36], shades[n // 6 % 6], shades[n % 6])
            return sum((x - y) ** 2 for x, y in zip(found, wanted, strict=True))

        assert code - 16 == min(range(216), key=far)
