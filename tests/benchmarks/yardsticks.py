"""What somebody would write instead: programs to measure beside the package's, no part of it."""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np


@cache
def one_round(attack_dice: int, defence_dice: int) -> tuple[Fraction, ...]:
    """Return the chances that the defender loses 0, 1, … units, by looking at every throw."""
    pairs = min(attack_dice, defence_dice)
    seen = [0] * (pairs + 1)
    for throw in product(range(6), repeat=attack_dice + defence_dice):
        attack = sorted(throw[:attack_dice], reverse=True)
        defence = sorted(throw[attack_dice:], reverse=True)
        seen[sum(x > y for x, y in zip(attack, defence, strict=False))] += 1
    return tuple(Fraction(n, sum(seen)) for n in seen)


def ends_of(a: int, d: int) -> list[tuple[Fraction, int, int]]:
    """Return (chance, attackers, defenders) for each end of a round."""
    chances = one_round(min(a, 3), min(d, 2))
    k = len(chances) - 1
    return [(p, a - k + i, d - i) for i, p in enumerate(chances)]


def cached_fractions(n: int) -> Fraction:
    """(a) Return one cell by the obvious program: a recursion under lru_cache, in Fractions."""

    @cache
    def win(a: int, d: int) -> Fraction:
        if a == 0 or d == 0:
            return Fraction(int(d == 0))
        return sum((p * win(x, y) for p, x, y in ends_of(a, d)), Fraction(0))

    return win(n, n)


def fraction_table(n: int) -> list[list[Fraction]]:
    """(a) Return every cell up to n v n, in Fractions, from the bottom up."""
    Q = [[Fraction(int(d == 0 < a)) for d in range(n + 1)] for a in range(n + 1)]
    for a in range(1, n + 1):
        for d in range(1, n + 1):
            Q[a][d] = sum((p * Q[x][y] for p, x, y in ends_of(a, d)), Fraction(0))
    return Q


def fraction_outcomes(n: int) -> dict[tuple[int, int], Fraction]:
    """(a) Return the distribution of who is left after n v n, in Fractions."""
    weight = {(n, n): Fraction(1)}
    left: dict[tuple[int, int], Fraction] = {}
    for a in range(n, -1, -1):
        for d in range(n, -1, -1):
            p = weight.pop((a, d), Fraction(0))
            if not p:
                continue
            if a == 0 or d == 0:
                left[a, d] = p
                continue
            for chance, x, y in ends_of(a, d):
                weight[x, y] = weight.get((x, y), Fraction(0)) + p * chance
    return left


def integer_table(n: int) -> list[list[int]]:
    """(b) Return every cell up to n v n, times 6^(5 (a + d)), in a few lines of integers."""
    Q = [[0] * (n + 1) for _ in range(n + 1)]
    rounds = {
        (x, y): [int(p * 6 ** (5 * min(x, y))) for p in one_round(x, y)]
        for x in (1, 2, 3)
        for y in (1, 2)
    }
    for a in range(1, n + 1):
        Q[a][0] = 6 ** (5 * a)
        for d in range(1, n + 1):
            c = rounds[min(a, 3), min(d, 2)]
            k = len(c) - 1
            Q[a][d] = sum(c_i * Q[a - k + i][d - i] for i, c_i in enumerate(c))
    return Q


def float_diagonals(n: int) -> float:
    """(c) Return about the chance of n attackers against n defenders, n >= 3, standard rules.

    The recursion in plain floats, by numpy, one diagonal a + d after another, indexed by a.  The
    last digits are wrong, nobody knows how many, and no table is kept.
    """
    chances = {(x, y): [float(p) for p in one_round(x, y)] for x in (1, 2, 3) for y in (1, 2)}
    full, two_each = chances[3, 2], chances[2, 2]
    before = np.zeros(n + 1)
    last = np.zeros(n + 1)
    last[1] = 1
    for total in range(2, 2 * n + 1):
        now = np.zeros(n + 1)
        low, high = max(3, total - n), min(n, total - 2)
        if low <= high:
            now[low : high + 1] = (
                full[0] * before[low - 2 : high - 1]
                + full[1] * before[low - 1 : high]
                + full[2] * before[low : high + 1]
            )
        if total <= n:
            now[total] = 1
        if total <= n + 1:  # one defender, then one attacker
            lost, won = chances[min(total - 1, 3), 1]
            now[total - 1] = won + lost * last[total - 2]
            if total > 2:
                now[1] = chances[1, 2][1] * last[1]
        if 4 <= total <= n + 2:
            now[2] = two_each[2] * before[2] + two_each[1] * before[1]
        before, last = last, now
    return float(last[n])


def icepool_cell(n: int) -> Fraction:
    """(d) Return one cell with icepool: pools that are compared, and dice mapped to dice."""
    from icepool import Die, d6

    @cache
    def wins(x: int, y: int) -> Any:
        k = min(x, y)
        return d6.pool(x).highest(k).sort_pair(">", d6.pool(y).highest(k)).size()

    @cache
    def battle(a: int, d: int) -> Any:
        if a == 0 or d == 0:
            return Die([int(d == 0)])
        x, y = min(a, 3), min(d, 2)
        k = min(x, y)
        return wins(x, y).map(lambda i: battle(a - k + i, d - i))

    return Fraction(battle(n, n).probability(1))


def dyce_cell(n: int) -> Fraction:
    """(d) Return one cell with dyce: the rolls of two pools with their counts, as a histogram."""
    from dyce import H, P

    @cache
    def wins(x: int, y: int) -> Any:
        counts: dict[int, int] = {}
        for attack, m in P(*[H(6)] * x).rolls_with_counts():
            for defence, n in P(*[H(6)] * y).rolls_with_counts():
                lost = sum(u > v for u, v in zip(attack[::-1], defence[::-1], strict=False))
                counts[lost] = counts.get(lost, 0) + m * n
        return H(counts)

    @cache
    def battle(a: int, d: int) -> Fraction:
        if a == 0 or d == 0:
            return Fraction(int(d == 0))
        x, y = min(a, 3), min(d, 2)
        k, round_ = min(x, y), wins(x, y)
        total = sum(round_.values())
        return sum(
            (Fraction(c, total) * battle(a - k + i, d - i) for i, c in round_.items()), Fraction(0)
        )

    return battle(n, n)


def lea_cell(n: int) -> Fraction:
    """(d) Return one cell with lea in rational numbers: rolls as joint values, and a switch."""
    import lea

    lea.set_prob_type("r")

    def hand(dice: int) -> Any:
        rolls = lea.joint(*(lea.interval(1, 6) for _ in range(dice)))
        return rolls.map(lambda roll: tuple(sorted(roll, reverse=True)))

    @cache
    def wins(x: int, y: int) -> Any:
        both = lea.joint(hand(x), hand(y))
        return both.map(lambda roll: sum(u > v for u, v in zip(*roll, strict=False))).calc()

    @cache
    def battle(a: int, d: int) -> Any:
        if a == 0 or d == 0:
            return lea.vals(int(d == 0))
        x, y = min(a, 3), min(d, 2)
        k = min(x, y)
        return wins(x, y).switch({i: battle(a - k + i, d - i) for i in range(k + 1)}).calc()

    return Fraction(str(lea.P(battle(n, n) == 1)))
