#!/usr/bin/env bash
# OR-Tools' CP-SAT cuts a Fraction or a Decimal to a whole number, where it refuses a float: half of x is none of it.
#
# Version: ortools 9.15.6755.
# Guess: a coefficient of 1/2 is refused in a constraint, as 0.5 is, and taken in what is maximized, as 0.5 is there.
# Seen: every Fraction and Decimal is cut, and nothing is said.  x / 2 is 0 in a constraint, 5/2 is 2, a bound of 7/2 is 3; the
# largest value of 35/12 x for x up to 100 is 200, and of 5/12 x it is 0, both OPTIMAL.
# Why it matters: exact odds as weights of attacks are below 1, so that no attack is worth anything, and the plan that is
# called optimal is any; with floats it is right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet ortools==9.15.6755
cat >"$work/ask.py" <<'PY'
from decimal import Decimal
from fractions import Fraction

from ortools.sat.python import cp_model


def most(term, at_most=None):
    """The largest value of a term in x, for x from 0 to 100, and what x is there."""
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    x = model.new_int_var(0, 100, "x")
    if at_most is not None:
        model.add(at_most(x))
    model.maximize(term(x))
    status = solver.solve(model)
    return f"{solver.objective_value + 0:g} at {solver.value(x)}, {solver.status_name(status)}"


for weight in (Fraction(5, 12), Decimal("0.75"), Fraction(35, 12), 35 / 12):
    print(f"maximize {weight!r} x:", most(lambda x: weight * x))
for name, constraint in {
    "Fraction(1, 2) x <= 10": lambda x: Fraction(1, 2) * x <= 10,
    "Fraction(5, 2) x <= 10": lambda x: Fraction(5, 2) * x <= 10,
    "x <= Fraction(7, 2)": lambda x: x <= Fraction(7, 2),
    "x + Fraction(7, 2) <= 10": lambda x: x + Fraction(7, 2) <= 10,
    "0.5 x <= 10": lambda x: 0.5 * x <= 10,
}.items():
    try:
        print(f"maximize x, {name}:", most(lambda x: x, constraint))
    except TypeError as error:
        print(f"maximize x, {name}: TypeError: {str(error).split(':')[0]}")
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
maximize Fraction(5, 12) x: 0 at 0, OPTIMAL
maximize Decimal('0.75') x: 0 at 0, OPTIMAL
maximize Fraction(35, 12) x: 200 at 100, OPTIMAL
maximize 2.9166666666666665 x: 291.667 at 100, OPTIMAL
maximize x, Fraction(1, 2) x <= 10: 100 at 100, OPTIMAL
maximize x, Fraction(5, 2) x <= 10: 5 at 5, OPTIMAL
maximize x, x <= Fraction(7, 2): 3 at 3, OPTIMAL
maximize x, x + Fraction(7, 2) <= 10: 7 at 7, OPTIMAL
maximize x, 0.5 x <= 10: TypeError: Linear constraints only accept integer values and coefficients
SEEN
