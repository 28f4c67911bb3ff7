// One battle, and one round: as `Battle`, `win_probability`, `round_counts` and others in Python.
// Original: riskexact/battle/battle.py; test of both: tests/app/test_package.py.

import { overPower } from "./fractions.js";
import { rowsOf } from "./backward.js";
import { luckOf } from "./answers.js";
import { RiskError, checkForces, optionsOf, shown, whole } from "./arguments.js";
import { certainDigits } from "./digits.js";
import { Fraction, rulesFor } from "./exact.js";
import { Fought } from "./fought.js";

/** @typedef {import("./exact.js").RuleSet} RuleSet */

/** @type {{rules: RuleSet}} The options of most questions. */
export const RULES_ALONE = { rules: "standard" };

/**
 * The exact chance that the attacker wins; attackers are those free to fight.
 * @example
 * String(winProbability(3, 3, { rules: "capital" })) // "4402175/13436928"
 * @param {number} attackers 0 or more
 * @param {number} defenders 0 or more, and not 0 on both sides
 * @param {{rules?: RuleSet}} [options]
 * @returns {Fraction}
 */
export function winProbability(attackers, defenders, options) {
  const { rules } = optionsOf(options, RULES_ALONE);
  checkForces(attackers, defenders);
  const ready = rulesFor(rules);
  const rows = rowsOf(defenders, ready);
  let row = rows.next().value;
  for (let a = 1; a <= attackers; a += 1) {
    row = rows.next().value;
  }
  return exact(overPower(row[defenders], ready.base, attackers + defenders));
}

/**
 * The chance that the attacker wins to this many significant digits, all certain.
 * @example
 * winDecimal(1000, 1000) // "0.9989113234"
 * @param {number} attackers
 * @param {number} defenders
 * @param {{digits?: number, rules?: RuleSet}} [options]
 */
export function winDecimal(attackers, defenders, options) {
  const { rules, digits } = optionsOf(options, { ...RULES_ALONE, digits: 10 });
  checkForces(attackers, defenders);
  whole(digits, "digits", 1);
  return (
    certainDigits(attackers, defenders, rulesFor(rules), digits) ??
    winProbability(attackers, defenders, { rules }).toDecimal(digits)
  );
}

const BATTLE = { rules: "standard", retreatAt: 0, stopAtDefenders: 0, blitz: false, stopUntil: 0 };

/**
 * A battle of attackers who are free to fight.  `retreatAt`: they stop with this many left or fewer.
 * `blitz`: as the digital game's Balanced Blitz has it, with `stopUntil` attackers who stay out.
 * @example
 * new Battle(12, 15).winProbability.toDecimal(6) // "0.387234"
 * new Battle(8, 6, { blitz: true }).winProbability.toDecimal(4) // "0.8552"
 * @template {boolean} [B=false]
 * @extends {Fought<B>}
 */
export class Battle extends Fought {
  /**
   * @param {number} attackers
   * @param {number} defenders
   * @param {import("./fought.js").Mode<B> & {stopAtDefenders?: number}} [options]
   */
  constructor(attackers, defenders, options) {
    checkForces(attackers, defenders);
    super(attackers, [defenders], options, BATTLE);
    this.defenders = defenders;
    this.stopAtDefenders = options?.stopAtDefenders ?? 0;
  }

  /**
   * Who may be left, from the best for the attacker on, each with its chance; they add up to 1.
   * @returns {{attackersLeft: number, defendersLeft: number, probability: import("./fought.js").Chance<B>}[]}
   */
  get outcomes() {
    return this.found.outcomes
      .map(({ attackers, defenders, mass, power }) => ({
        attackersLeft: attackers,
        defendersLeft: defenders,
        probability: this.chance(overPower(mass, this.found.base, power)),
      }))
      .sort(
        (x, y) => x.defendersLeft - y.defendersLeft || y.attackersLeft - x.attackersLeft,
      );
  }

  /** The chance that just 0, 1, … defenders are left, in this order. */
  get defendersLeft() {
    return this.by("defenders", this.defenders);
  }

  /** The expected losses of each side. */
  get costs() {
    const { attackers, defenders } = this.found.losses;
    const [ours, theirs] = [this.chance(attackers, this.attackers), this.chance(defenders, this.defenders)];
    return { attackers: ours, defenders: theirs };
  }

  /**
   * The chances of an outcome at least as bad, and at least as good, as this one.
   * @param {number} attackersLeft
   * @param {number} defendersLeft
   */
  luck(attackersLeft, defendersLeft) {
    const found = luckOf(this.found, attackersLeft, defendersLeft);
    if (found === null) {
      throw new RiskError(
        `left must be an outcome of the battle, not ${shown(attackersLeft)} and ${shown(defendersLeft)}`,
      );
    }
    const [atLeastThisBad, atLeastThisGood] = Object.values(found).map((each) => this.chance(each));
    return { atLeastThisBad, atLeastThisGood };
  }
}

/**
 * Of the equally likely throws of these dice, how many cost each side what.
 * @param {number} attackDice
 * @param {number} defenceDice
 * @param {{rules?: RuleSet}} [options]
 * @returns {{attackersLost: number, defendersLost: number, count: bigint}[]}
 */
export function roundCounts(attackDice, defenceDice, options) {
  const { rules } = optionsOf(options, RULES_ALONE);
  const { attack, defence, counts } = rulesFor(rules);
  whole(attackDice, "attackDice", 1, attack.length);
  whole(defenceDice, "defenceDice", 1, defence.length);
  return counts[attackDice - 1][defenceDice - 1].map(([attackersLost, defendersLost, count]) => ({
    attackersLost,
    defendersLost,
    count,
  }));
}

/**
 * The numbers of throws that cost the defender 0, 1, … units, where all rounds of these dice cost
 * the same number.
 * @param {number} attackDice
 * @param {number} defenceDice
 * @example
 * lossCounts(3, 2) // [2275n, 2611n, 2890n]
 * @param {{rules?: RuleSet}} [options]
 * @returns {bigint[]}
 */
export function lossCounts(attackDice, defenceDice, options) {
  const found = roundCounts(attackDice, defenceDice, options);
  const cost = found[0].attackersLost + found[0].defendersLost;
  if (found.some(({ attackersLost, defendersLost }) => attackersLost + defendersLost !== cost)) {
    throw new RiskError("rules must cost a fixed number of units in a round; take roundCounts");
  }
  return Array.from(
    { length: cost + 1 },
    (_, lost) => found.find(({ defendersLost }) => defendersLost === lost)?.count ?? 0n,
  );
}

/**
 * @param {import("./fractions.js").Fraction} value
 * @returns {Fraction}
 */
export function exact({ n, d }) {
  return new Fraction(n, d);
}
