#!/usr/bin/env bash
# simple-statistics gives the chances of 0 to 16 of 20 wins, and none of 17 to 20.
#
# Version: simple-statistics 7.12.1.
# Guess: binomialDistribution(20, p) has 21 chances, as binomialDistribution(10, p) has 11.
# Seen: the list ends where the sum has come within 1/10000 of 1.  What is left is not added to its end either, so that
# the sum is 0.99991 for 5/12, and the chance of 20 wins is undefined, which is NaN in what follows.  Ten have all.
# Why it matters: how likely so much luck was is asked of the end of the list; a sum from there on is NaN, and one up to
# there misses a chance of 1 in 11,000, which is that of the most luck.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save simple-statistics@7.12.1
cat >ask.mjs <<'JS'
import { binomialDistribution, sum } from "simple-statistics";

for (const [n, wins, rounds] of [[10, 5, 12], [20, 5, 12], [20, 1, 6], [40, 1, 2]]) {
  const chances = binomialDistribution(n, wins / rounds);
  const most = (wins / rounds) ** n;
  console.log(
    `${n} of ${wins}/${rounds}: ${chances.length} chances, sum ${sum(chances).toFixed(7)},` +
      ` of ${n} wins ${chances[n]?.toPrecision(7)}, exact ${most.toPrecision(7)}`,
  );
}
JS
node ask.mjs | tee seen
diff - seen <<'SEEN'
10 of 5/12: 11 chances, sum 1.0000000, of 10 wins 0.0001577203, exact 0.0001577203
20 of 5/12: 17 chances, sum 0.9999122, of 20 wins undefined, exact 2.487569e-8
20 of 1/6: 12 chances, sum 0.9999847, of 20 wins undefined, exact 2.735111e-16
40 of 1/2: 32 chances, sum 0.9999089, of 40 wins undefined, exact 9.094947e-13
SEEN
