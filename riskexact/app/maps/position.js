// What stands on the map and what is asked of it, as one value, and as an address to be shared.

import { DICE_RULES, MOVE_RULES, mayMoveIn } from "../core/front.js";
import { waysOf } from "../core/plan.js";
import { whole } from "../shared/numbers.js";

/**
 * The map, as `world` of data.py tells it: arcs, rings of arcs, lanes over the sea, and borders; of
 * `oneWay` borders the second can be attacked from the first.
 * @typedef {{
 *   size: [number, number], around: number, arcs: number[][], lanes: number[][],
 *   territories: {name: string, said?: string, at: [number, number], rings: number[][]}[],
 *   borders: [number, number][], oneWay?: [number, number][], optional: [number, number],
 *   continents: {name: string, said?: string, territories: number[]}[],
 * }} World
 */

/** @typedef {{source: number, target: number, dice: number}} Thrown */

/**
 * A position, with the armies on each territory that is mine or the enemy's; `take` is the number of
 * a continent, or -1 for all of the enemy's; `through` says whether others of his may be taken too,
 * and `border` whether the border is there that some editions have not.  `way`: a territory of mine
 * and those of the enemy's that are asked about, one after another; `fallen`: the attack whose target
 * has just fallen, as long as it is not settled how many armies move in.
 * `blitz` is a version of Balanced Blitz, "" for dice that are thrown.
 * @typedef {{
 *   mine: Map<number, number>, enemy: Map<number, number>, take: number, through: boolean,
 *   border: boolean, move: import("../core/front.js").MoveRule,
 *   dice: import("../core/front.js").DiceRule, rules: string, blitz: string,
 *   way: number[], fallen: Thrown | null,
 * }} Turn
 */

/** @typedef {"mine" | "enemy" | "out"} Side */

/**
 * Whose a territory is, and how many armies are on it; none where it is out of play.
 * @param {Turn} turn @param {number} territory
 * @returns {{side: Side, armies: number | undefined}}
 */
export function standOn({ mine, enemy }, territory) {
  const side = mine.has(territory) ? "mine" : enemy.has(territory) ? "enemy" : "out";
  return { side, armies: mine.get(territory) ?? enemy.get(territory) };
}

/** The largest number of armies on a territory. */
export const MAX_ARMIES = 500;

/** What is asked before anything was typed: how to take Australia from Siam; nothing on other maps. */
const FIRST = "#mine=Siam:14&enemy=Indonesia:3,New-Guinea:2,Western-Australia:4,Eastern-Australia:2&take=Australia";

/** @param {World} world @param {string} rules */
export function firstTurn(world, rules) {
  const turn = fromAddress(FIRST, world, [rules]) ?? fromAddress("#mine=&enemy=", world, [rules]);
  if (turn === null) {
    throw new Error("no first turn");
  }
  return turn;
}

/** @param {Turn} turn @param {World} world @returns who is to be taken, and who may be besides */
export function goals({ enemy, take, through }, world) {
  const all = world.territories.map((_, t) => t).filter((t) => enemy.has(t));
  const wanted = take < 0 ? all : all.filter((t) => world.continents[take].territories.includes(t));
  return { take: wanted, through: through ? all.filter((t) => !wanted.includes(t)) : [] };
}

/** @param {Turn} turn @param {World} world @returns the borders that are there */
export function bordersOf({ border }, { borders, optional }) {
  return border ? borders : borders.filter((each) => String(each) !== String(optional));
}

/**
 * The position after a round; if the target has fallen, with this many armies moved in.
 * @param {Turn} turn @param {Thrown} attack @param {[number, number]} losses @param {number} armies
 * @returns {Turn}
 */
export function afterRound(turn, attack, [attackers, defenders], armies) {
  const { source, target } = attack;
  const [mine, enemy] = [new Map(turn.mine), new Map(turn.enemy)];
  const left = (enemy.get(target) ?? 0) - defenders;
  mine.set(source, (mine.get(source) ?? 0) - attackers);
  if (left > 0) {
    enemy.set(target, left);
    return { ...turn, mine, enemy };
  }
  enemy.delete(target);
  mine.set(target, 0);
  const way = turn.way[1] === target ? turn.way.slice(1) : [];
  return moved({ ...turn, mine, enemy, way: way.length > 1 ? way : [], fallen: attack }, armies);
}

/** @param {Turn} turn @param {number} armies @returns {Turn} */
export function moved(turn, armies) {
  const { source, target } = turn.fallen ?? { source: -1, target: -1 };
  const mine = new Map(turn.mine);
  const all = (mine.get(source) ?? 0) + (mine.get(target) ?? 0);
  return { ...turn, mine: mine.set(source, all - armies).set(target, armies) };
}

/** @param {Turn} turn in which a territory has fallen @returns {[number, number]} */
export function movesIn({ mine, move, fallen }) {
  const { source, target, dice } = fallen ?? { source: -1, target: -1, dice: 1 };
  const most = (mine.get(source) ?? 0) + (mine.get(target) ?? 0) - 1;
  return mayMoveIn(move, dice, most);
}

/**
 * The way that is asked about after a tap on a territory; null where it borders nothing of the way.
 * @param {Turn} turn @param {World} world @param {number} territory
 * @returns {number[] | null}
 */
export function wayTo(turn, world, territory) {
  const { way, mine, enemy } = turn;
  const ways = waysOf({ ...world, borders: bordersOf(turn, world) });
  /** @param {number} t */
  const isBeside = (t) => ways.some(([from, to]) => from === t && to === territory);
  if (!enemy.has(territory)) {
    return way[0] === territory ? [] : [territory];
  }
  if (way.includes(territory)) {
    return way.slice(0, way.indexOf(territory));
  }
  const from = way.map(isBeside).lastIndexOf(true);
  if (from >= 0) {
    return [...way.slice(0, from + 1), territory];
  }
  const stacks = [...mine].filter(([t, n]) => n > 1 && isBeside(t)).sort(([, n], [, m]) => m - n);
  return stacks.length ? [stacks[0][0], territory] : null;
}

/**
 * The position with this many armies of one side on a territory; of none where `side` is "out".
 * @param {Turn} turn @param {number} territory @param {Side} side @param {number} armies
 * @returns {Turn}
 */
export function placed(turn, territory, side, armies) {
  const mine = new Map(turn.mine);
  const enemy = new Map(turn.enemy);
  mine.delete(territory);
  enemy.delete(territory);
  if (side !== "out") {
    (side === "mine" ? mine : enemy).set(territory, armies);
  }
  const way = turn.way.includes(territory) ? [] : turn.way;
  return { ...turn, mine, enemy, way: side === "out" ? [] : way, fallen: null };
}

/** @param {Turn} turn @param {World} world @param {string} usual rules */
export function toAddress(turn, world, usual) {
  const { fallen } = turn;
  /** @param {number} t */
  const named = (t) => inAddress(world.territories[t].name);
  /** @param {Map<number, number>} armies */
  const stands = (armies) => [...sorted(armies)].map(([t, n]) => `${named(t)}:${n}`).join(",");
  return `#${[
    `mine=${stands(turn.mine)}`,
    `enemy=${stands(turn.enemy)}`,
    ...(turn.take < 0 ? [] : [`take=${inAddress(world.continents[turn.take].name)}`]),
    ...(turn.move === "any" ? [] : [`move=${turn.move}`]),
    ...(turn.dice === "free" ? [] : [`dice=${turn.dice}`]),
    ...(turn.through ? ["through=yes"] : []),
    ...(turn.border ? [] : ["border=no"]),
    ...(turn.rules === usual ? [] : [`rules=${encodeURIComponent(turn.rules)}`]),
    ...(turn.blitz ? [`blitz=${turn.blitz}`] : []),
    ...(turn.way.length ? [`way=${turn.way.map(named)}`] : []),
    ...(fallen ? [`fallen=${named(fallen.source)},${named(fallen.target)},${fallen.dice}`] : []),
  ].join("&")}`;
}

/** @param {Map<number, number>} armies @returns the same, by the numbers of territories */
export function sorted(armies) {
  return new Map([...armies].sort(([t], [u]) => t - u));
}

/** @param {string} name */
function inAddress(name) {
  return name.replace(/[^\p{L}\p{N}]+/gu, "-");
}

/** No address of this page is longer. */
const MAX_ADDRESS_LENGTH = 4000;

/**
 * The turn that an address holds, or null where it holds anything else.
 * @param {string} address from "#" on @param {World} world
 * @param {string[]} names of rules, the usual ones first @param {string[]} [versions] of Balanced Blitz
 * @returns {Turn | null}
 */
export function fromAddress(address, world, names, versions = []) {
  if (address.length > MAX_ADDRESS_LENGTH) {
    return null;
  }
  const parts = address.slice(1).split("&").map((part) => part.split("="));
  const keys = parts.map(([key]) => key);
  const known = ["mine", "enemy", "take", "move", "dice", "through", "border", "rules", "blitz", "way", "fallen"];
  if (new Set(keys).size < keys.length || !keys.every((key) => known.includes(key))) {
    return null;
  }
  /** @param {string} key */
  const said = (key) => parts.find(([each]) => each === key)?.slice(1).join("=");
  const mine = armiesFrom(said("mine"), world);
  const enemy = armiesFrom(said("enemy"), world);
  const continents = world.continents.map(({ name }) => name);
  const take = said("take") === undefined ? -1 : numbered(said("take"), continents);
  const move = moveFrom(said("move") ?? "any");
  const dice = DICE_RULES.find((each) => each === (said("dice") ?? "free"));
  const rules = names.find((each) => encodeURIComponent(each) === (said("rules") ?? encodeURIComponent(names[0])));
  const way = wayFrom(said("way"), world);
  const fallen = fallenFrom(said("fallen"), world);
  const blitz = ["", ...versions].find((each) => each === (said("blitz") ?? ""));
  const [through, border] = [said("through") ?? "no", said("border") ?? "yes"];
  if (
    mine === null || enemy === null || take === null || !move || !dice || rules === undefined || blitz === undefined ||
    [through, border].some((each) => each !== "yes" && each !== "no") ||
    [...mine.keys()].some((t) => enemy.has(t)) ||
    way === null || !way.every((t, n) => (n ? enemy : mine).has(t)) ||
    (fallen && !(mine.has(fallen.source) && mine.has(fallen.target)))
  ) {
    return null;
  }
  return {
    mine, enemy, take, move, dice, rules, blitz, through: through === "yes", border: border === "yes",
    way, fallen,
  };
}

/** @param {string} said @returns a rule or a number of armies; null for anything else */
export function moveFrom(said) {
  return MOVE_RULES.find((each) => each === said) ?? (whole(said, MAX_ARMIES) || null);
}

/**
 * Territories one after another, "Siam,Indonesia"; null where a text says anything else.
 * @param {string | undefined} said @param {World} world
 */
function wayFrom(said, world) {
  const names = world.territories.map(({ name }) => name);
  const found = said === undefined ? [] : plain(said).split(",").map((name) => numbered(name, names));
  const known = found.flatMap((t) => t ?? []);
  return known.length === found.length && new Set(known).size === known.length ? known : null;
}

/**
 * An attack whose target has fallen, "Siam,Indonesia,3"; null where a text says anything else.
 * @param {string | undefined} said @param {World} world
 */
function fallenFrom(said, world) {
  const [ends, dice] = (said ?? "").split(/,(?=[1-9]$)/);
  const [source, target, ...more] = wayFrom(ends, world) ?? [];
  return target === undefined || !dice || more.length ? null : { source, target, dice: Number(dice) };
}

/**
 * The armies of one side, "Siam:14,India:3"; null where a text says anything else.
 * @param {string | undefined} said @param {World} world
 */
function armiesFrom(said, world) {
  const names = world.territories.map(({ name }) => name);
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const part of said === undefined ? ["?"] : plain(said).split(",").filter(Boolean)) {
    const [name, number, ...more] = part.split(":");
    const territory = numbered(name, names);
    const armies = whole(number ?? "", MAX_ARMIES);
    if (territory === null || !armies || more.length || found.has(territory)) {
      return null;
    }
    found.set(territory, armies);
  }
  return found;
}

/**
 * The number of the name that is meant, whatever its case, spaces and hyphens; null for none.
 * @param {string | undefined} said @param {string[]} names
 */
function numbered(said, names) {
  const found = names.map(letters).indexOf(letters(said ?? ""));
  return found < 0 ? null : found;
}

/** @param {string} text @returns what spellings of a name have in common */
export function letters(text) {
  return plain(text).toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** @param {string} text @returns a text of an address with the signs that some escape who hand it on */
function plain(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
