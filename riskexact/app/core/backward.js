// The integer kernel, backward: the same sweep as `backward` in Python.
//
// V(a, d) is the chance to win from a attackers against d defenders, times base^(a + d), so
// V(a, d) = Σ weight(i, j) V(a - i, d - j) in whole numbers: no fraction and no gcd on the way.
// Original: riskexact/odds/weights.py; test of both: tests/app/test_arithmetic.py.

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./fractions.js").Fraction} Fraction */

/** The sweep over the battle for one territory, one row of V after another, by attackers. */
class Sweep {
  /** @param {number} garrison @param {Rules} rules */
  constructor(garrison, rules) {
    this.garrison = garrison;
    this.rules = rules;
    /** @type {bigint[][]} The last rows, the newest first. */
    this.rows = [];
    this.next = 0;
  }

  /**
   * Add the row of the next number of attackers, 0 first, and return it by defenders.
   * @param {bigint} won The payoff of a win with that many attackers left, times base^attackers.
   */
  push(won) {
    const attackers = this.next;
    this.next += 1;
    const row = [won];
    this.rows.unshift(row);
    this.rows.length = Math.min(this.rows.length, this.rules.maxLosses + 1);
    const ways = attackers ? this.rules.against(attackers, this.garrison) : [];
    for (let d = 1; d <= this.garrison; d += 1) {
      let value = 0n;
      for (const [i, j, weight] of attackers ? ways[d] : []) {
        value += weight * this.rows[i][d - j];
      }
      row.push(value);
    }
    return row;
  }
}

/**
 * V up to a number of attackers and of defenders, for battles fought to the end.
 * @param {number} attackers the largest number @param {number} defenders the largest number
 * @param {Rules} rules
 */
export function valuesUpTo(attackers, defenders, rules) {
  const rows = rowsOf(defenders, rules);
  return Array.from({ length: attackers + 1 }, () => rows.next().value);
}

/**
 * The rows of V, for battles fought to the end.
 * @param {number} defenders the largest number @param {Rules} rules
 * @returns {Generator<bigint[], never>}
 */
export function* rowsOf(defenders, rules) {
  const sweep = new Sweep(defenders, rules);
  yield sweep.push(0n);
  for (let won = rules.base.value; ; won *= rules.base.value) {
    yield sweep.push(won);
  }
}

/**
 * Where the chance to win, if the battle is fought to the end, is below a percentage.
 * @param {number} attackers @param {number} defenders @param {Rules} rules @param {number} percent
 * @returns {boolean[][]} By attackers and defenders.
 */
export function hopeless(attackers, defenders, rules, percent) {
  const rows = rowsOf(defenders, rules);
  return Array.from({ length: attackers + 1 }, (_, a) => {
    let line = BigInt(percent) * rules.base.value ** BigInt(a);
    return rows.next().value.map((value) => {
      const below = value * 100n < line;
      line *= rules.base.value;
      return below;
    });
  });
}

/**
 * The smallest number of attackers that win a campaign, fought to the end, with at least each of
 * some chances, ascending; null where even `most` attackers do not.
 * @param {{garrisons: number[], leaveBehind: number}} fight
 * @param {import("./rules.js").FightRules} rules @param {Fraction[]} goals @param {number} most
 * @param {(done: number) => void} progress
 * @returns {(number | null)[]}
 */
export function needed(fight, rules, goals, most, progress = () => {}) {
  const { garrisons, leaveBehind } = fight;
  const base = rules.base.value;
  const stay = base ** BigInt(leaveBehind);
  const sweeps = garrisons.map((garrison, n) => new Sweep(garrison, rules.on(n)));
  // values in front of each territory, by attackers
  /** @type {bigint[][]} */
  const values = garrisons.map(() => []);
  let whole = base ** BigInt(garrisons.reduce((sum, garrison) => sum + garrison, 0));
  let survived = 1n;
  /** @type {number[]} */
  const found = [];
  for (let a = 0; a <= most && found.length < goals.length; a += 1) {
    let won = a ? survived : 0n;
    for (let n = sweeps.length - 1; n >= 0; n -= 1) {
      const value = sweeps[n].push(won)[garrisons[n]];
      values[n].push(value);
      won = a > leaveBehind ? values[n][a - leaveBehind] * stay : 0n;
    }
    const reached = (/** @type {Fraction} */ { n, d }) => values[0][a] * d >= n * whole;
    while (found.length < goals.length && reached(goals[found.length])) {
      found.push(a);
    }
    whole *= base;
    survived *= base;
    progress(found.length / goals.length);
  }
  return goals.map((_, n) => found[n] ?? null);
}
