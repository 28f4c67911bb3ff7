"""The kinds of battles and rounds in a log, and the chances of their losses under fair dice."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from riskexact.base.certain import Certain, Enclosure
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.battle.battle import Battle
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import Losses, round_distribution

Mode = Literal["dice", "blitz", "round"]
"""A battle thrown with dice, one drawn by Balanced Blitz 3.3, or a single round of dice."""


class FightKind(NamedTuple):
    """A battle or a round that may occur many times, each time with the same chances.

    - `attackers`, `defenders`: the units that fight, or in a round the dice of each side;
    - `least_lost`, `least_defenders_lost`: in the log only if at least this many units were lost,
      by both sides together and by the defender.
    """

    attackers: int
    defenders: int
    rules: Rules = STANDARD
    mode: Mode = "dice"
    least_lost: int = 0
    least_defenders_lost: int = 0

    @property
    def title(self) -> str:
        """The kind in few words."""
        sides = f"{self.attackers} v {self.defenders}"
        return f"a round of {sides} dice" if self.mode == "round" else sides

    def seen(self, losses: Losses) -> bool:
        """Return whether the log has it when these units were lost."""
        return sum(losses) >= self.least_lost and losses[1] >= self.least_defenders_lost


def chances(kind: FightKind, bits: int = 128) -> Mapping[Losses, Enclosure]:
    """Return bounds of the chance of each loss that the log has, given that it has it, best first.

    - of dice: both bounds are the exact chance;
    - of Balanced Blitz: bounds about 2^-bits of the chance apart; a loss that it never causes, but
      dice may, has the chance 0.

    >>> seen = chances(FightKind(2, 1, least_lost=2))
    >>> seen[1, 1] == (Fraction(5, 12),) * 2, seen[2, 0][1] == Fraction(7, 12)
    (True, True)
    """
    return _chances(kind, bits if kind.mode == "blitz" else 0)


@lru_cache(maxsize=4096)
def _chances(kind: FightKind, bits: int) -> Mapping[Losses, Enclosure]:
    every = _every(*kind[:4])
    by_dice = _every(*kind[:3], "dice") if kind.mode == "blitz" else every
    seen = {
        losses: _enclosed(every.get(losses, Fraction(0)), bits)
        for losses in by_dice
        if kind.seen(losses)
    }
    low, high = (sum(bounds[i] for bounds in seen.values()) for i in (0, 1))
    if low == high == 1 or not low:
        return FrozenMapping(seen)
    return FrozenMapping({losses: (p / high, q / low) for losses, (p, q) in seen.items()})


def _enclosed(chance: Fraction | Certain, bits: int) -> Enclosure:
    return chance.enclosed(bits) if isinstance(chance, Certain) else (chance, chance)


@lru_cache(maxsize=4096)
def _every(a: int, d: int, rules: Rules, mode: Mode) -> Mapping[Losses, Fraction | Certain]:
    """Return the chance of all losses, from best to worst for the attacker."""
    if mode == "round":
        return FrozenMapping(round_distribution(a, d, rules))
    outcomes = Battle(a, d, rules, blitz=mode == "blitz").outcomes
    return FrozenMapping({(a - x, d - y): p for (x, y), p in outcomes.items()})
