"""The walk in flint's integers, against the closed form in Python's."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.battle.battle import Battle
from riskexact.battle.methods import UNITS_FOR_SUMS
from riskexact.engine.walk import OverPowers, expected_values_and_rounds, outcomes
from riskexact.odds import closed_form
from riskexact.odds.closed_form import WeightedVisit
from riskexact.odds.states import Stops, won
from riskexact.rules import STANDARD, Rules
from tests.strategies import lines, rule_sets


@given(rule_sets(), st.integers(0, 9), st.integers(1, 9), lines)
def test_outcomes(rules: Rules, a: int, d: int, stops: Stops) -> None:
    ends = outcomes(a, d, rules, stops)
    expected = closed_form.outcomes(a, d, rules, stops)
    assert list(ends.items()) == list(expected.items())
    assert all(type(p.numerator) is type(p.denominator) is int for p in ends.values())


@given(rule_sets(), st.integers(0, 9), st.integers(1, 9), lines)
def test_expected_values_of_integers_and_fractions(
    rules: Rules, a: int, d: int, stops: Stops
) -> None:
    payoffs = won, lambda a, d: Fraction(a - 5, d + 3), lambda a, d: 0
    found = expected_values_and_rounds(a, d, rules, payoffs, stops)
    assert found == closed_form.expected_values_and_rounds(a, d, rules, payoffs, stops)
    assert all(type(value) is Fraction for value in [*found[0], found[1]])


@pytest.mark.parametrize("stay", [0, 1])
def test_large_battles_are_summed_by_it(monkeypatch: pytest.MonkeyPatch, stay: int) -> None:
    sides = UNITS_FOR_SUMS - 7, 7
    battle = Battle(*sides, Rules(3, 3), retreat_at=stay)
    stops = Stops(stay)
    assert battle.win_probability == closed_form.win_probability(*sides, battle.rules, stops)

    def walked(*arguments: object) -> None:
        raise ArithmeticError

    monkeypatch.setattr("riskexact.engine.walk.expected_values_and_rounds", walked)
    assert Battle(*sides, battle.rules, method="closed-form").mean_rounds > 2
    with pytest.raises(ArithmeticError):
        Battle(*sides, battle.rules, retreat_at=stay).mean_rounds  # noqa: B018


def test_outcomes_that_do_not_add_up_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def visits(*arguments: object) -> Iterator[WeightedVisit]:
        *others, last = closed_form.visits(*arguments)  # type: ignore[arg-type]
        yield from others
        yield last._replace(weight=last.weight + 1)

    monkeypatch.setattr("riskexact.engine.walk.visits", visits)
    with pytest.raises(ArithmeticError, match="do not add up to 1"):
        outcomes(1, 2, STANDARD)


@pytest.mark.parametrize("sides", [(150, 140), (200, 3), (3, 200)])
def test_larger_outcomes(sides: tuple[int, int]) -> None:
    for rules in (STANDARD, Rules(3, 3)):
        ends = Battle(*sides, rules, retreat_at=1).outcomes
        assert dict(ends) == closed_form.outcomes(*sides, rules, Stops(1))


@given(
    st.sampled_from([2, 6, 12, 216, 1000, 49]),
    st.lists(
        st.tuples(
            st.integers(1, 10**9), st.integers(0, 90), st.integers(0, 90), st.integers(0, 60)
        ),
        max_size=8,
    ),
)
def test_fractions_over_powers(base: int, terms: list[tuple[int, int, int, int]]) -> None:
    """Whatever came before, and where there is more of a prime above than below."""
    over = OverPowers(base)
    for x, twos, threes, m in terms:
        x *= 2**twos * 3**threes * 5 ** (twos // 2) * 7 ** (threes // 3)
        value = over.fraction(x, m)
        assert value == Fraction(x, base**m)
        assert value.numerator == Fraction(x, base**m).numerator
        assert type(value.numerator) is type(value.denominator) is int
