"""The theorems on generating functions: they hold, corruptions are seen, derivations agree."""

import pytest
from sympy import Expr, Function, Symbol

from proofs import generating
from proofs.generating import C1, R1, R2, x, y
from proofs.theorem import ProofError, Theorem, is_zero
from riskexact.formulas import generating_function
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules

claims = pytest.mark.parametrize(
    ("theorem", "claim"),
    [(theorem, claim) for theorem in generating.THEOREMS for claim in theorem.certificate],
)


@claims
@pytest.mark.parametrize("corrupt", [lambda series: 2 * series, lambda series: series + x * y])
def test_a_corrupted_certificate_fails(theorem: Theorem, claim: str, corrupt: type[Expr]) -> None:
    """Each claim has an identity of its own."""
    corrupted = dict(theorem.certificate) | {claim: corrupt(theorem.certificate[claim])}
    with pytest.raises(ProofError) as refusal:
        theorem.check(corrupted)
    identity = list(theorem.check())[list(theorem.certificate).index(claim)]
    assert str(refusal.value) == f"{theorem.name}: {identity} does not hold"


def test_partial_fractions_find_the_certificates() -> None:
    found = generating.partial_fractions()
    claimed = {
        "R_1(y)": generating.BORDERS.certificate["R_1(y)"],
        "C_1(x)": generating.BORDERS.certificate["C_1(x)"],
        "R_2(y), single-loss": generating.TWO_ATTACKERS_SINGLE.certificate["R_2(y)"],
        "R_2(y), standard": generating.TWO_ATTACKERS_STANDARD.certificate["R_2(y)"],
    }
    assert set(found) == set(claimed)
    for name, series in claimed.items():
        assert is_zero(found[name] - series), name


@pytest.mark.parametrize(
    ("theorem", "second_row", "rules"),
    [
        (generating.SINGLE_LOSS, generating.TWO_ATTACKERS_SINGLE, SINGLE_LOSS),
        (generating.STANDARD, generating.TWO_ATTACKERS_STANDARD, STANDARD),
    ],
)
def test_the_program_prints_what_is_proved(
    theorem: Theorem, second_row: Theorem, rules: Rules
) -> None:
    """In letters, and so for any dice: each printed rational function is the proved one."""
    proved = {**generating.BORDERS.certificate, **second_row.certificate, **theorem.certificate}
    printed = {
        str(equation.left): equation.right
        for equation in generating_function(rules, in_letters=True).equations
    }
    known = {
        Function("P")(x, y): printed["P(x, y)"],
        Function("C_0")(x): printed["C_0(x)"],
        Function("C_1")(x): C1,
        Function("R_1")(y): R1,
        Function("R_2")(y): R2,
    }
    for name, claim in proved.items():
        right = printed[name].subs(known)
        here = {letter: Symbol(str(letter).replace("_", "")) for letter in right.free_symbols}
        assert is_zero(right.subs(here) - claim), name
