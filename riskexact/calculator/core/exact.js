// What the package takes and gives: exact fractions, whole numbers, chances, and rule sets by name.
// Original: riskexact/base/fractions.py; test of both: tests/calculator/test_package.py.

import { fraction } from "./fractions.js";
import { countsOf } from "./dice.js";
import { Rules } from "./rules.js";
import { RuleFault } from "./parts.js";
import { RULES } from "./catalogue.js";
import { decimal, fractionText } from "./text.js";

/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {string | Parts} RuleSet The name of a rule set in `RULES`, or its parts. */

/** Unusable input: one line that names the value and says what is allowed. */
export class RiskError extends RangeError {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "RiskError";
  }
}

/** An exact number p/q in lowest terms. */
export class Fraction {
  /**
   * @param {bigint} numerator 0 or more
   * @param {bigint} [denominator] 1 or more
   */
  constructor(numerator, denominator = 1n) {
    if (denominator < 1n) {
      throw new RiskError(`denominator must be at least 1, not ${denominator}`);
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
   * A chance to this many significant digits, all certain; as `decimal_text` in Python.
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
 * @param {number} value
 * @param {string} name
 * @param {number} [least]
 */
export function whole(value, name, least = 0) {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RiskError(`${name} must be a whole number, at least ${least}, not ${shown(value)}`);
  }
  return value;
}

/**
 * The units of both sides, checked: 0 or more, and not 0 on both.
 * @param {number} attackers
 * @param {number} defenders
 */
export function checkForces(attackers, defenders) {
  whole(attackers, "attackers");
  whole(defenders, "defenders");
  if (attackers === 0 && defenders === 0) {
    throw new RiskError("attackers or defenders must be at least 1, not both 0");
  }
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
 * A rule set that is ready for arithmetic; what is wrong with it is said in words.
 * @param {RuleSet} rules
 * @returns {Rules}
 */
export function rulesFor(rules) {
  try {
    return new Rules(countsOf(partsFor(rules)));
  } catch (error) {
    if (error instanceof RuleFault) {
      throw new RiskError(`rules: ${WORDS[error.key](error.values)}`);
    }
    throw error;
  }
}

/**
 * The parts of a rule set.
 * @param {RuleSet} rules
 * @returns {Parts}
 */
function partsFor(rules) {
  if (typeof rules === "object" && rules !== null) {
    return rules;
  }
  const named = Object.hasOwn(RULES, rules) ? RULES[rules] : undefined;
  if (named === undefined) {
    throw new RiskError(`rules must be the name of a rule set in RULES, not ${shown(rules)}`);
  }
  return named.parts;
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

/** @param {unknown} value */
function shown(value) {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
