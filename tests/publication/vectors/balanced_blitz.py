"""The questions about Balanced Blitz; the check takes its powers in the arithmetic of decimals."""

from collections.abc import Iterator, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from typing import Self

from riskexact.base.fractions import exact_sum
from riskexact.battle.battle import Battle
from riskexact.odds.states import State
from riskexact.publication.vectors.question import MAX_STATES_TRIED
from riskexact.rules import Rules
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion
from tests.publication.vectors.battles import (
    AskedBattle,
    AskedWin,
    ends,
    left_words,
)
from tests.publication.vectors.question import SideUnits

BLITZ_DIGITS, ROUNDED = 100, 75
"""Digits of the arithmetic of Balanced Blitz, and those that are right after all roundings."""

A_TWENTIETH = Rules((5, 3), (2,), pairs=1)
"""Two attackers lose against one defender with a chance of 1/20, which Balanced Blitz drops."""


class AskedBlitz(AskedBattle):
    """A battle of Balanced Blitz, and whether the attacker wins it, or the units that are left."""

    kind = "balanced-blitz"
    about = "the chance to win, or of an outcome, in Balanced Blitz"
    version: BlitzVersion
    left: SideUnits | None

    @classmethod
    def asked(cls) -> Iterator[Self]:
        """Ask for battles of the digital game: both cuts, its capitals, walls and zombies."""
        small = [*product(range(1, 9), range(1, 9)), (10, 10), (20, 15), (50, 50), (60, 66)]
        large = [(0, 3), (3, 0), (100, 110), (500, 580), (10**6, 1_171_763)]
        for sides in [*small, (47, 50), (48, 50), (49, 50), *large]:
            yield cls.of("standard", sides, BLITZ_3_3, None)
        for name in ("capital", "capital-behind-a-wall", "ties-to-attacker"):
            for sides in [(5, 5), (10, 5), (10, 10), (15, 10), (30, 15), (30, 25)]:
                yield cls.of(name, sides, BLITZ_3_3, None)
        for sides in [(3, 2), (10, 10), (12, 9)]:
            for left in Battle(*sides).outcomes:
                yield cls.of("standard", sides, BLITZ_3_3, SideUnits(*left), words=left_words(left))
        for left in Battle(2, 1, A_TWENTIETH).outcomes:
            words = f"a-twentieth/2v1{left_words(left)}"
            yield cls(words, A_TWENTIETH, 2, 1, BLITZ_3_3, SideUnits(*left))

    def by_definition(self) -> Decimal:
        """Transform the distribution step by step, as `engine.blitz` numbers them.

        Of a battle beyond `MAX_STATES_TRIED` there is the chance to win only, as a function of that
        in the exact battle.
        """
        version = self.version
        if self.left is None and self.attackers * self.defenders > MAX_STATES_TRIED:
            battle = AskedWin("", self.rules, self.attackers, self.defenders)
            return _transformed(Fraction(battle.by_definition()), version)
        every = dict(ends(self.rules, self.attackers, self.defenders))
        for won in (True, False):
            side = {end: p for end, p in every.items() if (end[1] == 0) == won}
            if exact_sum(side.values()) <= version.negligible:
                every = {end: p for end, p in every.items() if end not in side}
        with localcontext(prec=BLITZ_DIGITS):
            chances = {end: _decimal(p) for end, p in every.items()}
            odds = {won: _total(chances, won) ** _decimal(version.sharper) for won in (True, False)}
            shares = {won: power / sum(odds.values()) for won, power in odds.items()}
            chances = _scaled(chances, shares)
            for order in (chances, reversed(chances)):
                cut = _decimal(version.cut)
                for end in list(order):
                    taken = min(cut, chances[end])
                    chances[end] -= taken
                    cut -= taken
            kept = sum(chances.values())
            shares = {won: _total(chances, won) / kept for won in (True, False)}
            peaked = _decimal(version.peaked)
            chances = _scaled({end: p**peaked for end, p in chances.items()}, shares)
            if self.left is None:
                return round(_total(chances, True), ROUNDED)
            return round(chances.get(self.left, Decimal(0)), ROUNDED)


def _transformed(win: Fraction, version: BlitzVersion) -> Decimal:
    """Return the chance to win in Balanced Blitz where the exact one is `win`."""
    if min(win, 1 - win) <= version.negligible:
        return Decimal(round(win))
    with localcontext(prec=BLITZ_DIGITS):
        powers = [_decimal(chance) ** _decimal(version.sharper) for chance in (win, 1 - win)]
        cut = _decimal(version.cut)
        share = (powers[0] / sum(powers) - cut) / (1 - 2 * cut)
        return round(min(max(share, Decimal(0)), Decimal(1)), ROUNDED)


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


def _total(chances: Mapping[State, Decimal], won: bool) -> Decimal:
    """Return the sum of the chances of one side."""
    return sum((p for end, p in chances.items() if (end[1] == 0) == won), Decimal(0))


def _scaled(
    chances: Mapping[State, Decimal], shares: Mapping[bool, Decimal]
) -> dict[State, Decimal]:
    """Return the chances so that those of each side add up to its share."""
    totals = {won: _total(chances, won) for won in (True, False)}
    return {
        end: p * shares[end[1] == 0] / totals[end[1] == 0] if p else p for end, p in chances.items()
    }
