"""A battle seen by one side, which is what the other sees if the sides are exchanged."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from riskexact.questions.needed.growing import Growing, Side
from riskexact.rules import Rules
from riskexact.rules.dice import round_counts
from tests.growing import chances, opponents, sides
from tests.reference import mirrored
from tests.strategies import any_rules


@given(any_rules, opponents)
def test_the_sides_exchanged(rules: Rules, opposed: int) -> None:
    attackers = Growing(rules, "attackers", opposed)
    defenders = Growing(mirrored(rules), "defenders", opposed)
    told = [sorted(sorted(c.items()) for c in each.rounds) for each in (attackers, defenders)]
    assert told[0] == told[1]
    assert attackers.full == defenders.full
    assert attackers.own(Fraction(1, 3)) == defenders.own(Fraction(2, 3)) == Fraction(1, 3)


@given(any_rules, sides, opponents, st.integers(1, 6))
def test_full_dice(rules: Rules, side: Side, opposed: int, n: int) -> None:
    """One unit fewer than `full` throws fewer dice, and more units throw no more."""
    growing = Growing(rules, side, opposed)
    hand = growing.hands[0]
    assert hand.dice_of(growing.full + n) == hand.max_dice
    assert hand.dice_of(growing.full - 1) < hand.max_dice


@given(any_rules, opponents)
def test_rounds(rules: Rules, opposed: int) -> None:
    """All that can be thrown, without what costs nothing."""
    growing = Growing(rules, "attackers", opposed)
    every = [
        {losses: number for losses, number in round_counts(x, y, rules).items() if any(losses)}
        for x, y in rules.dice_numbers()
    ]
    assert list(growing.rounds) == every
    assert growing.most_ends == max(map(len, every))


@given(any_rules, sides, opponents, st.integers(1, 6), st.fractions(-1, 1))
def test_exact_sign(rules: Rules, side: Side, opposed: int, n: int, difference: Fraction) -> None:
    chance = chances(rules, side, opposed)[n - 1]
    sign = Growing(rules, side, opposed).exact_sign(n, chance - difference)
    assert sign == (difference > 0) - (difference < 0)
