#!/usr/bin/env bash
# deepdiff, told to ignore the types of numbers, finds no difference between two whole numbers that differ.
#
# Version: deepdiff 9.1.0.
# Guess: `ignore_numeric_type_changes` lets 1 and 1.0 be equal, and leaves two ints, Fractions or Decimals as they are.
# Seen: two whole numbers are compared as doubles: 2^53 and 2^53 + 1 do not differ, nor numerators of 117 digits whose
# first 19 agree.  Of what stands behind the point 12 digits count, as the documentation says; without the option, all.
# Why it matters: a table of exact odds is compared with the last release's, where a count was read as 1 and is 1.0
# now; the option that makes this quiet hides wrong numerators of 17 digits and more.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet deepdiff==9.1.0
cat >"$work/ask.py" <<'PY'
from fractions import Fraction

from deepdiff import DeepDiff

pairs = {
    "7776^3, and 1 more": (7776**3, 7776**3 + 1),
    "2^53, and 1 more": (2**53, 2**53 + 1),
    "7776^30, and 7776^25 more": (7776**30, 7776**30 + 7776**25),
    "1/3, and 10^-16 more": (Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**16)),
}
for name, (old, new) in pairs.items():
    plain, ignoring = (
        "differ" if DeepDiff({"n": old}, {"n": new}, ignore_numeric_type_changes=ignores) else "are equal"
        for ignores in (False, True)
    )
    print(f"{name}: {plain}; types ignored: {ignoring}")
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
7776^3, and 1 more: differ; types ignored: differ
2^53, and 1 more: differ; types ignored: are equal
7776^30, and 7776^25 more: differ; types ignored: are equal
1/3, and 10^-16 more: differ; types ignored: are equal
SEEN
