// The package's interface: the names are those of riskexact in Python, in JavaScript's spelling.
// Tests of both: tests/app/test_package.py, and those beside it.

import { answerTo, certainAnswer, chanceOf, luckOf } from "./answers.js";
import { rowsOf } from "./backward.js";
import { BLITZ } from "./blitz.js";
import { GAMES, MAPS, RULES } from "./catalogue.js";
import { countsOf } from "./dice.js";
import { TO_THE_END, fought } from "./forward.js";
import { fraction, nearestDouble, overPower, sumOf, total } from "./fractions.js";
import { DICE_RULES, MAX_NODES, MOVE_RULES } from "./front.js";
import { needed } from "./needed.js";
import { RuleFault, rulesOf } from "./parts.js";
import { EFFORT, planFor } from "./plan.js";
import { Rules } from "./rules.js";
import { decimal, fractionText, percentage } from "./text.js";

export { MAPS, RULES };

/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {string | Parts | import("./catalogue.js").NamedRules} RuleSet Of `RULES`, its name, or its parts. */
/** @typedef {Readonly<Record<string, number>>} Armies On each territory 1 to 500, with the one that stays. */

const NOBODY = /** @type {any} */ (null);

/** What is asked by name, each with the options that it has and what they are if left out. */
const USUAL = {
  rules: { rules: "standard" },
  digits: { rules: "standard", digits: 10 },
  battle: { rules: "standard", retreatAt: 0, stopAtDefenders: 0, blitz: false, stopUntil: 0 },
  campaign: { rules: "standard", leaveBehind: 1, retreatAt: 0, blitz: false, stopUntil: 0 },
  needed: { rules: "standard", leaveBehind: 1, blitz: false },
  position: { mine: NOBODY, enemy: NOBODY, map: "classic", rules: "standard" },
  turn: { take: /** @type {unknown} */ (undefined), through: [], move: "any", dice: "free", effort: EFFORT },
  // the values of these are checked in parts.js
  parts: { attack_dice: "", defence_dice: "", faces: "", pairs: "", ties: "" },
  hand: { dice: "", needs: "", extra: "", to_all: "", to_highest: "", clamped: false, to_lowest: "", at_most_attack: false },
};

/** Attackers up to which `attackersNeeded` searches. */
const MAX_ATTACKERS = 2000;

/** Certain digits that may be had from doubles. */
const DOUBLE_DIGITS = 12;

/** Units up to which a fight shows its chance in a console, and up to which Balanced Blitz is tested. */
const [QUICK_UNITS, MAX_BLITZ_UNITS] = [400, 2000];

/** Unusable input: one line that names the value and says what is allowed. */
export class RiskError extends RangeError {
  name = "RiskError";
}

/**
 * What is worked out, or a refusal where a BigInt ends before it: after 2^20 bits in Firefox and in WebKit.
 * @template T
 * @param {() => T} work
 */
function within(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError && !(error instanceof RiskError)) {
      const why = `as a BigInt of this engine ends before its numbers (${error.message})`;
      throw new RiskError(`the question must be smaller, or asked of winDecimal, ${why}`);
    }
    throw error;
  }
}

/** An exact number p/q in lowest terms. */
export class Fraction {
  /** @param {bigint} numerator 0 or more @param {bigint} [denominator] 1 or more */
  constructor(numerator, denominator = 1n) {
    for (const [name, value, least] of [["numerator", numerator, 0n], ["denominator", denominator, 1n]]) {
      if (typeof value !== "bigint" || value < least) {
        throw new RiskError(`${name} must be a BigInt, at least ${least}n, not ${shown(value)}`);
      }
    }
    const { n, d } = fraction(numerator, denominator);
    this.numerator = n;
    this.denominator = d;
    Object.freeze(this);
  }

  /** "p/q", or "p" for a whole number; as `fraction_text` in Python. */
  toString() {
    return fractionText({ n: this.numerator, d: this.denominator });
  }

  toJSON() {
    return `${this}`;
  }

  /**
   * The number to this many significant digits, all certain; as `decimal_text` in Python.
   * @example
   * new Fraction(2n, 3n).toDecimal(4) // "0.6667"
   * @param {number} [digits]
   */
  toDecimal(digits = 10) {
    whole(digits, "digits", 1);
    return within(() => decimal({ n: this.numerator, d: this.denominator }, digits));
  }

  /** The nearest double-precision number, ties to even. */
  valueOf() {
    return nearestDouble(this.numerator, this.denominator);
  }
}

/**
 * The exact chance that the attacker wins; attackers are those free to fight.
 * @example
 * String(winProbability(3, 3, { rules: "capital" })) // "4402175/13436928"
 * @param {number} attackers 0 or more @param {number} defenders 0 or more, and not 0 on both sides
 * @param {{rules?: RuleSet}} [options]
 */
export function winProbability(attackers, defenders, options) {
  const { rules } = optionsOf(options, USUAL.rules);
  checkForces(attackers, defenders);
  const ready = new Rules(countedFor(rules));
  const rows = rowsOf(defenders, ready);
  return within(() => {
    let row = rows.next().value;
    for (let a = 1; a <= attackers; a += 1) {
      row = rows.next().value;
    }
    return exact(overPower(row[defenders], ready.base, attackers + defenders));
  });
}

/**
 * The chance that the attacker wins to this many significant digits, all certain: much sooner than its
 * fraction, by bounds that must agree on all the digits: those of doubles, or of whole numbers.
 * @example
 * winDecimal(1000, 1000) // "0.9989113234"
 * @param {number} attackers @param {number} defenders @param {{digits?: number, rules?: RuleSet}} [options]
 */
export function winDecimal(attackers, defenders, options) {
  const { rules, digits } = optionsOf(options, USUAL.digits);
  checkForces(attackers, defenders);
  whole(digits, "digits", 1);
  const ready = new Rules(countedFor(rules));
  const near = digits <= DOUBLE_DIGITS && certainAnswer({ ...TO_THE_END, attackers, garrisons: [defenders] }, ready).chances.won;
  const told = near && decimal(near, digits, digits);
  if (told) {
    return told;
  }
  const bitsOfFraction = (attackers + defenders) * ready.base.value.toString(2).length;
  for (let bits = 64 + 4 * digits; 2 * bits < bitsOfFraction; bits *= 2) {
    const [text, other] = bounds(attackers, defenders, ready, BigInt(bits)).map((each) => decimal(each, digits));
    if (text === other) {
      return text;
    }
  }
  return winProbability(attackers, defenders, { rules }).toDecimal(digits);
}

/**
 * Bounds of the chance to win by whole numbers over 2^bits, every product rounded down: so neither side
 * has less than its sum, and together they have 1.
 * @param {number} attackers @param {number} defenders @param {Rules} rules @param {bigint} bits
 */
function bounds(attackers, defenders, rules, bits) {
  const [d, base, most] = [1n << bits, rules.base.value, rules.maxLosses];
  const per = base ** BigInt(most);
  const ways = rules.ways.map((row) => row.map((round) =>
    round.map(([i, j, weight]) => [i, j, weight * base ** BigInt(most - i - j)]),
  ));
  const arrived = [...Array(attackers).fill(0n), d * per];
  const common = Object.assign(Object.create(rules), { ways });
  const { survivors, broken } = fought(arrived, defenders, common, (a) => a === 0, undefined, per);
  const won = survivors.reduce((sum, mass) => sum + mass / per, 0n);
  return [{ n: won, d }, { n: broken.reduce((left, { mass }) => left - mass, d), d }];
}

/**
 * Of the equally likely throws of these dice, how many cost each side what.
 * @param {number} attackDice @param {number} defenceDice @param {{rules?: RuleSet}} [options]
 */
export function roundCounts(attackDice, defenceDice, options) {
  const { rules } = optionsOf(options, USUAL.rules);
  const { attack, defence, counts } = new Rules(countedFor(rules));
  whole(attackDice, "attackDice", 1, attack.length);
  const level = rulesOf(partsFor(rules)).defence.atMostAttack;
  whole(defenceDice, "defenceDice", 1, level ? Math.min(attackDice, defence.length) : defence.length);
  return counts[attackDice - 1][defenceDice - 1].map(([attackersLost, defendersLost, count]) => ({
    attackersLost, defendersLost, count,
  }));
}

/**
 * The numbers of throws that cost the defender 0, 1, … units, where all rounds of these dice cost
 * the same number.
 * @example
 * lossCounts(3, 2) // [2275n, 2611n, 2890n]
 * @param {number} attackDice @param {number} defenceDice @param {{rules?: RuleSet}} [options]
 */
export function lossCounts(attackDice, defenceDice, options) {
  const found = roundCounts(attackDice, defenceDice, options);
  const cost = found[0].attackersLost + found[0].defendersLost;
  if (found.some(({ attackersLost, defendersLost }) => attackersLost + defendersLost !== cost)) {
    throw new RiskError("rules must cost a fixed number of units in a round; take roundCounts");
  }
  const counts = new Map(found.map(({ defendersLost, count }) => [defendersLost, count]));
  return Array.from({ length: cost + 1 }, (_, lost) => counts.get(lost) ?? 0n);
}

/**
 * A chance is a `Fraction`; in Balanced Blitz the number nearest to what no fraction is, less than 1e-11
 * off: see blitz.js.
 * @template {boolean} B
 * @typedef {B extends true ? number : Fraction} Chance
 */

/**
 * `retreatAt`: the attackers stop with this many left or fewer; `blitz`: as Balanced Blitz of the
 * digital game has it, with `stopUntil` attackers who stay out of the fight.
 * @template {boolean} B
 * @typedef {{rules?: RuleSet, retreatAt?: number, blitz?: B, stopUntil?: number}} Mode
 */

/**
 * What battles and campaigns share: outcomes that are found when they are first asked for.
 * @template {boolean} [B=false]
 */
class Fought {
  /** @type {import("./answers.js").Answer | null} */
  #found = null;
  #fight;
  #rules;
  #words;

  /**
   * @param {number} attackers @param {number[]} garrisons @param {unknown} given
   * @param {Required<Mode<boolean>>} usual those of more options, too
   */
  constructor(attackers, garrisons, given, usual) {
    const options = optionsOf(given, usual);
    const { rules, blitz, stopUntil } = options;
    const said = Object.entries(options).filter(([name, value]) => value !== Object(usual)[name]);
    const units = attackers + sumOf(garrisons);
    const stop = said.find(([name]) => (blitz ? /At/ : /Until/).test(name));
    if (stop) {
      const where = blitz ? "in Balanced Blitz, which has stopUntil" : "without blitz: true";
      throw new RiskError(`${stop[0]} must be 0 ${where}, not ${stop[1]}`);
    }
    if (blitz && units > MAX_BLITZ_UNITS) {
      const most = `at most ${MAX_BLITZ_UNITS} together in Balanced Blitz`;
      throw new RiskError(`attackers and defenders must be ${most}, not ${units}`);
    }
    this.attackers = attackers;
    this.garrisons = garrisons;
    this.options = Object.freeze(options);
    const how = blitz ? { blitz: BLITZ, retreatAt: stopUntil } : { blitz: null };
    this.#fight = { ...TO_THE_END, ...options, attackers, garrisons, ...how };
    this.#rules = new Rules(countedFor(rules));
    const words = said.map(([name, value]) => (/str|num/.test(typeof value) ? `${name} ${value}` : name));
    const asked = [`${attackers} v ${garrisons.join(", ")}`, ...words].join(", ");
    this.#words = () => asked + (blitz || units <= QUICK_UNITS ? `: ${percentage(this.found.chances.won)} %` : "");
  }

  /** @protected */
  get found() {
    return (this.#found ??= within(() => answerTo(this.#fight, this.#rules)));
  }

  /** The chance that no defender is left. */
  get winProbability() {
    return this.chance(this.found.chances.won);
  }

  /** The chance that no attacker is left. */
  get loseProbability() {
    return this.chance(this.found.chances.lost);
  }

  /** The chance that the attacker breaks off. */
  get stopProbability() {
    return this.chance(this.found.chances.stopped);
  }

  /** The chance that just 0, 1, … attackers are left, in this order. */
  get attackersLeft() {
    return this.by("attackers", this.attackers);
  }

  /** @protected @param {"attackers" | "defenders"} side @param {number} most */
  by(side, most) {
    return Array.from({ length: most + 1 }, (_, n) =>
      this.chance(chanceOf(this.found, (outcome) => outcome[side] === n)),
    );
  }

  /** @protected @param {import("./fractions.js").Fraction} value */
  chance({ n, d }) {
    return /** @type {Chance<B>} */ (this.options.blitz ? nearestDouble(n, d) : new Fraction(n, d));
  }

  /** The question in few words, and the chance to win where that takes no time. */
  toString() {
    return `<${this.constructor.name} ${this.#words()}>`;
  }
}

/**
 * A battle of attackers who are free to fight.  `retreatAt`: they stop with this many left or fewer.
 * `blitz`: as the digital game's Balanced Blitz has it, with `stopUntil` attackers who stay out.
 * @example
 * new Battle(12, 15).winProbability.toDecimal(6) // "0.387234"
 * new Battle(8, 6, { blitz: true }).winProbability.toFixed(4) // "0.8552"
 * @template {boolean} [B=false]
 * @extends {Fought<B>}
 */
export class Battle extends Fought {
  /** @param {number} attackers @param {number} defenders @param {Mode<B> & {stopAtDefenders?: number}} [options] */
  constructor(attackers, defenders, options) {
    checkForces(attackers, defenders);
    super(attackers, [defenders], options, USUAL.battle);
    this.defenders = defenders;
  }

  /** Who may be left, from the best for the attacker on, each with its chance; they add up to 1. */
  get outcomes() {
    return this.found.outcomes
      .map(({ attackers, defenders, mass, power }) => ({
        attackersLeft: attackers,
        defendersLeft: defenders,
        probability: this.chance(overPower(mass, this.found.base, power)),
      }))
      .sort((x, y) => x.defendersLeft - y.defendersLeft || y.attackersLeft - x.attackersLeft);
  }

  /** The chance that just 0, 1, … defenders are left, in this order. */
  get defendersLeft() {
    return this.by("defenders", this.defenders);
  }

  /** The expected losses of each side; in Balanced Blitz as often 1e-11 off as there are units. */
  get costs() {
    const { attackers, defenders } = this.found.losses;
    return { attackers: this.chance(attackers), defenders: this.chance(defenders) };
  }

  /**
   * The chances of an outcome at least as bad, and at least as good, as this one.
   * @param {number} attackersLeft @param {number} defendersLeft
   */
  luck(attackersLeft, defendersLeft) {
    const found = luckOf(this.found, attackersLeft, defendersLeft);
    if (found === null) {
      throw new RiskError(
        `left must be an outcome of the battle, not ${shown(attackersLeft)} and ${shown(defendersLeft)}`,
      );
    }
    const [atLeastThisBad, atLeastThisGood] = Object.values(found).map((each) => this.chance(each));
    return { atLeastThisBad, atLeastThisGood };
  }
}

/**
 * Territories attacked one after another.  The survivors of a won battle move in; before the next one
 * `leaveBehind` of them stay.  `retreatAt`, `blitz`, `stopUntil`: as for a battle.
 * @example
 * new Campaign(11, [3, 3, 3]).winProbability.toDecimal(4) // "0.6170"
 * new Campaign(11, [3, 3, 3], { blitz: true }).winProbability.toFixed(4) // "0.8776"
 * @template {boolean} [B=false]
 * @extends {Fought<B>}
 */
export class Campaign extends Fought {
  /**
   * @param {number} attackers Free to fight in the first battle.
   * @param {number[]} garrisons @param {Mode<B> & {leaveBehind?: number}} [options]
   */
  constructor(attackers, garrisons, options) {
    const checked = checkedGarrisons(garrisons);
    super(whole(attackers, "attackers", 1), checked, options, USUAL.campaign);
  }

  /** The chance that just 0, 1, … territories fall, in this order. */
  get conquered() {
    return this.found.taken.map((each) => this.chance(each));
  }

  /** Who may be left, each with its chance.  `territory` is the number of territories taken. */
  get outcomes() {
    const { base, outcomes } = this.found;
    /** @type {Map<string, typeof outcomes>} Those that differ in what stayed behind alone. */
    const alike = new Map();
    for (const outcome of outcomes) {
      const key = `${outcome.attackers},${outcome.taken},${outcome.defenders}`;
      alike.set(key, [...(alike.get(key) ?? []), outcome]);
    }
    return [...alike.values()].map((each) => ({
      attackersLeft: each[0].attackers,
      territory: each[0].taken,
      defendersLeft: each[0].defenders,
      probability: this.chance(total(each, base)),
    }));
  }
}

/**
 * The smallest number of attackers, free to fight, that win a battle or a campaign with at least a
 * chance.  All smaller numbers are tried, up to 2000.
 * @example
 * attackersNeeded(10, "90%") // 16
 * attackersNeeded([3, 3], "90%", { leaveBehind: 2 }) // 13
 * attackersNeeded(50, "80%", { blitz: true }) // 49
 * @param {number | number[]} defenders
 * @param {Fraction | string} chance A Fraction, or "9/10", "0.9", "90%"; never a float.
 * @param {{rules?: RuleSet, leaveBehind?: number, blitz?: boolean}} [options]
 */
export function attackersNeeded(defenders, chance, options) {
  const { rules, leaveBehind, blitz } = optionsOf(options, USUAL.needed);
  const garrisons = checkedGarrisons(Array.isArray(defenders) ? defenders : [defenders]);
  const goal = checkedChance(chance);
  const fight = { garrisons, leaveBehind, blitz: blitz ? BLITZ : null };
  const goals = [{ n: goal.numerator, d: goal.denominator }];
  const ready = new Rules(countedFor(rules));
  const [found] = within(() => needed(fight, ready, goals, MAX_ATTACKERS));
  if (found === null) {
    throw new RiskError(
      `chance must be one that ${MAX_ATTACKERS} attackers have against ${garrisons}, not ${goal}`,
    );
  }
  return found;
}

/**
 * Best play to take a set of territories in one turn: what the map page answers.  The next question
 * takes little time where this position leads to its own.
 * @example
 * conquer({ mine: { Siam: 14 }, enemy: { Indonesia: 3 } }).best[0].dice // 3
 * @param {{map?: string, mine: Armies, enemy: Armies, rules?: RuleSet}} position who stands where, on a map of `MAPS`
 * @param {{
 *   take?: string | string[], through?: string | string[],
 *   move?: "any" | "dice" | "all" | number, dice?: "free" | "most", effort?: number,
 * }} [options] `take`: territories or continents, all of the enemy's if left out; `through`: those of
 *   the enemy's that may be taken too; `move`: the armies that move in when a territory falls, 1 or
 *   more, as many as dice were thrown or more, all that may, or 1 to a number; `dice`: any number, or the most;
 *   `effort`: states after which the search ends with the bounds by then
 * @returns `lower` is the chance of a policy, exactly or rounded down past the seventh digit, `moves`
 *   its first moves, the best first, and `best` those that are as good as any; `value` is the chance if
 *   a move comes first, and `moveIn` the armies that best move in if the target falls in this round,
 *   null if it cannot.  No policy has more than `upper`; `proved` says that both are equal.  No way
 *   leads to what is `apart`
 */
export function conquer(position, options) {
  const { map, mine, enemy, rules } = optionsOf(position, USUAL.position, "position");
  const { take, through, move, dice, effort } = optionsOf(options, USUAL.turn);
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
    move: typeof move === "number" ? whole(move, "move", 1)
      : named(move, MOVE_RULES, `move must be ${MOVE_RULES.join(", ")}, or a whole number, 1 or more`),
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

/** @param {import("./fractions.js").Fraction} value */
function exact({ n, d }) {
  return new Fraction(n, d);
}

/** @param {unknown} value @param {string} name @param {number} [least] @param {number} [most] */
function whole(value, name, least = 0, most = Infinity) {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < least || value > most) {
    const range = most === Infinity ? `at least ${least}` : `from ${least} to ${most}`;
    throw new RiskError(`${name} must be a whole number, ${range}, not ${shown(value)}`);
  }
  return value;
}

/** @param {number} attackers @param {number} defenders units, 0 or more, and not 0 on both sides */
function checkForces(attackers, defenders) {
  if (whole(attackers, "attackers") + whole(defenders, "defenders") === 0) {
    throw new RiskError("attackers or defenders must be at least 1, not both 0");
  }
}

/** @param {unknown} garrisons @returns {number[]} */
function checkedGarrisons(garrisons) {
  if (!Array.isArray(garrisons) || garrisons.length === 0) {
    throw new RiskError(`garrisons must be a list of numbers of defenders, not ${shown(garrisons)}`);
  }
  return garrisons.map((each) => whole(each, "defenders", 1));
}

/** @param {unknown} chance a Fraction, or a text such as "9/10", "0.9" or "90%"; never a float */
function checkedChance(chance) {
  const found = /^\s*(\d+)(?:\.(\d+)|\s*\/\s*(\d+))?\s*(%?)\s*$/.exec(typeof chance === "string" ? chance : "0");
  const [, before = "", after = "", below = "1", percent = ""] = found ?? [];
  const denominator = BigInt(below) * 10n ** BigInt(after.length) * (percent ? 100n : 1n);
  const read = found && denominator && new Fraction(BigInt(before + after), denominator);
  const value = typeof chance === "string" ? read : chance;
  if (!(value instanceof Fraction) || value.numerator > value.denominator) {
    throw new RiskError(
      `chance must be from 0 to 1, as a Fraction or a text such as "9/10" or "90%", not ${shown(chance)}`,
    );
  }
  return value;
}

/**
 * The counts of a rule set; what is wrong with it is said in words.
 * @param {RuleSet} rules
 */
function countedFor(rules) {
  try {
    return countsOf(partsFor(rules));
  } catch (error) {
    if (error instanceof RuleFault) {
      throw new RiskError(`rules: ${WORDS[error.key](error.values)}`);
    }
    throw error;
  }
}

/**
 * The parts of a rule set.
 * @param {RuleSet} rules
 * @returns {Parts}
 */
function partsFor(rules) {
  if (typeof rules !== "object" || Array.isArray(rules)) {
    const every = { ...RULES, ...GAMES };
    const name = named(rules, Object.keys(every), "rules must be the name of a rule set in RULES");
    return every[name].parts;
  }
  const listed = Object.values(RULES).find((each) => each === rules);
  const parts = /** @type {Parts} */ (listed?.parts ?? rules);
  const { attack_dice, defence_dice } = optionsOf(parts, USUAL.parts, "rules");
  for (const [side, hand] of Object.entries({ attack_dice, defence_dice })) {
    if (typeof hand === "object" && !Array.isArray(hand)) {
      optionsOf(hand, USUAL.hand, side);
    }
  }
  return parts;
}

/** @type {Record<string, (values: Record<string, string | number>) => string>} */
const WORDS = {
  "fault.range": ({ field, least, most }) => `${field} must be a whole number, from ${least} to ${most}`,
  "fault.extra": ({ dice, most }) => `extra must be at most ${most} dice with the ${dice} of dice`,
  "fault.needs": ({ field, dice }) => `${field} must be ${dice} numbers of units that ascend from 1`,
  "fault.attack": () => "attack_dice must be without at_most_attack, which is the defender's",
  "fault.pairs": () => "pairs must include the first",
  "fault.ties": () => 'ties must be "defender", "attacker" or "nobody"',
  "fault.always-tie": ({ attack, defence }) =>
    `ties must not be "nobody" where ${attack} v ${defence} dice always tie`,
  "fault.too-large": () => "dice must be fewer, or have fewer faces",
};

/**
 * The options of a call, with the usual values of those left out: where that is a number or a truth
 * value, so is the option.
 * @template {Record<string, any>} T
 * @param {any} given @param {T} usual @param {string} [what] it is called
 * @returns {T}
 */
function optionsOf(given = {}, usual, what = "options") {
  const known = Object.keys(usual);
  if (Object.prototype.toString.call(given) !== "[object Object]") {
    throw new RiskError(`${what} must be an object such as { ${known[0] ?? "Siam"}: … }, not ${shown(given)}`);
  }
  for (const name in given) { // inherited ones are meant, too
    if (!known.includes(name)) {
      throw new RiskError(`${what} must be among ${known.join(", ")}, not ${shown(name)}`);
    }
  }
  return /** @type {T} */ (Object.fromEntries(known.map((name) => {
    const value = given[name] === undefined ? usual[name] : given[name];
    if (typeof usual[name] === "boolean" && typeof value !== "boolean") {
      throw new RiskError(`${name} must be true or false, not ${shown(value)}`);
    }
    return [name, typeof usual[name] === "number" ? whole(value, name) : value];
  })));
}

/**
 * The name that is meant, whatever its case, spaces and signs; a refusal begins with what it must be.
 * @template {string} T
 * @param {unknown} said @param {readonly T[]} names @param {string} must
 */
function named(said, names, must) {
  const letters = (/** @type {unknown} */ name) => String(name).toLowerCase().replace(/[^a-z0-9]/g, "");
  const isMeant = (/** @type {T} */ name) => typeof said === "string" && letters(name) === letters(said);
  const found = names.find((name) => name === said) ?? names.find(isMeant);
  if (found === undefined) {
    throw new RiskError(`${must}, not ${shown(said)}`);
  }
  return found;
}

/** @param {unknown} value to be said in one line, shortened */
function shown(value) {
  let text = Object.prototype.toString.call(value);
  try {
    text = (/str|obj/.test(typeof value) ? JSON.stringify(value) : String(value)).replace(/\s+/g, " ");
  } catch {} // it holds itself, or a BigInt
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

// values say themselves in a console, too
for (const { prototype } of [Fraction, Fought]) {
  Object.assign(prototype, {
    [Symbol.for("nodejs.util.inspect.custom")]: /** @this {unknown} */ function () {
      return `${this}`;
    },
  });
}
