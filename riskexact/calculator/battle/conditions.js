// What is asked, in words: the units, and what else decides the number, which is taken back here.

import { make, the } from "../shared/elements.js";
import { number, text } from "../shared/language.js";
import { isThrown } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./rulebook.js").RuleBook} RuleBook */

/** @typedef {{said: string, without: Partial<State>}} Condition */

/** The most territories with which a headline has room for words. */
const SHORT = 4;

/**
 * The units that are asked about.
 * @param {{attackers: number, garrisons: number[], armies: boolean}} state
 */
export function questionText({ attackers, garrisons, armies }) {
  const units = text(armies ? "units.armies" : "units.attackers", { n: attackers });
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
 * @param {{rules: string, blitz: string}} state
 * @param {RuleBook} book
 */
export function settings({ rules, blitz }, book) {
  return [book.title(rules), text(blitz ? "controls.blitz" : "controls.dice", { version: blitz })];
}

/**
 * What else is not as at first, in words, and the state without it.
 * @param {State} state
 * @param {State} first
 * @param {RuleBook} book
 * @returns {Condition[]}
 */
export function conditions(state, first, book) {
  const one = state.garrisons.length === 1;
  const thrown = isThrown(state);
  const units = state.armies ? "units.armies" : "units.attackers";
  /** @type {Condition[]} */
  const found = [];
  /** @param {boolean} holds @param {() => string} said @param {Partial<State>} without */
  const add = (holds, said, without) => {
    if (holds) {
      found.push({ said: said(), without });
    }
  };
  state.territoryRules.forEach((name, n) => {
    const rules = state.territoryRules.map((each, m) => (m === n ? "" : each));
    add(
      name !== "",
      () => text("chips.territory", { territory: n + 1, rules: book.title(name) }),
      { territoryRules: rules.some(Boolean) ? rules : [] },
    );
  });
  add(
    !one && state.leaveBehind !== first.leaveBehind,
    () => text("chips.behind", { n: state.leaveBehind }),
    { leaveBehind: first.leaveBehind },
  );
  add(
    state.retreatAt > 0,
    () => text("chips.retreat", { units: text(units, { n: state.retreatAt }) }),
    { retreatAt: 0 },
  );
  add(
    thrown && state.stopAtDefenders > 0,
    () => text("chips.defenders", { units: text("units.defenders", { n: state.stopAtDefenders }) }),
    { stopAtDefenders: 0 },
  );
  add(
    thrown && state.stopAfter !== null,
    () => text("chips.rounds", { n: state.stopAfter ?? 0 }),
    { stopAfter: null },
  );
  add(
    thrown && state.stopBelow > 0,
    () => text("chips.chance", { percent: text("chance.percent", { percent: state.stopBelow }) }),
    { stopBelow: 0 },
  );
  return found;
}

/**
 * Show conditions as buttons that take them back.
 * @param {Condition[]} found
 * @param {(without: Partial<State>) => void} change
 */
export function showConditions(found, change) {
  const place = the("chips", HTMLElement);
  place.hidden = found.length === 0;
  place.replaceChildren(
    ...found.map(({ said, without }, n) => {
      const cross = make("span", { "aria-hidden": "true" }, "×");
      const chip = make("button", { type: "button", class: "chip" }, make("span", {}, said, cross));
      chip.setAttribute("aria-label", text("chips.remove", { condition: said }));
      chip.addEventListener("click", () => {
        change(without);
        const next = place.querySelectorAll("button")[Math.min(n, found.length - 2)];
        (next ?? the("answer", HTMLElement)).focus();
      });
      return make("li", {}, chip);
    }),
  );
}
