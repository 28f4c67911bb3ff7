// Rule sets of one's own in an address: "3v2,faces=8,ties=attacker".
//
// Dice come first: a number, or the faces of each, such as "d8.2d6" for one die with eight faces and
// two with six, and "2d2-3-3-4-4-5" for two of others.  The rest is the faces of all dice, if both
// sides have the same; pairs; ties; and for each side, such as "attack-highest=1", needs, extra, all,
// highest, clamped, lowest and level (no more dice than the attacker).  What is as under standard rules is left out.

import { countsOf } from "../core/dice.js";
import { RuleFault, inFull, isDie, partsOf, rulesOf } from "../core/parts.js";

/** @typedef {import("../core/parts.js").Dice} Dice */
/** @typedef {import("../core/parts.js").Die} Die */
/** @typedef {import("../core/parts.js").HandParts} HandParts */
/** @typedef {import("../core/parts.js").Parts} Parts */

/** @typedef {Record<string, [string, (text: string) => unknown]>} Options */

/**
 * The name of each option in parts, and how its value is read: null where it cannot be.
 * @type {Options}
 */
const RULE_OPTIONS = {
  faces: ["faces", (text) => numberFrom(text) ?? (isDie(text) ? text : null)],
  pairs: ["pairs", (text) => (text.includes(".") ? numbersFrom(text) : numberFrom(text))],
  ties: ["ties", (text) => text],
};

/**
 * The same for one side.
 * @type {Options}
 */
const HAND_OPTIONS = {
  needs: ["needs", numbersFrom],
  extra: ["extra", diceFrom],
  all: ["to_all", signedFrom],
  highest: ["to_highest", signedFrom],
  clamped: ["clamped", (text) => text === "1" || null],
  lowest: ["to_lowest", signedFrom],
  level: ["at_most_attack", (text) => text === "1" || null],
};

/** @param {Parts} parts @returns a text, the same for the same game; throws a `RuleFault` for none */
export function rulesText(parts) {
  const rules = rulesOf(parts);
  const { attack, defence } = rules;
  const dice = [attack, defence].flatMap((hand) => [...hand.dice, ...hand.extra]);
  const faces = dice.every((each) => each === dice[0]) ? dice[0] : 6;
  const { attack_dice, defence_dice, pairs, ties } = partsOf({ ...rules, faces });
  const [attacking, defending] = [attack_dice, defence_dice].map(inFull);
  const all = Math.min(attack.dice.length, defence.dice.length);
  return [
    `${diceText(attacking.dice)}v${diceText(defending.dice)}`,
    ...(faces === 6 ? [] : [`faces=${faces}`]),
    ...(pairs === all ? [] : [`pairs=${Array.isArray(pairs) ? pairs.join(".") : pairs}`]),
    ...(ties === "defender" ? [] : [`ties=${ties}`]),
    ...handTexts("attack", attacking),
    ...handTexts("defence", defending),
  ].join(",");
}

/**
 * The parts that a text says, as `partsOf` gives them; null where it says no rule set, or one that
 * would take too long to count.
 * @param {string} text
 */
export function partsFrom(text) {
  const [thrown, ...options] = text.split(",");
  const [attack, defence, ...more] = thrown.split("v").map(diceFrom);
  if (!attack || !defence || more.length) {
    return null;
  }
  /** @type {{attack: HandParts, defence: HandParts}} */
  const hands = { attack: { dice: attack }, defence: { dice: defence } };
  /** @type {Parts} */
  const parts = { attack_dice: hands.attack, defence_dice: hands.defence };
  for (const option of options) {
    const [, side, key, value] = /^(?:(attack|defence)-)?([a-z]+)=([\w.-]+)$/.exec(option) ?? [];
    const known = side ? HAND_OPTIONS : RULE_OPTIONS;
    if (key === undefined || !Object.hasOwn(known, key)) {
      return null;
    }
    const [name, read] = known[key];
    /** @type {Record<string, unknown>} */
    const target = side === undefined ? parts : hands[/** @type {"attack" | "defence"} */ (side)];
    const found = read(value);
    if (Object.hasOwn(target, name) || found === null) {
      return null;
    }
    target[name] = found;
  }
  try {
    countsOf(parts);
    return partsOf(rulesOf(parts));
  } catch (error) {
    if (error instanceof RuleFault) {
      return null;
    }
    throw error;
  }
}

/** @param {string} side @param {Record<string, any>} parts of a hand @returns its options, but its dice */
function handTexts(side, parts) {
  const said = Object.entries(HAND_OPTIONS).filter(([, [name]]) => parts[name] !== undefined);
  return said.map(([key, [name]]) => {
    const value = parts[name];
    const text = name === "needs" ? value.join(".") : name === "extra" ? diceText(value) : Number(value);
    return `${side}-${key}=${text}`;
  });
}

/** @param {Dice} dice @returns their number, or the faces of each */
function diceText(dice) {
  if (typeof dice === "number") {
    return String(dice);
  }
  /** @type {[number, Die][]} */
  const runs = [];
  for (const faces of dice) {
    const last = runs[runs.length - 1];
    if (last?.[1] === faces) {
      last[0] += 1;
    } else {
      runs.push([1, faces]);
    }
  }
  return runs.map(([times, faces]) => `${times > 1 ? times : ""}d${faces}`).join(".");
}

/** @param {string} text @returns {Dice | null} */
function diceFrom(text) {
  const number = numberFrom(text);
  if (number !== null) {
    return number;
  }
  const runs = text.split(".").map((run) => /^([1-9]\d?)?d(.+)$/.exec(run) ?? []);
  const dice = runs.flatMap(([, times, die = ""]) =>
    Array(Number(times ?? 1)).fill(isDie(die) ? die : numberFrom(die)),
  );
  return dice.includes(null) ? null : dice;
}

/** @param {string} text */
function numbersFrom(text) {
  const numbers = text.split(".").map(numberFrom);
  return numbers.includes(null) ? null : numbers;
}

/** @param {string} text */
function numberFrom(text) {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null;
}

/** @param {string} text */
function signedFrom(text) {
  return /^-?[1-9]\d{0,2}$/.test(text) ? Number(text) : null;
}
