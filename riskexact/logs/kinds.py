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


def all_losses(kind: FightKind) -> list[Losses]:
    """Return all losses that dice may cost and the log has, from best to worst.

    >>> all_losses(FightKind(2, 1)), all_losses(FightKind(2, 1, least_lost=2))
    ([(0, 1), (1, 1), (2, 0)], [(1, 1), (2, 0)])
    """
    dice = kind._replace(mode="dice") if kind.mode == "blitz" else kind
    return list(filter(kind.seen, _every(dice)))


def chances(kind: FightKind, bits: int = 128) -> Mapping[Losses, Enclosure]:
    """Return bounds of the chance of each loss that the log has, given that it has it.

    - of dice: both bounds are the exact chance;
    - of Balanced Blitz: bounds about 2^-bits of the chance apart; a loss that it never causes has
      the chance 0.

    >>> seen = chances(FightKind(2, 1, least_lost=2))
    >>> seen[1, 1] == (Fraction(5, 12),) * 2, seen[2, 0][1] == Fraction(7, 12)
    (True, True)
    """
    return _chances(kind, bits if kind.mode == "blitz" else 0)


@lru_cache(maxsize=4096)
def _chances(kind: FightKind, bits: int) -> Mapping[Losses, Enclosure]:
    found = {
        losses: p.enclosed(bits) if isinstance(p, Certain) else (p, p)
        for losses, p in _every(kind).items()
    }
    seen = {losses: found.get(losses, (Fraction(0),) * 2) for losses in all_losses(kind)}
    low, high = (sum(bounds[i] for bounds in seen.values()) for i in (0, 1))
    if low == high == 1 or not low:
        return FrozenMapping(seen)
    return FrozenMapping({losses: (p / high, q / low) for losses, (p, q) in seen.items()})


@lru_cache(maxsize=4096)
def _every(kind: FightKind) -> Mapping[Losses, Fraction | Certain]:
    """Return the chance of all losses, from best to worst for the attacker."""
    a, d, rules, mode = kind[:4]
    if mode == "round":
        return FrozenMapping(round_distribution(a, d, rules))
    outcomes = Battle(a, d, rules, blitz=mode == "blitz").outcomes
    return FrozenMapping({(a - x, d - y): p for (x, y), p in outcomes.items()})
