"""Rounds by hand first, and Balanced Blitz later: the best moment to change over.

W(a, d) is the exact chance to win, B(W) its adjusted chance (`blitz`), and V the chance of the best
policy:

    V(a, d) = 1 where d = 0, and 0 where a = 0
    V(a, d) = max(B(W(a, d)), mean of V over the ends of a round by hand)     elsewhere

This is optimal stopping: who stops throwing gets B.  V is found by backward induction.  The two are
compared in balls, with more precision where these overlap.  Where they could be equal they are
fractions, and compared as such: B is 0, 1, or 1/2 where W is; the mean is a fraction where all
values after the round are; and if the power of the version is 1, all are.

A bound of V by W alone: riskexact/engine/proofs.md, By hand first.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from riskexact.engine.balls import Balls, UndecidedError, ball, total
from riskexact.engine.blitz import adjusted, adjusted_fraction
from riskexact.engine.library import arb
from riskexact.engine.table import IntegerTable
from riskexact.odds.states import State
from riskexact.rules import Rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.dice import round_with_loss

WayPart = tuple[str, int, int]
"""What is asked: "blitz" at once or a round by "hand", the attackers and the defenders."""


class Switches(Balls[WayPart]):
    """When to change over in each battle up to a size, and the chances of both ways.

    Where both are equal, it is at once.

    >>> from riskexact.rules import STANDARD
    >>> from riskexact.rules.blitz import BLITZ_3_3
    >>> switches = Switches(3, 3, STANDARD, BLITZ_3_3)
    >>> switches.blitz[3, 2], switches.blitz[3, 3], switches.text(("hand", 3, 3), 4)
    (True, False, '0.5013')
    """

    def __init__(self, attackers: int, defenders: int, rules: Rules, version: BlitzVersion) -> None:
        """Raise `RiskError` where balls cannot decide."""
        super().__init__(self._attempt)
        self._rules, self._version = rules, version
        states = list(product(range(attackers + 1), range(defenders + 1)))
        self._borders: dict[State, Fraction | arb] = {
            (a, d): Fraction(d == 0) for a, d in states if not (a and d)
        }
        exact = IntegerTable(attackers, defenders, rules)
        self._wins = {(a, d): exact[a, d] for a, d in states if a and d}
        self._known_adjusted = {x: adjusted_fraction(win, version) for x, win in self._wins.items()}
        self.blitz: dict[State, bool] = {}
        self.fractions = {
            part: value
            for part, value in self.decided(self.all, 1).items()
            if isinstance(value, Fraction)
        }

    def _attempt(self) -> dict[WayPart, Fraction | arb]:
        """Return the chances in the working precision, state by state."""
        values = dict(self._borders)
        parts: dict[WayPart, Fraction | arb] = {}
        for state, win in self._wins.items():
            known = self._known_adjusted[state]
            at_once = adjusted(ball(win), ball(1 - win), self._version) if known is None else known
            by_hand = _mean(state, values, self._rules)
            self.blitz[state] = _is_no_less(at_once, by_hand)
            parts["blitz", *state], parts["hand", *state] = at_once, by_hand
            values[state] = at_once if self.blitz[state] else by_hand
        return parts


def _mean(state: State, values: Mapping[State, Fraction | arb], rules: Rules) -> Fraction | arb:
    """Return the mean of the values after a round by hand in which somebody loses a unit."""
    a, d = state
    counts, throws = round_with_loss(*rules.dice(a, d), rules)
    after = [(values[a - i, d - j], count) for (i, j), count in counts]
    exact = [value * count for value, count in after if isinstance(value, Fraction)]
    known = sum(exact, Fraction(0)) / throws
    if len(exact) == len(after):
        return known
    rest = (value * count for value, count in after if not isinstance(value, Fraction))
    return ball(known) + total(rest) / throws


def _is_no_less(one: Fraction | arb, other: Fraction | arb) -> bool:
    """Return whether one >= other, or raise `UndecidedError`; no value is more than 1."""
    if one == 1:
        return True
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one >= other
    one, other = (ball(value) if isinstance(value, Fraction) else value for value in (one, other))
    if not (one > other or one < other):
        raise UndecidedError
    return bool(one > other)
