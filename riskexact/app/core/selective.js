// A front on which few attacks are considered: policies for more of the board than search reaches.
// The reasons stand in Python.
// Original: riskexact/turn/selective.py; test of both: tests/app/test_map_plans.py.

import { Front, bits, firstDifference } from "./front.js";

/** @typedef {import("./front.js").FrontState} FrontState */

/**
 * Numbers of targets, and whether a stack may be divided.
 * @type {[number, boolean][]}
 */
const BREADTHS = [[1, false], [1, true], [2, true], [3, true]];

/** From how many territories each target is attacked. */
const SOURCES_OF_TARGET = 2;

/** @param {Front} front @returns the front with few attacks, then with more and more */
export function selectiveFronts(front) {
  return BREADTHS.map(([targets, divides]) => new SelectiveFront(front, targets, divides));
}

class SelectiveFront extends Front {
  /**
   * @param {Front} front @param {number} targets that are considered
   * @param {boolean} divides whether stacks may be divided
   */
  constructor(front, targets, divides) {
    super(front.rules, front.enemies, front.nodes, 0, [], front.move, front.diceRule);
    Object.assign(this, front); // what the other has worked out is shared
    this.targets = targets;
    this.divides = divides;
  }

  /** @param {FrontState} state */
  attacks(state) {
    const { enemies } = this;
    const left = this.left(state);
    const free = (/** @type {number} */ t) => state[enemies + t];
    const live = bits(this.live(state)).sort((t, u) => free(u) - free(t));
    const targets = bits(this.around(this.live(state)) & left).sort((u, v) => (
      firstDifference([...this.trouble(u, left), state[u]], [...this.trouble(v, left), state[v]])
    ));
    const chosen = targets.slice(0, this.targets);
    if (this.targets > 1) {
      chosen.push(...targets.slice(this.targets).filter((u) => state[u] > 1).slice(0, 1));
    }
    return chosen.flatMap((target) => {
      const near = live.filter((t) => (this.borders[t] >> target) & 1);
      return near.slice(0, SOURCES_OF_TARGET).map((source) => (
        { source, target, dice: this.mostDice(target, free(source)) }
      ));
    });
  }

  /** @param {FrontState} state @param {import("./front.js").Attack} attack */
  movesIn(state, attack) {
    const every = super.movesIn(state, attack);
    const most = every[every.length - 1];
    if (!this.divides) {
      return [most];
    }
    const behind = this.borders[attack.source] & this.left(state) & ~this.borders[attack.target];
    const kept = bits(behind).reduce((rest, u) => rest - state[u] - 1, state[this.enemies + attack.source]);
    const some = new Set([every[0], ...(every.includes(kept) ? [kept] : []), most]);
    return [...some].sort((n, m) => n - m);
  }
}
