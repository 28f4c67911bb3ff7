"""The first exit: where, and with what weight, a battle leaves the interior.

With c_0, …, c_K the counts of a round in the interior, of `total` throws, a battle that starts at
(a, d) in the interior passes through the interior state (a', d') with the probability
T(n, d - d') / total^n, n = (a + d - a' - d') / K, and one round further has left the interior at
(a' - K + k, d' - k) with c_k / total times that.  Only the K lowest rows and the K lowest columns
of the interior have such exits, so that for each n at most 2K states count, and O(a + d) in all:

    Q(a, d) = Σ_{(a', d') interior} T(n, d - d') / total^n
                                    Σ_{k: exit} c_k / total Q(a' - K + k, d' - k).

That it equals the recursion, wherever all rounds of the interior have the same chances and cost, is
proved in proofs/coq/FirstExit.v.  `exits` yields that sum's weights, exit by exit; what they are
multiplied with, Q on the boundary and the payoffs, is the business of `walk`.
"""

from collections import defaultdict
from collections.abc import Iterator

from riskexact.odds.closed_form.interior import columns
from riskexact.odds.closed_form.regions import Regions
from riskexact.odds.states import State


def exits(regions: Regions, a: int, d: int) -> Iterator[dict[State, int]]:
    """Yield, for n = 0, 1, 2, …, the states outside the interior first reached by round n.

    The weights of round n are over `regions.base ** (K n)`.  A battle that does not start in the
    interior is outside it by round 0.

    >>> from riskexact.odds.closed_form.regions import regions_of
    >>> from riskexact.rules import STANDARD
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
    weights = regions.interior_weights()
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
