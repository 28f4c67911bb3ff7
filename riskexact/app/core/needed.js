// The smallest numbers of attackers that have some chances: by doubles, unless a chance is as near to a goal as
// their roundings are.
// Original: riskexact/battle/needed/__init__.py; test of both: tests/app/test_arithmetic.py.

import { sweepOf } from "./backward.js";
import { bent, blitzEnds } from "./blitz.js";
import { nearSweep, roundingsOf } from "./certain.js";
import { nearestDouble, sumOf } from "./fractions.js";
import { share } from "./text.js";

/** @typedef {import("./fractions.js").Fraction} Fraction */
/** @typedef {import("./rules.js").FightRules} FightRules */
/** @typedef {Pick<import("./blitz.js").Fight, "garrisons" | "leaveBehind" | "blitz">} Asked */

/**
 * Whether a number of attackers, asked one after another from 0 on, has a chance; null where that is not certain.
 * @typedef {(attackers: number) => (goal: Fraction) => boolean | null} HasChance
 */

/** A bent chance this far below a goal reaches it: it may be equal to it. */
const EQUAL = 1e-12;

/**
 * The smallest number of attackers that win a campaign, fought to the end, with at least each of
 * some chances, ascending; null where even `most` attackers do not.
 * @param {Asked} fight @param {FightRules} rules @param {Fraction[]} goals @param {number} most
 * @param {(done: number) => void} [progress]
 */
export function needed(fight, rules, goals, most, progress = () => {}) {
  const { blitz } = fight;
  const first = blitz ? bentChances(fight, blitz, rules) : nearChances(fight, rules, most);
  return fewest(first, goals, most, progress) ?? fewest(exactChances(fight, rules), goals, most, progress) ?? [];
}

/**
 * @param {HasChance} hasChance @param {Fraction[]} goals @param {number} most @param {(done: number) => void} progress
 * @returns {(number | null)[] | null} null where something is not certain
 */
function fewest(hasChance, goals, most, progress) {
  /** @type {number[]} */
  const found = [];
  for (let a = 0; a <= most && found.length < goals.length; a += 1) {
    const reaches = hasChance(a);
    for (const goal of goals.slice(found.length)) {
      const isReached = reaches(goal);
      if (isReached === null) {
        return null;
      }
      if (!isReached) {
        break;
      }
      found.push(a);
    }
    progress(found.length / goals.length);
  }
  return goals.map((_, n) => found[n] ?? null);
}

/**
 * The values in front of the first territory, by what a win is worth with 0, 1, … attackers left.
 * @param {((won: any) => ArrayLike<any>)[]} sweeps over the battle for each @param {Asked} fight
 * @param {any} nothing @param {any} stay what a value is multiplied by for those who stay behind
 */
function inFront(sweeps, { garrisons, leaveBehind }, nothing, stay) {
  /** @type {any[][]} In front of each territory, by attackers. */
  const values = sweeps.map(() => []);
  return (/** @type {any} */ won) => {
    const attackers = values[0].length;
    for (let n = sweeps.length - 1; n >= 0; n -= 1) {
      values[n].push(sweeps[n](won)[garrisons[n]]);
      won = attackers > leaveBehind ? values[n][attackers - leaveBehind] * stay : nothing;
    }
    return values[0][attackers];
  };
}

/** @param {Asked} fight @param {FightRules} rules @returns {HasChance} */
function exactChances(fight, rules) {
  const base = rules.base.value;
  const sweeps = fight.garrisons.map((garrison, n) => sweepOf(garrison, rules.on(n)));
  const valueOf = inFront(sweeps, fight, 0n, base ** BigInt(fight.leaveBehind));
  const whole = base ** BigInt(sumOf(fight.garrisons));
  return (a) => {
    const survived = base ** BigInt(a);
    const value = valueOf(a ? survived : 0n);
    return ({ n, d }) => value * d >= n * whole * survived;
  };
}

/**
 * What underflows has no part in chances that are goals.
 * @param {Asked} fight @param {FightRules} rules @param {number} most @returns {HasChance}
 */
function nearChances(fight, rules, most) {
  const each = fight.garrisons.map((_, n) => rules.on(n));
  const chanceOf = inFront(each.map((here, n) => nearSweep(fight.garrisons[n], here)), fight, 0, 1);
  const units = most + sumOf(fight.garrisons);
  const off = (roundingsOf(units, each) + 2) * 2 ** -53;
  return (a) => {
    const chance = chanceOf(Number(a > 0));
    return ({ n, d }) => {
      const goal = nearestDouble(n, d);
      return chance < goal - off ? false : chance > goal + off || null;
    };
  };
}

/** @param {Asked} fight @param {import("./blitz.js").Blitz} blitz @param {FightRules} rules @returns {HasChance} */
function bentChances({ garrisons, leaveBehind }, blitz, rules) {
  const last = garrisons.length - 1;
  const rowOf = nearSweep(garrisons[last], rules.on(last));
  /** @type {number[][]} In front of each territory, by attackers. */
  const chances = garrisons.map(() => []);
  return (a) => {
    chances[last].push(bent(rowOf(Number(a > 0))[garrisons[last]], blitz));
    for (let n = last - 1; n >= 0; n -= 1) {
      const ends = a ? blitzEnds(a, garrisons[n], 0, rules.on(n), blitz) : [];
      const goingOn = ends.filter((end) => end.defenders === 0 && end.attackers > leaveBehind);
      chances[n].push(
        goingOn.reduce((sum, end) => sum + end.chance * chances[n + 1][end.attackers - leaveBehind], 0),
      );
    }
    return ({ n, d }) => chances[0][a] >= share(n, d) - EQUAL;
  };
}
