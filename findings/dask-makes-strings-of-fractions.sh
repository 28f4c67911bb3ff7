#!/usr/bin/env bash
# Dask makes strings of a pandas column of Fractions: their largest is the last of the alphabet, and their sum a string.
#
# Version: dask 2026.8.0, with pandas 3.1.1 and pyarrow 26.0.1.
# Guess: a column of objects stays one, as in pandas, where sums and comparisons of Fractions are exact; the conversion to
# Arrow's strings is for columns of strings.
# Seen: every column of objects is converted, whatever it holds, and nothing is said.  Sums are joined texts, and of 5/12,
# 1/3 and 1/2 the largest is "5/12".  With `dataframe.convert-string` off a
# sum is refused, as it is tried on plain objects first.
# Why it matters: a table of exact odds that grows too large for pandas answers which battle is best, and wrongly.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet "dask[dataframe]==2026.8.0" pandas==3.1.1 pyarrow==26.0.1
cat >"$work/ask.py" <<'PY'
from fractions import Fraction

import dask
import dask.dataframe
import pandas

odds = pandas.DataFrame({"win": [Fraction(5, 12), Fraction(1, 3), Fraction(1, 2)]})
print("pandas:", repr(odds.win.max()), repr(odds.win.sum()))
frame = dask.dataframe.from_pandas(odds, npartitions=1)
print("dask:", repr(frame.win.max().compute()), repr(frame.win.sum().compute()))
with dask.config.set({"dataframe.convert-string": False}):
    frame = dask.dataframe.from_pandas(odds, npartitions=1)
    try:
        print("dask without conversion:", repr(frame.win.sum()))
    except TypeError as error:
        print("dask without conversion:", error)
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
pandas: Fraction(1, 2) Fraction(5, 4)
dask: '5/12' '5/121/31/2'
dask without conversion: unsupported operand type(s) for +: 'object' and 'object'
SEEN
