// The questions that the page asks, the time they take, and what follows from their answers.

import { fraction, total } from "./fractions.js";
import { outcomesOf } from "./forward.js";
import { needed } from "./backward.js";
import { blitzNeeded, blitzOutcomes } from "./blitz.js";
import { share } from "./text.js";

/** @typedef {import("./fractions.js").Fraction} Fraction */
/** @typedef {import("./fractions.js").Base} Base */
/** @typedef {import("./forward.js").Fight} Fight */
/** @typedef {import("./forward.js").Outcome} Outcome */
/** @typedef {import("./rules.js").FightRules} Rules */

/** @typedef {{base: Base, outcomes: Outcome[], rounded?: boolean}} Outcomes */

/** @typedef {"won" | "stopped" | "lost"} Result */

/**
 * Everything that is shown of a fight at once: its outcomes, the size at which each is drawn, the
 * chances of its results and of each number of territories taken, and the expected losses.
 * @typedef {Outcomes & {
 *   shares: number[], chances: Record<Result, Fraction>, taken: Fraction[],
 *   losses: {attackers: Fraction, defenders: Fraction, attackersGivenWin: Fraction | null},
 * }} Answer
 */

/** The chances for which a number of attackers is looked up, in percent. */
export const PERCENTS = [50, 75, 90, 95];

/** Measured nanoseconds of a product of a mass and a weight, and for each 64 bits more. */
const PRODUCT = 200;
const WORD = 1.6;

/** The same of a product of two floating-point numbers. */
const FLOAT = 15;

/**
 * About how many seconds it takes to find the outcomes of a fight.
 * @param {Fight} fight
 * @param {Rules} rules
 */
export function secondsForOutcomes(fight, rules) {
  const { attackers, garrisons, stopAfter, stopBelow } = fight;
  const bitsOfUnit = rules.base.value.toString(2).length;
  const defenders = garrisons.reduce((sum, garrison) => sum + garrison, 0);
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
  const ways = garrisons.reduce(
    (sum, garrison, n) => sum + (attackers + 1) * garrison * (rules.on(n).maxLosses + 1),
    0,
  );
  const looks = stopBelow ? 2 : 1;
  return looks * products(ways, (units * bitsOfUnit) / 2);
}

/**
 * About how many seconds it takes to find the number of attackers needed.
 * @param {Fight} fight
 * @param {Rules} rules
 */
export function secondsForNeeded(fight, rules) {
  const attackers = maxNeeded(fight, rules) / 3;
  if (fight.blitz) {
    const last = fight.garrisons.length - 1;
    return floats({ ...fight, attackers }, rules, (_, n) => (n === last ? 1 : attackers / 2));
  }
  return secondsForOutcomes({ ...fight, attackers, stopAfter: null, stopBelow: 0 }, rules);
}

/**
 * The seconds for as many battles on each territory.
 * @param {Fight} fight
 * @param {Rules} rules
 * @param {(fallen: number, n: number) => number} battles by the defenders before a territory, and it
 */
function floats({ attackers, garrisons }, rules, battles) {
  let fallen = 0;
  let seconds = 0;
  garrisons.forEach((garrison, n) => {
    const states = (attackers + 1) * (garrison + 1);
    seconds += battles(fallen, n) * states * (rules.on(n).maxLosses + 1) * FLOAT * 1e-9;
    fallen += garrison;
  });
  return seconds;
}

/**
 * @param {number} number
 * @param {number} bits
 */
function products(number, bits) {
  return number * (PRODUCT + (WORD * bits) / 64) * 1e-9;
}

/**
 * The largest number of attackers that is tried: far more than win, and 0 where none do.
 * @param {Fight} fight
 * @param {Rules} rules
 */
function maxNeeded({ garrisons, leaveBehind }, rules) {
  const exchange = garrisons.map((each, n) => (each ? Math.max(1, rules.on(n).exchange(each)) : 1));
  const lost = garrisons.reduce((sum, garrison, n) => sum + garrison * exchange[n], 0);
  const most = 4 * lost + 40 * Math.max(...exchange) + leaveBehind * garrisons.length;
  return Number.isFinite(most) ? Math.ceil(most) : 0;
}

/**
 * The smallest number of attackers for each of `PERCENTS`, fighting to the end; null where none is
 * found.
 * @param {Fight} fight
 * @param {Rules} rules
 * @param {(done: number) => void} [progress]
 */
export function attackersNeeded(fight, rules, progress) {
  const most = maxNeeded(fight, rules);
  return fight.blitz
    ? blitzNeeded(fight, fight.blitz, rules, PERCENTS, most, progress)
    : needed(fight, rules, PERCENTS, most, progress);
}

/**
 * The probability of all outcomes for which something holds.
 * @param {Outcomes} answer
 * @param {(outcome: Outcome) => boolean} holds
 */
export function chanceOf(answer, holds) {
  const chance = total(answer.outcomes.filter(holds), answer.base);
  return answer.rounded ? { ...chance, rounded: true } : chance;
}

/**
 * The exact mean of a whole number, 0 or more, over all outcomes.
 * @param {Outcomes} answer
 * @param {(outcome: Outcome) => number} value
 */
function meanOf(answer, value) {
  return total(
    answer.outcomes.map((outcome) => ({
      mass: outcome.mass * BigInt(value(outcome)),
      power: outcome.power,
    })),
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
 * The expected losses of each side: overall, and given a win, where one is possible.
 * @param {Fight} fight
 * @param {Outcomes} answer
 */
export function lossesOf(fight, answer) {
  const defenders = fight.garrisons.reduce((sum, garrison) => sum + garrison, 0);
  /** @param {Outcome} outcome */
  const attackersLost = (outcome) => fight.attackers - outcome.attackers - outcome.stayed;
  /** @param {Outcome} outcome */
  const defendersLost = (outcome) =>
    defenders -
    outcome.defenders -
    fight.garrisons.slice(outcome.taken + 1).reduce((x, y) => x + y, 0);
  const wins = answer.outcomes.filter((outcome) => isWin(fight, outcome));
  const won = { base: answer.base, outcomes: wins };
  const win = total(wins, answer.base);
  return {
    attackers: meanOf(answer, attackersLost),
    defenders: meanOf(answer, defendersLost),
    attackersGivenWin: win.n ? quotient(meanOf(won, attackersLost), win) : null,
  };
}

/**
 * Whether everything is taken.
 * @param {Fight} fight
 * @param {Outcome} outcome
 */
export function isWin(fight, outcome) {
  return outcome.taken === fight.garrisons.length;
}

/**
 * @param {Fight} fight
 * @param {Outcome} outcome
 * @returns {Result}
 */
export function resultOf(fight, outcome) {
  if (isWin(fight, outcome)) {
    return "won";
  }
  return outcome.attackers ? "stopped" : "lost";
}

/**
 * The chances of all outcomes, for drawing.
 * @param {Outcomes} answer
 */
function sharesOf({ base, outcomes }) {
  const order = outcomes.map((_, n) => n).sort((n, m) => outcomes[n].power - outcomes[m].power);
  const shares = outcomes.map(() => 0);
  let whole = 1n;
  let power = 0;
  for (const n of order) {
    whole *= base.value ** BigInt(outcomes[n].power - power);
    power = outcomes[n].power;
    shares[n] = share(outcomes[n].mass, whole);
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
  /** @type {Outcomes} */
  const found = fight.blitz
    ? blitzOutcomes(fight, fight.blitz, rules, progress)
    : outcomesOf(fight, rules, progress);
  /** @param {Result} result */
  const chance = (result) => chanceOf(found, (outcome) => resultOf(fight, outcome) === result);
  return {
    ...found,
    shares: sharesOf(found),
    chances: { won: chance("won"), stopped: chance("stopped"), lost: chance("lost") },
    taken: [...fight.garrisons, 0].map((_, n) => chanceOf(found, (outcome) => outcome.taken === n)),
    losses: lossesOf(fight, found),
  };
}

/**
 * The probability of an outcome of one battle at least as bad for the attacker as this one, and of
 * one at least as good; null where the battle cannot end like this.  A win is better than no win;
 * among wins, and among the others, the better outcome leaves the greater difference of attackers
 * and defenders.
 * @param {Outcomes} answer
 * @param {number} attackers
 * @param {number} defenders
 */
export function luckOf(answer, attackers, defenders) {
  const { outcomes } = answer;
  if (!outcomes.some((each) => each.attackers === attackers && each.defenders === defenders)) {
    return null;
  }
  /** @param {number} a @param {number} d */
  const goodness = (a, d) => (d === 0 ? 1 : 0) * 1e9 + a - d;
  const here = goodness(attackers, defenders);
  return {
    atLeastThisBad: chanceOf(answer, (each) => goodness(each.attackers, each.defenders) <= here),
    atLeastThisGood: chanceOf(answer, (each) => goodness(each.attackers, each.defenders) >= here),
  };
}

/**
 * The answers that may be asked for, by name.
 * @type {{
 *   outcomes: (fight: Fight, rules: Rules, progress?: (done: number) => void) => Answer,
 *   needed: (fight: Fight, rules: Rules, progress?: (done: number) => void) => (number | null)[],
 * }}
 */
export const ANSWERS = { outcomes: answerTo, needed: attackersNeeded };
