#!/usr/bin/env bash
# lets-plot draws Fractions as categories: in the order in which they come, at equal distances.
#
# Version: lets-plot 4.11.0.
# Guess: a Fraction is a number, and lies at its value; or an error, as from other plotting libraries that write JSON.
# Seen: 1/3, 1/10 and 9/10 lie at one, two and three steps of the axis, which has no tick.  As floats they lie at their
# values.  Nothing is said.
# Why it matters: a curve of exact odds rises evenly and looks plausible, whatever the odds are.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet lets-plot==4.11.0
cat >"$work/ask.py" <<'PY'
import re
from fractions import Fraction

from lets_plot import aes, geom_point, ggplot


def heights(odds):
    """Where the points lie, from 0 for the lowest to 1 for the highest, and the numbers on the axes."""
    drawing = (ggplot({"x": [1, 2, 3], "odds": odds}) + geom_point(aes("x", "odds"))).to_svg()
    down = [float(y) for y in re.findall(r'<circle[^>]* cy="([0-9.]+)"', drawing)]
    points = [round((max(down) - y) / (max(down) - min(down)), 4) for y in down]
    return points, re.findall(r">([0-9.]+)</tspan>", drawing)


odds = [Fraction(1, 3), Fraction(1, 10), Fraction(9, 10)]
for name, kind in ("Fractions", Fraction), ("floats", float):
    points, ticks = heights([kind(chance) for chance in odds])
    print(f"{name}: at {points}, numbers on both axes {ticks}")
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
Fractions: at [0.0, 0.5, 1.0], numbers on both axes ['1', '1.5', '2', '2.5', '3']
floats: at [0.2917, 0.0, 1.0], numbers on both axes ['1', '1.5', '2', '2.5', '3', '0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '0.8', '0.9']
SEEN
