"""The closed form: the odds of a battle as one sum of O(a + d) terms, for any fixed-cost rules.

The theorem, in the order in which to read it:

**Interior.**  While both sides throw their full dice, and the battle is not over, every round costs
K units, with the counts c_0, …, c_K by the units that the defender loses.  After n rounds he has
lost i units with the weight T(n, i) = [x^i] (c_0 + c_1 x + … + c_K x^K)^n.  Around the interior
lies the *boundary*, two strips in which one side throws fewer dice, or both do; beyond that the
*outcomes*.

**First exit.**  With `total` the sum of the c_k, and n = (a + d - a' - d') / K,

    Q(a, d) = Σ_{(a', d') interior} T(n, d - d') / total^n
                                    Σ_{k: exit} c_k / total Q(a' - K + k, d' - k),

which are O(a + d) states, the K lowest rows and the K lowest columns: riskexact/odds/proofs.md, The
first exit, and proofs/coq/FirstExit.v.

**Walk.**  Along a line of the boundary the dice stay the same, so that Q obeys a linear recurrence
with constant coefficients.  It is read forward here, in O(a + d) steps: the sum over exits of
weight × Q(exit) is the sum over outcomes of (weight of all paths that end there) × payoff, which
needs no table of Q.

The weights are whole numbers over powers of one base (`odds.weights`); one Fraction is made at the
end of each sum.

For 3 v 2 dice the boundary can be solved and the sum be written out, which is what one holds beside
the page and what verification compares as well: `written_out`.  It has the boundary as sums of
powers, too, for the methods that compute with these.

Each question takes the arguments of the function of the same name in `recursion`, and equals it,
number for number.  Besides, it raises `RiskError` for what has no such form: rules whose rounds
cost no fixed number of units, and stop rules that count rounds or look at chances.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import count
from operator import mul, pos

from riskexact.base.arguments import exact
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Any, NamedTuple
from riskexact.odds.states import FOUGHT_OUT, Payoff, State, Stops, best_first, checked_stops, won
from riskexact.rules import STANDARD, Rules, checked
from riskexact.rules.dice import WeightedRound, base_of, loss_counts, weighted_round


class Regions(NamedTuple):
    """The regions of one rule set with stop rules; weights are over powers of `base`.

    K is `losses_per_round`.  The interior begins at `min_attackers` and `min_defenders`.  All
    weights and payoffs are made by `number`, and what comes out by `fraction`, which may be a
    library's.
    """

    rules: Rules
    stops: Stops
    losses_per_round: int
    base: int
    min_attackers: int
    min_defenders: int
    number: Callable[[Any], Any] = pos
    fraction: Callable[[Any, Any], Fraction] = Fraction

    def is_interior(self, a: int, d: int) -> bool:
        """Return whether (a, d) lies in the interior."""
        return a >= self.min_attackers and d >= self.min_defenders

    def round(self, a: int, d: int) -> WeightedRound:
        """Return the round that is thrown at (a, d)."""
        weights = weighted_round(*self.rules.dice(a, d), self.rules, self.base)
        return tuple((losses, self.number(weight)) for losses, weight in weights)


def regions_of(rules: Rules, stops: Stops = FOUGHT_OUT) -> Regions:
    """Return the regions of a battle; raise `RiskError` where there is no closed form.

    >>> regions = regions_of(STANDARD)
    >>> regions.losses_per_round, regions.is_interior(3, 2), regions.is_interior(2, 9)
    (2, True, False)
    """
    if rules.losses_per_round is None:
        raise RiskError(
            f"method 'closed-form' needs rounds that cost a fixed number of units, and under "
            f"these rules ({rules.description}) that number varies; take 'recursion' or 'auto'"
        )
    if not checked_stops(stops).by_units:
        raise RiskError(
            "method 'closed-form' needs stop rules that look at who is left, not at rounds or "
            "chances; take 'recursion' or 'auto'"
        )
    A, D = rules.units_for_max_dice
    min_attackers = max(A, stops.retreat_at + 1)
    min_defenders = max(D, stops.stop_at_defenders + 1)
    return Regions(
        rules, stops, rules.losses_per_round, base_of(rules), min_attackers, min_defenders
    )


def weight(counts: Sequence[int], n: int, i: int) -> int:
    """Return T(n, i) by multiplying the polynomial out: the definition.

    >>> [weight((1, 1), 4, i) for i in range(5)]
    [1, 4, 6, 4, 1]
    >>> weight((2275, 2611, 2890), 1, 2)
    2890
    """
    power = [1]
    for _ in range(n):
        power = [
            sum(c * power[j - k] for k, c in enumerate(counts) if 0 <= j - k < len(power))
            for j in range(len(power) + len(counts) - 1)
        ]
    return power[i] if 0 <= i < len(power) else 0


def columns(counts: Sequence[int], i: int) -> Iterator[list[int]]:
    """Yield, for n = 0, 1, 2, …, the K weights T(n, i-K+1), …, T(n, i).

    `counts` are c_0, …, c_K, not all 0.  Equivalent to `weight` for each, in O(K²) products of a
    long and a short integer for each n: the K weights of a row are extended downward by K more
    (`_next_below`), which is what the K weights of the next row are made of.
    """
    K = len(counts) - 1
    t = max(k for k, c in enumerate(counts) if c)
    reverse = counts[::-1]
    row = [int(j == 0) for j in range(i - K + 1, i + 1)]
    for n in count():
        yield row[-K:]
        for j in range(i - K, i - 2 * K, -1):
            row.insert(0, _next_below(counts, t, n, j, row))
        # Σ_k c_k T(n, m-k), for each m
        row = [sum(map(mul, reverse, row[m : m + K + 1])) for m in range(K)]


def _next_below(counts: Sequence[int], t: int, n: int, j: int, above: Sequence[int]) -> int:
    """Return T(n, j) from the weights above it, T(n, j+1), T(n, j+2), and so on.

    Comparing coefficients in P Q' = n P' Q, where Q = P^n, gives for every m

        Σ_k c_k (m - k (n+1)) T(n, m-k) = 0.

    With t, the degree of P, and m = j + t this is solved for T(n, j), whose factor c_t (j - t n)
    is 0 only for the leading coefficient, T(n, t n) = c_t^n.  The weights below T(n, 0) come out
    as the 0 that they are.
    """
    if j > t * n:
        return 0
    if j == t * n:
        return int(counts[t] ** n)
    m = j + t
    known = 0
    for k in range(t):
        known += counts[k] * (m - k * (n + 1)) * above[t - k - 1]
    return known // (counts[t] * (t * n - j))


def exits(regions: Regions, a: int, d: int) -> Iterator[dict[State, int]]:
    """Yield, for n = 0, 1, 2, …, the states outside the interior first reached by round n.

    The weights of round n are over `regions.base ** (K n)`.  A battle that does not start in the
    interior is outside it by round 0.

    >>> list(exits(regions_of(STANDARD), 3, 2)) == [
    ...     {},
    ...     {(1, 2): 2275 * 6**3, (2, 1): 2611 * 6**3, (3, 0): 2890 * 6**3},
    ... ]
    True
    """
    if not regions.is_interior(a, d):
        yield {(a, d): 1}
        return
    yield {}
    K, a_low, d_low = regions.losses_per_round, regions.min_attackers, regions.min_defenders
    counts = loss_counts(*regions.rules.max_dice, regions.rules)
    # c_0, …, c_K over base ** K
    weights = tuple([regions.number(c * regions.base**K // sum(counts)) for c in counts])
    bottom = columns(weights, d - d_low)
    left = columns(weights[::-1], a - a_low)
    # the highest of these rows and columns first: that is the order of the weights
    low_rows, low_cols = (range(low + K - 1, low - 1, -1) for low in (d_low, a_low))
    for units in range(a + d, a_low + d_low - 1, -K):
        rows = {(units - low, low): T for low, T in zip(low_rows, next(bottom), strict=True)}
        cols = {(low, units - low): T for low, T in zip(low_cols, next(left), strict=True)}
        leaving: defaultdict[State, int] = defaultdict(int)
        for (x, y), T in (rows | cols).items():
            if T and x >= a_low and y >= d_low:
                for k, c in enumerate(weights):
                    if c and (x - K + k < a_low or y - k < d_low):
                        leaving[x - K + k, y - k] += T * c
        yield leaving


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

    >>> for visit in visits(regions_of(Rules(1, 1)), 1, 1, count_rounds=True):
    ...     print(visit)
    WeightedVisit(state=(0, 1), cost=0, rounds=1, lost=1, weight=21)
    WeightedVisit(state=(1, 0), cost=0, rounds=1, lost=1, weight=15)
    """
    one = int(count_rounds)
    round_of = cache(regions.round)
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
            ends = round_of(min(x, regions.min_attackers), min(y, regions.min_defenders))
            cost = sum(ends[0][0])
            yield WeightedVisit((x, y), cost, rounds, lost, weight)
            later = ahead[lost + cost]
            for (i, j), part in ends:
                after = x - i, y - j, rounds + one
                later[after] = later.get(after, 0) + weight * part


def power_sums(
    terms: Iterable[tuple[int, Sequence[Fraction | int]]],
    base: int,
    width: int,
    fraction: Callable[[Any, Any], Fraction] = Fraction,
) -> list[Fraction]:
    """Return Σ numerators / base ** exponent for terms (exponent, numerators), many sums at once.

    Each term has `width` numerators, and the exponents must ascend.  Horner's rule over the
    numerators that are not 0, and one Fraction for each sum at the end.  Equivalent, for each k, to
    `sum(Fraction(numerators[k]) / base**exponent for exponent, numerators in terms)`.
    """
    totals: list[Fraction | int] = [0] * width
    reached = [0] * width
    for exponent, numerators in terms:
        for k, new in enumerate(numerators):
            if new:
                totals[k] = totals[k] * base ** (exponent - reached[k]) + new
                reached[k] = exponent
    return [fraction(total, base**n) for total, n in zip(totals, reached, strict=True)]


def win_probability(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> Fraction:
    """Return the exact chance that the attacker wins.

    >>> win_probability(3, 2)
    Fraction(6610505, 10077696)
    """
    return expected_values(attackers, defenders, rules, [won], stops)[0]


def expected_values(
    attackers: int,
    defenders: int,
    rules: Rules,
    payoffs: Sequence[Payoff],
    stops: Stops = FOUGHT_OUT,
) -> list[Fraction]:
    """Return the exact expectation of each payoff, in one walk."""
    return expected_values_and_rounds(attackers, defenders, rules, payoffs, stops)[0]


def outcomes(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> dict[State, Fraction]:
    """Return the exact probability of every outcome."""
    a, d = checked(attackers, defenders, rules)
    regions = regions_of(rules, stops)
    found = {
        state: Fraction(weight, regions.base**lost)
        for state, cost, _, lost, weight in visits(regions, a, d)
        if weight and not cost
    }
    return {state: found[state] for state in sorted(found, key=best_first)}


def rounds(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> dict[int, Fraction]:
    """Return the exact probability of each number of rounds."""
    a, d = checked(attackers, defenders, rules)
    regions = regions_of(rules, stops)
    by_rounds: defaultdict[int, list[tuple[int, list[int]]]] = defaultdict(list)
    for _, cost, number, lost, weight in visits(regions, a, d, count_rounds=True):
        if weight and not cost:
            by_rounds[number].append((lost, [weight]))
    return {
        number: power_sums(terms, regions.base, 1)[0] for number, terms in sorted(by_rounds.items())
    }


def expected_values_and_rounds(
    attackers: int,
    defenders: int,
    rules: Rules,
    payoffs: Sequence[Payoff],
    stops: Stops = FOUGHT_OUT,
    regions_of: Callable[[Rules, Stops], Regions] = regions_of,
) -> tuple[list[Fraction], Fraction]:
    """Return `expected_values` and `mean_rounds`, in one walk; `regions_of` may be a library's.

    If every round cost K units, the expected number of rounds would be (expected units lost) / K.
    A round on the boundary that costs only k of the K counts k / K in that, so 1 - k / K is added
    for each.

    >>> expected_values_and_rounds(2, 1, STANDARD, [won])
    ([Fraction(1955, 2592)], Fraction(307, 216))
    """
    a, d = checked(attackers, defenders, rules)
    regions = regions_of(rules, stops)
    number = regions.number
    K, none = regions.losses_per_round, [0] * len(payoffs)

    def terms() -> Iterator[tuple[int, list[Fraction | int]]]:
        for state, cost, _, lost, weight in visits(regions, a, d):
            if cost:
                yield lost, [*none, weight * (K - cost)]
            else:
                values = [weight * number(exact(payoff(*state), "a payoff")) for payoff in payoffs]
                yield lost, [*values, weight * lost]

    base, width = number(regions.base), len(payoffs) + 1
    *values, units = power_sums(terms(), base, width, regions.fraction)
    return values, units / K


def held(attackers: int, defenders: int, rules: Rules) -> int:
    """Return the most weights that are held at once: K diagonals of the boundary.

    It need not equal `recursion.held`, which holds more.
    """
    strips = sum(rules.units_for_max_dice)
    return rules.max_losses * min(strips, attackers + 1, defenders + 1)
