"""All outcomes of one battle: the walk of the closed form in the integers of flint."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import fmpz

from riskexact.engine.primes import OverPowers
from riskexact.odds.closed_form.regions import Regions, regions_of
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
    regions = _regions(rules, stops)
    # the exponents run on along each side
    fractions = {won: OverPowers(regions.base) for won in (True, False)}
    found = {
        state: fractions[state[1] == 0].fraction(weight, lost)
        for state, lost, weight in _weights(regions, attackers, defenders)
    }
    return {state: found[state] for state in sorted(found, key=best_first)}


def weighted_outcomes(attackers: int, defenders: int, rules: Rules) -> dict[State, int]:
    """Return the outcomes of a battle, each as a whole number over `base ** (units lost)`.

    The base is `weights.base_of`; equals `outcomes` except for the reduction to lowest terms, which
    takes most of the time.

    >>> from riskexact.rules import STANDARD
    >>> weighted_outcomes(1, 1, STANDARD)  # of 1296
    {(1, 0): 540, (0, 1): 756}
    """
    regions = _regions(rules)
    return {state: int(weight) for state, _, weight in _weights(regions, attackers, defenders)}


def _regions(rules: Rules, stops: Stops = FOUGHT_OUT) -> Regions:
    """Return regions whose weights, and all values computed from them, are integers of flint."""
    return regions_of(rules, stops)._replace(integer=fmpz)


def _weights(regions: Regions, attackers: int, defenders: int) -> Iterator[tuple[State, int, Any]]:
    """Yield (state, units lost, weight) of every outcome that can happen."""
    for state, over, _, lost, weight in visits(regions, attackers, defenders):
        if weight and over:
            yield state, lost, weight
