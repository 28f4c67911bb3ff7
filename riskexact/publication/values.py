"""The values of a publication, by two roads (a stub: the win probabilities only)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from riskexact import closed_form, recursion
from riskexact.publication.plan import Tile
from riskexact.rules import Rules
from riskexact.states import State


class Values(Protocol):
    """What a job asks for."""

    def win(self, rules: Rules, tile: Tile) -> Mapping[State, Fraction]:
        """Return the chance to win of every battle of the tile."""


class ByRecursion:
    """By the definition."""

    def win(self, rules: Rules, tile: Tile) -> Mapping[State, Fraction]:
        """Fill the board."""
        return {
            (a, d): value
            for (a, d), value in recursion.cells(tile.attackers[-1], tile.defenders[-1], rules)
            if a in tile.attackers and d in tile.defenders
        }


class ByClosedForm:
    """By the sum over first exits."""

    def win(self, rules: Rules, tile: Tile) -> Mapping[State, Fraction]:
        """Compute each cell on its own."""
        return {
            (a, d): closed_form.win_probability(a, d, rules)
            for a in tile.attackers
            for d in tile.defenders
        }


ROADS: Mapping[str, type[Values]] = {"recursion": ByRecursion, "closed-form": ByClosedForm}
