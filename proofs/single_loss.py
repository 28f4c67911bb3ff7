"""Single-loss rules: the geometric boundary and the binomial interior, for all a and d.

Every round costs one unit.  With p_αδ the attacker's chance in a round of α v δ dice, p = p_32
and q = 1 - p, the odds Q are defined by Q(a, 0) = 1, Q(0, d) = 0 and, for a, d >= 1,

    Q(a, d) = p_αδ Q(a, d-1) + (1 - p_αδ) Q(a-1, d),     α = min(a, 3), δ = min(d, 2).

The p_αδ are symbols: the theorems hold for any chances, 0 and 1 included, hence for any dice.
Powers, sums and factorials with a variable argument are symbols too (x for p_12^(d-1), say).
An induction only uses one step of them: x becomes x p_12.
"""

from collections.abc import Mapping

from sympy import Expr, symbols

from proofs.theorem import Certificate, Theorem

p11, p12, p21, p22, p31, p, q = symbols("p11 p12 p21 p22 p31 p q")
x, y, z, S = symbols("x y z S")  # p12^(d-1), (1-p31)^(a-2), p22^(d-1), Σ p22^j p12^(d-2-j)
n, j, A, B = symbols("n j A B")  # A = p^(n+1), B = q^j
F, G, H = symbols("F G H")  # (n+j)!, n!, j!

Q11 = p11 * 1 + (1 - p11) * 0
Q21 = p21 * 1 + (1 - p21) * Q11

PROBABILITIES = "p_αδ are any numbers that depend on the dice alone"


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


def _geometric_sum(certificate: Certificate) -> Mapping[str, Expr]:
    """S(n) = Σ_{j<n} p22^j p12^(n-1-j), so that S(n+1) = p22 S(n) + p12^n; z, x are powers n."""
    times_difference = certificate["S(n) (p_22 - p_12)"]
    after = {z: z * p22, x: x * p12}
    return {
        "the start, n = 0": times_difference.subs({z: 1, x: 1}) - 0,
        "the step from n to n + 1": times_difference.subs(after, simultaneous=True)
        - (p22 * times_difference + x * (p22 - p12)),
    }


def _two_attackers(certificate: Certificate) -> Mapping[str, Expr]:
    Q, Q1 = certificate["Q(2, d)"], ONE_ATTACKER.certificate["Q(1, d)"]
    after = {z: z * p22, x: x * p12, S: p22 * S + x}
    return {
        "the start, d = 1": Q.subs({z: 1, x: 1, S: 0}) - Q21,
        "the step from d to d + 1": Q.subs(after, simultaneous=True)
        - (p22 * Q + (1 - p22) * Q1.subs(x, x * p12)),
    }


def _interior(certificate: Certificate) -> Mapping[str, Expr]:
    """Put the first sum into the recursion: a condition for each case of n and j being 0."""
    u = certificate["u(n, j)"]
    more_n = {n: n + 1, A: A * p, F: F * (n + j + 1), G: G * (n + 1)}
    more_j = {j: j + 1, B: B * q, F: F * (n + j + 1), H: H * (j + 1)}
    no_n, no_j = {n: 0, A: p, G: 1, F: H}, {j: 0, B: 1, H: 1, F: G}

    def after(expression: Expr, step: Mapping[Expr, Expr]) -> Expr:
        return expression.subs(step, simultaneous=True)

    u_n, u_j = after(u, more_n), after(u, more_j)
    return {
        "u(0, 0) = p": after(after(u, no_j), no_n | {G: 1}) - p,
        "u(n+1, 0) = p u(n, 0)": after(u_n - p * u, no_j),
        "u(0, j+1) = q u(0, j)": after(u_j - q * u, no_n),
        "u(n+1, j+1) = p u(n, j+1) + q u(n+1, j)": after(u_j, more_n) - p * u_j - q * u_n,
    }


ONE_ATTACKER = Theorem(
    name="single-loss, one attacker",
    statement="Q(1, d) = p_11 p_12^(d-1) for d >= 1",
    hypotheses=PROBABILITIES,
    certificate={"Q(1, d)": p11 * x},
    identities=_one_attacker,
    by_hand="induction on d",
    used_by="riskexact.odds.closed_form.boundary.one_attacker",
)

ONE_DEFENDER = Theorem(
    name="single-loss, one defender",
    statement="Q(a, 1) = 1 - (1 - Q(2, 1)) (1 - p_31)^(a-2) for a >= 2",
    hypotheses=PROBABILITIES,
    certificate={"Q(a, 1)": 1 - (1 - Q21) * y},
    identities=_one_defender,
    by_hand="induction on a",
    used_by="riskexact.odds.closed_form.boundary.one_defender",
)

GEOMETRIC_SUM = Theorem(
    name="geometric sum",
    statement="S(n) (p_22 - p_12) = p_22^n - p_12^n with S(n) = Σ_{j<n} p_22^j p_12^(n-1-j)",
    hypotheses=PROBABILITIES,
    certificate={"S(n) (p_22 - p_12)": z - x},
    identities=_geometric_sum,
    by_hand="induction on n; S(n+1) = p_22 S(n) + p_12^n by the definition of S",
    used_by="riskexact.odds.closed_form.boundary.geometric_sum",
)

TWO_ATTACKERS = Theorem(
    name="single-loss, two attackers",
    statement="Q(2, d) = Q(2, 1) p_22^(d-1) + (1 - p_22) p_11 p_12 S(d-1) for d >= 1",
    hypotheses=PROBABILITIES,
    certificate={"Q(2, d)": Q21 * z + (1 - p22) * p11 * p12 * S},
    identities=_two_attackers,
    by_hand="induction on d; S(d) = p_22 S(d-1) + p_12^(d-1) by the definition of S",
    used_by="riskexact.odds.closed_form.boundary.two_attackers",
)

INTERIOR = Theorem(
    name="single-loss, interior",
    statement=(
        "Q(a, d) = Σ_{j=0}^{a-3} u(d-2, j) Q(a-j, 1) + Σ_{k=0}^{d-2} v(a-3, k) Q(2, d-k), with "
        "u(n, j) = p^(n+1) C(n+j, j) q^j and v(n, j) = q^(n+1) C(n+j, j) p^j, for a >= 3, d >= 2"
    ),
    hypotheses=PROBABILITIES,
    certificate={"u(n, j)": A * B * F / (G * H)},
    identities=_interior,
    by_hand=(
        "induction on a + d: the coefficient of each Q(a', 1) on both sides of the recursion is "
        "u under one of the four conditions; that of each Q(2, d') is v, which is u with p and q "
        "exchanged"
    ),
    used_by="riskexact.odds.closed_form.binomial.win_probability",
)

THEOREMS = (ONE_ATTACKER, ONE_DEFENDER, GEOMETRIC_SUM, TWO_ATTACKERS, INTERIOR)
