"""Standard rules: the boundary Q(2, d), and the interior as first exits, for all a and d.

A round of two pairs costs two units.  With the chances v_j of 2 v 2 dice, and w_j of 3 v 2 dice,
that the defender loses j of them, s = p_12, and the other p_αδ as in `single_loss`, the odds are

    Q(2, d) = v_2 Q(2, d-2) + v_1 Q(1, d-1)                                       d >= 2
    Q(a, d) = w_2 Q(a, d-2) + w_1 Q(a-1, d-1) + w_0 Q(a-2, d)             a >= 3, d >= 2

where one attacker, and one defender, fight as under single-loss rules: `single_loss.ONE_ATTACKER`
and `ONE_DEFENDER` hold here, too.  All chances are symbols, and so are powers and factorials with
a variable argument, of which just one step is used.

The interior is proved by generating functions, whose coefficients are the odds: sums over a row or
column of the boundary are symbols, because the theorem holds for any values on the boundary.
"""

from collections.abc import Mapping
from itertools import combinations

from sympy import Expr, Integer, symbols

from proofs.single_loss import ONE_ATTACKER, PROBABILITIES, Q21, p11, p12
from proofs.single_loss import x as power_of_p12
from proofs.theorem import Certificate, Theorem

s, v1, v2, w0, w1, w2 = symbols("s v1 v2 w0 w1 w2")
V, X, E, S, Qe = symbols("V X E S Qe")  # v2^m, s^2m, s^e, Σ v2^j s^(2(m-1-j)), Q(2, e)
i, j, k, A, B, C = symbols("i j k A B C")  # A = w0^i, B = w1^j, C = w2^k
F, Fi, Fj, Fk = symbols("F Fi Fj Fk")  # (i+j+k)!, i!, j!, k!
x, y, Q21_, c0, c1, r1, r2 = symbols("x y Q21 c0 c1 r1 r2")
# c0, c1: Σ_{a>=3} Q(a, 0) x^a and Q(a, 1); r1, r2: Σ_{d>=2} Q(1, d) y^d and Q(2, d)

KAPPA = v1 * p11 / (s**2 - v2)

STEP = "the step from d to d + 2"


def _step(claim: Expr) -> Expr:
    """Put Q(2, 2m+e) and Q(1, 2m+e+1) into the recursion for Q(2, 2m+2+e)."""
    after = {V: V * v2, X: X * s**2, S: v2 * S + X}
    one_attacker = ONE_ATTACKER.certificate["Q(1, d)"].subs({power_of_p12: E * X})
    return claim.subs(after, simultaneous=True) - (v2 * claim + v1 * one_attacker)


def exits(x: Expr, y: Expr, Q21: Expr, c0: Expr, c1: Expr, r1: Expr, r2: Expr) -> Expr:
    """Return the four sums of the theorem of the interior, in its order, as series."""
    return (
        y**2 * (w2 * c0 + w1 * x * (c1 + Q21 * x**2))
        + y**3 * w2 * c1
        + x**3 * (w1 * y * r2 + w0 * r1)
        + x**4 * w0 * r2
    )


def _two_attackers(certificate: Certificate) -> Mapping[str, Expr]:
    Q = certificate["Q(2, 2m+e)"]
    return {"the start, m = 0": Q.subs({V: 1, X: 1, S: 0}) - Qe, STEP: _step(Q)}


def _two_attackers_solved(certificate: Certificate) -> Mapping[str, Expr]:
    Q = certificate["Q(2, 2m+e)"]
    start, Q21_s = {V: 1, X: 1}, Q21.subs(p12, s)
    return {
        "the start, d = 0": Q.subs(start).subs({E: 1, Qe: 1}) - 1,
        "the start, d = 1": Q.subs(start).subs({E: s, Qe: Q21_s}) - Q21_s,
        STEP: _step(Q),
    }


def _weights(certificate: Certificate) -> Mapping[str, Expr]:
    """State Pascal's rule for M(i, j, k), for each case of the three being 0."""
    M = certificate["M(i, j, k)"]
    letters = ((i, A, w0, Fi), (j, B, w1, Fj), (k, C, w2, Fk))

    def more(expression: Expr, which: int) -> Expr:
        index, power, weight, factorial = letters[which]
        step = {index: index + 1, power: power * weight, factorial: factorial * (index + 1)}
        return expression.subs(step | {F: F * (i + j + k + 1)}, simultaneous=True)

    found = {"M(0, 0, 0) = 1": M.subs({F: 1} | _nothing(letters, (0, 1, 2)))}
    found["M(0, 0, 0) = 1"] -= 1
    for size in (1, 2, 3):
        for chosen in combinations(range(3), size):
            whole = M
            for which in chosen:
                whole = more(whole, which)
            parts = Integer(0)
            for last in chosen:
                part = M
                for which in chosen:
                    part = part if which == last else more(part, which)
                parts += letters[last][2] * part
            none = _nothing(letters, tuple(set(range(3)) - set(chosen)))
            name = ", ".join(f"{letters[t][0]}+1" if t in chosen else "0" for t in range(3))
            found[f"M({name})"] = (whole - parts).subs(none)
    return found


def _nothing(
    letters: tuple[tuple[Expr, Expr, Expr, Expr], ...], which: tuple[int, ...]
) -> dict[Expr, int]:
    """Return the substitutions for indices that are 0, their powers and their factorials."""
    zero: dict[Expr, int] = {}
    for index, power, _, factorial in (letters[t] for t in which):
        zero |= {index: 0, power: 1, factorial: 1}
    return zero


def _interior(certificate: Certificate) -> Mapping[str, Expr]:
    P, t = certificate["P(x, y)"], y / x
    interior = certificate["E(x, y)"] / (1 - P)
    return {
        "P(x, y)^n has the weights T(n, i)": P - x**2 * (w0 + w1 * t + w2 * t**2),
        "the recursion, summed over the interior": interior
        - w0 * x**2 * (interior + x * r1 + x**2 * r2)
        - w1 * x * y * (interior + x**2 * r2 + y * c1 + x**2 * y * Q21_)
        - w2 * y**2 * (interior + y * c1 + c0),
    }


TWO_ATTACKERS = Theorem(
    name="standard, two attackers",
    statement=(
        "Q(2, 2m+e) = v_2^m Q(2, e) + v_1 p_11 s^e S(m), with S(m) = Σ_{j<m} v_2^j s^(2(m-1-j)), "
        "for m >= 0 and e = 0, 1"
    ),
    hypotheses=PROBABILITIES,
    certificate={"Q(2, 2m+e)": V * Qe + v1 * p11 * E * S},
    identities=_two_attackers,
    by_hand="induction on m; S(m+1) = v_2 S(m) + s^(2m) by the definition of S",
    used_by="riskexact.odds.closed_form.boundary.two_attackers",
)

TWO_ATTACKERS_SOLVED = Theorem(
    name="standard, two attackers, solved",
    statement=(
        "Q(2, d) = κ s^d + g v_2^⌊d/2⌋, with κ = v_1 p_11 / (s^2 - v_2), and g = 1 - κ for even "
        "d, g = Q(2, 1) - κ s for odd d, for d >= 0"
    ),
    hypotheses=f"{PROBABILITIES}; v_2 is not s^2",
    certificate={"Q(2, 2m+e)": KAPPA * E * X + (Qe - KAPPA * E) * V},
    identities=_two_attackers_solved,
    by_hand="induction on d, by steps of two",
    used_by="riskexact.formulas.general_formula",
)

WEIGHTS = Theorem(
    name="trinomial weights",
    statement=(
        "T(n, m) = Σ_k M(n-m+k, m-2k, k), with M(i, j, k) = (i+j+k)! / (i! j! k!) w_0^i w_1^j "
        "w_2^k, is the coefficient of x^m in (w_0 + w_1 x + w_2 x^2)^n"
    ),
    hypotheses="w_0, w_1, w_2 are any numbers",
    certificate={"M(i, j, k)": A * B * C * F / (Fi * Fj * Fk)},
    identities=_weights,
    by_hand=(
        "the identities are M(i, j, k) = w_0 M(i-1, j, k) + w_1 M(i, j-1, k) + w_2 M(i, j, k-1) "
        "without the terms of an index that is 0; summed over i + j + k = n, j + 2k = m they are "
        "T(n, m) = w_0 T(n-1, m) + w_1 T(n-1, m-1) + w_2 T(n-1, m-2), which is the "
        "multiplication of the power n-1 by the polynomial; induction on n"
    ),
    used_by="riskexact.odds.closed_form.trinomial.T",
)

INTERIOR = Theorem(
    name="standard, interior",
    statement=(
        "Q(a, d) = Σ_{a'>=3} T(n, d-2) (w_2 + w_1 Q(a'-1, 1)) at d' = 2, + Σ_{a'>=3} T(n, d-3) w_2 "
        "Q(a', 1) at d' = 3, + Σ_{d'>=2} T(n, d-d') ([d'>=3] w_1 Q(2, d'-1) + w_0 Q(1, d')) at a' "
        "= 3, + Σ_{d'>=2} T(n, d-d') w_0 Q(2, d') at a' = 4, wherever n = (a + d - a' - d') / 2 is "
        "a whole number >= 0, for a >= 3, d >= 2"
    ),
    hypotheses="Q obeys the recursion for a >= 3, d >= 2; on the border it is anything",
    certificate={
        "P(x, y)": w0 * x**2 + w1 * x * y + w2 * y**2,
        "E(x, y)": exits(x, y, Q21_, c0, c1, r1, r2),
    },
    identities=_interior,
    by_hand=(
        "E(x, y) collects the values at the exits of a state (a', d') of the interior at "
        "x^a' y^d'; that a round from (a', d') has those exits and no others; 1/(1 - P) is the sum "
        "of P^n as a power series, and the coefficient of x^(a-a') y^(d-d') in it is T(n, d-d') "
        "for the one n with 2n = a + d - a' - d'; comparison of the coefficients of x^a y^d"
    ),
    used_by="riskexact.odds.closed_form.trinomial.win_probability",
)

THEOREMS = (TWO_ATTACKERS, TWO_ATTACKERS_SOLVED, WEIGHTS, INTERIOR)
