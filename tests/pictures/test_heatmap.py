"""The heat map: its colours and contours are where the exact values say."""

import io
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib import colormaps
from matplotlib.collections import QuadMesh
from matplotlib.contour import QuadContourSet
from PIL import Image

from riskexact.base.errors import RiskError
from riskexact.odds import recursion
from riskexact.pictures import heat_map
from riskexact.pictures.heatmap import COLOURS, LEVELS, _apart, _ink, successive
from riskexact.pictures.labels import percent, short_percent
from riskexact.pictures.picture import Picture
from riskexact.questions.needed import attackers_needed
from riskexact.questions.tables import win_table
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from tests.strategies import plain_rules


def parts(picture: Picture, kind: type) -> list[Any]:
    """What is drawn of one kind on the map itself."""
    return [each for each in picture.figure.axes[0].collections if isinstance(each, kind)]


def texts(picture: Picture) -> list[str]:
    return [text.get_text() for text in picture.figure.axes[0].texts]


def luminance(colour: Iterable[float]) -> float:
    """The relative luminance of a colour, from 0 for black to 1 for white (WCAG 2)."""
    linear = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in colour)
    return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear, strict=False))


classic = heat_map(range(1, 11), range(1, 11))


def check_contours(picture: Picture, rows: range, columns: range, rules: Rules) -> None:
    """Every corner of a contour divides the way between two neighbours as their values do."""
    exact = dict(recursion.cells(rows[-1], columns[-1], rules))
    inside = [exact[a, d] for a in rows for d in columns]
    levels = [level for level in LEVELS if min(inside) < level < max(inside)]
    if not levels:
        assert parts(picture, QuadContourSet) == []
        return
    [contours] = parts(picture, QuadContourSet)
    assert list(contours.levels) == [float(level) for level in levels]
    for level, path in zip(levels, contours.get_paths(), strict=True):
        assert len(path.vertices) > 1
        for d, a in path.vertices:
            low, high = (int(np.floor(a + 1e-9)), int(np.floor(d + 1e-9)))
            up, across = a - low, d - high
            assert min(up, across) < 1e-9, "a corner between four cells"
            here = exact[low, high]
            there = exact[low + (up > 1e-9), high + (across > 1e-9)]
            assert min(here, there) <= level <= max(here, there)
            if here != there:
                assert abs(max(up, across) - float((level - here) / (there - here))) < 1e-6


@settings(max_examples=8)
@given(
    plain_rules(("defender", "attacker", "nobody")),
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(1, 9),
    st.integers(1, 9),
)
def test_colours_and_contours(rules: Rules, a: int, d: int, more_a: int, more_d: int) -> None:
    rows, columns = range(a, a + more_a + 1), range(d, d + more_d + 1)
    picture = heat_map(rows, columns, rules)
    [cells] = parts(picture, QuadMesh)
    exact = [[recursion.win_probability(a, d, rules) for d in columns] for a in rows]
    assert cells.get_array().tolist() == [[float(value) for value in row] for row in exact]
    assert cells.get_clim() == (0, 1)
    check_contours(picture, rows, columns, rules)
    assert texts(picture)[-len(rows) * len(columns) :] == [
        short_percent(value) for row in exact for value in row
    ]


def test_the_first_picture_of_the_notebook() -> None:
    """40 × 40, where about 15 % more defenders make even odds, as "Risk Calculator" says."""
    rows = range(1, 41)
    picture = heat_map()
    check_contours(picture, rows, rows, STANDARD)
    assert picture.title == "It takes 35 attackers for even odds or better against 40 defenders"
    assert texts(picture) == ["90 %", "10 %", "30 %", "50 %", "70 %"]
    needed = [attackers_needed(40, chance=level) for level in LEVELS]
    assert needed == [25, 31, 35, 40, 48]
    assert picture.alternative.endswith("against 40, 25, 31, 35, 40 and none of them.")
    assert "70.9 % for 40 against 40" in picture.alternative


def test_contours_are_told_apart_without_colour() -> None:
    [contours] = parts(classic, QuadContourSet)
    dashes = [str(dash) for dash in contours.get_linestyle()]
    assert len(dashes) == len(set(dashes)) == 5
    assert len(set(map(str, LEVELS.values()))) == 5
    scale = classic.figure.axes[1]
    assert [text.get_text() for text in scale.get_yticklabels()] == [
        *("0", "10 %", "30 %", "50 %", "70 %", "90 %", "100 %")
    ]
    assert len(scale.lines) == 5


def test_the_colours_grow_lighter_with_the_odds() -> None:
    lights = [luminance(colormaps[COLOURS](n / 50)) for n in range(51)]
    assert all(a < b for a, b in pairwise(lights))


def test_numbers_can_be_read_on_every_colour() -> None:
    for n in range(101):
        ground = luminance(colormaps[COLOURS](n / 100))
        writing = 1.0 if _ink(Fraction(n, 100)) == "white" else 0.0
        low, high = sorted((ground, writing))
        assert (high + 0.05) / (low + 0.05) >= 4.5


def test_armies_are_on_the_axis() -> None:
    picture = heat_map(range(1, 11), range(1, 5), armies=True)
    axes = picture.figure.axes[0]
    assert [text.get_text() for text in axes.get_yticklabels()] == [str(n) for n in range(2, 12)]
    assert list(axes.get_yticks()) == list(range(1, 11))
    assert "armies" in axes.get_ylabel()
    assert picture.title == (
        "It takes 6 armies (5 attackers) for even odds or better against 4 defenders"
    )
    assert picture.alternative.endswith("against 4, 4, 4, 6, 7 and 10.")


@pytest.mark.parametrize(
    ("rows", "columns", "rules", "title"),
    [
        (
            range(1, 3),
            range(1, 3),
            STANDARD,
            "2 attackers get even odds or better against 1 defend",
        ),
        (range(1, 3), range(5, 9), SINGLE_LOSS, "The odds of 1 to 2 attackers against 5 to 8 defe"),
        (range(20, 25), range(1, 3), STANDARD, "The odds of 20 to 24 attackers against 1 to 2 def"),
        (range(3), range(1, 3), Rules(faces=1), "The odds of 0 to 2 attackers against 1 to 2 defe"),
    ],
)
def test_what_the_title_says(rows: range, columns: range, rules: Rules, title: str) -> None:
    picture = heat_map(rows, columns, rules)
    assert picture.title.startswith(title)
    assert "\n" not in picture.title


def test_a_large_map_is_small_in_bytes() -> None:
    """Its cells are an image within the picture."""
    picture = heat_map(range(1, 101), range(1, 101))
    assert len(picture.svg()) < 150_000
    assert Image.open(io.BytesIO(picture.png())).size == (1094, 950)


def test_labels_keep_apart() -> None:
    """Against few defenders the contours leave the map close together."""
    picture = heat_map(range(1, 121), range(1, 4))
    assert win_table([120], [3], STANDARD)[120, 3] > Fraction(9, 10)
    heights = sorted(text.get_position()[1] for text in picture.figure.axes[0].texts)
    assert len(heights) == 5
    assert all(b - a > 0.029 for a, b in pairwise(heights))
    assert _apart([], 1) == []


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        (range(5, 6), "must be 2 to 200 successive numbers for a map, not range\\(5, 6\\)"),
        (range(1, 202), "must be 2 to 200 successive numbers"),
        (range(10**9), "must be 2 to 200 successive numbers"),
        (range(9, 2, -1), "must be 2 to 200 successive numbers"),
        ([1, 2, 4], "must be 2 to 200 successive numbers"),
        ([], "must be 2 to 200 successive numbers"),
        (7, "must be 2 to 200 successive numbers for a map, not 7"),
        ("12", "must be a whole number, 0 or more, not '1'"),
        ([1, 2.0], "must be a whole number, 0 or more, not 2.0"),
        (range(-1, 5), "must be a whole number, 0 or more, not -1"),
    ],
)
def test_errors(numbers: Any, reason: str) -> None:
    for arguments in ((numbers, range(1, 5)), (range(1, 5), numbers)):
        with pytest.raises(RiskError, match=reason):
            heat_map(*arguments)
    with pytest.raises(RiskError, match="must not both be 0"):
        heat_map(range(5), range(5))


def test_any_successive_numbers_will_do() -> None:
    assert successive((n for n in (4, 5, 6)), "attackers") == range(4, 7)
    assert percent(Fraction(1, 2)) == "50 %"
