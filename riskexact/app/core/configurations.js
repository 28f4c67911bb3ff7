// The configurations of stacks: what is left, with how many defenders, and where each stack fights from.  What
// a ground is, and which bounds follow, stands in Python.
// Original: riskexact/turn/configurations.py; test of both: tests/app/test_map_plans.py.

import { bits } from "./front.js";


/**
 * A stack by its number, and its ground: a node, or of a pool all nodes left that it borders.
 * @typedef {[number, number]} Ground
 */

/**
 * The nodes left of a sector, also as a set of bits, and the grounds of its stacks, in order.
 * @typedef {{nodes: number[], left: number, grounds: Ground[], attacks: GroundAttack[] | null}} Place
 */

/**
 * A way to go on after a conquest: the sectors in which something is left to take, and the numbers of
 * those in which the armies of the stack fight on that stay behind, and that move in; equal where the
 * stack is not divided, -1 where they are of no use.
 * @typedef {{places: Place[], stays: number, moves: number}} WayOn
 */

/** @typedef {{stack: number, ground: number, target: number, ways: WayOn[]}} GroundAttack */

/** How stacks attack, and how they may go on after a conquest. */
export class Ways {
  /** @param {import("./front.js").Front} front @param {boolean} pooled */
  constructor(front, pooled) {
    this.front = front;
    this.pooled = pooled;
    /** @type {Map<string, Place>} */
    this.places = new Map();
  }

  /** @param {number[]} nodes @returns the ground of a stack on nodes; only a pool is on several */
  ground(nodes) {
    return this.pooled ? nodes.reduce((set, t) => set | this.front.borders[t], 0) : nodes[0];
  }

  /** @param {number} ground @returns the nodes that can be attacked from a ground */
  reach(ground) {
    return this.pooled ? ground : this.front.borders[ground];
  }

  /** @param {Place} place @returns each attack, and the ways after a conquest */
  attacks(place) {
    place.attacks ??= place.grounds.flatMap((from) =>
      bits(this.reach(from[1]) & place.left).map((target) => (
        { stack: from[0], ground: from[1], target, ways: this.after(place, from, target) }
      )));
    return place.attacks;
  }

  /** @param {Place} place @param {number[]} _ @returns the attacks that are considered */
  chosen(place, _) {
    return this.attacks(place);
  }

  /** @param {Place} place @param {number[]} defenders @returns both, the same for all that are alike */
  canonical(place, defenders) {
    return { place, defenders };
  }

  /** @param {number} left @param {Ground[]} grounds @returns the connected components */
  components(left, grounds) {
    return this.front.components(left, grounds.map(([, ground]) => this.reach(ground) & left));
  }

  /** @param {number} left @returns the nodes left that are connected to something to take */
  useful(left) {
    return unionOf(this.components(left, []));
  }

  /** @param {number} left @param {Ground[]} grounds @returns {Place[] | null} null if no stack reaches one */
  sectors(left, grounds) {
    const ordered = [...grounds].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    const found = this.components(this.useful(left), ordered).map((part) => (
      this.place(part, ordered
        .filter(([, ground]) => this.reach(ground) & part)
        .map(([stack, ground]) => [stack, this.pooled ? ground & part : ground]))
    ));
    return found.every((place) => place.grounds.length) ? found : null;
  }

  /** @param {number} left @param {Ground[]} grounds @returns a place, the same for the same */
  place(left, grounds) {
    const key = `${left}/${grounds.join(" ")}`;
    let place = this.places.get(key);
    if (place === undefined) {
      place = { nodes: bits(left), left, grounds, attacks: null };
      this.places.set(key, place);
    }
    return place;
  }

  /**
   * The ways after a conquest, of which one is best.
   * @param {Place} place @param {Ground} source @param {number} target
   * @returns {WayOn[]}
   */
  after(place, source, target) {
    const [stack, ground] = source;
    const left = this.useful(place.left & ~(1 << target));
    const others = place.grounds.filter((each) => each !== source);
    const behind = this.reach(ground) & left;
    const on = this.front.borders[target] & left;
    const free = this.pooled || (this.front.move !== "dice" && this.front.move !== "all");
    const sides = this.components(left, others).map((part) => Number((part & behind) !== 0) + 2 * Number((part & on) !== 0));
    if (free && !sides.includes(3) && sides.includes(1) && sides.includes(2)) {
      const places = this.sectors(left, [...others, source, [stack, this.ground([target])]]);
      return places ? [{ places, stays: firstOn(places, behind), moves: firstOn(places, on) }] : [];
    }
    const after = free && behind ? [ground] : [];
    if (on || !after.length) {
      after.push(this.ground([target]));
    }
    return (this.pooled ? [unionOf(after)] : after).flatMap((each) => {
      const places = this.sectors(left, [...others, [stack, each]]);
      const number = firstOn(places ?? [], this.reach(each));
      const leaves = this.pooled ? !behind : each !== ground;
      return places ? [{ places, stays: leaves && this.front.isCapped ? -1 : number, moves: number }] : [];
    });
  }
}

/**
 * The number of the first place that has any of these nodes, -1 if none has.
 * @param {Place[]} places @param {number} nodes
 */
function firstOn(places, nodes) {
  return places.findIndex(({ left }) => left & nodes);
}

/** @param {number[]} sets of bits */
function unionOf(sets) {
  return sets.reduce((union, each) => union | each, 0);
}
