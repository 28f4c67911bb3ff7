// An upper bound of best play, nearly always sharp: each territory of the attacker holds armies of
// one stack, and no two stacks ever join.  So let the armies of a stack fight from all that the stack
// has taken, with as many dice as all of them may throw.
// Original: riskexact/boards/bounds.py; test of both: tests/calculator/test_map_plans.py.

import { bits } from "./front.js";
import { Values } from "./play.js";

/** @typedef {import("./front.js").Front} Front */
/** @typedef {import("./front.js").FrontState} FrontState */

/** The values of pools. */
export class Pools {
  /**
   * @param {Front} front
   * @param {number} most
   * @param {() => void} counted
   */
  constructor(front, most, counted) {
    this.front = front;
    this.values = new Values(most, counted);
  }

  /** The number of states that have been evaluated. */
  get states() {
    return this.values.known.size;
  }

  /** @param {number} most states that may be evaluated */
  set most(most) {
    this.values.most = most;
  }

  /**
   * An upper bound of the value of a state, over base^units.
   * @param {FrontState} state
   */
  value(state) {
    const { front } = this;
    const stacks = bits(front.live(state));
    return this.worth(
      state.slice(0, front.enemies),
      stacks.map((t) => state[front.enemies + t]),
      stacks.map((t) => front.borders[t]),
    );
  }

  /**
   * The value of pools: the defenders left, and of each stack the free armies and the nodes that it
   * borders, those that are taken among them.
   * @param {number[]} defenders
   * @param {number[]} free
   * @param {number[]} borders
   */
  worth(defenders, free, borders) {
    const { front } = this;
    let left = 0;
    let units = 0;
    for (let u = 0; u < defenders.length; u += 1) {
      if (defenders[u]) {
        left |= 1 << u;
        units += defenders[u] - 1;
      }
    }
    const armies = free.reduce((sum, each) => sum + each, 0);
    const needed = left & front.needed;
    if (!needed) {
      return front.power(armies + units);
    }
    if (armies < bits(needed).length) {
      return 0n;
    }
    const at = borders.map((each, i) => (free[i] ? each & left : 0));
    const key = String.fromCharCode(
      ...defenders,
      ...free,
      ...at.flatMap((each) => [each & 0x7fff, each >> 15]),
    );
    return this.values.known.get(key) ?? this.values.keep(key, this.best(defenders, free, at));
  }

  /**
   * The value of the best attack.
   * @param {number[]} defenders
   * @param {number[]} free
   * @param {number[]} borders
   */
  best(defenders, free, borders) {
    let best = 0n;
    free.forEach((armies, i) => {
      for (const u of bits(borders[i])) {
        for (let x = this.front.mostDice(u, armies); x > 0; x -= 1) {
          const value = this.attackIn(defenders, free, borders, i, u, x);
          if (value > best) {
            best = value;
          }
        }
      }
    });
    return best;
  }

  /**
   * The value with an attack of stack i on node u first, with x dice.
   * @param {number[]} defenders
   * @param {number[]} free
   * @param {number[]} borders
   * @param {number} i
   * @param {number} u
   * @param {number} x
   */
  attackIn(defenders, free, borders, i, u, x) {
    let value = 0n;
    for (const [lost, fallen, weight] of this.front.rounds(u, defenders[u], x)) {
      const left = defenders[u] - fallen;
      const after = free[i] - lost - Number(left === 0);
      const reach = left ? borders[i] : borders[i] | this.front.borders[u];
      const worth = this.worth(
        changed(defenders, u, left),
        changed(free, i, after),
        changed(borders, i, reach),
      );
      value += weight * worth;
    }
    return value;
  }
}

/**
 * Numbers with another one in one place.
 * @param {number[]} numbers
 * @param {number} place
 * @param {number} number
 */
function changed(numbers, place, number) {
  const copied = numbers.slice();
  copied[place] = number;
  return copied;
}
