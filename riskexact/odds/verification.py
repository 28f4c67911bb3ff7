"""Verification: every closed form against the recursion, cell by cell."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from time import perf_counter

from riskexact.base.arguments import whole
from riskexact.base.frozen import NamedTuple
from riskexact.odds import closed_form, recursion
from riskexact.odds.closed_form.written_out import FORMULAS, WinFormula, covered
from riskexact.odds.states import MAX_UNITS, check_size
from riskexact.rules import Rules

MAX_COMPARED_UNITS = MAX_UNITS // 2
"""The largest number of units on each side that can be compared."""


class Mismatch(NamedTuple):
    """A cell in which a closed form and the recursion differ."""

    rules: Rules
    formula: str
    attackers: int
    defenders: int
    recursion: Fraction
    closed_form: Fraction


class Verification(NamedTuple):
    """The comparison of one rule set: its size and its mismatches."""

    rules: Rules
    formulas: tuple[str, ...]
    cells: int
    seconds: float
    mismatches: tuple[Mismatch, ...]


def formulas(rules: Rules) -> Mapping[str, WinFormula]:
    """Return the closed forms of a rule set by name.

    The first-exit sum always, and the binomial or trinomial formula where it applies.  Raises
    `RiskError` for rules that have no closed form.

    >>> list(formulas(Rules()))
    ['first-exit', 'trinomial']
    """
    closed_form.regions_of(rules)
    named: dict[str, WinFormula] = {"first-exit": closed_form.win_probability}
    if covered(rules):
        formula = FORMULAS[rules.max_losses]
        named[formula.__name__] = formula
    return named


def verify(
    rules: Rules, most: int, progress: Callable[[int, int], None] = lambda done, cells: None
) -> Verification:
    """Compare each closed form with the recursion in every cell from 1 v 1 to `most` v `most`.

    `progress(done, cells)` is called after each cell.  Raises `RiskError`.

    >>> verdict = verify(Rules(), 5)
    >>> verdict.cells, verdict.formulas, verdict.mismatches
    (25, ('first-exit', 'trinomial'), ())
    """
    most = whole(most, "max", 1, MAX_COMPARED_UNITS)
    check_size(most, most, rules, recursion.held(most, most, rules))
    compared = formulas(rules)
    started = perf_counter()
    mismatches = []
    fought = (cell for cell in recursion.cells(most, most, rules) if all(cell[0]))
    for done, ((a, d), expected) in enumerate(fought, 1):
        for name, formula in compared.items():
            value = formula(a, d, rules)
            if value != expected:
                mismatches.append(Mismatch(rules, name, a, d, expected, value))
        progress(done, most * most)
    seconds = perf_counter() - started
    return Verification(rules, tuple(compared), most * most, seconds, tuple(mismatches))
