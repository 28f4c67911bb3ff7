"""One round: the number of equally likely throws for each pair of losses.

A *round* is a mapping (attackers lost, defenders lost) → number of throws.  Everything built on it
uses that mapping and nothing else of the rules.

The definition enumerates all throws (`round_counts_by_enumeration`).  `round_counts` is faster: it
counts throws by order statistics.  The dice of a hand are ranked from the highest value down.
Below its highest value, every die of a hand has a given value on the same number of faces: on one,
on none (if more than that is added), or on all that are raised to a clamped 1.  So dice that could
have had a higher value, and had not, are interchangeable, and only their number must be remembered.
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
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import rule_set
from riskexact.rules.hand import MOST_FACES, Hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riskexact.base.distribution import Distribution


class Ranked(NamedTuple):
    """How far a hand has been ranked: the number of dice, by what they count without `to_highest`.

    `highest` is the highest die while only one of its two values has been passed: with a negative
    `to_highest` it is (what the die counts, 0), with a positive one (what it counts without,
    faces).
    """

    dice: int
    highest: tuple[int, int] | None = None


UNRANKED = Ranked(0)


class Step(NamedTuple):
    """A step to `ranked` at one value, possible in `ways` ways.

    `got` are the pairs whose dice have this value, `have` those whose dice have this or a higher
    one.  A set of pairs is an integer with bit m - 1 for pair m.
    """

    ranked: Ranked
    got: int
    have: int
    ways: int


class OrderStatistics:
    """The throws of one hand: `thrown` are the faces of its dice, of which `kept` count."""

    def __init__(self, hand: Hand, thrown: Sequence[int], kept: int) -> None:
        """Look at every face of every die."""
        self.all = Ranked(len(thrown))
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
        # (dice before) × (dice after) × (what may be known of the highest)
        self.work = (len(thrown) + 1) ** 2 * (1 + abs(hand.to_highest))

    def steps(self, ranked: Ranked, value: int) -> list[Step]:
        """Return the steps by which the hand can be ranked at `value`, with their numbers of ways.

        >>> for step in OrderStatistics(Hand(2), (6, 6), 2).steps(UNRANKED, 6):
        ...     print(step.ranked.dice, bin(step.got), step.ways)
        0 0b0 1
        1 0b1 2
        2 0b11 1
        """
        before = self._pairs(ranked)
        lowest = value == self._lowest  # the other dice cannot have less
        steps = []
        for after, ways in self._after(ranked, value):
            if after == self.all or not lowest:
                have = self._pairs(after)
                steps.append(Step(after, have ^ before, have, ways))
        return steps

    def _pairs(self, ranked: Ranked) -> int:
        """Return the pairs of kept dice that have been ranked."""
        kept = min(ranked.dice, self._kept)
        if ranked.highest is not None:
            kept += 1 if self._hand.to_highest > 0 else -1
        return (1 << kept) - 1

    def _after(self, ranked: Ranked, value: int) -> list[tuple[Ranked, int]]:
        if ranked == UNRANKED and self._hand.to_highest:
            return [(UNRANKED, 1), *self._first_steps(value)]
        highest = ranked.highest
        if highest and self._hand.to_highest > 0:
            if value > highest[0]:
                return [(ranked, 1)]
            return [
                (Ranked(x), ways) for x, faces, ways in self._firsts(value) if faces == highest[1]
            ]
        if highest and highest[0] == value:
            highest = None
        return [
            (Ranked(ranked.dice + x, highest), ways)
            for x, ways in enumerate(self._ways(ranked.dice, value))
            if ways
        ]

    def _first_steps(self, value: int) -> Iterator[tuple[Ranked, int]]:
        """Rank the first dice, if `to_highest` changes what the highest counts."""
        if self._hand.to_highest < 0:
            for x, faces, ways in self._firsts(value):
                counts = self._hand.highest(value, faces)
                yield Ranked(x, None if counts == value else (counts, 0)), ways
            return
        for faces, on in self._faces.items():
            for without in on:
                if self._hand.highest(without, faces) == value > without:
                    yield Ranked(0, (without, faces)), 1
        for x, faces, ways in self._firsts(value):
            if self._hand.highest(value, faces) == value:
                yield Ranked(x), ways

    def _firsts(self, value: int) -> Iterator[tuple[int, int, int]]:
        """Yield (x, faces, ways) for x > 0 first dice of which the largest has `faces` faces."""
        fewer = [0] * (len(self._thrown) + 1)
        for faces in self._faces:
            ways = self._ways(0, value, faces)
            for x in range(1, len(ways)):
                if ways[x] > fewer[x]:
                    yield x, faces, ways[x] - fewer[x]
            fewer = ways

    def _ways(self, ranked: int, value: int, most_faces: int = MOST_FACES) -> list[int]:
        """Return the number of ways in which 0, 1, 2, … more dice have the value.

        Dice that could have more, and have not, are chosen freely.  Each die whose highest value it
        is either has it, on its own number of faces, or not.
        """
        thrown = [faces for faces in self._thrown if faces <= most_faces]
        above = [faces for faces in thrown if self._top[faces] > value]
        on = self._faces[above[0]][value] if above else 0
        left = len(above) - ranked
        ways = [comb(left, x) * on**x for x in range(left + 1)]
        for faces in thrown:
            if self._top[faces] == value:
                each = self._faces[faces][value]
                ways = [new + each * old for new, old in zip([*ways, 0], [0, *ways], strict=True)]
        return ways + [0] * (len(self._thrown) + 1 - len(ways))


MAX_COUNTING_STEPS = 20_000_000
"""The most steps of counting: half a minute in the worst case."""

DiceNumbers = tuple[int, int]
"""The dice of a round: (attack dice, defence dice)."""

Losses = tuple[int, int]
"""Units lost in one round: (attackers lost, defenders lost)."""


def round_counts(
    attack_dice: int, defence_dice: int, rules: Rules | str = STANDARD
) -> Mapping[Losses, int]:
    """Return the number of throws of these dice for each (attackers lost, defenders lost).

    The numbers of dice do not include extra dice, which are thrown too.  They must be from 1 to
    what the rules allow, else `RiskError`.  The counts add up to `Rules.throws`; losses that cannot
    happen are left out.

    Equivalent to `round_counts_by_enumeration`, in time polynomial in the numbers of dice.

    >>> round_counts(3, 2)
    FrozenMapping({(0, 2): 2890, (1, 1): 2611, (2, 0): 2275})
    """
    rules = rule_set(rules)
    attack = whole(attack_dice, "attack_dice", 1, rules.attack.max_dice)
    defence = whole(defence_dice, "defence_dice", 1, rules.defence.max_dice)
    return _round_counts(attack, defence, rules)


def round_distribution(
    attack_dice: int, defence_dice: int, rules: Rules | str = STANDARD
) -> "Distribution[Losses]":
    """Return the exact distribution over (attackers_lost, defenders_lost) of one round.

    The arguments are those of `round_counts`, whose counts are divided by all throws.

    >>> round_distribution(3, 2)
    Distribution of 3 outcomes, mode (0, 2), mean 0.9209 and 1.079
    attackers_lost  defenders_lost  percent      exact
                 0               2   37.2 %  1445/3888  ████████████████████
                 1               1   33.6 %  2611/7776  ██████████████████▏
                 2               0   29.3 %  2275/7776  ███████████████▊
    """
    from riskexact.base.distribution import Distribution

    counts = round_counts(attack_dice, defence_dice, rules)
    total = sum(counts.values())
    return Distribution(
        {losses: Fraction(count, total) for losses, count in counts.items()},
        ("attackers_lost", "defenders_lost"),
    )


def loss_counts(
    attack_dice: int, defence_dice: int, rules: Rules | str = STANDARD
) -> tuple[int, ...]:
    """Return the numbers of throws that cost the defender 0, 1, …, k units, of k in all.

    These are the `round_counts` of a round with k scoring pairs, each of which costs somebody a
    unit: the attacker loses the rest of the k.  Raises `RiskError` if a tie costs nobody a unit,
    and for dice that the rules do not allow.

    >>> loss_counts(3, 2)
    (2275, 2611, 2890)
    >>> loss_counts(4, 2)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attack_dice must be a whole number, from 1 to 3, not 4
    """
    rules = rule_set(rules)
    counts = round_counts(attack_dice, defence_dice, rules)
    if rules.losses_per_round is None:
        raise RiskError(
            f"ties must not be {rules.ties!r} for loss counts: a round then costs no fixed number "
            "of units; take round_counts"
        )
    cost = len(rules.scoring_pairs(attack_dice, defence_dice))
    return tuple(counts.get((cost - i, i), 0) for i in range(cost + 1))


def break_even_ratio(rules: Rules | str = STANDARD) -> Fraction:
    """Return the ratio of attackers to defenders at which large armies are equally strong.

    It is the attacker's expected losses in a round with the most dice on both sides, divided by the
    defender's.  For growing armies in a larger ratio the chance to win tends to 1, in a smaller
    one to 0.  Raises `RiskError` if the defender never loses a unit in such a round.

    >>> break_even_ratio()
    Fraction(2387, 2797)
    """
    rules = rule_set(rules)
    counts = round_counts(*rules.max_dice, rules)
    attackers_lost = sum(i * count for (i, _), count in counts.items())
    defenders_lost = sum(j * count for (_, j), count in counts.items())
    if defenders_lost == 0:
        raise RiskError(
            "rules of a break-even ratio must let full dice cost the defender a unit, "
            f"not {rules.description}"
        )
    return Fraction(attackers_lost, defenders_lost)


def resolve(attack: Sequence[int], defence: Sequence[int], rules: Rules | str = STANDARD) -> Losses:
    """Return the losses of one throw: (attackers lost, defenders lost).

    - `attack`, `defence`: what the dice show, each from 1 to its faces, extra dice included.  Dice
      with different faces are given in the order of the rules, others in any order.

    Equivalent to that throw in `round_counts_by_enumeration`.  Raises `RiskError` for dice that the
    rules do not allow.

    >>> resolve([2, 6, 1], [5, 5])
    (1, 1)
    """
    rules = rule_set(rules)
    x = _number_of_dice(attack, rules.attack, rules.faces, "attack")
    y = _number_of_dice(defence, rules.defence, rules.faces, "defence")
    thrown = rules.thrown(x, y)
    return compare(
        rules.attack.counted(attack, thrown[0], x),
        rules.defence.counted(defence, thrown[1], y),
        rules.scoring_pairs(x, y),
        rules.ties,
    )


@lru_cache(maxsize=1024)
def round_with_loss(
    attack_dice: int, defence_dice: int, rules: Rules
) -> tuple[tuple[tuple[Losses, int], ...], int]:
    """Return the throws that cost somebody a unit, as ((losses, count), …), and their total.

    A round that costs nobody a unit is thrown again, so the odds of a battle follow from the
    chances given a loss.

    >>> round_with_loss(1, 1, Rules(ties="nobody"))
    ((((0, 1), 15), ((1, 0), 15)), 30)
    """
    with_loss = tuple(
        (losses, count)
        for losses, count in _round_counts(attack_dice, defence_dice, rules).items()
        if losses != (0, 0)
    )
    return with_loss, sum(count for _, count in with_loss)


def round_counts_by_enumeration(
    attack_dice: int, defence_dice: int, rules: Rules = STANDARD
) -> Mapping[Losses, int]:
    """Enumerate all throws: the definition of a round, and the slow equivalent of `round_counts`.

    >>> round_counts_by_enumeration(2, 1) == round_counts(2, 1)
    True
    """
    counts: Counter[Losses] = Counter()
    pairs = rules.scoring_pairs(attack_dice, defence_dice)
    attack = counted_by_enumeration(rules.attack, attack_dice, rules.faces)
    defence = counted_by_enumeration(rules.defence, defence_dice, rules.faces)
    for (xs, x_ways), (ys, y_ways) in product(attack.items(), defence.items()):
        counts[compare(xs, ys, pairs, rules.ties)] += x_ways * y_ways
    return counts


@lru_cache(maxsize=64)
def counted_by_enumeration(hand: Hand, dice: int, faces: int) -> Mapping[tuple[int, ...], int]:
    """Return the number of throws of a hand for each result: what its dice count, highest first.

    >>> counted_by_enumeration(Hand(2), 2, faces=2)
    FrozenMapping({(1, 1): 1, (2, 1): 2, (2, 2): 1})
    """
    thrown = hand.thrown(dice, faces)
    every = product(*(range(1, most + 1) for most in thrown))
    return FrozenMapping(Counter(tuple(hand.counted(shows, thrown, dice)) for shows in every))


def compare(
    attack: Sequence[int], defence: Sequence[int], pairs: Sequence[int], ties: str
) -> Losses:
    """Compare two throws, as they count and highest first: (attackers lost, defenders lost).

    `pairs` are those of `Rules.scoring_pairs`; `ties` says who wins a tie.

    >>> compare([6, 2], [5, 5], (1, 2), "defender")
    (1, 1)
    """
    compared = [(attack[m - 1], defence[m - 1]) for m in pairs]
    tied = sum(x == y for x, y in compared)
    return (
        sum(x < y for x, y in compared) + tied * (ties == "defender"),
        sum(x > y for x, y in compared) + tied * (ties == "attacker"),
    )


def _number_of_dice(shows: Sequence[int], hand: Hand, faces: int, name: str) -> int:
    """Return the number of dice thrown, without extra dice, after checking what they show."""
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
    """Rank the dice of both sides from the highest value down, and decide each pair at once.

    The m-th highest dice of both sides form pair m.  At each value, pair m is

    - tied if both its dice have this value;
    - lost by the side whose die has a lower value if the other's die has this one.
    """
    attack, defence = (
        OrderStatistics(hand, thrown, kept)
        for hand, thrown, kept in zip(
            (rules.attack, rules.defence),
            rules.thrown(attack_dice, defence_dice),
            (attack_dice, defence_dice),
            strict=True,
        )
    )
    work = len(attack.values | defence.values) * attack.work * defence.work
    if work > MAX_COUNTING_STEPS:
        raise RiskError(
            f"dice must be fewer, or have fewer faces: counting {attack_dice} v {defence_dice} of "
            f"these must take at most {MAX_COUNTING_STEPS} steps, not {work}"
        )
    scoring = sum(1 << (m - 1) for m in rules.scoring_pairs(attack_dice, defence_dice))
    to_attacker, to_defender = rules.ties == "attacker", rules.ties == "defender"
    ways: dict[tuple[Ranked, Ranked], dict[Losses, int]] = {(UNRANKED, UNRANKED): {(0, 0): 1}}
    for value in sorted(attack.values | defence.values, reverse=True):
        after: dict[tuple[Ranked, Ranked], dict[Losses, int]] = {}
        attack_steps = {s: attack.steps(s, value) for s in {s for s, _ in ways}}
        defence_steps = {t: defence.steps(t, value) for t in {t for _, t in ways}}
        for (s, t), counts in ways.items():
            for s_after, a_got, a_have, a_ways in attack_steps[s]:
                for t_after, d_got, d_have, d_ways in defence_steps[t]:
                    tied = (a_got & d_got & scoring).bit_count()
                    lost_a = (d_got & ~a_have & scoring).bit_count() + tied * to_defender
                    lost_d = (a_got & ~d_have & scoring).bit_count() + tied * to_attacker
                    target = after.setdefault((s_after, t_after), {})
                    for (a, d), count in counts.items():
                        lost = a + lost_a, d + lost_d
                        target[lost] = target.get(lost, 0) + a_ways * d_ways * count
        ways = after
    return FrozenMapping(dict(sorted(ways[attack.all, defence.all].items())))
