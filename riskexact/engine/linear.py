"""Linear systems over the rationals, and the signs of sequences with a linear recurrence.

The unknowns of a system are affine in one another: the values of a chain are so, since one is the
average of those of the states that may follow.  python-flint solves the system as one matrix;
without it, as in a browser, Gaussian elimination does.
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import TypeVar

from riskexact.base.errors import is_installed
from riskexact.engine.cell import lowest_terms

Unknown = TypeVar("Unknown", bound=Hashable)

Forms = Mapping[Unknown, Mapping[Unknown | None, Fraction]]
"""The coefficients of each unknown's form, and its constant, which None leads to."""


def fixed_point(forms: Forms[Unknown]) -> dict[Unknown, Fraction]:
    """Return the unknowns that equal their forms: x[k] = Σ forms[k][j] x[j] + forms[k][None].

    - `forms`: for each unknown, none of which is None, the coefficients of its form; those left
      out are 0.

    Equals `by_elimination`.  Raises `ZeroDivisionError` unless there is exactly one solution.

    >>> fixed_point({"x": {"y": Fraction(1, 2), None: Fraction(1, 2)}, "y": {"x": Fraction(1, 2)}})
    {'x': Fraction(2, 3), 'y': Fraction(1, 3)}
    """
    if not (forms and is_installed("flint")):
        return by_elimination(forms)
    from riskexact.engine.library import fmpz_mat

    rows = _equations(forms)
    found = fmpz_mat([row[:-1] for row in rows]).solve(fmpz_mat([row[-1:] for row in rows]))
    values = (lowest_terms(int(x.p), int(x.q)) for x in found.entries())
    return dict(zip(forms, values, strict=True))


def by_elimination(forms: Forms[Unknown]) -> dict[Unknown, Fraction]:
    """Return what `fixed_point` does, by Gaussian elimination over `Fraction`."""
    rows = [[Fraction(c) for c in row] for row in _equations(forms)]
    for i in range(len(rows)):
        k = next((k for k in range(i, len(rows)) if rows[k][i]), None)
        if k is None:
            raise ZeroDivisionError("a linear system must have exactly one solution")
        rows[k], pivot = rows[i], [c / rows[k][i] for c in rows[k]]
        rows = [[c - row[i] * p for c, p in zip(row, pivot, strict=True)] for row in rows]
        rows[i] = pivot
    return dict(zip(forms, (row[-1] for row in rows), strict=True))


def _equations(forms: Forms[Unknown]) -> list[list[int]]:
    """Return rows of whole numbers: the coefficients of x[k] - form, then the constant."""
    rows = []
    for key, form in forms.items():
        row = [(key == other) - form.get(other, Fraction(0)) for other in forms]
        row.append(form.get(None, Fraction(0)))
        common = lcm(*(c.denominator for c in row))
        rows.append([int(c * common) for c in row])
    return rows


def never_negative(values: Sequence[Fraction], roots: Sequence[Fraction]) -> bool:
    """Return whether the roots show that a sequence has no value below 0.

    - `values`: the first values, one more than there are roots;
    - `roots`: λ >= 0, in an order that is tried alone; the product of the E - λ, where E is one
      step along the sequence, takes it to 0, else `ArithmeticError`.

    If f(0) >= 0 and f(n + 1) - λ f(n) >= 0 for all n, then f(n) >= 0 for all n.  So it is enough
    that the first value is not negative, nor the first of what each factor leaves.  False says
    nothing: another place of the same sequence may show it.

    >>> half, third = Fraction(1, 2), Fraction(1, 3)
    >>> powers = [third**n for n in range(3)]
    >>> never_negative(powers, [third, half]), never_negative(powers, [half, third])
    (True, False)
    """
    left = list(values)
    for root in roots:
        if left[0] < 0:
            return False
        left = [after - root * before for before, after in pairwise(left)]
    if left != [0]:
        raise ArithmeticError("the roots of a sequence must take it to 0")
    return True
