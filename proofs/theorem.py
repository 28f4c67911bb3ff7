"""Theorems: statement, hypotheses, certificate, and identities that are decided.

A certificate is the data that makes a proof mechanical: the closed form that is claimed.
`identities` turns it into expressions that have to be 0.  All of them are rational functions of
symbols, for which being 0 is decidable: the numerator, expanded as a polynomial with rational
coefficients, has no term.  No heuristic simplification and no check of finitely many numbers is
used as a proof.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sympy import Expr, Integer, Poly, Pow, Symbol, fraction, together

Certificate = Mapping[str, Expr]


class ProofError(Exception):
    """An identity does not hold, or cannot be decided by this method."""


@dataclass(frozen=True)
class Theorem:
    """A statement with its certificate and identities.

    `by_hand` names the steps of the argument that no identity covers.
    """

    name: str
    statement: str
    hypotheses: str
    certificate: Certificate
    identities: Callable[[Certificate], Mapping[str, Expr]]
    by_hand: str
    used_by: str

    def check(self, certificate: Certificate | None = None) -> list[str]:
        """Decide every identity; return their names, or raise `ProofError` at the first that fails.

        A wrong certificate may be given, to see it refused.
        """
        identities = self.identities(self.certificate if certificate is None else certificate)
        for name, expression in identities.items():
            if not is_zero(expression):
                raise ProofError(f"{self.name}: {name} does not hold")
        return list(identities)


def is_zero(expression: Expr) -> bool:
    """Decide whether a rational function, with rational coefficients, is 0.

    Raises `ProofError` unless it is built of sums, products and integer powers of symbols and
    rational numbers.

    >>> from sympy.abc import x, y
    >>> is_zero((x**2 - y**2) / (x - y) - x - y), is_zero(x / y - y / x)
    (True, False)
    """
    for part in expression.atoms(Pow):
        if not isinstance(part.exp, Integer):
            raise ProofError(f"{part} is not an integer power")
    if not all(atom.is_Symbol or atom.is_Rational for atom in expression.atoms()):
        raise ProofError(f"{expression} has a number that is not rational")
    if expression.atoms() and not expression.is_rational_function():
        raise ProofError(f"{expression} is not a rational function")
    numerator, denominator = fraction(together(expression))
    symbols = sorted(expression.free_symbols, key=str) or [Symbol("unused")]
    if Poly(denominator, *symbols).is_zero:
        raise ProofError(f"{expression} divides by 0")
    return bool(Poly(numerator, *symbols).is_zero)
