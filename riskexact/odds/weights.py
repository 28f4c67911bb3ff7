"""Rounds as whole-number weights over powers of one base.

Probabilities are kept as whole numbers over powers of one base, such that the chances of every
round that costs k units, given that it changes something, are whole numbers over base^k.  So a
path that costs m units has a probability that is a whole number over `base ** m`.
"""

from functools import lru_cache
from math import lcm

from riskexact.base.fractions import UnfactoredError, exponent, prime_factors
from riskexact.rules import Rules
from riskexact.rules.dice import Losses, changing_round

Round = tuple[tuple[Losses, int], ...]
"""((attackers lost, defenders lost), weight over `base ** lost`) for each way a round can end."""


@lru_cache(maxsize=1024)
def base_of(rules: Rules) -> int:
    """Return the base of a rule set; what a first round of its own throws is left out.

    It is the least one, unless small primes do not factor the numbers of throws.

    >>> from riskexact.rules import STANDARD
    >>> base_of(STANDARD) == 6**4
    True
    """
    # ((throws, fewest units that they cost), …)
    rounds = []
    for x in range(1, rules.attack.max_dice + 1):
        for y in range(1, rules.defence.max_dice + 1):
            if (
                rules.losses_per_round is not None
            ):  # no need to count: every throw changes something
                rounds.append((rules.throws(x, y), len(rules.costly_pairs(x, y))))
                continue
            changes, throws = changing_round(x, y, rules)
            rounds.append((throws, min(i + j for (i, j), _ in changes)))
    try:
        primes = set().union(*(prime_factors(throws) for throws, _ in rounds))
    except UnfactoredError:
        return lcm(*(throws for throws, _ in rounds))
    base = 1
    for p in primes:
        base *= p ** max(-(-exponent(p, throws) // cost) for throws, cost in rounds)
    return base


@lru_cache(maxsize=1024)
def weighted_round(attack_dice: int, defence_dice: int, rules: Rules, base: int) -> Round:
    """Return what one round can cost, with weights over powers of `base`, a multiple of `base_of`.

    Equivalent to `dice.changing_round`, whose counts are over the number of throws.

    >>> from riskexact.rules import STANDARD
    >>> weighted_round(2, 1, STANDARD, 6**4)  # of 1296
    (((0, 1), 750), ((1, 0), 546))
    """
    changes, throws = changing_round(attack_dice, defence_dice, rules)
    return tuple(((i, j), count * base ** (i + j) // throws) for (i, j), count in changes)
