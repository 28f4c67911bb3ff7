// Rows of values for all numbers of free armies of the same stacks, and how they follow from others.
// Original: riskexact/turn/rows.py; test of both: tests/app/test_map_plans.py.

/**
 * A number of dice, thrown by `lowest` free armies or more, and by less than `above`: how many throws
 * cost what; `isWorse` than one die more, if both are allowed and the ends come in order, the best first.
 * @typedef {{
 *   lowest: number, above: number, throws: number, isWorse: boolean,
 *   ends: {lost: number, fallen: number, count: number}[],
 * }} ThrowOf
 */

/**
 * The throws of a configuration, one after another: of each the free armies of its stack, by places, how many
 * ends it has, and what is said above; of each end, where it leads, and its count.
 * @typedef {{
 *   free: Int16Array[], lowest: number[], above: number[], isWorse: number[], throws: number[],
 *   ends: number[], rows: number[], counts: number[],
 * }} ThrowsOfConfiguration
 */

/** Attacks of a stack, by its number among those of the rows, on this many dice: the most first. */
/** @typedef {{stack: number, dice: number, throwing: ThrowOf[]}} FightsAlike */

/**
 * A sector in which a stack goes on: its rows, and where in them the places of other rows lead, the
 * stack aside; its step; and whether those that stay behind fight on there.
 * @typedef {{rows: StackRows, into: Int32Array, step: number, stay: boolean}} GoesOn
 */

/** Conquests of a stack, and the ways to go on. */
/** @typedef {{stack: number, ways: {divided: boolean, parts: GoesOn[]}[]}} ConquestsAlike */

/** @typedef {any} Value A number; or of exact rows a bigint. */

/** How values are rounded: up or down; what is certain; the product of two; how many may move in. */
/** @typedef {{isUp: boolean, over: Value, product: (one: Value, other: Value) => Value, mostMoving: number}} Rounding */

/**
 * A sector in which a stack goes on after a conquest, as in `GoesOn`, and where its row begins.
 * @typedef {{values: any, begins: number, into: Int32Array, step: number, stay: boolean}} WayEnd
 */

/**
 * Rows of values of the same stacks; the first of them has zeros.  A row has a value for each number
 * of free armies of each stack, and zeros where one is less than none, so that armies that are lost or
 * bound are a step in it.
 */
export class StackRows {
  /** @param {number[]} most free armies of every stack @param {number[]} stacks that the rows are about */
  constructor(most, stacks) {
    this.stacks = stacks;
    const sizes = stacks.map((stack) => most[stack] + 2);
    this.steps = sizes.map((_, i) => sizes.slice(i + 1).reduce((product, n) => product * n, 1));
    this.size = sizes.reduce((product, n) => product * n, 1);
    this.values = /** @type {any} */ (new Uint32Array(0)); // or a list of bigints
    this.number = 1;
    /** @type {{fights: number[], conquests: number[]}[]} What waits, by the sum of the defenders. */
    this.waiting = [];
    /** @type {{places: Int32Array, armies: Int16Array[]} | null} */
    this.found = null;
    /** @type {Map<string, Int32Array>} */
    this.ways = new Map();
  }

  /** Where a new row begins. */
  begun() {
    this.number += 1;
    return (this.number - 1) * this.size;
  }

  /** Make room for the values of new rows. */
  extend() {
    if (this.values.length < this.number * this.size) {
      const values = new Uint32Array(this.number * this.size);
      values.set(this.values);
      this.values = values;
    }
  }

  /** @param {number} level the sum of the defenders @returns what waits to be evaluated */
  at(level) {
    this.waiting[level] ??= { fights: [], conquests: [] };
    return this.waiting[level];
  }

  /** The places of all numbers of free armies, few first, and of each stack its armies, by places. */
  get layout() {
    if (!this.found) {
      const above = [this.size, ...this.steps];
      const armies = this.steps.map((step, i) => (
        Int16Array.from({ length: this.size }, (_, place) => Math.floor((place % above[i]) / step) - 1)
      ));
      const every = Int32Array.from({ length: this.size }, (_, place) => place);
      this.found = { armies, places: every.filter((place) => armies.every((each) => each[place] >= 0)) };
    }
    return this.found;
  }

  /** @param {number[]} armies @returns the place of free armies in a row */
  place(armies) {
    return this.steps.reduce((place, step, i) => place + (armies[i] + 1) * step, 0);
  }

  /** @param {StackRows} other @param {number} stack @returns where the places lead in rows of fewer stacks */
  into(other, stack) {
    const key = `${stack}/${other.stacks}`;
    let into = this.ways.get(key);
    if (into === undefined) {
      const steps = this.stacks.map((each) => (each === stack ? 0 : other.steps[other.stacks.indexOf(each)] ?? 0));
      const { places, armies } = this.layout;
      into = places.map((place) => steps.reduce((sum, step, i) => sum + (armies[i][place] + 1) * step, 0));
      this.ways.set(key, into);
    }
    return into;
  }

  /**
   * Evaluate configurations, from few armies to many.
   * @param {number[]} fights for each configuration where its row begins, and the number of attacks; for each
   *   attack its kind, and where the row begins after each number of defenders lost
   * @param {FightsAlike[]} kinds @param {Rounding} rounding
   * @param {() => void} done called for each configuration
   */
  fight(fights, kinds, rounding, done) {
    const { steps, layout: { armies } } = this;
    /** @type {ThrowsOfConfiguration} */
    const all = { free: [], lowest: [], above: [], isWorse: [], throws: [], ends: [], rows: [], counts: [] };
    for (let k = 0; k < fights.length; done()) {
      const begins = fights[k];
      for (const list of Object.values(all)) {
        list.length = 0;
      }
      for (let attacks = fights[(k += 1)]; attacks; attacks -= 1) {
        k += 1;
        const { stack, dice, throwing } = kinds[fights[k]];
        for (const each of throwing) {
          all.free.push(armies[stack]);
          all.lowest.push(each.lowest);
          all.above.push(each.above);
          all.isWorse.push(Number(each.isWorse));
          all.throws.push(each.throws);
          all.ends.push(each.ends.length);
          for (const { lost, fallen, count } of each.ends) {
            all.rows.push((fallen ? fights[k + fallen] : begins) - lost * steps[stack]);
            all.counts.push(count);
          }
        }
        k += dice;
      }
      k += 1;
      this.configuration(begins, rounding.isUp, all);
    }
  }

  /** @param {number} begins @param {boolean} isUp @param {ThrowsOfConfiguration} throwing */
  configuration(begins, isUp, { free, lowest, above, isWorse, throws, ends, rows, counts }) {
    const { values, layout: { places } } = this;
    for (let k = 0; k < places.length; k += 1) {
      const place = places[k];
      let best = 0;
      let inOrder = 0;
      let end = 0;
      for (let each = 0; each < throws.length; each += 1) {
        const n = free[each][place];
        const last = end + ends[each];
        if (n < lowest[each] || n >= above[each]) {
          inOrder = 0;
        } else if (!(inOrder & isWorse[each])) {
          let sum = isUp ? throws[each] - 1 : 0;
          let before = Infinity;
          inOrder = 1;
          for (let at = end; at < last; at += 1) {
            const value = values[rows[at] + place];
            sum += value * counts[at];
            inOrder = value <= before ? inOrder : 0;
            before = value;
          }
          if (sum >= (best + 1) * throws[each]) { // divisions take long
            best = Math.floor(sum / throws[each]);
          }
        }
        end = last;
      }
      values[begins + place] = best;
    }
  }

  /**
   * Evaluate conquests: the best way to go on, and to divide a stack.
   * @param {number[]} conquests for each its kind, where its row begins, and those of its sectors
   * @param {ConquestsAlike[]} kinds @param {Rounding} rounding
   * @param {() => void} done called for each conquest
   */
  conquer(conquests, kinds, rounding, done) {
    for (let k = 0; k < conquests.length; done()) {
      const { stack, ways } = kinds[conquests[k]];
      const begins = conquests[k + 1];
      k += 2;
      for (const { divided, parts } of ways) {
        const ends = parts.map(({ rows, into, step, stay }, s) => (
          { values: rows.values, begins: conquests[k + s], into, step, stay }
        ));
        k += parts.length;
        this.goOn(begins, this.layout.armies[stack], divided, ends, rounding);
      }
    }
  }

  /**
   * Evaluate a way to go on after a conquest.
   * @param {number} begins @param {Int16Array} free @param {boolean} divided @param {WayEnd[]} ends
   * @param {Rounding} rounding
   */
  goOn(begins, free, divided, ends, rounding) {
    const { values, layout: { places } } = this;
    for (let k = 0; k < places.length; k += 1) {
      const place = places[k];
      const n = free[place];
      let best = values[begins + place];
      for (let moved = Math.min(n, divided ? rounding.mostMoving : 1); moved > 0; moved -= 1) {
        let value = rounding.over;
        for (let s = 0; s < ends.length && value; s += 1) {
          const { values: after, begins: end, into, step, stay } = ends[s];
          const worth = after[end + into[k] + (stay ? n - moved + 1 : moved) * step];
          // most products are too low, which a rough one shows
          value = !s ? worth : value * worth < best * rounding.over ? 0 : rounding.product(value, worth);
        }
        best = Math.max(best, value);
      }
      values[begins + place] = best;
    }
  }
}

/**
 * Rows of values that are not rounded, in a list of their own: whole numbers over base^units.  As the value of
 * a state with fewer units is one over a smaller power, no division leaves a remainder.
 */
export class ExactRows extends StackRows {
  /** @param {number[]} most @param {number[]} stacks */
  constructor(most, stacks) {
    super(most, stacks);
    /** @type {bigint[]} */
    this.values = [];
  }

  /** Make room for the values of new rows. */
  extend() {
    while (this.values.length < this.number * this.size) {
      this.values.push(0n);
    }
  }

  /** @param {number} begins @param {boolean} _ @param {ThrowsOfConfiguration} throwing */
  configuration(begins, _, { free, lowest, above, throws, ends, rows, counts }) {
    const { values, layout: { places } } = this;
    const [weights, totals] = [counts.map(BigInt), throws.map(BigInt)];
    for (const place of places) {
      let best = 0n;
      let end = 0;
      for (let each = 0; each < throws.length; each += 1) {
        const n = free[each][place];
        const last = end + ends[each];
        if (n >= lowest[each] && n < above[each]) {
          let sum = 0n;
          for (let at = end; at < last; at += 1) {
            sum += values[rows[at] + place] * weights[at];
          }
          sum /= totals[each];
          best = sum > best ? sum : best;
        }
        end = last;
      }
      values[begins + place] = best;
    }
  }

  /**
   * Evaluate a way to go on after a conquest.
   * @param {number} begins @param {Int16Array} free @param {boolean} divided
   * @param {WayEnd[]} ends @param {Rounding} rounding
   */
  goOn(begins, free, divided, ends, { over, mostMoving }) {
    const { values, layout: { places } } = this;
    for (let k = 0; k < places.length; k += 1) {
      const at = begins + places[k];
      const n = free[places[k]];
      for (let moved = Math.min(n, divided ? mostMoving : 1); moved > 0; moved -= 1) {
        const value = ends.reduce((product, { values: after, begins: end, into, step, stay }) => {
          const worth = after[end + into[k] + (stay ? n - moved + 1 : moved) * step];
          return product === over ? worth : (product * worth) / over;
        }, over);
        values[at] = value > values[at] ? value : values[at];
      }
    }
  }
}
