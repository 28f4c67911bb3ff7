"""One round: how many of the equally likely throws cost each side how many units.

A *round* is a mapping (attackers lost, defenders lost) → number of throws.  Everything built on
it reads that mapping and nothing else of the rules.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from math import comb
from types import MappingProxyType

from riskexact.arguments import whole
from riskexact.errors import RiskError
from riskexact.rules import STANDARD, Rules, checked_rules

Losses = tuple[int, int]
"""Units lost in one round: (attackers lost, defenders lost)."""


def round_counts(
    attack_dice: int, defence_dice: int, rules: Rules = STANDARD
) -> Mapping[Losses, int]:
    """Return how many throws of so many dice cost each side how many units.

    The dice numbers run from 1 to what the rules allow, else `RiskError`.  The counts add up to
    `faces ** (attack_dice + defence_dice)`; losses that cannot happen are left out.

    Equivalent to `round_counts_by_enumeration`, in time polynomial in the numbers of dice.

    >>> round_counts(3, 2)
    mappingproxy({(0, 2): 2890, (1, 1): 2611, (2, 0): 2275})
    """
    checked_rules(rules)
    attack = whole(attack_dice, "attack_dice", 1, rules.attack_dice)
    defence = whole(defence_dice, "defence_dice", 1, rules.defence_dice)
    return _round_counts(attack, defence, rules)


def loss_counts(attack_dice: int, defence_dice: int, rules: Rules = STANDARD) -> tuple[int, ...]:
    """Return how many throws cost the defender 0, 1, …, k units, where every round costs k.

    The view of `round_counts` for a round that compares k pairs and in which every pair costs
    somebody a unit: the attacker loses the rest of the k.  Raises `RiskError` where a tie costs
    nobody, and for dice that the rules do not allow.

    >>> loss_counts(3, 2)
    (2275, 2611, 2890)
    >>> loss_counts(4, 2)
    Traceback (most recent call last):
        ...
    riskexact.errors.RiskError: attack_dice must be a whole number, from 1 to 3, not 4
    """
    counts = round_counts(attack_dice, defence_dice, rules)
    if rules.fixed_cost is None:
        raise RiskError(
            f"ties must not be {rules.ties!r} for loss counts: a round then costs no fixed number "
            "of units; take round_counts"
        )
    cost = rules.pairs_compared(attack_dice, defence_dice)
    return tuple(counts.get((cost - i, i), 0) for i in range(cost + 1))


@lru_cache(maxsize=1024)
def changing_round(
    attack_dice: int, defence_dice: int, rules: Rules
) -> tuple[tuple[tuple[Losses, int], ...], int]:
    """Return the throws that change something, as ((losses, count), …), and their total.

    The odds of a battle are those given that each round changes something: a round that costs
    nobody a unit is thrown again.

    >>> changing_round(1, 1, Rules(ties="nobody"))
    ((((0, 1), 15), ((1, 0), 15)), 30)
    """
    changes = tuple(
        (losses, count)
        for losses, count in _round_counts(attack_dice, defence_dice, rules).items()
        if losses != (0, 0)
    )
    return changes, sum(count for _, count in changes)


def round_counts_by_enumeration(
    attack_dice: int, defence_dice: int, rules: Rules = STANDARD
) -> Mapping[Losses, int]:
    """Count every single throw: the definition of a round, and the slow twin of `round_counts`.

    >>> round_counts_by_enumeration(2, 1) == round_counts(2, 1)
    True
    """
    counts: Counter[Losses] = Counter()
    for throw in product(range(rules.faces), repeat=attack_dice + defence_dice):
        attack = sorted(throw[:attack_dice], reverse=True)
        defence = sorted(throw[attack_dice:], reverse=True)
        compared = list(zip(attack, defence, strict=False))[: rules.pairs]
        ties = sum(x == y for x, y in compared)
        attackers_lost = sum(x < y for x, y in compared) + ties * (rules.ties == "defender")
        defenders_lost = sum(x > y for x, y in compared) + ties * (rules.ties == "attacker")
        counts[attackers_lost, defenders_lost] += 1
    return counts


@lru_cache(maxsize=1024)
def _round_counts(attack_dice: int, defence_dice: int, rules: Rules) -> Mapping[Losses, int]:
    """Place the dice face by face from the highest down, and settle each pair once it is known.

    The m-th highest dice of both sides form pair m.  With i attack dice and j defence dice on
    higher faces, x and y more on this one, pair m is settled here if it lies

    - in i+1 … i+x and above j+y: the defence die is lower, and the defender loses;
    - in j+1 … j+y and above i+x: the attack die is lower, and the attacker loses;
    - in both i+1 … i+x and j+1 … j+y: a tie.

    The x and y dice are any of those not yet placed: C(A-i, x) C(D-j, y) ways.
    """
    A, D = attack_dice, defence_dice
    pairs = rules.pairs_compared(A, D)
    ways: dict[tuple[int, int], Counter[Losses]] = {(0, 0): Counter({(0, 0): 1})}
    for face in range(rules.faces, 0, -1):
        placed: dict[tuple[int, int], Counter[Losses]] = {}
        for (i, j), counts in ways.items():
            # the lowest face takes all dice that are left
            for x in range(A - i + 1) if face > 1 else [A - i]:
                for y in range(D - j + 1) if face > 1 else [D - j]:
                    to_attacker = _overlap(i, i + x, j + y, pairs)
                    to_defender = _overlap(j, j + y, i + x, pairs)
                    tied = _overlap(max(i, j), min(i + x, j + y), 0, pairs)
                    lost_a = to_defender + tied * (rules.ties == "defender")
                    lost_d = to_attacker + tied * (rules.ties == "attacker")
                    choices = comb(A - i, x) * comb(D - j, y)
                    target = placed.setdefault((i + x, j + y), Counter())
                    for (a, d), count in counts.items():
                        target[a + lost_a, d + lost_d] += choices * count
        ways = placed
    return MappingProxyType(dict(sorted(ways[A, D].items())))


def _overlap(low: int, high: int, above: int, pairs: int) -> int:
    """How many m with low < m <= high are above `above` and at most `pairs`."""
    return max(0, min(high, pairs) - max(low, above))
