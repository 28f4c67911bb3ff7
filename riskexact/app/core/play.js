// The highest chance to take what is needed.  Values are computed once and kept.  The
// reasons for each reduction stand in Python.
// Original: riskexact/turn/best_play.py; test of both: tests/app/test_map_plans.py.

/** @typedef {import("./front.js").Front} Front */
/** @typedef {import("./front.js").FrontState} FrontState */
/** @typedef {import("./front.js").Attack} Attack */

/** There are more states than allowed. */
export class TooManyStates extends Error {}

/** States that are looked at besides, to find how many armies best move in. */
const TO_MOVE_IN = 10_000;

/** The states that have been evaluated. */
export class Values {
  /**
   * @param {number} most states, or `TooManyStates` is thrown
   * @param {() => void} counted called for each state
   */
  constructor(most, counted) {
    this.most = most;
    this.counted = counted;
    /** @type {Map<string, bigint>} */
    this.known = new Map();
  }

  /** @param {string} key @param {bigint} value */
  keep(key, value) {
    this.known.set(key, value);
    this.counted();
    if (this.known.size > this.most) {
      throw new TooManyStates();
    }
    return value;
  }
}

/**
 * The values of the states of a front, and the policy that has them: best play if every number of
 * armies moving in is tried.  Otherwise all or the fewest move in, unless the paths part or neither
 * leaves a chance: a lower bound, and nearly always the optimum.
 */
export class Play {
  /** @param {Front} front @param {boolean} every @param {number} most @param {() => void} counted */
  constructor(front, every, most, counted) {
    this.front = front;
    this.bits = 0; // values are over base^units
    this.every = every;
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
   * The value of a state, over base^units.
   * @param {FrontState} state
   */
  value(state) {
    return this.worth(state, this.front.units(state));
  }

  /**
   * Every attack, with the value of the state if it comes first.
   * @param {FrontState} state
   */
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
    const { values } = this;
    const limit = values.most;
    values.most = Math.min(limit, values.known.size + TO_MOVE_IN);
    try {
      return this.bestOf(after, attack, units, every).armies;
    } catch (error) {
      if (!(error instanceof TooManyStates)) {
        throw error;
      }
    } finally {
      values.most = limit;
    }
    return this.moveIn(after, attack);
  }

  /**
   * How many armies the policy moves in, of the state in which the target falls.
   * @param {FrontState} state @param {Attack} attack
   */
  moveIn(state, attack) {
    const some = this.someOf(state, attack, this.front.movesIn(state, attack));
    return this.bestOf(state, attack, this.front.units(state), some).armies;
  }

  /**
   * The value of any state, over base^units: the product of its sectors.
   * @param {FrontState} state @param {number} units
   */
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
        const partUnits = this.hopefulUnits(part, sector.needed);
        const worth = partUnits < 0 ? 0n : this.sector(part, partUnits);
        if (!worth) {
          return 0n;
        }
        value = value === 1n ? worth : value * worth;
        used += partUnits;
      }
    }
    return used === units ? value : value * front.power(units - used);
  }

  /**
   * The units of a sector, or -1 where there are fewer free armies than nodes to take: each conquest
   * binds one for good.
   * @param {FrontState} state @param {number} needed
   */
  hopefulUnits(state, needed) {
    let free = 0;
    for (let k = this.front.enemies; k < state.length; k += 1) {
      free += state[k];
    }
    return free && free >= needed ? this.front.units(state) : -1;
  }

  /**
   * The value of one sector: that of its best attack.
   * @param {FrontState} state @param {number} units
   */
  sector(state, units) {
    const key = String.fromCharCode(...state);
    const known = this.values.known.get(key);
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
    return this.values.keep(key, best);
  }

  /**
   * The value of a state with this attack first.
   * @param {FrontState} state @param {Attack} attack @param {number} units
   */
  attackIn(state, attack, units) {
    let value = 0n;
    for (const [i, j, weight] of this.front.rounds(attack.target, state[attack.target], attack.dice)) {
      const after = this.front.fought(state, attack, i, j);
      value += weight * this.after(after, attack, units - i - j);
    }
    return value;
  }

  /**
   * The value after a round: if the target has fallen, with the best number of armies moving in.
   * @param {FrontState} state @param {Attack} attack @param {number} units
   */
  after(state, attack, units) {
    if (state[attack.target]) {
      return this.worth(state, units);
    }
    const every = this.front.movesIn(state, attack);
    const some = this.someOf(state, attack, every);
    const { best } = this.bestOf(state, attack, units, some);
    return best || some === every ? best : this.bestOf(state, attack, units, every).best;
  }

  /**
   * The numbers of armies moving in that are tried first.
   * @param {FrontState} state @param {Attack} attack @param {number[]} every
   */
  someOf(state, attack, every) {
    const ends = every.length > 2 && !this.every && this.isJoined(state, attack);
    return ends ? [every[0], every[every.length - 1]] : every;
  }

  /**
   * The highest value over numbers of armies moving in, and the fewest that have it.
   * @param {FrontState} state @param {Attack} attack @param {number} units @param {number[]} numbers
   */
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

  /**
   * Whether what the source and the target border is connected.
   * @param {FrontState} state in which the target falls @param {Attack} attack
   */
  isJoined(state, { source, target }) {
    const { front } = this;
    return front.areJoined(source, target, front.left(state), front.live(state));
  }
}
