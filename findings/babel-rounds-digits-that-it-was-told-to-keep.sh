#!/usr/bin/env bash
# Babel shows a chance of 40 certain digits, of which it was told to round none, as 1, and as 100 %.
#
# Version: babel 2.19.0.
# Guess: `decimal_quantization=False` keeps every digit of a Decimal, as its documentation says of high precision.
# Seen: it is rounded to 28 digits, the precision of Python's decimal context, before it is written, and
# 0.9999999999999999999999999999999251916657 is 1.  A whole number of 29 digits, Decimal or int, is a decimal.InvalidOperation.  With
# a context of higher precision around the call all are right.
# Why it matters: certain digits of a chance are asked for when it is very close to 1; the page says that it is
# certain.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet babel==2.19.0
cat >"$work/ask.py" <<'PY'
import decimal
from decimal import Decimal

from babel.numbers import format_decimal, format_percent

nearly_one = Decimal("0.9999999999999999999999999999999251916657")


def show():
    for chance in (nearly_one, Decimal("0." + "41" + "6" * 38)):
        for write in (format_decimal, format_percent):
            print(f"{write.__name__}: {write(chance, decimal_quantization=False, locale='en')}")
    try:
        print("6^40:", format_decimal(6**40, locale="en"))
    except decimal.InvalidOperation as error:
        print("6^40:", type(error).__name__)


show()
with decimal.localcontext() as context:
    context.prec = 60
    print("with a precision of 60:")
    show()
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
format_decimal: 1
format_percent: 100%
format_decimal: 0.4166666666666666666666666667
format_percent: 41.66666666666666666666666667%
6^40: InvalidOperation
with a precision of 60:
format_decimal: 0.9999999999999999999999999999999251916657
format_percent: 99.99999999999999999999999999999251916657%
format_decimal: 0.4166666666666666666666666666666666666666
format_percent: 41.66666666666666666666666666666666666666%
6^40: 13,367,494,538,843,734,067,838,845,976,576
SEEN
