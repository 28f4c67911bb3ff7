// The highest chance to take what is needed.  Values are computed once and kept.  The
// reasons for each reduction stand in Python.
// Original: riskexact/turn/best_play.py; test of both: tests/app/test_map_plans.py.

/** @typedef {import("./front.js").FrontState} FrontState */
/** @typedef {import("./front.js").Attack} Attack */

/** There are more states than allowed. */
export class TooManyStates extends Error {}

/** States that are looked at besides, to find how many armies best move in. */
const TO_MOVE_IN = 10_000;

/**
 * The values of the states of a front, and the policy that has them: best play if every number of
 * armies moving in is tried.  Otherwise all or the fewest move in, unless the paths part or neither
 * leaves a chance: a lower bound, and nearly always the optimum.
 */
export class Play {
  /** @param {import("./front.js").Front} front @param {boolean} every @param {() => void} counted for each state */
  constructor(front, every, counted) {
    this.front = front;
    this.bits = 0; // values are over base^units
    this.every = every;
    this.counted = counted;
    this.most = 0;
    /** @type {Map<string, bigint>} */
    this.known = new Map();
  }

  /** The number of states that have been evaluated; after `most`, `TooManyStates` is thrown. */
  get states() {
    return this.known.size;
  }

  /** @param {FrontState} state @returns the value of a state, over base^units */
  value(state) {
    return this.worth(state, this.front.units(state));
  }

  /** @param {FrontState} state @returns every attack, with the value of the state if it comes first */
  attacks(state) {
    const units = this.front.units(state);
    return this.front
      .attacks(state)
      .map((attack) => ({ attack, value: this.attackIn(state, attack, units) }));
  }

  /**
   * How many armies best move in if the target falls, the fewest among equals; null if it cannot
   * fall in this round.  Where it takes too many states to try every number, those of the policy.
   * @param {FrontState} state @param {Attack} attack
   */
  bestMoveIn(state, attack) {
    if (!this.front.mayFall(state, attack)) {
      return null;
    }
    const after = this.front.fought(state, attack, 0, state[attack.target]);
    const units = this.front.units(state) - state[attack.target];
    const every = this.front.movesIn(after, attack);
    const { most } = this;
    this.most = Math.min(most, this.states + TO_MOVE_IN);
    try {
      return this.bestOf(after, attack, units, every).armies;
    } catch (error) {
      if (!(error instanceof TooManyStates)) {
        throw error;
      }
    } finally {
      this.most = most;
    }
    return this.moveIn(after, attack);
  }

  /** @param {FrontState} state @param {Attack} attack @returns how many armies the policy moves in */
  moveIn(state, attack) {
    return this.conquered(state, attack, this.front.units(state)).armies;
  }

  /** @param {FrontState} state @param {number} units @returns the product of its sectors, over base^units */
  worth(state, units) {
    const { front } = this;
    const left = front.left(state);
    const live = front.live(state);
    let value = 1n;
    let used = 0;
    for (const sector of front.sectors(left, live)) {
      if (sector.needed) {
        const whole = sector.left === left && sector.armies === live;
        const part = whole ? state : state.map((number, k) => number * sector.keep[k]);
        // each conquest binds an army for good
        const partUnits = front.free(part) < sector.needed ? 0 : front.units(part);
        const worth = partUnits && this.sector(part, partUnits);
        if (!worth) {
          return 0n;
        }
        value = value === 1n ? worth : value * worth;
        used += partUnits;
      }
    }
    return used === units ? value : value * front.power(units - used);
  }

  /** @param {FrontState} state @param {number} units @returns the value of its best attack */
  sector(state, units) {
    const key = String.fromCharCode(...state);
    const known = this.known.get(key);
    if (known !== undefined) {
      return known;
    }
    let best = 0n;
    for (const attack of this.front.attacks(state)) {
      const value = this.attackIn(state, attack, units);
      if (value > best) {
        best = value;
      }
    }
    this.known.set(key, best);
    this.counted();
    if (this.states > this.most) {
      throw new TooManyStates();
    }
    return best;
  }

  /** @param {FrontState} state @param {Attack} attack @param {number} units */
  attackIn(state, attack, units) {
    let value = 0n;
    for (const [i, j, weight] of this.front.rounds(attack.target, state[attack.target], attack.dice)) {
      const after = this.front.fought(state, attack, i, j);
      const worth = after[attack.target]
        ? this.worth(after, units - i - j)
        : this.conquered(after, attack, units - i - j).best;
      value += weight * worth;
    }
    return value;
  }

  /**
   * The value after the target has fallen, and how many armies the policy moves in.
   * @param {FrontState} state @param {Attack} attack @param {number} units
   */
  conquered(state, attack, units) {
    const { front } = this;
    const every = front.movesIn(state, attack);
    const ends = every.length > 2 && !this.every
      && front.areJoined(attack.source, attack.target, front.left(state), front.live(state));
    const found = this.bestOf(state, attack, units, ends ? [every[0], every[every.length - 1]] : every);
    return found.best || !ends ? found : this.bestOf(state, attack, units, every);
  }

  /** @param {FrontState} state @param {Attack} attack @param {number} units @param {number[]} numbers */
  bestOf(state, attack, units, numbers) {
    let [best, armies] = [-1n, numbers[0]];
    for (const m of numbers) {
      const value = this.worth(this.front.moved(state, attack, m), units);
      if (value > best) {
        [best, armies] = [value, m];
      }
    }
    return { best, armies };
  }
}
