"""A single battle: one stack against one territory, by the odds, at any size.

What a round with x dice *loses* is L(a, d) = Q(a, d) - Σ p(i, j) Q(a - i, d - j), with the odds Q
and the chances p of its losses.  Where a side has few units, L is, line by line, a sequence with
known roots (`engine.linear`); elsewhere it is an average of L after a round with all dice.  So it
is negative nowhere if finitely many numbers show that, and then all dice are best.  Coq decides the
catalogue in this way: most_dice_are_best in proofs/README.md.
"""

from fractions import Fraction
from functools import lru_cache
from math import lcm

from riskexact.base.fractions import weighted_mean
from riskexact.battle.battle import win_probability
from riskexact.engine.linear import never_negative
from riskexact.odds import recursion
from riskexact.rules import Rules
from riskexact.rules.dice import round_with_loss
from riskexact.turn.best_play import BestPlay
from riskexact.turn.evaluation import Work
from riskexact.turn.front import Front, FrontState

MAX_DECIDED = 120
"""Units of a side up to which the sequences are looked at: enough for four losses a round."""

power = lru_cache(maxsize=16)(pow)


@lru_cache(maxsize=64)
def most_dice_are_best(rules: Rules) -> bool:
    """Return whether the attacker is shown to do best with all dice, in battles of any size.

    >>> most_dice_are_best(Rules()), most_dice_are_best(Rules(ties="nobody"))
    (True, False)
    """
    K, attack, defence = rules.max_losses, rules.attack, rules.defence
    A, D = near = attack.units_for_max_dice, defence.units_for_max_dice
    period = lcm(*range(1, K + 1))
    far = max(near) + K + (max(near) + K + 1) * period
    if rules.losses_per_round is None or far > MAX_DECIDED:
        return False
    Q = dict(recursion.cells(far, far, rules))

    def loses(x: int, a: int, d: int) -> Fraction:
        ways, total = round_with_loss(min(x, attack.dice_of(a)), defence.dice_of(d), rules)
        return Q[a, d] - weighted_mean(((n, Q[a - i, d - j]) for (i, j), n in ways), total)

    def root(side: int, few: int) -> Fraction:
        """Return the factor of a line by itself: the many lose all units of some rounds."""
        ways, total = round_with_loss(*rules.dice(*((A, few), (few, D))[side]), rules)
        alone = sum(n for losses, n in ways if not losses[1 - side])
        return Fraction(alone, total) ** (period // sum(ways[0][0]))

    for side in (0, 1):  # whose units are many
        for line in range(1, near[1 - side] + K):
            roots = sorted([Fraction(1)] * (not side) + [root(side, n + 1) for n in range(line)])
            first, numbers = near[side] + K - 1, range(1, far + 1)
            for x in range(1, attack.max_dice):
                lost = [loses(x, *((n, line), (line, n))[side]) for n in numbers]
                if min(lost[:first]) < 0 or not all(
                    never_negative(lost[n::period][: len(roots) + 1], roots)
                    for n in range(first, first + period)
                ):
                    return False
    return True


class SingleBattle(BestPlay):
    """The odds of the only battle of a front; if `bounds_above`, equals `BestPlay`."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        ((_, self._rules),) = front.enemy
        self.bounds_above = front.dice == "most" or most_dice_are_best(self._rules)

    def _worth(self, state: FrontState, units: int) -> Work[FrontState]:
        base, (defenders, *free) = self.front.base, state
        if not defenders:
            return power(base, units)
        own = self.front.units(state)
        if state not in self.values:
            chance = win_probability(sum(free), defenders, self._rules)
            self.values[state] = chance.numerator * (power(base, own) // chance.denominator)
        return self.values[state] * power(base, units - own)
        yield  # no other state is needed
