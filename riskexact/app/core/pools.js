// An upper bound of best play, nearly always sharp: each territory of the attacker holds armies of
// one stack, and no two stacks ever join.  So let the armies of a stack fight from all that the stack
// has taken, with as many dice as all of them may throw.  The reasons stand in Python.
// Original: riskexact/turn/pooled.py; test of both: tests/app/test_map_plans.py.

import { bits } from "./front.js";
import { Values } from "./play.js";
import { hangingTogether } from "./stands.js";

/** @typedef {import("./front.js").Front} Front */
/** @typedef {import("./front.js").FrontState} FrontState */

/** @typedef {{free: number, borders: number}} Pool Free armies, and the nodes left that they border. */

/** The values of the pools of a sector. */
export class Pools {
  /**
   * @param {Front} front
   * @param {number} most
   * @param {() => void} counted
   */
  constructor(front, most, counted) {
    this.front = front;
    this.bits = 0; // values are over base^units
    this.values = new Values(most, counted);
    /** @type {Map<string, number[]>} */
    this.parts = new Map();
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
    const pools = bits(front.live(state)).map((t) => (
      { free: state[front.enemies + t], borders: front.borders[t] }
    ));
    return this.worth(state.slice(0, front.enemies), pools, front.units(state));
  }

  /**
   * The product of the values of the sectors, over base^units.
   * @param {number[]} defenders
   * @param {Pool[]} pools
   * @param {number} units
   */
  worth(defenders, pools, units) {
    const { front } = this;
    const left = leftOf(defenders);
    const live = pools
      .map(({ free, borders }) => ({ free, borders: borders & left }))
      .filter(({ free, borders }) => free && borders);
    let [value, rest] = [1n, units];
    for (const nodes of this.sectors(left, live)) {
      const within = largestFirst(live.filter(({ borders }) => borders & nodes));
      const free = armiesOf(within);
      const worth = free < bits(nodes & front.needed).length ? 0n : this.sector(
        defenders.map((each, u) => ((nodes >> u) & 1 ? each : 0)), within,
      );
      if (!worth) {
        return 0n;
      }
      value *= worth;
      rest -= free + bits(nodes).reduce((sum, u) => sum + defenders[u] - 1, 0);
    }
    return value * front.power(rest);
  }

  /**
   * The sets of nodes that hang together, as far as there is something to take.
   * @param {number} left
   * @param {Pool[]} pools
   */
  sectors(left, pools) {
    const borders = pools.map((pool) => pool.borders & left);
    const key = `${left}/${borders}`;
    let found = this.parts.get(key);
    if (found === undefined) {
      found = hangingTogether(this.front, left, borders);
      this.parts.set(key, found);
    }
    return found;
  }

  /**
   * The value of one sector: that of its best attack.
   * @param {number[]} defenders
   * @param {Pool[]} pools in order
   */
  sector(defenders, pools) {
    const key = String.fromCharCode(
      ...defenders,
      ...pools.flatMap(({ free, borders }) => [free, borders & 0x7fff, borders >> 15]),
    );
    return this.values.known.get(key) ?? this.values.keep(key, this.best(defenders, pools));
  }

  /**
   * The value of the best attack.
   * @param {number[]} defenders
   * @param {Pool[]} pools
   */
  best(defenders, pools) {
    const { front } = this;
    const units = armiesOf(pools) + bits(leftOf(defenders)).reduce((sum, u) => sum + defenders[u] - 1, 0);
    let best = 0n;
    pools.forEach((pool, i) => {
      const others = pools.filter((_, n) => n !== i);
      for (const u of bits(pool.borders)) {
        /** @type {Map<string, bigint>} */
        const known = new Map();
        for (let x = 1; x <= front.mostDice(u, pool.free); x += 1) {
          let value = 0n;
          for (const [lost, fallen, weight] of front.rounds(u, defenders[u], x)) {
            const end = `${lost},${fallen}`;
            const after = defenders.map((each, v) => (v === u ? each - fallen : each));
            const fought = { free: pool.free - lost, borders: pool.borders };
            const worth = known.get(end) ?? this.after(after, u, fought, others, units - lost - fallen);
            known.set(end, worth);
            value += weight * worth;
          }
          best = value > best ? value : best;
        }
      }
    });
    return best;
  }

  /**
   * The value after a round of a pool, divided in the best way if the target fell.
   * @param {number[]} defenders
   * @param {number} target
   * @param {Pool} pool
   * @param {Pool[]} others
   * @param {number} units
   */
  after(defenders, target, pool, others, units) {
    if (defenders[target]) {
      return this.worth(defenders, [pool, ...others], units);
    }
    const { free, borders } = pool;
    const on = this.front.borders[target];
    const parts = this.sectors(leftOf(defenders), others);
    const reach = parts.map((part) => Number((part & borders) !== 0) + 2 * Number((part & on) !== 0));
    if (reach.includes(3) || !reach.includes(1) || !reach.includes(2)) {
      return this.worth(defenders, [{ free: free - 1, borders: borders | on }, ...others], units);
    }
    let best = 0n;
    for (let moved = 0; moved < free; moved += 1) {
      const divided = [{ free: free - 1 - moved, borders }, { free: moved, borders: on }, ...others];
      const worth = this.worth(defenders, divided, units);
      best = worth > best ? worth : best;
    }
    return best;
  }
}

/** @param {Pool[]} pools */
function largestFirst(pools) {
  return pools.sort((one, other) => other.free - one.free || other.borders - one.borders);
}

/** @param {Pool[]} pools */
function armiesOf(pools) {
  return pools.reduce((sum, { free }) => sum + free, 0);
}

/**
 * The nodes that are left.
 * @param {number[]} defenders
 */
function leftOf(defenders) {
  return defenders.reduce((set, each, u) => set | (each ? 1 << u : 0), 0);
}
