#!/usr/bin/env bash
# Typst makes a double of a whole number beyond 64 bits, in a document and from JSON, without a word.
#
# Version: typst 0.15.2 of PyPI, which has the compiler.
# Guess: a whole number is an integer of its own kind, or an error, as calc.pow and calc.fact are when they leave 64 bits.
# Seen: from 2^63 on the literal is a float, and so is the number that json() reads; str() of it, and what is printed, has
# 17 digits or an exponent.  The same digits as text, or in decimal(), stay (28 of them).
# Why it matters: a table of exact odds whose numerators and denominators are JSON numbers is set in print with others; the
# first small battles fit, and nothing marks the ones that do not.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet typst==0.15.2
cat >"$work/odds.json" <<'JSON'
{"3 v 2": [6610505, 10077696], "10 v 10": [9223372036854775807, 18446744073709551616], "as text": "18446744073709551616"}
JSON
cat >"$work/ask.py" <<'PY'
import json
import sys
from pathlib import Path

import typst

page = Path(sys.argv[1], "page.typ")
asked = [
    'json("odds.json").at("3 v 2").map(n => (str(type(n)), str(n)))',
    'json("odds.json").at("10 v 10").map(n => (str(type(n)), str(n)))',
    'json("odds.json").at("as text")',
    "str(9223372036854775807)",
    "str(9223372036854775808)",
    "9223372036854775807 == 9223372036854775808",
    "str(decimal(\"9223372036854775808\"))",
    "calc.pow(2, 63)",
]
for code in asked:
    page.write_text(f"#metadata({code}) <answer>")
    try:
        answer = json.loads(typst.query(str(page), "<answer>", field="value", one=True))
        print(f"{code}: {answer}")
    except RuntimeError as error:
        print(f"{code}: {error}")
PY
"$work/venv/bin/python" "$work/ask.py" "$work" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
json("odds.json").at("3 v 2").map(n => (str(type(n)), str(n))): [['integer', '6610505'], ['integer', '10077696']]
json("odds.json").at("10 v 10").map(n => (str(type(n)), str(n))): [['integer', '9223372036854775807'], ['float', '18446744073709552000']]
json("odds.json").at("as text"): 18446744073709551616
str(9223372036854775807): 9223372036854775807
str(9223372036854775808): 9223372036854776000
9223372036854775807 == 9223372036854775808: True
str(decimal("9223372036854775808")): 9223372036854775808
calc.pow(2, 63): failed to compile document: the result is too large
SEEN
