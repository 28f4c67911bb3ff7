// What battles and campaigns share: the modes in which they are fought, and their chances.
// Original: riskexact/battle/question.py; test of both: tests/app/test_package.py.

import { answerTo, chanceOf } from "./answers.js";
import { RiskError, optionsOf, showThemselves } from "./arguments.js";
import { BLITZ } from "./blitz.js";
import { Fraction, Rounded, nearestDouble, rulesFor } from "./exact.js";
import { TO_THE_END } from "./forward.js";
import { percentage } from "./text.js";

/**
 * `retreatAt`: the attackers stop with this many left or fewer; `blitz`: as Balanced Blitz of the
 * digital game has it, with `stopUntil` attackers who stay out of the fight.
 * @template {boolean} B
 * @typedef {{
 *   rules?: import("./exact.js").RuleSet, retreatAt?: number, blitz?: B, stopUntil?: number,
 * }} Mode
 */

/**
 * @template {boolean} B Whether it is a chance of Balanced Blitz.
 * @typedef {B extends true ? Rounded : Fraction} Chance
 */

/** Units up to which a fight shows its chance in a console, and up to which Balanced Blitz is tested. */
const [QUICK_UNITS, MAX_BLITZ_UNITS] = [400, 2000];

/**
 * A fight, whose outcomes are found when they are first asked for.
 * @template {boolean} [B=false]
 */
export class Fought {
  /** @type {import("./answers.js").Answer | null} */
  #found = null;
  #fight;
  #ready;
  #words;

  /**
   * @param {number} attackers @param {number[]} garrisons @param {unknown} given
   * @param {Required<Mode<boolean>>} defaults those of more options, too
   */
  constructor(attackers, garrisons, given, defaults) {
    const mode = optionsOf(given, defaults);
    const units = garrisons.reduce((sum, each) => sum + each, attackers);
    const said = Object.entries(mode).filter(([name, value]) => value !== Object(defaults)[name]);
    this.attackers = attackers;
    this.rules = mode.rules;
    this.retreatAt = mode.retreatAt;
    this.blitz = mode.blitz;
    this.stopUntil = mode.stopUntil;
    const stop = said.find(([name]) => (this.blitz ? /At/ : /Until/).test(name));
    if (stop) {
      const where = this.blitz ? "in Balanced Blitz, which has stopUntil" : "without blitz: true";
      throw new RiskError(`${stop[0]} must be 0 ${where}, not ${stop[1]}`);
    }
    if (this.blitz && units > MAX_BLITZ_UNITS) {
      const most = `at most ${MAX_BLITZ_UNITS} together in Balanced Blitz`;
      throw new RiskError(`attackers and defenders must be ${most}, not ${units}`);
    }
    const how = this.blitz ? { blitz: BLITZ, retreatAt: mode.stopUntil } : { blitz: null };
    this.#fight = { ...TO_THE_END, ...mode, attackers, garrisons, ...how };
    this.#ready = rulesFor(mode.rules);
    const words = said.map(([name, value]) => (/str|num/.test(typeof value) ? `${name} ${value}` : name));
    const asked = [`${attackers} v ${garrisons.join(", ")}`, ...words].join(", ");
    this.#words = () =>
      this.blitz || units <= QUICK_UNITS ? `${asked}: ${percentage(this.found.chances.won)} %` : asked;
  }

  /** @protected */
  get found() {
    return (this.#found ??= answerTo(this.#fight, this.#ready));
  }

  /** The chance that no defender is left. */
  get winProbability() {
    return this.chance(this.found.chances.won);
  }

  /** The chance that no attacker is left. */
  get loseProbability() {
    return this.chance(this.found.chances.lost);
  }

  /** The chance that the attacker breaks off. */
  get stopProbability() {
    return this.chance(this.found.chances.stopped);
  }

  /** The chance that just 0, 1, … attackers are left, in this order. */
  get attackersLeft() {
    return this.by("attackers", this.attackers);
  }

  /** @protected @param {"attackers" | "defenders"} side @param {number} most */
  by(side, most) {
    return Array.from({ length: most + 1 }, (_, n) =>
      this.chance(chanceOf(this.found, (outcome) => outcome[side] === n)),
    );
  }

  /** @protected @param {import("./fractions.js").Fraction} value @param {number} [times] the error */
  chance({ n, d }, times = 1) {
    const error = n && n !== d ? 1e-11 * times : 0;
    const value = this.blitz ? new Rounded(nearestDouble(n, d), error) : new Fraction(n, d);
    return /** @type {Chance<B>} */ (value);
  }

  /** The question in few words, and the chance to win where that takes no time. */
  toString() {
    return `<${this.constructor.name} ${this.#words()}>`;
  }
}

showThemselves(Fought);
