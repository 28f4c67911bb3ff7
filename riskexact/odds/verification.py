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
    done = 0
    for (a, d), expected in recursion.cells(most, most, rules):
        if a == 0 or d == 0:
            continue
        for name, formula in compared.items():
            value = formula(a, d, rules)
            if value != expected:
                mismatches.append(Mismatch(rules, name, a, d, expected, value))
        done += 1
        progress(done, most * most)
    return Verification(rules, tuple(compared), done, perf_counter() - started, tuple(mismatches))
