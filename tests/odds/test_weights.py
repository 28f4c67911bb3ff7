"""Tests of `riskexact.odds.weights`."""

from fractions import Fraction
from math import lcm

from hypothesis import example, given
from hypothesis import strategies as st

from riskexact.odds import recursion
from riskexact.odds.states import Stops
from riskexact.odds.weights import backward, forward, least_attackers
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import base_of, round_with_loss, weighted_round
from tests.strategies import ANY, Payoff, fights, payoffs, retreats, rule_sets

multiples = st.sampled_from([1, 1, 5, 6])
"""Bases in common with other rule sets are multiples of the least."""


@given(rule_sets(ANY))
@example(Rules((2, 1), (1, 64)))  # the second defence die has half of an odd exponent
def test_weights_are_the_chances_of_the_round(rules: Rules) -> None:
    base = base_of(rules)
    for x, y in rules.dice_numbers():
        changes, throws = round_with_loss(x, y, rules)
        assert {
            losses: Fraction(weight, base ** sum(losses))
            for losses, weight in weighted_round(x, y, rules, base)
        } == {losses: Fraction(count, throws) for losses, count in changes}


def test_throws_that_small_primes_do_not_factor() -> None:
    """Given a change, 5 v 5 dice of 47 faces leave numbers of throws with large primes."""
    rules = Rules(5, 5, faces=47, ties="nobody")
    throws = round_with_loss(5, 5, rules)[1]
    base = base_of(rules)
    assert base % throws == 0
    assert (
        sum(
            Fraction(weight, base ** sum(losses))
            for losses, weight in weighted_round(5, 5, rules, base)
        )
        == 1
    )


@given(rule_sets(ANY), fights, payoffs(), retreats, multiples)
def test_backward_is_the_recursion(
    rules: Rules, sides: tuple[int, int], payoff: Payoff, retreat_at: int, multiple: int
) -> None:
    """Every cell up to the battle, for payoffs that are whole numbers over one denominator."""
    base = base_of(rules) * multiple
    states = [(a, d) for a in range(sides[0] + 1) for d in range(sides[1] + 1)]
    whole = lcm(*(payoff(*state).denominator for state in states))
    rows = dict(
        backward(
            *sides,
            rules,
            base,
            lambda a, d: int(payoff(a, d) * whole) * base ** (a + d),
            retreat_at,
        )
    )
    assert list(rows) == list(range(sides[0] + 1))
    for (a, d), value in recursion.cells(*sides, rules, payoff, Stops(retreat_at)):
        assert Fraction(rows[a][d], whole * base ** (a + d)) == value


@given(rule_sets(ANY), fights, retreats, multiples)
def test_forward_is_the_recursion_read_forwards(
    rules: Rules, sides: tuple[int, int], retreat_at: int, multiple: int
) -> None:
    """Every state that a battle passes through or ends in, and no other."""
    base = base_of(rules) * multiple
    visited = {
        (a, d): Fraction(mass, base ** (sum(sides) - a - d))
        for a, row in forward([0] * sides[0] + [1], sides[1], rules, base, retreat_at)
        for d, mass in enumerate(row)
        if mass
    }
    visits = recursion.visits(*sides, rules, Stops(retreat_at))
    assert visited == {visit.state: visit.probability for visit in visits}


@given(
    rule_sets(ANY), st.lists(st.integers(0, 9), min_size=1, max_size=6), st.integers(0, 4), retreats
)
def test_both_directions_agree(
    rules: Rules, arrived: list[int], defenders: int, retreat_at: int
) -> None:
    """Of attackers whose number is random: Σ mass × payoff of the outcomes = Σ arrived × value."""
    base = base_of(rules)

    def worth(a: int, d: int) -> int:
        return (3 * a + 2 * d + 1) * int(base ** (a + d))

    values = backward(len(arrived) - 1, defenders, rules, base, worth, retreat_at)
    masses = forward(arrived, defenders, rules, base, retreat_at)
    assert sum(arrived[a] * row[defenders] for a, row in values) == sum(
        mass * worth(a, d)
        for a, row in masses
        for d, mass in enumerate(row)
        if d == 0 or a <= retreat_at
    )


def test_a_battle_against_nobody_is_won() -> None:
    assert [row for _, row in backward(2, 0, STANDARD, 6**4, lambda a, d: a)] == [[0], [1], [2]]
    assert list(forward([5, 6, 7], 0, STANDARD, 6**4)) == [(2, [7]), (1, [6]), (0, [5])]


@given(rule_sets(ANY), st.integers(0, 6), st.lists(st.fractions(0, 1), max_size=3).map(sorted))
def test_least_attackers(rules: Rules, d: int, chances: list[Fraction]) -> None:
    """The first that do, among those whose states were allowed."""
    most = 8
    odds = [
        Fraction(0) if a == d == 0 else recursion.win_probability(a, d, rules)
        for a in range(most + 1)
    ]
    reached = [[a for a, win in enumerate(odds) if win >= chance] for chance in chances]
    if d:
        expected = [each[0] for each in reached if each]
        assert least_attackers(d, chances, rules, (most + 1) * (d + 1)) == expected
    assert least_attackers(10**9, chances, rules, 5000) == []
