"""The roads to the odds, and the choice of one: the recursion, the closed form, the engine."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, Protocol

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.odds.states import FOUGHT_OUT, Payoff, State, Stops
from riskexact.rules import Rules

Method = Literal["auto", "recursion", "closed-form"]

METHODS = ("auto", "recursion", "closed-form")


class Road(Protocol):
    """What a module that computes the odds answers; the two are compared number for number."""

    def expected_values(
        self,
        attackers: int,
        defenders: int,
        rules: Rules,
        payoffs: Sequence[Payoff],
        stops: Stops,
        /,
    ) -> list[Fraction]:
        """Return the mean of each payoff over the ends of the battle."""

    def outcomes(
        self, attackers: int, defenders: int, rules: Rules, stops: Stops, /
    ) -> dict[State, Fraction]:
        """Return the probability of each end of the battle."""

    def rounds(
        self, attackers: int, defenders: int, rules: Rules, stops: Stops, /
    ) -> dict[int, Fraction]:
        """Return the probability of each number of rounds."""

    def mean_rounds(
        self, attackers: int, defenders: int, rules: Rules, stops: Stops, /
    ) -> Fraction:
        """Return the mean number of rounds."""

    def held(self, attackers: int, defenders: int, rules: Rules, /) -> int:
        """Return how many exact numbers are held at once on the way."""


FEWEST_FOR_ENGINE = 150
"""Units from which on `engine.cell` is worth the import of its library, some 60 ms; measured."""


def by_engine(attackers: int, defenders: int, rules: Rules) -> bool:
    """Return whether `engine.cell` computes the win probability under method "auto".

    >>> from riskexact.rules import STANDARD
    >>> by_engine(100, 100, STANDARD), by_engine(17, 6, STANDARD), by_engine(100, 100, Rules(4, 2))
    (True, False, False)
    """
    if attackers + defenders < FEWEST_FOR_ENGINE or attackers < 3 or defenders < 2:
        return False
    if rules.max_dice != (3, 2):
        return False
    from riskexact.engine import cell

    return cell.applies(rules)


def check_method(method: object) -> None:
    """Raise `RiskError` for what is not the name of a method.

    >>> check_method("guess")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: method must be one of auto, recursion, closed-form, not 'guess'
    """
    if not isinstance(method, str) or method not in METHODS:
        raise RiskError(f"method must be one of {', '.join(METHODS)}, not {shown(method)}")


def road(method: str, rules: Rules, stops: Stops = FOUGHT_OUT) -> Road:
    """Return the module that computes, `recursion` or `closed_form`, which is imported only then.

    `"auto"` takes the closed form wherever there is one, which is for all rules whose rounds
    cost a fixed number of units, and for stop rules that look at who is left.  Raises
    `RiskError` for another name, and for `"closed-form"` where there is none.

    >>> from riskexact.rules import STANDARD
    >>> road("auto", STANDARD).__name__, road("recursion", STANDARD).__name__
    ('riskexact.odds.closed_form', 'riskexact.odds.recursion')
    """
    check_method(method)
    has_one = rules.has_closed_form and stops.by_units
    if method == "recursion" or (method == "auto" and not has_one):
        from riskexact.odds import recursion

        return recursion
    from riskexact.odds import closed_form

    closed_form.require(rules, stops)
    return closed_form
