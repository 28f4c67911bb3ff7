"""The choice of the number of dice, if each side may throw fewer than it has units for.

A side that chooses n dice throws what n dice are in its rules: extra dice are added, and n count;
at most n units are at stake.  The attacker maximises the expected value after the round, the
defender minimises it.  They choose

- "most": not at all; both throw the most dice, as everywhere else in riskexact;
- "attacker-first", "defender-first": one after the other, the second knowing the first's number;
- "after-the-throw": the attacker first, and the defender after seeing the attacker's throw.

If a tie costs nobody a unit, a round without a loss is thrown again.  A side that chooses alone
would choose the same again, because nothing has changed.

Under standard rules, for the chance to win, the most dice are best in all orders but the last: the
theorem `saddle_point` of `proofs/README.md`, for all numbers of units.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod
from typing import Literal, NamedTuple, get_args

from riskexact.base.certain import Real
from riskexact.base.errors import RiskError
from riskexact.base.fractions import weighted_mean
from riskexact.base.frozen import FrozenMapping
from riskexact.rules import Rules
from riskexact.rules.dice import Losses, counted_by_enumeration, round_with_loss
from riskexact.rules.hand import Hand
from riskexact.rules.order_statistics import compare

DiceOrder = Literal["most", "attacker-first", "defender-first", "after-the-throw"]

ORDERS: tuple[DiceOrder, ...] = get_args(DiceOrder)

MAX_THROWS = 50_000
"""The most throws of one side that are enumerated, if the defender chooses after the throw."""

MAX_COMPARED = 500_000
"""The most pairs of distinct throws, likewise."""

After = Callable[[int, int], Fraction]
"""The value after a round that costs the attacker i and the defender j units."""

DiceChances = tuple[tuple[int, Fraction], ...]
"""(number of dice, the probability with which it is chosen), …"""


class Answer(NamedTuple):
    """The answer to throws with the same highest dice, of which there are `ways`.

    `throw` has only the dice that can be compared: the two highest of three against two.
    """

    throw: tuple[int, ...]
    ways: int
    dice: int


class Play(NamedTuple):
    """The best numbers of dice for one round, and its value.

    - `attack`, `defence`: the numbers, each with its probability; there are several for a defender
      who answers the attacker's throw;
    - `answers`: the defender's number after each throw of the attacker;
    - `attack_gain`, `defence_gain`: what each side would lose if it threw the most dice this once,
      with the knowledge that the order gives the other: 0 if the most are best.  Of equally good
      numbers the largest is taken.
    """

    value: Real
    attack: DiceChances
    defence: DiceChances
    answers: tuple[Answer, ...] = ()
    attack_gain: Fraction = Fraction(0)
    defence_gain: Fraction = Fraction(0)


def max_answers(most: tuple[int, int], rules: Rules, order: DiceOrder) -> int:
    """Return the largest number of answers of a `Play`; raises as `best_play` does."""
    if order != "after-the-throw":
        return 0
    numbers = (rules.allowed(x, most[1]) for x in range(1, most[0] + 1))
    return max(len(throws(*dice, rules).throws) for dice in numbers)


def best_play(most: tuple[int, int], rules: Rules, order: DiceOrder, after: After) -> Play:
    """Return the best numbers of dice for a round in which the sides may throw up to `most`.

    `after(i, j)` is the value after the round.  A round without a loss is thrown again.
    """
    if order == "after-the-throw":
        plays = [_answered(*rules.allowed(x, most[1]), rules, after) for x in range(1, most[0] + 1)]
        values = [play.value for play in plays]
        best = plays[last_index(values, max(values))]
        return best._replace(attack_gain=best.value - values[-1])
    if order == "most":
        return Play(_mean(*most, rules, after), _only(most[0]), _only(most[1]))
    # a defender who may throw no more dice than the attacker is held to it once both have chosen
    known = order == "attacker-first"
    matrix = [
        [
            _mean(x, y, rules, after)
            for y in range(1, (rules.allowed(x, most[1]) if known else most)[1] + 1)
        ]
        for x in range(1, most[0] + 1)
    ]
    if known:
        value, x, y, attack_gain, defence_gain = _in_turn(matrix)
    else:
        lost = [[-each for each in column] for column in zip(*matrix, strict=True)]
        value, y, x, defence_gain, attack_gain = _in_turn(lost)
    return Play(value if known else -value, _only(x), _only(y), (), attack_gain, defence_gain)


def round_of(play: Play, most: tuple[int, int], rules: Rules) -> dict[Losses, Fraction]:
    """Return the exact chances of the losses in one round of a play.

    The arguments are those of `best_play`.  `Σ chance × after(i, j)` is the value of the play.
    """
    ((x, _),) = play.attack
    counts: Counter[Losses] = Counter()
    if play.answers:
        seen = throws(*rules.allowed(x, most[1]), rules).throws
        for throw, answer in zip(seen, play.answers, strict=True):
            for losses, count in throw.counts[answer.dice - 1].items():
                counts[losses] += throw.ways * count
        del counts[0, 0]  # thrown again
    else:
        ((y, _),) = play.defence
        counts.update(dict(round_with_loss(x, y, rules)[0]))
    total = counts.total()
    return {losses: Fraction(count, total) for losses, count in sorted(counts.items())}


# ---- numbers chosen before the throw


def _mean(x: int, y: int, rules: Rules, after: After) -> Fraction:
    changes, total = round_with_loss(x, y, rules)
    return weighted_mean(((count, after(i, j)) for (i, j), count in changes), total)


def _only(dice: int) -> DiceChances:
    return ((dice, Fraction(1)),)


def last_index(values: Sequence[Fraction | int], value: Fraction | int) -> int:
    """Return the last index of `value`."""
    return max(index for index, each in enumerate(values) if each == value)


def _in_turn(matrix: list[list[Fraction]]) -> tuple[Fraction, int, int, Fraction, Fraction]:
    """Return the value where a row is chosen and then a column, both numbers, and both gains."""
    worst = [min(row) for row in matrix]
    value = max(worst)
    first = last_index(worst, value)
    row = matrix[first]
    return value, first + 1, last_index(row, value) + 1, value - worst[-1], row[-1] - value


# ---- the defender's number, chosen after the attacker's throw


class CountedThrow(NamedTuple):
    """A throw of the attacker as it counts, with its losses against each number of defence dice.

    `counts[y - 1]` has the count of each (attackers lost, defenders lost) for y dice, all over one
    total.
    """

    counts_as: tuple[int, ...]
    ways: int
    counts: tuple[Mapping[Losses, int], ...]


class Throws(NamedTuple):
    """All throws of a number of attack dice; `total` is the sum of all counts of a policy."""

    throws: tuple[CountedThrow, ...]
    total: int


@lru_cache(maxsize=256)
def throws(attack_dice: int, most_defence_dice: int, rules: Rules) -> Throws:
    """Return the losses of every throw of the attacker against each number of defence dice.

    Summed over the throws, `ways × count` is `dice.round_counts` of the numbers, over a common
    total.  Raises `RiskError` if there are too many throws, and if a tie costs nobody a unit and
    the defender, seeing each throw, could always tie.
    """
    compared = rules.scoring_pairs(attack_dice, most_defence_dice)[-1]
    attack = _counted(rules.attack, attack_dice, compared, rules)
    defence = [_counted(rules.defence, y, compared, rules) for y in range(1, most_defence_dice + 1)]
    if len(attack) * sum(map(len, defence)) > MAX_COMPARED:
        raise _too_many(attack_dice, most_defence_dice)
    common = lcm(*(each.total() for each in defence))
    found = []
    for xs, ways in sorted(attack.items()):
        answers = []
        for y, hands in enumerate(defence, start=1):
            counts: Counter[Losses] = Counter()
            pairs = rules.scoring_pairs(attack_dice, y)
            for ys, times in hands.items():
                counts[compare(xs, ys, pairs, rules.ties)] += times * (common // hands.total())
            answers.append(FrozenMapping(counts))
        found.append(CountedThrow(xs, ways, tuple(answers)))
    if all(any(each.get((0, 0)) == common for each in throw.counts) for throw in found):
        raise RiskError(
            f'ties must be "defender" or "attacker", not "nobody", where a defender who sees the '
            f"{attack_dice} dice of the attacker can always tie: the battle might never end"
        )
    return Throws(tuple(found), attack.total() * common)


def _counted(hand: Hand, dice: int, highest: int, rules: Rules) -> Counter[tuple[int, ...]]:
    """Return the number of throws with each combination of highest values."""
    thrown = hand.thrown(dice, rules.faces)
    if prod(len(die.faces) for die in thrown) > MAX_THROWS:
        raise _too_many(*rules.max_dice)
    counts: Counter[tuple[int, ...]] = Counter()
    for values, ways in counted_by_enumeration(hand, dice, rules.faces).items():
        counts[values[:highest]] += ways
    return counts


def _too_many(attack_dice: int, defence_dice: int) -> RiskError:
    return RiskError(
        f"dice must be fewer, or have fewer faces: to choose after the throw there must be at most "
        f"{MAX_THROWS} throws a side, not those of {attack_dice} v {defence_dice} dice"
    )


def _answered(x: int, most_y: int, rules: Rules, after: After) -> Play:
    """Return the defender's best answers to each throw of x dice, and their value.

    If a throw without a loss is thrown again, the value v is on both sides of v = Σ ways × min over
    y of (counts × values + idle × v) / total.  It is found by Howard's policy iteration: a policy
    gives a value, the value a better policy, until none is better.  This is exact and finite,
    because v falls with each step.  The first policy is to throw the most dice.
    """
    seen = throws(x, most_y, rules)
    every = {losses for throw in seen.throws for counts in throw.counts for losses in counts}
    # as whole numbers over one denominator, so that sums need no Fraction
    values = {losses: after(*losses) for losses in every - {(0, 0)}}
    scale = lcm(*(value.denominator for value in values.values()))
    wholes = {losses: int(value * scale) for losses, value in values.items()} | {(0, 0): 0}
    # of each throw, for each number of dice: the gain, and the ways to throw again
    options = [
        [
            (
                throw.ways * sum(count * wholes[losses] for losses, count in counts.items()),
                throw.ways * counts.get((0, 0), 0),
            )
            for counts in throw.counts
        ]
        for throw in seen.throws
    ]

    def scaled_value(policy: list[int]) -> Fraction:
        chosen = [option[y] for option, y in zip(options, policy, strict=True)]
        gained, idle = map(sum, zip(*chosen, strict=True))
        return Fraction(gained, seen.total - idle)

    def improved(v: Fraction) -> list[int]:
        each = [[g * v.denominator + k * v.numerator for g, k in option] for option in options]
        return [last_index(worths, min(worths)) for worths in each]

    value = with_most = scaled_value([most_y - 1] * len(options))
    while (lower := scaled_value(policy := improved(value))) < value:
        value = lower
    chosen = zip(seen.throws, policy, strict=True)
    answers = tuple(Answer(throw.counts_as, throw.ways, y + 1) for throw, y in chosen)
    numbers: Counter[int] = Counter()
    for _, ways, dice in answers:
        numbers[dice] += ways
    return Play(
        value / scale,
        _only(x),
        tuple((dice, Fraction(ways, numbers.total())) for dice, ways in sorted(numbers.items())),
        answers,
        defence_gain=(with_most - value) / scale,
    )
