#!/usr/bin/env bash
# polars makes doubles of Fractions, unless it is told that they are objects.
#
# Version: polars 2.1.0, with sympy 1.14.0 and mpmath 1.3.0.
# Guess: a value of a class that polars does not know is kept as an object, as in pandas, or refused.
# Seen: a column of Fractions, or of sympy's Rationals, is Float64, with strict=True too; what map_elements returns as
# well; two chances that differ are one.  With dtype=pl.Object they are kept.
# Why it matters: whoever puts exact odds into a table, and joins or groups by them, has rounded ones, and cannot have
# the exact ones back.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet polars==2.1.0 sympy==1.14.0 mpmath==1.3.0
cat >"$work/ask.py" <<'PY'
from fractions import Fraction

import polars as pl
from sympy import Rational

tiny = Fraction(1, 7776**5)
print("Fraction:", pl.Series([Fraction(5, 12)], strict=True).dtype)
print("Rational:", pl.Series([Rational(5, 12)]).dtype)
print("map_elements:", pl.Series([12]).map_elements(lambda ways: Fraction(5, ways)).dtype)
for dtype in (None, pl.Object):
    first, second = pl.Series([1 - tiny, 1 - 2 * tiny], dtype=dtype).to_list()
    print(f"dtype={dtype}: {first == second}")
PY
"$work/venv/bin/python" "$work/ask.py" 2>"$work/warned" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
Fraction: Float64
Rational: Float64
map_elements: Float64
dtype=None: True
dtype=Object: False
SEEN
