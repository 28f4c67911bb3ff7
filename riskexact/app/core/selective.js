// A front on which few attacks are considered: policies for more of the board than search reaches.
// The reasons stand in Python.
// Original: riskexact/turn/selective.py; test of both: tests/app/test_map_plans.py.

import { Front, bits, firstDifference } from "./front.js";

/** @typedef {import("./front.js").Attack} Attack */
/** @typedef {import("./front.js").FrontState} FrontState */

/**
 * Numbers of targets and of sources for each, and whether a stack may be divided.
 * @type {[number, number, boolean][]}
 */
const BREADTHS = [
  [1, 1, false], [1, 1, true], [1, 2, false], [1, 2, true], [2, 2, true], [3, 2, true],
];

/**
 * The front with few attacks, then with more and more.
 * @param {Front} front
 */
export function selectiveFronts(front) {
  return BREADTHS.map(([targets, sources, divides]) => new SelectiveFront(front, targets, sources, divides));
}

class SelectiveFront extends Front {
  /**
   * @param {Front} front
   * @param {number} targets that are considered
   * @param {number} sources from how many each is attacked
   * @param {boolean} divides whether stacks may be divided
   */
  constructor(front, targets, sources, divides) {
    super(front.rules, front.enemies, front.nodes, 0, [], front.move, front.diceRule);
    Object.assign(this, front); // what the other has worked out is shared
    this.targets = targets;
    this.sources = sources;
    this.divides = divides;
  }

  /** @param {FrontState} state */
  attacks(state) {
    const { enemies } = this;
    const left = this.left(state);
    const free = (/** @type {number} */ t) => state[enemies + t];
    let live = bits(this.live(state)).filter((t) => this.borders[t] & left);
    live.sort((t, u) => Number(t >= enemies) - Number(u >= enemies) || free(u) - free(t));
    live = this.sources === 1 ? live.slice(0, 1) : live;
    const reached = live.reduce((set, t) => set | (this.borders[t] & left), 0);
    const targets = bits(reached).sort((u, v) => (
      firstDifference([...this.trouble(u, left), state[u]], [...this.trouble(v, left), state[v]])
    ));
    const chosen = targets.slice(0, this.targets);
    if (this.targets > 1) {
      chosen.push(...targets.slice(this.targets).filter((u) => state[u] > 1).slice(0, 1));
    }
    return chosen.flatMap((target) => {
      const near = live.filter((t) => (this.borders[t] >> target) & 1);
      near.sort((t, u) => free(u) - free(t));
      return near.slice(0, this.sources).map((source) => (
        { source, target, dice: this.mostDice(target, free(source)) }
      ));
    });
  }

  /**
   * @param {FrontState} state
   * @param {Attack} attack
   */
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
