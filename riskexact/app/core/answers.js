// What follows from the outcomes of a fight.
// Original: riskexact/battle/battle.py; test of both: tests/app/test_arithmetic.py.

import { fraction, total } from "./fractions.js";
import { blitzOutcomes } from "./blitz.js";
import { outcomesOf } from "./forward.js";
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

/**
 * The probability of all outcomes for which something holds.
 * @param {Outcomes} answer @param {(outcome: Outcome) => boolean} holds
 */
export function chanceOf(answer, holds) {
  const chance = total(answer.outcomes.filter(holds), answer.base);
  return answer.rounded ? { ...chance, rounded: true } : chance;
}

/**
 * The exact mean of a whole number, 0 or more, over all outcomes.
 * @param {Outcomes} answer @param {(outcome: Outcome) => number} value
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
 * @param {Fraction} x @param {Fraction} y
 */
function quotient(x, y) {
  return fraction(x.n * y.d, x.d * y.n);
}

/**
 * The expected losses of each side: overall, and given a win, where one is possible.
 * @param {Fight} fight @param {Outcomes} answer
 */
function lossesOf(fight, answer) {
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
 * @param {Fight} fight @param {Outcome} outcome
 */
function isWin(fight, outcome) {
  return outcome.taken === fight.garrisons.length;
}

/**
 * @param {Fight} fight @param {Outcome} outcome
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
 * The answer to a fight, thrown with dice or under Balanced Blitz.
 * @param {import("./blitz.js").Fight} fight @param {Rules} rules
 * @param {(done: number) => void} [progress]
 */
export function answerTo(fight, rules, progress) {
  const { blitz } = fight;
  const found = blitz ? blitzOutcomes(fight, blitz, rules, progress) : outcomesOf(fight, rules, progress);
  return answerFrom(fight, found);
}

/**
 * The answer to a fight whose outcomes are known.
 * @param {Fight} fight @param {Outcomes} found
 * @returns {Answer}
 */
function answerFrom(fight, found) {
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
 * @param {Outcomes} answer @param {number} attackers @param {number} defenders
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
