"""Whether more units never hurt in battles of any size: a finite criterion.

Letters: `Q(a, d)` is the chance to win of `a` attackers against `d` defenders; `x` and `y` are the
dice that they throw.  A state is *worse* than another, or as good, if it has no more attackers and
no fewer defenders, or if it is lost, or if the other is won.

**Theorem.**  Let, for every state (a, d) in which one attacker more would throw one die more, the
round of (a + 1, d) dominate that of (a, d); and for every state in which one defender more would
throw one die more, the round of (a, d) dominate that of (a, d + 1).  Then Q(s) <= Q(t) for all
states s, worse than t.  Here a round *dominates* another if both can be thrown together, with the
chances that each has alone, so that the end of the other is always worse: there is a coupling.

Proof, why finitely many states are enough, and how a coupling is found: riskexact/odds/proofs.md,
More units.

The condition is sufficient, not necessary.  It holds for every rule set of the catalogue.  There
the cost of a round depends on the numbers of dice alone, so that its ends lie on a line, and a
coupling is a comparison of tails: Coq proves that it is enough (`helpful_units_are_monotone` of
proofs/README.md), and decides the catalogue (`more_units_never_hurt`).
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from math import inf

from riskexact.odds.states import State
from riskexact.rules import Rules
from riskexact.rules.dice import round_with_loss

WeightedPoints = dict[tuple[float, float], int]
"""The number of throws for each end of a round, a point: only the order of two matters."""


@lru_cache(maxsize=1024)
def is_monotone(rules: Rules) -> bool:
    """Return whether the theorem shows that more units never hurt.

    If so, the chance to win never falls with the attackers and never grows with the defenders.  If
    not, it may be so nevertheless.

    >>> from riskexact.rules.hand import Hand
    >>> is_monotone(Rules()), is_monotone(Rules((5, 5), Hand((8, 4), to_highest=5, clamped=True)))
    (True, False)
    """
    return all(is_dominated(worse, better, rules) for worse, better in neighbours(rules))


def neighbours(rules: Rules) -> Iterator[tuple[State, State]]:
    """Yield the pairs of states (worse, better) whose rounds decide.

    They have the most units that throw 1, 2, … dice; for all dice, `max_losses` more.
    """
    attackers, defenders = (
        [units - 1 for units in hand.needs[1:] or range(2, hand.max_dice + 1)]
        + [hand.units_for_max_dice + rules.max_losses]
        for hand in (rules.attack, rules.defence)
    )
    steps = (((a, d), (a + 1, d)) for a in attackers[:-1] for d in defenders)
    yield from chain(steps, (((a, d + 1), (a, d)) for a in attackers for d in defenders[:-1]))


def is_dominated(worse: State, better: State, rules: Rules) -> bool:
    """Return whether the round of `better` dominates the round of `worse`."""
    return has_coupling(_ends(worse, rules), _ends(better, rules))


def has_coupling(worse: WeightedPoints, better: WeightedPoints) -> bool:
    """Return whether chances can be coupled so that each end is worse than its partner.

    Equivalent to Strassen's condition, which looks at every set of ends.
    """
    # whole numbers over the product of both totals, the highest first
    total, low_total = sum(better.values()), sum(worse.values())
    left = {point: worse[point] * total for point in sorted(worse, key=lambda point: -point[1])}
    for right, up in sorted(better):
        wanted = better[right, up] * low_total
        for point, available in left.items():
            if point[0] <= right and point[1] <= up:
                taken = min(wanted, available)
                left[point] -= taken
                wanted -= taken
        if wanted:
            return False
    return True


def _ends(state: State, rules: Rules) -> WeightedPoints:
    a, d = state
    ends: WeightedPoints = {}
    for (i, j), count in round_with_loss(*rules.dice(a, d), rules)[0]:
        point = (-inf, -inf) if i == a else (inf, inf) if j == d else (a - i, j - d)
        ends[point] = ends.get(point, 0) + count
    return ends
