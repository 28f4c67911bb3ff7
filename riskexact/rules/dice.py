"""One round: how many of the equally likely throws cost each side how many units.

A *round* is a mapping (attackers lost, defenders lost) → number of throws.  Everything built on
it reads that mapping and nothing else of the rules.

Throws are counted by placing the dice of one hand from the highest value down.  Below the highest
value that a die can have, every die of a hand has a value on the same number of its faces: on one,
on none (more is added than that), or on all that are raised to a clamped 1.  So of the dice that
could have had a higher value and had not, any are as good as any others, and how many of them there
are is all that has to be remembered.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.rules import STANDARD, Rules, checked_rules
from riskexact.rules.hand import MOST_FACES, Hand


class Placed(NamedTuple):
    """How far a hand has been placed: `dice` of them, by what they count without `to_highest`.

    `highest` is the highest die while only one of two things is known of it: with a negative
    `to_highest` what it counts, (value, 0); with a positive one what it counts without it, and
    its faces.
    """

    dice: int
    highest: tuple[int, int] | None = None


NONE = Placed(0)


class Step(NamedTuple):
    """To `placed`, in so many ways: the pairs whose dice get this value, and have it or more.

    A set of pairs is an integer, pair m being bit m - 1.
    """

    placed: Placed
    got: int
    have: int
    ways: int


class Placing:
    """The throws of one hand: `thrown` are the faces of its dice, of which `kept` count."""

    def __init__(self, hand: Hand, thrown: Sequence[int], kept: int) -> None:
        """Look at every face of every die."""
        self.all = Placed(len(thrown))
        self._hand = hand
        self._thrown = thrown
        self._kept = kept
        # the values of each kind of die, and on how many of its faces it has them
        self._faces = {
            faces: Counter(hand.added(show, faces) for show in range(1, faces + 1))
            for faces in sorted(set(thrown))
        }
        self._top = {faces: max(on) for faces, on in self._faces.items()}
        self.values = {
            counts
            for faces, on in self._faces.items()
            for value in on
            for counts in (value, hand.highest(value, faces))
        }
        self._lowest = min(self.values)
        # numbers of dice before and after a step, while the highest is known by half, or not
        self.work = (len(thrown) + 1) ** 2 * (1 + abs(hand.to_highest))

    def steps(self, placed: Placed, value: int) -> list[Step]:
        """Return how far the hand can be placed with `value`, and in how many ways.

        >>> for step in Placing(Hand(2), (6, 6), 2).steps(NONE, 6):
        ...     print(step.placed.dice, bin(step.got), step.ways)
        0 0b0 1
        1 0b1 2
        2 0b11 1
        """
        before = self._pairs(placed)
        lowest = value == self._lowest  # where dice that are left have nowhere to go
        return [
            Step(after, self._pairs(after) ^ before, self._pairs(after), ways)
            for after, ways in self._after(placed, value)
            if after == self.all or not lowest
        ]

    def _pairs(self, placed: Placed) -> int:
        """Return the pairs whose dice, of those that are kept, have been placed."""
        kept = min(placed.dice, self._kept)
        if placed.highest is not None:
            kept += 1 if self._hand.to_highest > 0 else -1
        return (1 << kept) - 1

    def _after(self, placed: Placed, value: int) -> list[tuple[Placed, int]]:
        if placed == NONE and self._hand.to_highest:
            return [(NONE, 1), *self._first_steps(value)]
        highest = placed.highest
        if highest and self._hand.to_highest > 0:
            if value > highest[0]:
                return [(placed, 1)]
            return [
                (Placed(x), ways) for x, faces, ways in self._firsts(value) if faces == highest[1]
            ]
        if highest and highest[0] == value:
            highest = None
        return [
            (Placed(placed.dice + x, highest), ways)
            for x, ways in enumerate(self._ways(placed.dice, value))
            if ways
        ]

    def _first_steps(self, value: int) -> Iterator[tuple[Placed, int]]:
        """Place the first dice, where the highest counts something else than it would."""
        if self._hand.to_highest < 0:
            for x, faces, ways in self._firsts(value):
                counts = self._hand.highest(value, faces)
                yield Placed(x, None if counts == value else (counts, 0)), ways
            return
        for faces, on in self._faces.items():
            for without in on:
                if self._hand.highest(without, faces) == value > without:
                    yield Placed(0, (without, faces)), 1
        for x, faces, ways in self._firsts(value):
            if self._hand.highest(value, faces) == value:
                yield Placed(x), ways

    def _firsts(self, value: int) -> Iterator[tuple[int, int, int]]:
        """Yield (x, faces, ways) for x > 0 first dice of which the largest has so many faces."""
        fewer = [0] * (len(self._thrown) + 1)
        for faces in self._faces:
            ways = self._ways(0, value, faces)
            for x in range(1, len(ways)):
                if ways[x] > fewer[x]:
                    yield x, faces, ways[x] - fewer[x]
            fewer = ways

    def _ways(self, placed: int, value: int, most_faces: int = MOST_FACES) -> list[int]:
        """Return in how many ways 0, 1, 2, … more dice have the value.

        Those that can have more, and had not, are chosen freely; those that have it at the most
        come on top, each with its own number of faces.
        """
        thrown = [faces for faces in self._thrown if faces <= most_faces]
        above = [faces for faces in thrown if self._top[faces] > value]
        on = self._faces[above[0]][value] if above else 0
        left = len(above) - placed
        ways = [comb(left, x) * on**x for x in range(left + 1)]
        for faces in thrown:
            if self._top[faces] == value:
                each = self._faces[faces][value]
                ways = [new + each * old for new, old in zip([*ways, 0], [0, *ways], strict=True)]
        return ways + [0] * (len(self._thrown) + 1 - len(ways))


MOST_WORK = 20_000_000
"""Steps of counting, in the worst case: half a minute."""

Losses = tuple[int, int]
"""Units lost in one round: (attackers lost, defenders lost)."""


def round_counts(
    attack_dice: int, defence_dice: int, rules: Rules = STANDARD
) -> Mapping[Losses, int]:
    """Return how many throws of so many dice cost each side how many units.

    The dice numbers are those that units throw, extra dice come on top; they run from 1 to what
    the rules allow, else `RiskError`.  The counts add up to the number of all throws (see
    `Rules.throws`); losses that cannot happen are left out.

    Equivalent to `round_counts_by_enumeration`, in time polynomial in the numbers of dice.

    >>> round_counts(3, 2)
    FrozenMapping({(0, 2): 2890, (1, 1): 2611, (2, 0): 2275})
    """
    checked_rules(rules)
    attack = whole(attack_dice, "attack_dice", 1, rules.attack.max_dice)
    defence = whole(defence_dice, "defence_dice", 1, rules.defence.max_dice)
    return _round_counts(attack, defence, rules)


def loss_counts(attack_dice: int, defence_dice: int, rules: Rules = STANDARD) -> tuple[int, ...]:
    """Return how many throws cost the defender 0, 1, …, k units, where every round costs k.

    The view of `round_counts` for a round that compares k pairs and in which every pair costs
    somebody a unit: the attacker loses the rest of the k.  Raises `RiskError` where a tie costs
    nobody, and for dice that the rules do not allow.

    >>> loss_counts(3, 2)
    (2275, 2611, 2890)
    >>> loss_counts(4, 2)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attack_dice must be a whole number, from 1 to 3, not 4
    """
    counts = round_counts(attack_dice, defence_dice, rules)
    if rules.losses_per_round is None:
        raise RiskError(
            f"ties must not be {rules.ties!r} for loss counts: a round then costs no fixed number "
            "of units; take round_counts"
        )
    cost = len(rules.costly_pairs(attack_dice, defence_dice))
    return tuple(counts.get((cost - i, i), 0) for i in range(cost + 1))


def break_even_ratio(rules: Rules = STANDARD) -> Fraction:
    """Return the ratio of attackers to defenders at which large armies are equally strong.

    It is what the attacker loses in the mean in a round of full dice, divided by what the defender
    loses.  For armies that grow in a larger ratio the chance to win tends to 1, in a smaller one
    to 0.  Raises `RiskError` where the defender never loses a unit in such a round.

    >>> break_even_ratio()
    Fraction(2387, 2797)
    """
    checked_rules(rules)
    counts = round_counts(*rules.max_dice, rules)
    attackers_lost = sum(i * count for (i, _), count in counts.items())
    defenders_lost = sum(j * count for (_, j), count in counts.items())
    if defenders_lost == 0:
        raise RiskError(
            "a break-even ratio needs rules under which full dice can cost the defender a unit, "
            f"not {rules.description}"
        )
    return Fraction(attackers_lost, defenders_lost)


def resolve(attack: Sequence[int], defence: Sequence[int], rules: Rules = STANDARD) -> Losses:
    """Return what one throw costs: (attackers lost, defenders lost).

    - `attack`, `defence`: what the dice show, each from 1 to its faces; in any order where all dice
      have the same faces, and else in the order in which the rules name them.  Extra dice are
      thrown too.

    Equivalent to that throw in `round_counts_by_enumeration`.  Raises `RiskError` for dice that the
    rules do not allow.

    >>> resolve([2, 6, 1], [5, 5])
    (1, 1)
    """
    checked_rules(rules)
    numbers = (
        _number_of_dice(attack, rules.attack, rules.faces, "attack"),
        _number_of_dice(defence, rules.defence, rules.faces, "defence"),
    )
    return _resolved(tuple(attack), tuple(defence), *numbers, rules)


@lru_cache(maxsize=1024)
def changing_round(
    attack_dice: int, defence_dice: int, rules: Rules
) -> tuple[tuple[tuple[Losses, int], ...], int]:
    """Return the throws that change something, as ((losses, count), …), and their total.

    The odds of a battle are those given that each round changes something: a round that costs
    nobody a unit is thrown again.

    >>> changing_round(1, 1, Rules(ties="nobody"))
    ((((0, 1), 15), ((1, 0), 15)), 30)
    """
    changes = tuple(
        (losses, count)
        for losses, count in _round_counts(attack_dice, defence_dice, rules).items()
        if losses != (0, 0)
    )
    return changes, sum(count for _, count in changes)


def round_counts_by_enumeration(
    attack_dice: int, defence_dice: int, rules: Rules = STANDARD
) -> Mapping[Losses, int]:
    """Count every single throw: the definition of a round, and the slow twin of `round_counts`.

    >>> round_counts_by_enumeration(2, 1) == round_counts(2, 1)
    True
    """
    counts: Counter[Losses] = Counter()
    attack, defence = rules.thrown(attack_dice, defence_dice)
    for throw in product(*(range(1, faces + 1) for faces in attack + defence)):
        shows = throw[: len(attack)], throw[len(attack) :]
        counts[_resolved(*shows, attack_dice, defence_dice, rules)] += 1
    return counts


def _resolved(
    attack: Sequence[int], defence: Sequence[int], attack_dice: int, defence_dice: int, rules: Rules
) -> Losses:
    thrown = rules.thrown(attack_dice, defence_dice)
    xs = rules.attack.counted(attack, thrown[0], attack_dice)
    ys = rules.defence.counted(defence, thrown[1], defence_dice)
    return compare(xs, ys, rules.costly_pairs(attack_dice, defence_dice), rules.ties)


def compare(xs: Sequence[int], ys: Sequence[int], pairs: Sequence[int], ties: str) -> Losses:
    """Compare two throws, as they count and highest first: (attackers lost, defenders lost).

    `pairs` are those of `Rules.costly_pairs`, and `ties` says who wins them.

    >>> compare([6, 2], [5, 5], (1, 2), "defender")
    (1, 1)
    """
    compared = [(xs[m - 1], ys[m - 1]) for m in pairs]
    tied = sum(x == y for x, y in compared)
    return (
        sum(x < y for x, y in compared) + tied * (ties == "defender"),
        sum(x > y for x, y in compared) + tied * (ties == "attacker"),
    )


def _number_of_dice(shows: Sequence[int], hand: Hand, faces: int, name: str) -> int:
    """Return how many dice were thrown, extra ones not counted, after checking what they show."""
    if not isinstance(shows, Sequence) or isinstance(shows, str | range):
        raise RiskError(f"{name} must be a list of what each die shows, not {shown(shows)}")
    for number in range(hand.max_dice, 0, -1):
        thrown = hand.thrown(number, faces)
        if len(thrown) == len(shows):
            for shown_by_die, most in zip(shows, thrown, strict=True):
                whole(shown_by_die, f"{name}: a die", 1, most)
            return number
    allowed = sorted({len(hand.thrown(number, faces)) for number in range(1, hand.max_dice + 1)})
    numbers = "1 die" if allowed == [1] else f"{' or '.join(map(str, allowed))} dice"
    raise RiskError(f"{name} must be {numbers} under these rules, not {len(shows)}")


@lru_cache(maxsize=1024)
def _round_counts(attack_dice: int, defence_dice: int, rules: Rules) -> Mapping[Losses, int]:
    """Place the dice of both sides from the highest value down, and settle each pair at once.

    The m-th highest dice of both sides form pair m.  Sets of pairs are integers, pair m being bit
    m - 1.  With the dice placed so far on higher values, and those that get this value, pair m is

    - tied if both its dice get it;
    - lost by the side whose die is still to come if the other's die gets it.
    """
    attack, defence = (
        Placing(hand, thrown, kept)
        for hand, thrown, kept in zip(
            (rules.attack, rules.defence),
            rules.thrown(attack_dice, defence_dice),
            (attack_dice, defence_dice),
            strict=True,
        )
    )
    work = len(attack.values | defence.values) * attack.work * defence.work
    if work > MOST_WORK:
        raise RiskError(
            f"dice must be fewer, or have fewer faces: counting {attack_dice} v {defence_dice} of "
            f"these would take {work} steps, and at most {MOST_WORK} are taken"
        )
    costly = sum(1 << (m - 1) for m in rules.costly_pairs(attack_dice, defence_dice))
    to_attacker, to_defender = rules.ties == "attacker", rules.ties == "defender"
    ways: dict[tuple[Placed, Placed], Counter[Losses]] = {(NONE, NONE): Counter({(0, 0): 1})}
    for value in sorted(attack.values | defence.values, reverse=True):
        after: dict[tuple[Placed, Placed], Counter[Losses]] = {}
        attack_steps = {s: attack.steps(s, value) for s, _ in ways}
        defence_steps = {t: defence.steps(t, value) for _, t in ways}
        for (s, t), counts in ways.items():
            for s_after, a_got, a_have, a_ways in attack_steps[s]:
                for t_after, d_got, d_have, d_ways in defence_steps[t]:
                    tied = (a_got & d_got & costly).bit_count()
                    lost_a = (d_got & ~a_have & costly).bit_count() + tied * to_defender
                    lost_d = (a_got & ~d_have & costly).bit_count() + tied * to_attacker
                    target = after.setdefault((s_after, t_after), Counter())
                    for (a, d), count in counts.items():
                        target[a + lost_a, d + lost_d] += a_ways * d_ways * count
        ways = after
    return FrozenMapping(dict(sorted(ways[attack.all, defence.all].items())))
