"""Second roads, written for clarity and sharing no line with the package: slow and independent."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product


@cache
def every_throw(
    attack_dice: int, defence_dice: int, faces: int, pairs: int, ties: str
) -> dict[tuple[int, int], Fraction]:
    """Chances of (attackers lost, defenders lost) given a change, by looking at every throw."""
    seen: Counter[tuple[int, int]] = Counter()
    for attack in product(range(faces), repeat=attack_dice):
        for defence in product(range(faces), repeat=defence_dice):
            a_lost = d_lost = 0
            for x, y in list(zip(sorted(attack)[::-1], sorted(defence)[::-1], strict=False))[
                :pairs
            ]:
                if x > y or (x == y and ties == "attacker"):
                    d_lost += 1
                elif x < y or ties == "defender":
                    a_lost += 1
            seen[a_lost, d_lost] += 1
    del seen[0, 0]
    return {losses: Fraction(count, seen.total()) for losses, count in seen.items()}


def every_path(
    a: int, d: int, rules: tuple[int, int, int, int, str], retreat_at: int = 0
) -> dict[tuple[int, int, int], Fraction]:
    """Probability of each (attackers left, defenders left, rounds), by walking every path."""
    if d == 0 or a <= retreat_at:
        return {(a, d, 0): Fraction(1)}
    attack_dice, defence_dice, faces, pairs, ties = rules
    ends: dict[tuple[int, int, int], Fraction] = {}
    round_ = every_throw(min(a, attack_dice), min(d, defence_dice), faces, pairs, ties)
    for (i, j), p in round_.items():
        for (x, y, n), q in every_path(a - i, d - j, rules, retreat_at).items():
            ends[x, y, n + 1] = ends.get((x, y, n + 1), Fraction(0)) + p * q
    return ends


@cache
def p_battle(armies: int, defenders: int) -> Fraction:
    """The program of J. McLoone, "How to Win at Risk: Exact Probabilities", told in Python.

    It counts armies, one of which stays behind; its five round chances are those of the post.
    """
    if armies == 1:
        return Fraction(0)
    if defenders == 0:
        return Fraction(1)
    round_ = every_throw(min(armies - 1, 3), min(defenders, 2), 6, 2, "defender")
    return sum(
        (p * p_battle(armies - i, defenders - j) for (i, j), p in round_.items()), Fraction(0)
    )
