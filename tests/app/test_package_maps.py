"""The best turn on a map in the JavaScript package: that of Python."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import riskexact as rx
from riskexact.turn.front import DICE_RULES
from riskexact.turn.geography import map_named
from tests.app.package import Asked
from tests.programs import needs
from tests.strategies import tries
from tests.turn.test_boards import AUSTRALIA, EVERY_MOVE, each

pytestmark = [needs("npm"), needs("tsc")]

CLASSIC = map_named("classic")


def agree(js: Asked, mine: Any, enemy: Any, rules: str = "standard", **goals: Any) -> None:
    """The package answers what Python does."""
    position = {"mine": mine, "enemy": enemy, "rules": rules}
    told = js(f"conquer({json.dumps(position)}, {json.dumps(goals)})")
    answer = rx.conquer(rx.Position("classic", mine, enemy, rules), **goals)
    assert (Fraction(told["lower"]), Fraction(told["upper"])) == (answer.lower, answer.upper)
    assert told["proved"] == answer.proved
    moves = [
        (m["source"], m["target"], m["dice"], Fraction(m["value"]), m["moveIn"])
        for m in told["moves"]
    ]
    assert sorted(moves, key=lambda m: m[:3]) == sorted(answer.moves, key=lambda m: m[:3])
    values = [move[3] for move in moves]
    assert values == sorted(values, reverse=True)
    assert {(m["source"], m["target"], m["dice"]) for m in told["best"]} == set(answer.best)


@pytest.mark.parametrize("rules", ["standard", "capital", "single-loss"])
def test_known_positions(js: Asked, rules: str) -> None:
    agree(js, {"Siam": 14}, AUSTRALIA, rules)
    agree(js, {"Central America": 5, "North Africa": 5}, each("South America", 2), rules)


@tries(20)
@given(st.data())
def test_random_positions(js: Asked, data: st.DataObject) -> None:
    """Territories that hang together somewhere on the map, and stacks around them."""
    first = data.draw(st.sampled_from(CLASSIC.territories))
    near = [first, *CLASSIC.neighbours(first)]
    theirs = data.draw(st.lists(st.sampled_from(near), min_size=1, max_size=3, unique=True))
    around = {t for u in theirs for t in CLASSIC.neighbours(u)} - set(theirs)
    ours = data.draw(st.lists(st.sampled_from(sorted(around)), min_size=1, max_size=2, unique=True))
    mine = {t: data.draw(st.integers(1, 6)) for t in ours}
    enemy = {t: data.draw(st.integers(1, 3)) for t in theirs}
    reached = next((u for u in theirs if set(CLASSIC.neighbours(u)) & set(ours)), None)
    assert reached is not None
    others = [t for t in theirs if t != reached]
    agree(
        js, mine, enemy, take=[reached], through=others,
        move=data.draw(st.sampled_from(EVERY_MOVE)), dice=data.draw(st.sampled_from(DICE_RULES)),
    )  # fmt: skip


def test_names_as_people_write_them(js: Asked) -> None:
    written = 'conquer({ mine: { siam: 9 }, enemy: { "NEW-GUINEA": 2, indonesia: 1 } }'
    exact = 'conquer({ mine: { Siam: 9 }, enemy: { "New Guinea": 2, Indonesia: 1 } }'
    assert js(f'{written}, {{ take: "newguinea", through: ["australia"] }})') == js(
        f'{exact}, {{ take: ["New Guinea"], through: "Indonesia" }})'
    )
    assert js(f"{exact}, {{ take: ['Indonesia', 'New Guinea'] }})") == js(f"{exact})")


def test_the_position_that_follows_needs_few_more_states(js: Asked) -> None:
    """What was found for a position serves those that it leads to: as many states give more."""
    start = {"mine": {"Middle East": 16}, "enemy": each("Europe", 2)}
    later = {"mine": {"Middle East": 16}, "enemy": {**each("Europe", 2), "Ukraine": 1}}
    first, then = (f"conquer({json.dumps(each)}, {{ effort: 8192 }})" for each in (start, later))
    alone, after = js(then), js(f"{first}, {then}")
    assert Fraction(alone["lower"]) < Fraction(after["lower"])
    assert Fraction(after["upper"]) <= Fraction(alone["upper"])


def test_where_no_way_leads(js: Asked) -> None:
    told = js("conquer({ mine: { Siam: 9 }, enemy: { Indonesia: 1, Japan: 2 } })")
    assert (told["lower"], told["apart"]) == ("0", ["Japan"])


def test_the_same_effort_gives_the_same_answer(js: Asked) -> None:
    mine = dict.fromkeys(("Middle East", "North Africa"), 40)
    agree_on = {"mine": mine, "enemy": each("Europe", 4)}
    told = js(f"conquer({json.dumps(agree_on)}, {{ effort: 5000 }})")
    answer = rx.conquer(rx.Position("classic", mine, agree_on["enemy"]), effort=5000)
    assert not answer.proved
    assert (Fraction(told["lower"]), Fraction(told["upper"])) == (answer.lower, answer.upper)
