#!/usr/bin/env bash
# Storm answers the same question in PRISM, and refuses it in DRN, where all rewards of a decision process are 0.
#
# Version: stormpy 2.0.0, which has Storm.
# Guess: the highest expected reward of a process in which nothing can be had is 0, in either language.
# Seen: 0 from the PRISM program; of the DRN file, which lists the same states, choices and rewards, the property is
# called invalid, as its "reward model is empty".
# Why it matters: a turn in Risk in which no attack is possible is worth 0, and is the first case that a test of
# somebody's turns tries; in a run over many positions it looks like a fault of the model.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet stormpy==2.0.0
cat >"$work/ask.py" <<'PY'
import sys
from pathlib import Path

import stormpy

folder = Path(sys.argv[1])
ASKED = 'R{"worth"}max=? [F "stop"]'
PRISM = """mdp
module turn
  stopped : [0..1] init 0;
  [stop] stopped=0 -> (stopped'=1);
  [] stopped=1 -> true;
endmodule
label "stop" = stopped=1;
rewards "worth"
  [stop] true : 0;
endrewards
"""
DRN = """@type: MDP
@value_type: rational
@parameters

@reward_models
worth
@nr_states
2
@nr_choices
2
@model
state 0 [0] init
\taction 0 [{reward}]
\t\t1 : 1
state 1 [0] stop
\taction 0 [0]
\t\t1 : 1
"""


def told(model, asked):
    try:
        return stormpy.model_checking(model, asked).get_value(model.initial_states[0])
    except Exception as error:
        return str(error).partition(". ")[0]


(folder / "turn.prism").write_text(PRISM)
program = stormpy.parse_prism_program(str(folder / "turn.prism"))
(asked,) = stormpy.parse_properties(ASKED, program)
print("PRISM, reward 0:", told(stormpy.build_model[stormpy.Rational](program, [asked]), asked))
(asked,) = stormpy.parse_properties(ASKED)
for reward in (0, 1):
    (folder / "turn.drn").write_text(DRN.format(reward=reward))
    model = stormpy.build_model_from_drn[stormpy.Rational](str(folder / "turn.drn"))
    print(f"DRN, reward {reward}:", told(model, asked))
PY
"$work/venv/bin/python" "$work/ask.py" "$work" 2>/dev/null | grep -v ERROR | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
PRISM, reward 0: 0
DRN, reward 0: InvalidPropertyException: Reward model for formula is empty
DRN, reward 1: 1
SEEN
