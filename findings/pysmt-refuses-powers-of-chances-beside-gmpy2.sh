#!/usr/bin/env bash
# pySMT refuses a power of a chance as soon as gmpy2 is installed, which it then uses without being asked.
#
# Version: pysmt 0.9.6, alone and with gmpy2 2.3.2.
# Guess: gmpy2 makes the same numbers faster; what pySMT says to be a Fraction stays one.
# Seen: alone, (1/6)^13 is 1/13060694016, and a constant's value is a Fraction.  With gmpy2 beside it the values are mpq, which
# are no Fractions for isinstance, and the power is a PysmtTypeError, since one of gmpy2's numbers to another is a rounded one.
# Why it matters: nothing in the program has changed; another package brought gmpy2 along, and the chance of
# thirteen sixes cannot be written down any more.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet pysmt==0.9.6
cat >"$work/ask.py" <<'PY'
from fractions import Fraction

from pysmt.exceptions import PysmtTypeError
from pysmt.shortcuts import Plus, Pow, Real, simplify

chance = simplify(Plus(Real(Fraction(1, 3)), Real(Fraction(1, 12)))).constant_value()
print("sum:", chance, type(chance).__module__, "a Fraction:", isinstance(chance, Fraction))
try:
    print("power:", Pow(Real(Fraction(1, 6)), Real(13)))
except PysmtTypeError as error:
    print("power: PysmtTypeError:", error)
PY
{
  echo "alone"
  "$work/venv/bin/python" "$work/ask.py"
  "$work/venv/bin/pip" install --quiet gmpy2==2.3.2
  echo "with gmpy2"
  "$work/venv/bin/python" "$work/ask.py"
} | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
alone
sum: 5/12 fractions a Fraction: True
power: 1/13060694016
with gmpy2
sum: 5/12 gmpy2 a Fraction: False
power: PysmtTypeError: Invalid type in constant. The type was:<class 'gmpy2.mpfr'>
SEEN
