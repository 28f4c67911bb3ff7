"""What a log could show: the power of one of its tests against bent dice.

A *bend* of x has the factor f = (1/2 + x) / (1/2 - x), or its inverse.

- In battles it multiplies the odds of every win by f.  The test is that of `win`.
- In rounds it multiplies the odds that a unit that falls is the defender's: the chance of each
  loss by f^(defenders lost), scaled to add up to 1.  The test is that of `net_losses`.

So a chance of 1/2 becomes 1/2 + x or 1/2 - x, in both directions alike, and 0 and 1 stay.  A log
*shows* a bend if the two-sided p-value of the test is at most `LEVEL`.  The *power* is the chance
of that under the bend, by the exact distribution of the sum; of both directions the lesser one
counts.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, lcm

from riskexact.base.frozen import FrozenMapping
from riskexact.evidence.logs.kinds import FightKind, chances
from riskexact.evidence.logs.scores import Score, digits_of, net_losses, rounded, win

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riskexact.engine.sums import ScoreSum

LEVEL = Fraction(1, 20)
"""The p-value at which a log shows a bend."""

ENOUGH = Fraction(9, 10)
"""The power that is enough."""

MAX_NEEDED = 1_000_000

BITS = 96


def power(counts: Mapping[FightKind, int], bend: Fraction) -> Fraction:
    """Return the chance that this many battles, or rounds, of these kinds show a bend.

    - `bend`: more than 0 and less than 1/2.

    It is rounded down to 10 digits.

    >>> from riskexact.rules import STANDARD
    >>> battles = {FightKind(5, 5, STANDARD): 1000}
    >>> [round(float(power(battles, Fraction(x, 100))), 3) for x in (2, 5)]
    [0.23, 0.878]
    """
    least, most = _sum(counts, Fraction(1)).usual(LEVEL)
    factor = (1 + 2 * bend) / (1 - 2 * bend)
    found = (
        bent.at_most(least - 1)[0] + bent.at_least(most + 1)[0]
        for bent in (_sum(counts, factor), _sum(counts, 1 / factor))
    )
    return rounded(min(found), floor, 10)


def needed(kinds: Sequence[tuple[FightKind, int]], bend: Fraction) -> int | None:
    """Return a number of battles, or rounds, that show a bend with a power of 9/10 at least.

    They are of the given kinds, each this many times, over and over in this order.  The number has
    two digits, and is about the least; None if not even a million are enough.

    >>> from riskexact.rules import STANDARD
    >>> needed([(FightKind(5, 5, STANDARD), 1), (FightKind(3, 1, STANDARD), 1)], Fraction(5, 100))
    1700
    """
    number = _guess(kinds, bend)
    while number is not None and number <= MAX_NEEDED:
        number = int(rounded(Fraction(number), ceil, 2))
        if power(_repeated(kinds, number), bend) >= ENOUGH:
            return number
        number += max(1, number // 50)
    return None


def test_of(kind: FightKind) -> Score:
    """Return the score of the test whose power is meant."""
    return net_losses if kind.mode == "round" else win


def _sum(counts: Mapping[FightKind, int], factor: Fraction) -> "ScoreSum":
    """Return the distribution of the sum of scores under the bend with this factor."""
    from riskexact.engine.sums import sum_of

    return sum_of(((_bent(kind, factor), times) for kind, times in counts.items()), BITS)


def _bent(kind: FightKind, factor: Fraction) -> dict[int, int]:
    """Return lower bounds of the chances of each score under the bend, in units of 2^-`BITS`.

    >>> from riskexact.rules import STANDARD
    >>> even = _bent(FightKind(1, 1, STANDARD), Fraction(7, 5))
    >>> even[1] / 2**BITS, even[0] / 2**BITS
    (0.5, 0.5)
    """
    bounds = _bounds_of(kind)
    weights = {e: factor**e for _, e in bounds}
    common = lcm(*(weight.denominator for weight in weights.values()))
    times = {e: int(weight * common) for e, weight in weights.items()}
    total = sum(high * times[e] for (_, e), (_, high) in bounds.items())
    found = dict.fromkeys((score for score, _ in bounds), 0)
    for (score, e), (low, _) in bounds.items():
        found[score] += (low * times[e] << BITS) // total
    return found


@lru_cache(maxsize=4096)
def _bounds_of(kind: FightKind) -> Mapping[tuple[int, int], tuple[int, int]]:
    """Return bounds of the chances of each score and each power of the factor, in units."""
    scores = test_of(kind)(kind)
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for losses, (low, high) in chances(kind, digits_of(BITS)).items():
        score = scores[losses]
        key = score, losses[1] if kind.mode == "round" else score
        p, q = found.get(key, (0, 0))
        least = (low.numerator << BITS) // low.denominator
        most = -((-high.numerator << BITS) // high.denominator)
        found[key] = p + least, q + most
    return FrozenMapping(found)


def _repeated(kinds: Sequence[tuple[FightKind, int]], number: int) -> Counter[FightKind]:
    """Return how often each kind occurs in this many, over and over in their order."""
    cycles, rest = divmod(number, sum(times for _, times in kinds))
    counts: Counter[FightKind] = Counter()
    for kind, times in kinds:
        more = min(times, rest)
        counts[kind] += cycles * times + more
        rest -= more
    return counts


def _guess(kinds: Sequence[tuple[FightKind, int]], bend: Fraction) -> int | None:
    """Return about the least number needed, by the bell curve; None if no bend shows in any."""
    shift = spread = 0.0
    for kind, times in _repeated(kinds, sum(times for _, times in kinds)).items():
        factors = Fraction(1), (1 + 2 * bend) / (1 - 2 * bend)
        honest, bent = (_bent(kind, factor).items() for factor in factors)
        mean = sum(score * p for score, p in honest) / (1 << BITS)
        shift += times * (sum(score * p for score, p in bent) / (1 << BITS) - mean)
        spread += times * sum((score - mean) ** 2 * p for score, p in honest) / (1 << BITS)
    if shift <= 0:
        return None
    # 1.96 and 1.28 are the quantiles of 97.5 and 90 percent
    return ceil(sum(times for _, times in kinds) * spread * (3.242 / shift) ** 2)
