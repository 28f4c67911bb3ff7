"""Tests of `riskexact.odds.weights`."""

from fractions import Fraction

from hypothesis import example, given

from riskexact.odds.weights import base_of, weighted_round
from riskexact.rules import Rules
from riskexact.rules.dice import changing_round
from tests.strategies import ANY, rule_sets


@given(rule_sets(ANY))
@example(Rules((2, 1), (1, 64)))  # the second defence die has half of an odd exponent
def test_weights_are_the_chances_of_the_round(rules: Rules) -> None:
    base = base_of(rules)
    for x in range(1, rules.attack.max_dice + 1):
        for y in range(1, rules.defence.max_dice + 1):
            changes, throws = changing_round(x, y, rules)
            assert {
                losses: Fraction(weight, base ** sum(losses))
                for losses, weight in weighted_round(x, y, rules, base)
            } == {losses: Fraction(count, throws) for losses, count in changes}


def test_throws_that_small_primes_do_not_factor() -> None:
    """Given a change, 5 v 5 dice of 47 faces leave numbers of throws with large primes."""
    rules = Rules(5, 5, faces=47, ties="nobody")
    throws = changing_round(5, 5, rules)[1]
    base = base_of(rules)
    assert base % throws == 0
    assert (
        sum(
            Fraction(weight, base ** sum(losses))
            for losses, weight in weighted_round(5, 5, rules, base)
        )
        == 1
    )
