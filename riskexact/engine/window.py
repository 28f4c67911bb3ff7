"""The chance to win or to lose, for any rules whose rounds cost a fixed number of units, in balls.

The first-exit sum (`closed_form.first_exit`), in O(a + d) steps and more: the values of the exits
come from the boundary (`strips`), the weights of the interior from sums over blocks of rounds
(`blocks`).  In the K lowest rows of the interior, the weight after n rounds is T(n, d - d'), with a
fixed d'; in the K lowest columns it is T'(n, a - a'), where T' belongs to the reversed P, and a' is
fixed.

Only nonnegative numbers are added, so that the sum is relatively narrow.  Of the chances to win and
to lose, the smaller one is computed.
"""

from flint import arb, ctx, fmpq, fmpq_poly

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.engine.blocks import Block, blocks
from riskexact.engine.saddle import EnclosedChance
from riskexact.engine.strips import Strips
from riskexact.odds.closed_form.regions import Regions, regions_of
from riskexact.rules import Rules

MOST_BITS = 1 << 32
"""Bits of all balls that are held at once: 1/2 GiB."""

BITS_OF_A_BALL = 1000
"""Bits of a ball besides those of its precision."""

GUARD_BITS = 64

SLACK_BITS = 16
"""Bits by which the bound of a block may exceed its sum."""


def by_first_exit(a: int, d: int, rules: Rules) -> EnclosedChance:
    """Return the chance to win or to lose, to about the working precision; a and d are 1 or more.

    Raises `UndecidedError` if the precision was not enough, and `RiskError` for more units than fit
    in memory.

    >>> from riskexact.rules import Rules
    >>> win = by_first_exit(300, 300, Rules(3, 3))
    >>> win.wins, win.value.str(5, radius=False)
    (True, '1.7100e-7')
    """
    regions = regions_of(rules)
    bits = ctx.prec
    _check_size(regions, a, d, bits)
    with ctx.workprec(bits + 2 * (a + d).bit_length() + GUARD_BITS):
        likely = _attacker_is_likely(regions, a, d)
        for wins in (not likely, likely):
            found = EnclosedChance(_value(regions, a, d, wins, bits), wins)
            if not found.value > arb(1) / 2:
                break
        return found


def _attacker_is_likely(regions: Regions, a: int, d: int) -> bool:
    """Return whether the defender would be gone first if every round had the expected losses."""
    weights = regions.interior_weights()
    defence = sum(k * c for k, c in enumerate(weights))
    attack = regions.losses_per_round * sum(weights) - defence
    return d * attack < a * defence


def _check_size(regions: Regions, a: int, d: int, bits: int) -> None:
    balls = max(regions.min_attackers, regions.min_defenders) + regions.losses_per_round
    most = MOST_BITS // (balls * (bits + BITS_OF_A_BALL))
    if a + d > most:
        raise RiskError(
            f"attackers and defenders must be at most {most} together for certain digits under "
            f"these rules ({regions.rules.description}), not {shown(a)} and {shown(d)}"
        )


def _value(regions: Regions, a: int, d: int, wins: bool, bits: int) -> arb:
    strips = Strips(regions, a, d, wins)
    if not regions.is_interior(a, d):
        return strips.value(a, d)
    weights = regions.interior_weights()
    possible = [k for k, c in enumerate(weights) if c]
    if len(possible) == 1:
        return _forced(regions, strips, a, d, possible[0])
    P = [fmpq(c, sum(weights)) for c in weights]
    exits = _Exits(regions, strips, [arb(w) for w in P])
    found = [
        *blocks(fmpq_poly(P), d - regions.min_defenders, exits.rows(a, d)),
        *blocks(fmpq_poly(P[::-1]), a - regions.min_attackers, exits.columns(a, d)),
    ]
    return _sum(found, bits)


def _sum(found: list[Block], bits: int) -> arb:
    """Return the sum of blocks; those with a negligible bound only widen the ball."""
    largest = max((block.most for block in found), default=arb(0))
    if largest == 0:
        return largest
    negligible = largest * arb(2) ** -(bits + SLACK_BITS + len(found).bit_length())
    total = arb(0)
    for block in found:
        if block.most > negligible:
            total += block.value(negligible)
        else:
            total += arb(0, block.most)
    return total


def _forced(regions: Regions, strips: Strips, a: int, d: int, k: int) -> arb:
    """Return the value if a round in the interior has only one possible result."""
    j = regions.losses_per_round - k
    steps = [
        -((low - 1 - units) // lost)
        for units, low, lost in ((a, regions.min_attackers, j), (d, regions.min_defenders, k))
        if lost
    ]
    n = min(steps)
    return strips.value(a - n * j, d - n * k)


class _Exits:
    """The values of the states next to the boundary, by the round in which the battle is there."""

    def __init__(self, regions: Regions, strips: Strips, weights: list[arb]) -> None:
        self._strips, self._weights, self._K = strips, weights, regions.losses_per_round
        self._low = regions.min_attackers, regions.min_defenders

    def rows(self, a: int, d: int) -> list[list[arb]]:
        """Return h_r(n) of the r-th lowest row, d' = min_defenders + r <= d."""
        x_low, low = self._low
        return [
            [self._value(x, y) if x <= a else arb(0) for x in range(a + d - y, x_low - 1, -self._K)]
            for y in range(low, min(low + self._K, d + 1))
        ]

    def columns(self, a: int, d: int) -> list[list[arb]]:
        """Return the same for columns, without the states that are in a row already."""
        low, y_low = self._low
        return [
            [
                self._value(x, y) if y <= d else arb(0)
                for y in range(a + d - x, y_low + self._K - 1, -self._K)
            ]
            for x in range(low, min(low + self._K, a + 1))
        ]

    def _value(self, x: int, y: int) -> arb:
        """Return the part of the value of an interior state that leaves it in the next round."""
        x_low, y_low = self._low
        total = arb(0)
        for k, w in enumerate(self._weights):
            x_exit, y_exit = x - self._K + k, y - k
            if x_exit < x_low or y_exit < y_low:
                total += w * self._strips.value(x_exit, y_exit)
        return total
