// A search that can end at any time: bounds of a state, first roughly, then as sharp as one waits.
// Which methods search, and how far, is decided by states alone: the same effort gives the same answer.
// Original: riskexact/boards/search.py; test of both: tests/calculator/test_map_plans.py.

import { Anywhere } from "./anywhere.js";
import { Play, TooManyStates } from "./play.js";
import { Pools } from "./pools.js";
import { selectiveFronts } from "./selective.js";

/** @typedef {import("./front.js").Front} Front */
/** @typedef {import("./front.js").FrontState} FrontState */

/** @typedef {Anywhere | Pools | Play} Method */

/** Two whole numbers over base^units, and the policy that has the lower one. */
/** @typedef {{lower: bigint, upper: bigint, play: Play}} Bounds */

/** States that are searched first, and the shares of methods from above, from below, to the end. */
const [FIRST_STATES, SHARES] = [512, [4, 2, 2]];

/** States after which a search to the end is interrupted by one for rough bounds. */
const UNINTERRUPTED_STATES = 2048;

/** Combinations of armies and defenders up to which a position is searched to the end at once. */
const SMALL = 100_000;

/** States up to which every number of armies moving in is tried, where the bounds differ. */
const ALL_NUMBERS = 5000;

/** The effort is spent. */
class SearchEnded extends Error {}

/** Bounds of the states of a front; what is found for one serves the others. */
export class AnytimeSearch {
  /**
   * @param {Front} front
   * @param {number} stacks of the first state
   * @param {() => void} counted called for each state
   */
  constructor(front, stacks, counted) {
    this.front = front;
    this.counted = counted;
    const above = Array.from({ length: stacks }, (_, n) => new Anywhere(front, n + 1, counted));
    const best = new Play(front, false, 0, counted);
    this.below = [...selectiveFronts(front).map((each) => new Play(each, true, 0, counted)), best];
    /** @type {Method[][]} In each kind, a method begins where the one before it has ended. */
    this.kinds = [above, this.below, [new Pools(front, 0, counted), best]];
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
   * The bounds of a state after `effort` more states, unless they meet before.
   * @param {FrontState} state
   * @param {number} effort
   * @param {(bounds: Bounds) => void} heard called whenever they are better
   * @returns {Bounds}
   */
  bounds(state, effort, heard) {
    const limit = this.states + effort;
    const isSmall = state.reduce((product, n) => product * (n + 1), 1) <= SMALL;
    /** @type {Bounds} */
    const found = { lower: 0n, upper: this.front.power(this.front.units(state)), play: this.below[0] };
    try {
      this.sharpen(state, isSmall, { found, heard, limit });
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
   * Search for more and more states, until the methods of the last kind have ended.
   * @param {FrontState} state
   * @param {boolean} atOnce the methods of the last kind search to their end, and the others only if that takes long
   * @param {{found: Bounds, heard: (bounds: Bounds) => void, limit: number}} how
   */
  sharpen(state, atOnce, how) {
    const waiting = this.kinds.map((methods) => methods.slice());
    if (atOnce) {
      for (const _ of this.kinds[2]) {
        this.search(state, waiting, [0, 0, UNINTERRUPTED_STATES], how);
      }
      this.search(state, waiting, [...SHARES.slice(0, 2).map((share) => FIRST_STATES * share), 0], how);
    }
    for (let states = FIRST_STATES; waiting[2].length; states *= 2) {
      this.search(state, waiting, atOnce ? [0, 0, how.limit] : SHARES.map((share) => states * share), how);
    }
    this.settle(state, how);
  }

  /**
   * Let a method of each kind search for its share of states.
   * @param {FrontState} state
   * @param {Method[][]} waiting
   * @param {number[]} shares
   * @param {{found: Bounds, heard: (bounds: Bounds) => void, limit: number}} how
   */
  search(state, waiting, shares, how) {
    for (const [kind, share] of shares.entries()) {
      const [method] = waiting[2].length ? waiting[kind] : [];
      const isRough = kind < shares.length - 1;
      if (share && method && !(isRough && how.found.lower === how.found.upper) && this.hasEnded(method, state, share, how)) {
        waiting[kind].shift();
      }
    }
  }

  /**
   * Whether a method finds a value within this number of states; the value is kept.
   * @param {Method} method
   * @param {FrontState} state
   * @param {number} states
   * @param {{found: Bounds, heard: (bounds: Bounds) => void, limit: number}} how
   */
  hasEnded(method, state, states, { found, heard, limit }) {
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
    }
    if (!(method instanceof Play)) {
      found.upper = value < found.upper ? value : found.upper;
    } else if (value >= found.lower) {
      Object.assign(found, { lower: value, play: method });
    }
    heard(found);
    return true;
  }

  /**
   * Try every number of armies moving in, where the bounds differ.
   * @param {FrontState} state
   * @param {{found: Bounds, limit: number}} how
   */
  settle(state, { found, limit }) {
    if (found.lower === found.upper) {
      return;
    }
    const full = this.full ?? new Play(this.front, true, 0, this.counted);
    const before = full.states;
    full.most = before + Math.min(ALL_NUMBERS, limit - this.states);
    try {
      const value = full.value(state);
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
