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
// States go by diagonals, of as many units in all.  At both ends of one, masses below `LEAST_MASS` are left out:
// most of a board is far from the course of the battle.  What is left out ends somewhere, once: so the chance
// of any event is too small by the sum of it at most, `cut`, and never too large.  Whichever is smaller, an event
// or its contrary, is summed: so 1 - 1e-29 has digits, too.  (What underflows between is less than their last.)
//
// A chance below some 1e-30 would be all cut: `rareDefeat` makes it the course of the battle.
// Original: riskexact/odds/weights.py; test of both: tests/app/test_certain.py.

import { nearestDouble, sumOf } from "./fractions.js";
import { TO_THE_END } from "./forward.js";
import { dice, throwsOf } from "./rules.js";

/** @typedef {import("./forward.js").Fight} Fight */
/** @typedef {import("./rules.js").Rules} Rules */

/**
 * How far masses are off: relatively by less than `roundings` / 2^53, and together by what was `cut`, a whole
 * number over the same power of the base.
 * @typedef {{roundings: number, cut: bigint}} Bounds
 */

/** @typedef {[number, number, number]} Weighted Attackers lost, defenders lost, with what chance. */

/**
 * What is left of a battle: masses by attackers who win, by defenders who hold, and of states where it was broken off.
 * @typedef {{survivors: Float64Array, lost: Float64Array, broken: {a: number, d: number, mass: number}[], cut: number}} Left
 */

/** A scale for what is smaller than any double. */
const EACH = 600;
const TIMES = 2 ** EACH;

/** Masses that are not followed any more. */
const LEAST_MASS = 2 ** -140;

/** The masses of outcomes are whole numbers over this power of 2; what is smaller counts as cut. */
export const BITS = 400;

/**
 * The ways of a round, for each number of dice that the attackers throw, and the defenders: with the least and
 * the most units that throw as many.
 * @typedef {{attackers: number[], defenders: number[], ways: Weighted[]}} Throw
 * @param {Rules} rules
 * @returns {Throw[]}
 */
function throwsUnder({ attack, defence, changing }) {
  /** @param {number[]} needs @param {number} n */
  const units = (needs, n) => [needs[n], (needs[n + 1] ?? Infinity) - 1];
  return changing.flatMap((row, x) => row.map((round, y) => {
    const throws = throwsOf(round);
    const ways = round.map(([i, j, count]) => /** @type {Weighted} */ ([i, j, nearestDouble(count, throws)]));
    return { attackers: units(attack, x), defenders: units(defence, y), ways };
  }));
}

/**
 * The k above, with what follows from it, for a battle of this size.
 * @param {number} units @param {Rules[]} rules on each territory @param {number} [others] roundings beside these
 */
export function roundingsOf(units, rules, others = 0) {
  const k = units * (1 + Math.max(...rules.map(waysInto))) + rules.length + others;
  return k + 1 + Math.ceil(4 * k * k * 2 ** -53);
}

/** @param {Rules} rules @returns the most ways into one state, near the end of the battle */
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
 * Ways of a round that cost as many units together: with weights w0, w1, w2 for i, i - 1 and i - 2 attackers.
 * @typedef {{cost: number, i: number, w0: number, w1: number, w2: number}} Alike
 */

/** The masses of states of as many units, by attackers; those that are not 0 are from..to. */
class Diagonal {
  /** @param {number} most attackers */
  constructor(most) {
    this.masses = new Float64Array(most + 1);
    this.from = most + 1;
    this.to = -1;
  }

  /**
   * Add what comes from some masses of another one.
   * @param {Float64Array} masses @param {number} first @param {number} last @param {Alike} ways
   */
  add(masses, first, last, { i, w0, w1, w2 }) {
    const into = this.masses;
    let [x1, x2] = [0, 0];
    for (let a = first; a <= last; a += 1) {
      const x0 = masses[a];
      into[a - i] += w0 * x0 + w1 * x1 + w2 * x2;
      x2 = x1;
      x1 = x0;
    }
    const more = w2 ? 2 : w1 ? 1 : 0;
    if (more) {
      into[last - i + 1] += w1 * x1 + w2 * x2;
    }
    if (w2) {
      into[last - i + 2] += w2 * x1;
    }
    this.from = Math.min(this.from, first - i);
    this.to = Math.max(this.to, last - i + more);
  }

  clear() {
    if (this.to >= 0) {
      this.masses.fill(0, this.from, this.to + 1);
      this.from = this.masses.length;
      this.to = -1;
    }
  }
}

/** @param {Weighted[]} ways @returns the ways of a round as `add` takes them */
function alike(ways) {
  /** @type {Alike[]} */
  const found = [];
  for (let cost = Math.max(...ways.map(([i, j]) => i + j)); cost > 0; cost -= 1) {
    const weights = Array.from({ length: cost + 3 }, () => 0);
    ways.filter(([i, j]) => i + j === cost).forEach(([i, , weight]) => (weights[cost - i] = weight));
    for (let n = 0; n <= cost; n += weights[n] ? 3 : 1) {
      const [w0, w1, w2] = weights.slice(n);
      if (w0) {
        found.push({ cost, i: cost - n, w0, w1, w2 });
      }
    }
  }
  return found;
}

/**
 * Fight one battle in doubles, from masses by attackers.
 * @param {Float64Array} arrived @param {number} garrison @param {Throw[]} throws
 * @param {Pick<Fight, "retreatAt" | "stopAtDefenders">} stops @param {(done: number) => void} [progress]
 * @returns {Left}
 */
function carried(arrived, garrison, throws, { retreatAt, stopAtDefenders }, progress = () => {}) {
  const most = arrived.length - 1;
  const survivors = new Float64Array(most + 1);
  const lost = new Float64Array(garrison + 1);
  /** @type {Left["broken"]} */
  const broken = [];
  /** @param {Float64Array} masses @param {number} units @param {number} first @param {number} last */
  const over = (masses, units, first, last) => {
    for (let a = first; a <= last; a += 1) {
      if (a === units) {
        survivors[a] = masses[a];
      } else if (a) {
        broken.push({ a, d: units - a, mass: masses[a] });
      } else {
        lost[units] = masses[a];
      }
    }
  };
  const rounds = throws.map(({ ways }) => alike(ways));
  // this diagonal and those that a round leads to
  const size = 1 + Math.max(...rounds.flat().map(({ cost }) => cost));
  const diagonals = Array.from({ length: size }, () => new Diagonal(most));
  let cut = 0;
  for (let units = most + garrison; units >= 0; units -= 1) {
    const here = diagonals[units % size];
    const { masses } = here;
    if (units >= garrison && arrived[units - garrison] > 0) {
      here.add(arrived, units - garrison, units - garrison, { cost: 0, i: 0, w0: 1, w1: 0, w2: 0 });
    }
    const { from, to } = here;
    if (to < 0 && units < garrison && diagonals.every((each) => each.to < 0)) {
      break;
    }
    let low = Math.max(from, retreatAt + 1);
    let high = Math.min(to, units - stopAtDefenders - 1);
    over(masses, units, from, Math.min(low - 1, to));
    over(masses, units, Math.max(low, high + 1), to);
    for (; low <= high && masses[low] < LEAST_MASS; low += 1) {
      cut += masses[low];
    }
    for (; low <= high && masses[high] < LEAST_MASS; high -= 1) {
      cut += masses[high];
    }
    // nearly all states have the most dice
    for (let n = throws.length - 1, left = high - low + 1; left > 0; n -= 1) {
      const { attackers, defenders } = throws[n];
      const first = Math.max(low, attackers[0], units - defenders[1]);
      const last = Math.min(high, attackers[1], units - defenders[0]);
      for (let k = 0; first <= last && k < rounds[n].length; k += 1) {
        diagonals[(units - rounds[n][k].cost) % size].add(masses, first, last, rounds[n][k]);
      }
      left -= Math.max(0, last - first + 1);
    }
    here.clear();
    progress(1 - units / (most + garrison + 1));
  }
  return { survivors, lost, broken, cut };
}

/**
 * What is left of the battle for each territory, and how far masses are off: for fights without a limit of rounds
 * or of the chance to go on.
 * @param {Fight} fight @param {import("./rules.js").FightRules} rules @param {(done: number) => void} [progress]
 * @returns {{battles: Left[], bounds: Bounds}}
 */
export function battlesOf(fight, rules, progress = () => {}) {
  const { attackers, garrisons, leaveBehind, retreatAt } = fight;
  let arrived = new Float64Array(attackers + 1).fill(1, attackers);
  const battles = garrisons.map((garrison, n) => {
    const here = carried(arrived, garrison, throwsUnder(rules.on(n)), fight, (done) =>
      progress((n + done) / garrisons.length),
    );
    arrived = here.survivors.map((_, free, left) => (free > retreatAt && left[free + leaveBehind]) || 0);
    return here;
  });
  const units = attackers + sumOf(garrisons);
  const cut = sumOf(battles.map((here) => here.cut));
  // the cut masses were added up in doubles, too, and those of outcomes, fewer than states, were rounded down
  const states = (attackers + 1) * (units + garrisons.length);
  const bounds = {
    roundings: roundingsOf(units, garrisons.map((_, n) => rules.on(n))),
    cut: inWhole(cut * 1.001) + BigInt(cut && states),
  };
  return { battles, bounds };
}

/**
 * Go over all outcomes of a fight, also those where nothing came to that was not cut.
 * @param {Fight} fight @param {Left[]} battles
 * @param {(attackers: number, taken: number, defenders: number, stayed: number, mass: number) => void} over
 */
export function eachEnd({ garrisons, leaveBehind, retreatAt }, battles, over) {
  battles.forEach(({ broken, lost, survivors }, n) => {
    const stayed = n * leaveBehind;
    broken.forEach(({ a, d, mass }) => over(a, n, d, stayed, mass));
    lost.forEach((mass, d) => d && over(0, n, d, stayed, mass));
    const isLast = n === garrisons.length - 1;
    survivors.subarray(0, isLast ? undefined : leaveBehind + retreatAt + 1).forEach((mass, s) => {
      const free = isLast ? s : Math.max(0, s - leaveBehind);
      over(free, n + 1, isLast ? 0 : garrisons[n + 1], stayed + s - free, mass);
    });
  });
}

/**
 * What is left of a battle that is fought to the end.
 * @param {number} attackers @param {number} garrison @param {Rules} rules @param {(done: number) => void} [progress]
 * @returns {Left}
 */
export function leftOf(attackers, garrison, rules, progress, throws = throwsUnder(rules)) {
  return carried(new Float64Array(attackers + 1).fill(1, attackers), garrison, throws, TO_THE_END, progress);
}

/** @param {number} mass */
export function inWhole(mass) {
  return mass ? BigInt(Math.floor(mass * 2 ** BITS)) : 0n;
}

/**
 * The chance of a defeat that is rare, of a battle fought to the end; null where nothing is known so.
 * @param {number} attackers @param {number} defenders @param {Rules} rules
 * @returns {import("./fractions.js").Fraction | null}
 */
export function rareDefeat(attackers, defenders, rules) {
  // Weights count x times for each attacker lost and y times for each defender, x >= 1 > y, so that those of the
  // first round add up to 1, and cost the sides in the ratio of their units: the course of the battle then leads
  // to this defeat.  Its chance is the sum of the masses with d defenders left, each times y^d, over x^attackers
  // y^defenders.  What was cut may have grown: of a mass, r in all and q in rounds that cost no attacker, at most
  // (r - q) / (1 - q) goes on to fewer attackers in the end, so it grows by the product of these at most.
  const plain = throwsUnder(rules).filter(({ attackers: [a], defenders: [d] }) => a <= attackers && d <= defenders);
  const [x, y] = tiltOf(plain[plain.length - 1].ways, attackers / defenders);
  /** @param {Weighted} way @returns {Weighted} */
  const tilted = ([i, j, weight]) => [i, j, weight * power(x, i) * power(y, j)];
  const throws = plain.map((each) => ({ ...each, ways: each.ways.map(tilted) }));
  const { lost, cut } = leftOf(attackers, defenders, rules, undefined, throws);
  const found = lost.reduceRight((sum, mass, d) => (sum + mass) * (d ? y : 1), 0);
  const grown = throws.reduce((times, { attackers: [least, most], ways }) =>
    times * Math.max(1, growth(ways)) ** Math.max(0, Math.min(most, attackers) - least + 1), 1);
  // x^attackers y^defenders over a power of TIMES, from 1 / TIMES to 1
  let [over, scales] = [1, 0];
  for (let n = 0; n < attackers + defenders; n += 1) {
    over *= n < attackers ? x : y;
    if (over > 1) {
      over /= TIMES;
      scales += 1;
    } else if (over < 1 / TIMES) {
      over *= TIMES;
      scales -= 1;
    }
  }
  // as much was cut, or hardly anything found
  if (!(found > cut * grown && found > LEAST_MASS)) {
    return null;
  }
  const n = inWhole(found / over);
  // weights and scale have a factor for each unit, the sum two for each defender
  const roundings = roundingsOf(attackers + defenders, [rules], 2 * (attackers + defenders) + 2 * defenders);
  const d = 1n << BigInt(BITS + EACH * scales);
  return { n, d, off: offBy(n, roundings) + inWhole((1.01 * cut * grown) / over) + 1n };
}

/** @param {number} x @param {number} n @returns {number} */
function power(x, n) {
  return n ? x * power(x, n - 1) : 1;
}

/** @param {Weighted[]} ways @returns {number} the (r - q) / (1 - q) above */
function growth(ways) {
  const kept = weighed(ways, ([i]) => Number(i === 0));
  return (weighed(ways, () => 1) - kept) / (1 - kept);
}

/** @param {Weighted[]} ways @param {(way: Weighted) => number} times */
function weighed(ways, times) {
  return sumOf(ways.map((way) => way[2] * times(way)));
}

/**
 * The x and y with which ways add up to 1, and cost attackers and defenders in this ratio.
 * @param {Weighted[]} ways @param {number} ratio
 */
function tiltOf(ways, ratio) {
  /** @param {number} y */
  const beside = (y) => bisected(1, 2 ** 20, (x) => weighed(ways, ([i, j]) => power(x, i) * power(y, j)) <= 1);
  /** @param {number} x @param {number} y */
  const ahead = (x, y) => weighed(ways, ([i, j]) => (i - ratio * j) * power(x, i) * power(y, j));
  const y = bisected(0, 1, (y) => ahead(beside(y), y) > 0);
  return [beside(y), y];
}

/**
 * The largest number between two, nearly, for which something holds.
 * @param {number} low @param {number} high @param {(x: number) => boolean} holds
 */
function bisected(low, high, holds) {
  for (let k = 0; k < 40; k += 1) {
    const middle = (low + high) / 2;
    [low, high] = holds(middle) ? [middle, high] : [low, middle];
  }
  return low;
}

/**
 * Fill in some values of a row, each the sum of weights times others.
 * @param {Float64Array} values @param {number} low @param {number} high
 * @param {Float64Array[]} from of each way @param {Weighted[]} ways
 */
function addUp(values, low, high, from, ways) {
  values.fill(0, low, high + 1);
  from.forEach((row, k) => {
    const [, j, weight] = ways[k];
    for (let d = low; d <= high && row !== values; d += 1) {
      values[d] += row[d - j] * weight;
    }
  });
  const within = ways.filter((_, k) => from[k] === values);
  const lost = within.map(([, j]) => j);
  const weights = within.map(([, , weight]) => weight);
  for (let d = low; d <= high; d += 1) {
    let value = values[d];
    for (let k = 0; k < lost.length; k += 1) {
      value += values[d - lost[k]] * weights[k];
    }
    values[d] = value;
  }
}

/** @param {bigint} n @param {number} roundings @returns the most by which n is off after them */
export function offBy(n, roundings) {
  return ((n * BigInt(roundings)) >> 53n) + 1n;
}

/**
 * The sweep of backward.js over the battle for one territory, in doubles: a row is kept until the row after next
 * is added.
 * @param {number} garrison @param {Rules} rules
 */
export function nearSweep(garrison, rules) {
  const throws = throwsUnder(rules);
  const rows = Array.from({ length: rules.maxLosses + 1 }, () => new Float64Array(garrison + 1));
  const nth = (/** @type {number} */ a) => rows[(a + rows.length) % rows.length];
  let next = 0;
  return (/** @type {number} */ won) => {
    const attackers = next;
    const row = nth(attackers);
    next += 1;
    row[0] = won;
    for (const { attackers: [least, most], defenders, ways } of throws) {
      if (least <= attackers && attackers <= most) {
        addUp(row, defenders[0], Math.min(defenders[1], garrison), ways.map(([i]) => nth(attackers - i)), ways);
      }
    }
    return row;
  };
}
