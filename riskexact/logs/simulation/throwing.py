"""Random dice for many battles at the same time, by numpy, without any odds.

Dice are modified, dropped, sorted and compared as players do at a table, by the fields of `Rules`
and `Hand` alone.  Nothing here uses `rules.dice` or anything built on it.

An array has an entry for each battle; dice are a sequence of arrays, one for each die.
"""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from riskexact.base.frozen import NamedTuple
from riskexact.rules import Rules
from riskexact.rules.hand import Die, Hand

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.integer[Any]]]
Flags: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]

ThrownDice: TypeAlias = Sequence[Numbers]

KIND_BITS = 5
"""Bits of the number of a kind of dice, of which at most 20 are thrown."""


class Throw(NamedTuple):
    """One round of one battle: the units before it, the dice as thrown, and the units lost."""

    attackers: int
    defenders: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    attackers_lost: int
    defenders_lost: int


class Ends(NamedTuple):
    """When a battle is over: in some states [attackers, defenders], and after `rounds` if any."""

    states: Flags
    rounds: int | None = None

    def over(self, attackers: Numbers, defenders: Numbers, rounds: int) -> Flags:
        """Return which battles are over after `rounds` rounds.

        >>> board = np.array([[True, True], [True, False]])
        >>> Ends(board).over(np.array([1, 1]), np.array([0, 1]), 5)
        array([ True, False])
        """
        over: Flags = self.states[attackers, defenders] | (rounds == self.rounds)
        return over


def fight(
    attackers: Numbers, defenders: Numbers, rules: Rules, ends: Ends, generator: np.random.Generator
) -> tuple[int, list[Throw]]:
    """Fight all battles to their end, round by round; the arrays become the units left.

    Returns the number of rounds of all battles, and the rounds of the first one.

    >>> attackers, defenders = np.array([3, 3]), np.array([0, 0])
    >>> fight(attackers, defenders, Rules(), Ends(np.full((4, 1), True)), None)
    (0, [])
    """
    total = rounds = 0
    throws: list[Throw] = []
    going = np.flatnonzero(~ends.over(attackers, defenders, 0))
    while going.size:
        for battles, dice in _by_dice(going, attackers, defenders, rules):
            attack, defence = throw_dice(rules, dice, battles.size, generator)
            lost = losses(rules, dice, attack, defence)
            if battles[0] == 0:
                units = int(attackers[0]), int(defenders[0])
                shows = [tuple(int(die[0]) for die in side) for side in (attack, defence)]
                ours, theirs = (int(side[0]) for side in lost)
                throws.append(Throw(*units, shows[0], shows[1], ours, theirs))
            attackers[battles] -= lost[0]
            defenders[battles] -= lost[1]
        total += going.size
        rounds += 1
        going = going[~ends.over(attackers[going], defenders[going], rounds)]
    return total, throws


def _by_dice(
    going: Numbers, attackers: Numbers, defenders: Numbers, rules: Rules
) -> Iterator[tuple[Numbers, tuple[int, int]]]:
    """Yield the battles in which the same numbers of dice are thrown, and those numbers."""
    attack, defence = (
        np.array([hand.dice_of(units) for units in range(int(side.max()) + 1)])[side[going]]
        for hand, side in ((rules.attack, attackers), (rules.defence, defenders))
    )
    most = rules.defence.max_dice + 1
    kind = attack * most + defence
    for each in np.flatnonzero(np.bincount(kind)):
        yield going[kind == each], divmod(int(each), most)


def throw_dice(
    rules: Rules, dice: tuple[int, int], battles: int, generator: np.random.Generator
) -> tuple[ThrownDice, ThrownDice]:
    """Throw the dice of each side, extra ones included, in each of the battles.

    >>> attack, defence = throw_dice(Rules(), (3, 1), 1000, np.random.default_rng(1))
    >>> len(attack), len(defence), int(attack[0].min()), int(attack[0].max())
    (3, 1, 1, 6)
    """
    attack, defence = (
        [_thrown(die, battles, generator) for die in hand] for hand in rules.thrown(*dice)
    )
    return attack, defence


def _thrown(die: Die, battles: int, generator: np.random.Generator) -> Numbers:
    """Draw one of the sides of the die, of which each face has as many as it weighs."""
    kind = np.uint8 if die.total < 1 << 8 else np.uint32
    sides: Numbers = generator.integers(1, die.total, battles, dtype=kind, endpoint=True)
    if isinstance(die.short, int):
        return sides
    return np.array(die.faces, np.uint8)[np.searchsorted(np.cumsum(die.weights), sides)]


def losses(
    rules: Rules, dice: tuple[int, int], attack: ThrownDice, defence: ThrownDice
) -> tuple[Numbers, Numbers]:
    """Return the losses of each side, from the values of the dice.

    >>> [lost.tolist() for lost in losses(Rules(), (2, 2), [[6], [1]], [[2], [2]])]
    [[1], [1]]
    """
    faces = rules.thrown(*dice)
    ours = counted(rules.attack, attack, faces[0], dice[0])
    theirs = counted(rules.defence, defence, faces[1], dice[1])
    attackers_lost = defenders_lost = np.zeros_like(ours[0])
    for m in rules.scoring_pairs(*dice):
        x, y = ours[m - 1], theirs[m - 1]
        attackers_lost = attackers_lost + (x <= y if rules.ties == "defender" else x < y)
        defenders_lost = defenders_lost + (x >= y if rules.ties == "attacker" else x > y)
    return attackers_lost, defenders_lost


def counted(hand: Hand, shows: ThrownDice, thrown: Sequence[Die], kept: int) -> ThrownDice:
    """Return the values of the kept dice, highest first.

    Equivalent to `Hand.counted` for each battle.

    >>> dice = counted(Hand(2, extra=1, to_highest=-1), [[2], [5], [5]], [Die(6)] * 3, kept=2)
    >>> [die.tolist() for die in dice]
    [[5], [4]]
    """
    # dice of equal values are told apart by their bounds, in the lowest bits
    bounds = sorted({die.bounds for die in thrown})
    keys: ThrownDice = [
        (_within(np.asarray(show, np.int16) + hand.to_all, *die.bounds, hand) << KIND_BITS)
        + bounds.index(die.bounds)
        for show, die in zip(shows, thrown, strict=True)
    ]
    by = [hand.to_highest] + [0] * (kept - 1)
    by[-1] += hand.to_lowest
    most, least = np.array(bounds).T
    values = []
    for key, more in zip(highest_first(keys)[:kept], by, strict=True):
        kind = key & ((1 << KIND_BITS) - 1)
        values.append(_within((key >> KIND_BITS) + more, most[kind], least[kind], hand))
    return highest_first(values)


def _within(values: Numbers, most: int | Numbers, least: int | Numbers, hand: Hand) -> Numbers:
    return np.clip(values, least, most) if hand.clamped else values


def highest_first(dice: ThrownDice) -> ThrownDice:
    """Sort the dice of each battle, by exchanging neighbours.

    Equivalent to `sorted(dice, reverse=True)` for each battle.

    >>> [die.tolist() for die in highest_first([np.array([1, 3]), np.array([2, 2])])]
    [[2, 3], [1, 2]]
    """
    in_order = list(dice)
    for turn in range(len(in_order)):
        for i in range(turn % 2, len(in_order) - 1, 2):
            pair = in_order[i : i + 2]
            in_order[i : i + 2] = np.maximum(*pair), np.minimum(*pair)
    return in_order
