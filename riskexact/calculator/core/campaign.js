// A campaign along territories, and the forces needed: as `Campaign` and `attackers_needed` in Python.
// Original: riskexact/questions/campaign/; test of both: tests/calculator/test_package.py.

import { total } from "./fractions.js";
import { needed } from "./backward.js";
import { answerLater } from "./answers.js";
import { Fraction, RiskError, chanceOf, rulesFor, whole } from "./exact.js";
import { exact } from "./battle.js";

/** @typedef {import("./exact.js").RuleSet} RuleSet */

/** Attackers up to which `attackersNeeded` searches. */
export const MAX_ATTACKERS = 2000;

/**
 * Territories attacked one after another.  The survivors of a won battle move in; before the next one
 * `leaveBehind` of them stay.
 *
 *     new Campaign(11, [3, 3, 3]).winProbability.toDecimal(4) // "0.7047"
 */
export class Campaign {
  #found;

  /**
   * @param {number} attackers Free to fight in the first battle.
   * @param {number[]} garrisons
   * @param {{rules?: RuleSet, leaveBehind?: number, reserve?: number}} options
   *   `reserve`: the attackers stop with this many left or fewer.
   */
  constructor(
    attackers,
    garrisons,
    { rules = "standard", leaveBehind = 1, reserve = 0 } = {},
  ) {
    this.attackers = whole(attackers, "attackers", 1);
    this.garrisons = checkedGarrisons(garrisons);
    this.leaveBehind = whole(leaveBehind, "leaveBehind");
    this.reserve = whole(reserve, "reserve");
    this.rules = rulesFor(rules);
    this.#found = answerLater({ attackers, garrisons, leaveBehind, retreatAt: reserve }, this.rules);
  }

  /** The chance that all territories fall. */
  get winProbability() {
    return exact(this.#found().chances.won);
  }

  /** The chance that just 0, 1, … territories fall, in this order. */
  get conquered() {
    return this.#found().taken.map(exact);
  }

  /**
   * Who may be left, each with its chance.  `territory` is the number of territories taken.
   * @returns {{attackersLeft: number, territory: number, defendersLeft: number, probability: Fraction}[]}
   */
  get outcomes() {
    const { base, outcomes } = this.#found();
    /** @type {Map<string, typeof outcomes>} Those that differ in what stayed behind alone. */
    const alike = new Map();
    for (const outcome of outcomes) {
      const key = `${outcome.attackers},${outcome.taken},${outcome.defenders}`;
      alike.set(key, [...(alike.get(key) ?? []), outcome]);
    }
    return [...alike.values()]
      .map((each) => ({
        attackersLeft: each[0].attackers,
        territory: each[0].taken,
        defendersLeft: each[0].defenders,
        probability: exact(total(each, base)),
      }))
      .filter(({ probability }) => probability.numerator);
  }
}

/**
 * The smallest number of attackers, free to fight, that win a battle or a campaign with at least a
 * chance.  All smaller numbers are tried.
 * @param {number | number[]} defenders
 * @param {Fraction | number | bigint | string} chance A Fraction, or "9/10", "0.9", "90%"; never a float.
 * @param {{rules?: RuleSet, leaveBehind?: number}} options
 */
export function attackersNeeded(defenders, chance, { rules = "standard", leaveBehind = 1 } = {}) {
  const garrisons = checkedGarrisons(typeof defenders === "number" ? [defenders] : defenders);
  const goal = chanceOf(chance);
  const fight = { garrisons, leaveBehind: whole(leaveBehind, "leaveBehind") };
  const goals = [{ n: goal.numerator, d: goal.denominator }];
  const [found] = needed(fight, rulesFor(rules), goals, MAX_ATTACKERS);
  if (found === null) {
    throw new RiskError(
      `chance must be one that ${MAX_ATTACKERS} attackers have against ${garrisons}, not ${goal}`,
    );
  }
  return found;
}

/**
 * @param {unknown} garrisons
 * @returns {number[]}
 */
function checkedGarrisons(garrisons) {
  if (!Array.isArray(garrisons) || garrisons.length === 0) {
    throw new RiskError(`garrisons must be a list of numbers of defenders, not ${garrisons}`);
  }
  return garrisons.map((each) => whole(each, "defenders", 1));
}
