// A battle as a lattice of states, small enough to be looked at: what a round does, the paths, the
// chances from the ends backward, and the first exits from the interior.
// Original: riskexact/odds/recursion.py; test of both: tests/app/test_explore.py.

import { fraction } from "../core/fractions.js";
import { dice, throwsOf } from "../core/rules.js";

/** @typedef {import("../core/fractions.js").Fraction} Fraction */
/** @typedef {import("../core/rules.js").Rules} Rules */

/** @typedef {{a: number, d: number}} State Units of both sides. */

/** @typedef {State & {chance: Fraction}} Step A state after one round, and its chance. */

/** @typedef {State & {reached: Fraction, value: Fraction}} Exit A first exit: the chance to leave there, and to win. */

const NOTHING = { n: 0n, d: 1n };
const CERTAIN = { n: 1n, d: 1n };

/** @param {Fraction} x @param {Fraction} y */
function sum(x, y) {
  return fraction(x.n * y.d + y.n * x.d, x.d * y.d);
}

/** @param {Fraction} x @param {Fraction} y */
function product(x, y) {
  return fraction(x.n * y.n, x.d * y.d);
}

/** All states of a battle from a start, under rules whose rounds cost somebody a unit. */
export class Lattice {
  /** @param {number} attackers 1 or more @param {number} defenders 1 or more @param {Rules} rules */
  constructor(attackers, defenders, rules) {
    this.attackers = attackers;
    this.defenders = defenders;
    this.rules = rules;
    /** @type {Map<string, Fraction>} */
    this.values = new Map();
    /** @type {Map<string, {paths: bigint, chance: Fraction}>} */
    this.visits = new Map();
    this.visitAll();
  }

  /** @param {State} state */
  isOver({ a, d }) {
    return a === 0 || d === 0;
  }

  /** @param {State} state @returns whether both sides throw all their dice */
  isInside({ a, d }) {
    const { attack, defence } = this.rules;
    return a >= attack[attack.length - 1] && d >= defence[defence.length - 1];
  }

  /**
   * The states after one round, from the best for the attacker on; none where the battle is over.
   * @param {State} state
   * @returns {Step[]}
   */
  after({ a, d }) {
    if (this.isOver({ a, d })) {
      return [];
    }
    const { attack, defence, counts } = this.rules;
    const round = counts[dice(attack, a) - 1][dice(defence, d) - 1];
    const throws = throwsOf(round);
    return round
      .filter(([i, j]) => i <= a && j <= d)
      .map(([i, j, count]) => ({ a: a - i, d: d - j, chance: fraction(count, throws) }));
  }

  /**
   * The chance that the attacker wins from a state: the mean over the states after it.
   * @param {State} state
   * @returns {Fraction}
   */
  value(state) {
    const key = stateKey(state);
    const known = this.values.get(key);
    if (known) {
      return known;
    }
    const found = this.isOver(state)
      ? state.d === 0 ? CERTAIN : NOTHING
      : this.after(state).reduce(
          (all, next) => sum(all, product(next.chance, this.value(next))),
          NOTHING,
        );
    this.values.set(key, found);
    return found;
  }

  /** Count the paths from the start to every state, and find the chance to pass through it. */
  visitAll() {
    this.visits.set(stateKey({ a: this.attackers, d: this.defenders }), { paths: 1n, chance: CERTAIN });
    // a round lowers the units of both sides together
    for (let units = this.attackers + this.defenders; units > 0; units -= 1) {
      for (let a = Math.min(units, this.attackers); a >= 0 && units - a <= this.defenders; a -= 1) {
        const here = this.visits.get(stateKey({ a, d: units - a }));
        for (const next of here ? this.after({ a, d: units - a }) : []) {
          const there = this.visits.get(stateKey(next)) ?? { paths: 0n, chance: NOTHING };
          this.visits.set(stateKey(next), {
            paths: there.paths + (here?.paths ?? 0n),
            chance: sum(there.chance, product(here?.chance ?? NOTHING, next.chance)),
          });
        }
      }
    }
  }

  /** @param {State} state to which paths lead from the start */
  paths(state) {
    return this.visits.get(stateKey(state))?.paths ?? 0n;
  }

  /** @param {State} state which a battle passes through, or ends in */
  chance(state) {
    return this.visits.get(stateKey(state))?.chance ?? NOTHING;
  }

  /**
   * The states outside the interior that a round from inside may lead to; the chances to leave at
   * each, times the chances to win from there, add up to the chance to win.  None from a start that
   * is not inside.
   * @returns {Exit[]}
   */
  exits() {
    /** @type {Map<string, Exit>} */
    const found = new Map();
    for (let a = this.attackers; a > 0; a -= 1) {
      for (let d = this.defenders; d > 0; d -= 1) {
        const here = this.chance({ a, d });
        for (const next of this.isInside({ a, d }) && here.n ? this.after({ a, d }) : []) {
          if (!this.isInside(next)) {
            const exit = found.get(stateKey(next));
            const reached = sum(exit?.reached ?? NOTHING, product(here, next.chance));
            found.set(stateKey(next), { a: next.a, d: next.d, reached, value: this.value(next) });
          }
        }
      }
    }
    return [...found.values()].sort((x, y) => x.d - y.d || y.a - x.a);
  }

  /** The sum over the first exits: equals the value of a start inside. */
  sumOverExits() {
    return this.exits().reduce((all, { reached, value }) => sum(all, product(reached, value)), NOTHING);
  }
}

/** @param {State} state */
export function stateKey({ a, d }) {
  return `${a},${d}`;
}
