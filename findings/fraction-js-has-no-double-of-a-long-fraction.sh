#!/usr/bin/env bash
# fraction.js converts a chance with long numbers to NaN, and so does mathjs, where comparisons with it are exact.
#
# Version: fraction.js 5.3.4, and mathjs 15.2.0, which has it.
# Guess: the number is the nearest double, since both parts are BigInts; at worst it is off in the last digit.
# Seen: each part is made a double first.  From about 1.8e308 on both are Infinity, and their quotient is NaN.  Exact
# text and comparisons go on as before, so that nothing else looks wrong.
# Why it matters: numerator and denominator of a battle of 60 against 60 have more than 400 digits.  A chart has a gap
# there, and a sum of such numbers is NaN.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save fraction.js@5.3.4 mathjs@15.2.0
cat >ask.mjs <<'JS'
import Fraction from "fraction.js";
import { fraction, number } from "mathjs";

// to lose all of n battles, each with a chance of 7/12
for (const n of [200n, 285n, 286n, 300n]) {
  const [lost, all] = [7n ** n, 12n ** n];
  const chance = new Fraction(all - lost, all);
  const same = number(fraction(all - lost, all));
  console.log(`one of ${n} is won: ${chance.valueOf()}, in mathjs ${same}, more than 1/2: ${chance.compare(0.5) > 0}`);
}
JS
node ask.mjs | tee seen
diff - seen <<'SEEN'
one of 200 is won: 1, in mathjs 1, more than 1/2: true
one of 285 is won: 1, in mathjs 1, more than 1/2: true
one of 286 is won: NaN, in mathjs NaN, more than 1/2: true
one of 300 is won: NaN, in mathjs NaN, more than 1/2: true
SEEN
