// Narrow policies: whole stacks with few attacks, for lower bounds.
// Original: riskexact/turn/configurations.py; test of both: tests/app/test_map_plans.py.

import { Ways } from "./configurations.js";
import { firstDifference } from "./front.js";

/** @typedef {import("./configurations.js").GroundAttack} GroundAttack */

/** Undivided stacks with few attacks, but from all stacks in a battle that has begun. */
export class NarrowWays extends Ways {
  /**
   * @param {import("./front.js").Front} front @param {import("./front.js").FrontState} start
   * @param {number} targets the most that are considered
   */
  constructor(front, start, targets) {
    super(front, false);
    this.start = start;
    this.targets = targets;
  }

  /** @param {import("./configurations.js").Place} place @param {number[]} defenders */
  chosen(place, defenders) {
    const every = this.attacks(place);
    const begun = every.filter(({ target }) => defenders[target] > 1 && defenders[target] < this.start[target]);
    if (begun.length) {
      return begun;
    }
    // of equals by node: stacks are numbered by their armies
    /** @param {GroundAttack} attack */
    const trouble = ({ target, ground }) => [
      ...this.front.trouble(target, place.left), every.filter((each) => each.target === target).length, defenders[target],
      target, ground,
    ];
    /** @type {GroundAttack[]} */
    const first = [];
    for (const attack of [...every].sort((one, other) => firstDifference(trouble(one), trouble(other)))) {
      if (first.length < this.targets && !first.some(({ ground }) => ground === attack.ground)) {
        first.push(attack);
      }
    }
    return first;
  }
}
