#!/usr/bin/env bash
# numfmt shows a chance of 35/36 as "1 35/36".
#
# Version: numfmt 4.0.1, which follows Excel; beside it xlsx 0.18.5.
# Guess: "# ??/??", the format of spreadsheets for a fraction that may have a whole part, shows 35/36, which has none.
# Seen: so it is below 0.95.  From there on the whole part is rounded up and the fraction is written all the same, so that
# 35/36 is shown as one more than it is, and 0.9999 as "1 1/1".  "??/??", without a whole part, is right.
# Why it matters: a table of good chances reads as expected numbers near 2; small ones, which are tried first, are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save numfmt@4.0.1 xlsx@0.18.5
cat >ask.mjs <<'JS'
import { format } from "numfmt";
import xlsx from "xlsx";

const tidy = (text) => text.trim().replace(/ +/g, " ");
const odds = [[5, 12], [18, 19], [19, 20], [35, 36], [9999, 10000], [107, 36]];
for (const [above, below] of odds) {
  const [name, chance] = [`${above}/${below}`, above / below];
  const shown = [format("# ??/??", chance), format("??/??", chance), xlsx.SSF.format("# ??/??", chance)].map(tidy);
  console.log(`${name}: with whole part ${shown[0]}, without ${shown[1]}, in xlsx ${shown[2]}`);
}
let wrong = 0;
for (let n = 1; n < 100; n++) wrong += tidy(format("# ???/???", n / 100)).startsWith("1 ");
console.log(`of the 99 chances from 1/100 to 99/100, ${wrong} are shown as more than 1`);
JS
node ask.mjs | tee seen
diff - seen <<'SEEN'
5/12: with whole part 5/12, without 5/12, in xlsx 5/12
18/19: with whole part 18/19, without 18/19, in xlsx 18/19
19/20: with whole part 1 19/20, without 19/20, in xlsx 19/20
35/36: with whole part 1 35/36, without 35/36, in xlsx 35/36
9999/10000: with whole part 1 1/1, without 1/1, in xlsx 1
107/36: with whole part 3 35/36, without 107/36, in xlsx 2 35/36
of the 99 chances from 1/100 to 99/100, 5 are shown as more than 1
SEEN
