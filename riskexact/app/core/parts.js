// A rule set in plain fields, those of `Rules.parts` in Python: checked as Python checks them, and
// brought into the same form, so that the same game is the same text.
//
// - `rulesOf(parts)` checks parts, and spells the dice of both sides out;
// - `partsOf(rules)` gives them in their shortest form, equal to Python's;
// - a fault is a `RuleFault`, with the key of a message and the values in it:
//     fault.range       `field`, such as "attack_dice.to_all", is not from `least` to `most`
//     fault.extra       more than `most` dice, `dice` of the units and extra ones together
//     fault.needs       `field` must be `dice` numbers of units that ascend from 1
//     fault.attack      `at_most_attack` is the defender's
//     fault.pairs       the first pair must score
//     fault.ties        it is none of "defender", "attacker" and "nobody"
//     fault.always-tie  nobody wins a tie, but `attack` v `defence` dice always tie
//     fault.too-large   counting the throws would take too long (see dice.js)
// Original: riskexact/rules/files.py; test of both: tests/app/test_dice.py.

import { gcd } from "./fractions.js";

/**
 * A die: its number of faces, or the faces as in "2-3-3-4-4-5" and "1-2x7", of which the 2 comes up
 * seven times as often as the 1.
 * @typedef {number | string} Die
 */

/** @typedef {number | Die[]} Dice A number of equal dice, or each die. */

/** @typedef {"defender" | "attacker" | "nobody"} Ties */

/**
 * The dice of one side with all that can be said of them: see `Hand` in Python.
 * @typedef {{
 *   dice: Dice, needs?: number[], extra?: Dice, to_all?: number, to_highest?: number,
 *   clamped?: boolean, to_lowest?: number, at_most_attack?: boolean,
 * }} HandParts
 */

/**
 * What is left out is as under standard rules; pairs that are left out all score.
 * @typedef {{
 *   attack_dice?: Dice | HandParts, defence_dice?: Dice | HandParts, faces?: Die,
 *   pairs?: number | number[] | null, ties?: string,
 * }} Parts
 */

/**
 * The dice of one side, and the units that each needs.
 * @typedef {{
 *   dice: Die[], needs: number[], extra: Die[], toAll: number, toHighest: number,
 *   clamped: boolean, toLowest: number, atMostAttack: boolean,
 * }} Hand
 */

/** @typedef {{attack: Hand, defence: Hand, faces: Die, pairs: number[], ties: Ties}} SpelledOut */

export const MAX_DICE = 20;
const MAX_FACES = 100;
const MAX_WEIGHT = 1_000_000;

/** Equally likely sides of a die that are told one by one. */
const MAX_SIDES_LISTED = 20;

/** Why parts are no rule set: the key of a message, and the values in it. */
export class RuleFault extends Error {
  /** @param {string} key @param {Record<string, string | number>} [values] */
  constructor(key, values = {}) {
    super(`${key} ${JSON.stringify(values)}`);
    this.key = key;
    this.values = values;
  }
}

/** @param {Parts} parts @returns {SpelledOut} throws a `RuleFault` for none */
export function rulesOf({ attack_dice = 3, defence_dice = 2, faces = 6, pairs, ties = "defender" }) {
  const each = dieOf(faces, "faces");
  const attack = handOf(attack_dice, "attack_dice", each);
  const defence = handOf(defence_dice, "defence_dice", each);
  if (attack.atMostAttack) {
    throw new RuleFault("fault.attack");
  }
  if (defence.atMostAttack) { // he never throws more than the attacker may
    defence.dice.splice(attack.dice.length);
    defence.needs.splice(attack.dice.length);
    defence.atMostAttack = defence.dice.length > 1;
  }
  if (ties !== "defender" && ties !== "attacker" && ties !== "nobody") {
    throw new RuleFault("fault.ties");
  }
  const fewest = Math.min(attack.dice.length, defence.dice.length);
  const scoring = scoringPairs(pairs ?? MAX_DICE, fewest);
  const usual = attack.dice[attack.dice.length - 1];
  return { attack, defence, faces: usual, pairs: scoring, ties };
}

/** @param {SpelledOut} rules @returns the parts of a rule set, equal to `Rules.parts` in Python */
export function partsOf({ attack, defence, faces, pairs, ties }) {
  return {
    attack_dice: handParts(attack, faces),
    defence_dice: handParts(defence, faces),
    faces,
    pairs: pairs[pairs.length - 1] === pairs.length ? pairs.length : pairs,
    ties,
  };
}

/** @param {Dice | HandParts} parts @returns {HandParts} */
export function inFull(parts) {
  return typeof parts === "number" || Array.isArray(parts) ? { dice: parts } : parts;
}

/** @param {Dice | HandParts} parts @param {string} side @param {Die} faces @returns {Hand} */
function handOf(parts, side, faces) {
  const given = inFull(parts);
  const { needs = [], extra = 0, to_all = 0, to_highest = 0, clamped = false, to_lowest = 0, at_most_attack = false } = given;
  const dice = spelledOut(given.dice, `${side}.dice`, faces, 1);
  const onTop = spelledOut(extra, `${side}.extra`, faces, 0);
  if (dice.length + onTop.length > MAX_DICE) {
    throw new RuleFault("fault.extra", { dice: dice.length, most: MAX_DICE });
  }
  return {
    dice,
    needs: unitsFor(needs, `${side}.needs`, dice.length),
    extra: onTop.sort(byBounds),
    toAll: inRange(to_all, `${side}.to_all`, -MAX_FACES, MAX_FACES),
    toHighest: inRange(to_highest, `${side}.to_highest`, -MAX_FACES, MAX_FACES),
    clamped: clamped && (to_all !== 0 || to_highest !== 0 || to_lowest !== 0),
    toLowest: inRange(to_lowest, `${side}.to_lowest`, -MAX_FACES, MAX_FACES),
    atMostAttack: at_most_attack && dice.length > 1,
  };
}

/** @param {string} text @returns whether a text tells the faces of a die one by one */
export function isDie(text) {
  return /^\d+(x\d+)?(-\d+(x\d+)?)*$/.test(text) && /[x-]/.test(text);
}

/**
 * The faces of a die in ascending order, and how often each comes up: those of Python's `Die`.
 * @param {Die} die @param {string} [field]
 * @returns {[number, number][]}
 */
export function facesOf(die, field = "faces") {
  if (typeof die === "number") {
    return Array.from({ length: die }, (_, n) => [n + 1, 1]);
  }
  /** @type {Map<number, number>} */
  const often = new Map();
  const each = die.split("-").map((part) => part.split("x").map(Number));
  inRange(each.length, field, 1, MAX_FACES);
  for (const [face, weight = 1] of each) {
    inRange(face, field, 0, MAX_FACES);
    often.set(face, (often.get(face) ?? 0) + inRange(weight, field, 1, 9_999_999));
  }
  const common = Number([...often.values()].map(BigInt).reduce(gcd));
  const faces = [...often].sort(([x], [y]) => x - y);
  return faces.map(([face, weight]) => [face, weight / common]);
}

/** @param {Die} die @param {string} field @returns the same for the same die, as in Python */
function dieOf(die, field) {
  if (typeof die !== "string" || !isDie(die)) {
    return inRange(/** @type {number} */ (die), field, 1, MAX_FACES);
  }
  const faces = facesOf(die, field);
  const total = faces.reduce((sum, [, weight]) => sum + weight, 0);
  inRange(total, field, 1, MAX_WEIGHT);
  if (faces.every(([face, weight], n) => face === n + 1 && weight === 1)) {
    return total;
  }
  const told = faces.map(([face, weight]) =>
    1 < total && total <= MAX_SIDES_LISTED
      ? Array(weight).fill(face).join("-")
      : `${face}${weight > 1 || total === 1 ? `x${weight}` : ""}`,
  );
  return told.join("-");
}

/** @param {Die} die @returns the greatest face of a die, and the least */
export function boundsOf(die) {
  const faces = facesOf(die).map(([face]) => face);
  return [faces[faces.length - 1], faces[0]];
}

/** @param {Die} one @param {Die} other @returns an order: of greater bounds is higher */
export function byBounds(one, other) {
  const [[x, y], [u, v]] = [one, other].map(boundsOf);
  return x - u || y - v || (`${one}` < `${other}` ? -1 : 1);
}

/** @param {Hand} hand @param {Die} faces */
function handParts({ dice, needs, extra, toAll, toHighest, clamped, toLowest, atMostAttack }, faces) {
  const all = {
    dice: short(dice, faces),
    needs: needs.some((units, n) => units > n + 1) && needs,
    extra: extra.length && short(extra, faces),
    to_all: toAll,
    to_highest: toHighest,
    clamped,
    to_lowest: toLowest,
    at_most_attack: atMostAttack,
  };
  const said = Object.entries(all).filter(([, value]) => value);
  const parts = /** @type {HandParts} */ (Object.fromEntries(said));
  return Object.keys(parts).length === 1 ? parts.dice : parts;
}

/** @param {Die[]} dice @param {Die} faces @returns their number if all have these faces */
function short(dice, faces) {
  return dice.every((each) => each === faces) ? dice.length : dice;
}

/** @param {Dice} dice @param {string} field @param {Die} faces @param {number} least @returns {Die[]} */
function spelledOut(dice, field, faces, least) {
  const all = Array.isArray(dice);
  const number = inRange(all ? dice.length : dice, field, least, MAX_DICE);
  return all
    ? dice.map((each) => dieOf(each, `${field}.faces`))
    : Array(number).fill(faces);
}

/** @param {number[]} needs @param {string} field @param {number} dice */
function unitsFor(needs, field, dice) {
  const units = needs?.length === 0 ? Array.from({ length: dice }, (_, n) => n + 1) : needs;
  if (!Array.isArray(units)) {
    throw new RuleFault("fault.needs", { field, dice });
  }
  units.forEach((each) => inRange(each, field, 1, Number.MAX_SAFE_INTEGER));
  if (units.length !== dice || units[0] !== 1 || units.some((each, n) => each <= units[n - 1])) {
    throw new RuleFault("fault.needs", { field, dice });
  }
  return units.slice(); // what is given stays as it is
}

/** @param {number | number[]} pairs @param {number} most */
function scoringPairs(pairs, most) {
  const all = Array.from({ length: most }, (_, n) => n + 1);
  const numbers = Array.isArray(pairs) ? pairs : [pairs];
  numbers.forEach((each) => inRange(each, "pairs", 1, Number.MAX_SAFE_INTEGER));
  if (!Array.isArray(pairs)) {
    return all.slice(0, pairs);
  }
  if (!pairs.includes(1)) {
    throw new RuleFault("fault.pairs");
  }
  return all.filter((m) => pairs.includes(m));
}

/** @param {number} value @param {string} field @param {number} least @param {number} most */
function inRange(value, field, least, most) {
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new RuleFault("fault.range", { field, least, most });
  }
  return value;
}
