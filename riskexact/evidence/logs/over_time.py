"""The statistic of a log over time, beside what is usual for honest dice."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from riskexact.evidence.logs.kinds import FightKind
from riskexact.evidence.logs.power import LEVEL, test_of
from riskexact.evidence.logs.rows import LogEntry
from riskexact.evidence.logs.scores import expected, observed, score_chances

MAX_MOMENTS = 100

BITS_OVER_TIME = 64


class Moment(NamedTuple):
    """What a log has come to after this many battles or rounds.

    - `least`, `most`: bounds of the sum of the scores, which are the same where all is known;
    - `expected`: its expected value under honest dice;
    - `usual_least`, `usual_most`: honest dice leave this range on each side with a chance of at
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

    >>> from riskexact.rules import STANDARD
    >>> coin = LogEntry(FightKind(5, 4, STANDARD), ((0, 4),))
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
        counts: Counter[FightKind] = Counter()
        for kind, _, times in some:
            counts[kind] += times
        total = total.plus(
            sum_of(
                ((score_chances(kind, score, BITS_OVER_TIME), n) for kind, n in counts.items()),
                BITS_OVER_TIME,
            )
        )
        low, high = observed(some, score)
        number, least, most = number + sum(counts.values()), least + low, most + high
        mean += expected(counts, score)
        found.append(Moment(number, least, most, mean, *total.usual(LEVEL)))
    return found
