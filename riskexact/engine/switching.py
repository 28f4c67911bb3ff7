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

from fractions import Fraction
from itertools import product

from riskexact.engine.balls import Balls, UndecidedError, ball, rational
from riskexact.engine.blitz import Chance, adjusted, adjusted_fraction
from riskexact.engine.cell import lowest_terms
from riskexact.engine.library import arb, fmpq
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

    >>> from riskexact.rules.blitz import BLITZ_3_3
    >>> switches = Switches(3, 3, Rules(), BLITZ_3_3)
    >>> switches.blitz[3, 2], switches.blitz[3, 3], switches.text(("hand", 3, 3), 4)
    (True, False, '0.5013')
    """

    def __init__(self, attackers: int, defenders: int, rules: Rules, version: BlitzVersion) -> None:
        """Raise `RiskError` where balls cannot decide."""
        super().__init__(self._attempt)
        self._rules, self._version = rules, version
        states = list(product(range(attackers + 1), range(defenders + 1)))
        self._borders = {(a, d): fmpq(d == 0) for a, d in states if not (a and d)}
        exact = IntegerTable(attackers, defenders, rules)
        self._wins = {(a, d): exact[a, d] for a, d in states if a and d}
        self._known_adjusted = {x: adjusted_fraction(win, version) for x, win in self._wins.items()}
        self.blitz: dict[State, bool] = {}
        parts = self.decided(self.all, 1).items()
        self.fractions = {part: value for part, value in parts if isinstance(value, Fraction)}

    def _attempt(self) -> dict[WayPart, Fraction | arb]:
        """Return the chances in the working precision, state by state."""
        values: dict[State, Chance] = dict(self._borders)
        parts: dict[WayPart, Chance] = {}
        for (a, d), win in self._wins.items():
            known = self._known_adjusted[a, d]
            if known is None:
                at_once: Chance = adjusted(ball(win), ball(1 - win), self._version)
            else:
                at_once = rational(known)
            counts, throws = round_with_loss(*self._rules.dice(a, d), self._rules)
            after = (values[a - i, d - j] * count for (i, j), count in counts)
            by_hand = sum(after, fmpq(0)) / throws
            blitz = self.blitz[a, d] = _is_no_less(at_once, by_hand)
            parts["blitz", a, d], parts["hand", a, d] = at_once, by_hand
            values[a, d] = at_once if blitz else by_hand
        return {
            part: lowest_terms(int(value.p), int(value.q)) if isinstance(value, fmpq) else value
            for part, value in parts.items()
        }


def _is_no_less(one: Chance, other: Chance) -> bool:
    """Return whether one >= other, or raise `UndecidedError`; no value is more than 1."""
    if one == 1 or one >= other:
        return True
    if one < other:
        return False
    raise UndecidedError
