from fractions import Fraction
from functools import cache
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Expr, Float, Rational, exp, sin, symbols

from proofs import single_loss
from proofs.__main__ import MODULES, derivations
from proofs.single_loss import A, B, F, G, H, S, j, n, p, p12, p22, p31, q, x, y, z
from proofs.theorem import ProofError, Theorem, is_zero
from riskexact.odds.closed_form.boundary import (
    chances,
    geometric_sum,
    one_attacker,
    one_defender,
    two_attackers,
)
from riskexact.rules import SINGLE_LOSS
from tests.readme import ROOT

THEOREMS = [theorem for module in MODULES for theorem in module.THEOREMS]


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_every_theorem_holds(theorem: Theorem) -> None:
    assert len(theorem.check()) >= len(theorem.certificate)


# For each identity a corruption that this one refuses, and those before it let pass.
CORRUPTIONS: list[tuple[Theorem, str, Expr]] = [
    (single_loss.ONE_ATTACKER, "the start, d = 1", 2),
    (single_loss.ONE_ATTACKER, "the step from d to d + 1", x),
    (single_loss.ONE_DEFENDER, "the start, a = 2", 2),
    (single_loss.ONE_DEFENDER, "the step from a to a + 1", y),
    (single_loss.GEOMETRIC_SUM, "the step from n to n + 1", 2),
    (single_loss.TWO_ATTACKERS, "the start, d = 1", 2),
    (single_loss.TWO_ATTACKERS, "the step from d to d + 1", z),
    (single_loss.INTERIOR, "u(0, 0) = p", 2),
    (single_loss.INTERIOR, "u(n+1, 0) = p u(n, 0)", 1 + n),
    (single_loss.INTERIOR, "u(0, j+1) = q u(0, j)", 1 + j),
    (single_loss.INTERIOR, "u(n+1, j+1) = p u(n, j+1) + q u(n+1, j)", 1 + n * j),
]


@pytest.mark.parametrize(("theorem", "identity", "factor"), CORRUPTIONS)
def test_a_corrupted_certificate_fails(theorem: Theorem, identity: str, factor: Expr) -> None:
    ((name, claim),) = theorem.certificate.items()
    with pytest.raises(ProofError) as refusal:
        theorem.check({name: claim * factor})
    assert str(refusal.value) == f"{theorem.name}: {identity} does not hold"


def test_every_identity_was_corrupted() -> None:
    untouched = {
        (theorem.name, identity) for theorem in single_loss.THEOREMS for identity in theorem.check()
    } - {(theorem.name, identity) for theorem, identity, _ in CORRUPTIONS}
    assert untouched == {("geometric sum", "the start, n = 0")}
    with pytest.raises(ProofError, match="the start, n = 0"):
        single_loss.GEOMETRIC_SUM.check({"S(n) (p_22 - p_12)": z - x + 1})


def test_the_readme_says_what_is_proved() -> None:
    text = (ROOT / "proofs" / "README.md").read_text(encoding="utf-8")
    for theorem in THEOREMS:
        assert f"| {theorem.name} | `{theorem.statement}` |" in text
        assert f"`{theorem.used_by.removeprefix('riskexact.')}`" in text


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert derivations() == 0
    assert capsys.readouterr().out.endswith("sympy: 14 derivations hold, 0 failed\n\n")
    first = single_loss.THEOREMS[0]
    false = Theorem(
        first.name, first.statement, first.hypotheses, {"Q(1, d)": x}, first.identities, "", ""
    )
    monkeypatch.setattr(single_loss, "THEOREMS", (false, *single_loss.THEOREMS[1:]))
    assert derivations() == 1
    assert "FAILED: single-loss, one attacker: the start" in capsys.readouterr().out


@pytest.mark.parametrize(
    "expression",
    [
        x**y - x**y * 2,
        exp(x),
        sin(x) ** 2 - 1,
        Float(0.5) * x,
        x ** Rational(1, 2),
        1 / ((x + 1) ** 2 - x**2 - 2 * x - 1),
    ],
)
def test_undecidable_expressions_are_refused(expression: Expr) -> None:
    with pytest.raises(ProofError):
        is_zero(expression)


def test_is_zero() -> None:
    assert is_zero((x + y) ** 3 - x**3 - 3 * x**2 * y - 3 * x * y**2 - y**3)
    assert is_zero(1 / (1 - x) - 1 - x / (1 - x))
    assert not is_zero(x)
    assert not is_zero(1 / x)


def fraction(value: Expr) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def rational(value: Fraction) -> Rational:
    return Rational(value.numerator, value.denominator)


def test_the_certificates_are_what_the_program_computes() -> None:
    """At the chances of real dice, against the functions that rely on them."""
    exact = {
        symbols(f"p{a}{d}"): rational(chances(a, d, SINGLE_LOSS)[1])
        for a, d in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
    }
    for d in range(1, 8):
        sums = geometric_sum(fraction(exact[p22]), fraction(exact[p12]), d - 1)
        exact |= {
            x: exact[p12] ** (d - 1),
            y: (1 - exact[p31]) ** (d - 1),
            z: exact[p22] ** (d - 1),
            S: rational(sums),
        }
        for theorem, expected in (
            (single_loss.ONE_ATTACKER, one_attacker(d, SINGLE_LOSS)),
            (single_loss.ONE_DEFENDER, one_defender(d + 1, SINGLE_LOSS)),
            (single_loss.TWO_ATTACKERS, two_attackers(d, SINGLE_LOSS)),
            (single_loss.GEOMETRIC_SUM, sums * fraction(exact[p22] - exact[p12])),
        ):
            ((_, claim),) = theorem.certificate.items()
            assert fraction(claim.subs(exact)) == expected


def test_the_coefficients_are_binomial() -> None:
    won = Rational(3667, 7776)
    for m in range(5):
        for k in range(5):
            value = single_loss.INTERIOR.certificate["u(n, j)"].subs(
                {
                    A: won ** (m + 1), B: (1 - won) ** k, n: m, j: k, p: won, q: 1 - won,
                    F: factorial(m + k), G: factorial(m), H: factorial(k),
                }
            )  # fmt: skip
            assert value == won ** (m + 1) * comb(m + k, k) * (1 - won) ** k


any_chances = st.fractions(0, 1, max_denominator=20)


@given(st.tuples(*[any_chances] * 6), st.integers(3, 8), st.integers(2, 8))
def test_the_interior_for_any_chances(won: tuple[Fraction, ...], a: int, d: int) -> None:
    """The statement of the last theorem, read literally, against the definition."""
    table = dict(zip([(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)], won, strict=True))

    @cache
    def Q(a: int, d: int) -> Fraction:
        if d == 0 or a == 0:
            return Fraction(d == 0)
        chance = table[min(a, 3), min(d, 2)]
        return chance * Q(a, d - 1) + (1 - chance) * Q(a - 1, d)

    win, lose = table[3, 2], 1 - table[3, 2]
    u = [win ** (d - 1) * comb(d - 2 + k, k) * lose**k for k in range(a - 2)]
    v = [lose ** (a - 2) * comb(a - 3 + k, k) * win**k for k in range(d - 1)]
    assert Q(a, d) == sum(u[k] * Q(a - k, 1) for k in range(a - 2)) + sum(
        v[k] * Q(2, d - k) for k in range(d - 1)
    )
