// One round: the number of equally likely throws for each pair of losses, counted by order
// statistics.
//
// `countsOf(parts)` takes a rule set in plain fields (see parts.js) and returns what `Rules` needs:
// `rounds[x - 1][y - 1]` is the round of x dice against a defender of up to y: attackers lost, defenders lost, and in how many
// throws.  Parts that are no rule set, and those that would take too long, throw a `RuleFault`.  To
// ask again for the same rule set takes no time.
//
// The dice of a hand are ranked from the highest value down.  Dice of a kind are interchangeable, so
// only the number of those that are not ranked yet must be remembered.
// Original: riskexact/rules/order_statistics.py; test of both: tests/app/test_dice.py.

import { RuleFault, boundsOf, byBounds, facesOf, partsOf, rulesOf } from "./parts.js";

/** @typedef {import("./parts.js").Hand} Hand */
/** @typedef {import("./parts.js").SpelledOut} SpelledOut */
/** @typedef {import("./rules.js").Way} Way */

/** @typedef {{attack: number[], defence: number[], rounds: Way[][][]}} Counts */

/** @type {Map<string, Counts>} The rule sets that were counted, by their parts. */
const counted = new Map();

/** The most rule sets that are remembered. */
const MAX_COUNTED = 100;

/** The most steps of counting: a second or two on a phone. */
const MAX_STEPS = 1_000_000;

/** @typedef {{rank: number, shows: number, kind: number, counts: number}} Shifted What a die of a rank may count. */

/**
 * How far a hand has been ranked.  `left` are the dice of each kind that are not ranked yet; `early`
 * those of them that have been counted, as they count more than they show, by their numbers in `shifted`; `late`
 * what ranked ones count that have not been counted, as they count less.
 * @typedef {{left: number[], early: number[], late: number[]}} Ranked
 */

/**
 * A step to `ranked` at one value, possible in `ways` ways.  `got` are the pairs whose dice count this
 * value, `have` those whose dice count this or more: bit m - 1 is for pair m.
 * @typedef {{ranked: Ranked, key: string, got: number, have: number, ways: bigint}} Step
 */

/**
 * The needs of the dice of both sides, and the counts of every round.
 * @example
 * countsOf({ attack_dice: 1, defence_dice: 1 }).rounds // [[[[0, 1, 15n], [1, 0, 21n]]]]
 * countsOf({ attack_dice: 3, defence_dice: 2 }).attack // [1, 2, 3]
 * @param {import("./parts.js").Parts} parts
 * @returns {Counts}
 */
export function countsOf(parts) {
  const rules = rulesOf(parts);
  const key = JSON.stringify(partsOf(rules));
  const found = counted.get(key) ?? countedNow(rules);
  if (counted.size === MAX_COUNTED) {
    counted.clear();
  }
  counted.set(key, found);
  return found;
}

/** @param {SpelledOut} rules @returns {Counts} */
function countedNow(rules) {
  const { attack, defence } = rules;
  const attacks = attack.dice.map((_, n) => new OrderStatistics(attack, n + 1));
  const defences = defence.dice.map((_, n) => new OrderStatistics(defence, n + 1));
  let steps = 0;
  for (const a of attacks) {
    for (const d of defences) {
      for (const value of new Set([...a.values, ...d.values])) {
        steps += a.work(value) * d.work(value);
      }
    }
  }
  if (steps > MAX_STEPS) {
    throw new RuleFault("fault.too-large");
  }
  return {
    attack: attack.needs,
    defence: defence.needs,
    rounds: attacks.map((a, x) =>
      defences.map((d, y) => roundCounts(a, defence.atMostAttack ? defences[Math.min(x, y)] : d, rules)),
    ),
  };
}

/**
 * Rank the dice of both sides from the highest value down, and decide each pair at once.  At each
 * value a pair is tied if both its dice have this value, and lost by the side whose die has a lower
 * one if the other's die has this one.
 * @param {OrderStatistics} attack @param {OrderStatistics} defence @param {SpelledOut} rules
 * @returns {Way[]}
 */
function roundCounts(attack, defence, { pairs, ties }) {
  const most = Math.min(attack.kept, defence.kept);
  const scoring = pairs.reduce((bits, m) => bits | (m <= most ? 1 << (m - 1) : 0), 0);
  const across = most + 1;
  /** @type {Map<string, {s: Ranked, t: Ranked, counts: Map<number, bigint>}>} */
  let ways = new Map([["", { s: attack.start, t: defence.start, counts: new Map([[0, 1n]]) }]]);
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
          const key = `${a.key}/${d.key}`;
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
  /** @param {Hand} hand @param {number} kept */
  constructor(hand, kept) {
    const thrown = [...hand.dice.slice(0, kept), ...hand.extra];
    this.dice = thrown.length;
    this.kept = kept;
    // of equals, the dice with the greatest bounds are the highest
    const kinds = [...new Set(thrown)].sort((x, y) => byBounds(y, x));
    /** @type {Map<number, number>[]} Of each kind of die, how often it has a value. */
    this.on = kinds.map((die) => {
      const on = new Map();
      for (const [face, weight] of facesOf(die)) {
        const value = within(hand, face + hand.toAll, die);
        on.set(value, (on.get(value) ?? 0) + weight);
      }
      return on;
    });
    this.least = this.on.map((on) => Math.min(...on.keys()));
    const shifts = kept === 1
      ? [[0, hand.toHighest + hand.toLowest]]
      : [[0, hand.toHighest], [kept - 1, hand.toLowest]];
    const every = this.on.flatMap((on, kind) => [...on.keys()].map((shows) => ({ shows, kind })));
    /** @type {Shifted[]} The dice of ranks to which something is added. */
    this.shifted = shifts.flatMap(([rank, by]) => (by ? every : []).map(({ shows, kind }) => (
      { rank, shows, kind, counts: within(hand, shows + by, kinds[kind]) }
    )));
    this.ranks = new Set(this.shifted.map(({ rank }) => rank));
    this.values = new Set([...every.map(({ shows }) => shows), ...this.shifted.map(({ counts }) => counts)]);
    /** @type {Ranked} */
    this.start = {
      left: kinds.map((kind) => thrown.filter((die) => die === kind).length),
      early: [],
      late: [],
    };
    /** @type {Map<string, Step[]>} */
    this.known = new Map();
  }

  /** @param {Ranked} ranked @param {number} value @returns {Step[]} those at the value */
  steps(ranked, value) {
    const key = `${keyOf(ranked)};${value}`;
    const found = this.known.get(key) ?? this.found(ranked, value);
    this.known.set(key, found);
    return found;
  }

  /** @param {Ranked} ranked @param {number} value @returns {Step[]} */
  found(ranked, value) {
    /** @type {[Ranked, bigint][]} */
    let ways = [[ranked, 1n]];
    for (const rank of this.ranks) {
      ways.push(...ways.flatMap(([before]) => this.early(before, rank, value)));
    }
    this.on.forEach((_, kind) => {
      ways = ways.flatMap(([before, times]) => this.next(before, times, value, kind));
    });
    const before = this.pairs(ranked);
    return ways.map(([{ left, early, late }, times]) => {
      const after = { left, early, late: late.filter((each) => each !== value) };
      const have = this.pairs(after);
      return { ranked: after, key: keyOf(after), got: have ^ before, have, ways: times };
    });
  }

  /** @param {number} value @returns a bound of the number of steps at a value, as in Python */
  work(value) {
    let [before, steps, seldom, often] = [1, 1, 1, 1];
    this.on.forEach((on, kind) => {
      if (value <= Math.max(...on.keys())) {
        const n = this.start.left[kind] + 1;
        before *= n;
        steps *= on.has(value) ? (n * (n + 1)) / 2 : n;
      }
    });
    for (const rank of this.ranks) {
      for (const isEarly of [true, false]) {
        const passed = this.shifted.filter(({ rank: of, shows, counts }) => (
          of === rank && (isEarly ? shows < value && value <= counts : counts <= value && value < shows)
        ));
        // the highest is early before any other, and the lowest is late after all that count
        if (isEarly === (rank === 0)) {
          seldom *= 1 + passed.length;
        } else {
          often *= 1 + passed.length;
        }
      }
    }
    return (steps + before * (seldom - 1)) * often;
  }

  /** @param {Ranked} ranked @returns how many dice have been ranked */
  rankedDice({ left }) {
    return left.reduce((dice, n) => dice - n, this.dice);
  }

  /** @param {Ranked} ranked @returns the pairs of kept dice that have been counted */
  pairs(ranked) {
    const dice = Math.min(this.rankedDice(ranked), this.kept);
    return (1 << (dice + ranked.early.length - ranked.late.length)) - 1;
  }

  /**
   * Count the die of a rank before it is ranked, as each that counts this and shows less.
   * @param {Ranked} ranked @param {number} rank @param {number} value
   * @returns {[Ranked, bigint][]}
   */
  early(ranked, rank, value) {
    if (this.rankedDice(ranked) > rank || ranked.early.some((at) => this.shifted[at].rank === rank)) {
      return [];
    }
    return this.shifted.flatMap(({ rank: of, shows, counts }, at) => (
      of === rank && counts === value && value > shows ? [[{ ...ranked, early: [...ranked.early, at] }, 1n]] : []
    ));
  }

  /**
   * Rank any number of the dice of a kind that show a value: the next ones in order.
   * @param {Ranked} ranked @param {bigint} times @param {number} value @param {number} kind
   */
  next(ranked, times, value, kind) {
    const left = ranked.left[kind];
    const on = this.on[kind].get(value) ?? 0;
    /** @type {[Ranked, bigint][]} */
    const steps = [];
    let ways = times;
    for (let x = 0; x <= (on ? left : 0); x += 1) {
      // at its least value no die can be left for a lower one
      const after = x < left && value === this.least[kind] ? null : this.after(ranked, x, value, kind);
      if (after) {
        steps.push([after, ways]);
      }
      ways = (ways * BigInt((left - x) * on)) / BigInt(x + 1);
    }
    return steps;
  }

  /**
   * What is ranked with the next `x` dice; null if they cannot show this.
   * @param {Ranked} ranked @param {number} x @param {number} value @param {number} kind
   * @returns {Ranked | null}
   */
  after(ranked, x, value, kind) {
    let { early, late } = ranked;
    const before = this.rankedDice(ranked);
    for (const [at, { rank, shows, kind: of, counts }] of this.shifted.entries()) {
      if (shows === value && of === kind) {
        const counted = early.includes(at);
        if (counted !== (before <= rank && rank < before + x)) {
          if (counted || counts > value || early.some((other) => this.shifted[other].rank === rank)) {
            return null;
          }
          late = counts < value ? [...late, counts] : late;
        } else if (counted) {
          early = early.filter((other) => other !== at);
        }
      }
    }
    return { left: ranked.left.map((n, k) => (k === kind ? n - x : n)), early, late };
  }
}

/** @param {Ranked} ranked */
function keyOf({ left, early, late }) {
  return `${left};${early};${late}`;
}

/** @param {Hand} hand @param {number} value @param {import("./parts.js").Die} die */
function within({ clamped }, value, die) {
  const [most, least] = boundsOf(die);
  return clamped ? Math.max(least, Math.min(value, most)) : value;
}

/** @param {number} bits @returns how many bits are set */
function ones(bits) {
  let n = 0;
  for (; bits; bits &= bits - 1) {
    n += 1;
  }
  return n;
}
