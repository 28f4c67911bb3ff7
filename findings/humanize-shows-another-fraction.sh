#!/usr/bin/env bash
# humanize.fractional shows another fraction than the one it is given, and a rare chance as 0.
#
# Version: humanize 4.17.0.
# Guess: a Fraction is shown as it is; the function is for floats, which it turns into fractions.
# Seen: whatever comes is made a float, and that the nearest fraction with a denominator of at most 1000.  6610505/10077696
# is shown as 347/529, and 1/2001 as 0; nothing says that they are near, and not the same.
# Why it matters: what is shown looks exact, and is used for what is exact; 347/529 is no chance of any dice.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet humanize==4.17.0
cat >"$work/ask.py" <<'PY'
from fractions import Fraction

from humanize import fractional

for asked in ("5/12", "999/1000", "6610505/10077696", "1/2001", "2000/2001"):
    print(f"{asked} is shown as {fractional(Fraction(asked))}")
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
5/12 is shown as 5/12
999/1000 is shown as 999/1000
6610505/10077696 is shown as 347/529
1/2001 is shown as 0
2000/2001 is shown as 1
SEEN
