"""Rounds by hand first, and Balanced Blitz later: the best moment to change over.

W(a, d) is the exact chance to win, B(W) its bent chance (`blitz`), and V the chance of the best
policy:

    V(a, d) = 1 where d = 0, and 0 where a = 0
    V(a, d) = max(B(W(a, d)), mean of V over the ends of a round by hand)     elsewhere

This is optimal stopping: who stops throwing gets B.  V is found by backward induction.  The two are
compared in balls, with more precision where these overlap.  Where they could be equal they are
fractions, and compared as such: B is 0, 1, or 1/2 where W is; the mean is a fraction where all
values after the round are; and if the power of the version is 1, all are.

**A bound.**  A round by hand leaves W the same on average, so that by Jensen V <= G(W) for every
concave G >= B.  In version 3.3 the least of them is W times 1.18559, the greatest B(W)/W, up to
W = 0.8185, and B from there on.  With more units the steps are smaller, and V comes nearer to it.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from riskexact.base.frozen import NamedTuple
from riskexact.base.text import decimal_text
from riskexact.engine.balls import UndecidedError, ball, ball_text, decided, total
from riskexact.engine.blitz import bent
from riskexact.engine.library import arb
from riskexact.engine.table import IntegerTable
from riskexact.odds.states import State
from riskexact.rules import Rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.dice import round_with_loss

FractionOrBall = Fraction | arb
"""A chance: a fraction where it is known to be one, or a ball."""


class Switches(NamedTuple):
    """Of each state with units on both sides: whether to blitz at once, and the best chance."""

    blitz: Mapping[State, bool]
    texts: Mapping[State, str]


def best_switches(
    attackers: int, defenders: int, rules: Rules, version: BlitzVersion, digits: int
) -> Switches:
    """Return when to change over in each battle up to this size, and certain digits of V.

    Where both are equal, it is at once.  Raises `RiskError` where balls cannot decide.

    >>> from riskexact.rules import STANDARD
    >>> from riskexact.rules.blitz import BLITZ_3_3
    >>> switches = best_switches(3, 3, STANDARD, BLITZ_3_3, 4)
    >>> switches.blitz[3, 2], switches.blitz[3, 3], switches.texts[3, 3]
    (True, False, '0.5013')
    """
    exact = IntegerTable(attackers, defenders, rules)
    states = list(product(range(1, attackers + 1), range(1, defenders + 1)))
    wins = {state: exact[state] for state in states}

    def attempt() -> Switches:
        values: dict[State, FractionOrBall] = {(0, d): Fraction(0) for d in range(defenders + 1)}
        values |= {(a, 0): Fraction(1) for a in range(1, attackers + 1)}
        blitz = {}
        for state in states:
            at_once, by_hand = _bent(wins[state], version), _mean(state, values, rules)
            blitz[state] = _is_no_less(at_once, by_hand)
            values[state] = at_once if blitz[state] else by_hand
        return Switches(blitz, {state: _text(values[state], digits) for state in states})

    return decided(attempt, digits)


def _bent(win: Fraction, version: BlitzVersion) -> FractionOrBall:
    """Return B(W)."""
    try:
        value = bent(ball(win), ball(1 - win), version)
    except UndecidedError:
        value = bent(win, 1 - win, version)
    if value in (0, 1):
        return Fraction(int(value == 1))
    if 2 * win == 1 or version.sharper == 1:
        return (win - version.cut) / (1 - 2 * version.cut)
    return value


def _mean(state: State, values: Mapping[State, FractionOrBall], rules: Rules) -> FractionOrBall:
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


def _is_no_less(one: FractionOrBall, other: FractionOrBall) -> bool:
    """Return whether one >= other, or raise `UndecidedError`; no value is more than 1."""
    if one == 1:
        return True
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one >= other
    one, other = (ball(value) if isinstance(value, Fraction) else value for value in (one, other))
    if not (one > other or one < other):
        raise UndecidedError
    return bool(one > other)


def _text(value: FractionOrBall, digits: int) -> str:
    if isinstance(value, Fraction):
        return decimal_text(value, digits)
    return ball_text(value, 1 - value, digits)
