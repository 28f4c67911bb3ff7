// The questions that the page asks, and the time they take.

import { answerFrom, answerTo, certainAnswer } from "../core/answers.js";
import { BITS, eachEnd, inWhole } from "../core/certain.js";
import { needed } from "../core/needed.js";
import { sumOf } from "../core/fractions.js";
import { rulesFrom } from "../core/rules.js";
import { serve } from "../shared/worker.js";

/** @typedef {import("../core/answers.js").Answer} Answer */
/** @typedef {import("../core/blitz.js").Fight} Fight */
/** @typedef {import("../core/rules.js").Counted} Counted */
/** @typedef {import("../core/rules.js").FightRules} Rules */

/** The chances for which a number of attackers is looked up, in percent. */
export const PERCENTS = [50, 75, 90, 95];

/** Measured nanoseconds of a product of a mass and a weight, and for each 64 bits more. */
const PRODUCT = 200;
const WORD = 1.6;

/** The same of each pair of bits of a fraction that is brought to lowest terms. */
const LOWEST = 3e-10;

/** The same of a product of two floating-point numbers. */
const FLOAT = 15;

/** The same of a state in certain digits: at most, and where the attackers needed are found. */
const STATE = [3, 5];

/** Outcomes whose fractions take more seconds are found in certain digits. */
const SLOW = 0.1;

/**
 * About how many seconds it takes to find the outcomes of a fight: as fractions, or in certain digits.
 * @param {Fight} fight @param {Rules} rules
 */
export function secondsForOutcomes(fight, rules) {
  const { attackers, garrisons } = fight;
  const seconds = secondsForFractions(fight, rules);
  return isCertain(fight, rules) ? Math.min(seconds, (attackers + 1) * sumOf(garrisons) * STATE[0] * 1e-9) : seconds;
}

/**
 * Whether outcomes are found in certain digits: where their fractions take long, unless rounds are counted or
 * the chance to go on is.
 * @param {Fight} fight @param {Rules} rules
 */
function isCertain(fight, rules) {
  return !fight.blitz && fight.stopAfter === null && !fight.stopBelow && secondsForFractions(fight, rules) > SLOW;
}

/** @param {Fight} fight @param {Rules} rules @returns about how many seconds this takes */
export function secondsForFractions(fight, rules) {
  const { attackers, garrisons, stopAfter, stopBelow } = fight;
  const bitsOfUnit = rules.base.value.toString(2).length;
  const defenders = sumOf(garrisons);
  const units = attackers + defenders;
  if (fight.blitz) {
    // of a blitz come few numbers of survivors
    return floats(fight, rules, (fallen) => Math.min(attackers + 1, 1 + 6 * Math.sqrt(fallen)));
  }
  if (stopAfter !== null) {
    const { maxLosses, mayIdle } = rules.on(0);
    const rounds = mayIdle ? stopAfter : Math.min(stopAfter, units);
    const states = Math.min((attackers + 1) * (defenders + 1), rounds * maxLosses + 1);
    const bits = rounds * bitsOfUnit * maxLosses;
    return products(rounds * states * 2 * (maxLosses + 1), bits / 2);
  }
  const ways = sumOf(garrisons.map((garrison, n) => (attackers + 1) * garrison * (rules.on(n).maxLosses + 1)));
  const looks = stopBelow ? 2 : 1;
  return ways && looks * products(ways, (units * bitsOfUnit) / 2) + LOWEST * (units * bitsOfUnit) ** 2;
}

/** @param {Fight} fight @param {Rules} rules @returns about how many seconds this takes */
export function secondsForNeeded(fight, rules) {
  const attackers = maxNeeded(fight, rules) / 3;
  if (fight.blitz) {
    const last = fight.garrisons.length - 1;
    return floats({ ...fight, attackers }, rules, (_, n) => (n === last ? 1 : attackers / 2));
  }
  return (attackers + 1) * sumOf(fight.garrisons) * STATE[1] * 1e-9;
}

/**
 * The seconds for as many battles on each territory.
 * @param {Fight} fight @param {Rules} rules
 * @param {(fallen: number, n: number) => number} battles by the defenders before a territory, and it
 */
function floats({ attackers, garrisons }, rules, battles) {
  return sumOf(garrisons.map((garrison, n) => {
    const states = (attackers + 1) * (garrison + 1);
    return battles(sumOf(garrisons.slice(0, n)), n) * states * (rules.on(n).maxLosses + 1) * FLOAT * 1e-9;
  }));
}

/** @param {number} number @param {number} bits */
function products(number, bits) {
  return number * (PRODUCT + (WORD * bits) / 64) * 1e-9;
}

/** @param {Fight} fight @param {Rules} rules @returns far more attackers than win, 0 where none do */
function maxNeeded({ garrisons, leaveBehind }, rules) {
  const exchange = garrisons.map((each, n) => (each ? Math.max(1, rules.on(n).exchange(each)) : 1));
  const lost = sumOf(garrisons.map((garrison, n) => garrison * exchange[n]));
  const most = 4 * lost + 40 * Math.max(...exchange) + leaveBehind * garrisons.length;
  return Number.isFinite(most) ? Math.ceil(most) : 0;
}

/**
 * The smallest number of attackers for each of `PERCENTS`, fighting to the end; null where none is
 * found.
 * @param {Fight} fight @param {Rules} rules @param {(done: number) => void} [progress]
 */
export function attackersNeeded(fight, rules, progress) {
  return needed(fight, rules, PERCENTS.map((n) => ({ n: BigInt(n), d: 100n })), maxNeeded(fight, rules), progress);
}

/** @param {Fight} fight @param {Rules} rules @param {(done: number) => void} [progress] */
function outcomesFor(fight, rules, progress) {
  return (isCertain(fight, rules) ? certainAnswer : answerTo)(fight, rules, progress);
}

/** @param {Fight} fight @param {Answer | import("../core/answers.js").Certain} answer @returns {Answer} */
export function wholeAnswer(fight, answer) {
  if ("outcomes" in answer) {
    return answer;
  }
  const { battles, bounds, chances } = answer;
  /** @type {Answer["outcomes"]} */
  const outcomes = [];
  eachEnd(fight, battles, (attackers, taken, defenders, stayed, mass) => {
    if (mass || (battles.length === 1 && bounds.cut)) {
      outcomes.push({ attackers, taken, defenders, stayed, mass: inWhole(mass), power: BITS });
    }
  });
  return { ...answerFrom(fight, { base: { value: 2n, primes: [[2n, 1]] }, outcomes, bounds }), chances };
}

/** The answers that may be asked for, by name. */
export const ANSWERS = { outcomes: outcomesFor, fractions: answerTo, needed: attackersNeeded };

/** @typedef {keyof typeof ANSWERS} Kind */

/**
 * A question as asker.js takes it, without what becomes of the answer.
 * @param {Kind} kind @param {Fight} fight @param {Rules} rules
 * @param {Counted | Counted[]} counted the same: of all territories, or of each
 */
export function questionOf(kind, fight, rules, counted) {
  const seconds = { outcomes: secondsForOutcomes, fractions: secondsForFractions, needed: secondsForNeeded }[kind](fight, rules);
  const task = { fight, rules: counted };
  return { kind, task, here: () => ANSWERS[kind](fight, rules), seconds };
}

/**
 * @param {Kind} kind
 * @returns {(task: {fight: Fight, rules: Counted | Counted[]}, progress: (done: number) => void) => unknown}
 */
const served = (kind) => ({ fight, rules }, progress) => ANSWERS[kind](fight, rulesFrom(rules), progress);

serve({ outcomes: served("outcomes"), fractions: served("fractions"), needed: served("needed") });
