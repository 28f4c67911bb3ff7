#!/usr/bin/env bash
# swipl-wasm hands 5/12 to JavaScript as a value whose text, and JSON, is "12r5".
#
# Version: swipl-wasm 8.0.5, which is SWI-Prolog 10.1.10.
# Guess: Prolog writes five twelfths as 5r12, and so does the value that stands for it in JavaScript.
# Seen: its parts n and d are right, and handed back to Prolog it is 5r12 again; as text and as JSON it is 12r5, which
# Prolog reads as twelve fifths.
# Why it matters: exact odds are computed in Prolog, in the browser, to be shown or sent; each chance arrives as its
# reciprocal, in Prolog's own notation.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save swipl-wasm@8.0.5
cat >ask.mjs <<'JS'
import SWIPL from "swipl-wasm";

const { prolog } = await SWIPL({ arguments: ["-q"] });
const ask = (goal, given) => prolog.query(goal, given).once();
for (const chance of ["5 rdiv 12", "2890 rdiv 7776", "1 rdiv 2"]) {
  const { X, A } = ask(`X is ${chance}, term_to_atom(X, A)`);
  const back = ask("term_to_atom(X, A)", { X }).A;
  const read = ask(`term_to_atom(Y, '${X}'), Z is Y * 1, term_to_atom(Z, A)`).A;
  console.log(`${chance}: ${A} in Prolog; n ${X.n}, d ${X.d}; text ${X}; JSON ${JSON.stringify(X)}; handed back ${back}; text read ${read}`);
}
console.log("version", ask("current_prolog_flag(version, V)").V);
process.exit(0);
JS
node ask.mjs | tee seen
diff - seen <<'SEEN'
5 rdiv 12: 5r12 in Prolog; n 5, d 12; text 12r5; JSON "12r5"; handed back 5r12; text read 12r5
2890 rdiv 7776: 1445r3888 in Prolog; n 1445, d 3888; text 3888r1445; JSON "3888r1445"; handed back 1445r3888; text read 3888r1445
1 rdiv 2: 1r2 in Prolog; n 1, d 2; text 2r1; JSON "2r1"; handed back 1r2; text read 2
version 100110
SEEN
