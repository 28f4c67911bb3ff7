// The tests of a log: Python's evidence/logs, in floats.
//
// All numbers that are added and multiplied are 0 or more, so that no digits cancel: a chance is
// right to some 10 digits.  Chances below 1e-60 of the largest are left out.

import { lossesOf } from "./log-chances.js";
import { LogFault, readLog } from "./log-rows.js";

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./log-rows.js").Kind} Kind */
/** @typedef {import("./log-rows.js").Row} Row */
/** @typedef {import("./log-chances.js").Loss} Loss */
/** @typedef {Map<number, number>} Chances The chance of each value. */
/** @typedef {{first: number, chances: Float64Array}} Sum */
/** @typedef {(loss: Loss) => number} Score */

/**
 * One test: bounds of its statistic and of its p-value, which are the same where all is known.
 * @typedef {{
 *   name: string, sides: [number, number] | null, rules: string, losses: [number, number] | null,
 *   least: number, most: number, expected: number,
 *   pAtLeast: number, p: number, corrected: number,
 * }} Test
 */

/** @typedef {{losses: Loss[], able: Loss[], times: number, kind: Kind}} Entry */

/**
 * @typedef {{number: number, least: number, most: number, expected: number, usual: [number, number]}} Moment
 */

/** @typedef {{bend: number, power: number, needed: number | null}} Power */

/**
 * @typedef {{
 *   battles: number, rounds: number, inPart: number, impossible: number,
 *   leftOut: Record<string, number>, tests: Test[], moments: Moment[], power: Power[],
 * }} Tested
 */

/** The p-value at which it speaks against fair dice. */
export const LEVEL = 0.05;
const ENOUGH = 0.9;
const BENDS = [0.02, 0.05, 0.1];
const TOO_SMALL = 1e-60;
const MAX_MOMENTS = 100;
export const MAX_NEEDED = 100_000;

/**
 * Everything that the page says of a log; throws a LogFault.
 * @param {string} text
 * @param {boolean} armies
 * @param {Map<string, Rules>} rules
 * @param {string} usual
 * @returns {Tested}
 */
export function tested(text, armies, rules, usual) {
  const { rows, leftOut } = readLog(text, armies, rules, usual);
  const entries = entriesOf(rows, rules);
  const rounds = entries[0].kind.mode === "round";
  const number = entries.reduce((sum, { times }) => sum + times, 0);
  const impossible = entries.filter(({ able }) => able.every(({ chance }) => chance === 0)).length;
  /** @type {Score} */
  const main = rounds ? net : won;
  return {
    battles: rounds ? 0 : number,
    rounds: rounds ? number : 0,
    inPart: entries.reduce((sum, { able, times }) => sum + (able.length > 1 ? times : 0), 0),
    impossible,
    leftOut,
    tests: corrected(testsOf(entries, rounds, impossible > 0)),
    moments: overTime(entries, main),
    power: BENDS.map((bend) => ({
      bend,
      power: powerOf(repeated(entries, number), bend, main, rounds),
      needed: numberNeeded(entries, number, bend, main, rounds),
    })),
  };
}

/** @type {Score} */
const won = ({ scores }) => scores.wins;
/** @type {Score} */
const net = ({ scores }) => scores.losses;
/** @type {Score} */
const surprise = ({ scores }) => scores.surprise;

/**
 * @param {Row[]} rows
 * @param {Map<string, Rules>} rules
 * @returns {Entry[]}
 */
function entriesOf(rows, rules) {
  /** @type {Map<string, {kind: Kind, losses: Loss[]}>} */
  const kinds = new Map();
  return rows.map(({ line, kind, attackersLost, defendersLost, times }) => {
    const key = JSON.stringify(Object.values(kind));
    const known = kinds.get(key) ?? {
      kind,
      losses: lossesOf(kind, /** @type {Rules} */ (rules.get(kind.rules))),
    };
    kinds.set(key, known);
    const able = known.losses.filter(
      ({ attackers, defenders }) =>
        attackers >= attackersLost[0] &&
        attackers <= attackersLost[1] &&
        defenders >= defendersLost[0] &&
        defenders <= defendersLost[1],
    );
    if (!able.length) {
      throw new LogFault("fault.end", { line: String(line), sides: `${kind.attackers} – ${kind.defenders}` });
    }
    return { ...known, able, times };
  });
}

/**
 * How often each kind occurs.
 * @param {Entry[]} entries
 * @returns {Map<Loss[], number>}
 */
function counted(entries) {
  /** @type {Map<Loss[], number>} */
  const counts = new Map();
  for (const { losses, times } of entries) {
    counts.set(losses, (counts.get(losses) ?? 0) + times);
  }
  return counts;
}

/**
 * @param {Entry[]} entries
 * @param {boolean} rounds
 * @param {boolean} impossible
 * @returns {Test[]}
 */
function testsOf(entries, rounds, impossible) {
  /** @type {[string, Score][]} */
  const scores = [["losses", net], ["surprise", surprise]];
  if (!rounds) {
    scores.unshift(["wins", won]);
    return scores.map(([name, score]) => test(name, entries, score, impossible));
  }
  /** @type {Map<string, Entry[]>} */
  const pairs = new Map();
  for (const entry of entries) {
    const { attackers, defenders, rules } = entry.kind;
    const key = JSON.stringify([attackers, defenders, rules]);
    pairs.set(key, [...(pairs.get(key) ?? []), entry]);
  }
  return [
    ...scores.map(([name, score]) => test(name, entries, score, impossible)),
    ...[...pairs.values()].map(oddest),
  ];
}

/**
 * @param {string} name
 * @param {Entry[]} entries
 * @param {Score} score
 * @param {boolean} impossible
 * @returns {Test}
 */
function test(name, entries, score, impossible = false) {
  const [least, most] = observed(entries, score);
  const counts = counted(entries);
  const sum = sumOf(counts, score);
  const low = twice(atMost(sum, least), atLeast(sum, most));
  const high = twice(atMost(sum, most), atLeast(sum, least));
  const [pAtLeast, p] = impossible ? [0, 0] : [low, high];
  const expected = expectedOf(counts, score);
  return { name, sides: null, rules: "", losses: null, least, most, expected, pAtLeast, p, corrected: p };
}

/**
 * The test of the losses whose number deviates most, in rounds of one pair of numbers of dice.
 * @param {Entry[]} entries
 * @returns {Test}
 */
function oddest(entries) {
  const { attackers, defenders, rules } = entries[0].kind;
  const every = new Set(entries.flatMap(({ losses }) => losses.map((l) => `${l.attackers},${l.defenders}`)));
  const tests = [...every].sort().map((each) => {
    const [i, j] = each.split(",").map(Number);
    const found = test("rounds", entries, (l) => Number(l.attackers === i && l.defenders === j));
    return { ...found, losses: /** @type {[number, number]} */ ([i, j]) };
  });
  const least = tests.reduce((one, other) => (other.p < one.p ? other : one));
  const low = Math.min(...tests.map(({ pAtLeast }) => pAtLeast));
  const p = Math.min(1, tests.length * least.p);
  return {
    ...least,
    sides: [attackers, defenders],
    rules,
    pAtLeast: Math.min(1, tests.length * low),
    p,
    corrected: p,
  };
}

/**
 * The p-values corrected by Holm's method.
 * @param {Test[]} tests
 */
function corrected(tests) {
  let reached = 0;
  const order = tests.map((_, i) => i).sort((i, j) => tests[i].p - tests[j].p);
  order.forEach((i, before) => {
    reached = Math.max(reached, Math.min(1, (tests.length - before) * tests[i].p));
    tests[i].corrected = reached;
  });
  return tests;
}

/**
 * The least and the greatest sum of the scores that the rows allow.
 * @param {Entry[]} entries
 * @param {Score} score
 */
function observed(entries, score) {
  let [least, most] = [0, 0];
  for (const { able, times } of entries) {
    const possible = able.filter(({ chance }) => chance > 0);
    const scores = (possible.length ? possible : able).map(score);
    least += times * Math.min(...scores);
    most += times * Math.max(...scores);
  }
  return [least, most];
}

/**
 * @param {Map<Loss[], number>} counts
 * @param {Score} score
 */
function expectedOf(counts, score) {
  let sum = 0;
  for (const [losses, times] of counts) {
    sum += times * losses.reduce((mean, loss) => mean + score(loss) * loss.chance, 0);
  }
  return sum;
}

// -- sums of independent whole numbers

/** @returns {Sum} */
const NOTHING = () => ({ first: 0, chances: Float64Array.of(1) });

/**
 * @param {Map<Loss[], number>} counts
 * @param {Score} score
 * @param {(losses: Loss[]) => number[]} chances those of each loss, if not the honest ones
 */
function sumOf(counts, score, chances = (losses) => losses.map(({ chance }) => chance)) {
  let sum = NOTHING();
  for (const [losses, times] of counts) {
    sum = plus(sum, power(single(losses.map(score), chances(losses)), times));
  }
  return sum;
}

/**
 * @param {number[]} scores
 * @param {number[]} chances
 * @returns {Sum}
 */
function single(scores, chances) {
  const first = Math.min(...scores);
  const found = new Float64Array(Math.max(...scores) - first + 1);
  scores.forEach((score, i) => {
    found[score - first] += chances[i];
  });
  return { first, chances: found };
}

/**
 * @param {Sum} sum
 * @param {number} times
 * @returns {Sum}
 */
function power(sum, times) {
  if (times === 0) {
    return NOTHING();
  }
  const half = power(sum, Math.floor(times / 2));
  const twice = plus(half, half);
  return times % 2 ? plus(twice, sum) : twice;
}

/**
 * The sum of two independent numbers.
 * @param {Sum} x
 * @param {Sum} y
 * @returns {Sum}
 */
function plus(x, y) {
  const found = new Float64Array(x.chances.length + y.chances.length - 1);
  y.chances.forEach((p, j) => {
    if (p > 0) {
      for (let i = 0; i < x.chances.length; i += 1) {
        found[i + j] += p * x.chances[i];
      }
    }
  });
  const negligible = found.reduce((one, other) => Math.max(one, other), 0) * TOO_SMALL;
  let [low, high] = [0, found.length];
  while (found[low] <= negligible) {
    low += 1;
  }
  while (found[high - 1] <= negligible) {
    high -= 1;
  }
  return { first: x.first + y.first + low, chances: found.subarray(low, high) };
}

/** @param {Sum} sum @param {number} value */
function atMost({ first, chances }, value) {
  return added(chances.subarray(0, Math.max(0, value + 1 - first)));
}

/** @param {Sum} sum @param {number} value */
function atLeast({ first, chances }, value) {
  return added(chances.subarray(Math.max(0, value - first)));
}

/** @param {Float64Array} chances */
function added(chances) {
  return chances.reduce((sum, p) => sum + p, 0);
}

/** @param {number} x @param {number} y */
function twice(x, y) {
  return Math.min(1, 2 * Math.min(x, y));
}

/**
 * The least and the greatest value that are not shown at the level.
 * @param {Sum} sum
 * @returns {[number, number]}
 */
function usualOf({ first, chances }) {
  let [low, high] = [0, chances.length - 1];
  for (let mass = chances[low]; mass <= LEVEL / 2; mass += chances[low]) {
    low += 1;
  }
  for (let mass = chances[high]; mass <= LEVEL / 2; mass += chances[high]) {
    high -= 1;
  }
  return [first + low, first + high];
}

/**
 * At most 100 moments of the log.
 * @param {Entry[]} entries
 * @param {Score} score
 * @returns {Moment[]}
 */
function overTime(entries, score) {
  const step = Math.ceil(entries.length / MAX_MOMENTS);
  /** @type {Moment[]} */
  const moments = [];
  let sum = NOTHING();
  let [number, least, most, expected] = [0, 0, 0, 0];
  for (let first = 0; first < entries.length; first += step) {
    const some = entries.slice(first, first + step);
    const counts = counted(some);
    sum = plus(sum, sumOf(counts, score));
    const [low, high] = observed(some, score);
    number += some.reduce((all, { times }) => all + times, 0);
    least += low;
    most += high;
    expected += expectedOf(counts, score);
    moments.push({ number, least, most, expected, usual: usualOf(sum) });
  }
  return moments;
}

// -- power

/**
 * How often each kind occurs in this many, over and over in their order.
 * @param {Entry[]} entries
 * @param {number} number
 */
function repeated(entries, number) {
  const all = entries.reduce((sum, { times }) => sum + times, 0);
  const cycles = Math.floor(number / all);
  let rest = number % all;
  /** @type {Map<Loss[], number>} */
  const counts = new Map();
  for (const { losses, times } of entries) {
    const more = Math.min(times, rest);
    rest -= more;
    counts.set(losses, (counts.get(losses) ?? 0) + cycles * times + more);
  }
  return counts;
}

/**
 * The chances of losses under a bend.
 * @param {number} factor
 * @param {boolean} rounds
 * @returns {(losses: Loss[]) => number[]}
 */
function bent(factor, rounds) {
  return (losses) => {
    const found = losses.map(
      (loss) => loss.chance * factor ** (rounds ? loss.defenders : loss.scores.wins),
    );
    const total = found.reduce((sum, p) => sum + p, 0);
    return found.map((p) => p / total);
  };
}

/**
 * The chance that this many show a bend.
 * @param {Map<Loss[], number>} counts
 * @param {number} bend
 * @param {Score} score
 * @param {boolean} rounds
 */
function powerOf(counts, bend, score, rounds) {
  const [low, high] = usualOf(sumOf(counts, score));
  const factor = (0.5 + bend) / (0.5 - bend);
  const found = [factor, 1 / factor].map((each) => {
    const sum = sumOf(counts, score, bent(each, rounds));
    return atMost(sum, low - 1) + atLeast(sum, high + 1);
  });
  return Math.min(...found);
}

/**
 * About the least number that shows a bend with the power that is enough, in two digits.
 * @param {Entry[]} entries
 * @param {number} number of the log
 * @param {number} bend
 * @param {Score} score
 * @param {boolean} rounds
 */
function numberNeeded(entries, number, bend, score, rounds) {
  const changed = bent((0.5 + bend) / (0.5 - bend), rounds);
  let [shift, spread] = [0, 0];
  for (const [losses, times] of counted(entries)) {
    const mean = losses.reduce((sum, loss) => sum + score(loss) * loss.chance, 0);
    const other = changed(losses).reduce((sum, p, i) => sum + score(losses[i]) * p, 0);
    shift += times * (other - mean);
    spread += times * losses.reduce((sum, loss) => sum + (score(loss) - mean) ** 2 * loss.chance, 0);
  }
  // a bend that moves nothing but the last digits of floats moves nothing
  if (shift < 1e-9) {
    return null;
  }
  let tried = Math.ceil(number * spread * (3.242 / shift) ** 2);
  while (tried <= MAX_NEEDED) {
    const unit = 10 ** Math.max(0, String(tried).length - 2);
    tried = Math.ceil(tried / unit) * unit;
    if (powerOf(repeated(entries, tried), bend, score, rounds) >= ENOUGH) {
      return tried;
    }
    tried += Math.max(1, Math.floor(tried / 50));
  }
  return null;
}
