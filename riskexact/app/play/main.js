// A whole game against a perfect opponent, which says after each move what it cost.

import { fromDouble, sumOf } from "../core/fractions.js";
import { Asker } from "../shared/asker.js";
import { remember, remembered, writeAddress } from "../shared/device.js";
import { closing, draw, make, offer, pressable, the, told, whenChosen, whenPressed, whileOpen } from "../shared/elements.js";
import { drawnDice } from "../shared/icons.js";
import { number, offerLanguages, playedText, text, titled } from "../shared/language.js";
import { celebrate, showLarge } from "../shared/motion.js";
import { percent } from "../shared/words.js";
import { Game, judged } from "./game.js";

/** @typedef {import("./game.js").Step} Step */
/** @typedef {import("./game.js").Stage} Stage */

/**
 * What was done, as the log says it: the step, what both sides lost in it, and what it cost whoever plays here,
 * with the best step; null where there was no choice.
 * @typedef {{mine: boolean, step: Step, fallen: number[], lost?: number[], cost: number | null, best: Step}} Done
 */

/** What is no mistake, as bounds are no closer; and milliseconds to look. */
const [NOTHING, PACE] = [1e-5, 700];

/** @type {Record<string, string>} Tables by board: deflated and in base64, or where they are. */
const tables = told("tables");
/** @type {Map<string, string>} What rule sets are called, by their names. */
const titles = new Map(Object.values(told("games")).map(({ name, title }) => [name, title]));
const asker = new Asker(the("arithmetic").textContent ?? "");
const state = {
  name: asked(),
  table: new ArrayBuffer(0),
  game: /** @type {Game | null} */ (null),
  stage: { pattern: 1, armies: [1], doing: "place", fallen: /** @type {number[]} */ ([]) },
  mine: true,
  steps: /** @type {{step: Step, worth: number[]}[]} */ ([]),
  placed: /** @type {number[]} */ ([]),
  lost: 0,
  timer: 0,
  said: /** @type {Done[]} The log, the newest first. */ ([]),
  past: /** @type {{stage: Stage, lost: number, said: number}[]} What each choice here can be taken back to. */ ([]),
};

/** The board in the address, or the first one. */
function asked() {
  const boards = Object.keys(tables);
  return boards.find((name) => location.hash === `#play=${name}`) ?? boards[0];
}

/** @param {number} share */
const chance = (share) => percent(fromDouble(share));

/** @param {number} i */
const named = (i) => state.game?.header.territories[i] ?? "";

/** @param {Step} step @param {number[]} fallen */
function words([kind, i, j, n], fallen) {
  if (kind === "place") {
    const parts = i.map((/** @type {number} */ more, /** @type {number} */ at) => more && `${named(at)} +${number(more)}`);
    return parts.filter(Boolean).join(", ");
  }
  const [from, to, units] = kind === "move" ? [fallen[0], fallen[1], i] : [i, j, n ?? 0];
  return text(`step.${kind}`, { from: named(from), to: named(to), n: units });
}

/** @param {string} text deflated, in base64, the first bytes of all bounds first */
async function unpacked(text) {
  const { DecompressionStream } = /** @type {any} */ (globalThis); // which older compilers do not know
  const packed = new Blob([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))]);
  const inflated = packed.stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(inflated).arrayBuffer());
  const start = bytes.indexOf(10) + 1; // behind the first line
  const positions = (bytes.length - start) / 8;
  return bytes.map((byte, n) => {
    const [position, plane] = [(n - start) >> 3, (n - start) & 7];
    return n < start ? byte : bytes[start + plane * positions + position];
  }).buffer;
}

/**
 * Begin a game, one army on each territory, mine the first ones, and my move; or go on with one.
 * @param {boolean} [anew] also where one is going on
 */
async function begin(anew = false) {
  clearTimeout(state.timer);
  asker.cancel();
  const { name } = state;
  try {
    const place = tables[name];
    const table = await (place.endsWith(".rxg") ? (await fetch(place)).arrayBuffer() : unpacked(place));
    const game = new Game(table);
    const armies = game.header.territories.map(() => 1);
    const pattern = (1 << Math.floor(armies.length / 2)) - 1;
    if (name !== state.name) {
      return;
    }
    const stage = { pattern, armies, doing: "place", fallen: [] };
    Object.assign(state, { table, game, mine: true, lost: 0, said: [], past: [], stage }, anew ? {} : kept(name, game));
  } catch {
    the("title").textContent = text("play.unreachable");
    return;
  }
  judge();
}

/** @param {string} name @param {Game} game @returns nothing where no game is kept here */
function kept(name, game) {
  try {
    const { board, ...found } = JSON.parse(remembered("game") ?? "");
    found.said.forEach(lineText);
    return board === name && game.bounds(found.stage).every(Number.isFinite) ? found : {};
  } catch {
    return {};
  }
}

/** Keep the game over a reload. */
function keep() {
  const { name: board, stage, mine, lost, said, past } = state;
  remember("game", JSON.stringify({ board, stage, mine, lost, said, past }));
}

/** Take back the armies that are being placed, or the last choice. */
function undo() {
  const last = state.placed.some(Boolean) ? null : state.past.pop();
  if (last) {
    const { stage, lost, said } = last;
    clearTimeout(state.timer);
    asker.cancel();
    Object.assign(state, { stage, lost, mine: true, said: state.said.slice(-said || Infinity) });
  }
  judge();
}

/** Ask what all steps are worth; the opponent then takes the best. */
function judge() {
  const { stage, mine } = state;
  Object.assign(state, { steps: [], placed: stage.armies.map(() => 0) });
  keep();
  show();
  const answered = (/** @type {typeof state.steps} */ steps) => {
    state.steps = steps;
    if (!mine || (steps.length === 1 && stage.doing !== "attack")) {
      state.timer = setTimeout(() => play(steps[0].step), mine ? 0 : PACE);
    }
    show();
  };
  const failed = (/** @type {string} */ reason) => (the("title").textContent = reason);
  const task = { name: state.name, table: state.table, stage };
  if (stage.pattern !== state.game?.all) {
    const seconds = stage.armies.length > 3 ? 1 : 0;
    asker.ask({ kind: "judge", task, here: () => judged(task), seconds, failed, answered });
  }
}

/** @param {Step} step @param {boolean} [pressed] on what is gone then */
function play(step, pressed = false) {
  const { game, steps, mine, stage: { fallen } } = state;
  const found = steps.find((each) => String(each.step) === String(step));
  if (!game || !found) {
    return;
  }
  const ends = game.ends(state.stage, step);
  let drawn = Math.random() * game.over;
  const end = ends.find(({ weight }) => (drawn -= weight) < 0) ?? ends[0];
  const cost = mine ? steps[0].worth[0] - found.worth[0] : 0;
  const isChoice = mine && steps.length > 1;
  if (isChoice) {
    state.past.push({ stage: state.stage, lost: state.lost, said: state.said.length });
  }
  state.lost += cost > NOTHING ? cost : 0;
  const lost = end.lost && (mine ? end.lost : [...end.lost].reverse());
  state.said.unshift({ mine, step, fallen, lost, cost: isChoice ? cost : null, best: steps[0].step });
  const won = end.stage.doing === "move" && (end.stage.pattern | (1 << end.stage.fallen[1])) === game.all;
  state.stage = won ? { ...end.stage, pattern: game.all } : end.stage;
  state.mine = end.passed ? !mine : mine;
  if (won && mine) {
    celebrate();
  }
  judge();
  if (pressed) {
    the("answer").focus({ preventScroll: true });
  }
}

/** @param {Done} done */
function lineText({ mine, step, fallen, lost, cost, best }) {
  const parts = [text(mine ? "play.mine" : "play.theirs", { step: words(step, fallen) })];
  if (lost) {
    parts.push(text("play.thrown", { own: lost[0], other: lost[1] }));
  }
  if (cost !== null) {
    parts.push(cost > NOTHING ? text("play.cost", { percent: chance(cost), step: words(best, fallen) }) : text("play.best"));
  }
  return parts.join(" ");
}

/** What the other did since the last choice here. */
function theirs() {
  const chosen = state.said.findIndex((line) => line.cost !== null);
  return state.said.slice(0, chosen < 0 ? Infinity : chosen).filter((line) => !line.mine).reverse();
}

/** Say everything in another language. */
function say() {
  offer("on", Object.keys(tables).map((name) => [name, text(`on.${name}`)]));
  the("on", HTMLSelectElement).value = state.name;
  show();
}

/** Show the board, whose move it is, what may be done, and what was done. */
function show() {
  const { game, stage, mine, steps, placed, lost } = state;
  if (!game) {
    return;
  }
  const { rules, territories, borders } = game.header;
  const over = stage.pattern === game.all;
  const doing = over ? "over" : stage.doing;
  the("settings").textContent = playedText(titled(rules, titles.get(rules) ?? rules), "", true);
  const left = game.incomes[stage.pattern] - sumOf(placed);
  const best = steps[0]?.worth[0] ?? 0;
  the("title").textContent = text(mine ? `turn.${doing}` : `wait.${over ? "over" : "turn"}`, { n: left });
  if (steps.length) {
    const won = mine ? best : 1 - best;
    showLarge(chance(won), fromDouble(won));
  }
  the("lost").textContent = text("play.lost", { percent: chance(lost) });
  const two = territories.length === 2;
  the("board").classList.toggle("two", two);
  const turns = territories.map((_, i) => (2 * Math.PI * i) / territories.length - (two ? Math.PI : Math.PI / 2));
  const spots = turns.map((turn) => [50 + 34 * Math.cos(turn), 50 + 34 * Math.sin(turn)]);
  const lines = borders.map(([i, j]) => draw("path", { d: `M${spots[i]}L${spots[j]}` }));
  const places = territories.map((name, i) => {
    const own = Boolean((stage.pattern >> i) & 1) === mine;
    const [from, to, moving] = over ? stage.fallen : [];
    const armies = i === to ? moving : stage.armies[i] + placed[i] - (i === from ? moving : 0);
    const said = text(own ? "board.mine" : "board.theirs", { name, n: armies });
    const putOne = () => {
      placed[i] += 1;
      show();
      the("board").querySelectorAll("button")[i].focus();
      if (left === 1) {
        play(["place", placed], true);
      }
    };
    const look = { class: own ? "mine" : "theirs", "aria-label": said };
    const place = pressable(name, putOne, look, make("strong", {}, number(armies)));
    Object.assign(place.style, { left: `${spots[i][0]}%`, top: `${spots[i][1]}%` });
    place.disabled = !(mine && doing === "place" && own && steps.length);
    return place;
  });
  the("board").replaceChildren(draw("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, ...lines), ...places);
  const mayChoose = mine && !over && doing !== "place";
  /** @param {string[]} kinds */
  const chosen = (kinds) => (mayChoose ? steps.map(({ step }) => step).filter(([kind]) => kinds.includes(kind)).sort() : []);
  the("steps").replaceChildren(
    ...chosen(["attack", "move"]).map((step) => {
      const thrown = step[0] === "attack" ? [" ", drawnDice("attacker", step[3])] : [];
      return pressable(words(step, stage.fallen), () => play(step, true), {}, ...thrown);
    }),
  );
  const ends = chosen(["end", "fortify"]);
  the("last").hidden = !ends.length;
  offer("fortify", ends.map((step) => [JSON.stringify(step), step[0] === "end" ? text("step.none") : words(step, [])]));
  the("log").replaceChildren(...state.said.map((line) => make("li", {}, lineText(line))));
  the("did").textContent = theirs().map(lineText).join(" ");
  for (const id of ["chance", "chance-words"]) {
    the(id).hidden = over;
  }
  the("undo", HTMLButtonElement).disabled = !state.past.length && !placed.some(Boolean);
}

the("last", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  play(JSON.parse(the("fortify", HTMLSelectElement).value), true);
});
whenChosen("on", (name) => {
  state.name = name;
  writeAddress(`#play=${state.name}`);
  begin();
});
addEventListener("hashchange", () => {
  state.name = asked();
  say();
  begin();
}, whileOpen);
whenPressed("anew", () => begin(true));
whenPressed("undo", undo);
closing.signal.addEventListener("abort", () => clearTimeout(state.timer));
offerLanguages(say);
say();
begin();
