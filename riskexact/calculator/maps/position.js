// What stands on the map and what is asked of it, as one value, and as an address to be shared.

import { DICE_RULES, MOVE_RULES } from "../core/front.js";
import { whole } from "../shared/numbers.js";

/**
 * The map: territories with their places in the drawing, and those that stand behind an edge again.
 * @typedef {{
 *   size: [number, number], territories: {name: string, said?: string, at: [number, number]}[],
 *   again: {territory: number, at: [number, number]}[], borders: [number, number][],
 *   optional: [number, number], continents: {name: string, said?: string, territories: number[]}[],
 * }} World
 */

/**
 * A position, with the armies on each territory that is mine or the enemy's; `take` is the number of
 * a continent, or -1 for all of the enemy's; `through` says whether others of his may be taken too,
 * and `border` whether the border is there that some editions have not.
 * @typedef {{
 *   mine: Map<number, number>, enemy: Map<number, number>, take: number, through: boolean,
 *   border: boolean, move: import("../core/front.js").MoveRule,
 *   dice: import("../core/front.js").DiceRule, rules: string,
 * }} Turn
 */

/** The largest number of armies on a territory. */
export const MAX_ARMIES = 500;

/** What is asked before anything was typed: how to take Australia from Siam. */
const FIRST = "#mine=Siam:14&enemy=Indonesia:3,New-Guinea:2,Western-Australia:4,Eastern-Australia:2&take=Australia";

/**
 * @param {World} world
 * @param {string} rules
 */
export function firstTurn(world, rules) {
  const turn = fromAddress(FIRST, world, [rules]);
  if (turn === null) {
    throw new Error("no first turn");
  }
  return turn;
}

/**
 * The territories of the enemy that are to be taken, and those that may be taken besides.
 * @param {Turn} turn
 * @param {World} world
 */
export function goals({ enemy, take, through }, world) {
  const all = world.territories.map((_, t) => t).filter((t) => enemy.has(t));
  const wanted = take < 0 ? all : all.filter((t) => world.continents[take].territories.includes(t));
  return { take: wanted, through: through ? all.filter((t) => !wanted.includes(t)) : [] };
}

/**
 * The borders that are there.
 * @param {Turn} turn
 * @param {World} world
 */
export function bordersOf({ border }, { borders, optional }) {
  return border ? borders : borders.filter((each) => String(each) !== String(optional));
}

/**
 * The position after a round; if the target has fallen, with this many armies moved in.
 * @param {Turn} turn
 * @param {{source: number, target: number}} attack
 * @param {[number, number]} losses
 * @param {number} moved
 * @returns {Turn}
 */
export function fought(turn, { source, target }, [attackers, defenders], moved) {
  const mine = new Map(turn.mine);
  const enemy = new Map(turn.enemy);
  const left = (enemy.get(target) ?? 0) - defenders;
  mine.set(source, (mine.get(source) ?? 0) - attackers - moved);
  if (left > 0) {
    enemy.set(target, left);
  } else {
    enemy.delete(target);
    mine.set(target, moved);
  }
  return { ...turn, mine, enemy };
}

/**
 * The position with this many armies of one side on a territory; of none where `side` is "out".
 * @param {Turn} turn
 * @param {number} territory
 * @param {"mine" | "enemy" | "out"} side
 * @param {number} armies
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
  return { ...turn, mine, enemy };
}

/**
 * The part of an address after "#".
 * @param {Turn} turn
 * @param {World} world
 * @param {string} usual rules
 */
export function toAddress(turn, world, usual) {
  /** @param {Map<number, number>} armies */
  const stands = (armies) =>
    [...armies]
      .sort(([t], [u]) => t - u)
      .map(([t, n]) => `${inAddress(world.territories[t].name)}:${n}`)
      .join(",");
  return `#${[
    `mine=${stands(turn.mine)}`,
    `enemy=${stands(turn.enemy)}`,
    ...(turn.take < 0 ? [] : [`take=${inAddress(world.continents[turn.take].name)}`]),
    ...(turn.move === "any" ? [] : [`move=${turn.move}`]),
    ...(turn.dice === "free" ? [] : [`dice=${turn.dice}`]),
    ...(turn.through ? ["through=yes"] : []),
    ...(turn.border ? [] : ["border=no"]),
    ...(turn.rules === usual ? [] : [`rules=${encodeURIComponent(turn.rules)}`]),
  ].join("&")}`;
}

/** @param {string} name */
function inAddress(name) {
  return name.replaceAll(" ", "-");
}

/** No address of this page is longer. */
const MAX_ADDRESS_LENGTH = 4000;

/**
 * The turn that an address holds, or null where it holds anything else.
 * @param {string} address from "#" on
 * @param {World} world
 * @param {string[]} names of rules, the usual ones first
 * @returns {Turn | null}
 */
export function fromAddress(address, world, names) {
  if (address.length > MAX_ADDRESS_LENGTH) {
    return null;
  }
  const parts = address.slice(1).split("&").map((part) => part.split("="));
  const keys = parts.map(([key]) => key);
  const known = ["mine", "enemy", "take", "move", "dice", "through", "border", "rules"];
  if (new Set(keys).size < keys.length || !keys.every((key) => known.includes(key))) {
    return null;
  }
  /** @param {string} key */
  const said = (key) => parts.find(([each]) => each === key)?.slice(1).join("=");
  const mine = armiesFrom(said("mine"), world);
  const enemy = armiesFrom(said("enemy"), world);
  const continents = world.continents.map(({ name }) => name);
  const take = said("take") === undefined ? -1 : numbered(said("take"), continents);
  const move = MOVE_RULES.find((each) => each === (said("move") ?? "any"));
  const dice = DICE_RULES.find((each) => each === (said("dice") ?? "free"));
  const rules = names.find((each) => encodeURIComponent(each) === (said("rules") ?? encodeURIComponent(names[0])));
  const [through, border] = [said("through") ?? "no", said("border") ?? "yes"];
  if (
    mine === null || enemy === null || take === null || !move || !dice || rules === undefined ||
    [through, border].some((each) => each !== "yes" && each !== "no") ||
    [...mine.keys()].some((t) => enemy.has(t))
  ) {
    return null;
  }
  return {
    mine, enemy, take, move, dice, rules, through: through === "yes", border: border === "yes",
  };
}

/**
 * The armies of one side, "Siam:14,India:3"; null where a text says anything else.
 * @param {string | undefined} said
 * @param {World} world
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
 * @param {string | undefined} said
 * @param {string[]} names
 */
function numbered(said, names) {
  const found = names.map(letters).indexOf(letters(said ?? ""));
  return found < 0 ? null : found;
}

/** @param {string} text */
function letters(text) {
  return plain(text).toLowerCase().replace(/[ +_-]/g, "");
}

/**
 * A text of an address with the signs that some escape who hand it on.
 * @param {string} text
 */
function plain(text) {
  return text.replace(/%(?:20|2C|3A)/gi, decodeURIComponent);
}
