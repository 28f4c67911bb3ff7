"""The closed forms, from the weights of the interior to the formulas on the page."""

from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.odds import closed_form, recursion
from riskexact.odds.closed_form import columns, power_sums, regions_of, weight
from riskexact.odds.closed_form.written_out import (
    binomial,
    boundary,
    covered,
    one_attacker,
    one_defender,
    trinomial,
    two_attackers,
)
from riskexact.odds.states import Payoff, Stops
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES, label
from riskexact.rules.hand import Hand
from tests.strategies import battles, fights, fractions, lines, payoffs, rule_sets

polynomials = st.lists(st.integers(0, 9), min_size=2, max_size=5).filter(any)


@given(polynomials, st.integers(0, 12), st.integers(0, 7))
def test_columns_equal_the_polynomial_multiplied_out(counts: list[int], i: int, n: int) -> None:
    """Leading, trailing and inner zeros included: no coefficient needs to be positive."""
    K = len(counts) - 1
    rows = list(islice(columns(counts, i), n + 1))
    assert rows[n] == [weight(counts, n, j) for j in range(i - K + 1, i + 1)]


@given(polynomials, st.integers(0, 7))
def test_weights_add_up(counts: list[int], n: int) -> None:
    K = len(counts) - 1
    assert sum(weight(counts, n, i) for i in range(K * n + 1)) == sum(counts) ** n
    assert weight(counts, n, -1) == weight(counts, n, K * n + 1) == 0


@given(rule_sets(), battles, lines)
def test_the_exits_carry_the_whole_mass(
    rules: Rules, battle: tuple[int, int], stops: Stops
) -> None:
    regions = regions_of(rules, stops)
    mass = Fraction(0)
    for n, leaving in enumerate(closed_form.exits(regions, *battle)):
        for state, count in leaving.items():
            assert not regions.is_interior(*state)
            assert sum(battle) - sum(state) == regions.losses_per_round * n
            mass += Fraction(count, regions.base ** (regions.losses_per_round * n))
    assert mass == 1


@given(rule_sets(), battles, lines, payoffs())
def test_first_exit_equals_recursion(
    rules: Rules, battle: tuple[int, int], stops: Stops, payoff: Payoff
) -> None:
    values = closed_form.expected_values(*battle, rules, [payoff], stops)
    assert values == recursion.expected_values(*battle, rules, [payoff], stops)
    assert type(values[0]) is Fraction


@given(rule_sets(), battles, lines)
def test_distributions_equal_recursion(rules: Rules, battle: tuple[int, int], stops: Stops) -> None:
    outcomes = closed_form.outcomes(*battle, rules, stops)
    assert outcomes == recursion.outcomes(*battle, rules, stops)
    assert list(outcomes) == list(recursion.outcomes(*battle, rules, stops))
    rounds = closed_form.rounds(*battle, rules, stops)
    assert rounds == recursion.rounds(*battle, rules, stops)
    assert sum(rounds.values()) == 1
    _, mean = closed_form.expected_values_and_rounds(*battle, rules, [], stops)
    assert mean == sum(n * p for n, p in rounds.items())


@given(rule_sets(), fights, lines)
def test_visits_of_the_boundary_equal_those_of_the_recursion(
    rules: Rules, battle: tuple[int, int], stops: Stops
) -> None:
    regions = regions_of(rules, stops)
    seen = {
        state: Fraction(count, regions.base**lost)
        for state, _, _, lost, count in closed_form.visits(regions, *battle)
        if count
    }
    assert seen == {
        state: p
        for state, p, _ in recursion.visits(*battle, rules, stops)
        if not regions.is_interior(*state)
    }


@pytest.mark.tools
@pytest.mark.parametrize("battle", [(60, 60), (61, 60), (7, 90), (90, 7), (1, 60), (60, 1)])
@pytest.mark.parametrize("rules", [STANDARD, SINGLE_LOSS, Rules(3, 3), Rules(4, 2, 8, 1)])
def test_larger_battles(rules: Rules, battle: tuple[int, int]) -> None:
    assert closed_form.outcomes(*battle, rules) == recursion.outcomes(*battle, rules)
    assert closed_form.rounds(*battle, rules) == recursion.rounds(*battle, rules)


formula_rules = st.builds(
    Rules, faces=st.integers(1, 9), pairs=st.just(1), ties=st.sampled_from(["defender", "attacker"])
)
formula_fights = st.tuples(st.integers(1, 14), st.integers(1, 14))


@given(formula_rules, formula_fights)
def test_the_formulas(rules: Rules, battle: tuple[int, int]) -> None:
    for formula, covered_ in (binomial, rules), (trinomial, rules.replace(pairs=2)):
        value = formula(*battle, covered_)
        assert value == recursion.win_probability(*battle, covered_)
        assert type(value) is Fraction


@given(
    st.builds(
        Rules,
        attack_dice=st.sampled_from([3, (6, 6, 1), (8, 2, 2), (6, 1, 1)]),
        defence_dice=st.sampled_from([2, (8, 2), Hand(2, to_all=9)]),
        pairs=st.integers(1, 2),
        ties=st.sampled_from(["defender", "attacker"]),
    )
)
def test_the_boundary_as_sums_of_powers(rules: Rules) -> None:
    """The same numbers as the recursion's; coinciding powers have no such sum."""
    side = boundary(rules)
    board = dict(recursion.cells(12, 12, rules))

    def summed(a: int, d: int) -> Fraction:
        n, terms = side.in_powers(a, d)
        return sum((coefficient * base**n for coefficient, base in terms), Fraction(0))

    for n in range(1, 12):
        assert summed(1, n) == one_attacker(n, rules) == board[1, n]
        assert two_attackers(n, rules) == board[2, n]
        assert one_defender(n + 1, rules) == board[n + 1, 1]
        if n > 1:
            assert summed(n + 1, 1) == board[n + 1, 1]
        if side.s**side.K != side.v:
            assert summed(2, n) == board[2, n]
        elif n > 1:
            with pytest.raises(ZeroDivisionError):
                side.in_powers(2, n)


@pytest.mark.parametrize("rules", [r for r in RULES.values() if covered(r)], ids=label)
def test_formulas_in_every_cell(rules: Rules) -> None:
    formula = binomial if rules == SINGLE_LOSS else trinomial
    for (a, d), expected in recursion.cells(16, 16, rules):
        if a and d:
            assert formula(a, d, rules) == expected


terms = st.lists(
    st.tuples(st.integers(0, 5), st.lists(fractions, min_size=2, max_size=2)), max_size=9
)


@given(terms, st.integers(2, 7))
def test_power_sums(steps: list[tuple[int, list[Fraction]]], base: int) -> None:
    added, exponent = [], 0
    for step, numerators in steps:
        exponent += step
        added.append((exponent, numerators))
    assert power_sums(iter(added), base, 2) == [
        sum((numerators[k] / base**e for e, numerators in added), Fraction(0)) for k in range(2)
    ]


@pytest.mark.parametrize("formula", [binomial, trinomial])
@pytest.mark.parametrize("battle", [(0, 1), (1, 0), (-1, 2), (2.0, 2)])
def test_formulas_start_at_one_against_one(formula: Any, battle: Any) -> None:
    with pytest.raises(RiskError, match="must be a whole number, 1 or more"):
        formula(*battle)


def test_no_closed_form_says_so() -> None:
    rules = Rules(ties="nobody")
    for question in (closed_form.win_probability, closed_form.outcomes, closed_form.rounds):
        with pytest.raises(RiskError, match="'closed-form' needs rounds that cost a fixed number"):
            question(5, 5, rules)


@pytest.mark.parametrize(
    ("formula", "rules"),
    [
        (binomial, STANDARD),
        (binomial, Rules(4, 2, pairs=1)),
        (binomial, Rules(pairs=1, ties="nobody")),
        (trinomial, SINGLE_LOSS),
        (trinomial, Rules(4, 2)),
        (trinomial, Rules(3, 3, pairs=2)),
        (trinomial, Rules(ties="nobody")),
    ],
)
def test_formulas_refuse_other_rules(formula: Any, rules: Rules) -> None:
    with pytest.raises(RiskError, match="formula needs 3 v 2 dice and [12] pair"):
        formula(5, 5, rules)
