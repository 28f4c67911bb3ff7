#!/usr/bin/env bash
# jStat rounds the chance of at most so many successes to ten decimal places, and so to 0.
#
# Version: jstat 1.9.6.
# Guess: binomial.cdf has the digits of a double, or a few less, as the sum of binomial.pdf has, and as poisson.cdf has.
# Seen: it is rounded to a multiple of 10^-10: of a chance of 5.58 in 10^10 one digit is left, rounded, and one below
# half of 10^-10 is 0, without a word.
# Why it matters: how bad the luck was is asked most often when it was very bad; the answer is that it was impossible, and
# its logarithm is -Infinity.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save jstat@1.9.6
cat >ask.mjs <<'JS'
import jstat from "jstat";

const { binomial, poisson } = jstat.jStat;
const exact = (most, n) => {
  // the ways to win at most so many of n even battles, of all 2^n
  let [ways, sum] = [1n, 0n];
  for (let k = 0; k <= most; k++) {
    sum += ways;
    ways = (ways * BigInt(n - k)) / BigInt(k + 1);
  }
  return Number(sum) / 2 ** n;
};
for (const most of [40, 30, 20, 19, 10]) {
  let sum = 0;
  for (let k = 0; k <= most; k++) sum += binomial.pdf(k, 100, 0.5);
  const shown = [exact(most, 100), sum, binomial.cdf(most, 100, 0.5)].map((chance) => chance.toPrecision(9));
  console.log(`at most ${most} of 100: exact ${shown[0]}, sum of pdf ${shown[1]}, cdf ${shown[2]}`);
}
console.log("logarithm of the last cdf:", Math.log(binomial.cdf(10, 100, 0.5)));
console.log("poisson.cdf(0, 50):", poisson.cdf(0, 50).toPrecision(9));
JS
node ask.mjs | tee seen
diff - seen <<'SEEN'
at most 40 of 100: exact 0.0284439668, sum of pdf 0.0284439668, cdf 0.0284439668
at most 30 of 100: exact 0.0000392506982, sum of pdf 0.0000392506982, cdf 0.0000392507000
at most 20 of 100: exact 5.57954453e-10, sum of pdf 5.57954453e-10, cdf 6.00000000e-10
at most 19 of 100: exact 1.35138126e-10, sum of pdf 1.35138126e-10, cdf 1.00000000e-10
at most 10 of 100: exact 1.53164509e-17, sum of pdf 1.53164509e-17, cdf 0.00000000
logarithm of the last cdf: -Infinity
poisson.cdf(0, 50): 1.92874985e-22
SEEN
