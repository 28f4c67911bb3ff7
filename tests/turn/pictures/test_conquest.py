"""The best turn on a map, drawn; and its gain over the best path."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from riskexact.base.drawing.picture import Picture
from riskexact.base.errors import RiskError
from riskexact.rules import SINGLE_LOSS
from riskexact.turn.conquest import conquer
from riskexact.turn.geography import Map, classic_layout
from riskexact.turn.pictures import conquest_gain
from riskexact.turn.pictures.conquest import _places, conquest, likely_steps
from riskexact.turn.position import Position
from tests.drawn import axes_of, crowded, texts

AUSTRALIA = {"Indonesia": 3, "New Guinea": 2, "Western Australia": 4, "Eastern Australia": 2}
AFRICA = ("North Africa", "Egypt", "East Africa", "Congo", "South Africa", "Madagascar")
TURN = Position("classic", {"Siam": 14}, AUSTRALIA)
UNPROVED = Position("classic", {"Brazil": 15}, dict.fromkeys(AFRICA, 3))
ALASKA = Position("classic", {"Kamchatka": 12}, {"Alaska": 2, "Northwest Territory": 2})
ISLAND = Map({"North": ["South", "Harbour"], "Harbour": ["East"], "East": ["South"]})
ON_ISLAND = Position(ISLAND, {"North": 9}, {"South": 2, "East": 3}, SINGLE_LOSS)


def test_a_border_that_leads_one_way_has_an_arrow() -> None:
    mine, enemy = {"North": 9}, {"South": 2, "Harbour": 1}
    one_way = [("South", "Harbour"), ("North", "Harbour")]
    world = Map([("North", "South"), ("Harbour", "East")], one_way=one_way)
    both = conquest(Position(Map([*world.borders, *one_way]), mine, enemy))
    one = conquest(Position(world, mine, enemy), move=3)
    assert "The border from South to Harbour leads one way only." in one.alternative
    assert "When a territory falls, at most 3 armies move in; you choose" in one.alternative
    assert len(axes_of(one).patches) == len(axes_of(both).patches) + 3 * len(one_way)


def test_a_map_with_a_layout_is_drawn_there() -> None:
    """Two territories that border each other are 100 apart, on average, whatever its scale."""
    layout = {"North": (5, 1), "South": (5, 3), "Harbour": (3, 1), "East": (3, 3)}
    position = ON_ISLAND.replace(map=ISLAND.replace(layout=layout))
    assert _places(position) == {t: [(50 * x, 50 * y)] for t, (x, y) in layout.items()}
    assert conquest(position).alternative == conquest(ON_ISLAND).alternative


@cache
def unproved() -> tuple[Picture, Picture]:
    return conquest(UNPROVED, "Africa"), conquest_gain(UNPROVED, "Africa", armies=[14, 15])


def test_the_steps_are_those_of_the_policy() -> None:
    answer = conquer(TURN, "Australia")
    steps = likely_steps(answer)
    assert steps[0][:2] == answer.best[0][:2]
    assert steps[0].moved == 13
    # nothing is finished off that still may help with the dice
    assert [(s.target, s.left) for s in steps[1:3]] == [("Western Australia", 2), ("New Guinea", 0)]
    assert {s.target for s in steps if not s.left} == set(AUSTRALIA)
    assert f"5. Eastern Australia from New Guinea: {steps[4]}." in conquest(TURN).alternative


def test_steps_that_lose() -> None:
    """One die against two loses most of the time, and then nothing is left to attack with."""
    (step,) = likely_steps(conquer(Position("classic", {"Siam": 2}, {"Indonesia": 2})))
    assert (step.dice, step.left) == ((1,), 2)
    assert str(step) == "1 die, down to 2"
    nothing = conquest(Position("classic", {"Siam": 1}, {"Indonesia": 2}))
    assert nothing.title == "You take Indonesia in 0 % of all turns"
    assert "Nothing to attack." in texts(nothing)


def test_a_goal_that_has_the_name_of_a_continent() -> None:
    world = Map({"Egypt": ["Sudan"], "Sudan": ["Libya"]}, {"Egypt": (["Egypt", "Sudan"], 1)})
    drawn = conquest(Position(world, {"Libya": 5}, {"Egypt": 1, "Sudan": 1}))
    assert drawn.title == "You take Egypt (territory) and Sudan in 80.2 % of all turns"


@pytest.mark.parametrize(
    "draw",
    [
        lambda: conquest(TURN, "Australia", dark=True),
        lambda: unproved()[0],
        lambda: conquest(ALASKA),
        lambda: conquest(ON_ISLAND),
        lambda: conquest(
            Position("classic", {"Ukraine": 9}, {"Middle East": 4, "Ural": 1}), dice="most"
        ),
        lambda: conquest_gain(TURN, "Australia", armies=range(10, 15)),
        lambda: unproved()[1],
        lambda: conquest_gain(ALASKA, armies=range(2, 9), dark=True),
    ],
)
def test_every_text_can_be_read(draw: Callable[[], Picture]) -> None:
    assert not crowded(draw())


def test_bounds_are_called_bounds() -> None:
    answer = conquer(UNPROVED, "Africa")
    assert Fraction("0.1467") < answer.lower < answer.upper < Fraction("0.1468")
    drawn = unproved()
    assert drawn[0].title == "You take Africa in at least 14.6 % of all turns"
    assert "No play has more than 14.7 %." in drawn[0].alternative
    assert "No play has more than, 14: 10.1 % and 15: 14.7 %." in drawn[1].alternative
    for picture in drawn:
        assert "best" not in picture.alternative.lower()
        assert b"best" not in picture.svg().lower()
    assert len(axes_of(drawn[1]).lines) == 3


def test_territories_over_the_edge_of_the_map_and_out_of_its_layout() -> None:
    """Kamchatka stands beside Alaska, and both stand twice where both are near others."""
    drawn = axes_of(conquest(ALASKA)).texts
    assert [text.get_text() for text in drawn].count("Kamchatka") == 1
    x = {text.get_text(): text.get_position()[0] for text in drawn}
    assert x["Kamchatka"] < x["Alaska"] < x["Territory"] < x["Greenland"]
    both = Position("classic", {"Alaska": 9, "Alberta": 2}, {"Kamchatka": 2, "Japan": 1})
    assert texts(conquest(both)).count("Kamchatka") == 2
    assert "East" not in classic_layout().at
    assert {"North", "South", "East", "Harbour"} < set(texts(conquest(ON_ISLAND)))


def test_the_gain_where_nothing_can_be_taken() -> None:
    hopeless = Position("line-4", {"A": 5}, {"B": 1, "C": 2, "D": 1})
    picture = conquest_gain(hopeless, armies=[2, 3])
    assert picture.title == "Best play has no more than the best path"
    assert axes_of(picture).get_ylim() == (-2, 102)


def test_the_gain() -> None:
    south = dict.fromkeys(("Venezuela", "Peru", "Brazil", "Argentina"), 2)
    two = Position("classic", {"Central America": 5, "North Africa": 5}, south)
    picture = conquest_gain(two, "South America", territory="north-africa", armies=range(4, 7))
    positions = [two.replace(mine={"Central America": 5, "North Africa": n}) for n in (4, 5, 6)]
    answers = [conquer(each, "South America") for each in positions]
    lower, of_path = ([each.lower for each in answers], [each.best_path or 0 for each in answers])
    play, path = axes_of(picture).lines
    assert np.asarray(play.get_xdata()).tolist() == [4, 5, 6]
    assert np.asarray(play.get_ydata()).tolist() == [float(100 * each) for each in lower]
    assert np.asarray(path.get_ydata()).tolist() == [float(100 * each) for each in of_path]
    most = max(100 * (x - y) for x, y in zip(lower, of_path, strict=True))
    points = f"{float(most):.1f} percentage points"
    assert picture.title == f"Best play gains up to {points} over the best path"
    assert "armies in North Africa" in picture.alternative


def test_what_is_varied_by_default() -> None:
    """The largest stack, up to twice its armies; a stack that no path takes all with has 0."""
    stacks = Position("classic", {"Siam": 2, "China": 3}, {"Indonesia": 1, "India": 1})
    picture = conquest_gain(stacks)
    play, path = axes_of(picture).lines
    assert np.asarray(play.get_xdata()).tolist() == [2, 3, 4, 5, 6]
    assert "by the armies in China" in picture.alternative
    assert np.asarray(play.get_ydata())[0] > 0
    assert np.asarray(path.get_ydata())[0] == 0


@pytest.mark.parametrize(
    ("position", "changes", "message"),
    [
        (TURN, {"territory": "India"}, "territory must be mine, not 'India'"),
        (TURN, {"armies": [5]}, "armies must be 2 to 100 numbers in ascending order, not [5]"),
        (TURN, {"armies": 3}, "armies must be 2 to 100 numbers in ascending order, not 3"),
        (TURN, {"armies": [3, 2]}, "numbers in ascending order, not [3, 2]"),
        (TURN, {"armies": [3, 3]}, "numbers in ascending order, not [3, 3]"),
        (TURN, {"armies": [2, 3.0]}, "armies must be a whole number, 1 or more, not 3.0"),
        (TURN, {"armies": range(2, 103)}, "numbers in ascending order, not range(2, 103)"),
        (TURN, {"armies": range(2, 10**40)}, "armies must be 2 to 100 numbers in ascending order"),
        (TURN.replace(mine={}), {}, "mine must have one territory or more"),
    ],
)
def test_bad_input(position: Position, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RiskError, match=re.escape(message)):
        conquest_gain(position, **changes)
