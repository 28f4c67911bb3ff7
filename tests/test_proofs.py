from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Expr, Float, Rational, exp, sin, symbols

from proofs import single_loss
from proofs.__main__ import main
from proofs.theorem import ProofError, Theorem, is_zero
from riskexact.closed_form import binomial

x, y = symbols("x y")
theorems = pytest.mark.parametrize(
    "theorem", single_loss.THEOREMS, ids=[theorem.name for theorem in single_loss.THEOREMS]
)


@theorems
def test_every_theorem_holds(theorem: Theorem) -> None:
    assert theorem.check() >= 2


@theorems
@pytest.mark.parametrize(
    "corrupt",
    [lambda e: e + 1, lambda e: 2 * e, lambda e: -e, lambda e: e**2, lambda e: e + x / 10**9],
    ids=["+1", "*2", "-", "^2", "+small"],
)
def test_a_corrupted_certificate_fails(theorem: Theorem, corrupt: Callable[[Expr], Expr]) -> None:
    for name in theorem.certificate:
        broken = dict(theorem.certificate) | {name: corrupt(theorem.certificate[name])}
        with pytest.raises(ProofError, match="does not hold"):
            theorem.check(broken)


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main() == 0
    assert capsys.readouterr().out.endswith("4 proved, 0 failed\n")
    first = single_loss.THEOREMS[0]
    false = Theorem(
        first.name, first.statement, first.hypotheses, {"Q(1, d)": x}, first.identities, "", ""
    )
    monkeypatch.setattr(single_loss, "THEOREMS", (false, *single_loss.THEOREMS[1:]))
    assert main() == 1
    assert "FAILED: single-loss, one attacker: the start" in capsys.readouterr().out


@pytest.mark.parametrize(
    "expression", [x**y - x**y * 2, exp(x), sin(x) ** 2 - 1, Float(0.5) * x, x ** Rational(1, 2)]
)
def test_undecidable_expressions_are_refused(expression: Expr) -> None:
    with pytest.raises(ProofError):
        is_zero(expression)


def test_is_zero() -> None:
    assert is_zero((x + y) ** 3 - x**3 - 3 * x**2 * y - 3 * x * y**2 - y**3)
    assert is_zero(1 / (1 - x) - 1 - x / (1 - x))
    assert not is_zero(x)
    assert not is_zero(1 / x)


def test_the_borders_are_those_of_the_program() -> None:
    """Certificates at the chances of real dice, against the functions that rely on them."""
    dice = {s: binomial.p(int(s.name[1]), int(s.name[2])) for s in single_loss.p11.free_symbols}
    for symbol in (single_loss.p12, single_loss.p21, single_loss.p22, single_loss.p31):
        dice[symbol] = binomial.p(int(symbol.name[1]), int(symbol.name[2]))
    exact = {symbol: Rational(p.numerator, p.denominator) for symbol, p in dice.items()}
    for n in range(1, 8):
        powers = {
            single_loss.x: exact[single_loss.p12] ** (n - 1),
            single_loss.y: (1 - exact[single_loss.p31]) ** (n - 2),
            single_loss.z: exact[single_loss.p22] ** (n - 1),
        }
        for theorem, name, function in (
            (single_loss.ONE_ATTACKER, "Q(1, d)", binomial.one_attacker),
            (single_loss.ONE_DEFENDER, "Q(a, 1)", binomial.one_defender),
            (single_loss.TWO_ATTACKERS, "Q(2, d)", binomial.two_attackers),
        ):
            if function is binomial.one_defender and n < 2:
                continue
            value = theorem.certificate[name].subs(exact | powers)
            assert Fraction(int(value.p), int(value.q)) == function(n)


chances = st.fractions(0, 1, max_denominator=20)


@given(st.tuples(*[chances] * 6), st.integers(3, 8), st.integers(2, 8))
def test_the_interior_for_any_chances(p: tuple[Fraction, ...], a: int, d: int) -> None:
    """The statement of the last theorem, read literally, against the definition."""
    table = dict(zip([(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)], p, strict=True))

    @cache
    def Q(a: int, d: int) -> Fraction:
        if d == 0 or a == 0:
            return Fraction(d == 0)
        won = table[min(a, 3), min(d, 2)]
        return won * Q(a, d - 1) + (1 - won) * Q(a - 1, d)

    won = table[3, 2]
    lost = 1 - won
    assert Q(a, d) == sum(
        won ** (d - 1) * comb(d - 2 + j, j) * lost**j * Q(a - j, 1) for j in range(a - 2)
    ) + sum(lost ** (a - 2) * comb(a - 3 + k, k) * won**k * Q(2, d - k) for k in range(d - 1))
