// The integer kernel, backward: the same sweep as `backward` in Python.
//
// V(a, d) is the chance to win from a attackers against d defenders, times base^(a + d), so
// V(a, d) = Σ weight(i, j) V(a - i, d - j) in whole numbers: no fraction and no gcd on the way.
// Original: riskexact/odds/weights.py; test of both: tests/app/test_arithmetic.py.

/** @typedef {import("./rules.js").Rules} Rules */

/**
 * The sweep over the battle for one territory: adds the row of V for the next number of attackers, 0 first, and
 * returns it by defenders, for the payoff of a win with that many attackers left, times base^attackers.
 * @param {number} garrison @param {Rules} rules
 */
export function sweepOf(garrison, rules) {
  /** @type {bigint[][]} The last rows, the newest first. */
  const rows = [];
  let attackers = 0;
  return (/** @type {bigint} */ won) => {
    const row = [won];
    rows.unshift(row);
    rows.length = Math.min(rows.length, rules.maxLosses + 1);
    const ways = attackers ? rules.against(attackers, garrison) : [];
    for (let d = 1; d <= garrison; d += 1) {
      let value = 0n;
      for (const [i, j, weight] of attackers ? ways[d] : []) {
        value += weight * rows[i][d - j];
      }
      row.push(value);
    }
    attackers += 1;
    return row;
  };
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
  const next = sweepOf(defenders, rules);
  yield next(0n);
  for (let won = rules.base.value; ; won *= rules.base.value) {
    yield next(won);
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
