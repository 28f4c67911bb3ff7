// The questions that a page may ask, with their size checked, and what follows from their answers.

import { fraction, total } from "./fractions.js";
import { endsOf } from "./forwards.js";
import { needed } from "./backwards.js";
import { share } from "./words.js";

/** @typedef {import("./fractions.js").Fraction} Fraction */
/** @typedef {import("./fractions.js").Base} Base */
/** @typedef {import("./forwards.js").Fight} Fight */
/** @typedef {import("./forwards.js").End} End */
/** @typedef {import("./rules.js").Rules} Rules */

/** @typedef {{base: Base, ends: End[]}} Ends */

/** @typedef {"won" | "stopped" | "lost"} Result */

/**
 * Everything that is shown of a fight at once: its ends, how large each is drawn, the chances of
 * its results and of each number of territories taken, and what it costs.
 * @typedef {Ends & {
 *   shares: number[], chances: Record<Result, Fraction>, taken: Fraction[],
 *   costs: {attackers: Fraction, defenders: Fraction, attackersOfAWin: Fraction | null},
 * }} Answer
 */

/** The chances for which a number of attackers is looked up, in percent. */
export const PERCENTS = [50, 75, 90, 95];

/** Nanoseconds of a product of a mass and a weight, and of one that is 64 bits longer; measured. */
const PRODUCT = 200;
const WORD = 1.6;

/**
 * About how many seconds it takes to find the ends of a fight, on the machine this was measured on.
 * @param {Fight} fight
 * @param {Rules} rules
 */
export function secondsForEnds(fight, rules) {
  const { attackers, garrisons, stopAfter, stopBelow } = fight;
  const bitsOfUnit = rules.base.value.toString(2).length;
  const defenders = garrisons.reduce((sum, garrison) => sum + garrison, 0);
  const units = attackers + defenders;
  if (stopAfter !== null) {
    const rounds = rules.mayIdle ? stopAfter : Math.min(stopAfter, units);
    const states = Math.min((attackers + 1) * (defenders + 1), rounds * rules.mostLost + 1);
    const bits = rounds * bitsOfUnit * rules.mostLost;
    return products(rounds * states * 2 * (rules.mostLost + 1), bits / 2);
  }
  const cells = garrisons.reduce((sum, garrison) => sum + (attackers + 1) * garrison, 0);
  const looks = stopBelow ? 2 : 1;
  return looks * products(cells * (rules.mostLost + 1), (units * bitsOfUnit) / 2);
}

/**
 * About how many seconds it takes to find how many attackers are needed.
 * @param {Fight} fight
 * @param {Rules} rules
 */
export function secondsForNeeded(fight, rules) {
  const attackers = mostNeeded(fight) / 3;
  return secondsForEnds({ ...fight, attackers, stopAfter: null, stopBelow: 0 }, rules);
}

/**
 * @param {number} number
 * @param {number} bits
 */
function products(number, bits) {
  return number * (PRODUCT + (WORD * bits) / 64) * 1e-9;
}

/**
 * How many attackers are tried at the most.
 * @param {Fight} fight
 */
function mostNeeded(fight) {
  const defenders = fight.garrisons.reduce((sum, garrison) => sum + garrison, 0);
  return 4 * defenders + fight.leaveBehind * fight.garrisons.length + 40;
}

/**
 * The fewest attackers for each of `PERCENTS`, if it is fought out; null where none are found.
 * @param {Fight} fight
 * @param {Rules} rules
 * @param {(done: number) => void} [progress]
 */
export function attackersNeeded(fight, rules, progress) {
  return needed(fight, rules, PERCENTS, mostNeeded(fight), progress);
}

/**
 * The chance of all ends for which something holds.
 * @param {Ends} answer
 * @param {(end: End) => boolean} holds
 */
export function chanceOf(answer, holds) {
  return total(answer.ends.filter(holds), answer.base);
}

/**
 * The exact mean of a whole number, 0 or more, over all ends.
 * @param {Ends} answer
 * @param {(end: End) => number} value
 */
function meanOf(answer, value) {
  return total(
    answer.ends.map((end) => ({ mass: end.mass * BigInt(value(end)), power: end.power })),
    answer.base,
  );
}

/**
 * One fraction divided by another, which is not 0.
 * @param {Fraction} x
 * @param {Fraction} y
 */
function quotient(x, y) {
  return fraction(x.n * y.d, x.d * y.n);
}

/**
 * What a fight costs each side in the mean: all in all, and given that it is won, where it can be.
 * @param {Fight} fight
 * @param {Ends} answer
 */
export function costsOf(fight, answer) {
  const defenders = fight.garrisons.reduce((sum, garrison) => sum + garrison, 0);
  /** @param {End} end */
  const attackersLost = (end) => fight.attackers - end.attackers - end.stayed;
  /** @param {End} end */
  const defendersLost = (end) =>
    defenders - end.defenders - fight.garrisons.slice(end.taken + 1).reduce((x, y) => x + y, 0);
  const wins = answer.ends.filter((end) => isWin(fight, end));
  const won = { base: answer.base, ends: wins };
  const win = total(wins, answer.base);
  return {
    attackers: meanOf(answer, attackersLost),
    defenders: meanOf(answer, defendersLost),
    attackersOfAWin: win.n ? quotient(meanOf(won, attackersLost), win) : null,
  };
}

/**
 * Whether everything is taken.
 * @param {Fight} fight
 * @param {End} end
 */
export function isWin(fight, end) {
  return end.taken === fight.garrisons.length;
}

/**
 * @param {Fight} fight
 * @param {End} end
 * @returns {Result}
 */
export function resultOf(fight, end) {
  if (isWin(fight, end)) {
    return "won";
  }
  return end.attackers ? "stopped" : "lost";
}

/**
 * The chances of all ends, for drawing.
 * @param {Ends} answer
 */
function sharesOf({ base, ends }) {
  const order = ends.map((_, n) => n).sort((n, m) => ends[n].power - ends[m].power);
  const shares = ends.map(() => 0);
  let whole = 1n;
  let power = 0;
  for (const n of order) {
    whole *= base.value ** BigInt(ends[n].power - power);
    power = ends[n].power;
    shares[n] = share(ends[n].mass, whole);
  }
  return shares;
}

/**
 * The answer to a fight.
 * @param {Fight} fight
 * @param {Rules} rules
 * @param {(done: number) => void} [progress]
 * @returns {Answer}
 */
export function answerTo(fight, rules, progress) {
  const found = endsOf(fight, rules, progress);
  /** @param {Result} result */
  const chance = (result) => chanceOf(found, (end) => resultOf(fight, end) === result);
  return {
    ...found,
    shares: sharesOf(found),
    chances: { won: chance("won"), stopped: chance("stopped"), lost: chance("lost") },
    taken: [...fight.garrisons, 0].map((_, n) => chanceOf(found, (end) => end.taken === n)),
    costs: costsOf(fight, found),
  };
}

/**
 * How likely an end of one battle at least as bad for the attacker as this was, and one at least as
 * good; null where the battle cannot end so.  A win is better than no win; among those and among
 * these, the better result has the greater difference of attackers and defenders left.
 * @param {Ends} answer
 * @param {number} attackers
 * @param {number} defenders
 */
export function luckOf(answer, attackers, defenders) {
  if (!answer.ends.some((end) => end.attackers === attackers && end.defenders === defenders)) {
    return null;
  }
  /** @param {number} a @param {number} d */
  const goodness = (a, d) => (d === 0 ? 1 : 0) * 1e9 + a - d;
  const here = goodness(attackers, defenders);
  return {
    atLeastThisBad: chanceOf(answer, (end) => goodness(end.attackers, end.defenders) <= here),
    atLeastThisGood: chanceOf(answer, (end) => goodness(end.attackers, end.defenders) >= here),
  };
}

/**
 * The answers that may be asked for, by name.
 * @type {{
 *   ends: (fight: Fight, rules: Rules, progress?: (done: number) => void) => Answer,
 *   needed: (fight: Fight, rules: Rules, progress?: (done: number) => void) => (number | null)[],
 * }}
 */
export const ANSWERS = { ends: answerTo, needed: attackersNeeded };
