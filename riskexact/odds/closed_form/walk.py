"""The walk along the boundary, from the exits of the interior to the outcomes.

Along a line of the boundary the dice stay the same, so that Q obeys a linear recurrence with
constant coefficients.  It is read forward here, in O(a + d) steps: the sum over exits of
weight × Q(exit) is the sum over outcomes of (weight of all paths that end there) × payoff, which
needs no table of Q.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from riskexact.base.frozen import NamedTuple
from riskexact.odds.closed_form.first_exit import exits
from riskexact.odds.closed_form.regions import Regions
from riskexact.odds.states import State
from riskexact.odds.weights import WeightedRound


class WeightedVisit(NamedTuple):
    """The battle passes through `state`, or ends there: a chance of weight / base ** lost.

    `lost` is the number of units lost until then, and `rounds` the number of rounds.  The next
    round costs `cost` units, 0 where the battle is over.
    """

    state: State
    cost: int
    rounds: int
    lost: int
    weight: int


def visits(regions: Regions, a: int, d: int, count_rounds: bool = False) -> Iterator[WeightedVisit]:
    """Yield the visits of states outside the interior, by units lost.

    With `count_rounds` the visits of a state are kept apart by the number of rounds until then,
    which takes O((a + d)^2) steps; without it, `rounds` is 0 and the steps are O(a + d).

    Equals `recursion.visits` outside the interior.

    >>> from riskexact.odds.closed_form.regions import regions_of
    >>> from riskexact.rules import Rules
    >>> for visit in visits(regions_of(Rules(1, 1)), 1, 1, count_rounds=True):
    ...     print(visit)
    WeightedVisit(state=(0, 1), cost=0, rounds=1, lost=1, weight=21)
    WeightedVisit(state=(1, 0), cost=0, rounds=1, lost=1, weight=15)
    """
    one = int(count_rounds)
    rounds_of: dict[State, WeightedRound] = {}
    leaving = exits(regions, a, d)
    # the weights of (x, y, rounds), by the units lost until then
    ahead: defaultdict[int, dict[tuple[int, int, int], int]] = defaultdict(dict)
    for lost in range(a + d + 1):
        here = ahead.pop(lost, {})
        if lost % regions.losses_per_round == 0:
            n = lost // regions.losses_per_round
            for (x, y), weight in next(leaving, {}).items():
                here[x, y, n * one] = here.get((x, y, n * one), 0) + weight
        for (x, y, rounds), weight in here.items():
            if regions.stops.reached(x, y):
                yield WeightedVisit((x, y), 0, rounds, lost, weight)
                continue
            # beyond full dice, more units throw the same
            dice = min(x, regions.min_attackers), min(y, regions.min_defenders)
            if dice not in rounds_of:
                rounds_of[dice] = regions.round(*dice)
            cost = sum(rounds_of[dice][0][0])
            yield WeightedVisit((x, y), cost, rounds, lost, weight)
            later = ahead[lost + cost]
            for (i, j), part in rounds_of[dice]:
                after = x - i, y - j, rounds + one
                later[after] = later.get(after, 0) + weight * part


def power_sums(
    terms: Iterable[tuple[int, Sequence[Fraction | int]]], base: int, width: int
) -> list[Fraction]:
    """Return Σ numerators / base ** exponent for terms (exponent, numerators), many sums at once.

    Each term has `width` numerators, and the exponents must ascend.  Horner's rule, and one
    Fraction for each sum at the end.  Equivalent, for each k, to
    `sum(Fraction(numerators[k]) / base**exponent for exponent, numerators in terms)`.

    >>> power_sums([(0, [1, 2]), (1, [1, 0]), (3, [1, 1])], 10, 2)
    [Fraction(1101, 1000), Fraction(2001, 1000)]
    """
    totals: list[Fraction | int] = [0] * width
    reached = 0
    for exponent, numerators in terms:
        step = base ** (exponent - reached)
        for k, new in enumerate(numerators):
            totals[k] = totals[k] * step + new
        reached = exponent
    return [Fraction(total, base**reached) for total in totals]
