#!/usr/bin/env bash
# gmpy2 takes a Fraction for an mpq, but not a Fraction that was made of an mpq: SystemError.
#
# Version: gmpy2 2.3.2.
# Guess: mpq is a numbers.Rational, so that Fraction(x) and back is x, as with every other; it is equal to it.
# Seen: Fraction keeps the parts of an mpq as they are, which are mpz, and gmpy2 says that such a Fraction "does not
# appear to be Fraction" where one of int is added: mpq(x), x + y and y + x raise a SystemError; == answers one way
# round, and raises the other.  statistics.mean, which is exact for Fractions, goes the same way, and fails.
# Why it matters: gmpy2 is the usual way to make sums of exact odds faster; the first mean of them, or the first
# function that asks for a Fraction, ends in an error that Python keeps for faults of its own.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet gmpy2==2.3.2
cat >"$work/ask.py" <<'PY'
import statistics
from fractions import Fraction

from gmpy2 import mpq

exact, plain = mpq(5, 12), Fraction(5, 12)
back = Fraction(exact)
asked = {
    "mpq + Fraction(5, 12)": lambda: exact + plain,
    "mpq + Fraction(mpq)": lambda: exact + back,
    "Fraction(mpq) == mpq": lambda: back == exact,
    "mpq == Fraction(mpq)": lambda: exact == back,
    "mpq(Fraction(mpq))": lambda: mpq(back),
    "statistics.mean": lambda: statistics.mean([exact, exact]),
}
for name, answer in asked.items():
    try:
        print(f"{name}: {answer()!r}")
    except SystemError as error:
        print(f"{name}: SystemError: {error}")
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
mpq + Fraction(5, 12): mpq(5,6)
mpq + Fraction(mpq): SystemError: Object does not appear to be Fraction
Fraction(mpq) == mpq: True
mpq == Fraction(mpq): SystemError: Object does not appear to be Fraction
mpq(Fraction(mpq)): SystemError: Object does not appear to be Fraction
statistics.mean: SystemError: Object does not appear to be Fraction
SEEN
