"""Balanced Blitz: exact chances under the dice code of RISK: Global Domination, version 3.3.

The game's blitz mode draws the outcome of a battle from an adjusted distribution.  It starts from
the exact distribution, with W the chance that the attacker wins and L = 1 - W:

1. a W or an L of at most 0.05 becomes 0, and the other side takes all;
2. W becomes W^1.3 / (W^1.3 + L^1.3), and L the rest; the outcomes won by a side keep their
   proportions;
3. of the outcomes in order, from the best for the attacker to the best for the defender, a mass of
   0.10 is cut off at each end, and the remainder is scaled up to 1;
4. each chance is raised to the power 1.8, and scaled so that each side keeps its total.

These constants are those of `BLITZ_3_3`; a `BlitzVersion` has others.  The powers make the results
algebraic numbers, not fractions: they are given as certain digits.

Below, n is `negligible`, c is `cut` and p is `sharper`; a side wins with the chance W, and the
other with L = 1 - W.

**The chance to win is a function of W alone:**  B(W) = 0 where W <= n, 1 where L <= n, and
elsewhere (S - c) / (1 - 2c), but at least 0 and at most 1, where S = W^p / (W^p + L^p).

The four steps give that, B never falls, B(L) = 1 - B(W), and B(W) > W for 1/2 < W < 1 if p > 1:
riskexact/engine/proofs.md, Balanced Blitz.

S > t is equivalent to (1/t - 1)^v > (L/W)^u, where p = u/v: which outcomes survive a cut is found
exactly.

*Stop Until*: the game can be told to stop when R attackers are left.  Its code keeps R attackers
out of the fight: the outcome is drawn for the others, the last of whom throw fewer dice, and R are
left where they lose.  (By hand, `retreat_at` of a `Battle`, all dice are thrown until R are left.)

**Rounds by hand first, and Balanced Blitz later**: with V(a, d) the chance of the best policy,

    V(a, d) = 1 where d = 0, and 0 where a = 0
    V(a, d) = max(B(W(a, d)), mean of V over the ends of a round by hand)     elsewhere

This is optimal stopping: who stops throwing gets B.  V is found by backward induction.  The two are
compared in balls, with more precision where these overlap.  Where they could be equal they are
fractions, and compared as such: B is 0, 1, or 1/2 where W is; the mean is a fraction where all
values after the round are; and if the power of the version is 1, all are.  A bound of V by W alone:
riskexact/engine/proofs.md, By hand first.

Source: smgstudio/risk-dice, "as of version 3.3", 2021-09-30, whose notice of 2025-04-17 announces
big changes with version 3.20: the live game may differ.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise, product
from typing import TypeVar

from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum, whole_root
from riskexact.engine.balls import (
    Balls,
    UndecidedError,
    ball,
    ball_text,
    bounds_of,
    decided,
    rational,
    total,
)
from riskexact.engine.cell import lowest_terms
from riskexact.engine.library import arb, fmpq, fmpz
from riskexact.engine.table import IntegerTable
from riskexact.odds.states import State
from riskexact.rules import Rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.dice import round_with_loss

BALL_ATTEMPTS = 3
"""Attempts before a chance is compared with a limit as a fraction."""

Chance = fmpq | arb
"""A chance, in a fraction of flint or a ball."""

WayPart = tuple[str, int, int]
"""What is asked: "blitz" at once or a round by "hand", the attackers and the defenders."""

T = TypeVar("T")


def adjusted(own: Chance, other: Chance, version: BlitzVersion) -> arb:
    """Return the chance of a side in Balanced Blitz; that of the other is `adjusted(other, own)`.

    - `own`, `other`: the exact chances of both sides, which add up to 1.

    Raises `UndecidedError` for balls too wide to be compared with the limits.
    """
    cut, power = version.cut, version.sharper
    negligible = rational(version.negligible)
    cut_off = rational((cut / (1 - cut)) ** power.denominator)
    sides = (own, other, 0), (other, own, 1)
    for small, _, result in sides:
        if _is_no_less(negligible, small):
            return arb(result)
    for small, large, result in sides:
        if _is_no_less(cut_off, (small / large) ** power.numerator):
            return arb(result)
    return (_share(other / own, power) - ball(cut)) / ball(1 - 2 * cut)


def adjusted_texts(win: Fraction, digits: int, version: BlitzVersion) -> tuple[str, str]:
    """Return the chances to win and to lose in certain digits, from the exact chance to win.

    >>> from riskexact.rules.blitz import BLITZ_3_3
    >>> adjusted_texts(Fraction(3, 5), 10, BLITZ_3_3)
    ('0.6610094532', '0.3389905468')
    """
    return _decided(win, digits, version, lambda own, other: both_texts(own, other, digits))


def adjusted_bounds(
    win: Fraction, bits: int, finest: int, version: BlitzVersion
) -> tuple[Fraction, Fraction]:
    """Return bounds of the chance to win, as `balls.bounds_of`, from the exact one."""
    digits = bits * 10 // 33 + 1
    return _decided(win, digits, version, lambda own, other: bounds_of(own, other, bits, finest))


def adjusted_fraction(win: Fraction, version: BlitzVersion) -> Fraction | None:
    """Return the chance to win if it is rational, else None.

    With W and L = 1 - W above 0 and p = u/v in lowest terms, S is rational if and only if the
    ratio L/W is r^v for a rational r: if (L/W)^u = q^v, and s u + t v = 1, r is q^s (L/W)^t.

    >>> from riskexact.rules.blitz import BLITZ_3_3
    >>> [adjusted_fraction(Fraction(win), BLITZ_3_3) for win in ("1/20", "1/2", "3/5", "1/1025")]
    [Fraction(0, 1), Fraction(1, 2), None, Fraction(0, 1)]
    >>> adjusted_fraction(Fraction(1, 1025), BlitzVersion("ours", negligible=0, cut=0))
    Fraction(1, 8193)
    """
    side = _decided(win, 1, version, lambda own, other: own)
    if side == 0 or side == 1:
        return Fraction(int(side == 1))
    power, (part, whole) = version.sharper, win.as_integer_ratio()
    against = whole - part, part  # which are coprime, too
    roots = [whole_root(n, power.denominator) for n in against]
    if tuple(root**power.denominator for root in roots) != against:
        return None
    root = Fraction(*roots)
    return (1 / (1 + root**power.numerator) - version.cut) / (1 - 2 * version.cut)


def _decided(
    win: Fraction, digits: int, version: BlitzVersion, found: Callable[[arb, arb], T]
) -> T:
    """Return what is found of the chances to win and to lose, from balls, or else from W itself."""

    def attempt(own: Chance, other: Chance) -> T:
        return found(adjusted(own, other, version), adjusted(other, own, version))

    part, whole = map(fmpz, win.as_integer_ratio())
    parts = part, whole - part
    try:
        # quotients of balls, as flint would put a fraction in lowest terms again
        return decided(
            lambda: attempt(*(arb(each) / whole for each in parts)), digits, attempts=BALL_ATTEMPTS
        )
    except RiskError:
        return decided(lambda: attempt(*(fmpq(each, whole) for each in parts)), digits)


def both_texts(value: arb, rest: arb, digits: int) -> tuple[str, str]:
    """Return `ball_text` of two numbers that add up to 1."""
    return ball_text(value, rest, digits), ball_text(rest, value, digits)


class AdjustedOutcomes:
    """The outcomes of a battle that Balanced Blitz leaves, from the best to the worst.

    - `chances`: the exact chances of all outcomes, from the best to the worst.

    >>> from riskexact.odds.recursion import outcomes
    >>> from riskexact.rules import STANDARD
    >>> from riskexact.rules.blitz import BLITZ_3_3
    >>> AdjustedOutcomes(outcomes(1, 2, STANDARD), BLITZ_3_3).states
    [(0, 1), (0, 2)]
    """

    def __init__(self, chances: Mapping[State, Fraction], version: BlitzVersion) -> None:
        ends = list(chances.items())
        wins = [end for end in ends if end[0][1] == 0]
        losses = [end for end in reversed(ends) if end[0][1] > 0]
        won, lost = (exact_sum(p for _, p in side) for side in (wins, losses))
        if won <= version.negligible:
            wins, won, lost = [], Fraction(0), Fraction(1)
        elif lost <= version.negligible:
            losses, won, lost = [], Fraction(1), Fraction(0)
        self._winner = CutSide(wins, won, lost, version)
        self._loser = CutSide(losses, lost, won, version)
        self.states = [*self._winner.states, *reversed(self._loser.states)]

    def balls(self) -> list[arb]:
        """Return the chance of each, to about the working precision."""
        return [*self._winner.ends(), *reversed(self._loser.ends())]


class CutSide:
    """The outcomes that one side wins, from its best one on, before and after the cuts.

    `chances` are those of the exact battle, or of all of it that step 1 has left; `own` is the
    chance of this side, and `other` that of the other side.
    """

    def __init__(
        self,
        chances: Sequence[tuple[State, Fraction]],
        own: Fraction,
        other: Fraction,
        version: BlitzVersion,
    ) -> None:
        self.states: list[State] = []
        self._version, self._cut = version, version.cut
        if not own:
            return
        self._against = other / own
        sums = [Fraction(0), *accumulate(p for _, p in chances)]
        self._whole = sums[-1]
        first = bisect_right(sums, 0, key=lambda mass: self._compare(mass, self._cut)) - 1
        after = bisect_left(sums, 0, key=lambda mass: self._compare(mass, 1 - self._cut))
        left = range(first, min(after, len(chances)))
        self.states = [chances[i][0] for i in left]
        # the first of them begins at one cut, and the last ends at the other, if one gets there
        self._between = [sums[i] for i in left[1:]]
        self._end = sums[-1] if after == len(sums) else None

    def _compare(self, mass: Fraction, bound: Fraction) -> int:
        """Compare share × mass / whole with the bound, exactly: -1, 0 or 1.

        The share is 1 / (1 + against^1.3), so that it is a comparison of (part / bound - 1)^10 with
        against^13, where part = mass / whole.
        """
        if bound == 0:
            return int(mass > 0)
        beyond = mass / self._whole / bound - 1
        if beyond < 0:
            return -1
        power = self._version.sharper
        left, right = beyond**power.denominator, self._against**power.numerator
        return (left > right) - (left < right)

    def ends(self) -> list[arb]:
        """Return the chance of each surviving outcome after step 4.

        Their sum is the side's chance, found without `adjusted`.
        """
        if not self.states:
            return []
        share = _share(ball(self._against), self._version.sharper)
        scale = share / ball(self._whole)
        end = ball(1 - self._cut) if self._end is None else scale * ball(self._end)
        edges = [ball(self._cut), *(scale * ball(mass) for mass in self._between), end]
        kept = [high - low for low, high in pairwise(edges)]
        peaked = [_power(each, self._version.peaked) for each in kept]
        factor = total(kept) / total(peaked) / ball(1 - 2 * self._cut)
        return [factor * each for each in peaked]


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


def _share(against: Chance, power: Fraction) -> arb:
    return 1 / (1 + _power(arb(against), power))


def _power(base: arb, power: Fraction) -> arb:
    """Return base ** power of a ball above 0, or of exactly 0."""
    return arb(0) if base == 0 else (base**power.numerator).root(power.denominator)


def _is_no_less(one: Chance, other: Chance) -> bool:
    """Return whether one >= other, or raise `UndecidedError`; no value is more than 1."""
    if one == 1 or one >= other:
        return True
    if one < other:
        return False
    raise UndecidedError
