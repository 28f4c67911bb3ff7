"""The heat map: its colours and lines are where the exact values say."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from riskexact.base.drawing.heat import HALF, LEVELS, _apart, _colours, clearer_on, luminance
from riskexact.base.drawing.labels import short_percent
from riskexact.base.drawing.picture import Picture, look
from riskexact.base.errors import RiskError
from riskexact.battle.needed import attackers_needed
from riskexact.battle.pictures import heat_map
from riskexact.battle.pictures.heatmap import successive
from riskexact.battle.tables import win_table
from riskexact.odds import recursion
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from tests.drawn import axes_of, crowded, texts
from tests.strategies import plain_rules, tries

Cell = tuple[int, int]


def borders(picture: Picture) -> list[set[frozenset[Cell]]]:
    """The pairs of neighbours, as (row, column), that each line parts."""
    found = []
    for patch in axes_of(picture).patches:
        corners: Any = patch.get_path().vertices
        sides = corners.reshape(-1, 2, 2).tolist()
        found.append({parted((x + u) / 2, (y + v) / 2, x == u) for (x, y), (u, v) in sides})
    return found


def parted(x: float, y: float, upright: bool) -> frozenset[Cell]:
    """The cells on both sides of a side of a cell, by its middle."""
    if upright:
        return frozenset({(int(y), int(x - 0.5)), (int(y), int(x + 0.5))})
    return frozenset({(int(y - 0.5), int(x)), (int(y + 0.5), int(x))})


def expected_border(exact: list[list[Fraction]], level: Fraction) -> set[frozenset[Cell]]:
    """All neighbours of which one has at least the chance and the other has not."""
    cells = {(r, c): p >= level for r, row in enumerate(exact) for c, p in enumerate(row)}
    pairs = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c))]
    return {
        frozenset(pair) for pair in pairs if cells.get(pair[1], cells[pair[0]]) != cells[pair[0]]
    }


@tries(3)
@given(
    plain_rules(("defender", "attacker", "nobody")),
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(1, 14),
    st.integers(1, 14),
)
def test_colours_and_borders(rules: Rules, a: int, d: int, more_a: int, more_d: int) -> None:
    rows, columns = range(a, a + more_a + 1), range(d, d + more_d + 1)
    picture = heat_map(rows, columns, rules)
    [image] = axes_of(picture).images
    exact = [[recursion.win_probability(a, d, rules) for d in columns] for a in rows]
    drawn: Any = image.get_array()
    assert drawn.tolist() == [[float(value) for value in row] for row in exact]
    assert image.get_clim() == (0, 1)
    numbered = len(rows) <= 20 and len(columns) <= 12
    levels = [HALF] if numbered else LEVELS
    assert borders(picture) == [
        border for level in levels if (border := expected_border(exact, level))
    ]
    if numbered:
        assert texts(picture) == [short_percent(value) for row in exact for value in row]


def test_the_first_picture_of_the_notebook() -> None:
    """40 × 40, where about 15 % more defenders make even odds, as "Risk Calculator" says."""
    picture = heat_map()
    exact = dict(recursion.cells(40, 40))
    rows = [[exact[a, d] for d in range(1, 41)] for a in range(1, 41)]
    assert borders(picture) == [expected_border(rows, level) for level in LEVELS]
    assert picture.title == "It takes 35 attackers for even odds or better against 40 defenders"
    assert texts(picture) == ["10 %", "30 %", "50 %", "70 %", "90 %"]
    assert [attackers_needed(40, chance=level) for level in LEVELS] == [25, 31, 35, 40, 48]
    assert picture.alternative.endswith("against 40, 25, 31, 35, 40 and none of them.")
    assert not crowded(picture)


@pytest.mark.parametrize("dark", [False, True])
def test_numbers_can_be_read_on_every_colour(dark: bool) -> None:
    with look(dark):
        colours = _colours()
    for n in range(101):
        ground = colours(n / 100)
        low, high = sorted((luminance(ground), luminance(to_rgb(clearer_on(ground)))))
        assert (high + 0.05) / (low + 0.05) >= 4.5


def test_the_axes() -> None:
    """Attackers, or their armies, are rows from the top, and defenders columns from the left."""
    picture = heat_map(range(1, 11), range(1, 5), armies=True)
    axes = axes_of(picture)
    assert (axes.yaxis_inverted(), axes.xaxis_inverted()) == (True, False)
    assert (axes.get_xlabel(), axes.xaxis.get_label_position()) == ("defenders", "top")
    assert [text.get_text() for text in axes.get_yticklabels()] == [str(n) for n in range(2, 12)]
    assert list(axes.get_yticks()) == list(range(10))
    assert "armies" in axes.get_ylabel()
    assert axes_of(heat_map(range(1, 3), range(1, 3))).get_ylabel() == "attackers"
    assert picture.title == (
        "It takes 6 armies (5 attackers) for even odds or better against 4 defenders"
    )
    assert picture.alternative.endswith("against 4, 4, 4, 6, 7 and 10.")


@pytest.mark.parametrize(
    ("rows", "columns", "rules", "title"),
    [
        (range(1, 3), range(1, 3), STANDARD, "2 attackers get even odds or better against 1 def"),
        (range(1, 3), range(5, 9), SINGLE_LOSS, "The odds of 1 to 2 attackers against 5 to 8 def"),
        (range(20, 25), range(1, 3), STANDARD, "The odds of 20 to 24 attackers against 1 to 2 d"),
        (range(3), range(1, 3), Rules(faces=1), "The odds of 0 to 2 attackers against 1 to 2 def"),
    ],
)
def test_what_the_title_says(rows: range, columns: range, rules: Rules, title: str) -> None:
    picture = heat_map(rows, columns, rules)
    assert picture.title.startswith(title)
    assert "\n" not in picture.title


def test_large_maps() -> None:
    """Cells are an image within; labels keep apart where lines end close together."""
    picture = heat_map(range(1, 121), range(1, 4))
    assert picture.svg().count(b"<image") == 1
    assert len(heat_map(range(1, 101), range(1, 101)).svg()) < 70_000
    assert win_table([120], [3], STANDARD)[120, 3] > Fraction(9, 10)
    assert len(texts(picture)) == 5
    assert not crowded(picture)
    assert _apart([], 1) == []


def test_any_table_on_given_axes() -> None:
    table = win_table([1, 5, 50], [2, 9])
    axes = Figure().subplots()
    assert table.plot(axes) is axes
    wins = "chance that the attacker wins, in percent, standard rules"
    assert axes.get_title("left") == wins
    bent = win_table([1], [1], blitz=True).plot(Figure().subplots())
    assert bent.get_title("left") == f"{wins}, Balanced Blitz of version 3.3"
    drawn: Any = axes.images[0].get_array()
    assert drawn.tolist() == table.to_numpy().tolist()
    assert [text.get_text() for text in axes.get_yticklabels()] == ["1", "5", "50"]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["2", "9"]


NO_AXIS = "must be 2 to 200 successive numbers for a map, not"


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        *((each, NO_AXIS) for each in (range(5, 6), range(1, 202), range(10**9))),
        *((each, NO_AXIS) for each in (range(9, 2, -1), [1, 2, 4], [], 7)),
        (range(5, 6), f"{NO_AXIS} 5 to 5"),
        ("12", "must be a whole number, 0 or more, not '1'"),
    ],
)
def test_numbers_that_are_no_axis(numbers: Any, message: str) -> None:
    for arguments in ((numbers, range(1, 5)), (range(1, 5), numbers)):
        with pytest.raises(RiskError, match=message):
            heat_map(*arguments)
    with pytest.raises(RiskError, match="must not both be 0"):
        heat_map(range(5), range(5))
    assert successive((n for n in (4, 5, 6)), "attackers") == range(4, 7)
