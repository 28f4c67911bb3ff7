"""Single-loss rules: the three geometric borders and the binomial interior, for all a and d.

Every round costs one unit.  With p_αδ the attacker's chance in a round of α v δ dice, p = p_32
and q = 1 - p, the odds Q are defined by Q(a, 0) = 1, Q(0, d) = 0 and, for a, d >= 1,

    Q(a, d) = p_αδ Q(a, d-1) + (1 - p_αδ) Q(a-1, d),     α = min(a, 3), δ = min(d, 2).

The p_αδ are symbols: the theorems hold for any chances, hence for any dice.  Powers with a
variable exponent are symbols too (x for p_12^(d-1), say): one more round multiplies x by p_12,
which is all that an induction needs to know of a power.
"""

from collections.abc import Mapping
from itertools import product

from sympy import Expr, Integer, symbols

from proofs.theorem import Certificate, ProofError, Theorem

p11, p12, p21, p22, p31, p = symbols("p11 p12 p21 p22 p31 p")
q = 1 - p
x, y, z = symbols("x y z")  # p12^(d-1), (1-p31)^(a-2), p22^(d-1)
n, j = symbols("n j")
F, G, H = symbols("F G H")  # (n+j)!, n!, j!

Q11 = p11 * 1 + (1 - p11) * 0
Q21 = p21 * 1 + (1 - p21) * Q11

PROBABILITIES = ("p_αδ are any chances that depend on the dice alone",)


def _one_attacker(certificate: Certificate) -> Mapping[str, Expr]:
    Q = certificate["Q(1, d)"]
    return {
        "the start, d = 1": Q.subs(x, 1) - Q11,
        "the step from d to d + 1": Q.subs(x, x * p12) - (p12 * Q + (1 - p12) * 0),
    }


def _one_defender(certificate: Certificate) -> Mapping[str, Expr]:
    Q = certificate["Q(a, 1)"]
    return {
        "the start, a = 2": Q.subs(y, 1) - Q21,
        "the step from a to a + 1": Q.subs(y, y * (1 - p31)) - (p31 * 1 + (1 - p31) * Q),
    }


def _two_attackers(certificate: Certificate) -> Mapping[str, Expr]:
    Q, Q1 = certificate["Q(2, d)"], ONE_ATTACKER.certificate["Q(1, d)"]
    after = {x: x * p12, z: z * p22}
    return {
        "the start, d = 1": Q.subs({x: 1, z: 1}) - Q21,
        "the step from d to d + 1": Q.subs(after, simultaneous=True)
        - (p22 * Q + (1 - p22) * Q1.subs(after, simultaneous=True)),
    }


def _interior(certificate: Certificate) -> Mapping[str, Expr]:
    """Check the coefficients u(n, j) of the first sum; in the second, p and q are exchanged.

    Put into the recursion, the sum gives u four conditions: one for each way in which n and j
    can be 0 or a successor.
    """
    fewer_n, fewer_j = certificate["u(n-1, j) / u(n, j)"], certificate["u(n, j-1) / u(n, j)"]
    binomial = F / (G * H)
    # (m-1)! is m! / m: all that has to be known of factorials
    fewer = {"n": (F / (n + j)) / ((G / n) * H), "j": (F / (n + j)) / (G * (H / j))}
    conditions = {
        ("n = 0", "j = 0"): certificate["u(0, 0)"] - p,
        ("n = 0", "j >= 1"): q * fewer_j.subs(n, 0) - 1,
        ("n >= 1", "j = 0"): p * fewer_n.subs(j, 0) - 1,
        ("n >= 1", "j >= 1"): p * fewer_n + q * fewer_j - 1,
    }
    if set(conditions) != set(product(("n = 0", "n >= 1"), ("j = 0", "j >= 1"))):
        raise ProofError("the cases of the induction do not cover all n and j")
    identities = {
        "u(n-1, j) / u(n, j) from p^(n+1) C(n+j, j) q^j": fewer_n - fewer["n"] / binomial / p,
        "u(n, j-1) / u(n, j) from p^(n+1) C(n+j, j) q^j": fewer_j - fewer["j"] / binomial / q,
        "u(0, 0) from p^(n+1) C(n+j, j) q^j": certificate["u(0, 0)"] - p * 1,
    }
    identities |= {f"the recursion at {' and '.join(case)}": e for case, e in conditions.items()}
    mirrored = {
        f"{name}, p and q exchanged": expression.subs(p, 1 - p)
        for name, expression in identities.items()
    }
    return identities | mirrored


ONE_ATTACKER = Theorem(
    name="single-loss, one attacker",
    statement="Q(1, d) = p_11 p_12^(d-1) for d >= 1",
    hypotheses=PROBABILITIES,
    certificate={"Q(1, d)": p11 * x},
    identities=_one_attacker,
    by_hand="induction on d",
    used_by="riskexact.closed_form.binomial.one_attacker",
)

ONE_DEFENDER = Theorem(
    name="single-loss, one defender",
    statement="Q(a, 1) = 1 - (1 - Q(2, 1)) (1 - p_31)^(a-2) for a >= 2",
    hypotheses=PROBABILITIES,
    certificate={"Q(a, 1)": 1 - (1 - Q21) * y},
    identities=_one_defender,
    by_hand="induction on a",
    used_by="riskexact.closed_form.binomial.one_defender",
)

TWO_ATTACKERS = Theorem(
    name="single-loss, two attackers",
    statement=(
        "Q(2, d) = Q(2, 1) p_22^(d-1) + (1 - p_22) p_11 p_12 "
        "(p_22^(d-1) - p_12^(d-1)) / (p_22 - p_12) for d >= 1"
    ),
    hypotheses=(*PROBABILITIES, "p_22 is not p_12"),
    certificate={"Q(2, d)": Q21 * z + (1 - p22) * p11 * p12 * (z - x) / (p22 - p12)},
    identities=_two_attackers,
    by_hand="induction on d",
    used_by="riskexact.closed_form.binomial.two_attackers",
)

INTERIOR = Theorem(
    name="single-loss, interior",
    statement=(
        "Q(a, d) = Σ_{j=0}^{a-3} u(d-2, j) Q(a-j, 1) + Σ_{k=0}^{d-2} v(a-3, k) Q(2, d-k), with "
        "u(n, j) = p^(n+1) C(n+j, j) q^j and v(n, j) = q^(n+1) C(n+j, j) p^j, for a >= 3, d >= 2"
    ),
    hypotheses=(*PROBABILITIES, "p is neither 0 nor 1 (there the sums have one term each)"),
    certificate={
        "u(0, 0)": p * Integer(1),
        "u(n-1, j) / u(n, j)": n / ((n + j) * p),
        "u(n, j-1) / u(n, j)": j / ((n + j) * q),
    },
    identities=_interior,
    by_hand="induction on a + d; the coefficient of each border value is compared on both sides",
    used_by="riskexact.closed_form.binomial.win_probability",
)

THEOREMS = (ONE_ATTACKER, ONE_DEFENDER, TWO_ATTACKERS, INTERIOR)
