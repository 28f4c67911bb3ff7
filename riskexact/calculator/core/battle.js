// One battle, and one round: as `Battle`, `win_probability`, `round_counts` and others in Python.
// Original: riskexact/questions/battle.py; test of both: tests/calculator/test_package.py.

import { overPower } from "./fractions.js";
import { rowsOf } from "./backward.js";
import { answerLater, luckOf } from "./answers.js";
import { Fraction, RiskError, checkForces, rulesFor, whole } from "./exact.js";

/** @typedef {import("./exact.js").RuleSet} RuleSet */

/**
 * The exact chance that the attacker wins; attackers are those free to fight.
 * @param {number} attackers 0 or more
 * @param {number} defenders 0 or more, and not 0 on both sides
 * @param {{rules?: RuleSet}} options
 * @returns {Fraction}
 */
export function winProbability(attackers, defenders, { rules = "standard" } = {}) {
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
 * @param {number} attackers
 * @param {number} defenders
 * @param {{digits?: number, rules?: RuleSet}} options
 */
export function winDecimal(attackers, defenders, { digits = 10, rules = "standard" } = {}) {
  return winProbability(attackers, defenders, { rules }).toDecimal(digits);
}

/**
 * A battle of attackers who are free to fight.  `retreatAt`: they stop with this many left or fewer.
 *
 *     new Battle(12, 15).winProbability.toDecimal(6) // "0.387234"
 */
export class Battle {
  #found;

  /**
   * @param {number} attackers
   * @param {number} defenders
   * @param {{rules?: RuleSet, retreatAt?: number, stopAtDefenders?: number}} options
   */
  constructor(
    attackers,
    defenders,
    { rules = "standard", retreatAt = 0, stopAtDefenders = 0 } = {},
  ) {
    checkForces(attackers, defenders);
    this.attackers = attackers;
    this.defenders = defenders;
    this.retreatAt = whole(retreatAt, "retreatAt");
    this.stopAtDefenders = whole(stopAtDefenders, "stopAtDefenders");
    this.rules = rulesFor(rules);
    const garrisons = [defenders];
    this.#found = answerLater({ attackers, garrisons, retreatAt, stopAtDefenders }, this.rules);
  }

  /** The chance that no defender is left. */
  get winProbability() {
    return exact(this.#found().chances.won);
  }

  /** The chance that no attacker is left. */
  get loseProbability() {
    return exact(this.#found().chances.lost);
  }

  /** The chance that the attacker breaks off. */
  get stopProbability() {
    return exact(this.#found().chances.stopped);
  }

  /**
   * Who may be left, from the best for the attacker on, each with its chance; they add up to 1.
   * @returns {{attackersLeft: number, defendersLeft: number, probability: Fraction}[]}
   */
  get outcomes() {
    const { base, outcomes } = this.#found();
    return outcomes
      .map(({ attackers, defenders, mass, power }) => ({
        attackersLeft: attackers,
        defendersLeft: defenders,
        probability: exact(overPower(mass, base, power)),
      }))
      .filter(({ probability }) => probability.numerator)
      .sort(
        (x, y) => x.defendersLeft - y.defendersLeft || y.attackersLeft - x.attackersLeft,
      );
  }

  /** The expected losses of each side. */
  get costs() {
    const { attackers, defenders } = this.#found().losses;
    return { attackers: exact(attackers), defenders: exact(defenders) };
  }

  /**
   * The chances of an outcome at least as bad, and at least as good, as this one.
   * @param {number} attackersLeft
   * @param {number} defendersLeft
   */
  luck(attackersLeft, defendersLeft) {
    const found = luckOf(this.#found(), attackersLeft, defendersLeft);
    if (found === null) {
      throw new RiskError(
        `left must be an outcome of the battle, not ${attackersLeft} and ${defendersLeft}`,
      );
    }
    const { atLeastThisBad, atLeastThisGood } = found;
    return { atLeastThisBad: exact(atLeastThisBad), atLeastThisGood: exact(atLeastThisGood) };
  }
}

/**
 * Of the equally likely throws of these dice, how many cost each side what.
 * @param {number} attackDice
 * @param {number} defenceDice
 * @param {{rules?: RuleSet}} options
 * @returns {{attackersLost: number, defendersLost: number, count: bigint}[]}
 */
export function roundCounts(attackDice, defenceDice, { rules = "standard" } = {}) {
  const { attack, defence, counts } = rulesFor(rules);
  const most = { attackDice: attack.length, defenceDice: defence.length };
  for (const [name, value] of Object.entries({ attackDice, defenceDice })) {
    const allowed = most[/** @type {keyof typeof most} */ (name)];
    if (!(Number.isSafeInteger(value) && 1 <= value && value <= allowed)) {
      throw new RiskError(`${name} must be a whole number, from 1 to ${allowed}, not ${value}`);
    }
  }
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
 * @param {{rules?: RuleSet}} options
 * @returns {bigint[]}
 */
export function lossCounts(attackDice, defenceDice, options = {}) {
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
