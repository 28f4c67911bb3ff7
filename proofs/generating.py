"""The odds by generating functions: the boundary by partial fractions, then all of Q.

    R_a(y) = Σ_{d>=0} Q(a, d) y^d     C_d(x) = Σ_{a>=1} Q(a, d) x^a     G = Σ_{a>=1, d>=0} Q x^a y^d

Summed over a row or column, the recursion becomes an equation for such a series; it has one
solution, a rational function, because the series to be inverted starts with 1.  Its partial
fractions are the closed form of the row or column: c / (1 - r y) is the series of c r^d.

The derivation can be run: `partial_fractions` solves the equations of the boundary and decomposes
the solutions with sympy's `apart`.  The tests compare its results with the certificates; the
theorems do not depend on it.  The closed forms themselves are theorems that Coq checks.

p_αδ is the attacker's chance in a round of α v δ dice that costs one unit, p is p_32, and q is
1 - p; v_j and w_j are the chances of 2 v 2 and 3 v 2 dice that the defender loses j of two units.
All chances are symbols, so the theorems hold for any dice.
"""

from collections.abc import Mapping

from sympy import Expr, apart, symbols

from proofs.theorem import Certificate, Theorem

PROBABILITIES = "p_αδ are any numbers that depend on the dice alone"

p11, p12, p21, p22, p31, p, q = symbols("p11 p12 p21 p22 p31 p q")
v1, v2, w0, w1, w2 = symbols("v1 v2 w0 w1 w2")
Q21 = p21 + (1 - p21) * p11

x, y, z = symbols("x y z")
R1, R2, C1 = symbols("R1 R2 C1")  # the series of the borders, whatever they are

C0 = x / (1 - x)

# The series as sums of geometric ones: the partial fractions.
ROW_1 = 1 + p11 * y / (1 - p12 * y)
COLUMN_1 = p11 * x + x**2 / (1 - x) - (1 - Q21) * x**2 / (1 - (1 - p31) * x)
BETA = (1 - p22) * p11 * p12 / (p22 - p12)
ROW_2_SINGLE = 1 + y * ((Q21 + BETA) / (1 - p22 * y) - BETA / (1 - p12 * y))
K = v1 * p11 / (p12**2 - v2)
ROW_2_STANDARD = K / (1 - p12 * y) + (1 - K + (Q21 - K * p12) * y) / (1 - v2 * y**2)

BY_HAND = (
    "the recursion is summed over the line, each sum being a series with its first terms left "
    "out; 1/(1 - r y) is the series of r^d, 1/(1 - r y^2) that of r^m at y^(2m)"
)


def _first_row(R1: Expr) -> Expr:
    """Q(1, d) = p_12 Q(1, d-1) for d >= 2, summed."""
    return R1 - 1 - p11 * y - p12 * y * (R1 - 1)


def _first_column(C1: Expr) -> Expr:
    """Q(a, 1) = p_31 + (1 - p_31) Q(a-1, 1) for a >= 3, summed."""
    return C1 - p11 * x - Q21 * x**2 - p31 * (C0 - x - x**2) - (1 - p31) * x * (C1 - p11 * x)


def _second_row_single(R1: Expr, R2: Expr) -> Expr:
    """Q(2, d) = p_22 Q(2, d-1) + (1 - p_22) Q(1, d) for d >= 2, summed."""
    return R2 - 1 - Q21 * y - p22 * y * (R2 - 1) - (1 - p22) * (R1 - 1 - p11 * y)


def _second_row_standard(R1: Expr, R2: Expr) -> Expr:
    """Q(2, d) = v_2 Q(2, d-2) + v_1 Q(1, d-1) for d >= 2, summed."""
    return R2 - 1 - Q21 * y - v2 * y**2 * R2 - v1 * y * (R1 - 1)


def _borders(certificate: Certificate) -> Mapping[str, Expr]:
    R1, C1 = certificate["R_1(y)"], certificate["C_1(x)"]
    return {
        "one attacker, summed over d >= 2": _first_row(R1),
        "one defender, summed over a >= 3": _first_column(C1),
    }


def _two_attackers_single(certificate: Certificate) -> Mapping[str, Expr]:
    R2 = certificate["R_2(y)"]
    return {"two attackers, summed over d >= 2": _second_row_single(ROW_1, R2)}


def _two_attackers_standard(certificate: Certificate) -> Mapping[str, Expr]:
    R2 = certificate["R_2(y)"]
    return {"two attackers, summed over d >= 2": _second_row_standard(ROW_1, R2)}


# Σ_{a>=3} Q(a, 0) x^a and Q(a, 1) x^a, Σ_{d>=2} Q(1, d) y^d and Q(2, d) y^d
c0, c1 = C0 - x - x**2, C1 - p11 * x - Q21 * x**2
r1, r2 = R1 - 1 - p11 * y, R2 - 1 - Q21 * y
OUTSIDE = C0 + y * C1 + x * r1 + x**2 * r2
# the four sums of the first exits from the interior, under standard rules
EXITS = (
    y**2 * (w2 * c0 + w1 * x * (c1 + Q21 * x**2))
    + y**3 * w2 * c1
    + x**3 * (w1 * y * r2 + w0 * r1)
    + x**4 * w0 * r2
)


def _single_loss(certificate: Certificate) -> Mapping[str, Expr]:
    inside = certificate["G(x, y)"] - OUTSIDE
    return {
        "the recursion, summed over a >= 3, d >= 2": inside
        - p * y * (inside + y * c1)
        - q * x * (inside + x**2 * r2)
    }


def _standard(certificate: Certificate) -> Mapping[str, Expr]:
    inside = certificate["G(x, y)"] - OUTSIDE
    return {
        "the recursion, summed over a >= 3, d >= 2": inside
        - w0 * x**2 * (inside + x * r1 + x**2 * r2)
        - w1 * x * y * (inside + x**2 * r2 + y * c1 + x**2 * y * Q21)
        - w2 * y**2 * (inside + y * c1 + c0)
    }


def partial_fractions() -> dict[str, Expr]:
    """Solve the equations of the boundary by partial fractions: a derivation to run.

    >>> partial_fractions()["R_1(y)"]
    -p11/(p12*(p12*y - 1)) - (p11 - p12)/p12
    """
    row_1 = _solution(_first_row(z))
    return {
        "R_1(y)": apart(row_1, y),
        "C_1(x)": apart(_solution(_first_column(z)), x),
        "R_2(y), single-loss": apart(_solution(_second_row_single(row_1, z)), y),
        "R_2(y), standard": apart(_solution(_second_row_standard(row_1, z)), y),
    }


def _solution(equation: Expr) -> Expr:
    """Return the z at which a linear expression in z is 0."""
    constant = equation.subs({z: 0})
    return (-constant / (equation.subs({z: 1}) - constant)).cancel()


BORDERS = Theorem(
    name="one attacker and one defender, by partial fractions",
    statement=(
        "R_1(y) = 1 + p_11 y / (1 - p_12 y); C_1(x) = p_11 x + x^2 / (1 - x) - (1 - Q(2, 1)) x^2 "
        "/ (1 - (1 - p_31) x)"
    ),
    hypotheses=PROBABILITIES,
    certificate={"R_1(y)": ROW_1, "C_1(x)": COLUMN_1},
    identities=_borders,
    by_hand=BY_HAND,
    used_by="riskexact.formulas.generating_function",
)

TWO_ATTACKERS_SINGLE = Theorem(
    name="single-loss, two attackers, by partial fractions",
    statement=(
        "R_2(y) = 1 + y ((Q(2, 1) + β) / (1 - p_22 y) - β / (1 - p_12 y)), with β = (1 - p_22) "
        "p_11 p_12 / (p_22 - p_12)"
    ),
    hypotheses=f"{PROBABILITIES}; p_22 is not p_12",
    certificate={"R_2(y)": ROW_2_SINGLE},
    identities=_two_attackers_single,
    by_hand=BY_HAND,
    used_by="riskexact.formulas.generating_function",
)

TWO_ATTACKERS_STANDARD = Theorem(
    name="standard, two attackers, by partial fractions",
    statement=(
        "R_2(y) = κ / (1 - p_12 y) + (1 - κ + (Q(2, 1) - κ p_12) y) / (1 - v_2 y^2), with κ = "
        "v_1 p_11 / (p_12^2 - v_2)"
    ),
    hypotheses=f"{PROBABILITIES}; v_2 is not p_12^2",
    certificate={"R_2(y)": ROW_2_STANDARD},
    identities=_two_attackers_standard,
    by_hand=BY_HAND,
    used_by="riskexact.formulas.generating_function",
)

SINGLE_LOSS = Theorem(
    name="single-loss, generating function",
    statement=(
        "G(x, y) = x/(1-x) + y C_1 + x r_1 + x^2 r_2 + (p y^2 c_1 + q x^3 r_2) / (1 - p y - q x), "
        "with c_1 = C_1 - p_11 x - Q(2, 1) x^2, r_1 = R_1 - 1 - p_11 y, r_2 = R_2 - 1 - Q(2, 1) y"
    ),
    hypotheses=PROBABILITIES,
    certificate={"G(x, y)": OUTSIDE + (p * y**2 * c1 + q * x**3 * r2) / (1 - p * y - q * x)},
    identities=_single_loss,
    by_hand="the recursion is summed over the interior; 1 - p y - q x has an inverse as a series",
    used_by="riskexact.formulas.generating_function",
)

STANDARD = Theorem(
    name="standard, generating function",
    statement=(
        "G(x, y) = x/(1-x) + y C_1 + x r_1 + x^2 r_2 + E / (1 - P), with P = w_0 x^2 + w_1 x y + "
        "w_2 y^2, E = w_2 y^2 c_0 + w_1 x y^2 (c_1 + Q(2, 1) x^2) + w_2 y^3 c_1 + w_1 x^3 y r_2 + "
        "w_0 x^3 r_1 + w_0 x^4 r_2, c_0 = x^3/(1-x), and c_1, r_1, r_2 as for single-loss rules"
    ),
    hypotheses=PROBABILITIES,
    certificate={"G(x, y)": OUTSIDE + EXITS / (1 - w0 * x**2 - w1 * x * y - w2 * y**2)},
    identities=_standard,
    by_hand="the recursion is summed over the interior; 1 - P has an inverse as a series",
    used_by="riskexact.formulas.generating_function",
)

THEOREMS = (BORDERS, TWO_ATTACKERS_SINGLE, TWO_ATTACKERS_STANDARD, SINGLE_LOSS, STANDARD)
