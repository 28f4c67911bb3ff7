"""The two methods of published values give the same numbers."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskexact.odds import recursion
from riskexact.odds.states import best_first
from riskexact.publication import values as module
from riskexact.publication.data_sets import CHANCES
from riskexact.publication.values import (
    ByClosedForm,
    ByRecursion,
    most_attackers,
)
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.publications import METHODS_OF_VALUES
from tests.reference import every_throw
from tests.strategies import ANY, rule_sets

NOBODY = Rules(ties="nobody")

lines = st.builds(
    lambda first, length: range(first, first + length), st.integers(1, 9), st.integers(1, 5)
)
publishable = rule_sets(ANY)


@given(publishable, lines, lines)
def test_win_by_both_methods(rules: Rules, attackers: range, defenders: range) -> None:
    one, other = (
        dict(method().win(rules, attackers, defenders)) for method in METHODS_OF_VALUES.values()
    )
    assert one == other
    assert list(one) == list(other) == list(product(attackers, defenders))
    assert all(type(chance) is Fraction for chance in [*one.values(), *other.values()])


@given(publishable, lines, lines)
def test_outcomes_by_both_methods(rules: Rules, attackers: range, defenders: range) -> None:
    one, other = (
        list(method().outcomes(rules, attackers, defenders))
        for method in METHODS_OF_VALUES.values()
    )
    assert one == other
    assert [battle for battle, _ in one] == list(product(attackers, defenders))
    for (a, d), ends in one:
        states = [end for end, _ in ends]
        assert states == sorted(states, key=best_first)
        assert all(chance > 0 for _, chance in ends)
        assert sum(chance for _, chance in ends) == 1
        assert all(x <= a and y <= d and 0 in (x, y) for x, y in states)


@pytest.mark.parametrize("name", ["standard", "risiko", "2210-commander-against-station"])
def test_rule_sets_of_the_catalogue(name: str) -> None:
    rules, side = RULES[name], range(1, 8)
    one, other = (method() for method in METHODS_OF_VALUES.values())
    assert list(one.win(rules, side, side)) == list(other.win(rules, side, side))
    assert list(one.outcomes(rules, side, side)) == list(other.outcomes(rules, side, side))
    assert list(one.needed(rules, 4, CHANCES)) == list(other.needed(rules, 4, CHANCES))
    assert list(one.rounds(rules)) == list(other.rounds(rules))


def test_far_out() -> None:
    attackers, defenders = range(200, 201), range(180, 182)
    one, other = (method() for method in METHODS_OF_VALUES.values())
    assert list(one.win(STANDARD, attackers, defenders)) == list(
        other.win(STANDARD, attackers, defenders)
    )
    assert list(one.outcomes(STANDARD, attackers, defenders)) == list(
        other.outcomes(STANDARD, attackers, defenders)
    )


def test_the_methods_share_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    side = range(1, 6)
    one, other = ByRecursion(), ByClosedForm()
    expected = list(one.win(STANDARD, side, side)), list(one.outcomes(STANDARD, side, side))

    def forbidden(*arguments: object) -> None:
        raise AssertionError(arguments)

    with monkeypatch.context() as patch:
        for name in ("Battle", "win_probability", "attackers_needed", "recursion"):
            patch.setattr(module, name, forbidden)
        assert (
            list(one.win(STANDARD, side, side)),
            list(one.outcomes(STANDARD, side, side)),
        ) == expected
        assert list(one.needed(STANDARD, 3, CHANCES))
        assert list(one.rounds(STANDARD))
    for name in ("backward", "forward", "base_of", "round_counts", "recursion"):
        monkeypatch.setattr(module, name, forbidden)
    assert (
        list(other.win(STANDARD, side, side)),
        list(other.outcomes(STANDARD, side, side)),
    ) == expected
    assert list(other.needed(STANDARD, 3, CHANCES))
    assert list(other.rounds(STANDARD))


def test_wrong_mass_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "forward", lambda *_: iter([(1, [1])]))
    with pytest.raises(ArithmeticError, match="do not add up"):
        next(ByRecursion().outcomes(STANDARD, range(3, 4), range(1, 2)))


@given(publishable, st.integers(1, 3), st.sampled_from([Fraction(1, 3), *CHANCES]))
@settings(max_examples=20)
def test_needed_by_both_methods(rules: Rules, most: int, chance: Fraction) -> None:
    one, other = (
        list(method().needed(rules, most, [chance])) for method in METHODS_OF_VALUES.values()
    )
    assert one == other


def test_needed_is_the_fewest() -> None:
    found = {
        (d, chance): (a, win) for d, chance, a, win in ByRecursion().needed(STANDARD, 9, CHANCES)
    }
    assert list(found) == list(product(range(1, 10), CHANCES))
    for (d, chance), (a, win) in found.items():
        assert win == recursion.win_probability(a, d) >= chance
        assert all(recursion.win_probability(x, d) < chance for x in range(1, a))


def test_at_least_includes_the_chance_itself() -> None:
    for method in METHODS_OF_VALUES.values():
        for a in (1, 2, 3):
            ((_, chance),) = method().win(STANDARD, range(a, a + 1), range(1, 2))
            assert next(method().needed(STANDARD, 1, [chance])).attackers == a


def test_what_nobody_reaches_is_left_out() -> None:
    rules = Rules(1, 1, faces=1)
    for method in METHODS_OF_VALUES.values():
        assert list(method().needed(rules, 2, CHANCES)) == []
    assert most_attackers(40) > 4 * 60


@given(publishable)
@settings(max_examples=40)
def test_rounds_by_both_methods(rules: Rules) -> None:
    one, other = (list(method().rounds(rules)) for method in METHODS_OF_VALUES.values())
    assert one == other
    totals = Counter[tuple[int, int]]()
    for x, y, losses, throws in one:
        totals[x, y] += throws
        assert Fraction(throws, rules.throws(x, y)) == every_throw(x, y, rules)[losses]
    assert totals == {dice: rules.throws(*dice) for dice in rules.dice_numbers()}


def test_rules_of_many_dice() -> None:
    rules = Rules(6, 2)
    assert list(ByRecursion().rounds(rules)) == list(ByClosedForm().rounds(rules))
