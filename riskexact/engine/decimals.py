"""The chances to win and to lose in certain digits, for any rules and at any size.

- A state of the boundary is a term of its line (`boundary`).
- A state of the interior is a coefficient of a polynomial (`circle`, `saddle`); if a round of full
  dice can end in one way only, it is walked to the boundary first.
- Under Balanced Blitz they are those of the exact chances, adjusted (`blitz`).
- The fraction is taken for small battles, for more digits than units, and for values that balls
  cannot decide, such as 9/16 to three digits.
"""

from fractions import Fraction

from riskexact.base.arguments import whole
from riskexact.base.errors import RiskError
from riskexact.base.text import MAX_DIGITS, decimal_text
from riskexact.engine.balls import bounds_of, decided
from riskexact.engine.blitz import (
    adjusted,
    adjusted_bounds,
    adjusted_fraction,
    adjusted_texts,
    both_texts,
)
from riskexact.engine.boundary import BoundaryLines, boundary_of
from riskexact.engine.library import arb, ctx
from riskexact.engine.saddle import Coefficient
from riskexact.odds import closed_form, recursion
from riskexact.rules import Rules, checked
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.dice import round_with_loss

SMALL = 40
"""Units of both sides together up to which the fraction is faster than a ball."""

MAX_UNITS_OF_FRACTIONS = 3000
"""Units of both sides together up to which a closed form decides what balls do not."""

MAX_STATES_OF_FRACTIONS = 40_000
"""States up to which the recursion does, where there is no closed form."""

MAX_DIGITS_OF_CIRCLES = 30_000
"""Digits of one coefficient: hours at most; the time grows as their number to the 2.5."""

FIRST_GUARD_BITS = 16
"""Bits beyond what the digits need at the first attempt, and as many for the steps to them."""

FEW_ATTEMPTS = 4
"""Attempts before the fraction is taken, or a value is called undecided."""


def win_texts(
    attackers: int, defenders: int, digits: int, rules: Rules, version: BlitzVersion | None = None
) -> tuple[str, str]:
    """Return the chances to win and to lose as `decimal_text` writes them, every digit certain.

    - `attackers`, `defenders`: as for `recursion.win_probability`;
    - `digits`: significant digits, 1 to 10,000,000, and to `MAX_DIGITS_OF_CIRCLES` for battles of
      more than `MAX_UNITS_OF_FRACTIONS` units in the interior;
    - `version`: for the chances in Balanced Blitz.

    Equivalent to `decimal_text` of `recursion.win_probability` and of 1 minus it, or to
    `blitz.adjusted_texts` of it.  Raises `RiskError` for arguments out of range, and for a value
    that lies exactly between two texts, of a battle whose fraction would not fit.

    >>> win_texts(10**6, 10**6, 10, Rules())
    ('1 - 3.451545541e-2060', '3.451545541e-2060')
    >>> win_texts(10**9, 10**9, 5, Rules(ties="nobody"))
    ('1 - 8.4839e-43359335', '8.4839e-43359335')
    >>> win_texts(1, 2, 5, Rules())
    ('0.10610', '0.89390')
    """
    a, d = checked(attackers, defenders, rules)
    digits = whole(digits, "digits", 1, MAX_DIGITS)
    fits = _fits(a, d, rules)
    if a + d > SMALL and not (fits and a + d <= digits):
        A, D = rules.units_for_max_dice
        if a >= A and d >= D and digits > MAX_DIGITS_OF_CIRCLES:
            raise RiskError(
                f"digits must be at most {MAX_DIGITS_OF_CIRCLES} for battles of more than "
                f"{MAX_UNITS_OF_FRACTIONS} units, not {digits}: they would take hours"
            )
        try:
            return by_balls(a, d, digits, rules, version)
        except RiskError:
            if not fits:
                raise
    win = _fraction(a, d, rules)
    if version:
        return adjusted_texts(win, digits, version)
    return decimal_text(win, digits), decimal_text(1 - win, digits)


def enclosure(
    attackers: int,
    defenders: int,
    rules: Rules,
    bits: int,
    finest: int,
    version: BlitzVersion | None = None,
) -> tuple[Fraction, Fraction]:
    """Return certain bounds (lower, upper) of the chance that the attacker wins.

    - `attackers`, `defenders`, `version`: as for `win_texts`;
    - `bits`: 1 or more; the bounds are at most 2^-bits of the chance to win, and of that not to
      win, apart, but for rounding;
    - `finest`: `bits` + 2 or more; the bounds are rounded outwards to multiples of 2^-finest.

    Raises `RiskError` as `win_texts` does.

    >>> low, high = enclosure(853, 1000, Rules(), 20, 22)
    >>> low <= closed_form.win_probability(853, 1000) <= high <= low + Fraction(1, 2**20)
    True
    >>> enclosure(10**9, 10**9, Rules(), 3, 5)
    (Fraction(31, 32), Fraction(1, 1))
    """
    a, d = checked(attackers, defenders, rules)
    if not version or a + d > SMALL:
        try:
            return decided(
                lambda: bounds_of(*_both(a, d, rules, version), bits, finest),
                1,
                bits + FIRST_GUARD_BITS,
                FEW_ATTEMPTS,
            )
        except RiskError:
            if not (version and _fits(a, d, rules)):
                raise
    return adjusted_bounds(_fraction(a, d, rules), bits, finest, version)


def known_chance(
    attackers: int, defenders: int, rules: Rules, version: BlitzVersion
) -> Fraction | None:
    """Return the chance to win in Balanced Blitz where it is known to be a fraction, else None.

    It is known where it is 0 or 1 at any size, and else for battles that are small, or of which
    balls cannot tell it from 1/2 or from a limit, if their fraction fits.

    >>> from riskexact.rules.blitz import BLITZ_3_3
    >>> [known_chance(n, 10**6, Rules(), BLITZ_3_3) for n in (800_000, 854_000, 900_000)]
    [Fraction(0, 1), None, Fraction(1, 1)]
    """
    a, d = checked(attackers, defenders, rules)
    if a + d > SMALL:
        try:
            low, high = enclosure(a, d, rules, 1, FIRST_GUARD_BITS, version)
        except RiskError:
            low, high = Fraction(0), Fraction(1)
        if low == high:
            return low
        if not (low <= Fraction(1, 2) <= high and _fits(a, d, rules)):
            return None
    return adjusted_fraction(_fraction(a, d, rules), version)


def by_balls(
    a: int, d: int, digits: int, rules: Rules, version: BlitzVersion | None = None
) -> tuple[str, str]:
    """Return `win_texts` from balls, or raise `RiskError` for values that they cannot decide."""
    return decided(
        lambda: both_texts(*_both(a, d, rules, version), digits),
        digits,
        FIRST_GUARD_BITS,
        FEW_ATTEMPTS,
    )


def _both(a: int, d: int, rules: Rules, version: BlitzVersion | None) -> tuple[arb, arb]:
    """Return the chances to win and to lose, or raise `UndecidedError`."""
    less, wins = enclosed_chance(a, d, rules)
    win, lose = (less, 1 - less) if wins else (1 - less, less)
    return (adjusted(win, lose, version), adjusted(lose, win, version)) if version else (win, lose)


def enclosed_chance(a: int, d: int, rules: Rules) -> tuple[arb, bool]:
    """Return the chance to win or to lose, to about the working precision, and which it is.

    It is the smaller one, in a ball that is relatively narrow, with True for the chance to win.
    Raises `UndecidedError` if the precision was not enough, and `RiskError` for rules that need
    more memory or time than there is.
    """
    bits = ctx.prec
    if a == 0 or d == 0:
        return arb(0), a == 0
    likely = _attacker_is_likely(a, d, rules)
    # a power loses as many bits as its exponent has
    with ctx.workprec(bits + 3 * (a + d).bit_length() + 4 * FIRST_GUARD_BITS):
        for wins in (not likely, likely):
            value = _chance(a, d, boundary_of(rules, wins, a + d), bits + FIRST_GUARD_BITS)
            if 4 * value < 3:
                break
    return value, wins


def _attacker_is_likely(a: int, d: int, rules: Rules) -> bool:
    """Return whether the defender would be gone first if every round had the expected losses."""
    counts, _ = round_with_loss(*rules.max_dice, rules)
    attackers, defenders = (sum(losses[side] * n for losses, n in counts) for side in (0, 1))
    return d * attackers < a * defenders


def _chance(a: int, d: int, boundary: BoundaryLines, bits: int) -> arb:
    """Return the chance to win or to lose, whichever the boundary is of."""
    if a >= boundary.A and d >= boundary.D:
        if len(boundary.round) > 1:
            return Coefficient(a, d, boundary, bits).enclosed()
        ((i, j),) = boundary.round
        rounds = min(
            -((low - 1 - units) // lost)
            for units, low, lost in ((a, boundary.A, i), (d, boundary.D, j))
            if lost
        )
        a, d = a - rounds * i, d - rounds * j
    return boundary.value(a, d)


def _fraction(a: int, d: int, rules: Rules) -> Fraction:
    method = closed_form.win_probability if rules.has_closed_form else recursion.win_probability
    return method(a, d, rules)


def _fits(a: int, d: int, rules: Rules) -> bool:
    """Return whether the fraction decides what balls do not."""
    if rules.has_closed_form:
        return a + d <= MAX_UNITS_OF_FRACTIONS
    return (a + 1) * (d + 1) <= MAX_STATES_OF_FRACTIONS
