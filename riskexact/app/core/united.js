// A relaxation in which one army, of all that are free, attacks everything.  Values come in rows, by
// the free armies.  Where no more than a number may move in, parts that border no army now are taken
// by those that move into what falls before.
// Original: riskexact/turn/united.py; test of both: tests/app/test_map_plans.py.

import { bits } from "./front.js";
import { funnels, withoutFunnels } from "./funnels.js";
import { TooManyStates } from "./play.js";

/** @typedef {import("./front.js").FrontState} FrontState */

/** @typedef {[number, number][]} Garrisons The kind of their rules and their defenders, ascending. */

/** @typedef {{cost: number, weight: bigint, after: bigint[]}} End How a round ends. */

export class UnitedArmies {
  /** @param {import("./front.js").Front} front @param {() => void} counted */
  constructor(front, counted) {
    this.front = front;
    this.bits = 0; // values are over base^units
    this.counted = counted;
    this.states = 0;
    this.most = 0;
    const rules = Array.from({ length: front.enemies }, (_, u) => front.rules.on(u));
    const texts = rules.map(({ attack, defence, counts }) => `${attack}/${defence}/${counts}`);
    const kinds = [...new Set(texts)];
    this.kinds = texts.map((each) => kinds.indexOf(each));
    /** @type {Map<string, bigint[]>} */
    this.rows = new Map();
  }

  /** @param {FrontState} start @returns an upper bound of the value of a state, over base^units */
  value(start) {
    const { front } = this;
    const found = front.isCapped ? [] : funnels(front, start);
    const state = withoutFunnels(front, start, found);
    const left = front.left(state);
    const wanted = left & front.needed;
    const units = front.units(start);
    const free = front.free(state);
    const one = this.united(state, wanted, free);
    const united = one.whole * front.power(units - one.units);
    const behind = front.behind(left, front.live(state), wanted);
    if (!behind.length) {
      return united;
    }
    const near = behind.reduce((set, [part]) => set & ~part, wanted);
    let { whole, units: used } = this.united(state, near, free);
    for (const [part, armies] of behind) {
      const found = this.united(state, part, Math.min(free, armies));
      whole *= found.whole;
      used += found.units;
    }
    const more = front.power(Math.max(0, used - units));
    const parts = (whole * front.power(Math.max(0, units - used)) + more - 1n) / more;
    return parts < united ? parts : united;
  }

  /**
   * The chance that one army takes these nodes: a whole number over base^units.
   * @param {FrontState} state @param {number} nodes @param {number} free
   */
  united(state, nodes, free) {
    const garrisons = inOrder(bits(nodes).map((u) => [this.kinds[u], state[u]]));
    for (const each of this.below(garrisons, free, Math.floor((this.most - this.states) / (free + 1)))) {
      this.rows.set(keyOf(each, free), this.row(each, free));
      this.states += free + 1;
      this.counted();
    }
    const row = this.rows.get(keyOf(garrisons, free)) ?? [];
    return { whole: row[free], units: garrisons.reduce((sum, [, defenders]) => sum + defenders - 1, free) };
  }

  /**
   * What the garrisons may become, as far as it has no row, the fewest first.
   * @param {Garrisons} garrisons @param {number} free @param {number} most
   */
  below(garrisons, free, most) {
    /** @type {Map<string, Garrisons>} */
    const found = new Map();
    const waiting = [garrisons];
    for (let each = waiting.pop(); each; each = waiting.pop()) {
      const key = keyOf(each, free);
      if (!found.has(key) && !this.rows.has(key)) {
        found.set(key, each);
        if (found.size > most) {
          throw new TooManyStates();
        }
        for (const g of different(each)) {
          waiting.push(beaten(each, g, 1));
        }
      }
    }
    /** @param {Garrisons} each */
    const defenders = (each) => each.reduce((sum, [, number]) => sum + number, 0);
    return [...found.values()].sort((one, other) => defenders(one) - defenders(other));
  }

  /** @param {Garrisons} garrisons @param {number} most @returns the values, by the free armies */
  row(garrisons, most) {
    if (!garrisons.length) {
      return Array.from({ length: most + 1 }, (_, free) => this.front.power(free));
    }
    const row = Array(most + 1).fill(0n);
    const attacks = different(garrisons).map((g) => this.attack(garrisons, g, most, row));
    for (let free = garrisons.length; free <= most; free += 1) {
      for (const { node, ends } of attacks) {
        for (let x = this.front.mostDice(node, free); x > 0; x -= 1) {
          let value = 0n;
          for (const { cost, weight, after } of ends[x - 1]) {
            if (cost <= free) {
              value += weight * after[free - cost];
            }
          }
          row[free] = value > row[free] ? value : row[free];
        }
      }
    }
    return row;
  }

  /**
   * An attack on one of the garrisons: how its rounds end, by the dice.
   * @param {Garrisons} garrisons @param {number} g @param {number} free
   * @param {bigint[]} row of the garrisons themselves
   * @returns {{node: number, ends: End[][]}}
   */
  attack(garrisons, g, free, row) {
    const [kind, defenders] = garrisons[g];
    const node = this.kinds.indexOf(kind);
    const { attack } = this.front.rules.on(node);
    const ends = attack.map((_, x) =>
      this.front.rounds(node, defenders, x + 1).map(([lost, fallen, weight]) => ({
        cost: lost + Number(fallen === defenders),
        weight,
        after: fallen ? this.rows.get(keyOf(beaten(garrisons, g, fallen), free)) ?? [] : row,
      })),
    );
    return { node, ends };
  }
}

/** @param {Garrisons} garrisons @returns the places of garrisons, only the first of equals */
function different(garrisons) {
  return garrisons.flatMap((each, g) => (g && String(each) === String(garrisons[g - 1]) ? [] : [g]));
}

/** @param {Garrisons} garrisons @param {number} g @param {number} fallen */
function beaten(garrisons, g, fallen) {
  const [kind, defenders] = garrisons[g];
  const others = garrisons.filter((_, n) => n !== g);
  return fallen < defenders ? inOrder([...others, [kind, defenders - fallen]]) : others;
}

/** @param {Garrisons} garrisons */
function inOrder(garrisons) {
  return garrisons.sort(([kind, n], [other, m]) => kind - other || n - m);
}

/** @param {Garrisons} garrisons @param {number} free */
function keyOf(garrisons, free) {
  return `${free}/${garrisons.join(" ")}`;
}
