"""What the property tests draw: rule sets, battles, payoffs, distributions.

The bounds keep a whole run fast; what matters is that every border, corner and parity is met.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import Any

from hypothesis import assume, settings
from hypothesis import strategies as st

from riskexact.odds.states import Stops
from riskexact.rules import Rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.hand import Die, Hand
from tests.reference import always_ties

Payoff = Callable[[int, int], Fraction]


def tries(examples: int) -> settings:
    """Try a property on this many examples where 20 are usual, and on as many times more."""
    return settings(max_examples=max(1, examples * settings().max_examples // 20))


FIXED = ("defender", "attacker")
"""Who may win ties in rules whose rounds cost a fixed number of units."""

ANY = ("defender", "attacker", "nobody")

MAX_THROWS = 4000
"""Throws of full dice, so that a test may look at every one."""


def plain_rules(ties: tuple[str, ...] = FIXED) -> st.SearchStrategy[Rules]:
    """Rule sets of equal dice, one for each unit."""
    return st.builds(
        Rules,
        attack_dice=st.integers(1, 4),
        defence_dice=st.integers(1, 4),
        faces=st.integers(2, 7) if "nobody" in ties else st.integers(1, 7),
        pairs=st.none() | st.integers(1, 4),
        ties=st.sampled_from(ties),
    )


any_die = st.lists(st.integers(0, 7), min_size=1, max_size=5).map(Die)
"""Dice with any faces: those that are given more often weigh more."""


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Hands with everything that a hand can have."""
    faces = st.integers(1, 6) | any_die
    dice = draw(st.integers(1, 3) | st.lists(faces, min_size=1, max_size=3).map(tuple))
    number = dice if isinstance(dice, int) else len(dice)
    gaps = draw(st.lists(st.sampled_from([1, 1, 2, 3]), min_size=number - 1, max_size=number - 1))
    return Hand(
        dice,
        needs=tuple(accumulate(gaps, initial=1)) if draw(st.booleans()) else (),
        extra=draw(st.sampled_from([0, 0, 0, 1, 2]) | st.tuples(faces)),
        to_all=draw(st.sampled_from([0, 0, 0, 1, -1, 2, -3, 8])),
        to_highest=draw(st.sampled_from([0, 0, 1, -1, 2, -2, 5, -9])),
        clamped=draw(st.booleans()),
        to_lowest=draw(st.sampled_from([0, 0, 0, 1, -1, 2, -3, 9])),
    )


@st.composite
def detailed_rules(draw: st.DrawFn, ties: tuple[str, ...] = FIXED) -> Rules:
    """Rule sets over everything that a round can be."""
    attack, defence = draw(hands()), draw(hands())
    defence = defence.replace(at_most_attack=draw(st.sampled_from([False, False, True])))
    faces, pairs = (
        draw(st.integers(1, 4) | any_die),
        draw(st.sampled_from([None, 1, 2, (1, 3), (1, 2, 9)])),
    )
    rules = Rules(attack, defence, faces, pairs, draw(st.sampled_from(FIXED)))
    assume(rules.throws(*rules.max_dice) <= MAX_THROWS)
    winner: Any = draw(st.sampled_from(ties))
    # those under which a battle might never end are refused, as the tests of the rules show
    assume(winner != "nobody" or not always_ties(rules))
    return rules.replace(ties=winner)


def rule_sets(ties: tuple[str, ...] = FIXED) -> st.SearchStrategy[Rules]:
    """Rule sets with a closed form; with "nobody" among the ties, others too."""
    return plain_rules(ties) | detailed_rules(ties)


any_rules = rule_sets(ANY)

battles = st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(any)
"""(attackers, defenders), small enough for every border and both parities."""

fights = st.tuples(st.integers(1, 9), st.integers(1, 9))
"""Battles in which both sides have somebody."""

territories = st.tuples(
    st.integers(0, 4),
    st.sampled_from([Rules(), Rules()]) | any_rules,
    st.sampled_from([0, 1, 1, 2, 3]),
)
"""(garrison, rules, units left behind) of a territory in a campaign."""

retreats = st.sampled_from([0, 0, 0, 1, 2, 3, 5, 12])
lines = st.builds(Stops, retreats, retreats)
"""Stop rules that look at who is left."""

chances = st.fractions(min_value=0, max_value=1, max_denominator=12)
all_stops = lines | st.builds(
    Stops, retreats, retreats, st.none() | st.integers(0, 5), st.just(Fraction(0)) | chances
)
fractions = st.fractions(min_value=-5, max_value=5, max_denominator=60)


@st.composite
def payoffs(draw: st.DrawFn) -> Payoff:
    """Arbitrary values of the states in which a battle can end."""
    values = draw(st.lists(fractions, min_size=7, max_size=7))
    across, down = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    return lambda a, d: values[(across * a + down * d + a * d) % len(values)]


@st.composite
def probabilities(draw: st.DrawFn) -> dict[int, Fraction]:
    """An exact distribution over a few whole numbers."""
    weights = draw(st.dictionaries(st.integers(-9, 9), st.integers(1, 50), min_size=1, max_size=8))
    total = sum(weights.values())
    return {outcome: Fraction(weight, total) for outcome, weight in weights.items()}


_below_half = st.integers(0, 48).map(lambda n: Fraction(n, 97))
_powers = st.builds(Fraction, st.integers(1, 20), st.integers(5, 10))
blitz_versions = st.builds(
    BlitzVersion, st.just("ours"), _below_half, _below_half, _powers, _powers
)
"""Constants of Balanced Blitz of any kind."""
