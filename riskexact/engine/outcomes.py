"""All outcomes of one battle: the walk of the closed form in the integers of flint."""

from fractions import Fraction

from flint import fmpz

from riskexact.engine.primes import OverPowers
from riskexact.odds.closed_form.regions import regions_of
from riskexact.odds.closed_form.walk import visits
from riskexact.odds.states import FOUGHT_OUT, State, Stops, best_first
from riskexact.rules import Rules


def outcomes(
    attackers: int, defenders: int, rules: Rules, stops: Stops = FOUGHT_OUT
) -> dict[State, Fraction]:
    """Return the exact probability of every outcome; equals `closed_form.outcomes`.

    >>> from riskexact.rules import STANDARD
    >>> outcomes(1, 2, STANDARD)
    {(1, 0): Fraction(275, 2592), (0, 1): Fraction(385, 2592), (0, 2): Fraction(161, 216)}
    """
    # weights, and all values computed from them, are integers of flint
    regions = regions_of(rules, stops)._replace(integer=fmpz)
    # the exponents run on along each side
    fractions = {won: OverPowers(regions.base) for won in (True, False)}
    found = {
        state: fractions[state[1] == 0].fraction(weight, lost)
        for state, cost, _, lost, weight in visits(regions, attackers, defenders)
        if weight and not cost
    }
    return {state: found[state] for state in sorted(found, key=best_first)}
