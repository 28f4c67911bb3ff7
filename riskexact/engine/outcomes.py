"""All ends of one battle: the walk of the closed form in the integers of flint."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpz

from riskexact.engine.primes import OverPowers
from riskexact.odds.closed_form.board import Board, board_of
from riskexact.odds.closed_form.border import visits
from riskexact.odds.states import FOUGHT_OUT, State, Stops, best_first
from riskexact.odds.weights import Round, weighted_round
from riskexact.rules import Rules


class _Board(Board):
    """A board whose weights are integers of flint, and so all that is computed from them."""

    def round(self, a: int, d: int) -> Round:
        """Return the round that is thrown at (a, d)."""
        return _round(*self.rules.dice(a, d), self.rules, self.base)

    def interior_weights(self) -> tuple[int, ...]:
        """Return c_0, …, c_K of a round in the interior."""
        flint: Any = fmpz
        return tuple(flint(weight) for weight in super().interior_weights())


@lru_cache(maxsize=1024)
def _round(attack_dice: int, defence_dice: int, rules: Rules, base: int) -> Round:
    flint: Any = fmpz
    weights = weighted_round(attack_dice, defence_dice, rules, base)
    return tuple((losses, flint(weight)) for losses, weight in weights)


def outcomes(
    attackers: int, defenders: int, rules: Rules, stops: Stops = FOUGHT_OUT
) -> dict[State, Fraction]:
    """Return the exact probability of every end of the battle; equals `closed_form.outcomes`.

    >>> from riskexact.rules import STANDARD
    >>> outcomes(1, 2, STANDARD)
    {(1, 0): Fraction(275, 2592), (0, 1): Fraction(385, 2592), (0, 2): Fraction(161, 216)}
    """
    board = _Board(*board_of(rules, stops))
    # the exponents run on along each side of the board
    fractions = {won: OverPowers(board.base) for won in (True, False)}
    ends = {
        state: fractions[state[1] == 0].fraction(weight, lost)
        for state, lost, weight in _ends(board, attackers, defenders)
    }
    return {state: ends[state] for state in sorted(ends, key=best_first)}


def weighted_outcomes(attackers: int, defenders: int, rules: Rules) -> dict[State, int]:
    """Return the ends of a battle, each as a whole number over `base ** (units lost)`.

    The base is `weights.base_of`; equals `outcomes`, but for the lowest terms, which take most of
    the time.

    >>> from riskexact.rules import STANDARD
    >>> weighted_outcomes(1, 1, STANDARD)  # of 1296
    {(1, 0): 540, (0, 1): 756}
    """
    board = _Board(*board_of(rules))
    return {state: int(weight) for state, _, weight in _ends(board, attackers, defenders)}


def _ends(board: Board, attackers: int, defenders: int) -> Iterator[tuple[State, int, Any]]:
    """Yield (state, units lost, weight) of every end that can happen."""
    for state, ended, _, lost, weight in visits(board, attackers, defenders):
        if weight and ended:
            yield state, lost, weight
