from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from riskexact.base.certain import Certain
from riskexact.base.report import Report, Terminal
from riskexact.cli.output import MAX_BAR_LENGTH, Headline, bar
from riskexact.questions.blitz import Fight
from riskexact.rules import STANDARD

HALF = Fraction(1, 2)


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
        (Fight(10**18, 10**18, STANDARD).sides[0], 0, [">99.9 %  You almost always win"]),
        (Fight(10**18, 10**18, STANDARD).sides[1], 0, ["<0.1 %  You almost never win"]),
        (Fight(12, 9, STANDARD).sides[0], 0, ["79.0 %  You win about 4 in 5"]),
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
def test_the_headline(win: Fraction | Certain, stopped: Fraction, lines: list[str]) -> None:
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
@example(Fraction(999, 1000), Fraction(1), 10)
def test_the_bar(win: Fraction, rest: Fraction, width: int) -> None:
    """It fills the line, up to a length; only what is certain has all of it."""
    terminal = Terminal(width)
    lose = (1 - win) * rest
    line = bar(win, lose, terminal)
    cells = min(width, MAX_BAR_LENGTH)
    assert len(line) == cells
    won, _, lost = (line.count(block) for block in terminal.blocks)
    assert (won == cells) == (win == 1)
    assert (won == 0) == (win == 0)
    assert abs(won - win * cells) <= 1
    assert abs(lost - lose * cells) <= 2
    assert line == "".join(sorted(line, key=terminal.blocks.index))
    assert not bar(win, 1 - win, terminal).count(terminal.blocks[1])


def test_colours_are_those_of_the_pages() -> None:
    terminal = Terminal(10, blocks="#=-", colour=True)
    assert bar(HALF, HALF, terminal) == "\x1b[38;5;25m#####\x1b[0m\x1b[38;5;178m-----\x1b[0m"
    assert bar(HALF, Fraction(0), Terminal(4, blocks="#=-", colour=True)) == (
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
