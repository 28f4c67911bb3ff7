#!/usr/bin/env bash
# inflect reads 5/12 aloud as "five hundred and twelve".
#
# Version: inflect 7.6.0.
# Guess: "five twelfths", or an error, or at least "five … twelve"; it reads "0.5" as "zero point five".
# Seen: a slash is dropped like the commas of "1,000", and what stands on both sides is one number.  A Fraction, which is
# turned into its text, goes the same way.
# Why it matters: odds are read to people who cannot see the page: 1/216 is "one thousand, two hundred and sixteen", a
# plausible count, and the longest fractions are trillions.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet inflect==7.6.0
cat >"$work/ask.py" <<'PY'
from fractions import Fraction

import inflect

engine = inflect.engine()
for number in ("0.5", "1,000", "5/12", "1/216", "2890/7776", Fraction(5, 12), Fraction(1, 2)):
    print(f"{number!r}: {engine.number_to_words(number)}")
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
'0.5': zero point five
'1,000': one thousand
'5/12': five hundred and twelve
'1/216': one thousand, two hundred and sixteen
'2890/7776': twenty-eight million, nine hundred and seven thousand, seven hundred and seventy-six
Fraction(5, 12): five hundred and twelve
Fraction(1, 2): twelve
SEEN
