"""Dice thrown for many battles at once, against one throw after another."""

from collections import Counter
from collections.abc import Hashable, Mapping
from fractions import Fraction
from heapq import nlargest
from itertools import product
from math import log
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.logs.scores import p_value_text
from riskexact.logs.throwing import throw_die, thrown
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.distribution import Distribution
from riskexact.rules.hand import Die
from tests.reference import every_throw, sides
from tests.strategies import ANY, rule_sets

T = TypeVar("T", bound=Hashable)


def p_value_of_counts(counts: Mapping[T, int], chances: Distribution[T]) -> Fraction:
    """The smallest p-value of an outcome, times their number: C. E. Bonferroni's bound.

    It notices any single outcome that occurs too often or too rarely, or that cannot occur.  Those
    are asked which are furthest from what is expected: exact p-values of all would take minutes.
    """
    if not set(counts) <= set(chances):
        return Fraction(0)
    trials = sum(counts.values())

    def surprise(outcome: T) -> float:
        """The exponent of H. Chernoff's bound of the p-value."""
        seen, chance = counts.get(outcome, 0), chances[outcome]
        parts = [(n, p) for n, p in ((seen, chance), (trials - seen, 1 - chance)) if n]
        return sum(n * (log(n * p.denominator) - log(trials * p.numerator)) for n, p in parts)

    values = [
        Fraction(p_value_text(counts.get(outcome, 0), trials, chances[outcome], 3))
        for outcome in nlargest(2, chances, key=surprise)
    ]
    return min(Fraction(1), len(chances) * min(values))


LOADED = Rules((Die("1-2x7-3x7"), 3), (Die((0, 5), (1, 299)),))


@pytest.mark.tools
@pytest.mark.parametrize(
    "rules", [*map(RULES.get, ("standard", "2210-commander", "bonus-die")), LOADED]
)
def test_dice_are_fair_and_independent(rules: Rules) -> None:
    random = np.random.default_rng(3)
    dice = sum(rules.thrown(*rules.max_dice), ())
    shown = [(throw_die(die, 20_000, random), die) for die in dice]
    for i, (shows, die) in enumerate(shown):
        for others, other in shown[:i][-1:]:
            both = shows.astype(int) * 100 + others
            chances: Counter[int] = Counter()
            for x, y in product(sides(die), sides(other)):
                chances[100 * x + y] += 1
            fair = Distribution({pair: Fraction(n, chances.total()) for pair, n in chances.items()})
            values, counts = np.unique(both, return_counts=True)
            seen = dict(zip(values.tolist(), counts.tolist(), strict=True))
            assert p_value_of_counts(seen, fair) > Fraction(1, 10_000)


@given(rule_sets(ANY).filter(lambda rules: rules.throws(*rules.max_dice) <= 400), st.data())
def test_what_a_round_costs(rules: Rules, data: st.DataObject) -> None:
    x, y = data.draw(st.sampled_from(list(rules.dice_numbers())))
    costs = thrown(rules, (x, y), 5000, np.random.default_rng(2))
    seen = Counter(zip(*costs.tolist(), strict=True))
    chances = Distribution(every_throw(x, y, rules))
    assert p_value_of_counts(seen, chances) > Fraction(1, 10**6)
