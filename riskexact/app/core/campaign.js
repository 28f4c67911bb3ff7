// A campaign along territories, and the forces needed: as `Campaign` and `attackers_needed` in Python.
// Original: riskexact/battle/campaign/; test of both: tests/app/test_package.py.

import { total } from "./fractions.js";
import { needed } from "./backward.js";
import { BLITZ, blitzNeeded } from "./blitz.js";
import { RiskError, optionsOf, shown, whole } from "./arguments.js";
import { Fraction, chanceOf, rulesFor } from "./exact.js";
import { RULES_ALONE } from "./battle.js";
import { Fought } from "./fought.js";

/** @typedef {import("./exact.js").RuleSet} RuleSet */

/** Attackers up to which `attackersNeeded` searches. */
const MAX_ATTACKERS = 2000;

const NEEDED = { ...RULES_ALONE, leaveBehind: 1, blitz: false };

const CAMPAIGN = { rules: "standard", leaveBehind: 1, retreatAt: 0, blitz: false, stopUntil: 0 };

/**
 * Territories attacked one after another.  The survivors of a won battle move in; before the next one
 * `leaveBehind` of them stay.  `retreatAt`, `blitz`, `stopUntil`: as for a battle.
 * @example
 * new Campaign(11, [3, 3, 3]).winProbability.toDecimal(4) // "0.6170"
 * new Campaign(11, [3, 3, 3], { blitz: true }).winProbability.toDecimal(4) // "0.8776"
 * @template {boolean} [B=false]
 * @extends {Fought<B>}
 */
export class Campaign extends Fought {
  /**
   * @param {number} attackers Free to fight in the first battle.
   * @param {number[]} garrisons
   * @param {import("./fought.js").Mode<B> & {leaveBehind?: number}} [options]
   */
  constructor(attackers, garrisons, options) {
    const checked = checkedGarrisons(garrisons);
    super(whole(attackers, "attackers", 1), checked, options, CAMPAIGN);
    this.garrisons = checked;
    this.leaveBehind = options?.leaveBehind ?? 1;
  }

  /** The chance that just 0, 1, … territories fall, in this order. */
  get conquered() {
    return this.found.taken.map((each) => this.chance(each));
  }

  /**
   * Who may be left, each with its chance.  `territory` is the number of territories taken.
   * @returns {{attackersLeft: number, territory: number, defendersLeft: number, probability: import("./fought.js").Chance<B>}[]}
   */
  get outcomes() {
    const { base, outcomes } = this.found;
    /** @type {Map<string, typeof outcomes>} Those that differ in what stayed behind alone. */
    const alike = new Map();
    for (const outcome of outcomes) {
      const key = `${outcome.attackers},${outcome.taken},${outcome.defenders}`;
      alike.set(key, [...(alike.get(key) ?? []), outcome]);
    }
    return [...alike.values()].map((each) => ({
      attackersLeft: each[0].attackers,
      territory: each[0].taken,
      defendersLeft: each[0].defenders,
      probability: this.chance(total(each, base)),
    }));
  }
}

/**
 * The smallest number of attackers, free to fight, that win a battle or a campaign with at least a
 * chance.  All smaller numbers are tried, up to 2000.
 * @example
 * attackersNeeded(10, "90%") // 16
 * attackersNeeded([3, 3], "90%", { leaveBehind: 2 }) // 13
 * attackersNeeded(50, "80%", { blitz: true }) // 49
 * @param {number | number[]} defenders
 * @param {Fraction | number | bigint | string} chance A Fraction, or "9/10", "0.9", "90%"; never a float.
 * @param {{rules?: RuleSet, leaveBehind?: number, blitz?: boolean}} [options]
 */
export function attackersNeeded(defenders, chance, options) {
  const { rules, leaveBehind, blitz } = optionsOf(options, NEEDED);
  const garrisons = checkedGarrisons(Array.isArray(defenders) ? defenders : [defenders]);
  const goal = chanceOf(chance);
  const fight = { garrisons, leaveBehind };
  const goals = [{ n: goal.numerator, d: goal.denominator }];
  const [found] = blitz
    ? blitzNeeded(fight, BLITZ, rulesFor(rules), goals, MAX_ATTACKERS)
    : needed(fight, rulesFor(rules), goals, MAX_ATTACKERS);
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
    throw new RiskError(`garrisons must be a list of numbers of defenders, not ${shown(garrisons)}`);
  }
  return garrisons.map((each) => whole(each, "defenders", 1));
}
