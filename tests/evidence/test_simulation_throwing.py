"""Dice thrown for many battles at once, against one throw after another."""

from collections import Counter
from collections.abc import Hashable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.evidence.simulation import p_value_text
from riskexact.evidence.simulation.throwing import (
    Ends,
    Numbers,
    counted,
    fight,
    highest_first,
    losses,
    throw_dice,
)
from riskexact.rules import STANDARD, Rules
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


@given(st.lists(st.integers(-99, 200), min_size=1, max_size=20))
def test_order(values: list[int]) -> None:
    dice = highest_first([np.array([value], np.int16) for value in values])
    assert [int(die[0]) for die in dice] == sorted(values, reverse=True)


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


def board(attackers: int, defenders: int, over: Any) -> Any:
    return np.array([[over(a, d) for d in range(defenders + 1)] for a in range(attackers + 1)])


def test_a_battle_ends_where_it_must_and_nowhere_else() -> None:
    """Every stop at once, one after another: by who is left, from the start, and by rounds."""
    fought = board(9, 9, lambda a, d: a == 0 or d == 0)
    near = board(9, 9, lambda a, d: d == 0 or a <= 3)
    generator = np.random.default_rng(5)

    def left(ends: Ends) -> tuple[list[tuple[int, int]], int]:
        a, d = np.full(500, 9), np.full(500, 9)
        rounds, _ = fight(a, d, STANDARD, ends, generator)
        return list(zip(a.tolist(), d.tolist(), strict=True)), rounds

    states, _ = left(Ends(fought))
    assert all(min(state) == 0 < max(state) for state in states)
    states, _ = left(Ends(near))
    assert all(d == 0 or a in (2, 3) for a, d in states)
    assert left(Ends(board(9, 9, lambda a, d: True))) == ([(9, 9)] * 500, 0)
    states, rounds = left(Ends(fought, 2))
    assert rounds == 1000
    assert all(a + d == 14 for a, d in states)
    assert left(Ends(fought, 0)) == ([(9, 9)] * 500, 0)


def test_battles_that_throw_different_dice_keep_apart() -> None:
    """Each from a start of its own, one round: a battle loses what its own dice may cost."""
    starts = [(a, d) for a in range(1, 5) for d in range(1, 4)] * 200
    a, d = (np.array(side) for side in zip(*starts, strict=True))
    fought = board(4, 3, lambda a, d: a == 0 or d == 0)
    rounds, throws = fight(a, d, STANDARD, Ends(fought, 1), np.random.default_rng(6))
    assert rounds == len(starts)
    lost: dict[tuple[int, int], set[int]] = {}
    for start, left in zip(starts, zip(a.tolist(), d.tolist(), strict=True), strict=True):
        lost.setdefault(start, set()).add(start[1] - left[1])
        assert sum(start) - sum(left) == min(*start, 2)
    assert all(defence == set(range(min(*start, 2) + 1)) for start, defence in lost.items())
    assert [(throw.attackers, throw.defenders) for throw in throws] == [(1, 1)]
