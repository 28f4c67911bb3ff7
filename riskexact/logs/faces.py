"""How often each face shows, on each side of a log of throws.

Of n equal dice a face of chance p shows k times with the chance C(n, k) p^k (1 - p)^(n - k); under
several rule sets the number is a sum of such numbers.  A face that the die does not have has the
chance 0.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from riskexact.logs.power import BITS, least_number, shown
from riskexact.logs.scores import LogTest, p_value_of_sum
from riskexact.logs.throws import SIDES, Throw, die_of
from riskexact.rules.hand import Die

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riskexact.engine.sums import ScoreSum

FACE_BIASES = Fraction(1, 8192), Fraction(1, 20), Fraction(1, 10)
"""By how much the chance of a face is raised or lowered, as a part of itself.

1/8192 is that of `rand() % 6` with `rand()` of 15 bits: 5462/32768 instead of 1/6.
"""


def face_tests(throws: Sequence[Throw]) -> list[LogTest]:
    """Return the tests of all faces of the dice, and all other numbers that show, side by side.

    >>> from riskexact.rules import Rules
    >>> found = face_tests([Throw(Rules(), (7, 4, 4), (6, 3))])
    >>> [(each.name, each.face, each.least, float(each.p_value)) for each in found[3:7:3]]
    [('attack dice', 4, 2, 0.148148148148149), ('attack dice', 7, 1, 0.0)]
    """
    found = []
    for side in SIDES if throws else ():
        seen: Counter[int] = Counter()
        dice: Counter[Die] = Counter()
        shown_by = Counter((each.rules, getattr(each, side)) for each in throws)
        for (rules, shows), times in shown_by.items():
            dice[die_of(rules, side)] += len(shows) * times
            for face in shows:
                seen[face] += times
        every = {face for die in dice for face in die.faces} | seen.keys()
        found += [_tested(f"{side} dice", face, seen[face], dice) for face in sorted(every)]
    return found


def _tested(name: str, face: int, k: int, dice: Mapping[Die, int]) -> LogTest:
    chances = [(chance_of(face, die), n) for die, n in dice.items()]
    mean = sum((p * n for p, n in chances), Fraction(0))
    low, high = p_value_of_sum(lambda bits: [(_coin(p, bits), n) for p, n in chances], k, k)
    return LogTest(name, k, k, round(mean, 6), low, high, high, face=face)


def chance_of(face: int, die: Die) -> Fraction:
    """Return the chance that a die shows a face.

    >>> chance_of(6, Die(6)), chance_of(7, Die(6))
    (Fraction(1, 6), Fraction(0, 1))
    """
    weights = dict(zip(die.faces, die.weights, strict=True))
    return Fraction(weights.get(face, 0), die.total)


def face_power(dice: int, chance: Fraction, bias: Fraction) -> Fraction:
    """Return the chance, rounded down to 10 digits, that a biased face shows in this many dice.

    - `chance`: that of the face on a fair die; `bias`: the part by which it is raised or lowered,
      of which the lesser power counts.  It shows if its p-value is at most `power.LEVEL`.

    >>> round(float(face_power(12500, Fraction(1, 6), Fraction(1, 10))), 3)
    0.998
    """
    raised, lowered = chance * (1 + bias), chance * (1 - bias)
    return shown(_number(dice, chance), (_number(dice, raised), _number(dice, lowered)))


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


def _number(dice: int, chance: Fraction) -> "ScoreSum":
    from riskexact.engine.sums import sum_of

    return sum_of([(_coin(chance, BITS), dice)], BITS)
