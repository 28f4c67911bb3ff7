// Rows of values that are not rounded: whole numbers over base^units.  As the value of a state with
// fewer units is one over a smaller power, no division leaves a remainder.
// Original: riskexact/turn/rows.py; test of both: tests/app/test_map_plans.py.

import { StackRows } from "./stack-rows.js";

/** @typedef {import("./stack-rows.js").Rounding} Rounding */

/** Rows of values of the same stacks, in a list of their own. */
export class ExactRows extends StackRows {
  /** @param {number[]} most @param {number[]} stacks */
  constructor(most, stacks) {
    super(most, stacks);
    /** @type {bigint[]} */
    this.exact = [];
  }

  /** Make room for the values of new rows. */
  extend() {
    while (this.exact.length < this.number * this.size) {
      this.exact.push(0n);
    }
  }

  /** @param {number} place */
  value(place) {
    return this.exact[place];
  }

  /**
   * Evaluate a configuration.
   * @param {number} begins @param {boolean} _
   * @param {import("./stack-rows.js").ThrowsOfConfiguration} throwing
   */
  configuration(begins, _, { free, lowest, above, throws, ends, rows, counts }) {
    const { exact, layout: { places } } = this;
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
            sum += exact[rows[at] + place] * weights[at];
          }
          sum /= totals[each];
          best = sum > best ? sum : best;
        }
        end = last;
      }
      exact[begins + place] = best;
    }
  }

  /**
   * Evaluate a way to go on after a conquest.
   * @param {number} begins @param {Int16Array} free @param {boolean} divided
   * @param {import("./stack-rows.js").WayEnd[]} ends @param {Rounding} rounding
   */
  goOn(begins, free, divided, ends, { over, mostMoving }) {
    const { exact, layout: { places } } = this;
    for (let k = 0; k < places.length; k += 1) {
      const at = begins + places[k];
      const n = free[places[k]];
      for (let moved = Math.min(n, divided ? mostMoving : 1); moved > 0; moved -= 1) {
        const value = ends.reduce((product, { rows, begins: end, into, step, stay }) => {
          const worth = rows.value(end + into[k] + (stay ? n - moved + 1 : moved) * step);
          return product === over ? worth : (product * worth) / over;
        }, over);
        exact[at] = value > exact[at] ? value : exact[at];
      }
    }
  }
}
