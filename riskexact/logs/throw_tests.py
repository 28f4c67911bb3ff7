"""Tests of throws: how often each face shows, what stands in the log twice, and who follows whom.

**Faces.**  Of n equal dice a face of chance p shows k times with the chance
C(n, k) p^k (1 - p)^(n - k); under several rule sets the number is a sum of such numbers.  A face
that the die does not have has the chance 0.

Fair throws are independent.  A generator that begins anew with every game repeats itself; one whose
numbers depend on each other, or dice that make up for bad luck, show in neighbours.

**Repetition.**  A *run* of length l stands twice in a log if the throws i, …, i + l - 1 equal the
throws j, …, j + l - 1 one by one, and i + l <= j.  (A run that overlaps its copy, as in 6 6 6 6,
counts by its halves, which do not.)

Theorem.  Let same(s) be the chance that two fair throws with the numbers of dice s are equal, and
N(w) the number of places where the numbers of dice are the sequence w, of length l.  Then the
chance that some run of length l or more stands twice is at most the sum over all w of
C(N(w), 2) times the product of same(s) over all s in w.

Proof.  A longer run begins with one of length l, so some run of length l stands twice.  For given
places i and j with i + l <= j all 2 l throws are different ones, so they are independent: the
chance that the runs are equal is the product of same(s) if both places have the same sequence w,
and 0 if not.  Of any events the chance that one happens is at most the sum of their chances, and
there are at most C(N(w), 2) pairs of such places for each w.  □

**Neighbours.**  Let x(i) be the defenders lost less the attackers lost of throw i.  The statistic
is the sum of x(i) x(i + 1) over all neighbours.  Given every other throw, the first, third and so
on, it is the sum of x(i) (x(i - 1) + x(i + 1)) over the throws between, in which the factor is
known and x(i) has its fair distribution, independent of all others: a sum of independent numbers,
whose two-sided p-value is exact.  As it is x or less with a chance of at most x given these throws,
whatever they are, so it is without.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, factorial, floor, prod

from riskexact.base.certain import Enclosure
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import NamedTuple
from riskexact.logs.power import BITS, least_number, shown
from riskexact.logs.rows import LogEntry
from riskexact.logs.scores import (
    LogTest,
    expected,
    net_losses,
    p_value_of_sum,
    rounded,
    score_chances,
)
from riskexact.logs.throws import SIDES, Throw, die_of
from riskexact.rules.hand import Die

FACE_BIASES = Fraction(1, 8192), Fraction(1, 20), Fraction(1, 10)
"""By how much the chance of a face is raised or lowered, as a part of itself.

1/8192 is that of `rand() % 6` with `rand()` of 15 bits: 5462/32768 instead of 1/6.
"""

MAX_RUN = 40
"""The length beyond which a run is as little by chance as one of this length."""


def face_tests(throws: Sequence[Throw]) -> list[LogTest]:
    """Return the tests of all faces of the dice, and all other numbers that show, side by side."""
    found = []
    for side in SIDES if throws else ():
        seen, dice = Counter[int](), Counter[Die]()
        for throw in throws:
            shows = getattr(throw, side)
            seen.update(shows)
            dice[die_of(throw.rules, side)] += len(shows)
        every = {face for die in dice for face in die.faces} | seen.keys()
        found += [_face_test(side, face, seen[face], dice) for face in sorted(every)]
    return found


def _face_test(side: str, face: int, k: int, dice: Mapping[Die, int]) -> LogTest:
    chances = [(chance_of(face, die), n) for die, n in dice.items()]
    mean = exact_sum(p * n for p, n in chances)
    low, high = p_value_of_sum(lambda bits: [(_coin(p, bits), n) for p, n in chances], k, k)
    return LogTest(f"{side} dice", k, k, rounded(mean, round), low, high, high, face=face)


def chance_of(face: int, die: Die) -> Fraction:
    """Return the chance that a die shows a face."""
    weights = dict(zip(die.faces, die.weights, strict=True))
    return Fraction(weights.get(face, 0), die.total)


def face_power(dice: int, chance: Fraction, bias: Fraction) -> Fraction:
    """Return the chance, rounded down to 30 digits, that a biased face shows in this many dice.

    - `chance`: that of the face on a fair die; `bias`: the part by which it is raised or lowered,
      of which the lesser power counts.  It shows if its p-value is at most `power.LEVEL`.

    >>> round(float(face_power(12500, Fraction(1, 6), Fraction(1, 10))), 3)
    0.998
    """
    from riskexact.engine.sums import sum_of

    fair, *biased = (
        sum_of([(_coin(chance * (1 + part), BITS), dice)], BITS) for part in (0, bias, -bias)
    )
    return shown(fair, biased)


def dice_needed(chance: Fraction, bias: Fraction) -> int | None:
    """Return about the least number of dice of power `ENOUGH`, in two digits, as `power.needed`.

    >>> dice_needed(Fraction(1, 6), Fraction(1, 10)), dice_needed(Fraction(1, 6), Fraction(1, 8192))
    (5500, None)
    """
    # 1.96 and 1.28 are the quantiles of 97.5 and 90 percent
    guess = ceil((1 - chance) / chance * Fraction(3242, 1000) ** 2 / bias**2)
    return least_number(guess, lambda dice: face_power(dice, chance, bias))


def _coin(chance: Fraction, bits: int) -> dict[int, int]:
    return {1: floor(chance * (1 << bits)), 0: floor((1 - chance) * (1 << bits))}


class Repetition(NamedTuple):
    """The longest run that stands twice: its length, and the numbers of its first throws from 1.

    The numbers are 0 where there is none.
    """

    length: int
    first: int = 0
    second: int = 0


def longest_repetition(items: Sequence[Hashable]) -> Repetition:
    """Return the longest run that stands twice, without overlap; of several the first.

    By doubling: runs of length 2^k are numbered, and pairs of numbers name all others, in about
    2 log2(length) steps a throw; equivalent to comparing all runs of every length.

    >>> longest_repetition("abcdxbcdy"), longest_repetition("aaaaa"), longest_repetition("abc")
    (Repetition(length=3, first=2, second=6), Repetition(length=2, first=1, second=3), \
Repetition(length=0, first=0, second=0))
    """
    powers: list[list[int]] = []
    longer: Sequence[Hashable] = items
    while _twice(longer, 1 << len(powers)):
        powers.append(_numbered(longer))
        longer = list(zip(powers[-1], powers[-1][1 << len(powers) - 1 :], strict=False))
    found, here = Repetition(0), [0] * (len(items) + 1)
    for k in reversed(range(len(powers))):
        longer = list(zip(here, powers[k][found.length :], strict=False))
        length = found.length + (1 << k)
        if places := _twice(longer, length):
            found, here = Repetition(length, *places), _numbered(longer)
    return found


def _numbered(runs: Sequence[Hashable]) -> list[int]:
    """Return a number for each run, the same for the same."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(run, len(numbers)) for run in runs]


def _twice(runs: Sequence[Hashable], length: int) -> tuple[int, int] | None:
    """Return two places of the same run that are this far apart, counted from 1."""
    first: dict[Hashable, int] = {}
    for i, run in enumerate(runs, 1):
        if i - first.setdefault(run, i) >= length:
            return first[run], i
    return None


def repetition_bound(throws: Sequence[Throw], length: int) -> Fraction:
    """Return the bound of the theorem; of a run beyond `MAX_RUN`, that of one so long."""
    sizes = [(each.rules, len(each.attack), len(each.defence)) for each in throws]
    numbers = _numbered(sizes)  # as rules take long to compare
    same = [
        prod(
            same_chance(die_of(rules, side).weights, k) for side, k in zip(SIDES, dice, strict=True)
        )
        for rules, *dice in dict.fromkeys(sizes)
    ]
    runs = zip(*(numbers[i:] for i in range(min(length, MAX_RUN))), strict=False)
    pairs: Counter[tuple[int, ...]] = Counter()
    for run, times in Counter(runs).items():
        if times > 1:
            pairs[tuple(sorted(run))] += times * (times - 1) // 2
    each = (
        number * prod((same[n] ** times for n, times in Counter(run).items()), start=Fraction(1))
        for run, number in pairs.items()
    )
    return min(Fraction(1), exact_sum(each)) if length else Fraction(1)


def same_chance(weights: Sequence[int], dice: int) -> Fraction:
    """Return the chance that equal dice show the same twice, in any order.

    It is the sum of (n! times the product of p^m / m!)^2 over all ways in which the faces, of
    chances p, may show m times each: a coefficient of the product over all faces of the sums of
    (p^m / m!)^2 z^m.
    """
    ways = [Fraction(1)] + [Fraction(0)] * dice
    for weight in weights:
        terms = [
            Fraction(weight, sum(weights)) ** (2 * m) / factorial(m) ** 2 for m in range(dice + 1)
        ]
        ways = [exact_sum(ways[n - m] * terms[m] for m in range(n + 1)) for n in range(dice + 1)]
    return ways[dice] * factorial(dice) ** 2


def neighbours(entries: Sequence[LogEntry]) -> tuple[int, Fraction, Enclosure]:
    """Return the statistic of neighbouring throws, its mean, and bounds of its p-value."""
    nets = [each.losses[0][1] - each.losses[0][0] for each in entries] + [0]
    between = range(1, len(entries), 2)
    # 0 stands behind the last throw; a factor of 0 adds nothing
    counts = Counter((entries[i].kind, nets[i - 1] + nets[i + 1]) for i in between)
    known = [(kind, factor, n) for (kind, factor), n in counts.items() if factor]
    statistic = sum(x * y for x, y in pairwise(nets))
    mean = exact_sum(f * n * expected({kind: 1}, net_losses) for kind, f, n in known)

    def summands(bits: int) -> Iterator[tuple[dict[int, int], int]]:
        for kind, factor, n in known:
            chances = score_chances(kind, net_losses, bits)
            yield {value * factor: units for value, units in chances.items()}, n

    return statistic, mean, p_value_of_sum(summands, statistic, statistic)
