"""The order of throws: runs that stand twice, and neighbours, against all that can happen."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.logs import dice_log
from riskexact.logs.throw_tests import (
    MAX_RUN,
    longest_repetition,
    neighbours,
    repetition_bound,
    same_chance,
)
from riskexact.logs.throws import Throw
from riskexact.rules import Rules
from riskexact.rules.dice import round_distribution
from tests.logs.test_logs import two_sided
from tests.strategies import tries

COIN = Rules(attack_dice=2, defence_dice=1, faces=2)


def slow_longest(items: list[int]) -> int:
    """The longest run by comparing all of them."""
    n = len(items)
    runs = ((i, j, m) for i in range(n) for j in range(n) for m in range(n) if i + m <= j)
    return max(
        (m for i, j, m in runs if items[i : i + m] == items[j : j + m] and j + m <= n), default=0
    )


@given(st.lists(st.integers(0, 2), max_size=14))
def test_the_longest_run_is_that_of_all(items: list[int]) -> None:
    length, first, second = longest_repetition(items)
    assert length == slow_longest(items)
    assert first + length <= second or length == 0
    assert items[first - 1 :][:length] == items[second - 1 :][:length] or length == 0


def test_a_log_twice_is_found_at_once() -> None:
    """In about n log n steps: this would take all day by comparing places."""
    items = [i * i % 40_009 for i in range(20_000)]
    assert longest_repetition(items * 2) == (20_000, 1, 20_001)
    assert longest_repetition([7] * 9_999)[0] == 4_999


@given(st.lists(st.integers(1, 3), min_size=1, max_size=4), st.integers(1, 3))
def test_the_chance_that_two_throws_are_equal(weights: list[int], dice: int) -> None:
    faces = [face for face, weight in enumerate(weights) for _ in range(weight)]
    shows = Counter(tuple(sorted(each)) for each in product(faces, repeat=dice))
    assert same_chance(weights, dice) == Fraction(
        sum(n * n for n in shows.values()), len(faces) ** (2 * dice)
    )


@pytest.mark.parametrize("sizes", [(1, 1, 1, 1, 1), (2, 1, 2, 1, 2), (1, 1, 2, 1, 1)])
def test_the_bound_is_above_the_chance(sizes: tuple[int, ...]) -> None:
    """Coins in every way, one or two of the attacker and one of the defender."""
    longest: Counter[int] = Counter()
    every = [list(product((1, 2), repeat=n + 1)) for n in sizes]
    for shown in product(*every):
        throws = [Throw(COIN, tuple(sorted(each[1:])), each[:1]) for each in shown]
        longest[longest_repetition(throws)[0]] += 1
    assert max(longest) == 2
    bounds = [repetition_bound(throws, n) for n in range(5)]
    for n, bound in enumerate(bounds):
        chance = Fraction(sum(longest[m] for m in longest if m >= n), longest.total())
        assert chance <= bound <= 1
    # by its definition: all pairs of places with the same numbers of dice
    same = {n: same_chance((1, 1), n) / 2 for n in sizes}
    for n in (1, 2):
        places = range(len(sizes) - n + 1)
        pairs = [(i, j) for i in places for j in places if i < j]
        equal = [i for i, j in pairs if sizes[i : i + n] == sizes[j : j + n]]
        expected = sum(prod(same[size] for size in sizes[i : i + n]) for i in equal)
        assert bounds[n] == min(1, expected)


def test_a_long_run_is_as_little_by_chance_as_one_of_its_length() -> None:
    throws = [Throw(COIN, (1,), (1,))] * 100
    assert repetition_bound(throws, 60) == repetition_bound(throws, MAX_RUN)
    assert repetition_bound(throws, MAX_RUN) == Fraction(61 * 60 // 2, 4**MAX_RUN)


@tries(10)
@given(st.lists(st.sampled_from([(1, 1), (2, 1), (3, 2)]), min_size=1, max_size=5), st.data())
def test_neighbours_by_all_throws_between(dice: list[tuple[int, int]], data: st.DataObject) -> None:
    """Given every other throw, by all losses of those between."""
    lost = [data.draw(st.sampled_from(sorted(round_distribution(*n)))) for n in dice]
    rows = [
        {"attack_dice": a, "defence_dice": d, "attackers_lost": x, "defenders_lost": y}
        for (a, d), (x, y) in zip(dice, lost, strict=True)
    ]
    statistic, mean, (low, high) = neighbours(dice_log(rows).entries)
    sums: Counter[int] = Counter()
    every = [
        round_distribution(*n).items() if i % 2 else [(lost[i], 1)] for i, n in enumerate(dice)
    ]
    for each in product(*every):
        nets = [y - x for (x, y), _ in each]
        sums[sum(x * y for x, y in pairwise(nets))] += prod(Fraction(p) for _, p in each)  # type: ignore[assignment]
    nets = [y - x for x, y in lost]
    assert statistic == sum(x * y for x, y in pairwise(nets))
    assert abs(mean - sum(s * p for s, p in sums.items())) < Fraction(1, 10**4)
    exact = two_sided(sums, statistic)  # type: ignore[arg-type]
    assert low <= exact <= high <= low * (1 + Fraction(1, 10**11))
