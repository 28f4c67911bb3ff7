// A plan for one turn on a map: the chance of best play between two bounds, and what to do first.
// What is found for one position serves all others that it leads to.
// Original: riskexact/turn/search.py; test of both: tests/app/test_map_plans.py.

import { overPower } from "./fractions.js";
import { Front, MAX_NODES, bits } from "./front.js";
import { TooManyStates } from "./play.js";
import { rulesFrom } from "./rules.js";
import { AnytimeSearch } from "./search.js";

/** @typedef {import("./fractions.js").Fraction} Fraction */
/** @typedef {import("./front.js").FrontState} FrontState */

/**
 * A position and what is to be taken: territories by their numbers, `mine` and `enemy` with the
 * armies on them; of `oneWay` borders the second can be attacked from the first.  `rules` are those on
 * all territories, or those on each of the enemy's, first those of `take`.  `fallen`: what has just
 * fallen, and the numbers of armies of which one moves in.
 * @typedef {{
 *   borders: [number, number][], oneWay?: [number, number][], mine: Map<number, number>, enemy: Map<number, number>,
 *   take: number[], through: number[], move: import("./front.js").MoveRule,
 *   dice: import("./front.js").DiceRule,
 *   rules: import("./rules.js").Counted | import("./rules.js").Counted[],
 *   fallen?: {source: number, target: number, numbers: number[]} | null,
 * }} Question
 */

/**
 * An attack that may come first: the chance if it does, and the armies that best move in if the
 * target falls in this round, null if it cannot; `shown`: whether it is proved that none is better.
 * @typedef {{source: number, target: number, dice: number, chance: Fraction, moveIn: number | null, shown: boolean}}
 *   Move
 */

/**
 * `lower` is the chance of a policy, `moves` its first moves, the best first; no policy has more than
 * `upper`.
 * `moveIns`: the chance for each number of armies that may move in.  `line`: the attacks that take
 * one territory after another, if each round ends as is most likely.  No way leads to the territories
 * `apart`.
 * @typedef {{
 *   lower: Fraction, upper: Fraction, proved: boolean, moves: Move[],
 *   line: {source: number, target: number}[], apart: number[],
 *   moveIns: {armies: number, chance: Fraction}[],
 * }} Answer
 */

/** States by which a position is searched, and that a plan holds before another one begins. */
export const EFFORT = 1_000_000;

/** Milliseconds between two reports of what is known by then. */
const BREATH = 100;

/** What every attack is better than. */
const NO_ATTACK = { attack: { source: 0, target: 0, dice: 1 }, value: 0n };

/** Best play on the territories of one position. */
export class Plan {
  /** @param {Question} question @param {() => void} [counted] called for each state */
  constructor(question, counted = () => {}) {
    const { move, dice, rules } = question;
    const { targets, corridors, stacks } = inPlay(question);
    this.names = [...targets, ...corridors, ...stacks];
    this.enemies = targets.length + corridors.length;
    this.asked = termsOf(question);
    if (this.names.length > MAX_NODES) {
      throw new TooManyStates();
    }
    const number = new Map(this.names.map((t, n) => [t, n]));
    /** @type {[number, number][]} */
    const between = waysOf(question).flatMap(([t, u]) => {
      const [i, j] = [number.get(t), number.get(u)];
      return i === undefined || j === undefined ? [] : [[i, j]];
    });
    this.front = new Front(
      rulesFrom(rules), this.enemies, this.names.length, targets.length, between, move, dice,
    );
    this.counted = counted;
    this.search = new AnytimeSearch(this.front, this.state(question) ?? [], () => this.counted());
  }

  /** @param {Question} question @returns {FrontState | null} null where this plan does not hold it */
  state(question) {
    const { mine, enemy } = question;
    if (this.asked !== termsOf(question)) {
      return null;
    }
    const { targets, corridors, stacks } = inPlay(question);
    const left = this.names.filter((t, n) => n < this.enemies && enemy.has(t));
    const holds =
      `${left}` === `${[...targets, ...corridors]}` &&
      targets.every((t) => this.front.needed & (1 << this.names.indexOf(t))) &&
      corridors.every((t) => !(this.front.needed & (1 << this.names.indexOf(t)))) &&
      stacks.every((t) => this.names.includes(t) || mine.get(t) === 1) &&
      this.names.every((t) => enemy.has(t) || mine.has(t));
    return holds
      ? [
          ...this.names.slice(0, this.enemies).map((t) => enemy.get(t) ?? 0),
          ...this.names.map((t) => (mine.get(t) ?? 1) - 1),
        ]
      : null;
  }

  /**
   * @param {FrontState} state @param {number} effort
   * @param {(answer: Answer) => void} heard now and then, with what is known by then
   */
  answer(state, effort, heard) {
    let reported = 0;
    const bounds = this.search.bounds(state, effort, (found) => {
      // what all first moves need is found by a policy with few attacks, or of whole stacks
      const isFound = found.play.bits || found.play.front !== this.front;
      if (Date.now() - reported > BREATH && found.lower && isFound) {
        reported = Date.now();
        heard(this.answerOf(state, found));
      }
    });
    return this.answerOf(state, bounds);
  }

  /** @param {FrontState} state @param {import("./search.js").Bounds} bounds @returns {Answer} */
  answerOf(state, { lower, upper, play }) {
    const { front, search: { states } } = this;
    const units = front.units(state);
    /** @param {bigint} value @param {number} twos */
    const chance = (value, twos) => overPower(value, front.rules.base, units, twos);
    const hasMoves = front.left(state) & front.needed && (lower || lower === upper);
    const moves = hasMoves ? play.attacks(state) : [];
    moves.sort((one, other) => (one.value < other.value ? 1 : -Number(one.value > other.value)));
    const shown = this.shown(state, moves, lower === upper, BigInt(this.search.bits - play.bits));
    const answer = {
      lower: chance(lower, this.search.bits),
      upper: chance(upper, this.search.bits),
      proved: lower === upper,
      moves: moves.map(({ attack, value }) => ({
        source: this.names[attack.source],
        target: this.names[attack.target],
        dice: attack.dice,
        chance: chance(value, play.bits),
        moveIn: play.bestMoveIn(state, attack),
        shown: shown.includes(attack),
      })),
      moveIns: [],
      line: lower ? this.line(state, play) : [],
      apart: this.apart(state),
    };
    this.search.more -= this.search.states - states; // how often is told does not change what is found
    return answer;
  }

  /**
   * The first moves that are proved to be optimal: while the bounds differ, one whose chance no other can exceed.
   * @param {FrontState} state @param {{attack: import("./front.js").Attack, value: bigint}[]} moves the best first
   * @param {boolean} proved @param {bigint} twos by which their values are fewer than over 2^bits
   */
  shown(state, moves, proved, twos) {
    const highest = moves[0]?.value ?? 0n;
    const best = moves.filter(({ value }) => value && value === highest).map(({ attack }) => attack);
    const limits = proved || !best.length ? [] : this.search.limits(state);
    const higher = limits.filter(({ value }) => value > highest << twos).map(({ attack }) => JSON.stringify(attack));
    return best.filter((attack) => proved || (limits.length && higher.every((each) => each === JSON.stringify(attack))));
  }

  /** @param {Question} question @param {number} effort @returns the chances, by as many states for all as for one */
  moveIns(question, effort) {
    const { source, target, numbers } = question.fallen ?? { source: -1, target: -1, numbers: [] };
    const all = (question.mine.get(source) ?? 0) + (question.mine.get(target) ?? 0);
    return numbers.flatMap((armies) => {
      const mine = new Map(question.mine).set(source, all - armies).set(target, armies);
      const state = this.state({ ...question, mine });
      if (!state) {
        return [];
      }
      const { lower } = this.search.bounds(state, Math.ceil(effort / numbers.length), () => {});
      return [{ armies, chance: overPower(lower, this.front.rules.base, this.front.units(state), this.search.bits) }];
    });
  }

  /**
   * The attacks by which territories fall one after another, if each round ends as is most likely.
   * @param {FrontState} state @param {import("./search.js").Playable} play
   */
  line(state, play) {
    const { front } = this;
    const base = Number(front.rules.base.value);
    /** @param {import("./rules.js").Way} way */
    const likely = ([i, j, weight]) => Number(weight) / base ** (i + j);
    /** @type {{source: number, target: number}[]} */
    const legs = [];
    let now = state;
    while (front.left(now) & front.needed) {
      const best = play.attacks(now).reduce((one, other) => (other.value > one.value ? other : one), NO_ATTACK);
      if (!best.value) {
        break;
      }
      const { source, target, dice } = best.attack;
      const rounds = front.rounds(target, now[target], dice);
      const [lost, fallen] = rounds.reduce((one, other) => (likely(other) > likely(one) ? other : one));
      now = front.fought(now, best.attack, lost, fallen);
      if (!now[target]) {
        legs.push({ source: this.names[source], target: this.names[target] });
        now = front.moved(now, best.attack, play.moveIn(now, best.attack));
      }
    }
    return legs;
  }

  /** @param {FrontState} state @returns what is to be taken, and no way leads to */
  apart(state) {
    const { front } = this;
    const left = front.left(state);
    let reached = front.around(front.live(state)) & left;
    for (let grown = -1; grown !== reached; ) {
      grown = reached;
      reached |= front.around(reached) & left;
    }
    return bits(left & front.needed & ~reached).map((u) => this.names[u]);
  }
}

/**
 * The answer for a position, by the last plan where it holds it, else by a new one.  Throws
 * `TooManyStates` for too many territories.
 * @param {Question} question @param {Plan | null} last
 * @param {{effort?: number, counted?: () => void, heard?: (answer: Answer) => void}} [how]
 * @returns {{plan: Plan, answer: Answer}}
 */
export function planned(question, last, how) {
  const { effort = EFFORT, counted = () => {}, heard = () => {} } = how ?? {};
  const state = last && last.search.states < EFFORT ? last.state(question) : null;
  const plan = last && state ? last : new Plan(question);
  plan.counted = counted;
  const answer = plan.answer(state ?? plan.state(question) ?? [], effort, heard);
  return { plan, answer: { ...answer, moveIns: plan.moveIns(question, effort) } };
}

/** States between two reports of their number. */
const LOOK = 256;

/** @type {Plan | null} The last plan, which may hold the next position too. */
let kept = null;

/**
 * The answer for a position; null for more territories than a plan has.
 * @param {Question} question @param {(done: {states: number, answer: Answer | null}) => void} [progress]
 * @param {number} [effort]
 */
export function planFor(question, progress = () => {}, effort = EFFORT) {
  let states = 0;
  /** @type {Answer | null} */
  let known = null;
  const counted = () => {
    states += 1;
    if (states % LOOK === 0) {
      progress({ states, answer: known });
    }
  };
  /** @param {Answer} answer */
  const heard = (answer) => {
    known = answer;
    progress({ states, answer });
  };
  try {
    const { plan, answer } = planned(question, kept, { effort, counted, heard });
    kept = plan;
    return answer;
  } catch (error) {
    kept = null;
    if (error instanceof TooManyStates) {
      return null;
    }
    throw error;
  }
}

/** @param {Question} question @returns what is to be taken, what may be, and who attacks */
function inPlay(question) {
  const { mine, enemy, take, through } = question;
  const targets = take.filter((t) => enemy.has(t));
  const corridors = through.filter((t) => enemy.has(t) && !targets.includes(t));
  const inReach = new Set([...targets, ...corridors]);
  const around = new Set(waysOf(question).flatMap(([t, u]) => (inReach.has(u) ? [t] : [])));
  const stacks = [...mine.keys()].filter((t) => around.has(t));
  return { targets, corridors, stacks };
}

/** @param {{borders: [number, number][], oneWay?: [number, number][]}} map @returns {[number, number][]} */
export function waysOf({ borders, oneWay = [] }) {
  return [...borders.flatMap(([t, u]) => /** @type {[number, number][]} */ ([[t, u], [u, t]])), ...oneWay];
}

/** @param {Question} question @returns the terms that the positions of one plan share */
function termsOf({ borders, oneWay = [], move, dice, rules }) {
  return JSON.stringify([borders, oneWay, move, dice, rules], (_, each) => (typeof each === "bigint" ? String(each) : each));
}
