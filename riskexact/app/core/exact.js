// What the package takes and gives: exact fractions, certain numbers, chances, and rule sets by name.
// Original: riskexact/base/fractions.py; test of both: tests/app/test_package.py.

import { fraction } from "./fractions.js";
import { countsOf } from "./dice.js";
import { Rules } from "./rules.js";
import { RuleFault } from "./parts.js";
import { RULES } from "./catalogue.js";
import { decimal, fractionText } from "./text.js";
import { RiskError, named, optionsOf, showThemselves, shown, whole } from "./arguments.js";

/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {string | Parts | import("./catalogue.js").NamedRules} RuleSet Of `RULES`, its name, or its parts. */

/** An exact number p/q in lowest terms. */
export class Fraction {
  /**
   * @param {bigint} numerator 0 or more
   * @param {bigint} [denominator] 1 or more
   */
  constructor(numerator, denominator = 1n) {
    for (const [name, value, least] of [["numerator", numerator, 0n], ["denominator", denominator, 1n]]) {
      if (typeof value !== "bigint" || value < least) {
        throw new RiskError(`${name} must be a BigInt, at least ${least}n, not ${shown(value)}`);
      }
    }
    const { n, d } = fraction(numerator, denominator);
    this.numerator = n;
    this.denominator = d;
    Object.freeze(this);
  }

  /** "p/q", or "p" for a whole number; as `fraction_text` in Python. */
  toString() {
    return fractionText({ n: this.numerator, d: this.denominator });
  }

  toJSON() {
    return this.toString();
  }

  /**
   * The number to this many significant digits, all certain; as `decimal_text` in Python.
   * @example
   * new Fraction(2n, 3n).toDecimal(4) // "0.6667"
   * @param {number} [digits]
   */
  toDecimal(digits = 10) {
    return decimal({ n: this.numerator, d: this.denominator }, whole(digits, "digits", 1));
  }

  /** The nearest double-precision number, ties to even. */
  valueOf() {
    return nearestDouble(this.numerator, this.denominator);
  }
}

/** A number of Balanced Blitz, which no fraction is: at most `error` off, see blitz.js. */
export class Rounded extends Number {
  /** @param {number} value @param {number} error */
  constructor(value, error) {
    super(value);
    this.error = error;
  }

  /** The number to 10 places. */
  toString() {
    return this.toFixed(10);
  }

  /** The number to this many significant digits, all certain; refused where some would not be. */
  toDecimal(digits = 8) {
    whole(digits, "digits", 1);
    const [text, other] = [-this.error, this.error].map((error) => {
      const n = BigInt(Math.round(Math.max(0, Number(this) + error) * 1e14));
      return decimal({ n, d: 10n ** 14n }, digits);
    });
    if (text !== other) {
      throw new RiskError(`digits must be as many as are certain of ${this}, not ${digits}`);
    }
    return text;
  }
}

showThemselves(Fraction, Rounded);

/**
 * The double nearest to n / d, for n >= 0: as `float` of a Fraction in Python.
 * @param {bigint} n
 * @param {bigint} d
 */
export function nearestDouble(n, d) {
  if (n === 0n) {
    return 0;
  }
  const bits = n.toString(2).length - d.toString(2).length;
  // a quotient of 55 or 56 bits, whose last bit stands for all that is cut off; the smallest doubles
  // have fewer bits, so that they are rounded once
  const shift = Math.min(55 - bits, 1074 + 2);
  const [up, down] = shift >= 0 ? [n << BigInt(shift), d] : [n, d << BigInt(-shift)];
  const quotient = up / down;
  const sticky = quotient | (quotient * down === up ? 0n : 1n);
  const half = Math.trunc(shift / 2);
  return (Number(sticky) / 2 ** half) / 2 ** (shift - half);
}

/**
 * A chance, exactly: a Fraction, 0 or 1, or a text such as "9/10", "0.9" or "90%"; never a float.
 * @param {Fraction | number | bigint | string} chance
 * @returns {Fraction}
 */
export function chanceOf(chance) {
  const value = typeof chance === "string" ? read(chance) : chance;
  const exact =
    typeof value === "bigint" || value === 0 || value === 1 ? wholeFraction(BigInt(value)) : value;
  if (!(exact instanceof Fraction) || exact.numerator > exact.denominator) {
    throw new RiskError(
      `chance must be from 0 to 1, as a Fraction or a text such as "9/10" or "90%", not ${shown(chance)}`,
    );
  }
  return exact;
}

/** @param {bigint} n */
function wholeFraction(n) {
  return n < 0n ? null : new Fraction(n);
}

/** @param {string} text */
function read(text) {
  const found = /^\s*(\d+)(?:\.(\d+)|\s*\/\s*(\d+))?\s*(%?)\s*$/.exec(text);
  if (!found) {
    return null;
  }
  const [, before, after = "", below = "1", percent] = found;
  const denominator = BigInt(below) * 10n ** BigInt(after.length) * (percent ? 100n : 1n);
  return denominator ? new Fraction(BigInt(before + after), denominator) : null;
}

/**
 * A rule set that is ready for arithmetic.
 * @param {RuleSet} rules
 */
export function rulesFor(rules) {
  return new Rules(countedFor(rules));
}

/**
 * The counts of a rule set; what is wrong with it is said in words.
 * @param {RuleSet} rules
 */
export function countedFor(rules) {
  try {
    return countsOf(partsFor(rules));
  } catch (error) {
    if (error instanceof RuleFault) {
      throw new RiskError(`rules: ${WORDS[error.key](error.values)}`);
    }
    throw error;
  }
}

/** The parts of a rule set and of its dice, whose values are checked in parts.js. */
const PARTS = { attack_dice: "", defence_dice: "", faces: "", pairs: "", ties: "" };
const HAND = { dice: "", needs: "", extra: "", to_all: "", to_highest: "", clamped: false, to_lowest: "" };

/**
 * The parts of a rule set.
 * @param {RuleSet} rules
 * @returns {Parts}
 */
function partsFor(rules) {
  if (typeof rules !== "object" || Array.isArray(rules)) {
    const name = named(rules, Object.keys(RULES), "rules must be the name of a rule set in RULES");
    return RULES[name].parts;
  }
  const listed = Object.values(RULES).find((each) => each === rules);
  const parts = /** @type {Parts} */ (listed?.parts ?? rules);
  const { attack_dice, defence_dice } = optionsOf(parts, PARTS, "rules");
  for (const [side, hand] of Object.entries({ attack_dice, defence_dice })) {
    if (typeof hand === "object" && !Array.isArray(hand)) {
      optionsOf(hand, HAND, side);
    }
  }
  return parts;
}

/** @type {Record<string, (values: Record<string, string | number>) => string>} */
const WORDS = {
  "fault.range": ({ field, least, most }) =>
    `${field} must be a whole number, from ${least} to ${most}`,
  "fault.extra": ({ dice, most }) =>
    `extra must be at most ${most} dice with the ${dice} of dice`,
  "fault.needs": ({ field, dice }) =>
    `${field} must be ${dice} numbers of units that ascend from 1`,
  "fault.pairs": () => "pairs must include the first",
  "fault.ties": () => 'ties must be "defender", "attacker" or "nobody"',
  "fault.always-tie": ({ attack, defence }) =>
    `ties must not be "nobody" where ${attack} v ${defence} dice always tie`,
  "fault.too-large": () => "dice must be fewer, or have fewer faces",
};
