"""Best play: the highest chance to take what is needed, over all policies or most of them.

    V(s) = max over attacks of Σ weight V(s after the round),    V = 1 if nothing is left to take,

where a conquest is worth the most over the numbers of armies that may move in.  These hold:

1. *Dead ground.*  Free armies that border nothing left are worth nothing: armies move only into a
   territory that falls, out of the one that attacked it.
2. *Hopeless.*  Each conquest binds a free army for good.  So a sector with fewer free armies than
   territories to take is worth 0; and one in which fewer can ever reach a part (`Front.behind`).
3. *Sectors.*  As sectors (`Front.sectors`) share no army, V is the product of theirs: a choice
   changes one sector only, and the others are constant factors.
4. *More is no worse* where the number of dice is free, which settles how many armies move in where
   the source or the target borders nothing left (`Front.moves_in`).

With `every` number of armies tried otherwise, the value is the optimum.  Without, it is that of the
best policy which at a conquest moves all or the fewest, and any number (a) where what the source
and the target border is no longer connected, or (b) where neither leaves a chance: a lower bound,
and nearly always the optimum.

A single battle is answered by the odds, at any size.  What a round with x dice *loses* is
L(a, d) = Q(a, d) - Σ p(i, j) Q(a - i, d - j), with the odds Q and the chances p of its losses.
Where a side has few units, L is, line by line, a sequence with known roots (`engine.linear`);
elsewhere it is an average of L after a round with all dice.  So it is negative nowhere if finitely
many numbers show that, and then all dice are best.  Coq decides the catalogue in this way:
most_dice_are_best in proofs/README.md.
"""

from fractions import Fraction
from functools import lru_cache
from math import lcm
from operator import mul

from riskexact.base.fractions import weighted_mean
from riskexact.battle.battle import win_probability
from riskexact.engine.linear import never_negative
from riskexact.odds import recursion
from riskexact.rules import Rules
from riskexact.rules.dice import round_with_loss
from riskexact.turn.evaluation import Policy, Work
from riskexact.turn.front import Attack, Front, FrontState

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


class BestPlay(Policy[FrontState]):
    """The values of the states of a front, and the policy that has them."""

    def __init__(self, front: Front, every: bool = False) -> None:
        super().__init__(front)
        self._every = every

    def begun(self, state: FrontState) -> FrontState:
        """Return the state: nothing else matters."""
        return state

    _state = begun

    def _worth(self, state: FrontState, units: int) -> Work[FrontState]:
        """Return the product of the values of its sectors."""
        front, values = self.front, self.values
        known = values.get(state)
        if known is not None:  # it is one sector, and nothing else
            return known
        value, used = 1, 0
        for left, keep, hopeless in front.sectors(front.left(state), front.live(state)):
            needed = (left & front.needed).bit_count()
            if not needed:
                continue
            sector = tuple(map(mul, state, keep))
            if hopeless or sum(sector[front.enemies :]) < needed:
                return 0
            worth = values.get(sector)
            if worth is None:
                worth = yield sector
            if not worth:
                return 0
            value *= worth
            used += front.units(sector)
        return value * front.powers[units - used]

    def _after(
        self, state: FrontState, attack: Attack, i: int, j: int, units: int
    ) -> Work[FrontState]:
        after = self.front.fought(state, attack, i, j)
        if after[attack.target]:
            return (yield from self._worth(after, units))
        front, best = self.front, 0
        every = some = front.moves_in(after, attack)
        if not self._every and front.are_joined(after, attack):
            some = every[:: max(1, len(every) - 1)]
        for numbers in (some, every):
            for m in numbers:
                worth = yield from self._moved(after, attack, m, units)
                best = max(best, worth)
            if best or self._every:
                break
        return best

    def _moved(
        self, state: FrontState, attack: Attack, armies: int, units: int
    ) -> Work[FrontState]:
        return self._worth(self.front.moved(state, attack, armies), units)


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
