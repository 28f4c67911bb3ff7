// The map page: one state, which is shown whole whenever it changes.  What stands on the map is in the
// address, and each throw is an entry of the browser's history, with the record of the turn so far.

import { DICE_RULES, MOVE_RULES } from "../core/front.js";
import { planFor, waysOf } from "../core/plan.js";
import { reviewOf } from "../core/review.js";
import { share } from "../core/text.js";
import { AT_MOST_HERE, Asker, worksNoMore, worksUnlessSoon } from "../shared/asker.js";
import { keptState, remember, remembered, writeAddress, writeLast } from "../shared/device.js";
import { clearNotice, notice, offer, the, told, whenChosen, whenPressed, whileOpen } from "../shared/elements.js";
import { saveFile, shareAnswer, showExactly } from "../shared/exact.js";
import { drawnDice, icon } from "../shared/icons.js";
import { offerLanguages, playedText, text, titled, usualRules } from "../shared/language.js";
import { celebrate } from "../shared/motion.js";
import { percent } from "../shared/words.js";
import { boundsText, lossesOfThrow, namesOf, showChance, showMoveIn, showMoves, showThrow, showWay } from "./answer.js";
import { Board } from "./board.js";
import { Editor } from "./editor.js";
import { worldOf } from "./own.js";
import { bordersOf, firstTurn, fromAddress, goals, placed, toAddress, wayTo } from "./position.js";
import { afterRound, moveFrom, moved, movesIn, sorted } from "./position.js";
import { differenceText, numberedLines, recordText, showReview } from "./record.js";
import { wayQuestion } from "./thread.js";

/** @typedef {import("../core/plan.js").Answer} Answer */
/** @typedef {import("../core/plan.js").Move} Move */
/** @typedef {import("../core/fractions.js").Fraction} Fraction */
/** @typedef {import("./position.js").Turn} Turn */
/** @typedef {import("./board.js").View} View */

/**
 * What an entry of the history has besides its address: how many entries there are before it, what
 * was edited, and the turn so far, as `riskexact review` reads it, from the address of its first line.
 * @typedef {{depth: number, edited: string, first: string, lines: object[]}} Entry
 */

/** How close bounds are whose difference is not waited for. */
const CLOSE = 1e-5;

/** Armies that stand on a territory of a continent that is to be taken, until others are typed. */
const USUAL_GARRISON = 2;

/** @type {import("./position.js").World} */
const classic = told("world");
const own = worldOf(remembered("map") ?? "");
/** @type {import("../core/rules.js").RuleData[]} */
const ruleData = told("rules");
const ruleNames = ruleData.map(({ name }) => name);
const [usual] = ruleNames;
/** @type {Map<string, import("../core/blitz.js").Blitz>} */
const versions = new Map(told("blitz").map((/** @type {import("../core/blitz.js").Blitz} */ each) => [each.name, each]));

/** The version of Balanced Blitz that is chosen here. */
const newest = [...versions.keys()].slice(-1)[0];

/** @param {import("./position.js").World | null} map @returns the position in the address; null for none */
const asked = (map) => map && fromAddress(location.hash, map, ruleNames, [...versions.keys()]);

/** The map that was opened here, unless the address has a position on the classic one. */
const world = own && (asked(own) || !asked(classic)) ? own : classic;

/**
 * All that is shown: the turn; how it is looked at, and whether a tap attacks or changes armies; the
 * territory that is edited; what is known; the move that is made, the first of the answer unless
 * another is pressed; the chances to take all of the way up to each of its territories; and what the
 * turn was worth, if that is asked.
 * @type {{
 *   turn: Turn, view: View, mode: "attack" | "armies", chosen: number | null, answer: Answer | null,
 *   made: Move | null, chances: Fraction[], review: import("./record.js").Review | null,
 * }}
 */
const state = {
  turn: firstTurn(world, usual), view: "play", mode: "attack", chosen: null, answer: null, made: null,
  chances: [], review: null,
};

const asker = new Asker(the("arithmetic").textContent ?? "");
const editor = new Editor(world, { now: () => state.turn, change, choose, next: following, leave });
const board = new Board(world, {
  tapped: (territory) => (state.mode === "attack" ? aim(territory) : step(territory, 1)),
  pressed: (territory) => step(territory, -1),
  entered: (territory) =>
    state.mode === "attack" ? aim(territory) : territory === state.chosen ? following() : choose(territory),
  looked: (view) => show({ view }),
  typed: (territory, key) => {
    const changes = editor.typed(territory, key);
    if (changes) {
      show({ mode: "armies" });
    }
    return changes;
  },
});

/** @param {number} territory */
const nameOf = (territory) => world.territories[territory].said ?? "";

/** @param {Turn} turn */
const addressOf = (turn) => toAddress(turn, world, usual);

/** @param {number} take @param {number[]} others if it is no continent */
const within = (take, others) => (take < 0 ? others : world.continents[take].territories);

/** @param {string} name */
const rulesNamed = (name) => ruleData.find((each) => each.name === name) ?? ruleData[0];

/** @returns {Entry} */
const entry = () => keptState() ?? { depth: 0, edited: "", first: addressOf(state.turn), lines: [] };

/** @param {Partial<typeof state>} changes of what is shown */
function show(changes) {
  Object.assign(state, changes);
  showAll();
}

/**
 * Go on from another position; the way back leads to this one, unless it is another edit of the same.
 * @param {Turn} turn @param {string} [edited]
 * @param {object[] | null} [lines] the turn so far; null where a turn begins here
 */
function change(turn, edited = state.chosen === null ? "" : String(state.chosen), lines = null) {
  const last = entry();
  const isNew = !edited || edited !== last.edited;
  state.turn = turn;
  the("message").hidden = true;
  const address = addressOf(turn);
  writeAddress(address, {
    depth: last.depth + Number(isNew),
    edited,
    first: lines ? last.first : address,
    lines: lines ?? [],
  }, isNew);
  update();
}

/** @param {number | null} territory */
function choose(territory) {
  show({ chosen: territory, ...(territory === null ? {} : { mode: "armies" }) });
}

/** Close the editor, and return to its territory. */
function leave() {
  const { chosen } = state;
  choose(null);
  board.focus(chosen ?? 0);
}

/** Go to the next territory of those that are to be taken, or that are in play; after the last, to the first. */
function following() {
  const { turn, chosen } = state;
  const { mine, enemy, take } = turn;
  const all = within(take, [...mine.keys(), ...enemy.keys()]);
  choose(all[(all.indexOf(chosen ?? -1) + 1) % all.length] ?? null);
}

/**
 * One army more or fewer; what is out of play is likely mine where I have nothing beside what is to be
 * taken, else the enemy's.
 * @param {number} territory @param {number} armies
 */
function step(territory, armies) {
  const { mine, enemy, take } = state.turn;
  const wanted = within(take, [...enemy.keys()]);
  const isBeside = !wanted.includes(territory) && waysOf(world).some(([from, to]) =>
    from === territory && wanted.includes(to));
  editor.step(territory, armies, !mine.size || (take >= 0 && isBeside) ? "mine" : "enemy");
}

/** @param {number} territory that is asked about, after others of the way */
function aim(territory) {
  const { turn } = state;
  if (!turn.mine.has(territory) && !turn.enemy.has(territory)) {
    choose(territory);
    return;
  }
  const way = wayTo(turn, world, territory);
  if (way === null) {
    notice(text("way.none", { territory: nameOf(territory) }));
    return;
  }
  state.turn = { ...turn, way };
  state.chosen = null;
  writeAddress(addressOf(state.turn), keptState());
  if (turn.blitz) {
    the("refused").textContent = refusal();
  }
  askWay();
  show({ made: firstOf(state.answer) });
}

/** @param {Answer | null} answer @returns the move on the way asked about, or else the best; null for none */
function firstOf(answer) {
  const [source, target] = state.turn.way;
  const moves = answer?.moves ?? [];
  const asked = moves.find((move) => move.source === source && move.target === target);
  return asked ?? moves.find(({ chance }) => chance.n > 0n) ?? null;
}

/** Find the chances of the way, those of one stack that fights each battle to its end. */
function askWay() {
  const { way, mine, enemy, rules, blitz } = state.turn;
  const attackers = (mine.get(way[0]) ?? 1) - 1;
  state.chances = [];
  if (way.length > 1 && attackers) {
    const garrisons = way.slice(1).map((t) => enemy.get(t) ?? 1);
    asker.ask({
      ...wayQuestion({ attackers, garrisons, rules: rulesNamed(rules), blitz: versions.get(blitz) ?? null }),
      answered: (chances) => show({ chances }),
      failed: () => {},
    });
  }
}

/** Take over the position in the address, or say that it holds none. */
function read() {
  const empty = location.hash === "#turn";
  const found = empty ? firstTurn(world, usual) : asked(world);
  if (!found && asked(world === own ? classic : own)) {
    location.reload();
  }
  const message = the("message");
  message.hidden = found !== null;
  message.textContent = found ? "" : text("turn.unreadable");
  state.turn = found ?? firstTurn(world, usual);
  if (empty) {
    state.turn.rules = usualRules(ruleNames, (name) => ruleNames.includes(name));
    state.turn.blitz = [...versions.keys()].find((each) => each === remembered("blitz")) ?? "";
  }
  state.chosen = null;
  update();
}

/** Ask for the plan of what stands on the map. */
function update() {
  const { turn } = state;
  clearNotice();
  Object.assign(state, { answer: null, made: null, review: null });
  asker.cancel();
  askWay();
  const fault = refusal();
  over(fault);
  showAll();
  if (fault || turn.blitz) {
    return;
  }
  worksUnlessSoon(() => {
    the("states").textContent = "";
  });
  const question = questionOf(turn);
  ask("plan", question, () => planFor(question), showPlan, (answer) => {
    if (answer && !isKnown(answer)) {
      show({ answer, made: firstOf(answer) });
    }
    const width = answer && share(answer.upper.n, answer.upper.d) - share(answer.lower.n, answer.lower.d);
    if (width !== null && width < CLOSE) {
      over(""); // what is still searched for nobody sees
    }
  });
}

/**
 * Ask for what takes nobody knows how long.
 * @template T
 * @param {string} kind @param {object} task @param {() => T} here @param {(found: T) => void} answered
 * @param {(answer: Answer | null) => void} [heard] told what is known so far
 */
function ask(kind, task, here, answered, heard = () => {}) {
  asker.ask({
    kind, task, here, answered,
    seconds: AT_MOST_HERE,
    progress: ({ states, answer }) => {
      the("states").textContent = text("plan.states", { n: states });
      heard(answer);
    },
    failed: () => over(text("answer.failed")),
  });
}

/** @param {Turn} turn @returns the question as plan.js takes it */
function questionOf(turn) {
  const { move, dice, mine, enemy, fallen } = turn;
  const { attack, defence, rounds } = rulesNamed(turn.rules);
  const [fewest, most] = movesIn(turn);
  const numbers = Array.from({ length: most - fewest + 1 }, (_, n) => fewest + n);
  return {
    ...goals(turn, world),
    borders: bordersOf(turn, world),
    oneWay: world.oneWay,
    mine: sorted(mine),
    enemy: sorted(enemy),
    move,
    dice,
    rules: { attack, defence, rounds },
    fallen: fallen && { ...fallen, numbers },
  };
}

/** The position at which the turn began. */
function begun() {
  return fromAddress(entry().first, world, ruleNames) ?? state.turn;
}

/** Find what the turn so far was worth. */
function review() {
  const task = { question: questionOf(begun()), lines: numberedLines(entry().lines, world) };
  the("working").hidden = false;
  ask("review", task, () => reviewOf(task), (found) => {
    over("");
    show({ review: found });
    the("review-card").scrollIntoView({ block: "nearest" });
  });
}

/** @param {Answer} answer whose bounds may be those that are shown */
function isKnown(answer) {
  const [now, then] = [boundsText(answer), state.answer && boundsText(state.answer)];
  return now.lower === then?.lower && now.upper === then?.upper;
}

/** @param {Answer | null} found null where there are too many territories */
function showPlan(found) {
  if (found === null) {
    over(text("plan.large"));
    return;
  }
  const territories = found.apart.map(nameOf).join(", ");
  over(territories && text("plan.apart", { territories }));
  show({ answer: found, made: firstOf(found) });
}

/** @param {string} said where nothing is awaited any more */
function over(said) {
  worksNoMore();
  the("refused").textContent = said;
}

/** Why nothing is planned; "" where something is. */
function refusal() {
  const { mine, enemy, take } = state.turn;
  const wanted = within(take, [...enemy.keys()]);
  const unknown = wanted.filter((t) => !mine.has(t) && !enemy.has(t));
  if (unknown.length) {
    return text("plan.unknown", { territories: unknown.map(nameOf).join(", ") });
  }
  if (!mine.size) {
    return text("plan.none-of-mine");
  }
  if (!wanted.length && !entry().lines.length) {
    return text("plan.no-enemy");
  }
  return state.turn.blitz && state.turn.way.length < 2 ? text("plan.blitz") : "";
}

/** Show everything that is known. */
function showAll() {
  const { turn, view, mode, chosen, answer, made, chances } = state;
  const { way, fallen } = turn;
  const { take } = goals(turn, world);
  const legs = way.slice(1).map((target, n) => ({
    source: way[n], target, label: chances[n] ? percent(chances[n]) : "…", asked: true,
  }));
  const line = answer?.line ?? [];
  const plan = (made ? [made, ...line.filter(({ target }) => target !== made.target)] : line)
    .map((leg, n) => ({ ...leg, label: String(n + 1), asked: false }));
  const arrows = way.length > 1 ? legs : plan;
  board.show(turn, { view, chosen, take, way, arrows, moving: fallen?.target ?? null });
  editor.show(chosen);
  document.body.classList.toggle("editing", chosen !== null);
  showGame();
  the(`mode-${mode}`, HTMLInputElement).checked = true;
  the("hint").textContent = text(board.isSmall ? "mode.small-hint" : `mode.${mode}-hint`);
  the("arrows").textContent = arrows.length ? text(way.length > 1 ? "arrows.way" : "arrows.plan") : "";
  the("question").textContent = question(take.length);
  the("thrown").hidden = the("refused").textContent !== text("plan.blitz");
  for (const id of ["outcome", "result"]) {
    the(id).hidden = way.length > 1 ? !chances.length : answer === null;
  }
  for (const id of ["show-exact", "share"]) {
    the(id, HTMLButtonElement).disabled = shown() === null;
  }
  the("undo", HTMLButtonElement).disabled = !entry().depth;
  the("review").hidden = !entry().lines.length;
  showReview(state.review, nameOf);
  the("turn-chance").textContent = "";
  if (way.length > 1 && chances.length) {
    showWay(chances);
  } else if (answer) {
    showChance(answer, take.length);
  }
  if (shown()) {
    document.title = `${the("chance").textContent} – ${question(take.length)}`;
  }
  showMoves(way.length > 1 ? [] : answer?.moves ?? [], made, {
    name: nameOf,
    make: (move) => show({ made: move }),
  });
  showNext();
}

/** The chance that is shown; null for none. */
function shown() {
  const { turn, answer, chances } = state;
  return turn.way.length > 1 ? chances[chances.length - 1] ?? null : answer?.lower ?? null;
}

/** @param {number} left */
function question(left) {
  const { way, take } = state.turn;
  if (way.length > 1) {
    const territories = way.slice(1).map(nameOf).join(", ");
    return text("way.question", { source: nameOf(way[0]), territories });
  }
  if (!state.turn.mine.size || refusal() === text("plan.no-enemy")) {
    return text("turn.begin");
  }
  const where = take < 0 ? text("turn.everything") : world.continents[take].said ?? "";
  return text("turn.question", { where, n: left });
}

/** Say what comes next, and ask what came of it. */
function showNext() {
  const { turn, answer, made } = state;
  const { fallen } = turn;
  const won = answer !== null && !goals(turn, world).take.length;
  const title = the("throw-title");
  title.textContent = "";
  if (fallen) {
    const [fewest, most] = movesIn(turn);
    const now = turn.mine.get(fallen.target) ?? 1;
    the("next").textContent = text("next.fallen", { target: nameOf(fallen.target) });
    title.textContent = costText(now);
    showMoveIn({ fewest, most, now, territory: nameOf(fallen.target) }, {
      changed: (armies) => change(moved(turn, armies), "moving", movedIn(armies)),
      done: (armies) => change({ ...moved(turn, armies), fallen: null }, "moving", movedIn(armies)),
    });
    return;
  }
  if (!made) {
    const open = the("refused").textContent ? "next.refused" : "next.waiting";
    const key = answer ? (won ? "next.won" : "next.none") : open;
    the("next").textContent = text(key);
    showThrow([], () => {});
    return;
  }
  const move = made;
  const first = move === answer?.moves[0];
  the("next").textContent = text(first ? "next.attack" : "next.other", namesOf(move, nameOf));
  the("next").append(" ", drawnDice("attacker", move.dice));
  title.textContent =
    move.moveIn === null
      ? text("throw.title")
      : `${text("next.move-in", { n: move.moveIn, target: nameOf(move.target) })} ${text("throw.title")}`;
  showThrow(lossesOfThrow(move, turn, rulesNamed(turn.rules)), (losses) => {
    const ends = [move.source, move.target].map((t) => world.territories[t].name);
    const lines = [...entry().lines, { attack: ends, dice: move.dice, lost: losses }];
    const after = afterRound(turn, move, losses, 1);
    if (!goals(after, world).take.length) {
      celebrate();
    }
    if (after.fallen !== move) {
      change(after, "", lines);
      return;
    }
    const [fewest, most] = movesIn(after);
    const armies = Math.min(Math.max(move.moveIn ?? most, fewest), most);
    change(moved(after, armies), "", [...lines, { move_in: armies }]);
    writeAddress(addressOf(state.turn), { ...entry(), edited: "moving" });
  });
}

/** @param {number} now @returns what another number costs; "" where that is unknown */
function costText(now) {
  const moveIns = state.answer?.moveIns ?? [];
  const here = moveIns.find(({ armies }) => armies === now)?.chance;
  const best = moveIns.reduce((one, other) => (other.chance.n * one.chance.d > one.chance.n * other.chance.d ? other : one), moveIns[0]);
  if (!here || !state.answer?.proved) {
    return "";
  }
  const cost = { n: here.n * best.chance.d - best.chance.n * here.d, d: here.d * best.chance.d };
  return cost.n
    ? text("next.costs", { best: best.armies, n: now, cost: differenceText({ lower: cost, upper: cost }) })
    : text("next.best", { n: now });
}

/** @param {number} armies */
function movedIn(armies) {
  return [...entry().lines.slice(0, -1), { move_in: armies }];
}

/** Show how it is played. */
function showGame() {
  const { turn, view } = state;
  the("take", HTMLSelectElement).value = String(turn.take);
  the("view", HTMLSelectElement).value = String(view);
  const moves = new Set([...MOVE_RULES, 1, 2, 3, turn.move]);
  offer("move", [...moves].map((each) => [
    String(each), typeof each === "number" ? text("move.number", { n: each }) : text(`move.${each}`),
  ]));
  the("move", HTMLSelectElement).value = String(turn.move);
  the("dice", HTMLSelectElement).value = turn.dice;
  the("rule-set", HTMLSelectElement).value = turn.rules;
  the("balanced", HTMLInputElement).checked = turn.blitz !== "";
  the("balanced-name").textContent = text("controls.blitz", { version: turn.blitz || newest });
  const title = titled(turn.rules, rulesNamed(turn.rules).title);
  the("settings").replaceChildren(icon("settings"), playedText(title, turn.blitz, true));
  the("through", HTMLInputElement).checked = turn.through;
  the("border", HTMLInputElement).checked = turn.border;
}

/** Say everything in the language of the page. */
function say() {
  for (const each of [...world.territories, ...world.continents]) {
    each.said = world === own ? each.name : text(`place.${each.name.toLowerCase().replaceAll(" ", "-")}`);
  }
  /** @type {[string, string][]} */
  const continents = world.continents.map(({ said = "" }, n) => [String(n), said]);
  offer("take", [["-1", text("turn.all")], ...continents]);
  offer("view", [["play", text("map.play")], ["world", text("map.world")], ...continents]);
  offer("dice", DICE_RULES.map((each) => [each, text(`dice.${each}`)]));
  offer("rule-set", ruleData.map(({ name, title }) => [name, titled(name, title)]));
  editor.label();
  showAll();
}

/** @param {number} take a continent, whose open territories are the enemy's then */
function wish(take) {
  const { mine, enemy } = state.turn;
  const all = within(take, []);
  const open = all.filter((t) => !mine.has(t) && !enemy.has(t));
  /** @type {Turn} */
  let turn = { ...state.turn, take, way: [] };
  for (const t of open) {
    turn = placed(turn, t, "enemy", USUAL_GARRISON);
  }
  Object.assign(state, { view: take < 0 ? "play" : take, mode: open.length ? "armies" : state.mode });
  change(turn, "");
  showMap();
}

/** Bring the map into view. */
function showMap() {
  the("map-card").scrollIntoView({ block: "nearest" });
}

/** @param {string} said a map to begin anew on; "" for the classic one */
function open(said) {
  remember("map", said);
  if (said && (!worldOf(said) || remembered("map") !== said)) {
    remember("map", "");
    notice(text("map.refused"));
    return;
  }
  writeAddress("#turn");
  writeLast();
  location.reload();
}

/** Listen to what is pressed, and show what is asked at first. */
function start() {
  whenChosen("take", (value) => wish(Number(value)));
  whenChosen("view", (value) => show({ view: value === "play" || value === "world" ? value : Number(value) }));
  /** @param {Partial<Turn>} terms */
  const play = (terms) => change({ ...state.turn, ...terms }, "");
  whenChosen("move", (value) => play({ move: moveFrom(value) ?? "any" }));
  whenChosen("dice", (value) => play({ dice: DICE_RULES.find((each) => each === value) ?? "free" }));
  whenChosen("rule-set", (rules) => {
    remember("rules", rules);
    play({ rules });
  });
  the("balanced").addEventListener("change", () => {
    const blitz = the("balanced", HTMLInputElement).checked ? newest : "";
    remember("blitz", blitz);
    play({ blitz });
  });
  whenPressed("thrown", () => play({ blitz: "" }));
  whenPressed("settings", () => {
    const card = the("game-card", HTMLDetailsElement);
    card.open = true;
    card.scrollIntoView({ block: "nearest" });
    the("move", HTMLSelectElement).focus({ preventScroll: true });
  });
  for (const mode of /** @type {const} */ (["attack", "armies"])) {
    the(`mode-${mode}`, HTMLInputElement).addEventListener("change", () => show({ mode, chosen: null }));
  }
  for (const id of /** @type {const} */ (["through", "border"])) {
    const box = the(id, HTMLInputElement);
    box.addEventListener("change", () => play({ [id]: box.checked }));
  }
  const file = the("map-file", HTMLInputElement);
  file.addEventListener("change", () => file.files?.[0]?.text().then(open));
  whenPressed("open-map", () => file.click());
  whenPressed("classic-map", () => open(""));
  the("classic-map").hidden = !own;
  the("border-row").hidden = world === own;
  whenPressed("undo", () => history.back());
  whenPressed("clear", () => {
    Object.assign(state, { view: "world", mode: "armies", chosen: null });
    play({ mine: new Map(), enemy: new Map(), take: -1, way: [], fallen: null });
    showMap();
  });
  whenPressed("cancel", () => {
    asker.cancel();
    over(text("plan.stopped"));
  });
  whenPressed("review", review);
  whenPressed("save", () => {
    const first = begun();
    const record = recordText(first, entry().lines, world, rulesNamed(first.rules).parts);
    saveFile(new Blob([record], { type: "application/jsonl" }), "played.jsonl");
  });
  whenPressed("share", () => {
    writeAddress(addressOf(state.turn), keptState());
    shareAnswer(`${the("question").textContent}: ${the("chance").textContent}`);
  });
  whenPressed("show-exact", () => {
    const chance = shown();
    if (chance) {
      const key = state.turn.blitz ? "answer.digits" : state.turn.way.length > 1 ? "answer.exact" : state.answer?.proved ? "plan.exact" : "plan.exact-lower";
      showExactly(text(key), chance);
    }
  });
  addEventListener("hashchange", read, whileOpen);
  addEventListener("resize", () => showAll(), whileOpen);
  offerLanguages(say);
  say();
  read();
}

start();
