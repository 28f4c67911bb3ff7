// A rule set: how many dice units throw, and what a round of them costs.
// Base and weights are Python's.
// Original: riskexact/odds/weights.py; test of both: tests/app/test_arithmetic.py.

import { baseOf, factored, gcd } from "./fractions.js";

/**
 * A rule set, counted here (see dice.js) or by Python.  `attack` and `defence` have the units that
 * each die needs; `rounds[x - 1][y - 1]` is the round of x v y dice: attackers lost, defenders lost,
 * and in how many of the equally likely throws.
 * @typedef {{
 *   attack: number[], defence: number[], rounds: [number, number, bigint | string][][][],
 * }} Counted
 */

/** @typedef {Counted & {name: string, title: string, group: string, parts: import("./parts.js").Parts}} RuleData */

/** @typedef {[number, number, bigint]} Way Attackers lost, defenders lost, weight or count. */

/**
 * A rule set that is ready for arithmetic.
 *
 * Probabilities are whole numbers over powers of one base, chosen so that a round that costs k
 * units, given that it costs any, has a whole weight over base^k.  So a path on which m units are
 * lost has a probability that is a whole number over base^m.
 */
export class Rules {
  /** @param {Counted} counted @param {import("./fractions.js").Base} [base] One for these and other rules. */
  constructor(counted, base) {
    this.attack = counted.attack;
    this.defence = counted.defence;
    /** @type {Way[][][]} */
    this.counts = counted.rounds.map((row) =>
      row.map((round) => round.map(([i, j, count]) => [i, j, BigInt(count)])),
    );
    this.changing = this.counts.map((row) =>
      row.map((round) => round.filter(([i, j]) => i + j > 0)),
    );
    this.base = base ?? baseOf(leastBase(this.changing.flat()));
    /** What a round of x v y dice can cost, with weights over base^(units lost). */
    this.ways = this.changing.map((row) => row.map((round) => weighted(round, this.base.value)));
    /** @type {WeakMap<object, any[]>} What `against` found. */
    this.known = new WeakMap();
    /** The largest number of units that both sides together can lose in one round. */
    this.maxLosses = Math.max(...this.changing.flat(2).map(([i, j]) => i + j));
  }

  /**
   * What a round may cost, by the number of defenders: the first entry is empty.
   * @template T
   * @param {number} attackers 1 or more @param {number} defenders the most that are asked for
   * @param {T[][][]} rounds
   * @returns {T[][]}
   */
  against(attackers, defenders, rounds = /** @type {any} */ (this.ways)) {
    const row = rounds[dice(this.attack, attackers) - 1];
    const known = this.known.get(row) ?? [[]];
    for (let d = known.length; d <= defenders; d += 1) {
      known.push(row[dice(this.defence, d) - 1]);
    }
    this.known.set(row, known);
    return known;
  }

  /**
   * The most attackers lost on average for each defender lost, with all attack dice, in any round
   * that this many defenders come to: for estimates.
   * @param {number} defenders 1 or more
   */
  exchange(defenders) {
    const rounds = this.counts[this.counts.length - 1].slice(0, dice(this.defence, defenders));
    return Math.max(...rounds.map((round) => lost(round, 0) / lost(round, 1)));
  }

  /** Whether a round may cost nobody a unit. */
  get mayIdle() {
    return this.counts.flat(2).some(([i, j]) => i + j === 0);
  }

  /** As `mirrored`, over the same base. */
  get mirrored() {
    return new Rules(mirrored({ attack: this.attack, defence: this.defence, rounds: this.counts }), this.base);
  }

  /** The rules on every territory. */
  on() {
    return this;
  }
}

/**
 * The rules on each territory, from 0, with weights over one base.
 * @typedef {{base: import("./fractions.js").Base, on: (territory: number) => Rules}} FightRules
 */

/** @param {Counted | Counted[]} counted of all territories, or of each @returns {FightRules} */
export function rulesFrom(counted) {
  if (!Array.isArray(counted)) {
    return new Rules(counted);
  }
  const alone = counted.map((each) => new Rules(each));
  const base = baseOf(leastBase(alone.flatMap(({ changing }) => changing.flat())));
  const each = counted.map((one) => new Rules(one, base));
  return { base, on: (territory) => each[territory] };
}

/** @param {Counted} counted @returns {Counted} the rules of the defender as an attacker */
export function mirrored({ attack, defence, rounds }) {
  const turned = defence.map((_, y) =>
    attack.map((_, x) =>
      rounds[x][y].map(([i, j, count]) => /** @type {[number, number, bigint | string]} */ ([j, i, count])),
    ),
  );
  return { attack: defence, defence: attack, rounds: turned };
}

/** @param {number[]} needs @param {number} units @returns the number of dice that units throw */
export function dice(needs, units) {
  let n = needs.length;
  while (n > 1 && needs[n - 1] > units) {
    n -= 1;
  }
  return n;
}

/** @param {Way[]} round @param {0 | 1} side who loses these units, in all throws together */
function lost(round, side) {
  return round.reduce((sum, way) => sum + way[side] * Number(way[2]), 0);
}

/** @param {Way[]} round */
export function throwsOf(round) {
  return round.reduce((sum, [, , count]) => sum + count, 0n);
}

/**
 * The least number whose powers serve as denominators; or a common multiple of the numbers of
 * throws, where small primes do not factor them.
 * @param {Way[][]} rounds
 */
function leastBase(rounds) {
  /** @type {Map<bigint, number>} */
  const exponents = new Map();
  for (const round of rounds) {
    const cost = Math.min(...round.map(([i, j]) => i + j));
    const primes = factored(throwsOf(round));
    if (primes === null) {
      return leastMultiple(rounds);
    }
    for (const [p, exponent] of primes) {
      exponents.set(p, Math.max(exponents.get(p) ?? 0, Math.ceil(exponent / cost)));
    }
  }
  return [...exponents].reduce((base, [p, exponent]) => base * p ** BigInt(exponent), 1n);
}

/** @param {Way[][]} rounds @returns the least common multiple of the numbers of throws of some rounds */
export function leastMultiple(rounds) {
  return rounds.map(throwsOf).reduce((sum, n) => (sum * n) / gcd(sum, n), 1n);
}

/** @param {Way[]} round @param {bigint} base @returns {Way[]} */
function weighted(round, base) {
  const throws = throwsOf(round);
  return round.map(([i, j, count]) => {
    const weight = count * base ** BigInt(i + j);
    if (weight % throws) {
      throw new Error(`${base} is no base for ${throws} throws`);
    }
    return [i, j, weight / throws];
  });
}
