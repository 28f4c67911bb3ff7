"""Scores of battles and rounds, and the p-value of their sum over a whole log.

A *score* is a whole number for each loss.  Under fair dice the scores of all rows are
independent, and each has known chances; so the distribution of their sum is known, too
(`engine.sums`).

- `win`: 1 for a battle that the attacker wins, or 0.  The sum has the Poisson-binomial
  distribution.  Of all tests of one level, one side of this one is the most powerful against odds
  that are all multiplied by the same factor (the lemma of J. Neyman and E. S. Pearson, 1933: the
  likelihood ratio depends on the number of wins alone).
- `net_losses`: defenders lost less attackers lost.  It notices dice that favour one side by losses
  too small to change who wins.
- `surprise`: log2 (1 / chance) in whole quarters of a bit, at most 16 bits; the sum is the
  likelihood of the whole log.  It notices results that are too extreme for either side, or too
  even, though nobody is favoured.

The *two-sided p-value* of the sum s is min(1, 2 min(P(S <= s), P(S >= s))), as in
`p_value_text`: under fair dice it is x or less with a chance of at most x, for every x.
Where a row is known in part, s lies between two numbers.  P(S <= s) is at most that of the greater
one, and P(S >= s) that of the smaller one: this bounds the p-value from above, whatever the truth
was; exchanged, they bound it from below.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import ceil, floor

from riskexact.base.certain import Enclosure
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import NamedTuple
from riskexact.base.text import decimal_text, integer_text
from riskexact.logs.kinds import FightKind, chances
from riskexact.logs.rows import LogEntry
from riskexact.rules.dice import Losses

Score = Callable[[FightKind, Losses], int]

Summands = Callable[[int], Iterable[tuple[Mapping[int, int], int]]]
"""Independent numbers, in a precision in bits: lower bounds of their chances in units of 2^-bits,
and how often each is added."""

QUARTERS = 4
MAX_SURPRISE = 16 * QUARTERS

BITS_FOR_BALLS = 10_000
"""Bits of chance ** trials above which digits come from balls, which are then faster."""

MAX_P_VALUE_DIGITS = 100
"""Digits of p-values: some tenths of a second."""

PRECISIONS = 128, 512
"""Bits of the chances of a sum: p-values down to about 1e-30 and 1e-140 have certain digits."""

NARROW = Fraction(1, 10**12)
"""The relative width of a p-value that is narrow enough."""


class LogTest(NamedTuple):
    """One test of a log, with its two-sided p-value.

    - `name`: "wins", "losses", "surprise", or that of a kind of rounds; of throws also
      "attack dice", "defence dice", "repetition" and "neighbours";
    - `least`, `most`: bounds of the statistic, which are the same where every row is complete;
    - `expected`: what fair dice make of it on average, rounded to 30 digits, or None;
    - `p_value_at_least`, `p_value`: bounds of the p-value, from below and from above; they agree to
      12 digits where every row is complete and the p-value is not below 1e-140, but of a repetition
      the lower one is 0;
    - `corrected`: the upper bound, corrected for the number of tests;
    - `losses`: of a kind of rounds, the losses whose number is the statistic, the oddest of all;
    - `face`: of the dice of a side, the face whose number is the statistic, the oddest of all.
    """

    name: str
    least: int
    most: int
    expected: Fraction | None
    p_value_at_least: Fraction
    p_value: Fraction
    corrected: Fraction
    losses: Losses | None = None
    face: int | None = None


def win(kind: FightKind, losses: Losses) -> int:
    """Return 1 if the attacker wins with these losses, else 0."""
    return int(losses[1] == kind.defenders)


def net_losses(kind: FightKind, losses: Losses) -> int:
    """Return the defenders lost less the attackers lost."""
    return losses[1] - losses[0]


def surprise(kind: FightKind, losses: Losses) -> int:
    """Return log2 (1 / chance) in quarters of a bit, rounded down; at most 64.

    >>> [surprise(FightKind(2, 1), losses) for losses in ((0, 1), (1, 1), (2, 0))]
    [3, 10, 8]
    """
    p = chances(kind)[losses][0]
    power = int(1 / p**QUARTERS) if p else 1 << MAX_SURPRISE
    return min(power.bit_length() - 1, MAX_SURPRISE)


def indicator(losses: Losses) -> Score:
    """Return the score that counts how often exactly these units were lost."""
    return lambda _, each: int(each == losses)


def observed(entries: Iterable[LogEntry], score: Score) -> tuple[int, int]:
    """Return the least and the greatest sum of the scores that the rows allow.

    >>> observed([LogEntry(FightKind(2, 1), ((1, 1), (2, 0)), times=3)], net_losses)
    (-6, 0)
    """
    least = most = 0
    for (kind, losses, each_times), number in Counter(entries).items():
        times, known = each_times * number, chances(kind)
        # what cannot have happened is not what happened, unless there is nothing else
        able = [each for each in losses if known[each][1]] or losses
        scores = [score(kind, each) for each in able]
        least, most = least + times * min(scores), most + times * max(scores)
    return least, most


def expected(counts: Mapping[FightKind, int], score: Score) -> Fraction:
    """Return the expected sum of the scores; of Balanced Blitz by bounds 2^-128 of each apart."""
    each = (
        times * exact_sum(score(kind, losses) * (p + q) / 2 for losses, (p, q) in bounds.items())
        for kind, times in counts.items()
        for bounds in [chances(kind)]
    )
    return exact_sum(each)


def score_chances(kind: FightKind, score: Score, bits: int) -> Counter[int]:
    """Return lower bounds of the chances of each score in units of 2^-bits, each tight to a few.

    >>> score_chances(FightKind(1, 1), win, 10)  # 5/12 and 7/12
    Counter({0: 597, 1: 426})
    """
    found: Counter[int] = Counter()
    for losses, (low, _) in chances(kind, bits + 4).items():
        found[score(kind, losses)] += (low.numerator << bits) // low.denominator
    return found


def p_value(counts: Mapping[FightKind, int], score: Score, least: int, most: int) -> Enclosure:
    """Return bounds of the two-sided p-value of a sum of scores from `least` to `most`.

    Equivalent to the definition in the header; if `least` is `most`, and the p-value not below
    1e-140, the bounds agree to 12 digits.  They have 30 digits each.

    >>> [float(p) for p in p_value({FightKind(1, 1): 1}, win, 1, 1)]  # 2 × 5/12
    [0.8333333333333334, 0.8333333333333334]
    >>> [float(p) for p in p_value({FightKind(1, 1): 1}, win, 0, 1)]
    [0.8333333333333334, 1.0]
    """
    return p_value_of_sum(
        lambda bits: [(score_chances(kind, score, bits), n) for kind, n in counts.items()],
        least,
        most,
    )


def p_value_of_sum(parts: Summands, least: int, most: int) -> Enclosure:
    """Return the same bounds for a sum of independent numbers."""
    from riskexact.engine.sums import sum_of

    for bits in PRECISIONS:
        total = sum_of(parts(bits), bits)
        lowest = _least_of(total.at_most(least), total.at_least(most))
        highest = _least_of(total.at_most(most), total.at_least(least))
        if all(high - low <= high * NARROW for low, high in (lowest, highest)):
            break
    return rounded(lowest[0], floor), rounded(highest[1], ceil)


def rounded(value: Fraction, to_whole: Callable[[Fraction], int], digits: int = 30) -> Fraction:
    """Return a value in this many digits, rounded as `to_whole` rounds.

    >>> rounded(Fraction(1, 300), ceil, digits=3), rounded(Fraction(1671), ceil, digits=2)
    (Fraction(167, 50000), Fraction(1700, 1))
    """
    if not value:
        return value
    power = len(integer_text(abs(value.numerator))) - len(integer_text(value.denominator))
    power -= abs(value) < Fraction(10) ** power
    unit = Fraction(10) ** (power + 1 - digits)
    return to_whole(value / unit) * unit


def _least_of(x: Enclosure, y: Enclosure) -> Enclosure:
    """Return bounds of min(1, 2 min(x, y))."""
    low, high = (min(Fraction(1), 2 * min(x[i], y[i])) for i in (0, 1))
    return low, high


def p_value_text(k: int, n: int, p: Fraction, digits: int) -> str:
    """Return the two-sided p-value of k successes of chance p in n trials, in certain digits.

    It is min(1, 2 min(P(X <= k), P(X >= k))), where P(X = j) = C(n, j) p^j (1 - p)^(n - j): x or
    less with a chance of at most x, for every x.  Large numbers take balls (`engine.sums`).

    >>> p_value_text(1, 10, Fraction(1, 2), 10), p_value_text(800_000, 10**6, Fraction(79, 100), 5)
    ('0.02148437500', '1.1688e-134')
    """
    if p in (0, 1):
        return str(int(k == n * p))
    if n * p.denominator.bit_length() > BITS_FOR_BALLS:
        from riskexact.engine.balls import Balls
        from riskexact.engine.sums import two_sided

        return Balls(lambda: {"p": two_sided(k, n, p)}).text("p", digits)
    # each term is computed from the one before
    success, failure = p.numerator, p.denominator - p.numerator
    term, low, high = failure**n, 0, 0
    for j in range(n + 1):
        low += term if j <= k else 0
        high += term if j >= k else 0
        term = term * (n - j) * success // ((j + 1) * failure)
    exact = Fraction(2 * min(low, high), p.denominator**n)
    return decimal_text(min(Fraction(1), exact), digits)
