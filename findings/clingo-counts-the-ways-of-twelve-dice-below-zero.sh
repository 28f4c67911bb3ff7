#!/usr/bin/env bash
# clingo counts the 6^12 ways of twelve dice as -2118184960, and those of thirteen as 175792128.
#
# Version: clingo 5.8.3.
# Guess: whole numbers of any length, as in Prolog and Python, or else an error or a warning that they are too long.
# Seen: they have 32 bits and wrap around, also in #sum, with all warnings on, and none is given.  6^12 < 6^11 is true.
# Why it matters: a game that is described by rules is asked for its ways to win and to lose; up to eleven dice all is right,
# and from twelve on the counts look like counts every other time.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet clingo==5.8.3
cat >"$work/ask.py" <<'PY'
import clingo

PROGRAM = """
ways(dice(N), 6**N) :- N = 10..14.
fewer_ways_than_eleven(dice(N)) :- ways(dice(N), W), W < 6**11, N > 11.
both(S) :- S = #sum { 6**11, A : A = 1..6 }.
"""
control = clingo.Control(["--warn=all"], logger=lambda code, message: print("warning:", code, message))
control.add("base", [], PROGRAM)
control.ground([("base", [])])
control.solve(on_model=lambda model: print(*sorted(map(str, model.symbols(shown=True))), sep="\n"))
print("of Python:", *(6**n for n in range(10, 15)), 6 * 6**11)
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
both(-2118184960)
fewer_ways_than_eleven(dice(12))
fewer_ways_than_eleven(dice(13))
ways(dice(10),60466176)
ways(dice(11),362797056)
ways(dice(12),-2118184960)
ways(dice(13),175792128)
ways(dice(14),1054752768)
of Python: 60466176 362797056 2176782336 13060694016 78364164096 2176782336
SEEN
