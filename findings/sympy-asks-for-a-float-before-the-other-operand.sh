#!/usr/bin/env bash
# sympy adds an exact Rational to a foreign number by way of the float of that, and does not ask its __radd__.
#
# Version: sympy 1.14.0, with mpmath 1.3.0.
# Guess: Rational + x, of a class that sympy does not know, is NotImplemented, so that Python asks x.__radd__, as it
# does for Fraction + x.
# Seen: whatever has __float__ becomes a Float of 15 digits without a word; __radd__ is never asked.
# Why it matters: a number that is known exactly, or by bounds, turns into a rounded one in the middle of a sum of
# exact odds, and the result still prints as a sympy number.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet sympy==1.14.0 mpmath==1.3.0
cat >"$work/ask.py" <<'PY'
from fractions import Fraction

from sympy import Rational


class Third:
    """A third, which knows how to be added exactly, and what its nearest float is."""

    def __float__(self):
        return 1 / 3

    def __radd__(self, other):
        return f"exactly {Fraction(str(other)) + Fraction(1, 3)}"


for half in (Fraction(1, 2), Rational(1, 2)):
    print(f"{type(half).__name__} + Third:", half + Third())
print("sum:", sum([Rational(1, 6), Third()], Rational(0)))
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
Fraction + Third: exactly 5/6
Half + Third: 0.833333333333333
sum: 0.500000000000000
SEEN
