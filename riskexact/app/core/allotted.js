// A front whose territories are allotted to stacks: lower bounds where there are many of them.
// Original: riskexact/turn/selective.py; test of both: tests/app/test_map_plans.py.

import { Front, bits, firstDifference } from "./front.js";

/** @typedef {import("./front.js").FrontState} FrontState */

/**
 * The nodes of stacks, the nodes of the enemy that they may take, what they border, and the free
 * armies that remain if each defender costs one, and each conquest.
 * @typedef {{stacks: number[], nodes: number, borders: number, spare: number}} Share
 */

/**
 * A front on which each node of the enemy may be attacked from few stacks, and what they took.
 * @param {Front} front @param {FrontState} start by which the nodes are allotted
 * @param {number} stacks the most that share their nodes
 */
export function allottedFront(front, start, stacks) {
  const ways = joinedShares(singleShares(front, start), stacks).flatMap((share) =>
    [...share.stacks, ...bits(share.nodes)].flatMap((t) =>
      bits(front.borders[t] & share.nodes).map((u) => /** @type {[number, number]} */ ([t, u]))));
  return new Front(front.rules, front.enemies, front.nodes, bits(front.needed).length, ways, front.move, front.diceRule);
}

/** @param {Front} front @param {FrontState} start @returns the shares of single stacks */
function singleShares(front, start) {
  const last = new Map(bits(front.live(start)).map((t) => [t, t]));
  /** @type {Share[]} */
  const shares = [...last.keys()].map((t) => (
    { stacks: [t], nodes: 0, borders: front.borders[t], spare: start[front.enemies + t] }
  ));
  let left = front.left(start);
  for (;;) {
    const able = shares.filter(({ borders }) => borders & left);
    if (!able.length) {
      return shares;
    }
    const share = able.reduce((one, other) => (other.spare > one.spare ? other : one));
    const [t] = share.stacks;
    const others = shares.filter((other) => other !== share);
    const beside = front.borders[Number(last.get(t))];
    /** @param {number} u */
    const order = (u) => [
      others.filter(({ borders }) => (borders >> u) & 1).length,
      1 - ((beside >> u) & 1),
      bits(front.borders[u] & left).length,
    ];
    const [u] = bits(share.borders & left).sort((one, other) => firstDifference(order(one), order(other)));
    share.nodes |= 1 << u;
    share.borders |= front.borders[u];
    share.spare -= start[u] + 1;
    last.set(t, u);
    left &= ~(1 << u);
  }
}

/**
 * Shares of several stacks, as many as allowed: those that have the least to spare join those that
 * have the most, as far as they meet.
 * @param {Share[]} shares @param {number} stacks
 */
function joinedShares(shares, stacks) {
  let joined = shares;
  for (const single of shares.slice().sort((one, other) => one.spare - other.spare)) {
    const weak = joined.find((share) => share.stacks.includes(single.stacks[0])) ?? single;
    const able = joined.filter((share) => (
      share !== weak
      && share.stacks.length + weak.stacks.length <= stacks
      && (share.borders & weak.nodes) | (weak.borders & share.nodes)
    ));
    if (able.length) {
      const strong = able.reduce((one, other) => (other.spare > one.spare ? other : one));
      joined = joined.filter((share) => share !== weak && share !== strong);
      joined.push({
        stacks: [...strong.stacks, ...weak.stacks],
        nodes: strong.nodes | weak.nodes,
        borders: strong.borders | weak.borders,
        spare: strong.spare + weak.spare,
      });
    }
  }
  return joined;
}
