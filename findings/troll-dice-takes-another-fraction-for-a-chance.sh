#!/usr/bin/env bash
# troll-dice, which is exact in Fractions, takes another one for a chance of 0.33, and an exact 0 for a small one.
#
# Version: troll-dice 0.1.0.
# Guess: `?0.33` is 33/100, as `?0.1` is 1/10, or else the double's own fraction; coin(Fraction(...)) is that Fraction.
# Seen: whatever comes is replaced by the nearest fraction with a denominator of at most 10^15: too large to find 33/100
# again in its double, and too small for 1 in 7776^4, given as a Fraction, which becomes 0.
# Why it matters: a chance that was computed elsewhere is put in, and the distribution, all in Fractions, is exact for
# another; what is rare is left out of it, and what is nearly certain is certain.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet troll-dice==0.1.0
cat >"$work/ask.py" <<'PY'
from fractions import Fraction

import troll
from troll.dice import coin


def happens(distribution):
    return distribution.prob(lambda value: bool(list(value)))


for text in ("0.1", "0.33", "0.4166"):
    print(f"?{text}:", happens(troll.dist(f"?{text}")))
texts = [f"0.{n:02}" for n in range(1, 100)]
print("others of 99 with two digits:", sum(happens(troll.dist(f"?{text}")) != Fraction(text) for text in texts))
for chance in (Fraction(6610505, 10077696), Fraction(1, 7776**3), Fraction(1, 7776**4), 1 - Fraction(1, 7776**5)):
    print(f"coin of {chance}:", happens(coin(chance).dist()))
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
?0.1: 1/10
?0.33: 212312553861739/643371375338603
?0.4166: 99935030494226/239882454378843
others of 99 with two digits: 51
coin of 6610505/10077696: 6610505/10077696
coin of 1/470184984576: 1/470184984576
coin of 1/3656158440062976: 0
coin of 28430288029929701375/28430288029929701376: 1
SEEN
