#!/usr/bin/env bash
# polars divides whole decimals to a whole decimal: 5 of 12 is 0.
#
# Version: polars 2.1.0.
# Guess: the quotient of decimals has digits enough to be of use, as of int64 and int128, which become doubles, and as
# in SQL, where a division adds places.
# Seen: the quotient has as many places as the operand that has more, and no warning: none in counts without places.
# Why it matters: ways to win and all ways, in columns of whole decimals as an exact table has them, give the chance 0
# for every battle that is not won for certain; with two places the chance is 0.42, which looks right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet polars==2.1.0
cat >"$work/ask.py" <<'PY'
from decimal import Decimal

import polars as pl

for wins, ways in ((5, 12), (2**65, 2**66), (Decimal(5), Decimal(12)), (Decimal("5.00"), Decimal("12.00"))):
    table = pl.DataFrame({"wins": [wins], "ways": [ways]})
    chance = table.select(pl.col("wins") / pl.col("ways"))
    print(table.schema["wins"], wins, "/", ways, "=", chance.item(), chance.schema["wins"])
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
Int64 5 / 12 = 0.4166666666666667 Float64
Int128 36893488147419103232 / 73786976294838206464 = 0.5 Float64
Decimal(precision=38, scale=0) 5 / 12 = 0 Decimal(precision=38, scale=0)
Decimal(precision=38, scale=2) 5.00 / 12.00 = 0.42 Decimal(precision=38, scale=2)
SEEN
