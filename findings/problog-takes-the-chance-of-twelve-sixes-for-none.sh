#!/usr/bin/env bash
# ProbLog takes the chance of twelve sixes, 1/6^12, for 0, where it is written as a number; as twelve dice it is right.
#
# Version: problog 2.3.0.
# Guess: `1/2176782336::all` is a fact of that chance, to the digits of a double: 4.59e-10.
# Seen: so it is for eleven dice; from twelve on a fact has the chance 0, and from thirteen on its opposite is certain: what
# follows from its not being so has the chance 0, too.  Twelve facts of 1/6 together have the right chance.
# Why it matters: battles are put in as facts, with their exact odds as fractions, and the campaign is left to ProbLog.  A
# large battle that is nearly won is then won for certain, and asked for the chance that all fails, it says 0.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet problog==2.3.0
cat >"$work/ask.py" <<'PY'
from problog import get_evaluatable
from problog.program import PrologString


def ask(program, query):
    program = PrologString(f"{program} query({query}).")
    (chance,) = get_evaluatable().create_from(program).evaluate().values()
    return f"{chance:.6g}"


for dice in (8, 11, 12, 13):
    ways = 6**dice
    sixes = " ".join(f"1/6::six({n})." for n in range(dice)) + " all :- " + ", ".join(f"six({n})" for n in range(dice)) + "."
    print(
        f"{dice} sixes: {1 / ways:.6g}; as a fact {ask(f'1/{ways}::all.', 'all')},"
        f" computed {ask(f'P::all :- P is 1/{ways}.', 'all')}, as dice {ask(sixes, 'all')};"
        f" that a fact of {ways - 1}/{ways} is not so {ask(f'{ways - 1}/{ways}::won. lost :- not won.', 'lost')}"
    )
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
8 sixes: 5.95374e-07; as a fact 5.95374e-07, computed 5.95374e-07, as dice 5.95374e-07; that a fact of 1679615/1679616 is not so 5.95374e-07
11 sixes: 2.75636e-09; as a fact 2.75636e-09, computed 2.75636e-09, as dice 2.75636e-09; that a fact of 362797055/362797056 is not so 2.75636e-09
12 sixes: 4.59394e-10; as a fact 0, computed 0, as dice 4.59394e-10; that a fact of 2176782335/2176782336 is not so 4.59394e-10
13 sixes: 7.65656e-11; as a fact 0, computed 0, as dice 7.65656e-11; that a fact of 13060694015/13060694016 is not so 0
SEEN
