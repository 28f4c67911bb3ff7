"""All outcomes of one battle: the walk of the closed form in the integers of flint."""

from fractions import Fraction

from riskexact.engine.library import fmpz
from riskexact.engine.reduction import OverPowers
from riskexact.odds.closed_form import regions_of, visits
from riskexact.odds.states import FOUGHT_OUT, State, Stops, best_first
from riskexact.rules import Rules
from riskexact.rules.dice import least_base


def outcomes(
    attackers: int, defenders: int, rules: Rules, stops: Stops = FOUGHT_OUT
) -> dict[State, Fraction]:
    """Return the exact probability of every outcome; equals `closed_form.outcomes`.

    Raises `ArithmeticError` if they do not add up to 1.

    >>> from riskexact.rules import STANDARD
    >>> outcomes(1, 2, STANDARD)
    {(1, 0): Fraction(275, 2592), (0, 1): Fraction(385, 2592), (0, 2): Fraction(161, 216)}
    """
    base = least_base(rules)
    regions = regions_of(rules, stops)._replace(base=base, integer=fmpz)
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
