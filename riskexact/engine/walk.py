"""The walk of the closed form in flint's integers, sooner for long numbers, over the least base.

It answers what `odds.closed_form` does, number for number.  Fractions over growing powers of one
base are put in lowest terms together (`OverPowers`).
"""

from fractions import Fraction
from functools import partial
from typing import Any

from riskexact.engine.cell import coprime, lowest_terms
from riskexact.engine.library import fmpq, fmpz
from riskexact.engine.table import reduced
from riskexact.odds import closed_form
from riskexact.odds.closed_form import Regions, held, regions_of, rounds, visits
from riskexact.odds.states import FOUGHT_OUT, State, Stops, best_first
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import least_base

__all__ = ["expected_values", "expected_values_and_rounds", "held", "outcomes", "rounds"]


def _regions(rules: Rules, stops: Stops) -> Regions:
    regions = regions_of(rules, stops)
    return regions._replace(base=least_base(rules), number=_number, fraction=reduced)


def _number(value: Fraction | int) -> fmpq | fmpz:
    return fmpz(value) if isinstance(value, int) else fmpq(value.numerator, value.denominator)


def expected_values(*question: Any) -> list[Fraction]:
    """Return the exact expectation of each payoff; equals `closed_form.expected_values`."""
    return expected_values_and_rounds(*question)[0]


expected_values_and_rounds = partial(closed_form.expected_values_and_rounds, regions_of=_regions)
"""Return also the expected rounds; equals `closed_form.expected_values_and_rounds`."""


def outcomes(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> dict[State, Fraction]:
    """Return the exact probability of every outcome; equals `closed_form.outcomes`.

    Raises `ArithmeticError` if they do not add up to 1.
    """
    regions = _regions(rules, stops)
    base = regions.base
    # the exponents run on along each side
    over_powers = {won: OverPowers(base) for won in (True, False)}
    found: dict[State, Fraction] = {}
    total, reached = fmpz(0), 0
    for state, cost, _, lost, weight in visits(regions, attackers, defenders):
        if weight and not cost:
            found[state] = over_powers[state[1] == 0].fraction(weight, lost)
            total, reached = total * fmpz(base) ** (lost - reached) + weight, lost
    if total != fmpz(base) ** reached:
        raise ArithmeticError("the probabilities of the outcomes do not add up to 1")
    return {state: found[state] for state in sorted(found, key=best_first)}


SLACK = 4
"""Powers of the base that the common divisor may lose from one fraction to the next; measured."""


class OverPowers:
    """Fractions x / base^m of one kind after another, in lowest terms.

    Each equals `Fraction(x, base**m)`.  The common divisor of x and base^m grows little from one to
    the next, so that most of it, and of the denominator, is known from the last one, and the rest
    is found by greatest common divisors with short numbers.
    """

    def __init__(self, base: int) -> None:
        self._base = fmpz(base)
        self._slack = self._base**SLACK
        self._most = self._slack**2
        self._forget()

    def _forget(self) -> None:
        self._m, self._common, self._denominator = 0, fmpz(1), fmpz(1)

    def fraction(self, x: fmpz | int, m: int) -> Fraction:
        """Return x / base^m, quickly where x has most of the common divisor of the last ones."""
        if m < self._m:
            self._forget()
        spare = self._common.gcd(self._slack)
        common = self._common // spare
        numerator, remainder = divmod(fmpz(x), common)
        if remainder:
            self._forget()
            return self.fraction(x, m)
        denominator = self._denominator * spare * self._base ** (m - self._m)
        numerator, denominator, more = coprime(numerator, denominator, self._most, fmpz.gcd)
        self._m, self._common, self._denominator = m, common * more, denominator
        return lowest_terms(int(numerator), int(denominator))
