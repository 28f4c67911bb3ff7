// Funnels: territories through which all help must come.  The reasons stand in Python.
// Original: riskexact/turn/united.py; test of both: tests/app/test_map_plans.py.

import { sumOf } from "./fractions.js";
import { bits } from "./front.js";

/** @typedef {import("./front.js").Front} Front */
/** @typedef {import("./front.js").FrontState} FrontState */

/**
 * Each node that all ways of several stacks lead through, and their nodes: where the others have more armies
 * than the node has defenders.
 * @param {Front} front @param {FrontState} state
 * @returns {[number, number[]][]}
 */
export function funnels(front, state) {
  const left = front.left(state);
  /** @type {Map<number, number[]>} */
  const through = new Map();
  for (const t of bits(front.live(state))) {
    const borders = front.borders[t] & left;
    through.set(borders, [...(through.get(borders) ?? []), t]);
  }
  return [...through].flatMap(([borders, nodes]) => {
    const armies = nodes.map((t) => state[front.enemies + t]);
    const others = sumOf(armies) - Math.max(...armies);
    const [u, ...more] = bits(borders);
    return u !== undefined && !more.length && others >= state[u]
      ? [/** @type {[number, number[]]} */ ([u, nodes])] : [];
  });
}

/**
 * A state of no lower value where borders do not matter.
 * @param {Front} front @param {FrontState} state @param {[number, number[]][]} found
 */
export function withoutFunnels({ enemies }, state, found) {
  const after = state.slice();
  for (const [u, nodes] of found) {
    after[u] = 0;
    nodes.forEach((t) => { after[enemies + t] = 0; });
    after[enemies + nodes[0]] = Math.max(1, ...nodes.map((t) => state[enemies + t])) - 1;
  }
  return after;
}
