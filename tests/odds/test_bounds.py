"""Exponential bounds: above the odds of every battle, and as low as the condition allows."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import assume, given

from riskexact.base.errors import RiskError
from riskexact.odds.bounds import HUNDREDTHS, Bound, falls, loss_bound, win_bound
from riskexact.odds.recursion import cells
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from tests.strategies import any_rules

FAR = 12


def bounds(rules: Rules) -> tuple[Bound, Bound]:
    try:
        return win_bound(rules), loss_bound(rules)
    except RiskError:
        assume(False)
        raise


@given(any_rules)
def test_no_battle_is_beyond_them(rules: Rules) -> None:
    win, loss = bounds(rules)
    assert win.y < 1 <= win.x <= 2
    assert loss.x < 1 <= loss.y <= 2
    for (a, d), odds in cells(FAR, FAR, rules):
        assert 1 - loss.at(a, d) <= odds <= win.at(a, d)


def test_fewer_units_may_throw_better_dice() -> None:
    """One die of twenty faces is better than with another die of one face."""
    attack, defence = Rules((20, 1), (2, 2)), Rules((2, 2, 2), (20, 1))
    win, loss = win_bound(attack), loss_bound(defence)
    assert all(odds <= win.at(a, d) for (a, d), odds in cells(1, 30, attack))
    assert all(1 - odds <= loss.at(a, d) for (a, d), odds in cells(30, 1, defence))


@pytest.mark.parametrize("name", RULES)
def test_a_hundredth_less_would_not_do(name: str) -> None:
    rules = RULES[name]
    A, D = rules.attack.units_for_max_dice, rules.defence.units_for_max_dice
    less = Fraction(1, HUNDREDTHS)
    win, loss = win_bound(rules), loss_bound(rules)
    attacks, defences = [(a, D) for a in range(1, A + 1)], [(A, d) for d in range(1, D + 1)]
    assert falls(win.x, win.y, attacks, rules)
    assert falls(loss.x, loss.y, defences, rules)
    assert not falls(win.x - less, win.y, attacks, rules)
    assert not falls(loss.x, loss.y - less, defences, rules)
    assert (win.y, loss.x) == (Fraction(9, 10), Fraction(9, 10))


def test_where_one_side_seldom_loses_the_small_base_is_nearer_to_1() -> None:
    rules = Rules((20, 20, 20), (2, 2))
    y = win_bound(rules).y
    assert Fraction(9, 10) < y < 1
    states = [(a, 2) for a in (1, 2, 3)]
    assert falls(Fraction(2), y, states, rules)
    assert not falls(Fraction(2), 1 - 2 * (1 - y), states, rules)


@pytest.mark.parametrize(
    ("bound", "rules", "side"),
    [
        (win_bound, Rules(faces=1, ties="attacker"), "attacker"),
        (loss_bound, Rules(faces=1), "defender"),
    ],
)
def test_a_side_that_never_loses(bound: Callable[[Rules], Bound], rules: Rules, side: str) -> None:
    with pytest.raises(RiskError, match=f"not none of the {side} in"):
        bound(rules)
