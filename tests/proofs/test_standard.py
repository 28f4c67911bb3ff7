"""The theorems on standard rules: each holds, each corruption is seen, and the program agrees."""

from fractions import Fraction
from functools import cache
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Expr, Rational

from proofs import standard
from proofs.single_loss import p11, p21
from proofs.standard import A, B, C, E, F, Fi, Fj, Fk, Qe, S, V, X, i, j, k, s, v1, v2
from proofs.theorem import ProofError, Theorem
from riskexact.odds.closed_form import trinomial
from riskexact.odds.closed_form.boundary import (
    chances,
    geometric_sum,
    one_defender,
    two_attackers,
)
from riskexact.rules import STANDARD

# For each identity a corruption that this one refuses, and those before it let pass.
CORRUPTIONS: list[tuple[Theorem, str, str, Expr]] = [
    (standard.TWO_ATTACKERS, "Q(2, 2m+e)", "the start, m = 0", 2),
    (standard.TWO_ATTACKERS, "Q(2, 2m+e)", standard.STEP, V),
    (standard.TWO_ATTACKERS_SOLVED, "Q(2, 2m+e)", "the start, d = 0", 2),
    (standard.TWO_ATTACKERS_SOLVED, "Q(2, 2m+e)", "the start, d = 1", E),
    (standard.TWO_ATTACKERS_SOLVED, "Q(2, 2m+e)", standard.STEP, V),
    (standard.WEIGHTS, "M(i, j, k)", "M(0, 0, 0) = 1", 2),
    (standard.WEIGHTS, "M(i, j, k)", "M(i+1, 0, 0)", 1 + i),
    (standard.WEIGHTS, "M(i, j, k)", "M(0, j+1, 0)", 1 + j),
    (standard.WEIGHTS, "M(i, j, k)", "M(0, 0, k+1)", 1 + k),
    (standard.WEIGHTS, "M(i, j, k)", "M(i+1, j+1, 0)", 1 + i * j),
    (standard.WEIGHTS, "M(i, j, k)", "M(i+1, 0, k+1)", 1 + i * k),
    (standard.WEIGHTS, "M(i, j, k)", "M(0, j+1, k+1)", 1 + j * k),
    (standard.WEIGHTS, "M(i, j, k)", "M(i+1, j+1, k+1)", 1 + i * j * k),
    (standard.INTERIOR, "P(x, y)", "P(x, y)^n has the weights T(n, i)", 2),
    (standard.INTERIOR, "E(x, y)", "the recursion, summed over the interior", 2),
]


@pytest.mark.parametrize(("theorem", "claim", "identity", "factor"), CORRUPTIONS)
def test_a_corrupted_certificate_fails(
    theorem: Theorem, claim: str, identity: str, factor: Expr
) -> None:
    corrupted = dict(theorem.certificate) | {claim: theorem.certificate[claim] * factor}
    with pytest.raises(ProofError) as refusal:
        theorem.check(corrupted)
    assert str(refusal.value) == f"{theorem.name}: {identity} does not hold"


def test_every_identity_was_corrupted() -> None:
    identities = {(theorem.name, name) for theorem in standard.THEOREMS for name in theorem.check()}
    assert identities == {(theorem.name, name) for theorem, _, name, _ in CORRUPTIONS}


@pytest.mark.parametrize("term", range(4))
def test_none_of_the_four_sums_can_be_left_out(term: int) -> None:
    certificate = dict(standard.INTERIOR.certificate)
    terms = certificate["E(x, y)"].args
    assert len(terms) == 4
    certificate["E(x, y)"] -= terms[term]
    with pytest.raises(ProofError, match="the recursion, summed over the interior"):
        standard.INTERIOR.check(certificate)


def rational(value: Fraction) -> Rational:
    return Rational(value.numerator, value.denominator)


def test_the_border_is_what_the_program_computes() -> None:
    """At the chances of real dice, against the function that relies on the theorem."""
    won = {dice: chances(*dice, STANDARD) for dice in ((1, 1), (1, 2), (2, 1), (2, 2))}
    second = won[1, 2][1]
    exact = {
        p11: rational(won[1, 1][1]), s: rational(second), p21: rational(won[2, 1][1]),
        v1: rational(won[2, 2][1]), v2: rational(won[2, 2][2]),
    }  # fmt: skip
    for d in range(9):
        m, e = divmod(d, 2)
        powers = {
            V: exact[v2] ** m, X: exact[s] ** (2 * m), E: exact[s] ** e,
            S: rational(geometric_sum(won[2, 2][2], second**2, m)),
            Qe: rational(one_defender(2, STANDARD)) if e else 1,
        }  # fmt: skip
        for theorem in (standard.TWO_ATTACKERS, standard.TWO_ATTACKERS_SOLVED):
            claim = theorem.certificate["Q(2, 2m+e)"].subs(powers | exact)
            assert claim == rational(two_attackers(d, STANDARD))


def test_the_weights_are_what_the_program_computes() -> None:
    counts = (2275, 2611, 2890)
    weight = [Rational(count, 7776) for count in counts]

    def M(*lost: int) -> Expr:
        powers = {letter: weight[t] ** lost[t] for t, letter in enumerate((A, B, C))}
        factorials = dict(zip((Fi, Fj, Fk), map(factorial, lost), strict=True))
        return standard.WEIGHTS.certificate["M(i, j, k)"].subs(
            {**powers, **factorials, F: factorial(sum(lost))}
        )

    for n in range(6):
        for m in range(2 * n + 1):
            total = sum(M(n - m + c, m - 2 * c, c) for c in range(max(0, m - n), m // 2 + 1))
            assert total == rational(trinomial.T(n, m, counts))


weights = st.tuples(*[st.fractions(-2, 2, max_denominator=9)] * 3)
values = st.lists(st.fractions(-3, 3, max_denominator=9), min_size=7, max_size=7)


@given(weights, values, st.integers(3, 7), st.integers(2, 7))
def test_the_interior_for_any_border(
    w: tuple[Fraction, ...], border: list[Fraction], a: int, d: int
) -> None:
    """The statement of the last theorem, read literally, against the recursion."""

    @cache
    def Q(a: int, d: int) -> Fraction:
        if d == 0:
            return Fraction(1)
        if a <= 2 or d == 1:
            return border[(3 * a + d) % 7]
        return w[2] * Q(a, d - 2) + w[1] * Q(a - 1, d - 1) + w[0] * Q(a - 2, d)

    @cache
    def T(n: int, m: int) -> Fraction:
        if n == 0 or m < 0:
            return Fraction(n == m == 0)
        return w[0] * T(n - 1, m) + w[1] * T(n - 1, m - 1) + w[2] * T(n - 1, m - 2)

    def weight(x: int, y: int) -> Fraction:
        n, odd = divmod(a + d - x - y, 2)
        return Fraction(0) if odd or n < 0 else T(n, d - y)

    total = Fraction(0)
    for x in range(3, a + d):
        total += weight(x, 2) * (w[2] + w[1] * Q(x - 1, 1)) + weight(x, 3) * w[2] * Q(x, 1)
    for y in range(2, a + d):
        if weight(3, y):
            total += weight(3, y) * ((w[1] * Q(2, y - 1) if y >= 3 else 0) + w[0] * Q(1, y))
        if weight(4, y):
            total += weight(4, y) * w[0] * Q(2, y)
    assert Q(a, d) == total
