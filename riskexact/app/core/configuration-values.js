// The values of configurations: one row each, for all numbers of free armies at once.  Exact values are whole
// numbers over base^units; others over one power of 2, rounded at each round to the side that they
// bound from.
// Original: riskexact/turn/configuration_values.py; test of both: tests/app/test_map_plans.py.

import { TooManyStates } from "./play.js";
import { dice, throwsOf } from "./rules.js";
import { ExactRows, StackRows } from "./stack-rows.js";

/** @typedef {import("./front.js").Front} Front */
/** @typedef {import("./configurations.js").Place} Place */
/** @typedef {import("./configurations.js").WayOn} WayOn */

/** @typedef {{rows: StackRows, begins: Map<string, number>}} KnownPlace By the defenders. */

/** Values in rows that take no longer than a state by itself, and count as one. */
export const CELLS_OF_A_STATE = 50;

/** Rounded values in all rows: some 260 MiB. */
export const MAX_CELLS = 1 << 26;

/** How many rounded values take as long as an exact one, and as much room. */
const [EXACT_COST, EXACT_ROOM] = [2, 5];

/** What a row costs besides its values, as many values. */
const ROW_COST = 200;

/** Bits of a value, and of its product with the number of throws of a round, at the most. */
const [PRECISION, EXACT_BITS] = [31, 52];

/** More armies than there are. */
const MOST_ARMIES = 1 << 15;

/** Bits of a value that are worth while. */
export const LEAST_PRECISION = 16;

/** @param {Front} front @returns the bits of a value, fewer where rounds have many throws */
export function precision({ rules, enemies }) {
  const throws = Array.from({ length: enemies }, (_, u) => rules.on(u).changing.flat().map(throwsOf)).flat();
  return Math.min(PRECISION, ...throws.map((number) => EXACT_BITS - number.toString(2).length));
}

/** The values of configurations, and of those that they lead to. */
export class ConfigurationValues {
  /**
   * @param {Front} front @param {number[]} free the most free armies of each stack
   * @param {import("./configurations.js").Ways} ways pooled ones have upper bounds, others lower ones
   * @param {import("./stack-rows.js").Value} over what values are whole numbers over: exact ones a bigint
   */
  constructor(front, free, ways, over) {
    this.front = front;
    this.free = free;
    this.ways = ways;
    this.over = over;
    this.isExact = typeof over === "bigint";
    this.nothing = this.isExact ? 0n : 0;
    this.half = this.isExact ? 0 : 2 ** (Math.log2(over) >> 1);
    this.isUp = ways.pooled;
    this.mostMoving = front.mostMoving;
    this.cells = 0;
    this.cost = 0;
    /** @type {Map<string, StackRows>} */
    this.rows = new Map();
    /** @type {Map<Place, KnownPlace>} */
    this.known = new Map();
    /** @type {Map<string, Place[]>} By the nodes left and the grounds. */
    this.places = new Map();
    /** @type {[Place, number[]][]} */
    this.waiting = [];
    /** @type {import("./stack-rows.js").FightsAlike[]} */
    this.fights = [];
    /** @type {import("./stack-rows.js").ConquestsAlike[]} */
    this.conquests = [];
    /** @type {Map<unknown, number>} */
    this.kinds = new Map();
  }

  /**
   * The product of two values, rounded to the side that they bound from; one is split in halves.
   * @param {import("./stack-rows.js").Value} one @param {import("./stack-rows.js").Value} other
   */
  product(one, other) {
    if (this.isExact) {
      return (one * other) / this.over;
    }
    const round = this.isUp ? Math.ceil : Math.floor;
    const high = Math.floor(other / this.half);
    const low = round((one * (other - high * this.half)) / this.half);
    return round(((one * high + low) * this.half) / this.over);
  }

  /** @param {Place} sector @param {number[]} all defenders @returns where its row begins; a new one waits */
  begin(sector, all) {
    const { place, defenders } = this.ways.canonical(sector, all);
    const { rows, begins } = this.known.get(place) ?? this.newPlace(place);
    const key = defendersOf(place, defenders);
    let found = begins.get(key);
    if (found === undefined) {
      found = rows.begun();
      begins.set(key, found);
      this.waiting.push([place, defenders.slice()]);
    }
    return found;
  }

  /** @param {Place} place @returns {KnownPlace} */
  newPlace(place) {
    const stacks = place.grounds.map(([stack]) => stack);
    const rows = this.rows.get(`${stacks}`) ?? new (this.isExact ? ExactRows : StackRows)(this.free, stacks);
    this.rows.set(`${stacks}`, rows);
    const key = groundsOf(place);
    this.places.set(key, [...(this.places.get(key) ?? []), place]);
    const known = { rows, begins: new Map() };
    this.known.set(place, known);
    return known;
  }

  /** @param {StackRows} rows */
  charge(rows) {
    this.cells += rows.size * (this.isExact ? EXACT_ROOM : 1);
    this.cost += rows.size * (this.isExact ? EXACT_COST : 1) + ROW_COST;
  }

  /**
   * The value of a configuration, by the free armies of its stacks; null if it has no row.  The stacks of an
   * evaluated configuration may have other numbers, and no more armies.
   * @param {Place} sector @param {number[]} all defenders @param {number[]} free
   */
  found(sector, all, free) {
    const { place, defenders } = this.ways.canonical(sector, all);
    const armies = byGround(place).map(([stack]) => free[stack]);
    for (const other of this.places.get(groundsOf(place)) ?? []) {
      const { rows, begins } = /** @type {KnownPlace} */ (this.known.get(other));
      const found = begins.get(defendersOf(place, defenders));
      const stacks = byGround(other).map(([stack]) => stack);
      if (found !== undefined && armies.every((n, i) => n <= this.free[stacks[i]])) {
        return rows.values[found + rows.place(rows.stacks.map((stack) => armies[stacks.indexOf(stack)]))];
      }
    }
    return null;
  }

  /**
   * Find all configurations, and then their values; `TooManyStates` for a higher cost than `most`.  What has been
   * found serves the next call.
   * @param {number} most
   * @param {() => void} counted called for each configuration, and for each state that its values count as
   */
  evaluate(most, counted) {
    while (this.waiting.length) {
      if (this.cost > most || this.cells > MAX_CELLS) {
        throw new TooManyStates();
      }
      counted();
      this.explore(.../** @type {[Place, number[]]} */ (this.waiting.pop()));
    }
    const every = [...this.rows.values()];
    every.forEach((rows) => rows.extend());
    const levels = Math.max(0, ...every.map((rows) => rows.waiting.length));
    let cells = 0;
    /** @param {StackRows} rows */
    const done = ({ size }) => {
      for (cells += size * (this.isExact ? EXACT_COST : 1); cells >= CELLS_OF_A_STATE; cells -= CELLS_OF_A_STATE) {
        counted();
      }
    };
    for (let level = 0; level < levels; level += 1) {
      const here = every.filter((rows) => rows.waiting[level]);
      here.forEach((rows) => rows.fight(rows.waiting[level].fights, this.fights, this, () => done(rows)));
      here.forEach((rows) => rows.conquer(rows.waiting[level].conquests, this.conquests, this, () => done(rows)));
    }
    every.forEach((rows) => { rows.waiting = []; });
  }

  /** @param {Place} place @param {number[]} defenders */
  explore(place, defenders) {
    const { rows, begins } = /** @type {KnownPlace} */ (this.known.get(place));
    this.charge(rows);
    const attacks = this.ways.chosen(place, defenders);
    const level = place.nodes.reduce((sum, u) => sum + defenders[u], 0);
    const fights = [begins.get(defendersOf(place, defenders)) ?? 0, attacks.length];
    for (const { stack, target, ways } of attacks) {
      const here = defenders[target];
      const thrown = dice(this.front.rules.on(target).defence, here);
      const i = rows.stacks.indexOf(stack);
      fights.push(this.kind(`${i},${target},${thrown}`, this.fights, () => this.fightsAlike(i, target, thrown)));
      for (let left = here - 1; left >= here - thrown; left -= 1) {
        defenders[target] = left;
        fights.push(left ? this.begin(place, defenders) : this.conquered(rows, i, defenders, ways, level - here));
      }
      defenders[target] = here;
    }
    rows.at(level).fights.push(...fights);
  }

  /**
   * Where the row of a conquest begins, by the free armies before one is bound.
   * @param {StackRows} rows @param {number} i the number of the stack among those of the rows
   * @param {number[]} defenders @param {WayOn[]} ways @param {number} level
   */
  conquered(rows, i, defenders, ways, level) {
    if (!ways.length) {
      return 0;
    }
    const ends = ways.flatMap(({ places }) => places.map((place) => this.begin(place, defenders)));
    const [{ places: [place], stays, moves }] = ways;
    if (ways.length === 1 && ends.length === 1 && stays === 0 && moves === 0 && this.known.get(place)?.rows === rows) {
      return ends[0] - rows.steps[i];
    }
    this.charge(rows);
    const begins = rows.begun();
    const kind = this.kind(ways, this.conquests, () => this.conquestsAlike(rows, i, ways));
    rows.at(level).conquests.push(kind, begins, ...ends);
    return begins;
  }

  /**
   * The number of a kind, by what it is known by.
   * @template T
   * @param {unknown} key @param {T[]} list @param {() => T} found
   */
  kind(key, list, found) {
    const number = this.kinds.get(key) ?? list.push(found()) - 1;
    this.kinds.set(key, number);
    return number;
  }

  /**
   * @param {number} stack the number among those of the rows @param {number} target
   * @param {number} thrown dice of the defender
   * @returns {import("./stack-rows.js").FightsAlike}
   */
  fightsAlike(stack, target, thrown) {
    const { attack, changing } = this.front.rules.on(target);
    const isForced = !this.isUp && this.front.diceRule === "most";
    return {
      stack,
      dice: thrown,
      throwing: attack.map((lowest, x) => {
        const round = changing[x][thrown - 1];
        return {
          lowest: x ? lowest : 1,
          above: isForced && x + 1 < attack.length ? attack[x + 1] : MOST_ARMIES,
          throws: Number(throwsOf(round)),
          isWorse: x + 1 < attack.length && isNoBetter(round, changing[x + 1][thrown - 1]),
          ends: round.map(([lost, fallen, count]) => ({ lost, fallen, count: Number(count) })),
        };
      }).reverse(),
    };
  }

  /**
   * @param {StackRows} rows @param {number} i @param {WayOn[]} ways
   * @returns {import("./stack-rows.js").ConquestsAlike}
   */
  conquestsAlike(rows, i, ways) {
    const stack = rows.stacks[i];
    return {
      stack: i,
      ways: ways.map(({ places, stays, moves }) => ({
        divided: stays !== moves,
        parts: places.map((place, s) => {
          const other = /** @type {KnownPlace} */ (this.known.get(place)).rows;
          const step = other.steps[other.stacks.indexOf(stack)] ?? 0;
          return { rows: other, into: rows.into(other, stack), step, stay: s === stays || s !== moves };
        }),
      })),
    };
  }
}

/** @param {Place} place whose grounds are put in order, with their stacks */
function byGround(place) {
  return [...place.grounds].sort(([, one], [, other]) => one - other);
}

/** @param {Place} place @returns what places have in common, of which stacks may have other numbers */
function groundsOf(place) {
  return `${place.left}/${byGround(place).map(([, ground]) => ground)}`;
}

/** @param {Place} place @param {number[]} defenders @returns the defenders on the nodes of a place */
function defendersOf({ nodes }, defenders) {
  let text = "";
  for (const u of nodes) {
    text += String.fromCharCode(defenders[u]);
  }
  return text;
}

/**
 * Whether a round is no better than another, where the ends of both come in order, the best first.
 * @param {import("./rules.js").Way[]} round @param {import("./rules.js").Way[]} other
 */
function isNoBetter(round, other) {
  const [all, others] = [throwsOf(round), throwsOf(other)];
  let [sum, most] = [0n, 0n];
  return round.length === other.length && round.every(([lost, fallen, count], end) => {
    sum += count;
    most += other[end][2];
    return lost === other[end][0] && fallen === other[end][1] && sum * others <= most * all;
  });
}
