// What follows from the outcomes of a fight.
// Original: riskexact/battle/battle.py; test of both: tests/app/test_arithmetic.py.

import { fraction, sumOf, total } from "./fractions.js";
import { blitzOutcomes } from "./blitz.js";
import { BITS, battlesOf, eachEnd, inWhole, offBy, rareDefeat } from "./certain.js";
import { outcomesOf } from "./forward.js";
import { share } from "./text.js";

/** @typedef {import("./fractions.js").Fraction} Fraction */
/** @typedef {import("./fractions.js").Base} Base */
/** @typedef {import("./forward.js").Fight} Fight */
/** @typedef {import("./forward.js").Outcome} Outcome */
/** @typedef {import("./rules.js").FightRules} Rules */

/** @typedef {{base: Base, outcomes: Outcome[], rounded?: boolean, bounds?: import("./certain.js").Bounds}} Outcomes */

/** @typedef {"won" | "stopped" | "lost"} Result */

/**
 * Everything that is shown of a fight at once: its outcomes, the size at which each is drawn, the
 * chances of its results and of each number of territories taken, and the expected losses.
 * @typedef {Outcomes & {
 *   shares: number[], chances: Record<Result, Fraction>, taken: Fraction[],
 *   losses: {attackers: Fraction, defenders: Fraction, attackersGivenWin: Fraction | null},
 * }} Answer
 */

/** @typedef {ReturnType<typeof battlesOf> & {chances: Answer["chances"]}} Certain What is known first of a large fight. */

/** @param {Outcomes} answer @param {(outcome: Outcome) => boolean} holds */
export function chanceOf(answer, holds) {
  if (answer.bounds) {
    let [sum, rest] = [0n, 0n];
    for (const outcome of answer.outcomes) {
      if (holds(outcome)) {
        sum += outcome.mass;
      } else {
        rest += outcome.mass;
      }
    }
    return certainOf(sum, rest, answer.bounds);
  }
  const chance = total(answer.outcomes.filter(holds), answer.base);
  return answer.rounded ? { ...chance, rounded: true } : chance;
}

/**
 * A chance with bounds, from the masses of an event and of its contrary: by the smaller one.
 * @param {bigint} sum @param {bigint} rest @param {import("./certain.js").Bounds} bounds
 */
function certainOf(sum, rest, bounds) {
  const chance = boundsOn(sum < rest ? sum : rest, bounds);
  return sum < rest ? chance : { ...chance, n: chance.d - chance.n };
}

/**
 * A number that a sum of masses is too small for by the part of it that was cut, at most, and off by its roundings.
 * @param {bigint} sum @param {import("./certain.js").Bounds} bounds @param {bigint} [most]
 * @returns {Fraction}
 */
function boundsOn(sum, { roundings, cut }, most = 1n) {
  const off = sum || cut ? 2n * offBy(sum, roundings) + cut * most : 0n;
  return { n: 2n * sum + cut * most, d: 2n << BigInt(BITS), off };
}

/**
 * The mean of a whole number, 0 or more, over all outcomes: exact, or in the middle of its bounds.
 * @param {Outcomes} answer @param {(outcome: Outcome) => number} value @param {number} most of it
 */
function meanOf(answer, value, most) {
  const { bounds, outcomes } = answer;
  if (bounds) {
    const sum = outcomes.reduce((before, each) => before + each.mass * BigInt(value(each)), 0n);
    return boundsOn(sum, bounds, BigInt(most));
  }
  return total(
    answer.outcomes.map((outcome) => ({
      mass: outcome.mass * BigInt(value(outcome)),
      power: outcome.power,
    })),
    answer.base,
  );
}

/** @param {Fraction} x @param {Fraction} y @returns x / y; null where y may be 0 */
function quotient(x, y) {
  if (y.off !== undefined) {
    const [least, most] = [(x.n - (x.off ?? 0n)) * (y.n - y.off), (x.n + (x.off ?? 0n)) * (y.n + y.off)];
    const d = 2n * x.d * (y.n - y.off) * (y.n + y.off);
    return d > 0n ? { n: (least + most) * y.d, d, off: (most - least) * y.d } : null;
  }
  return fraction(x.n * y.d, x.d * y.n);
}

/**
 * The defenders that still stand, on the territories behind too.
 * @param {Pick<Fight, "garrisons">} fight @param {Pick<Outcome, "taken" | "defenders">} outcome
 */
export function standing({ garrisons }, { taken, defenders }) {
  return defenders + sumOf(garrisons.slice(taken + 1));
}

/** @param {Fight} fight @param {Outcomes} answer @param {Fraction} win */
function lossesOf(fight, answer, win) {
  const all = standing(fight, { taken: -1, defenders: 0 });
  /** @param {Outcome} outcome */
  const attackersLost = (outcome) => fight.attackers - outcome.attackers - outcome.stayed;
  const won = { ...answer, outcomes: answer.outcomes.filter((outcome) => isWin(fight, outcome)) };
  return {
    attackers: meanOf(answer, attackersLost, fight.attackers),
    defenders: meanOf(answer, (outcome) => all - standing(fight, outcome), all),
    attackersGivenWin: win.n ? quotient(meanOf(won, attackersLost, fight.attackers), win) : null,
  };
}

/** @param {Fight} fight @param {Pick<Outcome, "taken">} outcome */
function isWin(fight, outcome) {
  return outcome.taken === fight.garrisons.length;
}

/** @param {Fight} fight @param {Pick<Outcome, "attackers" | "taken">} outcome @returns {Result} */
export function resultOf(fight, outcome) {
  if (isWin(fight, outcome)) {
    return "won";
  }
  return outcome.attackers ? "stopped" : "lost";
}

/** @param {Outcomes} answer */
function sharesOf({ base, outcomes, bounds }) {
  if (bounds) {
    return outcomes.map(({ mass }) => Number(mass) / 2 ** BITS);
  }
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

/** @param {import("./blitz.js").Fight} fight @param {Rules} rules @param {(done: number) => void} [progress] */
export function answerTo(fight, rules, progress) {
  const { blitz } = fight;
  const found = blitz ? blitzOutcomes(fight, blitz, rules, progress) : outcomesOf(fight, rules, progress);
  return answerFrom(fight, found);
}

/**
 * The chances of a fight with thrown dice in certain digits, so much sooner that a large one is answered at
 * once: see certain.js.
 * @param {Fight} fight @param {Rules} rules @param {(done: number) => void} [progress]
 * @returns {Certain}
 */
export function certainAnswer(fight, rules, progress) {
  const found = battlesOf(fight, rules, progress);
  const sums = { won: 0n, stopped: 0n, lost: 0n };
  eachEnd(fight, found.battles, (attackers, taken, _, __, mass) => {
    if (mass) {
      sums[resultOf(fight, { attackers, taken })] += inWhole(mass);
    }
  });
  const { won, stopped, lost } = sums;
  const chances = {
    won: certainOf(won, stopped + lost, found.bounds),
    stopped: certainOf(stopped, won + lost, found.bounds),
    lost: certainOf(lost, won + stopped, found.bounds),
  };
  return { ...found, chances: { ...chances, ...sharpened(fight, chances, rules) } };
}

/**
 * What else is known of the chances of results, beside what the outcomes say: nobody stops without a reason,
 * and of a battle that is fought to the end no chance is too small.
 * @param {Fight} fight @param {Answer["chances"]} chances @param {Rules} rules
 * @returns {Partial<Record<Result, Fraction>>}
 */
function sharpened(fight, { won }, rules) {
  const { attackers, garrisons, retreatAt, stopAtDefenders } = fight;
  if (retreatAt || stopAtDefenders) {
    return {};
  }
  const stopped = { n: 0n, d: 1n };
  const isRare = 2n * won.n < won.d;
  const least = isRare ? won : { ...won, n: won.d - won.n };
  // ten certain digits, almost always
  if (garrisons.length > 1 || (least.off ?? 0n) << 34n <= least.n) {
    return { stopped };
  }
  const here = rules.on(0);
  const rare = isRare ? rareDefeat(garrisons[0], attackers, here.mirrored) : rareDefeat(attackers, garrisons[0], here);
  if (!rare || (rare.off ?? 0n) * least.n > (least.off ?? 0n) * rare.n) {
    return { stopped };
  }
  const other = { ...rare, n: rare.d - rare.n };
  return isRare ? { stopped, won: rare, lost: other } : { stopped, won: other, lost: rare };
}

/** @param {Fight} fight @param {Outcomes} found @returns {Answer} */
export function answerFrom(fight, found) {
  const possible = { ...found, outcomes: found.outcomes.filter(({ mass }) => mass) };
  /** @param {Result} result */
  const chance = (result) => chanceOf(possible, (outcome) => resultOf(fight, outcome) === result);
  const won = chance("won");
  return {
    ...found,
    shares: sharesOf(found),
    chances: { won, stopped: chance("stopped"), lost: chance("lost") },
    taken: [...fight.garrisons, 0].map((_, n) => chanceOf(possible, (outcome) => outcome.taken === n)),
    losses: lossesOf(fight, possible, won),
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
