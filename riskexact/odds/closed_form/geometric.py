"""The geometric boundary of 3 v 2 dice: one attacker, or one defender.

One pair is compared there, whatever is compared in the interior.  With p_αδ the attacker's
chance in a round of α v δ dice:

    Q(1, d) = p_11 p_12^(d-1)                                  d >= 1
    Q(a, 1) = 1 - (1 - Q(2, 1)) (1 - p_31)^(a-2)               a >= 2

Source: "Should I attack in Risk? (The Board Game)", S. Steinfurter's addendum; proved in
`proofs/`.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from riskexact.base.arguments import whole
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import loss_counts

RowFormula = Callable[[int, Rules], Fraction]
Interior = Callable[[int, int, Rules], Fraction]


def covered(rules: Rules, cost: int) -> bool:
    """Return whether both sides throw at most 3 and 2 dice, one a unit, and full dice cost `cost`.

    >>> covered(STANDARD, 2), covered(STANDARD, 1)
    (True, False)
    """
    full = (
        rules.attack.max_dice,
        rules.attack.units_for_max_dice,
        rules.defence.max_dice,
        rules.defence.units_for_max_dice,
    )
    return full == (3, 3, 2, 2) and rules.has_closed_form and rules.losses_per_round == cost


def chances(attack_dice: int, defence_dice: int, rules: Rules = STANDARD) -> list[Fraction]:
    """Return the chances that the defender loses 0, 1, … units in one round.

    >>> chances(2, 1)
    [Fraction(91, 216), Fraction(125, 216)]
    """
    counts = loss_counts(attack_dice, defence_dice, rules)
    return [Fraction(count, sum(counts)) for count in counts]


@lru_cache(maxsize=1 << 12)
def one_attacker(d: int, rules: Rules = STANDARD) -> Fraction:
    """Return Q(1, d) for d >= 1; equals `recursion.win_probability(1, d, rules)`.

    >>> one_attacker(2)
    Fraction(275, 2592)
    """
    p11, p12 = chances(1, 1, rules)[1], chances(1, 2, rules)[1]
    return p11 * p12 ** (d - 1)


@lru_cache(maxsize=1 << 12)
def one_defender(a: int, rules: Rules = STANDARD) -> Fraction:
    """Return Q(a, 1) for a >= 2; equals `recursion.win_probability(a, 1, rules)`.

    >>> one_defender(2)
    Fraction(1955, 2592)
    """
    p11, p21, p31 = (chances(attack, 1, rules)[1] for attack in (1, 2, 3))
    Q21 = p21 + (1 - p21) * p11
    return 1 - (1 - Q21) * (1 - p31) ** (a - 2)


def piecewise(
    attackers: int, defenders: int, rules: Rules, two_attackers: RowFormula, interior: Interior
) -> Fraction:
    """Return Q(a, d) for a, d >= 1 by the formula of the region that (a, d) lies in.

    Raises `RiskError` for smaller numbers.

    >>> piecewise(1, 2, STANDARD, two_attackers=one_attacker, interior=lambda a, d, rules: 0)
    Fraction(275, 2592)
    """
    a, d = whole(attackers, "attackers", 1), whole(defenders, "defenders", 1)
    if a == 1:
        return one_attacker(d, rules)
    if d == 1:
        return one_defender(a, rules)
    if a == 2:
        return two_attackers(d, rules)
    return interior(a, d, rules)


def geometric_sum(x: Fraction, y: Fraction, n: int) -> Fraction:
    """Return Σ_{j<n} x^j y^(n-1-j), which is (x^n - y^n) / (x - y) unless x = y.

    The closed term of a boundary on which two rounds of constant chances follow each other.

    >>> geometric_sum(Fraction(2), Fraction(3), 3)  # 9 + 6 + 4
    Fraction(19, 1)
    """
    if x == y:
        return n * x ** (n - 1) if n else Fraction(0)
    return (x**n - y**n) / (x - y)
