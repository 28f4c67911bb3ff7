// Chances to win in floating point, for the colours of the map and for nothing else.

import { share } from "../arithmetic/text.js";

/** @typedef {import("../arithmetic/rules.js").Rules} Rules */

/**
 * The chance to win, by attackers and defenders from 0 to `most`: row after row in one array.
 * @param {number} most
 * @param {Rules} rules
 */
export function shadesUpTo(most, rules) {
  const across = most + 1;
  const shades = new Float64Array(across * across);
  const rounds = rules.counts.map((row) => row.map(chances));
  const unlike = rules.attack[rules.attack.length - 1];
  /** @type {[number, number, number][][]} */
  let ways = [];
  for (let a = 1; a <= most; a += 1) {
    shades[a * across] = 1;
    if (a <= unlike) {
      ways = rules.against(a, most, rounds);
    }
    for (let d = 1; d <= most; d += 1) {
      let sum = 0;
      for (const [i, j, chance] of ways[d]) {
        sum += chance * shades[(a - i) * across + d - j];
      }
      shades[a * across + d] = sum;
    }
  }
  return shades;
}

/**
 * What a round costs, given that it costs anything, with its chance.
 * @param {import("../arithmetic/rules.js").Way[]} round
 * @returns {[number, number, number][]}
 */
function chances(round) {
  const changing = round.filter(([i, j]) => i + j > 0);
  const throws = changing.reduce((sum, [, , count]) => sum + count, 0n);
  return changing.map(([i, j, count]) => [i, j, share(count, throws)]);
}
