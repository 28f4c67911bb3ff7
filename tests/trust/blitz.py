"""`python -m tests.trust.blitz`: the chance to win in Balanced Blitz against the whole algorithm.

For every battle up to --all N, and --random of them up to 1000 against 1000, the digits equal the
sums of all outcomes that the algorithm leaves.  For one battle of each --large number of units a
side, they are those of the formula, applied to the exact fraction.  The exit status is 1 if any is
wrong.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from math import isqrt
from random import Random

from riskexact.base.certain import certain_sum
from riskexact.base.text import decimal_text
from riskexact.battle.battle import Battle, win_probability
from riskexact.engine.blitz import adjusted_texts
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BLITZ_3_3
from riskexact.rules.dice import break_even_ratio
from tests.chances import bounds


def equals_the_algorithm(a: int, d: int, rules: Rules = STANDARD) -> bool:
    """Whether both chances are the sums of the outcomes, and certain where these are."""
    battle = Battle(a, d, rules, blitz=True)
    for won, chance in ((True, battle.win_probability), (False, battle.lose_probability)):
        own = [p for (_, left), p in battle.outcomes.items() if (left == 0) == won]
        (low, high), (least, most) = bounds(chance), bounds(certain_sum(own))
        if least > high or most < low:
            return False
        if (chance == 0, chance == 1) != (not own, len(own) == len(battle.outcomes)):
            return False
    return True


def equals_the_formula(a: int, d: int, digits: int = 40) -> bool:
    """Whether both chances are those of the exact fraction, adjusted."""
    battle = Battle(a, d, blitz=True)
    chances = battle.win_probability, battle.lose_probability
    texts = tuple(decimal_text(chance, digits) for chance in chances)
    return texts == adjusted_texts(win_probability(a, d), digits, BLITZ_3_3)


def balanced(most: int, chosen: Random) -> tuple[int, int]:
    """Units of both sides, about equally strong, so that the chance is neither 0 nor 1."""
    d = chosen.randint(most // 2, most)
    near = break_even_ratio() * d
    return max(1, int(near) + chosen.randint(-100, 100) * isqrt(d) // 80), d


def campaign(every: int, random: int, large: Sequence[int], seed: int) -> int:
    """Compare; print what is wrong, and how many were compared."""
    chosen = Random(seed)

    def compared() -> Iterator[tuple[str, int, int, bool]]:
        for a, d in product(range(1, every + 1), repeat=2):
            yield "algorithm", a, d, equals_the_algorithm(a, d)
        for _ in range(random):
            a, d = balanced(1000, chosen)
            yield "algorithm", a, d, equals_the_algorithm(a, d)
        for most in large:
            a, d = balanced(most, chosen)
            yield "formula", a, d, equals_the_formula(a, d)

    results = list(compared())
    wrong = [result for result in results if not result[3]]
    for kind, a, d, _ in wrong:
        print(f"wrong: {kind}, {a} against {d}")
    print(f"{len(results)} battles compared, {len(wrong)} wrong")
    return int(bool(wrong))


def main() -> int:
    """Read the options and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", type=int, default=60)
    parser.add_argument("--random", type=int, default=100)
    parser.add_argument("--large", type=int, nargs="*", default=[10**4, 10**5, 10**6])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    return campaign(options.all, options.random, options.large, options.seed)


if __name__ == "__main__":
    sys.exit(main())
