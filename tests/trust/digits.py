"""`python -m tests.trust.digits`: certain digits of this many random battles.

Each battle is of the catalogue or of odd rules, balanced or skewed, near 0 and near 1, to 1 to
1,000 digits.  Up to some size its digits are compared with those of the fraction; beyond, the
chance is compared with those after one more round, in another precision and on other circles.  The
exit status is 1 if any is wrong.
"""

import argparse
import sys
from collections import Counter
from fractions import Fraction
from random import Random

from flint import arb, ctx

from riskexact.base.text import decimal_text
from riskexact.battle.battle import Battle
from riskexact.engine.balls import ball
from riskexact.engine.decimals import enclosed_chance, win_texts
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import break_even_ratio, round_with_loss
from tests.engine.test_decimals import ALONG_THE_BOUNDARY, ODD_RULES

MAX_POWER = 18
"""The units of a side are at most ten to this."""


def sides(rules: Rules, most: float, chosen: Random) -> tuple[int, int]:
    """Numbers of units: about equally strong, of about the same size, or of any sizes."""
    a, d = (int(10 ** chosen.uniform(0.5, most)) for _ in range(2))
    kind = chosen.randrange(3)
    if kind == 0 and round_with_loss(*rules.max_dice, rules)[0][0][0][1]:
        near = break_even_ratio(rules) * d
        a = int(near + Fraction(chosen.randint(-300, 300), 100) * int(near**0.5)) or 1
    elif kind == 1:
        a = int(d * Fraction(chosen.randint(50, 150), 100)) or 1
    return max(a, 1), d


def equals_the_fraction(a: int, d: int, digits: int, rules: Rules) -> bool:
    """Whether the digits are those of the exact chances."""
    win = Battle(a, d, rules).win_probability
    texts = decimal_text(win, digits), decimal_text(1 - win, digits)
    return win_texts(a, d, digits, rules) == texts


def follows_from_the_next_round(a: int, d: int, bits: int, rules: Rules) -> bool:
    """Whether the chance is the mean of those after a round."""
    with ctx.workprec(bits):
        chance, is_win = enclosed_chance(a, d, rules)
    counts, throws = round_with_loss(*rules.dice(a, d), rules)
    with ctx.workprec(bits + 150):
        mean = arb(0)
        for (i, j), count in counts:
            value, wins = enclosed_chance(a - i, d - j, rules)
            mean += ball(Fraction(count, throws)) * (value if wins == is_win else 1 - value)
        narrow = chance == 0 or chance.rel_accuracy_bits() >= bits
        return narrow and chance.overlaps(mean)


def campaign(battles: int, seed: int) -> int:
    """Compare; print what is wrong, and how many were compared in either way."""
    chosen = Random(seed)
    found: Counter[str] = Counter()
    for _ in range(battles):
        odd = chosen.random() < 0.3
        rules = chosen.choice([*ODD_RULES, *ALONG_THE_BOUNDARY] if odd else [*RULES.values()])
        digits = int(10 ** chosen.uniform(0, 3 if rules.has_closed_form else 2))
        if chosen.random() < 0.5:
            most = 3 if rules.has_closed_form else 1.7
            a, d = sides(rules, most, chosen)
            kind, right = "fraction", equals_the_fraction(a, d, digits, rules)
        else:
            a, d = sides(rules, MAX_POWER, chosen)
            kind, right = "next round", follows_from_the_next_round(a, d, 4 * digits, rules)
        found[kind] += 1
        if not right:
            found["wrong"] += 1
            print("wrong:", kind, a, d, digits, rules, flush=True)
    print(dict(found))
    return min(found["wrong"], 1)


def main() -> int:
    """Parse arguments."""
    parser = argparse.ArgumentParser(prog="tests.trust.digits", description=__doc__)
    parser.add_argument("--battles", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    return campaign(**vars(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
