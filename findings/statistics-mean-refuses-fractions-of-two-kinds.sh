#!/usr/bin/env bash
# statistics.mean refuses Fractions of Python beside those of quicktions, whose sums and comparisons are exact.
#
# Version: quicktions 1.24, with Python 3.11.
# Guess: the mean is exact, as the sum is: both are numbers.Rational, equal, with equal hashes.
# Seen: TypeError, which says that it does not know how to coerce Fraction and Fraction.  The mean of either kind alone is
# right.  The kind of a sum is that of its last term.
# Why it matters: a program that takes quicktions for speed gets Fractions from others, and a mean of both fails, though
# nothing that is printed tells one from the other.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet quicktions==1.24
cat >"$work/ask.py" <<'PY'
import fractions
import statistics

import quicktions

quick, usual = quicktions.Fraction(1, 3), fractions.Fraction(1, 2)
print("equal to the usual one:", quick == fractions.Fraction(1, 3))
for terms in ([quick, usual], [usual, quick]):
    print("sum:", repr(sum(terms)), "of", type(sum(terms)).__module__)
print("mean of quick ones:", repr(statistics.mean([quick, quick])))
try:
    print("mean of both:", repr(statistics.mean([quick, usual])))
except TypeError as error:
    print("mean of both: TypeError:", error)
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
equal to the usual one: True
sum: Fraction(5, 6) of fractions
sum: Fraction(5, 6) of quicktions
mean of quick ones: Fraction(1, 3)
mean of both: TypeError: don't know how to coerce Fraction and Fraction
SEEN
