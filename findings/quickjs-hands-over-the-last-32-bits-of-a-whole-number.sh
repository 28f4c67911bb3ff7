#!/usr/bin/env bash
# quickjs hands Python's 2^32 + 5 to JavaScript as 5.
#
# Version: quickjs 1.19.4, of Python.
# Guess: an int becomes a Number, as 6n ** 13n becomes an int on the way back: rounded beyond 2^53, as Numbers are.
# Seen: from 2^31 to 2^63 the last 32 bits arrive, with a sign, and 6^13, which is exact as a Number, is 175792128.  Beyond
# 2^63 it is rounded, as was guessed; a float, and a BigInt on the way back, are right.  Nothing is said.
# Why it matters: exact odds from Python are shown by a JavaScript library, numerator and denominator as ints.  They are right
# up to eleven dice, and nearly right from 25 on; between, each is any number.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet quickjs==1.19.4
cat >"$work/ask.py" <<'PY'
import quickjs

show = quickjs.Function("show", "function show(number) { return String(number); }")
context = quickjs.Context()
for dice in (11, 12, 13, 20, 24, 25):
    ways = 6**dice
    context.set("ways", ways)
    print(f"6^{dice}: {ways} is {show(ways)}, and {context.get('ways')} when read back; as a float {show(float(ways))}")
print("back from 6n ** 13n:", context.eval("6n ** 13n"))
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
6^11: 362797056 is 362797056, and 362797056 when read back; as a float 362797056
6^12: 2176782336 is -2118184960, and -2118184960 when read back; as a float 2176782336
6^13: 13060694016 is 175792128, and 175792128 when read back; as a float 13060694016
6^20: 3656158440062976 is -1190133760, and -1190133760 when read back; as a float 3656158440062976
6^24: 4738381338321616896 is -520093696, and -520093696 when read back; as a float 4738381338321617000
6^25: 28430288029929701376 is 28430288029929700000, and 2.84302880299297e+19 when read back; as a float 28430288029929700000
back from 6n ** 13n: 13060694016
SEEN
