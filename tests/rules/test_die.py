"""One value for a die: however it is written, the same die is the same value."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.odds import closed_form, recursion
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import resolve, round_counts
from riskexact.rules.hand import MAX_SIDES_LISTED, Die, Hand, as_die
from tests.reference import every_throw
from tests.strategies import any_die

AVERAGES = Die((2, 3, 3, 4, 4, 5))
"""The averaging dice of wargames."""

REROLLED = Die((1, 2, 3, 4, 5, 6), (1, 7, 7, 7, 7, 7))
"""A six-sided die that is thrown again, once, if it shows 1."""

faces = st.lists(st.integers(0, 100), min_size=1, max_size=40)


@given(faces, st.data())
def test_the_same_die_is_the_same_value(sides: list[int], data: st.DataObject) -> None:
    die = Die(sides)
    often = Counter(sides)
    assert die == Die(data.draw(st.permutations(sides))) == Die(list(often), list(often.values()))
    assert die == Die(list(often), [3 * weight for weight in often.values()])
    assert hash(die) == hash(Die(sides + sides))
    assert die == Die(die.faces, die.weights) == Die(str(die)) == die.replace()
    assert {
        face: Fraction(w, die.total) for face, w in zip(die.faces, die.weights, strict=True)
    } == {face: Fraction(n, len(sides)) for face, n in often.items()}
    assert eval(repr(die)) == die
    assert as_die(die.short) == die


@pytest.mark.parametrize(
    ("die", "text"),
    [
        (Die(1), "1"),
        (Die((3, 1, 2)), "3"),
        (Die((2, 3)), "2-3"),
        (Die((0,)), "0x1"),
        (AVERAGES, "2-3-3-4-4-5"),
        (REROLLED, "1-2x7-3x7-4x7-5x7-6x7"),
        (Die((1, 2), (1, MAX_SIDES_LISTED - 1)), "-".join(["1"] + ["2"] * (MAX_SIDES_LISTED - 1))),
        (Die((1, 2), (MAX_SIDES_LISTED, 1)), f"1x{MAX_SIDES_LISTED}-2"),
    ],
)
def test_how_a_die_is_written(die: Die, text: str) -> None:
    assert str(die) == text


@pytest.mark.parametrize(
    "text", ["2-3x2-4x2-5", "5-4-4-2-3x02-00", "3-3-4-4-2-5", "2x2-3x4-4x4-5x2"]
)
def test_the_order_and_the_size_of_weights_make_no_difference(text: str) -> None:
    assert (Die(text) == AVERAGES) == ("00" not in text)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0,), "faces must be a whole number, from 1 to 100, not 0"),
        (([],), "faces must be 1 to 100 numbers, not 0"),
        (([1] * 101,), "faces must be 1 to 100 numbers, not 101"),
        (([1, -1],), "faces: each must be a whole number, from 0 to 100, not -1"),
        (([1, 2], [1]), r"weights must be one for each of 2 faces, not \[1\]"),
        (([1, 2], [1, 0]), "weights: each must be a whole number, 1 or more, not 0"),
        (([1, 2], [2, 2 * 10**6]), "weights must add up to at most 1000000 in .*, not 1000001$"),
        (("6",), 'faces must be a number, or the faces as in "2-3-3-4-4-5" or "1-2x7", not \'6\''),
        (("1-2x7", [1, 2]), "faces must be a whole number, from 1 to 100, not '1-2x7'"),
        (("1-",), "faces must be a number, or"),
        (("\u0663-4",), "faces must be a number, or"),
        (("1x0-2",), "weights: each must be a whole number, 1 or more, not 0"),
    ],
)  # fmt: skip
def test_impossible_dice(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(RiskError, match=f"^{message}"):
        Die(*arguments)


def test_an_ordinary_die_is_its_number_of_faces() -> None:
    six = Die((1, 2, 3, 4, 5, 6))
    for rules in (
        Rules(faces=six),
        Rules(faces="1-2-3-4-5-6"),
        Rules((6, six, [6, 5, 4, 3, 2, 1]), Hand((six, 6)), faces=AVERAGES),  # type: ignore[arg-type]
    ):
        assert rules == STANDARD
        assert hash(rules) == hash(STANDARD)
        assert (rules.attack_dice, rules.defence_dice, rules.faces) == (3, 2, 6)


def test_dice_of_the_rules_are_written_once() -> None:
    rules = Rules((AVERAGES, AVERAGES), Hand(2, extra=(AVERAGES, 6)), faces="2-3-3-4-4-5")
    assert rules == Rules(2, Hand(2, extra=(6, AVERAGES)), faces=AVERAGES)
    assert (rules.attack_dice, rules.faces) == (2, AVERAGES)
    assert rules.parts["faces"] == "2-3-3-4-4-5"
    assert rules.parts["defence_dice"] == {"dice": 2, "extra": ["2-3-3-4-4-5", 6]}
    assert rules.description == (
        "2 v 2 dice, 2-3-3-4-4-5 faces, 2 pairs, ties to the defender; "
        "defence: 2 extra dice, 2-3-3-4-4-5+6, with the lowest 2 dropped"
    )
    assert Rules((REROLLED, 6), 1).description.startswith("1-2x7-3x7-4x7-5x7-6x7+6 v ")


def test_a_die_stays_within_its_own_faces() -> None:
    hand = Hand(2, to_all=1, to_highest=1, to_lowest=-9, clamped=True)
    assert hand.counted([5, 2], [AVERAGES] * 2, kept=2) == [5, 2]
    assert Hand(1, to_all=-1, clamped=True).added(2, AVERAGES) == 2


def test_throws_are_resolved_by_the_faces_of_the_dice() -> None:
    rules = Rules((AVERAGES, 6), (AVERAGES,))
    assert resolve([5, 6], [5], rules) == (0, 1)
    message = "attack: a die must show one of 0-2-2, not 1"
    with pytest.raises(RiskError, match=message):
        resolve([1], [1], Rules((Die("0-2x2"),), 1))
    with pytest.raises(
        RiskError, match="defence: a die must be a whole number, from 2 to 5, not 6"
    ):
        resolve([5, 6], [6], rules)


@given(st.lists(any_die, min_size=1, max_size=2), any_die, st.sampled_from([1, 7, 10007]))
def test_weights_of_any_size_by_three_methods(dice: list[Die], theirs: Die, big: int) -> None:
    """The primes of the numbers of throws need not be 2 and 3."""
    loaded = [Die(die.faces, [big * weight + 1 for weight in die.weights]) for die in dice]
    rules = Rules(tuple(loaded), (theirs, loaded[0]))
    for x, y in rules.dice_numbers():
        counts = round_counts(x, y, rules)
        assert sum(counts.values()) == rules.throws(x, y)
        if rules.throws(x, y) < 4000:
            assert every_throw(x, y, rules) == {
                losses: Fraction(n, rules.throws(x, y)) for losses, n in counts.items()
            }
    assert recursion.outcomes(5, 4, rules) == closed_form.outcomes(5, 4, rules)


def test_the_largest_weight() -> None:
    """Told in lowest terms before it is refused."""
    assert Die([1, 2], [1, 10**6 - 1]).total == 10**6
    assert Die([1, 2], [10**9, 10**9]) == Die(2)


def test_a_mapping_of_faces_to_weights() -> None:
    assert Die({1: 1, 2: 2, 6: 3}) == Die((1, 2, 6), (1, 2, 3)) == Die("1-2-2-6-6-6")
    assert Die(dict.fromkeys(range(1, 7), 7)) == Die(6)
    for faces in ({}, {1: 0}, {1: 0.5}, {"1": 1}, {101: 1}):
        with pytest.raises(RiskError, match="^(faces|weights)"):
            Die(faces)  # type: ignore[arg-type]
    with pytest.raises(RiskError, match="^faces must be a whole number, from 1 to 100, not {1: 2}"):
        Die({1: 2}, [1])
