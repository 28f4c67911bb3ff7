// The best path: one stack in a fixed order, each battle to the end, all survivors moving in.
// Original: riskexact/turn/conquest.py; test of both: tests/app/test_map_plans.py.

import { Sweep } from "./backward.js";
import { overPower } from "./fractions.js";
import { bits } from "./front.js";

/** @typedef {import("./front.js").Front} Front */
/** @typedef {bigint[]} Vector A value for each number of free armies, over base^units. */

/**
 * The chance of the best path that takes all that is needed; null where there is none.
 * @param {Front} front
 * @param {import("./front.js").FrontState} state
 */
export function bestPath(front, state) {
  const free = state.slice(front.enemies);
  const most = Math.max(0, ...free);
  const search = new Search(front, state.slice(0, front.enemies), most);
  const left = front.left(state);
  let best = -1n;
  for (const t of bits((2 ** front.nodes - 1) & ~left)) {
    for (const vector of search.vectors(t, left)) {
      const value = vector[free[t]] * front.power(most - free[t]);
      best = value > best ? value : best;
    }
  }
  return best < 0n ? null : overPower(best, front.rules.base, most + search.bound(left));
}

/** The vectors of all paths that are left, by where the stack stands and what is left. */
class Search {
  /**
   * @param {Front} front
   * @param {number[]} garrisons
   * @param {number} most
   */
  constructor(front, garrisons, most) {
    this.front = front;
    this.garrisons = garrisons;
    this.most = most;
    /** @type {Map<string, Vector[]>} */
    this.found = new Map();
  }

  /**
   * The units of a state, free armies aside.
   * @param {number} left
   */
  bound(left) {
    return bits(left).reduce((sum, u) => sum + this.garrisons[u] - 1, 0);
  }

  /**
   * The vectors of the paths from a node, without those that are nowhere better than another.
   * @param {number} stands
   * @param {number} left
   * @returns {Vector[]}
   */
  vectors(stands, left) {
    const { front } = this;
    if (!(left & front.needed)) {
      const bound = this.bound(left);
      return [Array.from({ length: this.most + 1 }, (_, free) => front.power(bound + free))];
    }
    const key = `${stands},${left}`;
    let found = this.found.get(key);
    if (found === undefined) {
      found = [];
      for (const u of bits(front.borders[stands] & left)) {
        for (const vector of this.vectors(u, left & ~(1 << u))) {
          found = withVector(found, this.before(vector, u));
        }
      }
      this.found.set(key, found);
    }
    return found;
  }

  /**
   * The vector before the battle for a node, from that of the survivors there.
   * @param {Vector} after
   * @param {number} target
   */
  before(after, target) {
    const garrison = this.garrisons[target];
    const sweep = new Sweep(garrison, this.front.rules.on(target));
    return Array.from(
      { length: this.most + 1 },
      (_, a) => sweep.push(a ? after[a - 1] : 0n)[garrison],
    );
  }
}

/**
 * Vectors with another one, unless one of them is as good; those that it beats are dropped.
 * @param {Vector[]} vectors
 * @param {Vector} vector
 */
function withVector(vectors, vector) {
  if (vectors.some((other) => noBetter(vector, other))) {
    return vectors;
  }
  return [...vectors.filter((other) => !noBetter(other, vector)), vector];
}

/**
 * @param {Vector} one
 * @param {Vector} other
 */
function noBetter(one, other) {
  return one.every((value, k) => value <= other[k]);
}
