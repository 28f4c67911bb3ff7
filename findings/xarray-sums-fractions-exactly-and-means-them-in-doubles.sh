#!/usr/bin/env bash
# xarray's sum of Fractions is a Fraction, and their mean is a double.
#
# Version: xarray 2026.9.0, with numpy 2.4.6 and pandas 2.3.3.
# Guess: the mean of an array of Fractions is what numpy has for the same array, a Fraction, as are sum, median and weighted
# mean here.
# Seen: mean(), and with it groupby and coarsen, is a float; with skipna=False it is the Fraction, though nothing is
# missing.
# Why it matters: a table of exact odds with named axes is averaged over one of them; what comes out still compares
# and prints like a number, and is no longer the one that was asked for.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet xarray==2026.9.0 numpy==2.4.6 pandas==2.3.3
cat >"$work/ask.py" <<'PY'
from fractions import Fraction

import numpy as np
import xarray as xr

values = np.array([Fraction(1, 3), Fraction(1, 10), Fraction(9, 10), Fraction(10, 11)], dtype=object)
odds = xr.DataArray(values, dims="battle")
weights = xr.DataArray(np.array([Fraction(1)] * 4, dtype=object), dims="battle")
half = xr.DataArray([0, 0, 1, 1], dims="battle", name="half")
print("numpy's mean      ", repr(values.mean()))
print("sum               ", repr(odds.sum().item()))
print("median            ", repr(odds.median().item()))
print("mean              ", repr(odds.mean().item()))
print("mean, skipna=False", repr(odds.mean(skipna=False).item()))
print("weighted mean     ", repr(odds.weighted(weights).mean().item()))
print("groupby, sum      ", odds.groupby(half).sum().values.tolist())
print("groupby, mean     ", odds.groupby(half).mean().values.tolist())
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
numpy's mean       Fraction(37, 66)
sum                Fraction(74, 33)
median             Fraction(37, 60)
mean               0.5606060606060607
mean, skipna=False Fraction(37, 66)
weighted mean      Fraction(37, 66)
groupby, sum       [Fraction(13, 30), Fraction(199, 110)]
groupby, mean      [0.21666666666666667, 0.9045454545454545]
SEEN
