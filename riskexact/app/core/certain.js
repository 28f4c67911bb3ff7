// Certain digits of large battles, in doubles: a fraction has as many digits as units, and nobody reads them.
//
// Every chance here is a sum, over paths of rounds, of products of weights, and all of these are positive.
// So no digit is cancelled, and the error is relative.  With u = 2^-53, a rounded result is the right one
// times 1 + e with |e| <= u.  One round multiplies a mass by a weight (an error of the weight, one of the
// product) and adds it to those of the other ways into the same state (one each, but for the first, as
// 0 + x is x).  There are no more rounds than units, as each costs one, and a mass that moves on to the
// next territory is added once more: so a mass is off by k factors 1 + e at most, for the k of `roundingsOf`.
// As (1 + u)^k - 1 <= ku + (ku)^2 for ku <= 1, the right mass is less than (k + 1 + 4k^2 u) u times the one found
// away from it, either way.  The sums of masses after that are made of whole numbers.
//
// Masses below `LEAST_MASS` are left out: most of a board is far from the course of the battle.  What is left out
// ends somewhere, once: so the chance of any event is too small by the sum of it at most, `cut`, and never
// too large.  Whichever is smaller, an event or its contrary, is summed: so 1 - 1e-29 has digits, too.
//
// A chance below some 1e-30 would be all cut.  It is found by the same recursion backward, each double with
// an exponent of its own beside it and nothing cut: the same roundings, in the other order.
// Original: riskexact/odds/weights.py; test of both: tests/app/test_certain.py.

import { nearestDouble } from "./fractions.js";
import { dice, throwsOf } from "./rules.js";

/** @typedef {import("./forward.js").Fight} Fight */
/** @typedef {import("./forward.js").Outcome} Outcome */
/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./rules.js").FightRules} FightRules */

/**
 * How far masses are off: relatively by less than `roundings` / 2^53, and together by what was `cut`, a whole
 * number over the same power of the base.
 * @typedef {{roundings: number, cut: bigint}} Bounds
 */

/** @typedef {[number, number, number]} Weighted Attackers lost, defenders lost, with what chance. */

/** Masses that are not followed any more. */
const LEAST_MASS = 2 ** -140;

/** The masses of outcomes are whole numbers over this power of 2; what is smaller counts as cut. */
export const BITS = 400;

/** A double beside an exponent e stands for itself times 2^(EACH e), and is not below 2^(-EACH / 2). */
const EACH = 600;
const TIMES = 2 ** EACH;
const FAINT = 2 ** (-EACH / 2);

/** The exponent beside a 0, and what stands for several. */
const NONE = -(2 ** 30);
const MIXED = 1;

/** Chances of a row that are added up at a time, where their exponents are the same; a power of 2. */
const BLOCK = 256;

/**
 * The ways of the rounds with these attack dice, for each number of defenders that makes a difference:
 * those from `least` to `most` defenders, the smallest first.
 * @param {Rules} rules @param {number} attackers @param {number} defenders the most
 */
function waysBy(rules, attackers, defenders) {
  const row = rules.changing[dice(rules.attack, attackers) - 1];
  return rules.defence.map((least, y) => {
    const throws = throwsOf(row[y]);
    const ways = row[y].map(([i, j, count]) => /** @type {Weighted} */ ([i, j, nearestDouble(count, throws)]));
    return { least, most: Math.min(defenders, (rules.defence[y + 1] ?? Infinity) - 1), ways };
  });
}

/**
 * `waysBy` by the number of attackers, found once for each number of dice.
 * @param {Rules} rules @param {number} defenders
 */
function waysFor(rules, defenders) {
  const found = rules.attack.map((attackers) => waysBy(rules, attackers, defenders));
  return (/** @type {number} */ attackers) => found[dice(rules.attack, attackers) - 1];
}

/**
 * The k above, with what follows from it, for a battle of this size.
 * @param {number} units @param {Rules[]} rules on each territory
 */
function roundingsOf(units, rules) {
  const k = units * (1 + Math.max(...rules.map(waysInto))) + rules.length;
  return k + 1 + Math.ceil(4 * k * k * 2 ** -53);
}

/**
 * The most ways that lead into one state: those near the end of the battle stand for all.
 * @param {Rules} rules
 */
function waysInto({ attack, defence, changing, maxLosses }) {
  const ways = new Map();
  for (let a = 1; a <= attack[attack.length - 1] + maxLosses; a += 1) {
    for (let d = 1; d <= defence[defence.length - 1] + maxLosses; d += 1) {
      for (const [i, j] of changing[dice(attack, a) - 1][dice(defence, d) - 1]) {
        const key = `${a - i},${d - j}`;
        ways.set(key, (ways.get(key) ?? 0) + 1);
      }
    }
  }
  return Math.max(...ways.values());
}

/**
 * Fight one battle in doubles, by rows of attackers: from masses of attackers in front to masses of
 * survivors, and to those of the states where it was broken off or lost.
 * @param {Float64Array} arrived @param {number} garrison @param {Rules} rules @param {Fight} fight
 * @param {(attackers: number) => void} progress
 */
function carried(arrived, garrison, rules, { retreatAt, stopAtDefenders }, progress) {
  const waysOf = waysFor(rules, garrison);
  const survivors = new Float64Array(arrived.length);
  /** @type {{a: number, d: number, mass: number}[]} */
  const broken = [];
  // this row and those that a round leads to, each with what is not 0 in it: from..to
  const rows = Array.from({ length: rules.maxLosses + 1 }, () => (
    { masses: new Float64Array(garrison + 1), from: garrison + 1, to: -1 }
  ));
  let cut = 0;
  for (let a = arrived.length - 1; a >= 0; a -= 1) {
    const row = rows[a % rows.length];
    const { masses } = row;
    if (arrived[a] > 0) {
      masses[garrison] += arrived[a];
      Object.assign(row, { from: Math.min(row.from, garrison), to: garrison });
    }
    const ends = a <= retreatAt ? garrison : Math.min(stopAtDefenders, garrison);
    for (const { least, most, ways } of ends < garrison ? [...waysOf(a)].reverse() : []) {
      const within = ways.filter(([lost]) => lost === 0);
      const kept = settle(masses, Math.max(least, ends + 1), Math.min(most, row.to), row.from, within);
      cut += kept.cut;
      row.from = Math.min(row.from, ...within.map(([, j]) => kept.low - j));
      for (const [i, j, weight] of kept.high < 0 ? [] : ways.filter(([lost]) => lost)) {
        const into = rows[(a - i) % rows.length];
        pour(into.masses, masses, kept.low, kept.high, j, weight);
        into.from = Math.min(into.from, kept.low - j);
        into.to = Math.max(into.to, kept.high - j);
      }
    }
    survivors[a] = masses[0];
    // all that may be left at last, also where nothing came to that was not cut
    const [first, last] = a ? [Math.max(1, row.from), Math.min(ends, row.to)] : [1, garrison];
    for (let d = first; d <= last; d += 1) {
      broken.push({ a, d, mass: masses[d] });
    }
    masses.fill(0, Math.max(0, row.from), row.to + 1);
    Object.assign(row, { from: garrison + 1, to: -1 });
    progress(a);
  }
  return { survivors, broken, cut };
}

/**
 * Bring the masses of a row to their ends, from `most` defenders down to `least`: each takes part in those of
 * fewer, unless it is cut.  No others came to less than `from` defenders.
 * @param {Float64Array} masses @param {number} least @param {number} most @param {number} from
 * @param {Weighted[]} ways in which the defender alone loses
 */
function settle(masses, least, most, from, ways) {
  const { lost, weights } = separate(ways);
  const reach = Math.max(...lost);
  const [first, weight] = [lost[0], weights[0]];
  let [low, high, cut] = [most + 1, -1, 0];
  for (let d = most; d >= least && (d >= from || d >= low - reach); d -= 1) {
    const mass = masses[d];
    if (mass < LEAST_MASS) {
      cut += mass;
      masses[d] = 0;
    } else {
      low = d;
      high = high < 0 ? d : high;
      masses[d - first] += mass * weight;
      for (let k = 1; k < lost.length; k += 1) {
        masses[d - lost[k]] += mass * weights[k];
      }
    }
  }
  return { low, high, cut };
}

/**
 * Add the masses of a row, times a weight, to those of another, with j defenders fewer.
 * @param {Float64Array} into @param {Float64Array} from @param {number} low @param {number} high
 * @param {number} j @param {number} weight
 */
function pour(into, from, low, high, j, weight) {
  for (let d = low; d <= high; d += 1) {
    into[d - j] += from[d] * weight;
  }
}

/**
 * All outcomes of a fight, as `outcomesOf` of forward.js has them, and how far their masses are off: for
 * fights without a limit of rounds or of the chance to go on.
 * @param {Fight} fight @param {FightRules} rules @param {(done: number) => void} [progress]
 * @returns {import("./answers.js").Outcomes}
 */
export function certainOutcomes(fight, rules, progress = () => {}) {
  const { attackers, garrisons, leaveBehind, retreatAt } = fight;
  /** @type {Outcome[]} */
  const outcomes = [];
  /** @param {number} left @param {number} taken @param {number} defenders @param {number} stayed @param {number} mass */
  const over = (left, taken, defenders, stayed, mass) =>
    outcomes.push({ attackers: left, taken, defenders, stayed, mass: inWhole(mass), power: BITS });
  let arrived = new Float64Array(attackers + 1);
  arrived[attackers] = 1;
  let cut = 0;
  let stayed = 0;
  garrisons.forEach((garrison, n) => {
    const here = carried(arrived, garrison, rules.on(n), fight, (a) =>
      progress((n + 1 - a / (attackers + 1)) / garrisons.length),
    );
    cut += here.cut;
    here.broken.forEach(({ a, d, mass }) => over(a, n, d, stayed, mass));
    arrived = new Float64Array(attackers + 1);
    here.survivors.forEach((mass, s) => {
      const free = Math.max(0, s - leaveBehind);
      if (n === garrisons.length - 1) {
        over(s, n + 1, 0, stayed, mass);
      } else if (free <= retreatAt) {
        over(free, n + 1, garrisons[n + 1], stayed + s - free, mass);
      } else {
        arrived[free] = mass;
      }
    });
    stayed += leaveBehind;
  });
  const units = garrisons.reduce((sum, garrison) => sum + garrison, attackers);
  const each = garrisons.map((_, n) => rules.on(n));
  // the cut masses were added up in doubles, too, and those of outcomes were rounded down
  const bounds = { roundings: roundingsOf(units, each), cut: inWhole(cut * 1.001) + BigInt(cut ? outcomes.length + 1 : 0) };
  const possible = garrisons.length === 1 && cut ? outcomes : outcomes.filter(({ mass }) => mass);
  return { base: { value: 2n, primes: [[2n, 1]] }, outcomes: possible, bounds };
}

/** @param {number} mass */
function inWhole(mass) {
  return BigInt(Math.floor(mass * 2 ** BITS));
}

/**
 * The chance that one side wins a battle fought to the end, however small.
 * @param {number} attackers @param {number} defenders @param {Rules} rules @param {"won" | "lost"} result
 * @returns {import("./fractions.js").Fraction}
 */
export function certainChance(attackers, defenders, rules, result) {
  const waysOf = waysFor(rules, defenders);
  const rows = Array.from({ length: rules.maxLosses + 1 }, () => new ChanceRow(defenders));
  if (result === "lost") {
    rows[0].values.fill(1);
  } else {
    rows[0].exponents.fill(NONE);
    rows[0].common.fill(NONE);
  }
  rows[0].begin(0);
  for (let a = 1; a <= attackers; a += 1) {
    const row = rows[a % rows.length];
    row.begin(Number(result === "won"));
    for (const { least, most, ways } of waysOf(a)) {
      const from = ways.map(([i]) => rows[(a - i + rows.length) % rows.length]);
      for (let low = least, high = low; low <= most; low = high + 1) {
        high = Math.min(most, low | (BLOCK - 1));
        row.fill(low, high, from, ways);
      }
    }
  }
  const { values, exponents } = rows[attackers % rows.length];
  const n = inWhole(values[defenders]);
  const off = n && offBy(n, roundingsOf(attackers + defenders, [rules]));
  return { n, d: 1n << BigInt(BITS - (n ? EACH * exponents[defenders] : 0)), off };
}

/** The chances of one side, of one number of attackers, by defenders: doubles, and the exponents beside them. */
class ChanceRow {
  /** @param {number} defenders */
  constructor(defenders) {
    this.values = new Float64Array(defenders + 1);
    this.exponents = new Int32Array(defenders + 1);
    /** The exponent that all have of a block, or MIXED. */
    this.common = new Int32Array(1 + defenders / BLOCK);
  }

  /** @param {number} first the chance without defenders, which is 0 or 1 */
  begin(first) {
    this.values[0] = first;
    this.exponents[0] = first ? 0 : NONE;
    this.common[0] = MIXED;
    return this;
  }

  /**
   * Fill in some numbers of defenders, within a block: each is the sum of weights times other chances.
   * @param {number} low @param {number} high @param {ChanceRow[]} from of each way @param {Weighted[]} ways
   */
  fill(low, high, from, ways) {
    const { exponents, common } = this;
    const block = Math.floor(low / BLOCK);
    const exponent = common[Math.max(0, block - 1)];
    let even = exponent !== MIXED;
    for (let k = 0; k < from.length && even; k += 1) {
      const first = from[k].common[Math.floor((low - ways[k][1]) / BLOCK)];
      const last = from[k] === this ? first : from[k].common[Math.floor((high - ways[k][1]) / BLOCK)];
      even = first === exponent && last === exponent;
    }
    if (even && addUp(this.values, low, high, from.map(({ values }) => values), ways) >= FAINT) {
      exponents.fill(exponent, low, high + 1);
      common[block] = exponent;
      return;
    }
    gather(this, low, high, from, ways);
    common[block] = exponents[high];
    for (let d = block * BLOCK; d < high && common[block] !== MIXED; d += 1) {
      common[block] = exponents[d] === exponents[high] ? exponents[d] : MIXED;
    }
  }
}

/**
 * Fill in some values of a row, each the sum of weights times others; returns the least.
 * @param {Float64Array} values @param {number} low @param {number} high
 * @param {Float64Array[]} from of each way @param {Weighted[]} ways
 */
function addUp(values, low, high, from, ways) {
  values.fill(0, low, high + 1);
  for (let k = 0; k < from.length; k += 1) {
    const [, j, weight] = ways[k];
    if (from[k] !== values) {
      pour(values, from[k], low - j, high - j, -j, weight);
    }
  }
  const { lost, weights } = separate(ways.filter((_, k) => from[k] === values));
  let least = Infinity;
  for (let d = low; d <= high; d += 1) {
    let value = values[d] + values[d - lost[0]] * weights[0];
    for (let k = 1; k < lost.length; k += 1) {
      value += values[d - lost[k]] * weights[k];
    }
    values[d] = value;
    least = value < least ? value : least;
  }
  return least;
}

/**
 * What the defender loses in each way, and with what chance: of 0 with the chance 0, where there is none.
 * @param {Weighted[]} ways
 */
function separate(ways) {
  const all = ways.length ? ways : [[0, 0, 0]];
  return { lost: all.map(([, j]) => j), weights: all.map(([, , weight]) => weight) };
}

/**
 * Fill in chances of any exponents: all are brought to the largest.  What has one smaller by 2 is lost, which
 * is less than a rounding.
 * @param {ChanceRow} row @param {number} low @param {number} high
 * @param {ChanceRow[]} from of each way @param {Weighted[]} ways
 */
function gather({ values, exponents }, low, high, from, ways) {
  const { lost, weights } = separate(ways);
  for (let d = low; d <= high; d += 1) {
    let top = NONE;
    let value = 0;
    for (let k = 0; k < lost.length; k += 1) {
      const at = d - lost[k];
      const term = from[k].values[at] * weights[k];
      const above = from[k].exponents[at] - top;
      if (above > 0) {
        value = (above > 1 ? 0 : value / TIMES) + term;
        top += above;
      } else if (above > -2) {
        value += above ? term / TIMES : term;
      }
    }
    const small = value > 0 && value < FAINT;
    values[d] = small ? value * TIMES : value;
    exponents[d] = small ? top - 1 : top;
  }
}

/**
 * The most by which a number is off after this number of roundings.
 * @param {bigint} n @param {number} roundings
 */
export function offBy(n, roundings) {
  return ((n * BigInt(roundings)) >> 53n) + 1n;
}

/** The sweep of backward.js over the battle for one territory, in doubles. */
export class NearSweep {
  /** @param {number} garrison @param {Rules} rules */
  constructor(garrison, rules) {
    this.waysOf = waysFor(rules, garrison);
    this.rows = Array.from({ length: rules.maxLosses + 1 }, () => new Float64Array(garrison + 1));
    this.next = 0;
  }

  /**
   * Add the row of the next number of attackers, 0 first, and return it by defenders, until the row after
   * next is added.
   * @param {number} won the payoff of a win with that many attackers left
   */
  push(won) {
    const attackers = this.next;
    const nth = (/** @type {number} */ a) => this.rows[(a + this.rows.length) % this.rows.length];
    const row = nth(attackers);
    this.next += 1;
    row[0] = won;
    for (const { least, most, ways } of attackers ? this.waysOf(attackers) : []) {
      addUp(row, least, most, ways.map(([i]) => nth(attackers - i)), ways);
    }
    return row;
  }
}

/**
 * The numbers of attackers that `needed` of backward.js finds; null where a chance is as near to a goal as
 * roundings are.  What underflows has no part in chances that are goals.
 * @param {{garrisons: number[], leaveBehind: number}} fight @param {FightRules} rules
 * @param {import("./fractions.js").Fraction[]} goals ascending @param {number} most
 * @param {(done: number) => void} [progress]
 * @returns {(number | null)[] | null}
 */
export function certainNeeded({ garrisons, leaveBehind }, rules, goals, most, progress = () => {}) {
  const sweeps = garrisons.map((garrison, n) => new NearSweep(garrison, rules.on(n)));
  // chances in front of each territory, by attackers
  /** @type {number[][]} */
  const chances = garrisons.map(() => []);
  const defenders = garrisons.reduce((sum, garrison) => sum + garrison, 0);
  const each = garrisons.map((_, n) => rules.on(n));
  const least = goals.map(({ n, d }) => nearestDouble(n, d));
  const off = (roundingsOf(most + defenders, each) + 2) * 2 ** -53;
  /** @type {number[]} */
  const found = [];
  for (let a = 0; a <= most && found.length < goals.length; a += 1) {
    let won = Number(a > 0);
    for (let n = sweeps.length - 1; n >= 0; n -= 1) {
      chances[n].push(sweeps[n].push(won)[garrisons[n]]);
      won = a > leaveBehind ? chances[n][a - leaveBehind] : 0;
    }
    while (found.length < goals.length && chances[0][a] >= least[found.length] - off) {
      if (chances[0][a] <= least[found.length] + off) {
        return null;
      }
      found.push(a);
    }
    progress(found.length / goals.length);
  }
  return goals.map((_, n) => found[n] ?? null);
}
