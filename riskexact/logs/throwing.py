"""Random dice for many battles at the same time, by numpy; what they cost is `dice.resolve`."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.random import Generator

from riskexact.rules import Rules
from riskexact.rules.dice import resolve
from riskexact.rules.hand import Die

Numbers = np.ndarray[Any, np.dtype[np.integer[Any]]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]

losses = lru_cache(maxsize=1 << 16)(resolve)


def fight(
    units: list[Numbers], rules: Rules, over: Flags, last: int | None, random: Generator
) -> None:
    """Fight all battles to their end, round by round; `units` become those left of both sides.

    A battle ends where it is `over`, by [attackers, defenders], and after `last` rounds if any.
    """
    numbers = [
        np.array([hand.dice_of(n) for n in range(most)])
        for hand, most in zip((rules.attack, rules.defence), over.shape, strict=True)
    ]
    going, rounds = np.arange(units[0].size), 0
    while (going := going[~over[units[0][going], units[1][going]]]).size and rounds != last:
        x, y = (dice[side[going]] for dice, side in zip(numbers, units, strict=True))
        for most in sorted(set(zip(x.tolist(), y.tolist(), strict=True))):
            battles, dice = going[(x == most[0]) & (y == most[1])], rules.allowed(*most)
            for side, lost in zip(units, thrown(rules, dice, battles.size, random), strict=True):
                side[battles] -= lost
        rounds += 1


def thrown(rules: Rules, dice: tuple[int, int], battles: int, random: Generator) -> Numbers:
    """Throw the dice of each side, extra ones included, and return what they cost each side."""
    attack, defence = rules.thrown(*dice)
    shows = np.array([throw_die(die, battles, random) for die in (*attack, *defence)])
    throws, which = np.unique(shows, axis=1, return_inverse=True)
    n = len(attack)
    costs = [losses(tuple(each[:n]), tuple(each[n:]), rules) for each in throws.T.tolist()]
    return np.array(costs).T[:, which.ravel()]


def throw_die(die: Die, battles: int, random: Generator) -> Numbers:
    """Draw one of the sides of the die, of which each face has as many as it weighs."""
    kind = np.uint8 if die.total < 1 << 8 else np.uint32
    sides: Numbers = random.integers(1, die.total, battles, dtype=kind, endpoint=True)
    if isinstance(die.short, int):
        return sides
    return np.array(die.faces, np.uint8)[np.searchsorted(np.cumsum(die.weights), sides)]
