// Certain digits of the chance to win, much sooner than its fraction: both sides' chances are summed
// forward from the start, rounded, and bounds of the error must agree on all the digits.
// Original: riskexact/engine/decimals.py; test of both: tests/app/test_package_digits.py.

import { sumOf, unbentEnds } from "./blitz.js";
import { fought } from "./forward.js";
import { decimal } from "./text.js";

/**
 * The chance to win to this many significant digits; null where its fraction takes less time.
 * Equals `decimal` of `winProbability`.
 * @param {number} attackers @param {number} defenders @param {import("./rules.js").Rules} rules
 * @param {number} digits
 */
export function certainDigits(attackers, defenders, rules, digits) {
  const bitsOfFraction = (attackers + defenders) * rules.base.value.toString(2).length;
  for (let bits = 0; 2 * bits < bitsOfFraction; bits = 2 * bits || 64 + 4 * digits) {
    const bounds = bits
      ? fixedBounds(attackers, defenders, rules, BigInt(bits))
      : doubleBounds(attackers, defenders, rules);
    const [text, other] = bounds.map((bound) => decimal(bound, digits));
    if (text === other) {
      return text;
    }
  }
  return null;
}

/**
 * Bounds by doubles.  A path is a product of at most a + d chances of rounds.  Each of these is
 * rounded 3 times, and once in the product; the sum in a state is of no more terms than there are
 * costs of a round, and the last sum is over at most a + d states.  So a chance is (1 + r)^n times the
 * true one, for some |r| <= 2^-53 and n below, and (1 + r)^n is within 1 +- 1.01 n 2^-53.  All underflow
 * together is less than 2^-1000, nothing beside 2^-900.
 * @param {number} attackers @param {number} defenders @param {import("./rules.js").Rules} rules
 */
export function doubleBounds(attackers, defenders, rules) {
  const costs = new Set(rules.changing.flat(2).map(([i, j]) => `${i} ${j}`)).size;
  const off = 1.02 * ((attackers + defenders) * (costs + 4) + 9) * 2 ** -53;
  const { wins, defeats } = unbentEnds(attackers, defenders, rules);
  const d = 1n << 900n;
  const [win, lose] = [wins, defeats].map(sumOf).map((chance) => ({
    low: BigInt(Math.floor(chance * (1 - off) * 2 ** 900)),
    high: BigInt(Math.floor(chance * (1 + off) * 2 ** 900)) + 1n,
  }));
  const low = win.low > d - lose.high ? win.low : d - lose.high;
  return [{ n: low, d }, { n: win.high < d - lose.low ? win.high : d - lose.low, d }];
}

/**
 * Bounds by whole numbers over 2^bits, every product rounded down: so neither side has less than its
 * sum, and together they have 1.
 * @param {number} attackers @param {number} defenders @param {import("./rules.js").Rules} rules
 * @param {bigint} bits
 */
export function fixedBounds(attackers, defenders, rules, bits) {
  const [d, base, most] = [1n << bits, rules.base.value, rules.maxLosses];
  const per = base ** BigInt(most);
  const ways = rules.ways.map((row) => row.map((round) =>
    round.map(([i, j, weight]) => [i, j, weight * base ** BigInt(most - i - j)]),
  ));
  const arrived = [...Array(attackers).fill(0n), d * per];
  const common = Object.assign(Object.create(rules), { ways });
  const { survivors, broken } = fought(arrived, defenders, common, (a) => a === 0, undefined, per);
  const won = survivors.reduce((sum, mass) => sum + mass / per, 0n);
  return [{ n: won, d }, { n: broken.reduce((left, { mass }) => left - mass, d), d }];
}
