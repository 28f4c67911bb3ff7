"""Dice thrown for many battles at once, against one throw after another."""

from collections import Counter
from collections.abc import Hashable, Mapping
from fractions import Fraction
from itertools import product
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.logs.simulation import p_value_text
from riskexact.logs.simulation.throwing import (
    Numbers,
    counted,
    losses,
    throw_dice,
)
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.distribution import Distribution
from riskexact.rules.hand import Die, Faces, Hand
from tests.reference import every_throw, sides, what_counts
from tests.strategies import ANY, any_die, hands, rule_sets

T = TypeVar("T", bound=Hashable)


def p_value_of_counts(counts: Mapping[T, int], chances: Distribution[T]) -> Fraction:
    """The smallest p-value of an outcome, times their number: C. E. Bonferroni's bound.

    It notices any single outcome that occurs too often or too rarely, or that cannot occur.
    """
    if not set(counts) <= set(chances):
        return Fraction(0)
    trials = sum(counts.values())
    values = [
        Fraction(p_value_text(counts.get(outcome, 0), trials, chance, 3))
        for outcome, chance in chances.items()
    ]
    return min(Fraction(1), len(chances) * min(values))


def all_throws(*dice: Die) -> list[Numbers]:
    """Every throw of such dice, each as one battle."""
    throws = list(product(*map(sides, dice)))
    return [np.array(die) for die in zip(*throws, strict=True)]


@given(hands(), st.integers(1, 4) | any_die, st.data())
def test_what_the_dice_count(hand: Hand, faces: Faces, data: st.DataObject) -> None:
    kept = data.draw(st.integers(1, hand.max_dice))
    thrown = hand.thrown(kept, faces)
    dice = counted(hand, all_throws(*thrown), thrown, kept)
    assert list(zip(*(die.tolist() for die in dice), strict=True)) == what_counts(hand, kept, faces)


@given(rule_sets(ANY), st.data())
def test_losses_over_every_throw(rules: Rules, data: st.DataObject) -> None:
    x, y = (data.draw(st.integers(1, hand.max_dice)) for hand in (rules.attack, rules.defence))
    dice = x, y
    attack, defence = rules.thrown(*dice)
    shows = all_throws(*attack, *defence)
    lost = losses(rules, dice, shows[: len(attack)], shows[len(attack) :])
    pairs = list(zip(*(side.tolist() for side in lost), strict=True))
    assert {pair: Fraction(pairs.count(pair), len(pairs)) for pair in set(pairs)} == every_throw(
        *dice, rules
    )


LOADED = Rules((Die("1-2x7-3x7"), 3), (Die((0, 5), (1, 299)),))


@pytest.mark.parametrize(
    "rules", [*map(RULES.get, ("standard", "2210-commander", "bonus-die")), LOADED]
)
def test_dice_are_fair_and_independent(rules: Rules) -> None:
    dice = rules.max_dice
    attack, defence = throw_dice(rules, dice, 20_000, np.random.default_rng(3))
    thrown = sum(rules.thrown(*dice), ())
    shown = list(zip((*attack, *defence), thrown, strict=True))
    assert len(shown) == len(attack) + len(defence)
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
