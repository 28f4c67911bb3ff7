#!/usr/bin/env bash
# Compute Engine writes the 21 digits of a chance that is nearly 1/3 as a period, and reads it back as exactly 1/3.
#
# Version: @cortex-js/compute-engine 0.140.0 (its package asks for Node 22.3; seen with 20.20, too).
# Guess: a period is written for a fraction that has it, and N(), which rounds to 21 digits, writes those.
# Seen: the period is looked for among the rounded digits, and a last digit that was rounded up is no obstacle: one is found
# where there is none, in LaTeX.  What is read back is an exact Rational, another one.
# Why it matters: a bar over a digit says that the number goes on like this for ever.  A page of exact odds, made from
# N().latex, says so of a chance that does not, and whatever computes on with the page has the other fraction, and no
# float that would warn it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save @cortex-js/compute-engine@0.140.0
cat >ask.mjs <<'JS'
import { ComputeEngine } from "@cortex-js/compute-engine";

const engine = new ComputeEngine();
const sixes = 6n ** 40n;
for (const [name, n, d] of [
  ["71/216", 71n, 216n],
  ["1/3", 1n, 3n],
  ["1/3 and one of 6^40 ways", sixes / 3n + 1n, sixes],
  ["5/12 less one of 6^40 ways", (sixes * 5n) / 12n - 1n, sixes],
]) {
  const chance = engine.number([n, d]);
  const shown = chance.N().latex;
  const back = engine.parse(shown).evaluate();
  console.log(`${name}: ${shown}, read as ${JSON.stringify(back.json)}, the same: ${back.isSame(chance)}`);
}
JS
node ask.mjs | tee seen
diff - seen <<'SEEN'
71/216: 0.328\overline{703}, read as ["Rational",71,216], the same: true
1/3: 0.\overline{3}, read as ["Rational",1,3], the same: true
1/3 and one of 6^40 ways: 0.\overline{3}, read as ["Rational",1,3], the same: false
5/12 less one of 6^40 ways: 0.41\overline{6}, read as ["Rational",5,12], the same: false
SEEN
