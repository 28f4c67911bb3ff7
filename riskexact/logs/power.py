"""What a log could show, and shows over time: one of its tests against biased dice.

A *bias* of x has the factor f = (1/2 + x) / (1/2 - x), or its inverse.

- In battles it multiplies the odds of every win by f.  The test is that of `win`.
- In rounds it multiplies the odds that a unit that falls is the defender's: the chance of each
  loss by f^(defenders lost), scaled to add up to 1.  The test is that of `net_losses`.

So a chance of 1/2 becomes 1/2 + x or 1/2 - x, in both directions alike, and 0 and 1 stay.  A log
*shows* a bias if the two-sided p-value of the test is at most `LEVEL`.  The *power* is the chance
of that under the bias, by the exact distribution of the sum; of both directions the lesser one
counts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from riskexact.base.frozen import NamedTuple
from riskexact.logs.kinds import FightKind, chances
from riskexact.logs.rows import LogEntry, counts_of
from riskexact.logs.scores import Score, expected, net_losses, observed, rounded, score_chances, win

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riskexact.engine.sums import ScoreSum

LEVEL = Fraction(1, 20)
"""The p-value at which a log shows a bias."""

ENOUGH = Fraction(9, 10)
"""The power that is enough."""

MAX_NEEDED = 1_000_000

BITS = 96
UNIT = 1 << BITS


def power(counts: Mapping[FightKind, int], bias: Fraction) -> Fraction:
    """Return the chance, rounded down to 30 digits, that battles of these kinds show a bias.

    >>> battles = {FightKind(5, 5): 1000}
    >>> [round(float(power(battles, Fraction(x, 100))), 3) for x in (2, 5)]
    [0.23, 0.878]
    """
    from riskexact.engine.sums import sum_of

    factor = (1 + 2 * bias) / (1 - 2 * bias)
    fair, *biased = (
        sum_of(((_biased(kind, each), times) for kind, times in counts.items()), BITS)
        for each in (Fraction(1), factor, 1 / factor)
    )
    return shown(fair, biased)


def shown(fair: "ScoreSum", biased: "Iterable[ScoreSum]") -> Fraction:
    """Return the least chance that a biased sum is where a fair one has a p-value of `LEVEL`."""
    least, most = fair.usual(LEVEL)
    found = (each.at_most(least - 1)[0] + each.at_least(most + 1)[0] for each in biased)
    return rounded(min(found), floor)


def needed(entries: Sequence[LogEntry], bias: Fraction) -> int | None:
    """Return about the least number of battles like these, in turn, of power `ENOUGH`.

    It has two digits; None if not even a million are enough.

    >>> needed([LogEntry(FightKind(5, 5), ()), LogEntry(FightKind(3, 1), ())], Fraction(5, 100))
    1700
    """
    guess = _guess(counts_of(entries), bias)
    return least_number(guess, lambda n: power(_repeated(entries, n), bias))


def least_number(number: int | None, power_of: Callable[[int], Fraction]) -> int | None:
    """Return about the least number of power `ENOUGH`, in two digits, from a guess on."""
    while number is not None and number <= MAX_NEEDED:
        number = int(rounded(Fraction(number), ceil, 2))
        if power_of(number) >= ENOUGH:
            return number
        number += max(1, number // 50)
    return None


def test_of(kind: FightKind) -> Score:
    """Return the score of the test whose power is meant."""
    return net_losses if kind.mode == "round" else win


@lru_cache(maxsize=1 << 14)
def _biased(kind: FightKind, factor: Fraction) -> Mapping[int, int]:
    """Return lower bounds of the chances of each score under the bias, in units of 2^-`BITS`."""
    score_of, least, most = test_of(kind), Counter[tuple[int, int]](), Counter[int]()
    for losses, (low, high) in chances(kind, BITS + 4).items():
        score = score_of(kind, losses)
        power_of_factor = losses[1] if kind.mode == "round" else score
        least[score, power_of_factor] += (low.numerator << BITS) // low.denominator
        most[power_of_factor] -= (-high.numerator << BITS) // high.denominator
    total = sum(n * factor**e for e, n in most.items())
    found = dict.fromkeys((score for score, _ in least), Fraction(0))
    for (score, e), n in least.items():
        found[score] += n * factor**e
    return {score: floor(UNIT * p / total) for score, p in found.items()}


def _repeated(entries: Sequence[LogEntry], number: int) -> Counter[FightKind]:
    """Return how often each kind occurs in this many, over and over in their order."""
    cycles, rest = divmod(number, sum(each.times for each in entries))
    counts: Counter[FightKind] = Counter()
    for kind, _, times in entries:
        counts[kind] += cycles * times + min(times, rest)
        rest = max(0, rest - times)
    return counts


def _guess(counts: Counter[FightKind], bias: Fraction) -> int | None:
    """Return about the least number needed, by the bell curve; None if no bias shows in any."""
    shift = spread = 0.0
    for kind, times in counts.items():
        factors = Fraction(1), (1 + 2 * bias) / (1 - 2 * bias)
        fair, biased = (_biased(kind, factor).items() for factor in factors)
        mean = sum(score * p for score, p in fair) / UNIT
        shift += times * (sum(score * p for score, p in biased) / UNIT - mean)
        spread += times * sum((score - mean) ** 2 * p for score, p in fair) / UNIT
    if shift <= 0:
        return None
    # 1.96 and 1.28 are the quantiles of 97.5 and 90 percent
    return ceil(counts.total() * spread * (3.242 / shift) ** 2)


MAX_MOMENTS, BITS_OVER_TIME = 100, 64


class Moment(NamedTuple):
    """What a log has come to after this many battles or rounds.

    - `least`, `most`: bounds of the sum of the scores, which are the same where all is known;
    - `expected`: its expected value under fair dice;
    - `usual_least`, `usual_most`: fair dice leave this range on each side with a chance of at
      most 2.5 percent.
    """

    number: int
    least: int
    most: int
    expected: Fraction
    usual_least: int
    usual_most: int


def over_time(entries: Sequence[LogEntry]) -> list[Moment]:
    """Return at most 100 moments of a log, the last one at its end.

    The score is that of `power.test_of`: the wins of battles, the net losses of rounds.

    >>> coin = LogEntry(FightKind(5, 4), ((0, 4),))
    >>> [moment[:3] + moment[4:] for moment in over_time([coin] * 3)]
    [(1, 1, 1, 0, 1), (2, 2, 2, 0, 2), (3, 3, 3, 0, 3)]
    """
    from riskexact.engine.sums import sum_of

    score = test_of(entries[0].kind)
    found: list[Moment] = []
    total, number, least, most, mean = sum_of([], BITS_OVER_TIME), 0, 0, 0, Fraction(0)
    step = -(-len(entries) // MAX_MOMENTS)
    for first in range(0, len(entries), step):
        some = entries[first : first + step]
        counts = counts_of(some)
        parts = ((score_chances(kind, score, BITS_OVER_TIME), n) for kind, n in counts.items())
        total = total.plus(sum_of(parts, BITS_OVER_TIME))
        low, high = observed(some, score)
        number, least, most = number + counts.total(), least + low, most + high
        mean += round(expected(counts, score), 6)
        found.append(Moment(number, least, most, mean, *total.usual(LEVEL)))
    return found
