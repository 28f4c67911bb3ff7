from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.rules.hand import Hand
from tests.strategies import hands


@given(hands(), st.integers(0, 12))
def test_no_more_dice_count_than_there_are_units(hand: Hand, units: int) -> None:
    dice = hand.dice_of(units)
    assert dice <= min(units, hand.max_dice)
    assert (dice == hand.max_dice) == (units >= hand.units_for_max_dice)
    if dice:
        assert len(hand.thrown(dice, 6)) >= dice


@given(hands())
def test_fewer_dice_are_the_first_of_the_hand(hand: Hand) -> None:
    extra = hand.extra if isinstance(hand.extra, int) else len(hand.extra)
    full = hand.thrown(hand.max_dice, 6)
    for dice in range(1, hand.max_dice + 1):
        fewer = hand.thrown(dice, 6)
        assert fewer[: len(fewer) - extra] == full[: len(fewer) - extra]
        assert fewer[len(fewer) - extra :] == full[len(full) - extra :]


@pytest.mark.parametrize(
    ("hand", "shows", "counts"),
    [
        (Hand(2), [3, 5], [5, 3]),
        (Hand(2, to_highest=1), [5, 5], [6, 5]),
        (Hand(2, to_highest=1), [6, 6], [7, 6]),
        (Hand(2, to_highest=1, clamped=True), [6, 6], [6, 6]),
        (Hand(2, to_highest=-1), [5, 5], [5, 4]),  # Legacy: sorted again
        (Hand(2, to_highest=-1), [1, 1], [1, 0]),
        (Hand(2, to_highest=-1, clamped=True), [1, 1], [1, 1]),
        (Hand(2, to_highest=-4), [6, 5], [5, 2]),
        (Hand(2, to_lowest=-1), [5, 5], [5, 4]),
        (Hand(2, to_lowest=1, clamped=True), [6, 6], [6, 6]),
        (Hand(2, to_lowest=3), [4, 3], [6, 4]),  # sorted again
        (Hand(2, to_highest=1, to_lowest=-1, clamped=True), [6, 1], [6, 1]),
        (Hand(2, to_highest=-1, to_lowest=1), [4, 4], [5, 3]),
        (Hand(2, to_all=1), [6, 2], [7, 3]),
        (Hand(2, to_all=-1, to_highest=3, clamped=True), [2, 1], [4, 1]),
        # a single die is the highest and the lowest
        (Hand(2, to_highest=1, to_lowest=-1, clamped=True), [1], [1]),
        (Hand(2, to_highest=1, to_lowest=-1, clamped=True), [6], [6]),
        # the lowest is dropped first
        (Hand(2, extra=1, to_lowest=2), [6, 3, 1], [6, 5]),
        (Hand(2, extra=1, to_highest=-3), [5, 5, 4], [5, 2]),
        # of equals the one with more faces is higher: raised, an eight goes further than a six
        (Hand((6, 8), to_lowest=2, clamped=True), [6, 6], [6, 6]),
        (Hand((6, 8), to_highest=2, clamped=True), [6, 6], [8, 6]),
    ],
)
def test_what_dice_count(hand: Hand, shows: list[int], counts: list[int]) -> None:
    kept = len(counts)
    assert hand.counted(shows, hand.thrown(kept, 6), kept) == counts


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"dice": 0}, "dice must be a whole number, from 1 to 20, not 0"),
        ({"dice": 21}, "dice must be a whole number, from 1 to 20, not 21"),
        ({"dice": ()}, "dice must be 1 to 20 dice, not 0"),
        ({"dice": (6,) * 21}, "dice must be 1 to 20 dice, not 21"),
        ({"dice": (6, 101)}, "dice: faces must be a whole number, from 1 to 100, not 101"),
        ({"extra": 19}, "extra must be at most 20 dice with the 2 of dice, not 19"),
        ({"extra": -1}, "extra must be a whole number, from 0 to 20, not -1"),
        ({"to_all": 101}, "to_all must be a whole number, from -100 to 100, not 101"),
        ({"to_highest": True}, "to_highest must be a whole number, from -100 to 100, not True"),
        ({"to_lowest": 1.0}, "to_lowest must be a whole number, from -100 to 100, not 1.0"),
        ({"clamped": 1}, "clamped must be true or false, not 1"),
        ({"at_most_attack": 1}, "at_most_attack must be true or false, not 1"),
        ({"needs": (2, 3)}, "needs must be 2 numbers of units, .* ascending from 1, not"),
        ({"needs": (1, 1)}, "needs must be 2 numbers of units, .* ascending from 1, not"),
        ({"needs": 3}, "needs must be a number of units for each die, not 3"),
        ({"needs": (1, 2.5)}, "needs: units must be a whole number, 1 or more, not 2.5"),
    ],
)
def test_impossible_hands(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(RiskError, match=message):
        Hand(**{"dice": 2, **fields})


def test_one_hand_is_one_value() -> None:
    assert Hand(2, needs=(1, 2)) == Hand(2)
    assert Hand(2, clamped=True) == Hand(2)
    assert Hand(1, at_most_attack=True) == Hand(1)
    assert Hand([8, 6]) == Hand((8, 6))  # type: ignore[arg-type]
    assert Hand(2, extra=(8, 6)) == Hand(2, extra=(6, 8))
    assert len({Hand(2), Hand(2, needs=(1, 2)), Hand(2, extra=())}) == 1


def test_dice_are_counted_by_any_integer() -> None:
    import numpy as np

    assert type(Hand(np.int64(2)).dice) is int  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        Hand(2).dice = 3


def test_the_units_of_the_last_die() -> None:
    assert Hand(3, needs=(1, 3, 6)).units_for_max_dice == 6
