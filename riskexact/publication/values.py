"""The values that a publication holds, by two roads that share none of the work.

- `ByRecursion`: rows of battles, each from the rows before it, by the definition in `recursion`.  A
  tile that does not begin at 1 v 1 needs the battles on its edge: as many lines as a round can
  cost units.  The closed form gives them, so that no tile waits for another.
- `ByClosedForm`: each battle on its own, by the sum over first exits.

Under rules that have no closed form, because a tie costs nobody, the second road is the recursion
read forwards (`recursion.outcomes`), from each battle to its ends, and the first begins at 1 v 1
wherever the tile lies.

One of them makes a publication, and the other checks it.  Both yield the battles of a tile in the
order of the attackers, then of the defenders.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import NamedTuple, Protocol, TypeVar

from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum, weighted_mean
from riskexact.odds import recursion
from riskexact.odds.limits import check_size
from riskexact.odds.states import State, best_first, won
from riskexact.odds.weights import base_of
from riskexact.publication.overlaps import Marking, Worth
from riskexact.publication.plan import Tile
from riskexact.questions.battle import Battle, win_probability
from riskexact.questions.needed import attackers_needed
from riskexact.rules import Rules, checked_rules
from riskexact.rules.dice import Losses, changing_round, round_counts
from riskexact.rules.hand import Hand

BITS_FOR_FLINT = 5000
"""Bits of a denominator from which on flint reduces a fraction; measured."""

MOST_WORK = 1_000_000
"""Throws of one side, and pairs of what both can count, that `ByClosedForm.rounds` looks at."""

Ends = list[tuple[State, Fraction]]
"""(attackers left, defenders left) and their chances, from the best for the attacker on."""

Value = TypeVar("Value", bound=Worth)

Terms = list[tuple[Losses, int, Value]]
"""What throws of a round cost, if anything, how many do, and what the battle is worth then."""


class Round(NamedTuple):
    """So many throws of so many dice, of the attacker and of the defender, cost them this."""

    attack_dice: int
    defence_dice: int
    losses: Losses
    throws: int


class Needed(NamedTuple):
    """The fewest attackers that have at least a chance, and the chance to win that they have."""

    defenders: int
    chance: Fraction
    attackers: int
    win: Fraction


class Values(Protocol):
    """What the two roads answer."""

    def method(self, data_set: str, rules: Rules, tile: Tile) -> str:
        """Return in a few words how the values of a data set come about."""

    def win(self, rules: Rules, tile: Tile) -> Iterator[tuple[State, Fraction]]:
        """Yield each battle with the chance to win it."""

    def outcomes(self, rules: Rules, tile: Tile) -> Iterator[tuple[State, Ends]]:
        """Yield each battle with the chances of all its ends."""

    def needed(self, rules: Rules, most: int, chances: Sequence[Fraction]) -> Iterator[Needed]:
        """Yield the fewest attackers for 1 to `most` defenders and for each of the chances above 0.

        What no number of attackers up to `most_attackers` reaches is left out.
        """

    def rounds(self, rules: Rules) -> Iterator[Round]:
        """Yield, for every two numbers of dice, what their throws can cost."""


def check_publishable(rules: Rules) -> None:
    """Raise `RiskError` for rules whose values cannot be found by two roads.

    >>> check_publishable(Rules(faces=100))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.RiskError: rules must have fewer dice, or fewer faces, to be published: ...
    """
    checked_rules(rules)
    hands = rules.thrown(*rules.max_dice)
    work = sum(map(prod, hands)) + prod(
        comb(len(hand) + max(hand) - 1, len(hand)) for hand in hands
    )
    if work > MOST_WORK:
        raise RiskError(
            "rules must have fewer dice, or fewer faces, to be published: to look at every throw "
            f"would take {work} steps, and at most {MOST_WORK} are taken"
        )


def most_attackers(most: int) -> int:
    """Return how many attackers are tried, at the most, against 1 to `most` defenders.

    >>> most_attackers(40)
    500
    """
    return 100 + 10 * most


class ByRecursion:
    """Values by the recursion, row after row; those on the edge of a tile by the closed form.

    `marking`, if any, takes marks of what tiles have in common.
    """

    def __init__(self, marking: Marking | None = None) -> None:
        """Take what marks."""
        self._marking = marking

    def method(self, data_set: str, rules: Rules, tile: Tile) -> str:
        """Return in a few words how the values of a data set come about.

        >>> ByRecursion().method("win", Rules(), Tile(range(1, 51), range(51, 101)))
        'recursion from the closed form on the edge'
        """
        if data_set == "rounds":
            return "count of the throws by values"
        at_the_origin = tile.attackers.start == tile.defenders.start == 1
        if data_set == "needed" or at_the_origin or not rules.has_closed_form:
            return "recursion"
        return "recursion from the closed form on the edge"

    def win(self, rules: Rules, tile: Tile) -> Iterator[tuple[State, Fraction]]:
        """Yield each battle with the chance to win it: the mean of those after a round.

        >>> for battle, chance in ByRecursion().win(Rules(), Tile(range(1, 3), range(1, 3))):
        ...     print(*battle, chance)
        1 1 5/12
        1 2 275/2592
        2 1 1955/2592
        2 2 235/648
        """
        check_publishable(rules)
        check_tile("win", rules, tile)
        yield from _battles(rules, tile, _chance_on_edge(rules), _mean_chance, self._marking)

    def outcomes(self, rules: Rules, tile: Tile) -> Iterator[tuple[State, Ends]]:
        """Yield each battle with the chances of all its ends: means of those after a round.

        On the way a chance is a whole number over `base ** (units lost until then)`.

        >>> _, ends = next(ByRecursion().outcomes(Rules(), Tile(range(1, 2), range(2, 3))))
        >>> ends
        [((1, 0), Fraction(275, 2592)), ((0, 1), Fraction(385, 2592)), ((0, 2), Fraction(161, 216))]
        """
        check_publishable(rules)
        check_tile("outcomes", rules, tile)
        units = tile.attackers[-1] + tile.defenders[-1]
        base = base_of(rules)
        powers = [base**lost for lost in range(units + 1)]

        def on_edge(a: int, d: int) -> dict[State, int]:
            if not (a and d):
                return {(a, d): 1}
            from riskexact.engine.outcomes import weighted_outcomes

            ends = weighted_outcomes(a, d, rules)
            if sum(part * powers[sum(end)] for end, part in ends.items()) != powers[a + d]:
                raise ArithmeticError(f"the closed form of {a} v {d} does not add up to 1")
            return ends

        def mean(terms: Terms[dict[State, int]], total: int) -> dict[State, int]:
            value: defaultdict[State, int] = defaultdict(int)
            for (i, j), throws, ends in terms:
                weight = throws * powers[i + j] // total
                for end, part in ends.items():
                    value[end] += weight * part
            return value

        for (a, d), ends in _battles(rules, tile, on_edge, mean, self._marking):
            yield (
                (a, d),
                [
                    (end, _fraction(ends[end], powers[a + d - sum(end)]))
                    for end in sorted(ends, key=best_first)
                ],
            )

    def needed(self, rules: Rules, most: int, chances: Sequence[Fraction]) -> Iterator[Needed]:
        """Yield the fewest attackers for 1 to `most` defenders and for each of the chances.

        One number of attackers after the other is tried against all of them.

        >>> next(ByRecursion().needed(Rules(), 1, [Fraction(1, 2)]))
        Needed(defenders=1, chance=Fraction(1, 2), attackers=2, win=Fraction(1955, 2592))
        """
        check_publishable(rules)
        defenders = range(1, most + 1)
        open_ = {(d, chance) for d in defenders for chance in chances}
        found = {}
        tile = Tile(range(1, most_attackers(most) + 1), defenders)
        for a, row in _rows(rules, tile, _chance_on_edge(rules), _mean_chance):
            reached = {(d, chance) for d, chance in open_ if row[d] >= chance}
            found.update({(d, chance): Needed(d, chance, a, row[d]) for d, chance in reached})
            open_ -= reached
            if not open_:
                break
        yield from (
            found[d, chance] for d in defenders for chance in chances if (d, chance) in found
        )

    def rounds(self, rules: Rules) -> Iterator[Round]:
        """Yield, for every two numbers of dice, what their throws can cost: `dice.round_counts`.

        >>> next(ByRecursion().rounds(Rules()))
        Round(attack_dice=1, defence_dice=1, losses=(0, 1), throws=15)
        """
        check_publishable(rules)
        for x, y in rules.dice_numbers():
            for losses, throws in sorted(round_counts(x, y, rules).items()):
                yield Round(x, y, losses, throws)


class ByClosedForm:
    """Values by the closed form, each battle on its own; by walks to the end where there is none.

    They are those of `ByRecursion`, number for number.
    """

    def method(self, data_set: str, rules: Rules, tile: Tile) -> str:
        """Return in a few words how the values of a data set come about.

        >>> ByClosedForm().method("win", Rules(ties="nobody"), Tile(range(1, 9), range(1, 9)))
        'recursion forwards from each battle'
        """
        if data_set == "rounds":
            return "every throw"
        way = "closed form" if rules.has_closed_form else "recursion forwards from each battle"
        return f"proved search, and {way}" if data_set == "needed" else way

    def win(self, rules: Rules, tile: Tile) -> Iterator[tuple[State, Fraction]]:
        """Yield each battle with the chance to win it.

        >>> next(ByClosedForm().win(Rules(), Tile(range(3, 4), range(2, 3))))
        ((3, 2), Fraction(6610505, 10077696))
        """
        check_publishable(rules)
        for battle in product(tile.attackers, tile.defenders):
            yield battle, _win(*battle, rules)

    def outcomes(self, rules: Rules, tile: Tile) -> Iterator[tuple[State, Ends]]:
        """Yield each battle with the chances of all its ends.

        >>> _, ends = next(ByClosedForm().outcomes(Rules(), Tile(range(1, 2), range(2, 3))))
        >>> ends
        [((1, 0), Fraction(275, 2592)), ((0, 1), Fraction(385, 2592)), ((0, 2), Fraction(161, 216))]
        """
        check_publishable(rules)
        for battle in product(tile.attackers, tile.defenders):
            yield battle, list(_outcomes(*battle, rules).items())

    def needed(self, rules: Rules, most: int, chances: Sequence[Fraction]) -> Iterator[Needed]:
        """Yield the fewest attackers for 1 to `most` defenders and for each of the chances.

        >>> next(ByClosedForm().needed(Rules(), 1, [Fraction(1, 2)]))
        Needed(defenders=1, chance=Fraction(1, 2), attackers=2, win=Fraction(1955, 2592))
        """
        check_publishable(rules)
        for d, chance in product(range(1, most + 1), chances):
            try:
                a = attackers_needed(d, chance, rules)
            except RiskError:  # no number of attackers has that chance
                continue
            if a <= most_attackers(most):
                yield Needed(d, chance, a, _win(a, d, rules))

    def rounds(self, rules: Rules) -> Iterator[Round]:
        """Yield, for every two numbers of dice, what their throws cost, by looking at each.

        Throws of one side whose dice count the same are looked at together.

        >>> next(ByClosedForm().rounds(Rules()))
        Round(attack_dice=1, defence_dice=1, losses=(0, 1), throws=15)
        """
        check_publishable(rules)
        attack, defence = (
            [_throws(hand, n, rules.faces) for n in range(1, hand.max_dice + 1)]
            for hand in (rules.attack, rules.defence)
        )
        for x, y in rules.dice_numbers():
            counts: Counter[Losses] = Counter()
            for (xs, x_ways), (ys, y_ways) in product(
                attack[x - 1].items(), defence[y - 1].items()
            ):
                counts[_losses(xs, ys, x, y, rules)] += x_ways * y_ways
            for losses, throws in sorted(counts.items()):
                yield Round(x, y, losses, throws)


ROADS: Mapping[str, type[Values]] = {"recursion": ByRecursion, "closed-form": ByClosedForm}


def _battles(
    rules: Rules,
    tile: Tile,
    on_edge: Callable[[int, int], Value],
    mean: Callable[[Terms[Value], int], Value],
    marking: Marking | None,
) -> Iterator[tuple[State, Value]]:
    def edge(a: int, d: int) -> Value:
        value = on_edge(a, d)
        if marking and a and d:
            marking.mark("edge", a, d, value)
        return value

    others_begin = [line.stop - rules.max_losses for line in (tile.attackers, tile.defenders)]
    for a, row in _rows(rules, _filled(rules, tile), edge, mean):
        if a in tile.attackers:
            for d in tile.defenders:
                if marking and (a >= others_begin[0] or d >= others_begin[1]):
                    marking.mark("inside", a, d, row[d])
                yield (a, d), row[d]


def _rows(
    rules: Rules,
    tile: Tile,
    on_edge: Callable[[int, int], Value],
    mean: Callable[[Terms[Value], int], Value],
) -> Iterator[tuple[int, Mapping[int, Value]]]:
    """Yield (a, values by d) for the rows of a tile, each the mean of what its rounds lead to.

    Only as many rows are kept as a round can cost units.
    """
    reach = rules.max_losses
    first_a, first_d = tile.attackers.start, tile.defenders.start
    edge = range(max(0, first_d - reach), first_d)
    rows: deque[dict[int, Value]] = deque(maxlen=reach + 1)
    for a in range(max(0, first_a - reach), first_a):
        rows.append({d: on_edge(a, d) for d in (*edge, *tile.defenders) if a or d})
    for a in tile.attackers:
        row = {d: on_edge(a, d) for d in edge}
        rows.append(row)
        for d in tile.defenders:
            changes, total = changing_round(*rules.dice(a, d), rules)
            terms = [((i, j), throws, rows[-1 - i][d - j]) for (i, j), throws in changes]
            row[d] = mean(terms, total)
        yield a, row


def _filled(rules: Rules, tile: Tile) -> Tile:
    """Return what is filled for a tile: without a closed form for its edge, all from 1 v 1 on."""
    if rules.has_closed_form:
        return tile
    return Tile(range(1, tile.attackers.stop), range(1, tile.defenders.stop))


def check_tile(data_set: str, rules: Rules, tile: Tile) -> None:
    """Raise `RiskError` if the rows that the recursion keeps for a tile would not fit in memory.

    >>> house, far = Rules(ties="nobody"), range(801, 803)
    >>> check_tile("outcomes", house, Tile(far, far))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.RiskError: the exact fractions of 802 attackers against 802 defenders must ...
    """
    numbers = tile.attackers[-1] + tile.defenders[-1] if data_set == "outcomes" else 1
    held = (rules.max_losses + 1) * (len(_filled(rules, tile).defenders) + rules.max_losses)
    check_size(tile.attackers[-1], tile.defenders[-1], rules, held * numbers)


def _chance_on_edge(rules: Rules) -> Callable[[int, int], Fraction]:
    def on_edge(a: int, d: int) -> Fraction:
        return win_probability(a, d, rules) if a and d else Fraction(won(a, d))

    return on_edge


def _mean_chance(terms: Terms[Fraction], total: int) -> Fraction:
    return weighted_mean(((throws, chance) for _, throws, chance in terms), total)


def _fraction(numerator: int, denominator: int) -> Fraction:
    """Return a Fraction; Python's own way to lowest terms is slow for long numbers."""
    if denominator.bit_length() < BITS_FOR_FLINT:
        return Fraction(numerator, denominator)
    from riskexact.engine.primes import reduced

    return reduced(numerator, denominator)


def _win(a: int, d: int, rules: Rules) -> Fraction:
    if rules.has_closed_form:
        return win_probability(a, d, rules)
    return exact_sum(p for end, p in recursion.outcomes(a, d, rules).items() if won(*end))


def _outcomes(a: int, d: int, rules: Rules) -> Mapping[State, Fraction]:
    return (
        Battle(a, d, rules).outcomes if rules.has_closed_form else recursion.outcomes(a, d, rules)
    )


def _throws(hand: Hand, dice: int, faces: int) -> Counter[tuple[int, ...]]:
    """Return what so many dice of a hand can count, highest first, and in how many throws."""
    thrown = hand.thrown(dice, faces)
    every = product(*(range(1, most + 1) for most in thrown))
    return Counter(tuple(hand.counted(shows, thrown, dice)) for shows in every)


def _losses(xs: Sequence[int], ys: Sequence[int], x: int, y: int, rules: Rules) -> Losses:
    """Compare the pairs that cost a unit, one by one."""
    a_lost = d_lost = 0
    for m in rules.costly_pairs(x, y):
        attack, defence = xs[m - 1], ys[m - 1]
        if attack > defence or (attack == defence and rules.ties == "attacker"):
            d_lost += 1
        elif attack < defence or rules.ties == "defender":
            a_lost += 1
    return a_lost, d_lost
