// What is asked, as one value, and as an address, so that a battle can be shared.

/**
 * What was typed.  With `armies`, the attackers count the one who stays behind, and so does the
 * number at which they retreat.
 * @typedef {{
 *   rules: string, armies: boolean, attackers: number, garrisons: number[], leaveBehind: number,
 *   retreatAt: number, stopAtDefenders: number, stopAfter: number | null, stopBelow: number,
 *   left: [number, number] | null,
 * }} State
 */

/** The largest number of units that can be typed. */
export const MOST_UNITS = 9999;

/** The largest number of territories in a campaign. */
export const MOST_TERRITORIES = 12;

/** The largest number of rounds that can be typed. */
export const MOST_ROUNDS = 999;

/**
 * What is asked before anything was typed.
 * @param {string} rules
 * @returns {State}
 */
export function firstState(rules) {
  return {
    rules,
    armies: false,
    attackers: 8,
    garrisons: [5],
    leaveBehind: 1,
    retreatAt: 0,
    stopAtDefenders: 0,
    stopAfter: null,
    stopBelow: 0,
    left: null,
  };
}

/**
 * The fight that is asked about: stop rules other than a retreat are for one territory alone.
 * @param {State} state
 */
export function fightOf(state) {
  const one = state.garrisons.length === 1;
  return {
    attackers: Math.max(0, state.attackers - Number(state.armies)),
    garrisons: state.garrisons,
    leaveBehind: state.leaveBehind,
    retreatAt: Math.max(0, state.retreatAt - Number(state.armies)),
    stopAtDefenders: one ? state.stopAtDefenders : 0,
    stopAfter: one ? state.stopAfter : null,
    stopBelow: one ? state.stopBelow : 0,
  };
}

/**
 * The state as the part of an address after "#".  Values as at the start are left out, except the
 * units.
 * @param {State} state
 * @param {State} first
 */
export function toAddress(state, first) {
  const parts = [`a=${state.attackers}`, `d=${state.garrisons.join(",")}`];
  for (const [key, name] of NUMBERS) {
    if (state[name] !== first[name]) {
      parts.push(`${key}=${state[name]}`);
    }
  }
  if (state.rules !== first.rules) {
    parts.push(`rules=${encodeURIComponent(state.rules)}`);
  }
  if (state.armies) {
    parts.push("stays=1");
  }
  if (state.left) {
    parts.push(`left=${state.left.join(",")}`);
  }
  return `#${parts.join("&")}`;
}

/** @type {["behind" | "retreat" | "stop" | "rounds" | "below", "leaveBehind" | "retreatAt" | "stopAtDefenders" | "stopAfter" | "stopBelow", number][]} */
const NUMBERS = [
  ["behind", "leaveBehind", MOST_UNITS],
  ["retreat", "retreatAt", MOST_UNITS],
  ["stop", "stopAtDefenders", MOST_UNITS],
  ["rounds", "stopAfter", MOST_ROUNDS],
  ["below", "stopBelow", 100],
];

/** No address of this page is longer: escaped, the name of a rule set takes up to 720. */
const LONGEST_ADDRESS = 1000;

/**
 * The state that an address holds, or null where it holds anything else.
 * @param {string} address from "#" on
 * @param {State} first
 * @param {string[]} names of rules
 * @returns {State | null}
 */
export function fromAddress(address, first, names) {
  const state = { ...first };
  if (address === "" || address === "#") {
    return state;
  }
  if (address.length > LONGEST_ADDRESS) {
    return null;
  }
  const seen = new Set();
  for (const part of address.slice(1).split("&")) {
    const [, key, text] = /^([a-z]+)=([\w.,%~!'()*-]+)$/.exec(part) ?? [];
    if (key === undefined || seen.has(key) || !take(state, key, text, names)) {
      return null;
    }
    seen.add(key);
  }
  return seen.has("a") && seen.has("d") ? state : null;
}

/**
 * Put one part of an address into the state; false where it does not belong there.
 * @param {State} state
 * @param {string} key
 * @param {string} text
 * @param {string[]} names
 */
function take(state, key, text, names) {
  const number = NUMBERS.find(([each]) => each === key);
  if (number) {
    const [, name, most] = number;
    const n = whole(text, most);
    if (n === null || (n === 0 && name === "stopAfter")) {
      return false;
    }
    state[name] = n;
    return true;
  }
  if (key === "rules") {
    state.rules = names.find((name) => encodeURIComponent(name) === text) ?? "";
    return state.rules !== "";
  }
  if (key === "stays") {
    state.armies = true;
    return text === "1";
  }
  // some who hand an address on write a comma in another way
  const units = text.split(/,|%2C/i).map((each) => whole(each, MOST_UNITS));
  /** @type {number[]} */
  const numbers = [];
  for (const n of units) {
    if (n === null) {
      return false;
    }
    numbers.push(n);
  }
  if (key === "a") {
    state.attackers = numbers[0];
    return numbers.length === 1;
  }
  if (key === "d") {
    state.garrisons = numbers;
    return numbers.length <= MOST_TERRITORIES;
  }
  if (key === "left" && numbers.length === 2) {
    state.left = [numbers[0], numbers[1]];
    return true;
  }
  return false;
}

/**
 * The defenders of a row of territories as people type it, "3,3,2" or "3 3 2"; null for a single
 * number, and for what is no such row.
 * @param {string} text
 */
export function rowOf(text) {
  const row = text.trim().split(/[\s,;]+/);
  if (row.length > 1 && row[row.length - 1] === "") {
    row.pop(); // the next number is not typed yet
  } else if (row.length < 2) {
    return null;
  }
  const numbers = row.flatMap((each) => whole(each, MOST_UNITS) ?? []);
  return numbers.length === row.length ? numbers : null;
}

/**
 * A whole number from 0 to `most` as people type it; null for anything else.
 * @param {string} text
 * @param {number} most
 */
export function whole(text, most) {
  return /^(0|[1-9]\d{0,5})$/.test(text) && Number(text) <= most ? Number(text) : null;
}
