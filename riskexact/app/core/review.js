// The review of a turn as played: what decisions cost, and what the dice were worth.
// Original: riskexact/turn/review.py; test of both: tests/app/test_map_plans.py.

import { Plan } from "./plan.js";

/** @typedef {import("./front.js").FrontState} FrontState */
/** @typedef {import("./front.js").Attack} Attack */

/** Both bounds of a chance, or of a difference of chances, over what is certain. */
/** @typedef {{lower: bigint, upper: bigint}} Between */

/** A state, the attack whose target has just fallen, and whether the turn has been ended. */
/** @typedef {{state: FrontState, fallen: Attack | null, over: boolean}} Stage */

/** A decision: an attack, armies that move in, or the end, and what may come of it, by the losses. */
/**
 * @typedef {{
 *   attack: Attack | null, armies: number | null,
 *   ends: {lost: [number, number], weight: bigint, after: Stage}[],
 * }} Option
 */

/** @typedef {{attack: [number, number], dice: number, lost: [number, number]}} AttackLine */

/** A line of the record, with the territories by their numbers. */
/** @typedef {AttackLine | {move_in: number} | {end: true}} Line */

/** A decision as it is told: the territories by their numbers, armies that move in, or the end. */
/** @typedef {{source: number, target: number, dice: number} | {armies: number} | null} Told */

/** States by which one position of the turn is searched. */
const EFFORT_OF_EACH = 60_000;

/** The turn so far, by the chances of best play. */
class Review {
  /** @param {import("./plan.js").Question} question @param {() => void} counted */
  constructor(question, counted) {
    this.plan = new Plan(question, counted);
    const state = this.plan.state(question) ?? [];
    this.units = this.plan.front.units(state);
    /** @type {Stage} */
    this.stage = { state, fallen: null, over: false };
    /** @type {Map<string, Between>} */
    this.known = new Map();
  }

  /**
   * Both bounds of a stage, over what is certain.
   * @param {Stage} stage
   * @returns {Between}
   */
  value({ state, fallen, over }) {
    const { front, search } = this.plan;
    if (over) {
      const sure = front.left(state) & front.needed ? 0n : search.certain(this.units);
      return { lower: sure, upper: sure };
    }
    if (fallen) {
      const each = front.movesIn(state, fallen).map((armies) => this.value(settled(front.moved(state, fallen, armies))));
      return { lower: largest(each.map(({ lower }) => lower)), upper: largest(each.map(({ upper }) => upper)) };
    }
    const key = String(state);
    let found = this.known.get(key);
    if (!found) {
      const { lower, upper } = search.bounds(state, EFFORT_OF_EACH, () => {});
      const scale = front.power(this.units - front.units(state));
      found = { lower: lower * scale, upper: upper * scale };
      this.known.set(key, found);
    }
    return found;
  }

  /** @param {Stage} stage @returns {Option[]} */
  options({ state, fallen }) {
    const { front } = this.plan;
    /** @type {[number, number]} */
    const nothing = [0, 0];
    if (fallen) {
      return front.numbersMovingIn(state, fallen).map((armies) => {
        const after = settled(front.moved(state, fallen, armies));
        return { attack: null, armies, ends: [{ lost: nothing, weight: 1n, after }] };
      });
    }
    const over = { state, fallen: null, over: true };
    return [
      ...front.attacks(state).map((attack) => ({
        attack,
        armies: null,
        ends: front.rounds(attack.target, state[attack.target], attack.dice).map(([i, j, weight]) => {
          const after = front.fought(state, attack, i, j);
          const fell = after[attack.target] ? null : attack;
          return { lost: /** @type {[number, number]} */ ([i, j]), weight, after: { state: after, fallen: fell, over: false } };
        }),
      })),
      { attack: null, armies: null, ends: [{ lost: nothing, weight: 1n, after: over }] },
    ];
  }

  /** @param {Option} option @returns {Between} */
  worth({ ends }) {
    const { front } = this.plan;
    const parts = ends.map(({ lost: [i, j], weight, after }) => {
      const { lower, upper } = this.value(after);
      const scale = front.power(i + j);
      return { lower: (weight * lower) / scale, upper: (weight * upper) / scale };
    });
    return parts.reduce(plus);
  }

  /** @param {Line} line */
  step(line) {
    if (!("move_in" in line) && this.stage.fallen) {
      this.stage = this.options(this.stage)[0].ends[0].after; // the rules leave no choice
    }
    const { names } = this.plan;
    const options = this.options(this.stage).map((option) => ({ option, worth: this.worth(option) }));
    const played = options.find(({ option: { attack, armies } }) =>
      "move_in" in line ? armies === line.move_in
      : "end" in line ? !attack && armies === null
      : attack && attack.dice === line.dice &&
        String([names[attack.source], names[attack.target]]) === String(line.attack));
    const lost = "lost" in line ? line.lost : [0, 0];
    const end = played?.option.ends.find((each) => String(each.lost) === String(lost));
    if (!played || !end) {
      throw new Error("no such line");
    }
    const before = this.value(this.stage);
    this.stage = end.after;
    const luck = "lost" in line ? less(this.value(this.stage), played.worth) : { lower: 0n, upper: 0n };
    let mistake = less(played.worth, before);
    if (mistake.lower < mistake.upper) {
      mistake = { lower: least(mistake.lower, 0n), upper: least(mistake.upper, 0n) };
    }
    const best = largest(options.map(({ worth }) => worth.lower));
    const good = options.filter(({ worth }) => worth.lower === best);
    return { played: this.told(played.option), best: good.map(({ option }) => this.told(option)), luck, mistake, before };
  }

  /** @param {Option} option @returns {Told} */
  told({ attack, armies }) {
    const { names } = this.plan;
    return attack
      ? { source: names[attack.source], target: names[attack.target], dice: attack.dice }
      : armies === null ? null : { armies };
  }
}

/**
 * What each decision of a turn cost, and the luck of each throw, as fractions, which may be below 0:
 * luck and mistakes add up to the chance at the end less that at the start.
 * @param {{question: import("./plan.js").Question, lines: Line[]}} task
 * @param {(done: {states: number, answer: null}) => void} [progress]
 */
export function reviewOf({ question, lines }, progress = () => {}) {
  let states = 0;
  const review = new Review(question, () => progress({ states: (states += 1), answer: null }));
  const start = review.value(review.stage);
  const steps = lines.map((line) => review.step(line));
  const d = review.plan.search.certain(review.units);
  /** @param {Between} value */
  const told = ({ lower, upper }) => ({ lower: { n: lower, d }, upper: { n: upper, d } });
  return {
    start: told(start),
    end: told(review.value(review.stage)),
    luck: told(steps.map(({ luck }) => luck).reduce(plus, { lower: 0n, upper: 0n })),
    mistakes: told(steps.map(({ mistake }) => mistake).reduce(plus, { lower: 0n, upper: 0n })),
    steps: steps.map(({ played, best, luck, mistake, before }) => (
      { played, best, luck: told(luck), mistake: told(mistake), chance: told(before) }
    )),
  };
}

/** @param {FrontState} state @returns {Stage} */
function settled(state) {
  return { state, fallen: null, over: false };
}

/** @param {Between} one @param {Between} other */
function plus(one, other) {
  return { lower: one.lower + other.lower, upper: one.upper + other.upper };
}

/** @param {Between} one @param {Between} other */
function less(one, other) {
  return { lower: one.lower - other.upper, upper: one.upper - other.lower };
}

/** @param {bigint[]} values */
function largest(values) {
  return values.reduce((one, other) => (other > one ? other : one));
}

/** @param {bigint} one @param {bigint} other */
function least(one, other) {
  return one < other ? one : other;
}
