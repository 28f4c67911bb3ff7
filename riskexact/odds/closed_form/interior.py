"""The interior: states in which both sides throw their full dice, and the K-nomial weights.

In the interior every round costs K units and has the same chances, so it is one polynomial

    P(x) = c_0 + c_1 x + … + c_K x^K,        x marking a unit that the defender loses,

and since losses only grow, a battle on its way to an interior state never leaves the interior
before.  After n rounds the defender has lost i units with the weight

    T(n, i) = [x^i] P(x)^n:

binomial for K = 1, trinomial for K = 2.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from operator import mul


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

    >>> from itertools import islice
    >>> list(islice(columns((1, 2, 1), 3), 4))  # (1 + x)^(2n), at x^2 and x^3
    [[0, 0], [1, 0], [6, 4], [15, 20]]
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
