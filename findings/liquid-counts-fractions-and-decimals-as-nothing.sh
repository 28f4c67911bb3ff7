#!/usr/bin/env bash
# The filters of python-liquid take a Fraction or a Decimal for 0.
#
# Version: python-liquid 2.3.6.
# Guess: 100 times 7/16 is 175/4, or 43.75, or, in strict mode, an error; a Decimal is a number at any rate.
# Seen: {{ p }} shows the value, and comparisons of a Decimal are right, but p times 100 is 0, p plus 1 is 1, and a sum of
# odds is 0, for a Fraction and a Decimal alike, in strict mode too.  Only int and float, and texts of them, count.
# Why it matters: the usual percentage of a chance in a page is `p | times: 100`.  The page says 0 %, which is a chance,
# too.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet python-liquid==2.3.6
cat >"$work/ask.py" <<'PY'
from decimal import Decimal
from fractions import Fraction

from liquid import Environment, Mode, StrictUndefined

strict = Environment(tolerance=Mode.STRICT, undefined=StrictUndefined)
shown = "{{ p }}: percent {{ p | times: 100 | round: 2 }}, one more {{ p | plus: 1 }}, sum {{ both | sum }}"
for chance in (0.4375, "0.4375", Fraction("0.4375"), Decimal("0.4375")):
    page = strict.from_string(shown).render(p=chance, both=[chance, chance])
    print(f"{type(chance).__name__:8} {page}")
less = strict.from_string("{% if p < 0.5 %}yes{% else %}no{% endif %}").render(p=Decimal("0.4375"))
print("Decimal  less than 0.5:", less)
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
float    0.4375: percent 43.75, one more 1.4375, sum 0.875
str      0.4375: percent 43.75, one more 1.4375, sum 0.875
Fraction 7/16: percent 0, one more 1, sum 0
Decimal  0.4375: percent 0, one more 1, sum 0
Decimal  less than 0.5: yes
SEEN
