// Balanced Blitz, the blitz of the digital game, whose odds are bent on purpose: in four
// steps, in floating point.
//
// The powers make its chances irrational, so that there is nothing exact to hold.  What comes before
// them are sums of positive numbers, from the exact counts of each round: errors stay below 1e-11.
// Original: riskexact/engine/blitz.py; test of both: tests/app/test_blitz.py.

import { leftOf, nearSweep } from "./certain.js";
import { sumOf } from "./fractions.js";

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./rules.js").FightRules} FightRules */
/** @typedef {import("./forward.js").Progress} Progress */

/**
 * The constants of Balanced Blitz in a version of the game: `BlitzVersion` in Python.
 * @typedef {{name: string, negligible: number, cut: number, sharper: number, peaked: number}} Blitz
 */

/** Version 3.3, as `BLITZ_3_3` in Python. */
export const BLITZ = { name: "3.3", negligible: 0.05, cut: 0.1, sharper: 1.3, peaked: 1.8 };

/** @typedef {import("./forward.js").Fight & {blitz?: Blitz | null}} Fight With the constants of a blitz, unless dice are thrown. */

/** @typedef {{attackers: number, defenders: number, chance: number}} End */

/** A part of an outcome that a cut leaves, if it is smaller, is an error of floating point. */
const SLIVER = 1e-12;

/** @param {number} win @param {Blitz} blitz @returns the share of who wins with a chance: steps 1 and 2 */
function shareOf(win, { negligible, sharper }) {
  if (win <= negligible || 1 - win <= negligible) {
    return win <= negligible ? 0 : 1;
  }
  return 1 / (1 + (1 / win - 1) ** sharper);
}

/** @param {number} win @param {Blitz} blitz @returns the bent chance of who wins with this one */
export function bent(win, blitz) {
  const { cut } = blitz;
  return Math.min(1, Math.max(0, (shareOf(win, blitz) - cut) / (1 - 2 * cut)));
}

/**
 * Step 2 to 4: the outcomes that one side wins and that survive the cuts, with their bent chances.
 * @param {End[]} ends from the best for this side on @param {number} win the unbent chance of this side
 * @param {Blitz} blitz
 */
function bentSide(ends, win, blitz) {
  const { cut, peaked } = blitz;
  const sum = bent(win, blitz);
  if (sum === 0) {
    return [];
  }
  const scale = shareOf(win, blitz) / win;
  /** @type {End[]} */
  const left = [];
  let upto = 0;
  for (const { attackers, defenders, chance } of ends) {
    const before = upto;
    upto += scale * chance;
    const kept = Math.min(upto, 1 - cut) - Math.max(before, cut);
    const whole = before >= cut && upto <= 1 - cut;
    if (whole || kept > SLIVER) {
      left.push({ attackers, defenders, chance: (whole ? scale * chance : kept) ** peaked });
    }
  }
  const factor = sum / sumOfChances(left);
  return left.map((end) => ({ ...end, chance: factor * end.chance }));
}

/**
 * All outcomes of a battle under Balanced Blitz; `staying` of the attackers stay out of the fight.
 * @param {number} attackers @param {number} garrison @param {number} staying @param {Rules} rules
 * @param {Blitz} blitz @param {Progress} [progress]
 * @returns {End[]}
 */
export function blitzEnds(attackers, garrison, staying, rules, blitz, progress) {
  const out = Math.min(staying, attackers);
  const { survivors, lost } = leftOf(attackers - out, garrison, rules, progress);
  const wins = Array.from(survivors, (chance, a) => ({ attackers: out + a, defenders: 0, chance: a ? chance : 0 }));
  const defeats = Array.from(lost, (chance, d) => ({ attackers: out, defenders: d, chance: d ? chance : survivors[0] }));
  return [wins, defeats].flatMap((ends) => {
    const side = ends.reverse().filter(({ chance }) => chance > 0);
    return bentSide(side, sumOfChances(side), blitz);
  });
}

/**
 * All outcomes of a fight under Balanced Blitz: each battle begins as the bent outcomes of the one
 * before allow.  Their masses are floating-point numbers too, as whole numbers over the sum of all.
 * @param {Fight} fight @param {Blitz} blitz @param {FightRules} rules @param {Progress} [progress]
 */
export function blitzOutcomes(fight, blitz, rules, progress = () => {}) {
  const { attackers, garrisons, leaveBehind, retreatAt } = fight;
  /** @type {Map<string, import("./forward.js").Outcome>} */
  const outcomes = new Map();
  let stayed = 0;
  /** @param {number} left @param {number} taken @param {number} defenders @param {number} stay @param {number} chance */
  const over = (left, taken, defenders, stay, chance) => {
    const key = [left, taken, defenders, stay].join(" ");
    const mass = (outcomes.get(key)?.mass ?? 0n) + BigInt(Math.floor(chance * UNIT));
    outcomes.set(key, { attackers: left, taken, defenders, stayed: stay, mass, power: 1 });
  };
  let arrived = new Map([[attackers, 1]]);
  garrisons.forEach((garrison, n) => {
    /** @type {Map<number, number>} */
    const going = new Map();
    let fought = 0;
    for (const [a, before] of arrived) {
      const here = blitzEnds(a, garrison, retreatAt, rules.on(n), blitz, (done) =>
        progress((n + (fought + done) / arrived.size) / garrisons.length),
      );
      fought += 1;
      for (const end of here) {
        const chance = before * end.chance;
        const free = Math.max(0, end.attackers - leaveBehind);
        if (end.defenders) {
          over(end.attackers, n, end.defenders, stayed, chance);
        } else if (n === garrisons.length - 1) {
          over(end.attackers, n + 1, 0, stayed, chance);
        } else if (free <= retreatAt) {
          over(free, n + 1, garrisons[n + 1], stayed + end.attackers - free, chance);
        } else {
          going.set(free, (going.get(free) ?? 0) + chance);
        }
      }
    }
    arrived = going;
    stayed += leaveBehind;
  });
  const found = [...outcomes.values()];
  const value = found.reduce((sum, { mass }) => sum + mass, 0n);
  return { base: { value, primes: null }, outcomes: found, rounded: true };
}

/** What the chances are multiplied by to become whole numbers, without a loss. */
const UNIT = 2 ** 1000;

/** @param {End[]} ends */
function sumOfChances(ends) {
  return sumOf(ends.map(({ chance }) => chance));
}

/**
 * The chance to win, by attackers and defenders from 0 to `most`, row after row in one array: in
 * floating point, for the colours alone.
 * @param {number} most @param {Rules} rules @param {Blitz | null} [blitz]
 */
export function shadesUpTo(most, rules, blitz) {
  const next = nearSweep(most, rules);
  const shades = new Float64Array((most + 1) ** 2);
  for (let a = 0; a <= most; a += 1) {
    const row = next(Number(a > 0));
    shades.set(blitz ? row.map((win) => bent(win, blitz)) : row, a * (most + 1));
  }
  return shades;
}
