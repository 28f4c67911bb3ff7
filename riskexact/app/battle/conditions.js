// What is asked, in words: the units, and what else decides the number, which is taken back here.

import { make, pressable, the } from "../shared/elements.js";
import { number, text } from "../shared/language.js";
import { isThrown } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./rulebook.js").RuleBook} RuleBook */

/** @typedef {{said: string, without: Partial<State>}} Condition */

/** The most territories with which a headline has room for words. */
const SHORT = 4;

/** @param {boolean} armies @returns the key of what the attacker counts */
export function ownUnits(armies) {
  return armies ? "units.armies" : "units.attackers";
}

/**
 * The units that are asked about.
 * @param {{attackers: number, garrisons: number[], armies: boolean}} state
 */
export function questionText({ attackers, garrisons, armies }) {
  const units = text(ownUnits(armies), { n: attackers });
  return garrisons.length === 1
    ? text("question.one", {
        attackers: units,
        defenders: text("units.defenders", { n: garrisons[0] }),
      })
    : text(garrisons.length > SHORT ? "question.long" : "question.row", {
        attackers: garrisons.length > SHORT ? number(attackers) : units,
        row: garrisons.join(", "),
      });
}

/**
 * How it is played: the rules, and what throws the dice.
 * @param {{rules: string, blitz: string}} state @param {RuleBook} book
 */
export function settings({ rules, blitz }, book) {
  return [book.title(rules), text(blitz ? "controls.blitz" : "controls.dice", { version: blitz })];
}

/**
 * What else is not as at first, in words, and the state without it.
 * @param {State} state @param {State} first @param {RuleBook} book
 * @returns {Condition[]}
 */
export function conditions(state, first, book) {
  const { leaveBehind, retreatAt, stopAtDefenders, stopAfter, stopBelow, territoryRules } = state;
  const thrown = isThrown(state);
  /** @type {Condition[]} */
  const found = [];
  /** @param {boolean} holds @param {string} key @param {any} values @param {Partial<State>} without */
  const add = (holds, key, values, without) => {
    if (holds) {
      found.push({ said: text(key, values), without });
    }
  };
  territoryRules.forEach((name, n) => {
    const others = territoryRules.map((each, m) => (m === n ? "" : each));
    const without = { territoryRules: others.some(Boolean) ? others : [] };
    const said = { territory: n + 1, rules: name && book.title(name) };
    add(name !== "", "chips.territory", said, without);
  });
  const row = state.garrisons.length > 1;
  const usual = { leaveBehind: first.leaveBehind };
  add(row && leaveBehind !== usual.leaveBehind, "chips.behind", { n: leaveBehind }, usual);
  const left = text(ownUnits(state.armies), { n: retreatAt });
  add(retreatAt > 0, "chips.retreat", { units: left }, { retreatAt: 0 });
  const units = text("units.defenders", { n: stopAtDefenders });
  add(thrown && stopAtDefenders > 0, "chips.defenders", { units }, { stopAtDefenders: 0 });
  add(thrown && stopAfter !== null, "chips.rounds", { n: stopAfter ?? 0 }, { stopAfter: null });
  const percent = text("chance.percent", { percent: stopBelow });
  add(thrown && stopBelow > 0, "chips.chance", { percent }, { stopBelow: 0 });
  return found;
}

/** @param {Condition[]} found @param {(without: Partial<State>) => void} change */
export function showConditions(found, change) {
  const place = the("chips");
  place.hidden = found.length === 0;
  place.replaceChildren(
    ...found.map(({ said, without }, n) => {
      const cross = make("span", { "aria-hidden": "true" }, "×");
      const takeBack = () => {
        change(without);
        const next = place.querySelectorAll("button")[Math.min(n, found.length - 2)];
        (next ?? the("answer")).focus();
      };
      const look = { class: "chip", "aria-label": text("chips.remove", { condition: said }) };
      return make("li", {}, pressable("", takeBack, look, make("span", {}, said, cross)));
    }),
  );
}
