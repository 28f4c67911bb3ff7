"""The headline, its bar, and numbers in one line: what `cli.output` prints."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from riskexact.base.certain import Certain
from riskexact.base.report import FILE, Report, Terminal, Value
from riskexact.base.text import fraction_text, signed_text
from riskexact.battle.blitz import Fight
from riskexact.cli.output import LEAST_BAR_LENGTH, MAX_BAR_LENGTH, Headline, InOneLine, bar
from riskexact.rules import STANDARD

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("win", "stopped", "line"),
    [
        (Fraction(79, 100), 0, "79.0 %  You win about 4 times in 5"),
        (HALF, 0, "50.0 %  You win 1 time in 2"),
        (Fraction(1, 28), 0, "3.6 %  You win about 4 times in 100"),
        (Fraction(992, 1000), 0, "99.2 %  You win about 99 times in 100"),
        (Fraction(99999, 100000), 0, ">99.9 %  You almost always win"),
        (Fraction(1), 0, "100 %  You win for certain"),
        (Fraction(0), 0, "0 %  You cannot win"),
        (Fight(10**18, 10**18, STANDARD).sides[0], 0, ">99.9 %  You almost always win"),
        (Fight(10**18, 10**18, STANDARD).sides[1], 0, "<0.1 %  You almost never win"),
        (Fight(12, 9, STANDARD).sides[0], 0, "79.0 %  You win about 4 times in 5"),
        (
            Fraction(19, 20),
            Fraction(1, 25),
            "95.0 %  You win 19 times in 20 (4.0 % broken off, 1.0 % lost)",
        ),
        (Fraction(0), Fraction(1), "0 %  You cannot win (100 % broken off, 0 % lost)"),
    ],
)
def test_the_headline(win: Fraction | Certain, stopped: Fraction, line: str) -> None:
    item = Headline(win, Fraction(stopped))
    assert item.lines(None, FILE) == [line]
    assert item.data(10) == {}


def test_more_of_the_headline_is_computed_for_text_alone() -> None:
    report = Report("", {}, Headline(HALF, does="take all", more=lambda: [str(1 // 0)]))
    assert report.data() == {}
    with pytest.raises(ZeroDivisionError):
        report.text()
    assert (
        "title\n50.0 %  You take all 1 time in 2\nmore\n"
        in Report("title", {}, Headline(HALF, does="take all", more=lambda: ["more"])).text()
    )


@given(st.fractions(0, 1), st.fractions(0, 1), st.integers(2, 200))
@example(Fraction(999, 1000), Fraction(1), 10)
def test_the_bar(win: Fraction, rest: Fraction, width: int) -> None:
    """It fills the line, up to a length; only what is certain has all of it."""
    terminal = Terminal(width)
    lose = (1 - win) * rest
    line = bar(win, lose, width, terminal)
    cells = min(width, MAX_BAR_LENGTH)
    assert len(line) == cells
    won, _, lost = (line.count(block) for block in terminal.blocks)
    assert (won == cells) == (win == 1)
    assert (won == 0) == (win == 0)
    assert abs(won - win * cells) <= 1
    assert abs(lost - lose * cells) <= 2
    assert line == "".join(sorted(line, key=terminal.blocks.index))
    assert not bar(win, 1 - win, width, terminal).count(terminal.blocks[1])


@given(st.fractions(0, 1), st.fractions(0, 1), st.integers(20, 200))
def test_a_headline_is_no_longer_than_the_terminal(
    win: Fraction, rest: Fraction, width: int
) -> None:
    """The bar is left out where there is no room for it."""
    (plain,) = Headline(win, (1 - win) * rest).lines(None, FILE)
    (line,) = Headline(win, (1 - win) * rest).lines(None, Terminal(width))
    assert line.startswith(plain)
    assert len(line) <= max(width, len(plain))
    assert (line == plain) == (width - len(plain) < 2 + LEAST_BAR_LENGTH)


@given(st.fractions(), st.integers(1, 30), st.integers(10, 90))
def test_a_number_in_one_line(value: Fraction, digits: int, width: int) -> None:
    """As a fraction where it fits, else as a decimal; with digits always."""
    item, whole = InOneLine("win", value), f"win: {fraction_text(value)}"
    decimal = [f"win: {signed_text(value, 10)}"]
    assert item.lines(None, Terminal(width)) == ([whole] if len(whole) <= width else decimal)
    assert item.lines(digits, FILE) == [f"win: {signed_text(value, digits)}"]
    assert item.data(digits) == Value("win", value).data(digits)


def test_colours_are_those_of_the_pages() -> None:
    terminal = Terminal(10, blocks="#=-", colour=True)
    assert bar(HALF, HALF, 10, terminal) == "\x1b[38;5;25m#####\x1b[0m\x1b[38;5;178m-----\x1b[0m"
    assert bar(HALF, Fraction(0), 4, Terminal(4, blocks="#=-", colour=True)) == (
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
