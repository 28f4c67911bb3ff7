#!/usr/bin/env bash
# pydantic reads a JSON number as a double first, also where a Fraction or a Decimal is asked for.
#
# Version: pydantic 2.14.4.
# Guess: 0.1 in JSON becomes 1/10 as a Fraction, which it does, so that the digits of the text are taken as they stand;
# json.loads has parse_float for that.
# Seen: they are the shortest digits of the nearest double.  A number of 20 digits loses the last four, a chance of
# 1e-400 is an exact 0, and strict mode changes nothing.  The same number as a JSON string is whole.
# Why it matters: 0.1 looks like proof that numbers arrive exactly; the longer ones, and the smallest chances, are others,
# in a type that says "exact".  Odds belong in JSON as text.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet pydantic==2.14.4
cat >"$work/ask.py" <<'PY'
import json
from decimal import Decimal
from fractions import Fraction

from pydantic import TypeAdapter

chance, number = TypeAdapter(Fraction), TypeAdapter(Decimal)
for text in "0.1", "0.79012345678901234567", "1e-400":
    print(text)
    print("  json       ", json.loads(text, parse_float=Fraction) == Fraction(text))
    print("  Fraction   ", repr(chance.validate_json(text, strict=True)))
    print("  Decimal    ", repr(number.validate_json(text)))
    print("  as a string", chance.validate_json(f'"{text}"') == Fraction(text))
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
0.1
  json        True
  Fraction    Fraction(1, 10)
  Decimal     Decimal('0.1')
  as a string True
0.79012345678901234567
  json        True
  Fraction    Fraction(7901234567890123, 10000000000000000)
  Decimal     Decimal('0.7901234567890123')
  as a string True
1e-400
  json        True
  Fraction    Fraction(0, 1)
  Decimal     Decimal('0')
  as a string True
SEEN
