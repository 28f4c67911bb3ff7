// Upper bounds where borders do not matter: every stack attacks everything, and funnels are taken away.
// The reasons stand in Python.
// Original: riskexact/turn/configurations.py; test of both: tests/app/test_map_plans.py.

import { Ways } from "./configurations.js";
import { bits } from "./front.js";
import { funnels, withoutFunnels } from "./funnels.js";
import { PooledStacks } from "./stacks.js";

/** @typedef {import("./front.js").Front} Front */
/** @typedef {import("./front.js").FrontState} FrontState */
/** @typedef {import("./configurations.js").Place} Place */

/** Pools that attack everything: the ground of each is all that is left to take. */
class RegionWays extends Ways {
  /** @param {Front} front */
  constructor(front) {
    super(front, true);
    const needed = bits(front.needed);
    const rules = needed.map((u) => front.rules.on(u)).map(({ attack, defence, counts }) => `${attack}/${defence}/${counts}`);
    /** Of each node the number of its rules, and of each of them the nodes. */
    this.kind = rules.map((each) => rules.indexOf(each));
    this.kinds = [...new Set(this.kind)].map((kind) => needed.filter((u) => this.kind[u] === kind));
  }

  /** @param {number} all @param {import("./configurations.js").Ground[]} grounds @returns {Place[] | null} */
  sectors(all, grounds) {
    const left = all & this.front.needed;
    const within = grounds.map(([stack]) => stack).sort((one, other) => one - other);
    return left && !within.length ? null : this.allOf(left, within);
  }

  /** @param {number} left @param {number[]} stacks @returns all that is left as the ground of stacks */
  allOf(left, stacks) {
    return left ? [this.place(left, stacks.map((stack) => [stack, left]))] : [];
  }

  /** @param {Place} place */
  attacks(place) {
    const stacks = place.grounds.map(([stack]) => stack);
    place.attacks ??= stacks.flatMap((stack) => place.nodes.map((target) => {
      const alike = place.nodes.filter((u) => this.kind[u] === this.kind[target]);
      const left = place.left & ~(1 << alike[alike.length - 1]); // those that are left come first
      return { stack, ground: place.left, target, ways: [{ places: this.allOf(left, stacks), stays: 0, moves: 0 }] };
    }));
    return place.attacks;
  }

  /** @param {Place} place @param {number[]} defenders */
  chosen(place, defenders) {
    /** @param {import("./configurations.js").GroundAttack} attack */
    const key = ({ stack, target }) => `${stack},${this.kind[target]},${defenders[target]}`;
    return [...new Map(this.attacks(place).map((attack) => [key(attack), attack])).values()];
  }

  /** @param {Place} place @param {number[]} defenders */
  canonical(place, defenders) {
    const after = Array(defenders.length).fill(0);
    let left = 0;
    for (const nodes of this.kinds) {
      const numbers = nodes.map((u) => defenders[u]).filter(Boolean);
      numbers.sort((one, other) => other - one).forEach((number, n) => {
        left |= 1 << nodes[n];
        after[nodes[n]] = number;
      });
    }
    return { place: this.allOf(left, place.grounds.map(([stack]) => stack))[0], defenders: after };
  }
}

/** Upper bounds: every stack attacks everything, and funnels are taken away. */
export class OneRegion extends PooledStacks {
  /** @param {Front} front @param {FrontState} start @param {number} mostStacks @param {() => void} counted */
  constructor(front, start, mostStacks, counted) {
    super(new RegionWays(front), withoutFunnels(front, start, funnels(front, start)), mostStacks, false, counted);
    this.whole = start;
  }

  /** @param {FrontState} state */
  value(state) {
    const of = state.every((n, k) => n <= this.whole[k]) ? this.whole : state;
    const { front } = this;
    const reduced = withoutFunnels(front, state, funnels(front, of));
    return super.value(reduced) * front.power(front.units(state) - front.units(reduced));
  }
}
