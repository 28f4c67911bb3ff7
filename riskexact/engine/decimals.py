"""The chances to win and to lose in certain digits, at sizes where no fraction would fit.

The method depends on the rules and the size, the digits do not:

- 3 v 2 dice, any size: closed terms on the boundary, and a Cauchy integral inside (`poles`,
  `saddle`);
- other rules whose rounds cost a fixed number of units, as far as O(a + d) steps go: the first-exit
  sum in balls (`strips`, `blocks`, `window`);
- small battles, more digits than units, and values that balls cannot decide, such as 9/16 to three
  digits: the fraction.
"""

from collections.abc import Sequence
from fractions import Fraction

from flint import arb, ctx, fmpz

from riskexact.base.arguments import whole
from riskexact.base.errors import RiskError
from riskexact.base.text import MOST_DIGITS, decimal_text
from riskexact.engine.balls import UndecidedError, ball, ball_text, decided
from riskexact.engine.poles import integrand_of
from riskexact.engine.saddle import EnclosedChance, by_integral
from riskexact.engine.window import by_first_exit
from riskexact.odds import closed_form
from riskexact.odds.closed_form.boundary import Power, boundary
from riskexact.odds.closed_form.geometric import covered
from riskexact.rules import Rules, checked

SMALL = 40
"""Units of both sides together up to which the fraction is faster than a ball."""

MOST_UNITS_OF_FRACTIONS = 3000
"""Units of both sides together up to which a fraction is computed if balls do not decide."""

MOST_DIGITS_OF_INTEGRALS = 30_000
"""Digits of a Cauchy integral: about half an hour; the time grows as their number to the 2.5."""

GUARD_BITS = 16
ATTEMPTS = 4


def win_texts(attackers: int, defenders: int, digits: int, rules: Rules) -> tuple[str, str]:
    """Return the chances to win and to lose as `decimal_text` writes them, every digit certain.

    - `attackers`, `defenders`: as for `closed_form.win_probability`;
    - `digits`: significant digits, 1 to 10,000,000, and to `MOST_DIGITS_OF_INTEGRALS` for more than
      `MOST_UNITS_OF_FRACTIONS` units, 3 attackers and 2 defenders or more.

    Equivalent to `decimal_text` of `closed_form.win_probability` and of 1 minus it.  Raises
    `RiskError` for arguments out of range, for rules without a closed form, and for battles too
    large for the method that their rules need.

    >>> from riskexact.rules import STANDARD
    >>> win_texts(10**6, 10**6, 10, STANDARD)
    ('1 - 3.451545541e-2060', '3.451545541e-2060')
    >>> win_texts(1, 2, 5, STANDARD)
    ('0.10610', '0.89390')
    """
    a, d = checked(attackers, defenders, rules)
    digits = whole(digits, "digits", 1, MOST_DIGITS)
    closed_form.require(rules)
    fits = a + d <= MOST_UNITS_OF_FRACTIONS
    if a + d <= SMALL or (fits and a + d <= digits):
        return _by_fraction(a, d, digits, rules)
    if digits > MOST_DIGITS_OF_INTEGRALS and a > 2 and d > 1:
        raise RiskError(
            f"digits must be at most {MOST_DIGITS_OF_INTEGRALS} for battles of more than "
            f"{MOST_UNITS_OF_FRACTIONS} units, not {digits}: they would take hours"
        )
    try:
        return by_balls(a, d, digits, rules)
    except RiskError:
        if not fits:
            raise
        return _by_fraction(a, d, digits, rules)


def enclosure(attackers: int, defenders: int, rules: Rules, bits: int) -> tuple[Fraction, Fraction]:
    """Return certain bounds (lower, upper) of the chance that the attacker wins.

    - `attackers`, `defenders`: as for `win_texts`;
    - `bits`: 1 or more; the bounds are at most 2^-bits apart, and whole multiples of 2^-(bits + 2).

    Raises `RiskError` as `win_texts` does.

    >>> from riskexact.rules import STANDARD
    >>> low, high = enclosure(853, 1000, STANDARD, 20)
    >>> low <= closed_form.win_probability(853, 1000) <= high <= low + Fraction(1, 2**20)
    True
    >>> enclosure(10**9, 10**9, STANDARD, 3)
    (Fraction(31, 32), Fraction(1, 1))
    """
    a, d = checked(attackers, defenders, rules)
    closed_form.require(rules)

    grid = 4 << bits

    def bounds() -> tuple[Fraction, Fraction]:
        less, wins = enclosed_chance(a, d, rules)
        scaled = (less if wins else 1 - less) * grid
        low = arb(scaled.lower()).floor().unique_fmpz()
        high = arb(scaled.upper()).ceil().unique_fmpz()
        if low is None or high is None or high - low > 4:
            raise UndecidedError
        return Fraction(max(int(low), 0), grid), Fraction(min(int(high), grid), grid)

    return decided(bounds, 1, bits + GUARD_BITS, ATTEMPTS)


def by_balls(a: int, d: int, digits: int, rules: Rules) -> tuple[str, str]:
    """Return `win_texts` from balls, or raise `RiskError` for values that they cannot decide.

    >>> from riskexact.rules import STANDARD
    >>> by_balls(3, 2, 5, STANDARD)
    ('0.65595', '0.34405')
    """
    return decided(
        lambda: _texts(enclosed_chance(a, d, rules), digits), digits, GUARD_BITS, ATTEMPTS
    )


def enclosed_chance(a: int, d: int, rules: Rules) -> EnclosedChance:
    """Return the chance to win or to lose, to about the working precision.

    Raises `UndecidedError` if the precision was not enough, and `RiskError` if no method here
    applies.

    >>> from riskexact.rules import STANDARD
    >>> lose = enclosed_chance(2, 1, STANDARD)  # 637/2592
    >>> lose.wins, lose.value.str(5, radius=False)
    (False, '0.24576')
    """
    if d == 0:
        return EnclosedChance(arb(0), wins=False)
    if a == 0:
        return EnclosedChance(arb(0), wins=True)
    if not (covered(rules, 1) or covered(rules, 2)):
        return by_first_exit(a, d, rules)
    if a <= 2 or d == 1:
        # a power loses as many bits as its exponent has
        with ctx.workprec(ctx.prec + (a + d).bit_length() + GUARD_BITS):
            found = _on_the_boundary(a, d, rules)
    else:
        integrand = integrand_of(a, d, rules)
        found = by_integral(integrand) if integrand else None
    return found or by_first_exit(a, d, rules)


def _on_the_boundary(a: int, d: int, rules: Rules) -> EnclosedChance | None:
    """Return a value of `boundary`, for 3 v 2 dice; None where two of its powers coincide."""
    boundary_ = boundary(rules)
    if a == 1:
        return EnclosedChance(_sum([boundary_.one_attacker(d)]), wins=True)
    if d == 1:
        return EnclosedChance(_sum([boundary_.one_defender_lost(a)]), wins=False)
    try:
        return EnclosedChance(_sum(boundary_.two_attackers(d)), wins=True)
    except ZeroDivisionError:
        return None


def _sum(powers: Sequence[Power]) -> arb:
    """Return Σ coefficient × base^exponent."""
    return sum(
        (ball(each.coefficient) * ball(each.base) ** fmpz(each.exponent) for each in powers),
        start=arb(0),
    )


def _by_fraction(a: int, d: int, digits: int, rules: Rules) -> tuple[str, str]:
    win = closed_form.win_probability(a, d, rules)
    return decimal_text(win, digits), decimal_text(1 - win, digits)


def _texts(found: EnclosedChance, digits: int) -> tuple[str, str]:
    less, rest = found.value, 1 - found.value
    texts = ball_text(less, rest, digits), ball_text(rest, less, digits)
    return texts if found.wins else texts[::-1]
