// A search that can end at any time: bounds of a state, first roughly, then as sharp as one waits.
// Which methods search, and how far, is decided by states alone: the same effort gives the same answer.
// Original: riskexact/turn/search.py; test of both: tests/app/test_map_plans.py.

import { allottedFront } from "./allotted.js";
import { Ways } from "./configurations.js";
import { Play, TooManyStates } from "./play.js";
import { NarrowWays } from "./narrow.js";
import { OneRegion } from "./region.js";
import { selectiveFronts } from "./selective.js";
import { PooledStacks, UndividedStacks } from "./stacks.js";
import { LEAST_PRECISION, precision } from "./configuration-values.js";
import { UnitedArmies } from "./united.js";

/** @typedef {import("./front.js").FrontState} FrontState */

/** @typedef {Play | UndividedStacks} Playable */
/** @typedef {UnitedArmies | PooledStacks | Playable} Method */

/** Two whole numbers over 2^bits and base^units, and the policy that has the lower one. */
/** @typedef {{lower: bigint, upper: bigint, play: Playable}} Bounds */

/**
 * A state that is searched: the methods of each kind that have not ended, its bounds, who hears of better ones, and
 * the number of states at which the search ends.
 * @typedef {{
 *   state: FrontState, waiting: Method[][], found: Bounds, heard: (bounds: Bounds) => void, limit: number,
 * }} Asked
 */

/** States that are searched first. */
const FIRST_STATES = 128;

/**
 * The states of rough bounds, of policies with few attacks, of what searches to the end, and of
 * both bounds by stacks, the upper one first, in proportion.
 */
const SHARES = [256, 8, 8, 32, 192];

/** The same for several stacks, where states do not reach far, with allotments and regions. */
const SHARES_OF_SEVERAL = [192, 1, 1, 64, 128, 48, 96];

/** The number of the kind whose methods search to the end, and settle a state. */
const SETTLING = 2;

/** States after which a search to the end is interrupted, first by one for rough bounds. */
const [UNINTERRUPTED_STATES, LONG_STATES] = [2048, 1 << 15];

/** States of the first two kinds, for rough bounds. */
const ROUGH_STATES = [2048, 1024];

/** Combinations of armies and defenders up to which a position is searched to the end at once. */
const SMALL = 100_000;

/** States up to which every number of armies moving in is tried, where the bounds differ. */
const ALL_NUMBERS = 5000;

/** The effort is spent. */
class SearchEnded extends Error {}

/** Bounds of the states of a front; what is found for one serves the others. */
export class AnytimeSearch {
  /**
   * @param {import("./front.js").Front} front @param {FrontState} start the first state
   * @param {() => void} counted called for each state
   */
  constructor(front, start, counted) {
    this.front = front;
    this.counted = counted;
    const most = start.slice(front.enemies).filter(Boolean).length;
    const hasDigits = precision(front) >= LEAST_PRECISION;
    this.shares = most > 1 ? SHARES_OF_SEVERAL : SHARES;
    const numbers = hasDigits ? [...new Set([Math.min(2, most), most])] : [];
    const [united, single] = [true, false].map((isPooled) => new Ways(front, isPooled));
    const pooled = numbers.map((stacks) => new PooledStacks(united, start, stacks, false, counted));
    /** @param {Ways} ways */
    const rounded = (ways) => new UndividedStacks(ways, start, front.nodes, false, counted);
    const narrow = [2, 3].filter((n) => n <= most).map((n) => rounded(new NarrowWays(front, start, n)));
    const undivided = hasDigits ? [...narrow, rounded(single)] : [];
    const several = most > 1 ? numbers : [];
    const [region, ...regions] = several.map((stacks) => new OneRegion(front, start, stacks, counted));
    const byOne = front.isCapped || !region ? [new UnitedArmies(front, counted)] : [];
    const allotted = several.slice(0, 1).map(() => allottedFront(front, start, Math.min(2, most - 1)));
    const narrowly = allotted.map((each) => rounded(new NarrowWays(each, start, 3)));
    const apart = allotted.map((each) => rounded(new Ways(each, false)));
    const exact = new PooledStacks(united, start, most, true, counted);
    this.pooled = [exact, ...pooled.slice().reverse()];
    const best = new Play(front, front.isCapped, counted);
    /** A policy of whole stacks, and one that is no worse, and tells all best moves. */
    this.whole = new UndividedStacks(single, start, front.nodes, true, counted);
    this.best = best;
    const few = selectiveFronts(front).map((each) => new Play(each, true, counted));
    this.first = few[0];
    /** Where few may move in, every number is tried, and both bounds meet. */
    this.optimum = front.isCapped ? best : null;
    this.bits = hasDigits ? precision(front) : 0;
    /** @type {Method[][]} In each kind, a method begins where the one before it has ended. */
    this.kinds = [
      [...narrowly, ...byOne, ...(region ? [region] : [])], [...few, best],
      this.optimum ? [best] : [exact, this.whole, best], pooled, undivided, apart, regions,
    ];
    this.methods = [...new Set(this.kinds.flat())];
    this.more = 0;
    /** @type {Play | null} With every number of armies moving in. */
    this.full = null;
  }

  /** The number of states that have been evaluated. */
  get states() {
    return this.methods.reduce((sum, method) => sum + method.states, this.more);
  }

  /**
   * An upper bound for each attack that comes first, over 2^bits and base^units; none if none is known.
   * @param {FrontState} state
   */
  limits(state) {
    for (const method of this.pooled) {
      const found = method.limits(state);
      if (found.length) {
        const twos = BigInt(this.bits - method.bits);
        return found.map(({ attack, value }) => ({ attack, value: value << twos }));
      }
    }
    return [];
  }

  /** @param {number} units */
  certain(units) {
    return this.front.power(units) << BigInt(this.bits);
  }

  /**
   * The bounds of a state after `effort` more states, unless they meet before.
   * @param {FrontState} state @param {number} effort
   * @param {(bounds: Bounds) => void} heard called whenever they are better
   * @returns {Bounds}
   */
  bounds(state, effort, heard) {
    const waiting = this.kinds.map((methods) => methods.slice());
    /** @type {Bounds} */
    const found = { lower: 0n, upper: this.certain(this.front.units(state)), play: this.first };
    try {
      this.sharpen({ state, waiting, found, heard, limit: this.states + effort });
    } catch (error) {
      if (!(error instanceof SearchEnded)) {
        throw error;
      }
    }
    for (const method of this.methods) {
      method.most = Infinity; // questions that come later have no limit
    }
    return found;
  }

  /**
   * Search for more and more states, until what settles the state has ended.  Where it is small, that searches to its
   * end at once, and the others only if that takes long.
   * @param {Asked} asked
   */
  sharpen(asked) {
    const { state, waiting, limit } = asked;
    const isSmall = state.reduce((product, n) => product * (n + 1), 1) <= SMALL;
    const rough = Array(SETTLING).fill(0);
    const others = this.kinds.slice(SETTLING + 1).map(() => limit);
    const first = [[...rough, UNINTERRUPTED_STATES], ROUGH_STATES, [...rough, LONG_STATES], [...rough, 0, ...others]];
    for (const shares of isSmall ? first : []) {
      this.search(asked, shares);
    }
    for (let states = FIRST_STATES; waiting[SETTLING].length; states *= 2) {
      this.search(asked, isSmall ? [...rough, limit] : this.shares.map((share) => states * share));
    }
    this.settle(asked);
  }

  /**
   * Let each kind search for its share of states.  What a method leaves of it, since it ends before, the next has.
   * @param {Asked} asked @param {number[]} shares
   */
  search(asked, shares) {
    const { waiting, found } = asked;
    for (const [kind, share] of shares.entries()) {
      const end = this.states + share;
      const mayGoOn = () => waiting[SETTLING].length && waiting[kind].length && this.states < end;
      while (mayGoOn() && this.hasEnded(asked, waiting[kind][0], end - this.states)) {
        waiting[kind].shift();
        if (found.lower === found.upper) { // only all best moves may be left to find
          const isWhole = found.play === this.whole;
          found.play = isWhole ? this.best : found.play;
          for (const [n, methods] of waiting.entries()) {
            if (n !== SETTLING || isWhole) {
              methods.length = 0;
            }
          }
        }
      }
    }
  }

  /**
   * Whether a method finds a value within this number of states; the value is kept.
   * @param {Asked} asked @param {Method} method @param {number} states
   */
  hasEnded({ state, found, heard, limit }, method, states) {
    const remaining = limit - this.states;
    if (remaining <= 0) {
      throw new SearchEnded();
    }
    method.most = method.states + Math.min(states, remaining);
    let value;
    try {
      value = method.value(state);
    } catch (error) {
      // the depth of a position is bounded by its armies, and that of the stack by the browser
      if (error instanceof RangeError) {
        return true;
      }
      if (!(error instanceof TooManyStates)) {
        throw error;
      }
      if (states >= remaining) {
        throw new SearchEnded();
      }
      return false;
    } finally {
      method.most = Infinity; // so that its policy can be told
    }
    value <<= BigInt(this.bits - method.bits);
    const isPlayed = method instanceof Play || method instanceof UndividedStacks;
    if (!isPlayed || method === this.optimum) {
      found.upper = value < found.upper ? value : found.upper;
    }
    if (isPlayed && value >= found.lower) {
      Object.assign(found, { lower: value, play: method });
    }
    heard(found);
    return true;
  }

  /** @param {Asked} asked for which every number of armies moving in is tried */
  settle({ state, found, limit }) {
    if (found.lower === found.upper) {
      return;
    }
    const full = this.full ?? new Play(this.front, true, this.counted);
    const before = full.states;
    full.most = before + Math.min(ALL_NUMBERS, limit - this.states);
    try {
      const value = full.value(state) << BigInt(this.bits);
      Object.assign(found, { lower: value, upper: value, play: full });
      this.full = full;
    } catch (error) {
      if (!(error instanceof TooManyStates || error instanceof RangeError)) {
        throw error;
      }
    }
    this.more += full.states - before;
    full.most = Infinity;
  }
}
