#!/usr/bin/env bash
# Jinja's filter `round` shows a Fraction as another fraction, and with "floor" or "ceil" as a decimal.
#
# Version: Jinja2 3.1.6.
# Guess: round(3) shows 0.656, as it does for a float; the ways of rounding differ in the last digit alone.
# Seen: the usual way hands the Fraction to Python's round, whose result is a Fraction: 82/125, and 328/5 for a percentage.
# The other ways divide by a power of ten, and show the decimal.
# Why it matters: a template that was tried with floats shows "328/5 %" when exact odds come; 82/125 looks exact, and is
# rounded.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet jinja2==3.1.6
cat >"$work/ask.py" <<'PY'
from fractions import Fraction

from jinja2 import Environment

chance = Fraction(6610505, 10077696)
for shown in ("p|round(3)", "p|round(3, 'floor')", "p|round(3, 'ceil')", "(100 * p)|round(1)", "p|float|round(3)"):
    print(shown, "is", Environment().from_string("{{ " + shown + " }}").render(p=chance))
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
p|round(3) is 82/125
p|round(3, 'floor') is 0.655
p|round(3, 'ceil') is 0.656
(100 * p)|round(1) is 328/5
p|float|round(3) is 0.656
SEEN
