// What is asked, as one value, and as an address, so that a battle can be shared.

import { partsFrom, rulesText } from "./address.js";
import { MAX_TERRITORIES, MAX_UNITS, whole } from "../shared/numbers.js";

/**
 * What was typed.  With `armies`, the attackers count the one who stays behind, and so does the
 * number at which they retreat.  `rules` is a name, or rules of one's own as address.js
 * writes them; `territoryRules` has the same for each territory, "" where `rules` hold there too, and
 * is empty where they hold on all.  `blitz` is a version of Balanced Blitz, "" for dice that are thrown.
 * @typedef {{
 *   rules: string, territoryRules: string[], blitz: string,
 *   armies: boolean, attackers: number, garrisons: number[], leaveBehind: number,
 *   retreatAt: number, stopAtDefenders: number, stopAfter: number | null, stopBelow: number,
 *   left: [number, number] | null,
 * }} State
 */

/** The largest number of rounds that can be typed. */
export const MAX_ROUNDS = 999;

/** @param {string} rules @returns {State} what is asked before anything was typed */
export function firstState(rules) {
  return {
    rules,
    territoryRules: [],
    blitz: "",
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

/** @param {State} state @returns the rules on each territory: names, or rules of one's own */
export function rulesOnEach({ garrisons, rules, territoryRules }) {
  return garrisons.map((_, n) => territoryRules[n] || rules);
}

/**
 * The fight that is asked about: stop rules other than a retreat are for one territory alone, and for
 * dice that are thrown.
 * @param {State} state @param {import("../core/blitz.js").Blitz | null} [blitz] the constants of its version
 */
export function fightOf(state, blitz = null) {
  const thrown = isThrown(state);
  return {
    attackers: Math.max(0, state.attackers - Number(state.armies)),
    garrisons: state.garrisons,
    leaveBehind: state.leaveBehind,
    retreatAt: Math.max(0, state.retreatAt - Number(state.armies)),
    stopAtDefenders: thrown ? state.stopAtDefenders : 0,
    stopAfter: thrown ? state.stopAfter : null,
    stopBelow: thrown ? state.stopBelow : 0,
    blitz,
  };
}

/** @param {State} state @returns whether any stop rule may end a single battle */
export function isThrown({ garrisons, blitz }) {
  return garrisons.length === 1 && !blitz;
}

/**
 * The state as the part of an address after "#".  Values as at the start are left out, except the
 * units.
 * @param {State} state @param {State} first
 */
export function toAddress(state, first) {
  const row = state.garrisons.map((units, n) => {
    const rules = state.territoryRules[n];
    return rules ? `${units}:${rulesAddress(rules, inRow)}` : units;
  });
  const parts = [`a=${state.attackers}`, `d=${row.join(",")}`];
  for (const [key, name] of NUMBERS) {
    if (state[name] !== first[name]) {
      parts.push(`${key}=${state[name]}`);
    }
  }
  if (state.rules !== first.rules) {
    parts.push(`rules=${rulesAddress(state.rules, encodeURIComponent)}`);
  }
  if (state.blitz) {
    parts.push(`blitz=${state.blitz}`);
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
  ["behind", "leaveBehind", MAX_UNITS],
  ["retreat", "retreatAt", MAX_UNITS],
  ["stop", "stopAtDefenders", MAX_UNITS],
  ["rounds", "stopAfter", MAX_ROUNDS],
  ["below", "stopBelow", 100],
];

/** @param {string} rules @param {(name: string) => string} escaped @returns what an address has: those of one's own as they are */
function rulesAddress(rules, escaped) {
  return partsFrom(rules) ? rules : escaped(rules);
}

/** @param {string} name @returns it without a sign that has a meaning there */
function inRow(name) {
  return encodeURIComponent(encodeURIComponent(name));
}

/** No address of this page is longer: the name of a rule set takes up to 1200 on each territory. */
const MAX_ADDRESS_LENGTH = 16_000;

/**
 * The state that an address holds, or null where it holds anything else.
 * @param {string} address from "#" on @param {State} first @param {string[]} names of rules
 * @param {string[]} versions of Balanced Blitz
 * @returns {State | null}
 */
export function fromAddress(address, first, names, versions) {
  const state = { ...first };
  if (address === "" || address === "#") {
    return state;
  }
  if (address.length > MAX_ADDRESS_LENGTH) {
    return null;
  }
  const seen = new Set();
  for (const part of address.slice(1).split("&")) {
    const [, key, text] = /^([a-z]+)=([\w.,:=%~!'()*-]+)$/.exec(part) ?? [];
    if (key === undefined || seen.has(key) || !take(state, key, text, names, versions)) {
      return null;
    }
    seen.add(key);
  }
  return seen.has("a") && seen.has("d") ? state : null;
}

/**
 * Put one part of an address into the state; false where it does not belong there.
 * @param {State} state @param {string} key @param {string} text @param {string[]} names
 * @param {string[]} versions
 */
function take(state, key, text, names, versions) {
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
    const rules = rulesSaid(text, names, encodeURIComponent);
    state.rules = rules ?? "";
    return rules !== null;
  }
  if (key === "blitz") {
    state.blitz = text;
    return versions.includes(text);
  }
  if (key === "stays") {
    state.armies = true;
    return text === "1";
  }
  if (key === "d") {
    return takeRow(state, text, names);
  }
  const [one, two, ...more] = plain(text).split(",").map((each) => whole(each, MAX_UNITS));
  if (key === "a" && one !== null && two === undefined) {
    state.attackers = one;
    return true;
  }
  if (key === "left" && one !== null && typeof two === "number" && more.length === 0) {
    state.left = [one, two];
    return true;
  }
  return false;
}

/**
 * Put a row of territories into the state, "3,5:capital,2"; false where it is none.
 * @param {State} state @param {string} text @param {string[]} names
 */
function takeRow(state, text, names) {
  // a comma within rules is followed by no territory
  const row = plain(text).split(/,(?=\d*(?:[:,]|$))/);
  const garrisons = row.map((each) => whole(each.split(":")[0], MAX_UNITS));
  const rules = row.map((each) =>
    each.includes(":") ? rulesSaid(each.slice(each.indexOf(":") + 1), names, inRow) : "",
  );
  if (row.length > MAX_TERRITORIES || garrisons.includes(null) || rules.includes(null)) {
    return false;
  }
  state.garrisons = garrisons.map(Number);
  state.territoryRules = rules.some(Boolean) ? rules.map(String) : [];
  return true;
}

/**
 * The rules in an address, a name or rules of one's own; null where it says none.
 * @param {string} text @param {string[]} names @param {(name: string) => string} escaped
 */
function rulesSaid(text, names, escaped) {
  const name = names.find((each) => [escaped(each), rulesAddress(each, escaped)].includes(text));
  const parts = name === undefined ? partsFrom(plain(text)) : null;
  return name ?? (parts && rulesText(parts));
}

/** @param {string} text @returns a text of an address with the signs that some escape who hand it on */
function plain(text) {
  return text.replace(/%(?:2C|3A|3D)/gi, decodeURIComponent);
}
