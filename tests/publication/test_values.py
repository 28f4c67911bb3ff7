"""The two methods of published values give the same numbers."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.odds.states import best_first
from riskexact.publication import values as module
from riskexact.publication.data import CHANCES
from riskexact.publication.values import ByClosedForm, ByRecursion, Values, most_attackers
from riskexact.rules import STANDARD, Rules
from tests.reference import every_throw
from tests.strategies import ANY, rule_sets, tries

lines = st.builds(
    lambda first, length: range(first, first + length), st.integers(1, 9), st.integers(1, 5)
)
publishable = rule_sets(ANY)


def by_both(name: str, *asked: object) -> list[Any]:
    """What both methods answer, in the same order."""
    one, other = (list(getattr(method(), name)(*asked)) for method in (ByRecursion, ByClosedForm))
    assert one == other
    return one


def rounds(values: Values, rules: Rules) -> list[Any]:
    return [(dice, *count) for dice, c in values.rounds(rules).items() for count in c.items()]


@given(publishable, lines, lines)
def test_win_by_both_methods(rules: Rules, attackers: range, defenders: range) -> None:
    found = by_both("win", rules, attackers, defenders)
    assert [battle for battle, _ in found] == list(product(attackers, defenders))
    assert all(type(chance) is Fraction for _, chance in found)


@given(publishable, lines, lines)
def test_outcomes_by_both_methods(rules: Rules, attackers: range, defenders: range) -> None:
    found = by_both("outcomes", rules, attackers, defenders)
    assert [battle for battle, _ in found] == list(product(attackers, defenders))
    for (a, d), ends in found:
        states = [end for end, _ in ends]
        assert states == sorted(states, key=best_first)
        assert all(chance > 0 for _, chance in ends)
        assert sum(chance for _, chance in ends) == 1
        assert all(x <= a and y <= d and 0 in (x, y) for x, y in states)


@given(publishable)
@tries(13)
def test_rounds_by_both_methods(rules: Rules) -> None:
    found = rounds(ByRecursion(), rules)
    assert found == rounds(ByClosedForm(), rules)
    assert {dice for dice, *_ in found} == set(rules.dice_numbers())
    totals = dict.fromkeys(rules.dice_numbers(), 0)
    for dice, losses, throws in found:
        totals[dice] += throws
        assert Fraction(throws, rules.throws(*dice)) == every_throw(*dice, rules)[losses]
    assert totals == {dice: rules.throws(*dice) for dice in rules.dice_numbers()}


@given(publishable, st.integers(1, 3), st.sampled_from([Fraction(1, 3), *CHANCES]))
@tries(7)
def test_needed_by_both_methods(rules: Rules, most: int, chance: Fraction) -> None:
    by_both("needed", rules, most, [chance])


@pytest.mark.parametrize("most", range(9))
def test_more_attackers_than_are_tried_are_left_out(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "most_attackers", lambda defenders: most)
    found = by_both("needed", STANDARD, 2, CHANCES)
    assert max((a for _, _, a, _ in found), default=0) in (most, most - 1)


def test_edges() -> None:
    by_both("win", STANDARD, range(200, 201), range(180, 182))
    by_both("outcomes", STANDARD, range(200, 201), range(180, 182))
    assert rounds(ByRecursion(), Rules(6, 2)) == rounds(ByClosedForm(), Rules(6, 2))
    for a in (1, 2, 3):  # at least a chance includes the chance itself
        ((_, chance),) = by_both("win", STANDARD, range(a, a + 1), range(1, 2))
        assert by_both("needed", STANDARD, 1, [chance])[0][2] == a
    assert by_both("needed", Rules(1, 1, faces=1), 2, CHANCES) == []  # nobody reaches it
    assert most_attackers(40) > 4 * 60


def test_the_methods_share_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    side = range(1, 6)

    def asked(values: Values) -> list[Any]:
        return [
            list(values.win(STANDARD, side, side)),
            list(values.outcomes(STANDARD, side, side)),
            list(values.needed(STANDARD, 3, CHANCES)),
            rounds(values, STANDARD),
        ]

    def forbidden(*arguments: object) -> None:
        raise AssertionError(arguments)

    expected = asked(ByRecursion())
    with monkeypatch.context() as patch:
        for name in ("Battle", "win_probability", "attackers_needed", "recursion"):
            patch.setattr(module, name, forbidden)
        assert asked(ByRecursion()) == expected
    for name in ("backward", "forward", "base_of", "round_counts", "recursion"):
        monkeypatch.setattr(module, name, forbidden)
    assert asked(ByClosedForm()) == expected


def test_wrong_mass_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "forward", lambda *_: iter([(1, [1])]))
    with pytest.raises(ArithmeticError, match="do not add up"):
        next(ByRecursion().outcomes(STANDARD, range(3, 4), range(1, 2)))
