// The map page: what stands on the map becomes a question, and a throw leads to the next one.

import { DICE_RULES, MOVE_RULES } from "../core/front.js";
import { planFor } from "../core/plan.js";
import { Rules } from "../core/rules.js";
import { AT_MOST_HERE, Asker } from "../shared/asker.js";
import { remember, writeAddress } from "../shared/device.js";
import { clearNotice, closing, make, the, told, whileOpen } from "../shared/elements.js";
import { shareAnswer, showExactly } from "../shared/exact.js";
import { has, offerLanguages, text, usualRules } from "../shared/language.js";
import { lossesOfThrow, namesOf, showChance, showMoveIn, showMoves, showThrow } from "./answer.js";
import { Board } from "./board.js";
import { Editor } from "./editor.js";
import { bordersOf, firstTurn, fought, fromAddress, goals, placed, toAddress } from "./position.js";

/** @typedef {import("../core/plan.js").Answer} Answer */
/** @typedef {import("../core/plan.js").Move} Move */
/** @typedef {import("./position.js").Turn} Turn */
/** @typedef {import("./board.js").View} View */

/** Milliseconds until the page says that it is working. */
const PATIENCE = 150;

/** Armies that stand on a territory of a continent that is to be taken, until others are typed. */
const USUAL_GARRISON = 2;

/** The most turns that can be taken back. */
const MAX_UNDONE = 200;

/** @type {import("./position.js").World} */
const world = told("world");
/** @type {import("../core/rules.js").RuleData[]} */
const ruleData = told("rules");
const ruleSets = new Map(ruleData.map((data) => [data.name, new Rules(data)]));
const usual = ruleData[0].name;
let turn = firstTurn(world, usual);

/** @type {Turn[]} What can be taken back. */
const before = [];
/** @type {number | null} The territory that is edited. */
let chosen = null;
/** @type {View} */
let view = "play";
/** @type {Answer | null} */
let answer = null;
/** @type {Move | null} The move that is made, the first of the answer unless another is pressed. */
let made = null;
/** @type {[number, number] | null} What the throw cost by which the target fell. */
let fell = null;
let waiting = 0;

const asker = new Asker(the("arithmetic", HTMLElement).textContent ?? "");
const editor = new Editor(world, { now: () => turn, change, choose });
const board = new Board(world, {
  chosen: (territory) => choose(territory === chosen ? null : territory),
  looked: (wanted) => look(wanted),
  typed: (territory, key) => editor.typed(territory, key),
});

/** @param {number} territory */
const nameOf = (territory) => world.territories[territory].said ?? "";

/**
 * Go on from another position, which can be taken back.
 * @param {Turn} next
 */
function change(next) {
  before.push(turn);
  before.splice(0, before.length - MAX_UNDONE);
  turn = next;
  the("message", HTMLElement).hidden = true;
  writeAddress(toAddress(turn, world, usual));
  update();
}

/** @param {number | null} territory */
function choose(territory) {
  chosen = territory;
  showAll();
}

/** @param {View} wanted */
function look(wanted) {
  view = wanted;
  the("view", HTMLSelectElement).value = String(view);
  showAll();
}

/** Take over the position in the address, or say that it holds none. */
function read() {
  const empty = location.hash === "#turn";
  const found = empty ? firstTurn(world, usual) : fromAddress(location.hash, world, [...ruleSets.keys()]);
  const message = the("message", HTMLElement);
  message.hidden = found !== null;
  message.textContent = found ? "" : text("turn.unreadable");
  turn = found ?? firstTurn(world, usual);
  if (empty) {
    turn.rules = usualRules([usual], (name) => ruleSets.has(name));
  }
  before.length = 0;
  chosen = null;
  update();
}

/** Ask for the plan of what stands on the map. */
function update() {
  clearNotice();
  answer = null;
  made = null;
  fell = null;
  clearTimeout(waiting);
  asker.cancel();
  the("working", HTMLElement).hidden = true;
  const rules = ruleData.find(({ name }) => name === turn.rules);
  const fault = refusal();
  the("refused", HTMLElement).textContent = fault;
  showAll();
  if (fault || !rules) {
    return;
  }
  waiting = setTimeout(() => {
    the("states", HTMLElement).textContent = "";
    the("working", HTMLElement).hidden = false;
  }, PATIENCE);
  const { move, dice, mine, enemy } = turn;
  const question = {
    ...goals(turn, world),
    borders: bordersOf(turn, world),
    mine: sorted(mine),
    enemy: sorted(enemy),
    move,
    dice,
    rules: { attack: rules.attack, defence: rules.defence, rounds: rules.rounds },
  };
  asker.ask({
    kind: "plan",
    task: question,
    here: () => planFor(question),
    seconds: AT_MOST_HERE, // which nobody knows beforehand
    answered: showPlan,
    progress: (states) => {
      the("states", HTMLElement).textContent = text("plan.states", { n: states });
    },
    failed: () => over(text("answer.failed")),
  });
}

/** @param {Answer | null} found null where the position is too large */
function showPlan(found) {
  if (found === null) {
    over(text("plan.large"));
    return;
  }
  answer = found;
  made = found.moves.find(({ chance }) => chance.n > 0n) ?? null;
  const territories = found.apart.map(nameOf).join(", ");
  over(territories && text("plan.apart", { territories }));
  showAll();
}

/**
 * Nothing is awaited any more.
 * @param {string} said
 */
function over(said) {
  clearTimeout(waiting);
  the("working", HTMLElement).hidden = true;
  the("refused", HTMLElement).textContent = said;
}

/** @param {Map<number, number>} armies */
function sorted(armies) {
  return new Map([...armies].sort(([t], [u]) => t - u));
}

/** Why nothing is planned; "" where something is. */
function refusal() {
  const { mine, enemy, take } = turn;
  const wanted = take < 0 ? [...enemy.keys()] : world.continents[take].territories;
  const unknown = wanted.filter((t) => !mine.has(t) && !enemy.has(t));
  if (unknown.length) {
    return text("plan.unknown", { territories: unknown.map(nameOf).join(", ") });
  }
  if (!mine.size) {
    return text("plan.none-of-mine");
  }
  const taken = [...(before[before.length - 1]?.enemy.keys() ?? [])].some((t) => mine.has(t));
  return wanted.length || taken ? "" : text("plan.no-enemy");
}

/** Show everything that is known. */
function showAll() {
  const now = made && fell ? fought(turn, made, fell, movesIn(made, fell).proposed) : turn;
  const { take } = goals(now, world);
  board.show(now, { view, chosen, take, next: fell ? null : made });
  editor.show(chosen);
  document.body.classList.toggle("editing", chosen !== null);
  showGame();
  the("question", HTMLElement).textContent = question(take.length);
  the("result", HTMLElement).hidden = answer === null || fell !== null;
  for (const id of ["show-exact", "share"]) {
    the(id, HTMLButtonElement).disabled = answer === null;
  }
  the("undo", HTMLButtonElement).disabled = !before.length && !fell;
  the("turn-chance", HTMLElement).textContent = "";
  if (answer) {
    showChance(answer, take.length);
    document.title = `${the("chance", HTMLElement).textContent} – ${question(take.length)}`;
  }
  showMoves(answer?.moves ?? [], made, {
    name: nameOf,
    make: (move) => {
      made = move;
      fell = null;
      showAll();
    },
  });
  showNext();
}

/** @param {number} left */
function question(left) {
  const where = turn.take < 0 ? text("turn.everything") : world.continents[turn.take].said ?? "";
  return text("turn.question", { where, n: left });
}

/**
 * How many armies may move into a territory that has fallen, and how many are proposed.
 * @param {Move} move
 * @param {[number, number]} lost
 */
function movesIn({ source, dice, moveIn }, [attackers]) {
  const most = (turn.mine.get(source) ?? 0) - 1 - attackers;
  const fewest = { any: 1, dice: Math.min(dice, most), all: most }[turn.move];
  return { fewest, most, proposed: Math.min(Math.max(moveIn ?? most, fewest), most) };
}

/** Say what comes next, and ask what came of it. */
function showNext() {
  const rules = ruleSets.get(turn.rules);
  const won = answer !== null && !goals(turn, world).take.length;
  the("throw-title", HTMLElement).textContent = "";
  if (!made || !rules) {
    const key = answer ? (won ? "next.won" : "next.none") : "next.waiting";
    the("next", HTMLElement).textContent = text(key);
    showThrow([], () => {});
    return;
  }
  const move = made;
  if (fell) {
    const lost = fell;
    const moved = movesIn(move, lost);
    the("turn-chance", HTMLElement).textContent = "";
    the("next", HTMLElement).textContent = text("next.fallen", namesOf(move, nameOf));
    the("throw-title", HTMLElement).textContent =
      move.moveIn === null ? "" : text("next.best", { n: moved.proposed });
    showMoveIn({ ...moved, territory: nameOf(move.target) }, (armies) =>
      change(fought(turn, move, lost, armies)),
    );
    return;
  }
  const first = move === answer?.moves[0];
  the("next", HTMLElement).textContent = text(first ? "next.attack" : "next.other", namesOf(move, nameOf));
  the("throw-title", HTMLElement).textContent =
    move.moveIn === null
      ? text("throw.title")
      : `${text("next.move-in", { n: move.moveIn, target: nameOf(move.target) })} ${text("throw.title")}`;
  showThrow(lossesOfThrow(move, turn, rules), (losses) => {
    if (losses[1] < (turn.enemy.get(move.target) ?? 0)) {
      change(fought(turn, move, losses, 0));
    } else {
      fell = losses;
      showAll();
    }
  });
}

/** Show how it is played. */
function showGame() {
  the("take", HTMLSelectElement).value = String(turn.take);
  the("view", HTMLSelectElement).value = String(view);
  the("move", HTMLSelectElement).value = turn.move;
  the("dice", HTMLSelectElement).value = turn.dice;
  the("rule-set", HTMLSelectElement).value = turn.rules;
  the("through", HTMLInputElement).checked = turn.through;
  the("border", HTMLInputElement).checked = turn.border;
}

/** Say everything in the language of the page. */
function say() {
  for (const each of [...world.territories, ...world.continents]) {
    each.said = text(`place.${each.name.toLowerCase().replaceAll(" ", "-")}`);
  }
  /** @param {string} id @param {[string, string][]} options */
  const offer = (id, options) =>
    the(id, HTMLSelectElement).replaceChildren(
      ...options.map(([value, said]) => make("option", { value }, said)),
    );
  /** @type {[string, string][]} */
  const continents = world.continents.map(({ said = "" }, n) => [String(n), said]);
  offer("take", [["-1", text("turn.all")], ...continents]);
  offer("view", [["play", text("map.play")], ["world", text("map.world")], ...continents]);
  offer("move", MOVE_RULES.map((each) => [each, text(`move.${each}`)]));
  offer("dice", DICE_RULES.map((each) => [each, text(`dice.${each}`)]));
  offer("rule-set", ruleData.map(({ name, title }) => [name, has(`rules.${name}`) ? text(`rules.${name}`) : title]));
  editor.label();
  showAll();
}

/**
 * Take a continent: what is out of play there is the enemy's.
 * @param {number} take
 */
function wish(take) {
  let next = { ...turn, take };
  view = take < 0 ? "play" : take;
  for (const t of take < 0 ? [] : world.continents[take].territories) {
    if (!turn.mine.has(t) && !turn.enemy.has(t)) {
      next = placed(next, t, "enemy", USUAL_GARRISON);
    }
  }
  change(next);
}

/** Take back the last change. */
function undo() {
  if (fell) {
    fell = null;
    showAll();
    return;
  }
  const last = before.pop();
  if (last) {
    turn = last;
    writeAddress(toAddress(turn, world, usual));
    update();
  }
}

/** Listen to what is pressed, and show what is asked at first. */
function start() {
  /** @param {string} id @param {(value: string) => void} changed */
  const listen = (id, changed) => {
    const select = the(id, HTMLSelectElement);
    select.addEventListener("change", () => changed(select.value));
  };
  listen("take", (value) => wish(Number(value)));
  listen("view", (value) => look(value === "play" || value === "world" ? value : Number(value)));
  listen("move", (value) => change({ ...turn, move: MOVE_RULES.find((each) => each === value) ?? "any" }));
  listen("dice", (value) => change({ ...turn, dice: DICE_RULES.find((each) => each === value) ?? "free" }));
  listen("rule-set", (rules) => {
    remember("rules", rules);
    change({ ...turn, rules });
  });
  for (const id of /** @type {const} */ (["through", "border"])) {
    const box = the(id, HTMLInputElement);
    box.addEventListener("change", () => change({ ...turn, [id]: box.checked }));
  }
  the("undo", HTMLElement).addEventListener("click", undo);
  the("clear", HTMLElement).addEventListener("click", () => {
    view = "world";
    change({ ...turn, mine: new Map(), enemy: new Map(), take: -1 });
  });
  the("cancel", HTMLElement).addEventListener("click", () => {
    asker.cancel();
    over(text("plan.stopped"));
  });
  the("share", HTMLElement).addEventListener("click", () => {
    writeAddress(toAddress(turn, world, usual));
    shareAnswer(`${the("question", HTMLElement).textContent}: ${the("chance", HTMLElement).textContent}`);
  });
  the("show-exact", HTMLElement).addEventListener("click", () => {
    if (answer) {
      showExactly(text(answer.proved ? "plan.exact" : "plan.exact-lower"), answer.lower);
    }
  });
  addEventListener("hashchange", read, whileOpen);
  addEventListener("resize", () => showAll(), whileOpen);
  closing.signal.addEventListener("abort", () => clearTimeout(waiting));
  offerLanguages(say);
  say();
  read();
}

start();
