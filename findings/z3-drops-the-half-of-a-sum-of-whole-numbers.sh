#!/usr/bin/env bash
# z3's Sum of a whole number and 0.5 is the whole number; with + it is more.
#
# Version: z3-solver 5.4.1.0.
# Guess: Sum([n, 0.5]) is a real number, n + 0.5, as it is with + and with Python's sum; or refused, as a Fraction is.
# Seen: where all terms of z3 in the list are whole, Sum and Product cut floats to whole numbers without a word: the sum
# is n, a product with 5/12 is 0, and "more than n" cannot be fulfilled.  With a Real in the list, all is exact.
# Why it matters: armies are whole and chances are not.  An expected loss in a list with counts is rounded towards 0, and
# the solver proves things of the odds that are wrong.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet z3-solver==5.4.1.0
cat >"$work/ask.py" <<'PY'
from fractions import Fraction

from z3 import Int, Product, Real, RealVal, Solver, Sum, Z3Exception, simplify

armies, price = Int("armies"), Real("price")
asked = {
    "armies + 0.5": lambda: armies + 0.5,
    "sum([armies, 0.5])": lambda: sum([armies, 0.5]),
    "Sum([armies, 0.5])": lambda: Sum([armies, 0.5]),
    "Sum([armies, 2.5])": lambda: Sum([armies, 2.5]),
    "Sum([armies, RealVal(0.5)])": lambda: Sum([armies, RealVal(0.5)]),
    "Sum([armies, price, 0.5])": lambda: Sum([armies, price, 0.5]),
    "Product([armies, 5 / 12])": lambda: Product([armies, 5 / 12]),
    "Sum([armies, Fraction(1, 2)])": lambda: Sum([armies, Fraction(1, 2)]),
}
for name, answer in asked.items():
    try:
        print(f"{name} is {simplify(answer())}")
    except Z3Exception:
        print(f"{name} is refused")
for name, more in ("armies + 0.5", armies + 0.5), ("Sum([armies, 0.5])", Sum([armies, 0.5])):
    solver = Solver()
    solver.add(more > armies)
    print(f"{name} > armies: {solver.check()}")
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
armies + 0.5 is 1/2 + ToReal(armies)
sum([armies, 0.5]) is 1/2 + ToReal(armies)
Sum([armies, 0.5]) is armies
Sum([armies, 2.5]) is 2 + armies
Sum([armies, RealVal(0.5)]) is 1/2 + ToReal(armies)
Sum([armies, price, 0.5]) is 1/2 + ToReal(armies) + price
Product([armies, 5 / 12]) is 0
Sum([armies, Fraction(1, 2)]) is refused
armies + 0.5 > armies: sat
Sum([armies, 0.5]) > armies: unsat
SEEN
