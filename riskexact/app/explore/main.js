// The page that walks from the problem of points to a battle: one idea a step, each to be touched.

import { Lattice, stateKey } from "./lattice.js";
import { Rules } from "../core/rules.js";
import { decimal, fractionText, percentage } from "../core/text.js";
import { writeAddress } from "../shared/device.js";
import { closing, make, offer, the, told, whenChosen, whenPressed, whileOpen } from "../shared/elements.js";
import { drawnDice, icon } from "../shared/icons.js";
import { localized, number, offerLanguages, playedText, text, titled } from "../shared/language.js";
import { percent } from "../shared/words.js";
import { Grid } from "./grid.js";

/** @typedef {import("./lattice.js").State} State */

/**
 * A step of the walk, one idea: what is thrown, what the states show, and from where it starts.
 *
 * - `shown`: nothing, the number of paths to a state, the chance to win from there, or to pass through it;
 * - `game`: a point for either player by a coin, only the highest dice, or the standard rules;
 * - `fills`: whether the reader fills the states in, from the ends on;
 * - `inside`, `exits`: whether the interior, and the first exits from it, stand out.
 * @typedef {{
 *   name: string, game: "coin" | "single" | "standard", attackers: number, defenders: number,
 *   shown: "nothing" | "paths" | "values" | "chances", fills?: boolean, inside?: boolean, exits?: boolean,
 * }} StepOfWalk
 */

/** @type {StepOfWalk[]} */
const STEPS = [
  { name: "stakes", game: "coin", shown: "nothing", attackers: 3, defenders: 2 },
  { name: "paths", game: "coin", shown: "paths", attackers: 5, defenders: 5 },
  { name: "backward", game: "coin", shown: "values", attackers: 3, defenders: 2, fills: true },
  { name: "share", game: "coin", shown: "values", attackers: 3, defenders: 2 },
  { name: "dice", game: "single", shown: "values", attackers: 5, defenders: 4 },
  { name: "inside", game: "single", shown: "values", attackers: 6, defenders: 5, inside: true },
  { name: "exits", game: "single", shown: "chances", attackers: 6, defenders: 5, inside: true, exits: true },
  { name: "trinomial", game: "standard", shown: "paths", attackers: 6, defenders: 6, inside: true },
  { name: "standard", game: "standard", shown: "values", attackers: 6, defenders: 5, fills: true },
  { name: "yours", game: "standard", shown: "chances", attackers: 8, defenders: 6, inside: true, exits: true },
];

/** The most units on a side: a phone shows some ten of them at once. */
const MOST = 20;

/** Digits of a decimal beside a fraction. */
const DIGITS = 12;

/** Milliseconds between two diagonals that fill in by themselves. */
const PACE = 500;

/** @type {Record<string, import("../core/rules.js").RuleData>} */
const counted = told("games");
const games = Object.fromEntries(Object.entries(counted).map(([name, each]) => [name, new Rules(each)]));

/** How many dice both sides throw. */
const DICE = { coin: [0, 0], single: [1, 1], standard: [3, 2] };

let at = 0;
let lattice = new Lattice(1, 1, games.coin);
/** @type {State} */
let touched = { a: 1, d: 1 };
/** Whether a battle was asked about that is not drawn here. */
let isOther = false;
/** How many diagonals are filled in, from the ends on. */
let filled = 0;
let timer = 0;
const grid = new Grid(the("grid"), touch);

/**
 * Go to a step, with its own battle or another one.
 * @param {number} step @param {State} [start]
 */
function go(step, start) {
  at = Math.min(Math.max(step, 0), STEPS.length - 1);
  const { attackers, defenders } = STEPS[at];
  begin(start ?? { a: attackers, d: defenders });
}

/** @param {State} start */
function begin(start) {
  const step = STEPS[at];
  clearInterval(timer);
  lattice = new Lattice(start.a, start.d, games[step.game]);
  filled = step.fills ? 0 : start.a + start.d;
  touched = start;
  writeAddress(`#step=${at + 1}&a=${start.a}&d=${start.d}`);
  show();
}

/** Take over the step and the battle in the address, or on a first visit the battle that was asked about. */
function read() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const link = the("to-battle", HTMLAnchorElement).hash ?? "";
  const battle = /^#a=(\d+)&d=(\d+)(&stays=1)?(&left=[\d,]+)?$/.exec(link);
  const units = battle && location.hash === "#why"
    ? [Number(battle[1]) - Number(Boolean(battle[3])), Number(battle[2])]
    : ["a", "d"].map((name) => Number(asked.get(name)));
  const fits = units.every((each) => Number.isInteger(each) && each >= 1 && each <= MOST);
  const isYours = location.hash === "#why" && battle && fits;
  isOther = location.hash === "#why" && !isYours && link.startsWith("#a=");
  const step = isYours ? STEPS.length : Number(asked.get("step")) || 1;
  go(step - 1, fits ? { a: units[0], d: units[1] } : undefined);
}

/** @param {State} state */
function touch(state) {
  touched = state;
  grid.mark(state, lattice.after(state));
  the("says").replaceChildren(...telling(state));
}

/** Show the step and its battle. */
function show() {
  const step = STEPS[at];
  const values = { a: lattice.attackers, d: lattice.defenders, n: at + 1, all: STEPS.length };
  const isCoin = step.game === "coin";
  const [attack, defence] = DICE[step.game];
  const thrown = isCoin ? [icon("coin")] : [drawnDice("attacker", attack), drawnDice("defender", defence)];
  the("place").replaceChildren(text("walk.place", values), " ", ...thrown);
  const { name, title } = counted[step.game];
  const other = isOther && at === 0 ? text("walk.other", { most: MOST }) : "";
  the("settings").textContent = isCoin ? other : playedText(titled(name, title), "", false);
  the("title").textContent = text(`${step.name}.title`);
  the("idea").textContent = text(`${step.name}.idea`, values);
  the("back", HTMLButtonElement).disabled = at === 0;
  the("next", HTMLButtonElement).disabled = at === STEPS.length - 1;
  the("steps", HTMLSelectElement).value = String(at);
  the("attackers", HTMLSelectElement).value = String(lattice.attackers);
  the("defenders", HTMLSelectElement).value = String(lattice.defenders);
  const sides = isCoin ? "players" : "sides";
  // the first player wins where a battle is won: at the right edge
  the("sides-of").classList.toggle("coin", isCoin);
  the("attackers-label").textContent = text(`${sides}.attackers`);
  the("defenders-label").textContent = text(`${sides}.defenders`);
  the("filling").hidden = !step.fills;
  the("corner").textContent = text(`${sides}.axes`);
  const key = [text(step.exits ? "key.exits" : step.inside ? "key.inside" : "key.ends"), text("key.touch")];
  if (step.shown === "values" || step.shown === "chances") {
    key.unshift(text(`key.${step.shown}`));
  }
  the("key").textContent = key.join(" ");
  drawStates();
  showSum();
}

/** Draw the lattice as far as it is filled in. */
function drawStates() {
  const last = lattice.attackers + lattice.defenders;
  the("fill", HTMLButtonElement).disabled = filled >= last;
  the("fill-all", HTMLButtonElement).disabled = filled >= last;
  grid.show(lattice.attackers, lattice.defenders, look, the("corner").textContent ?? "");
  touch(touched);
}

/** @param {State} state */
function look(state) {
  const step = STEPS[at];
  const over = lattice.isOver(state);
  const reached = lattice.paths(state) > 0n;
  const kinds = [over ? (state.d === 0 ? "won" : "lost") : "open"];
  if (step.inside && !over && lattice.isInside(state)) {
    kinds.push("inside");
  }
  if (step.exits && lattice.exits().some((exit) => stateKey(exit) === stateKey(state))) {
    kinds.push("exit");
  }
  if (!reached) {
    kinds.push("unreached");
  }
  const label = labelOf(state);
  return { label, words: text("state.name", { a: state.a, d: state.d, label: label || text("state.empty") }), kinds };
}

/** @param {State} state */
function labelOf(state) {
  const { shown } = STEPS[at];
  if (!isFilled(state) || (state.a === 0 && state.d === 0)) {
    return "";
  }
  if (shown === "paths") {
    return lattice.paths(state) ? number(lattice.paths(state)) : "";
  }
  if (shown === "values") {
    return localized(percentage(lattice.value(state)));
  }
  const chance = lattice.chance(state);
  return shown === "chances" && chance.n ? localized(percentage(chance)) : "";
}

/** @param {State} state */
function isFilled({ a, d }) {
  return a + d <= filled || lattice.isOver({ a, d });
}

/** @param {State} state that is touched */
function telling(state) {
  const step = STEPS[at];
  const game = step.game === "coin" ? "coin" : "battle";
  const end = state.d === 0 ? "won" : "lost";
  const units = {
    ...state,
    attackers: text("units.attackers", { n: state.a }),
    defenders: text("units.defenders", { n: state.d }),
  };
  const parts = [make("p", {}, text(`${game}.${lattice.isOver(state) ? end : "open"}`, units))];
  if (step.shown === "paths" && lattice.paths(state)) {
    parts.push(make("p", {}, text("says.paths", { n: lattice.paths(state) })));
  }
  if (lattice.isOver(state)) {
    return parts;
  }
  const next = lattice.after(state);
  const words = next.map(({ a, d, chance }) =>
    text("says.step", { chance: fractionText(chance), a, d }),
  );
  parts.push(make("p", {}, `${text("says.round")} ${words.join("; ")}.`));
  if (step.shown !== "paths" && step.shown !== "nothing" && isFilled(state)) {
    const value = lattice.value(state);
    const terms = next.map((each) => `${fractionText(each.chance)} · ${fractionText(lattice.value(each))}`);
    parts.push(
      make("p", {}, text(`${game}.value`, { percent: percent(value) })),
      make("p", { class: "fraction" }, `${terms.join(" + ")} = ${fractionText(value)}`),
      make("p", { class: "small muted" }, `= ${localized(decimal(value, DIGITS))}`),
    );
  }
  return parts;
}

/** Show the sum over the first exits, where the step has one. */
function showSum() {
  const place = the("sum");
  const exits = STEPS[at].exits ? lattice.exits() : [];
  place.hidden = !STEPS[at].exits;
  if (!exits.length) {
    place.replaceChildren(make("p", {}, text("sum.none")));
    return;
  }
  const rows = exits.map(({ a, d, reached, value }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, text("sum.state", { a, d })),
      make("td", {}, percent(reached)),
      make("td", {}, percent(value)),
      make("td", {}, percent({ n: reached.n * value.n, d: reached.d * value.d })),
    ),
  );
  const heads = ["sum.exit", "sum.reached", "sum.value", "sum.term"].map((key) =>
    make("th", { scope: "col" }, text(key)),
  );
  const total = lattice.sumOverExits();
  place.replaceChildren(
    make(
      "div",
      { class: "wide", tabindex: "0", role: "region", "aria-label": text("sum.caption") },
      make(
        "table",
        {},
        make("caption", {}, text("sum.caption")),
        make("thead", {}, make("tr", {}, ...heads)),
        make("tbody", {}, ...rows),
      ),
    ),
    make("p", {}, text("sum.total", { percent: percent(total) })),
    make("p", { class: "fraction" }, fractionText(total)),
  );
}

/** Fill in one diagonal more; the first has one unit on each side. */
function fill() {
  filled = Math.max(filled + 1, 2);
  drawStates();
}

function fillAll() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const last = lattice.attackers + lattice.defenders;
  if (still) {
    filled = last;
    drawStates();
    return;
  }
  clearInterval(timer);
  timer = setInterval(() => {
    fill();
    if (filled >= last) {
      clearInterval(timer);
    }
  }, PACE);
}

/** Name the steps in the list of them. */
function nameSteps() {
  offer("steps", STEPS.map(({ name }, n) => [String(n), `${number(n + 1)}. ${text(`${name}.title`)}`]));
}

/** @param {string} id */
const chosen = (id) => Number(the(id, HTMLSelectElement).value);

for (const side of ["attackers", "defenders"]) {
  offer(side, Array.from({ length: MOST }, (_, n) => [String(n + 1), String(n + 1)]));
  whenChosen(side, () => begin({ a: chosen("attackers"), d: chosen("defenders") }));
}
whenChosen("steps", (step) => go(Number(step)));
whenPressed("back", () => go(at - 1));
whenPressed("next", () => go(at + 1));
whenPressed("fill", fill);
whenPressed("fill-all", fillAll);
addEventListener("hashchange", read, whileOpen);
closing.signal.addEventListener("abort", () => clearInterval(timer));
offerLanguages(() => {
  nameSteps();
  show();
});
nameSteps();
read();
