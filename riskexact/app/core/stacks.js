// Bounds of best play on more of the board than single states reach: by the configurations of stacks.
// Original: riskexact/turn/stacks.py; test of both: tests/app/test_map_plans.py.

import { bits } from "./front.js";
import { TooManyStates } from "./play.js";
import { CELLS_OF_A_STATE, MAX_CELLS, ConfigurationValues, precision } from "./configuration-values.js";

/** @typedef {import("./configurations.js").Ways} Ways */
/** @typedef {import("./front.js").FrontState} FrontState */
/** @typedef {import("./front.js").Attack} Attack */

/**
 * A state among the values of configurations: the nodes of each stack, the free armies of each, and the
 * sectors, null if no stack reaches one of them.
 * @typedef {{
 *   values: ConfigurationValues, state: FrontState, stacks: number[][], free: number[],
 *   places: import("./configurations.js").Place[] | null,
 * }} StateValues
 */

/** @typedef {{worth: number, armies: number}} End A value, and the armies that move in. */

/** Bounds of the values of states; those of a turn that begins elsewhere are found anew. */
class ByStacks {
  /**
   * @param {Ways} ways @param {FrontState} start @param {number} mostStacks that are told apart
   * @param {boolean} isExact values are not rounded @param {() => void} counted called now and then
   */
  constructor(ways, start, mostStacks, isExact, counted) {
    this.front = ways.front;
    this.start = start;
    this.mostStacks = mostStacks;
    this.counted = counted;
    this.ways = ways;
    this.bits = isExact ? 0 : precision(this.front);
    this.isExact = isExact;
    this.alone = Array.from({ length: this.front.nodes }, (_, t) => [t]);
    this.most = Infinity;
    this.spent = 0;
    /** @type {Map<string, ConfigurationValues>} */
    this.found = new Map();
  }

  /** The number of states that have been evaluated. */
  get states() {
    return Math.floor([...this.found.values()].reduce((sum, { cost }) => sum + cost, this.spent) / CELLS_OF_A_STATE);
  }

  /** @param {FrontState} state @returns a bound of the value of a state, over 2^bits and base^units */
  value(state) {
    const { front } = this;
    const { stacks, free } = this.stacks(state);
    if (free.reduce((cells, n) => cells * (n + 2), 1) > MAX_CELLS) {
      throw new TooManyStates();
    }
    const over = this.over(state);
    const key = this.key(state, stacks, free);
    if (!this.found.has(key)) {
      for (const [other, { cost }] of [...this.found].slice(1)) { // those of one turn are enough
        this.spent += cost;
        this.found.delete(other);
      }
    }
    const values = this.found.get(key) ?? new ConfigurationValues(front, free, this.ways, over);
    this.found.set(key, values);
    const spent = this.states;
    const known = this.known(values, state, stacks);
    for (const place of known.places ?? []) {
      values.begin(place, state);
    }
    values.evaluate(values.cost + (this.most - spent) * CELLS_OF_A_STATE, this.counted);
    const worth = known.places ? product(known, known.places, state, known.free) : 0;
    return ((BigInt(worth) << BigInt(this.bits)) * front.power(front.units(state))) / BigInt(over);
  }

  /** @param {FrontState} state @returns what values are whole numbers over */
  over(state) {
    const units = Math.max(this.front.units(state), this.front.units(this.start));
    return this.isExact ? this.front.power(units) : 2 ** this.bits;
  }

  /** @param {FrontState} state @param {number[][]} stacks @param {number[]} free */
  key(state, stacks, free) {
    return `${stacks.join("/")}:${free}:${this.over(state)}`;
  }

  /**
   * The stacks, the largest first, and their free armies.  They are those of the start if the turn
   * begins with no more armies there.
   * @param {FrontState} state
   */
  stacks(state) {
    const { enemies } = this.front;
    const of = state.every((n, k) => n <= this.start[k]) ? this.start : state;
    const nodes = bits(this.front.live(of)).sort((t, u) => of[enemies + u] - of[enemies + t]);
    const alone = Math.min(this.mostStacks, nodes.length) - 1;
    const stacks = [...nodes.slice(0, alone).map((t) => [t]), nodes.slice(alone)];
    return { stacks, free: this.armies(of, stacks) };
  }

  /** @param {FrontState} state @param {number[][]} stacks */
  armies(state, stacks) {
    return stacks.map((nodes) => nodes.reduce((sum, t) => sum + state[this.front.enemies + t], 0));
  }

  /**
   * A state among the values of configurations.
   * @param {ConfigurationValues} values @param {FrontState} state @param {number[][]} stacks
   * @returns {StateValues}
   */
  known(values, state, stacks) {
    const grounds = stacks.flatMap((nodes, k) => {
      const live = nodes.filter((t) => state[this.front.enemies + t]);
      return live.length ? [/** @type {[number, number]} */ ([k, this.ways.ground(live)])] : [];
    });
    const places = this.ways.sectors(this.front.left(state), grounds);
    return { values, state, stacks, free: this.armies(state, stacks), places };
  }

  /** @param {StateValues} known @returns each considered attack, with its value over 2^bits and base^units */
  attacksOf(known) {
    const { front } = this;
    const { state } = known;
    const units = front.units(state);
    return front.attacks(state).filter((attack) => this.considers(known, attack)).map((attack) => {
      let value = 0n;
      for (const [i, j, weight] of front.rounds(attack.target, state[attack.target], attack.dice)) {
        const { worth } = bestEnd(this.ends(known, attack, i, j));
        value += weight * BigInt(worth) * front.power(units - i - j);
      }
      return { attack, value: this.isExact ? value / BigInt(known.values.over) : value };
    });
  }

  /** @param {StateValues} known @param {Attack} attack @returns whether it is considered, or leads nowhere */
  considers({ state, stacks, places }, { source, target }) {
    const stack = stacks.findIndex((nodes) => nodes.includes(source));
    const near = places?.find(({ left }) => (left >> target) & 1);
    return !near || this.ways.chosen(near, state).some((each) => each.stack === stack && each.target === target);
  }

  /**
   * The values after a round, each with the armies that move in if the target fell.
   * @param {StateValues} known @param {Attack} attack @param {number} i @param {number} j
   * @returns {End[]}
   */
  ends(known, attack, i, j) {
    const { values, state, stacks, places } = known;
    const { source, target } = attack;
    const after = this.front.fought(state, attack, i, j);
    const stack = stacks.findIndex((nodes) => nodes.includes(source));
    const free = known.free.map((n, k) => (k === stack ? n - i : n));
    const near = places?.find(({ left }) => (left >> target) & 1);
    if (!places || !near || after[target]) {
      // beyond a target that leads nowhere, those who must move in are lost to the rest
      const bound = after[target] ? 0 : this.front.numbersMovingIn(after, attack)[0];
      free[stack] -= bound;
      return places ? [{ worth: product(known, places, after, free), armies: Math.max(bound, 1) }] : [];
    }
    const elsewhere = product(known, places.filter((place) => place !== near), after, free);
    const attacks = this.ways.attacks(near).filter((each) => each.stack === stack && each.target === target);
    const most = free[stack];
    const may = Math.min(most, this.front.mostMoving);
    return attacks.flatMap(({ ways }) => ways.flatMap(({ places: onward, stays, moves }) => {
      const numbers = stays === moves ? [most] : Array.from({ length: may }, (_, n) => n + 1);
      const on = moves < 0 || onward[moves].grounds.some(([k, ground]) => k === stack && ground === target);
      return (most ? numbers : []).map((moved) => ({
        worth: onward.reduce((whole, place, s) => {
          const armies = free.map((n, k) => (k === stack ? (s === moves ? moved - 1 : most - moved) : n));
          return values.product(whole, product(known, [place], after, armies));
        }, elsewhere),
        armies: on ? Math.min(moved, may) : 1,
      }));
    }));
  }
}

/**
 * The product of the values of sectors.
 * @param {StateValues} known @param {import("./configurations.js").Place[]} places @param {FrontState} state
 * @param {number[]} free
 */
function product({ values }, places, state, free) {
  return places.reduce((whole, place) => values.product(whole, values.found(place, state, free) ?? values.nothing), values.over);
}

/**
 * Upper bounds: each stack fights from all that it has taken, unless its ways part.  The smallest are
 * united, if there are too many: a pool can do all that its parts can.
 */
export class PooledStacks extends ByStacks {
  /** @param {FrontState} state @returns a bound for each first attack; none before all are known */
  limits(state) {
    const { stacks, free } = this.stacks(state);
    const values = this.found.get(this.key(state, stacks, free));
    return values && !values.waiting.length ? this.attacksOf(this.known(values, state, stacks)) : [];
  }
}

/** Lower bounds, and the policy that has them: no stack is divided unless its ways part. */
export class UndividedStacks extends ByStacks {
  /** @param {FrontState} state */
  attacks(state) {
    return this.attacksOf(this.held(state));
  }

  /**
   * How many armies best move in if the target falls, the fewest among equals, all if nothing helps, or the
   * attack is not considered; null if it cannot fall in this round.
   * @param {FrontState} state @param {Attack} attack
   */
  bestMoveIn(state, attack) {
    if (!this.front.mayFall(state, attack)) {
      return null;
    }
    const known = this.held(state);
    const ends = this.considers(known, attack) ? this.ends(known, attack, 0, state[attack.target]) : [];
    return ends.length ? bestEnd(ends).armies : this.mostMoving(state, attack);
  }

  /** @param {FrontState} fallen @param {Attack} attack */
  moveIn(fallen, attack) {
    const state = fallen.slice();
    state[attack.target] = 1;
    const complete = [...this.found.values()].filter(({ waiting }) => !waiting.length);
    const { worth, armies } = bestEnd(complete.flatMap((values) => (
      this.ends(this.known(values, state, this.alone), attack, 0, 1)
    )));
    return worth ? armies : this.mostMoving(fallen, attack);
  }

  /** @param {FrontState} state @param {Attack} attack */
  mostMoving(state, { source }) {
    return Math.min(state[this.front.enemies + source], this.front.mostMoving);
  }

  /** @param {FrontState} state @returns a state among values that have it, found anew if there are none */
  held(state) {
    for (const values of this.found.values()) {
      const known = this.known(values, state, this.alone);
      const isKnown = (known.places ?? []).every((place) => values.found(place, state, known.free) !== null);
      if (isKnown && !values.waiting.length) {
        return known;
      }
    }
    this.value(state);
    return this.known(/** @type {ConfigurationValues} */ ([...this.found.values()].pop()), state, this.alone);
  }
}

/** @param {End[]} ends @returns the best end, with the fewest armies; none has the value 0 */
function bestEnd(ends) {
  return ends.reduce((one, other) => {
    const difference = other.worth - one.worth || one.armies - other.armies;
    return difference > 0 ? other : one;
  }, ends[0] ?? { worth: 0, armies: 1 });
}
