// The best turn on a map: as `conquer` in Python.
// Original: riskexact/turn/conquest.py; test of both: tests/app/test_package_maps.py.

import { RiskError, named, optionsOf, shown, whole } from "./arguments.js";
import { exact } from "./battle.js";
import { MAPS } from "./catalogue.js";
import { countedFor } from "./exact.js";
import { DICE_RULES, MAX_NODES, MOVE_RULES } from "./front.js";
import { EFFORT, planFor } from "./plan.js";

/** @typedef {Readonly<Record<string, number>>} Armies On each territory 1 to 500, with the one that stays. */

const NOBODY = /** @type {any} */ (null);
const POSITION = { mine: NOBODY, enemy: NOBODY, map: "classic", rules: "standard" };
const GOALS = { take: /** @type {unknown} */ (undefined), through: [], move: "any", dice: "free", effort: EFFORT };

/**
 * Best play to take a set of territories in one turn: what the map page answers.  The next question
 * takes little time where this position leads to its own.
 * @example
 * conquer({ mine: { Siam: 14 }, enemy: { Indonesia: 3 } }).best[0].dice // 3
 * @param {{
 *   map?: string, mine: Armies, enemy: Armies, rules?: import("./exact.js").RuleSet,
 * }} position who stands where, on a map of `MAPS`
 * @param {{
 *   take?: string | string[], through?: string | string[],
 *   move?: "any" | "dice" | "all", dice?: "free" | "most", effort?: number,
 * }} [options] `take`: territories or continents, all of the enemy's if left out; `through`: those of
 *   the enemy's that may be taken too; `move`: the armies that move in when a territory falls, 1 or
 *   more, as many as dice were thrown or more, or all that may; `dice`: any number, or the most;
 *   `effort`: states after which the search ends with the bounds by then
 * @returns `lower` is the chance of a policy, exactly or rounded down past the seventh digit, `moves`
 *   its first moves, the best first, and `best` those that are as good as any; `value` is the chance if
 *   a move comes first, and `moveIn` the armies that best move in if the target falls in this round,
 *   null if it cannot.  No policy has more than `upper`; `proved` says that both are equal.
 *   `bestPath` is the chance of one stack in a fixed order, each battle to the end; null for none.  No
 *   way leads to what is `apart`
 */
export function conquer(position, options) {
  const { map, mine, enemy, rules } = optionsOf(position, POSITION, "position");
  const { take, through, move, dice, effort } = optionsOf(options, GOALS);
  const world = MAPS[named(map, Object.keys(MAPS), "map must be a name in MAPS")];
  const names = Object.values(world.continents).flatMap(({ territories }) => territories);
  const [ours, theirs] = [standing(names, mine, "mine"), standing(names, enemy, "enemy")];
  const targets = take === undefined ? [...theirs.keys()] : numbers(world, names, take, "take");
  for (const t of [...targets, ...ours.keys()]) {
    if (ours.has(t) === theirs.has(t)) {
      throw new RiskError(`${names[t]} must be either mine or the enemy's: how many are on it?`);
    }
  }
  const answer = planFor({
    borders: world.borders.map(([one, other]) => [names.indexOf(one), names.indexOf(other)]),
    mine: ours,
    enemy: theirs,
    take: targets,
    through: numbers(world, names, through, "through"),
    move: named(move, MOVE_RULES, `move must be one of ${MOVE_RULES.join(", ")}`),
    dice: named(dice, DICE_RULES, `dice must be one of ${DICE_RULES.join(", ")}`),
    rules: countedFor(rules),
  }, () => {}, whole(effort, "effort", 1));
  if (answer === null) {
    throw new RiskError(`position must have at most ${MAX_NODES} territories in play`);
  }
  const moves = answer.moves.map(({ source, target, dice: thrown, chance, moveIn }) => ({
    source: names[source], target: names[target], dice: thrown, value: exact(chance), moveIn,
  }));
  return {
    lower: exact(answer.lower),
    upper: exact(answer.upper),
    proved: answer.proved,
    best: moves.filter(({ value }) => value.numerator && `${value}` === `${moves[0].value}`),
    moves,
    bestPath: answer.path && exact(answer.path),
    apart: answer.apart.map((t) => names[t]),
  };
}

/**
 * The armies of one side, by the numbers of the territories.
 * @param {string[]} names @param {Armies} armies @param {string} side
 */
function standing(names, armies, side) {
  const each = Object.entries(optionsOf(armies, Object(armies), side));
  const found = new Map(each.map(([said, number]) => {
    const name = named(said, names, `territory of ${side} must be on the map`);
    return [names.indexOf(name), whole(number, `armies on ${name}`, 1, 500)];
  }));
  if (found.size < each.length) {
    throw new RiskError(`${side} must have each territory once, not ${shown(armies)}`);
  }
  return found;
}

/**
 * The numbers of the territories that are meant, of which continents have several.
 * @param {import("./catalogue.js").NamedMap} world @param {string[]} names @param {unknown} said
 * @param {string} option
 */
function numbers({ continents }, names, said, option) {
  const known = [...names, ...Object.keys(continents)];
  const meant = [said].flat().map((name) => named(name, known, `${option} must be on the map`));
  return meant.flatMap((name) => continents[name]?.territories ?? [name]).map((name) => names.indexOf(name));
}
