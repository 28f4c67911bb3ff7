// The chances of the losses of a battle or a round under honest dice, as floats: those of Python's
// evidence/logs/kinds.py, each right to some 15 digits.

import { outcomesOf } from "./forward.js";
import { fraction, overPower } from "./fractions.js";

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./log-rows.js").Kind} Kind */

/**
 * Losses, their chance, and their scores: won, defenders less attackers lost, and log2 (1 / chance)
 * in quarters of a bit.
 * @typedef {{
 *   attackers: number, defenders: number, chance: number,
 *   scores: {wins: number, losses: number, surprise: number},
 * }} Loss
 */

const QUARTERS = 4n;
const MAX_SURPRISE = 64;

/** The constants of Balanced Blitz 3.3. */
const NEGLIGIBLE = 0.05;
const SHARPER = 1.3;
const CUT = 0.1;
const PEAKED = 1.8;

/**
 * All losses that the log has, from best to worst for the attacker, given that it has them.
 * @param {Kind} kind
 * @param {Rules} rules
 * @returns {Loss[]}
 */
export function lossesOf(kind, rules) {
  const exact = kind.mode === "round" ? ofRound(kind, rules) : ofBattle(kind, rules);
  const chances = exact.map(({ n, d }) => float(n, d));
  const drawn = kind.mode === "blitz" ? blitz(chances, exact.map(({ won }) => won)) : chances;
  const seen = exact
    .map((each, i) => ({ ...each, chance: drawn[i] }))
    .filter(
      ({ attackers, defenders }) =>
        attackers + defenders >= kind.leastLost && defenders >= kind.leastDefendersLost,
    );
  const all = seen.length === exact.length;
  const total = all ? 1 : seen.reduce((sum, { chance }) => sum + chance, 0);
  const whole = seen.reduce((sum, { n, d }) => fraction(sum.n * d + n * sum.d, sum.d * d), { n: 0n, d: 1n });
  return seen.map(({ attackers, defenders, won, n, d, chance }) => {
    const given = total ? chance / total : chance;
    return {
      attackers,
      defenders,
      chance: given,
      scores: {
        wins: Number(won),
        losses: defenders - attackers,
        surprise: kind.mode === "blitz" ? quartersOf(given) : quarters(n * whole.d, d * whole.n),
      },
    };
  });
}

/**
 * @typedef {{attackers: number, defenders: number, won: boolean, n: bigint, d: bigint}} Exact
 */

/**
 * @param {Kind} kind
 * @param {Rules} rules
 * @returns {Exact[]}
 */
function ofBattle({ attackers, defenders }, rules) {
  const { base, outcomes } = outcomesOf(
    {
      attackers,
      garrisons: [defenders],
      leaveBehind: 0,
      retreatAt: 0,
      stopAtDefenders: 0,
      stopAfter: null,
      stopBelow: 0,
    },
    rules,
  );
  return outcomes
    .filter(({ mass }) => mass > 0n)
    .map((end) => ({
      attackers: attackers - end.attackers,
      defenders: defenders - end.defenders,
      won: end.defenders === 0,
      ...overPower(end.mass, base, end.power),
    }))
    .sort(
      (x, y) =>
        Number(y.won) - Number(x.won) || y.defenders - y.attackers - (x.defenders - x.attackers),
    );
}

/**
 * @param {Kind} kind
 * @param {Rules} rules
 * @returns {Exact[]}
 */
function ofRound({ attackers, defenders }, rules) {
  const round = rules.counts[attackers - 1][defenders - 1];
  const d = round.reduce((sum, [, , count]) => sum + count, 0n);
  return round.map(([i, j, n]) => ({ attackers: i, defenders: j, won: false, n, d }));
}

/**
 * The chances under Balanced Blitz 3.3, step by step as in Python's balanced_blitz.py.
 * @param {number[]} chances from the best end for the attacker to the worst
 * @param {boolean[]} won
 */
function blitz(chances, won) {
  const sum = (/** @type {boolean} */ side) =>
    chances.reduce((total, p, i) => total + (won[i] === side ? p : 0), 0);
  let [win, lose] = [sum(true), sum(false)];
  if (win <= NEGLIGIBLE) {
    [win, lose] = [0, 1];
  } else if (lose <= NEGLIGIBLE) {
    [win, lose] = [1, 0];
  }
  const bent = win ** SHARPER / (win ** SHARPER + lose ** SHARPER);
  let before = 0;
  const cut = chances.map((p, i) => {
    const own = won[i] ? win : lose;
    const kept = won[i] ? bent : 1 - bent;
    const all = sum(won[i]);
    const mass = own ? (p / all) * kept : 0;
    const [low, high] = [Math.max(before, CUT), Math.min(before + mass, 1 - CUT)];
    before += mass;
    // what is left of an end by the rounding of floats is not left
    return high - low > 1e-14 ? (high - low) / (1 - 2 * CUT) : 0;
  });
  return cut.map((p, i) => {
    const side = cut.filter((_, k) => won[k] === won[i]);
    const total = side.reduce((all, each) => all + each, 0);
    const peaked = side.reduce((all, each) => all + each ** PEAKED, 0);
    return p ? (p ** PEAKED / peaked) * total : 0;
  });
}

/**
 * The whole quarters of a bit in log2 (d / n).
 * @param {bigint} n
 * @param {bigint} d
 */
function quarters(n, d) {
  return Math.min((d ** QUARTERS / n ** QUARTERS).toString(2).length - 1, MAX_SURPRISE);
}

/**
 * The same of a chance that is not known as a fraction.
 * @param {number} chance
 */
function quartersOf(chance) {
  if (!chance) {
    return MAX_SURPRISE;
  }
  return Math.max(0, Math.min(Math.floor(-4 * Math.log2(chance)), MAX_SURPRISE));
}

/**
 * n / d as a float, right to its last digits however small it is.
 * @param {bigint} n
 * @param {bigint} d
 */
function float(n, d) {
  const shift = Math.max(0, d.toString(2).length - n.toString(2).length + 60);
  const found = Number((n << BigInt(shift)) / d);
  return shift > 1000 ? (found / 2 ** 500) * 2 ** (500 - shift) : found / 2 ** shift;
}
