// One round: the number of equally likely throws for each pair of losses, counted by order
// statistics, as in Python's rules/dice.py.
//
// `countsOf(parts)` takes a rule set in plain fields (see parts.js) and returns what `Rules` needs:
//
//     countsOf({ attack_dice: 3, defence_dice: 2 })
//     // { attack: [1, 2, 3], defence: [1, 2],
//     //   rounds: [[[[0, 1, 15n], [1, 0, 21n]], …], …, [[[0, 2, 2890n], …]]] }
//
// `rounds[x - 1][y - 1]` is the round of x v y dice: attackers lost, defenders lost, and in how many
// throws.  Parts that are no rule set, and those that would take too long, throw a `RuleFault`.  To
// ask again for the same rule set takes no time.
//
// The dice of a hand are ranked from the highest value down.  Below its highest value every die of a
// hand has a value on the same number of faces, so dice that could have had a higher value, and had
// not, are interchangeable, and only their number must be remembered.

import { RuleFault, partsOf, rulesOf } from "./parts.js";

/** @typedef {import("./parts.js").Hand} Hand */
/** @typedef {import("./parts.js").SpelledOut} SpelledOut */
/** @typedef {import("./rules.js").Way} Way */

/** @typedef {{attack: number[], defence: number[], rounds: Way[][][]}} Counts */

/** @type {Map<string, Counts>} The rule sets that were counted, by their parts. */
const counted = new Map();

/** The most rule sets that are remembered. */
const MOST_COUNTED = 100;

/** The most steps of counting: a second or two on a phone. */
export const MOST_STEPS = 2_000_000;

/**
 * How far a hand has been ranked: the number of dice, by what they count without `toHighest`.
 * `highest` is the highest die while only one of its two values has been passed: with a negative
 * `toHighest` it is [what the die counts, 0], with a positive one [what it counts without, faces].
 * @typedef {{dice: number, highest: [number, number] | null}} Ranked
 */

/**
 * A step to `ranked` at one value, possible in `ways` ways.  `got` are the pairs whose dice have this
 * value, `have` those whose dice have this or a higher one: bit m - 1 is for pair m.
 * @typedef {{ranked: Ranked, got: number, have: number, ways: bigint}} Step
 */

/** @type {Ranked} */
const UNRANKED = { dice: 0, highest: null };

/**
 * The needs of the dice of both sides, and the counts of every round.
 * @param {import("./parts.js").Parts} parts
 * @returns {Counts}
 */
export function countsOf(parts) {
  const rules = rulesOf(parts);
  const key = JSON.stringify(partsOf(rules));
  const found = counted.get(key) ?? countedNow(rules);
  if (counted.size === MOST_COUNTED) {
    counted.clear();
  }
  counted.set(key, found);
  return found;
}

/**
 * @param {SpelledOut} rules
 * @returns {Counts}
 */
function countedNow(rules) {
  const { attack, defence } = rules;
  const attacks = attack.dice.map((_, n) => new OrderStatistics(attack, n + 1));
  const defences = defence.dice.map((_, n) => new OrderStatistics(defence, n + 1));
  let steps = 0;
  for (const a of attacks) {
    for (const d of defences) {
      steps += a.work * d.work * new Set([...a.values, ...d.values]).size;
    }
  }
  if (steps > MOST_STEPS) {
    throw new RuleFault("fault.too-large");
  }
  return {
    attack: attack.needs,
    defence: defence.needs,
    rounds: attacks.map((a) => defences.map((d) => roundCounts(a, d, rules))),
  };
}

/**
 * Rank the dice of both sides from the highest value down, and decide each pair at once.  At each
 * value a pair is tied if both its dice have this value, and lost by the side whose die has a lower
 * one if the other's die has this one.
 * @param {OrderStatistics} attack
 * @param {OrderStatistics} defence
 * @param {SpelledOut} rules
 * @returns {Way[]}
 */
function roundCounts(attack, defence, { pairs, ties }) {
  const most = Math.min(attack.kept, defence.kept);
  const scoring = pairs.reduce((bits, m) => bits | (m <= most ? 1 << (m - 1) : 0), 0);
  const across = most + 1;
  /** @type {Map<string, {s: Ranked, t: Ranked, counts: Map<number, bigint>}>} */
  let ways = new Map([["", { s: UNRANKED, t: UNRANKED, counts: new Map([[0, 1n]]) }]]);
  const values = new Set([...attack.values, ...defence.values]);
  for (const value of [...values].sort((x, y) => y - x)) {
    /** @type {typeof ways} */
    const after = new Map();
    for (const { s, t, counts } of ways.values()) {
      for (const a of attack.steps(s, value)) {
        for (const d of defence.steps(t, value)) {
          const tied = ones(a.got & d.got & scoring);
          const lostA = ones(d.got & ~a.have & scoring) + (ties === "defender" ? tied : 0);
          const lostD = ones(a.got & ~d.have & scoring) + (ties === "attacker" ? tied : 0);
          const key = `${a.ranked.dice},${a.ranked.highest};${d.ranked.dice},${d.ranked.highest}`;
          const target = after.get(key) ?? { s: a.ranked, t: d.ranked, counts: new Map() };
          after.set(key, target);
          for (const [losses, count] of counts) {
            const lost = losses + lostA * across + lostD;
            target.counts.set(lost, (target.counts.get(lost) ?? 0n) + a.ways * d.ways * count);
          }
        }
      }
    }
    ways = after;
  }
  const [{ counts }] = ways.values();
  if (counts.size === 1 && counts.has(0)) {
    throw new RuleFault("fault.always-tie", { attack: attack.kept, defence: defence.kept });
  }
  return [...counts]
    .sort(([x], [y]) => x - y)
    .map(([lost, count]) => [Math.floor(lost / across), lost % across, count]);
}

/** The throws of one hand, of which `kept` dice count: extra dice are thrown too. */
class OrderStatistics {
  /**
   * @param {Hand} hand
   * @param {number} kept
   */
  constructor(hand, kept) {
    this.hand = hand;
    this.kept = kept;
    this.thrown = [...hand.dice.slice(0, kept), ...hand.extra];
    /** @type {Map<number, Map<number, number>>} Of each kind of die, on how many faces a value is. */
    this.faces = new Map();
    for (const faces of [...new Set(this.thrown)].sort((x, y) => x - y)) {
      /** @type {Map<number, number>} */
      const on = new Map();
      for (let show = 1; show <= faces; show += 1) {
        const value = added(hand, show, faces);
        on.set(value, (on.get(value) ?? 0) + 1);
      }
      this.faces.set(faces, on);
    }
    /** @type {Set<number>} */
    this.values = new Set();
    for (const [faces, on] of this.faces) {
      for (const value of on.keys()) {
        this.values.add(value).add(raised(hand, value, faces));
      }
    }
    this.lowest = Math.min(...this.values);
    // (dice before) × (dice after) × (what may be known of the highest)
    this.work = (this.thrown.length + 1) ** 2 * (1 + Math.abs(hand.toHighest));
    /** @type {Map<string, Step[]>} */
    this.known = new Map();
  }

  /**
   * The steps by which the hand can be ranked at a value, with their numbers of ways.
   * @param {Ranked} ranked
   * @param {number} value
   * @returns {Step[]}
   */
  steps(ranked, value) {
    const key = `${ranked.dice},${ranked.highest};${value}`;
    const found = this.known.get(key) ?? this.found(ranked, value);
    this.known.set(key, found);
    return found;
  }

  /**
   * @param {Ranked} ranked
   * @param {number} value
   */
  found(ranked, value) {
    const before = this.pairs(ranked);
    /** @type {Step[]} */
    const steps = [];
    for (const [after, ways] of this.after(ranked, value)) {
      const all = after.dice === this.thrown.length && after.highest === null;
      // at the lowest value no die can be left for a lower one
      if (ways && (all || value !== this.lowest)) {
        const have = this.pairs(after);
        steps.push({ ranked: after, got: have ^ before, have, ways });
      }
    }
    return steps;
  }

  /**
   * The pairs of kept dice that have been ranked.
   * @param {Ranked} ranked
   */
  pairs({ dice, highest }) {
    const one = highest === null ? 0 : Math.sign(this.hand.toHighest);
    return (1 << (Math.min(dice, this.kept) + one)) - 1;
  }

  /**
   * @param {Ranked} ranked
   * @param {number} value
   * @returns {[Ranked, bigint][]}
   */
  after({ dice, highest }, value) {
    const { toHighest } = this.hand;
    if (dice === 0 && highest === null && toHighest) {
      return [[UNRANKED, 1n], ...this.firstSteps(value)];
    }
    if (highest && toHighest > 0) {
      return value > highest[0]
        ? [[{ dice, highest }, 1n]]
        : this.firsts(value)
            .filter(([, faces]) => faces === highest[1])
            .map(([x, , ways]) => [{ dice: x, highest: null }, ways]);
    }
    const still = highest && highest[0] === value ? null : highest;
    return this.waysOf(dice, value).map((ways, x) => [{ dice: dice + x, highest: still }, ways]);
  }

  /**
   * Rank the first dice, if `toHighest` changes what the highest counts.
   * @param {number} value
   * @returns {[Ranked, bigint][]}
   */
  firstSteps(value) {
    if (this.hand.toHighest < 0) {
      return this.firsts(value).map(([x, faces, ways]) => {
        const counts = raised(this.hand, value, faces);
        return [{ dice: x, highest: counts === value ? null : [counts, 0] }, ways];
      });
    }
    /** @type {[Ranked, bigint][]} */
    const steps = [];
    for (const [faces, on] of this.faces) {
      for (const without of on.keys()) {
        if (without < value && raised(this.hand, without, faces) === value) {
          steps.push([{ dice: 0, highest: [without, faces] }, 1n]);
        }
      }
    }
    for (const [x, faces, ways] of this.firsts(value)) {
      if (raised(this.hand, value, faces) === value) {
        steps.push([{ dice: x, highest: null }, ways]);
      }
    }
    return steps;
  }

  /**
   * [x, faces, ways] for x > 0 first dice, of which the largest has `faces` faces.
   * @param {number} value
   */
  firsts(value) {
    /** @type {[number, number, bigint][]} */
    const found = [];
    /** @type {bigint[]} */
    let fewer = [];
    for (const faces of this.faces.keys()) {
      const ways = this.waysOf(0, value, faces);
      ways.forEach((each, x) => {
        const more = each - (fewer[x] ?? 0n);
        if (x > 0 && more) {
          found.push([x, faces, more]);
        }
      });
      fewer = ways;
    }
    return found;
  }

  /**
   * In how many ways 0, 1, 2, … more dice have a value.  Dice that could have more, and have not, are
   * chosen freely; each die whose highest value it is has it, on its own number of faces, or not.
   * @param {number} ranked
   * @param {number} value
   * @param {number} mostFaces
   */
  waysOf(ranked, value, mostFaces = Infinity) {
    let above = 0;
    let on = 0;
    /** @type {bigint[]} */
    const each = [];
    for (const faces of this.thrown) {
      const top = added(this.hand, faces, faces);
      const times = this.faces.get(faces)?.get(value) ?? 0;
      if (faces <= mostFaces && top === value) {
        each.push(BigInt(times));
      } else if (faces <= mostFaces && top > value) {
        above += 1;
        on = times;
      }
    }
    const left = above - ranked;
    let ways = [1n];
    for (let n = 1; n <= left; n += 1) {
      ways = timesOneMore(ways, BigInt(on));
    }
    return each.reduce(timesOneMore, ways);
  }
}

/**
 * The ways with one die more, which may have the value on so many faces: choosing dice freely is to
 * multiply by (1 + on·z) for each.
 * @param {bigint[]} ways
 * @param {bigint} on
 */
function timesOneMore(ways, on) {
  return [...ways, 0n].map((old, x) => old + (x ? on * ways[x - 1] : 0n));
}

/**
 * What a die counts with `toAll`.
 * @param {Hand} hand
 * @param {number} shows
 * @param {number} faces
 */
function added(hand, shows, faces) {
  return within(hand, shows + hand.toAll, faces);
}

/**
 * What the highest die counts with `toHighest` too.
 * @param {Hand} hand
 * @param {number} counts
 * @param {number} faces
 */
function raised(hand, counts, faces) {
  return within(hand, counts + hand.toHighest, faces);
}

/**
 * @param {Hand} hand
 * @param {number} value
 * @param {number} faces
 */
function within({ clamped }, value, faces) {
  return clamped ? Math.max(1, Math.min(value, faces)) : value;
}

/**
 * How many bits are set.
 * @param {number} bits
 */
function ones(bits) {
  let n = 0;
  for (; bits; bits &= bits - 1) {
    n += 1;
  }
  return n;
}
