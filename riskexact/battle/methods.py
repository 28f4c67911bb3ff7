"""The choice of a method, for each question about a battle and for tables.

- The *recursion* is the definition: it answers every question, whatever the rules and stop rules.
- The *closed form* is one sum of O(a + d) terms, for rules whose rounds cost a fixed number of
  units, and for stop rules that look at who is left.
- The *engine* has the same numbers sooner, and is chosen for some questions, by "auto" alone.  One
  cell of 3 v 2 dice it has at any size; for the others it needs a library that takes a while to
  import, which is worth while where the numbers are long.
- The *sweep* of `odds.weights` fills a small table in whole numbers.
"""

from fractions import Fraction

from riskexact.base.arguments import one_of, short_repr
from riskexact.base.errors import RiskError, is_installed
from riskexact.odds.states import FOUGHT_OUT, MAX_UNITS, Payoff, State, Stops
from riskexact.rules import Rules
from riskexact.rules.hand import as_die

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, Protocol

    Method = Literal["auto", "recursion", "closed-form"]
    Chosen = Literal["recursion", "closed-form", "engine"]
    ChosenForTable = Literal["recursion", "closed-form", "engine", "sweep"]
    QuestionKind = Literal["win", "digits", "outcomes", "expected values"]

    class Answers(Protocol):
        """The questions that every method answers, with the same numbers."""

        def expected_values(
            self, a: int, d: int, rules: Rules, payoffs: Sequence[Payoff], stops: Stops, /
        ) -> list[Fraction]: ...

        def expected_values_and_rounds(
            self, a: int, d: int, rules: Rules, payoffs: Sequence[Payoff], stops: Stops, /
        ) -> tuple[list[Fraction], Fraction]: ...

        def outcomes(
            self, a: int, d: int, rules: Rules, stops: Stops, /
        ) -> dict[State, Fraction]: ...

        def rounds(self, a: int, d: int, rules: Rules, stops: Stops, /) -> dict[int, Fraction]: ...

        def held(self, a: int, d: int, rules: Rules, /) -> int:
            """Return the number of exact numbers held at once."""

else:
    Method = str

METHODS: "tuple[Method, ...]" = ("auto", "recursion", "closed-form")

UNITS_FOR_ENGINE = 150
"""Units from which on the engine is worth the import of its library, some 60 ms; measured."""

UNITS_FOR_SUMS = 1500
"""Units from which on that holds for expected values, which are a few numbers; measured."""

STATES_FOR_ENGINE = 10_000
"""States from which on a whole table is: that of 100 attackers against 100 defenders."""

LIBRARY = "flint"
"""The library of the engine.  Where it is missing, as in a browser, the other methods answer."""

QUICK = {"engine": 2000, "closed-form": 300, "recursion": 60}
"""Units up to which the chance to win takes less than 50 ms, by method; measured."""

QUICK_DICE, QUICK_FACES = 8, 10
"""Dice of both sides, and their faces, up to which a round is counted in no time."""


def refuse_method(method: object) -> None:
    """Raise `RiskError` for a method other than "auto", in Balanced Blitz."""
    if one_of(method, "method", METHODS) != "auto":
        raise RiskError(f"method must be auto in Balanced Blitz, not {short_repr(method)}")


def chosen(
    question: "QuestionKind",
    attackers: int,
    defenders: int,
    rules: Rules,
    method: Method = "auto",
    stops: Stops = FOUGHT_OUT,
) -> "Chosen":
    """Return the method that answers a question about a battle.

    Raises `RiskError` for the name of no method, and for "closed-form" where there is none.

    >>> from riskexact.rules import STANDARD
    >>> [chosen(question, 10, 10, STANDARD) for question in ("win", "outcomes")]
    ['engine', 'closed-form']
    >>> chosen("win", 10, 10, STANDARD, stops=Stops(stop_after=3))
    'recursion'
    """
    if one_of(method, "method", METHODS) == "closed-form":
        from riskexact.odds import closed_form

        closed_form.regions_of(rules, stops)
        return "closed-form"
    if method == "recursion" or not stops.by_units:
        return "recursion"
    units = attackers + defenders
    if question == "digits" or (question == "outcomes" and rules.has_closed_form):
        # the library is worth its import, or alone could give an answer
        sooner = units >= UNITS_FOR_ENGINE and (units > MAX_UNITS or is_installed(LIBRARY))
    elif not rules.has_closed_form:
        sooner = False
    elif question == "win":
        sooner = rules.max_dice == (3, 2) and stops == FOUGHT_OUT and _has_cell(units, rules)
    else:
        sooner = units >= UNITS_FOR_SUMS and is_installed(LIBRARY)
    if sooner:
        return "engine"
    return "closed-form" if rules.has_closed_form else "recursion"


def _has_cell(units: int, rules: Rules) -> bool:
    """Return whether the engine has one cell: a small one without its library."""
    from riskexact.engine import cell

    return cell.applies(rules) and (units <= cell.INT_UNITS or is_installed(LIBRARY))


def is_quick(units: int, rules: Rules, method: str = "closed-form") -> bool:
    """Return whether a chance takes less than 50 ms, so that a prompt may show it.

    >>> from riskexact.rules import STANDARD
    >>> is_quick(300, STANDARD), is_quick(301, STANDARD), is_quick(2, Rules(20, 20))
    (True, False, False)
    """
    few = sum(rules.max_dice) <= QUICK_DICE and as_die(rules.faces).total <= QUICK_FACES
    return few and units <= QUICK[method]


def answers_of(name: "Chosen") -> "Answers":
    """Return the module of a method, which is imported only then, for what all answer."""
    if name == "recursion":
        from riskexact.odds import recursion

        return recursion
    if name == "engine":
        from riskexact.engine import walk

        return walk
    from riskexact.odds import closed_form

    return closed_form


def chosen_for_table(
    attackers: int, defenders: int, cells: int, rules: Rules, method: Method = "auto"
) -> "ChosenForTable":
    """Return the method that fills a table with `cells` cells up to a battle.

    All of them but "closed-form" go through every state up to the battle; "closed-form" is cell by
    cell, each by the method that `chosen` has for it.  Raises `RiskError` as `chosen` does.

    Measured, in microseconds of one machine: a cell on its own, of u units, takes 15 u by the
    closed form, and 40 + u/2 + u²/1500 by the engine; a state of the whole takes one in a small
    table, and u/700 or less in a large one, where each cell that is asked for takes 20 more.
    """
    alone = chosen("win", attackers, defenders, rules, method)
    if method != "auto":
        return alone
    units, states = attackers + defenders, (attackers + 1) * (defenders + 1)
    small = states < STATES_FOR_ENGINE
    if alone != "recursion":
        each = 40 + units / 2 + units**2 / 1500 if alone == "engine" else 15 * units
        if cells * each < (states if small else states * units / 700 + 20 * cells):
            return "closed-form"
    return "sweep" if small or not is_installed(LIBRARY) else "engine"
