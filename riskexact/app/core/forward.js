// The integer kernel, forward: the same sweep as `forward` in Python, over a campaign of one
// territory or more.
//
// A unit is gone when it is lost or stays behind on a taken territory.  The probability that the
// campaign passes through a state is a whole number, its mass, over base^(units gone until then).
// The units gone are a function of the state, so the masses on a state simply add up.
// Original: riskexact/odds/weights.py; test of both: tests/app/test_arithmetic.py.

import { baseOf } from "./fractions.js";
import { leastMultiple, throwsOf } from "./rules.js";
import { hopeless } from "./backward.js";

/** @typedef {import("./rules.js").FightRules} Rules */

/**
 * What is fought, and when the attacker breaks off: with `retreatAt` attackers left or fewer (in a
 * campaign, the reserve), with `stopAtDefenders` defenders or fewer, after `stopAfter` rounds, or
 * where the chance to win, if the battle were fought to the end, is below `stopBelow` percent.  All
 * but the first are for one territory alone.
 * @typedef {{
 *   attackers: number, garrisons: number[], leaveBehind: number,
 *   retreatAt: number, stopAtDefenders: number, stopAfter: number | null, stopBelow: number,
 * }} Fight
 */

/** A fight in which nobody stays behind or breaks off. */
export const TO_THE_END = {
  leaveBehind: 0, retreatAt: 0, stopAtDefenders: 0, stopAfter: null, stopBelow: 0,
};

/**
 * An outcome, of probability mass / base^power: `taken` territories fell, and `stayed` units are on
 * those behind.  Outcomes that differ in `stayed` alone are separate.
 * @typedef {{
 *   attackers: number, taken: number, defenders: number, stayed: number,
 *   mass: bigint, power: number,
 * }} Outcome
 */

/** @typedef {(done: number) => void} Progress Called with the fraction of the work that is done. */

/**
 * All outcomes of a fight, and the base of their masses.
 * @param {Fight} fight @param {Rules} rules @param {Progress} progress
 * @returns {{base: import("./fractions.js").Base, outcomes: Outcome[]}}
 */
export function outcomesOf(fight, rules, progress = () => {}) {
  return fight.stopAfter === null
    ? { base: rules.base, outcomes: campaign(fight, rules, progress) }
    : limited(fight, rules, fight.stopAfter, progress);
}

/** @param {Fight} fight @param {Rules} rules @returns {(attackers: number, defenders: number) => boolean} */
function whereOver(fight, rules) {
  const { attackers, garrisons, retreatAt, stopAtDefenders, stopBelow } = fight;
  const low = stopBelow ? hopeless(attackers, garrisons[0], rules.on(0), stopBelow) : null;
  return (a, d) =>
    d <= stopAtDefenders || a <= retreatAt || a === 0 || d === 0 || (low !== null && low[a][d]);
}

/** @param {Fight} fight @param {Rules} rules @param {Progress} progress */
function campaign(fight, rules, progress) {
  const { attackers, garrisons, leaveBehind, retreatAt } = fight;
  const over = whereOver(fight, rules);
  const last = garrisons.length - 1;
  /** @type {Outcome[]} */
  const outcomes = [];
  /** @type {bigint[]} */
  let arrived = Array(attackers + 1).fill(0n);
  arrived[attackers] = 1n;
  let fallen = 0;
  let stayed = 0;
  garrisons.forEach((garrison, n) => {
    const { survivors, broken } = fought(arrived, garrison, rules.on(n), over, (done) =>
      progress((n + done) / garrisons.length),
    );
    for (const { a, d, mass } of broken) {
      const power = attackers - a + fallen + garrison - d;
      outcomes.push({ attackers: a, taken: n, defenders: d, stayed, mass, power });
    }
    fallen += garrison;
    const stay = rules.base.value ** BigInt(leaveBehind);
    arrived = Array(attackers + 1).fill(0n);
    survivors.forEach((mass, s) => {
      const free = Math.max(0, s - leaveBehind);
      const power = attackers - s + fallen;
      if (mass === 0n) {
        return;
      }
      if (n === last) {
        outcomes.push({ attackers: s, taken: n + 1, defenders: 0, stayed, mass, power });
      } else if (free <= retreatAt) {
        const outcome = { attackers: free, taken: n + 1, defenders: garrisons[n + 1] };
        outcomes.push({ ...outcome, stayed: stayed + s - free, mass, power });
      } else {
        arrived[free] = mass * stay;
      }
    });
    stayed += leaveBehind;
  });
  return outcomes;
}

/**
 * Fight one battle: from masses by attackers in front to masses by survivors, and to those of the
 * states where it was broken off or lost.
 * @param {bigint[]} arrived @param {number} garrison @param {import("./rules.js").Rules} rules
 * @param {(attackers: number, defenders: number) => boolean} over @param {Progress} [progress]
 * @param {bigint} [per] the masses that come to a state are divided by it, and rounded down
 */
export function fought(arrived, garrison, rules, over, progress = () => {}, per = 1n) {
  if (garrison === 0) {
    return { survivors: arrived, broken: [] };
  }
  const most = arrived.length - 1;
  /** @type {bigint[][]} */
  const rows = arrived.map(() => []);
  rows[most] = Array(garrison + 1).fill(0n);
  /** @type {bigint[]} */
  const survivors = Array(most + 1).fill(0n);
  /** @type {{a: number, d: number, mass: bigint}[]} */
  const broken = [];
  for (let a = most; a >= 0; a -= 1) {
    for (let below = a - 1; below >= Math.max(0, a - rules.maxLosses); below -= 1) {
      if (rows[below].length === 0) {
        rows[below] = Array(garrison + 1).fill(0n);
      }
    }
    const row = rows[a];
    row[garrison] += arrived[a];
    const ways = a ? rules.against(a, garrison) : [];
    for (let d = garrison; d > 0; d -= 1) {
      const mass = per === 1n ? row[d] : row[d] / per;
      if (mass === 0n) {
        continue;
      }
      if (over(a, d)) {
        broken.push({ a, d, mass });
        continue;
      }
      for (const [i, j, weight] of ways[d]) {
        rows[a - i][d - j] += mass * weight;
      }
    }
    survivors[a] = row[0];
    rows[a] = [];
    progress(1 - a / (most + 1));
  }
  return { survivors, broken };
}

/**
 * One battle of at most `most` rounds: all its states, round by round.  Here rounds without a loss
 * count too, and masses are over powers of a common number of throws.
 * @param {Fight} fight @param {Rules} rules @param {number} most @param {Progress} progress
 */
function limited(fight, rules, most, progress) {
  const { attackers, garrisons } = fight;
  const garrison = garrisons[0];
  const over = whereOver(fight, rules);
  const { counts } = rules.on(0);
  const throws = leastMultiple(counts.flat());
  const rounds = counts.map((row) =>
    row.map((round) => {
      const each = throws / throwsOf(round);
      return round.map(([i, j, n]) => /** @type {[number, number, bigint]} */ ([i, j, n * each]));
    }),
  );
  const ways = Array.from({ length: attackers + 1 }, (_, a) =>
    a ? rules.on(0).against(a, garrison, rounds) : [],
  );
  /** @type {Outcome[]} */
  const outcomes = [];
  let now = new Map([[attackers * (garrison + 1) + garrison, 1n]]);
  for (let power = 0; now.size; power += 1) {
    /** @type {Map<number, bigint>} */
    const after = new Map();
    for (const [state, mass] of now) {
      const a = Math.floor(state / (garrison + 1));
      const d = state % (garrison + 1);
      if (power === most || over(a, d)) {
        const taken = Number(d === 0);
        outcomes.push({ attackers: a, taken, defenders: d, stayed: 0, mass, power });
        continue;
      }
      for (const [i, j, weight] of ways[a][d]) {
        const next = (a - i) * (garrison + 1) + d - j;
        after.set(next, (after.get(next) ?? 0n) + mass * weight);
      }
    }
    now = after;
    progress(power / most);
  }
  return { base: baseOf(throws), outcomes };
}
