// A map of one's own, as `riskexact map FILE -o mine.json` writes it, drawn as discs where its coordinates are.

import { letters } from "./position.js";

/** @typedef {import("./position.js").World} World */

/** Units between neighbours, and around all. */
const [NEXT, MARGIN] = [100, 80];

/** @param {number} length */
const upTo = (length) => Array.from({ length }, (_, n) => n);

/**
 * The map that a text says; null where it says none.
 * @param {string} said
 * @returns {World | null}
 */
export function worldOf(said) {
  try {
    const { borders, one_way: oneWay = {}, continents = {}, layout } = JSON.parse(said);
    /** @type {[string, {territories: string[]}][]} */
    const held = Object.entries(continents);
    const names = [...new Set([...held.flatMap(([, { territories }]) => territories), ...Object.keys(borders)])];
    /** @param {string} name */
    const numbered = (name) => names.indexOf(name);
    /** @param {Record<string, string[]>} lists */
    const pairs = (lists) => Object.entries(lists).flatMap(([t, others]) =>
      others.map((u) => /** @type {[number, number]} */ ([numbered(t), numbered(u)])));
    const both = pairs(borders).filter(([t, u]) => t < u || !borders[names[u]].includes(names[t]));
    const ways = [...both, ...pairs(oneWay)];
    const known = names.map(letters);
    if (!ways.length || ways.flat().includes(-1) || known.includes("") || new Set(known).size < names.length ||
        !names.every((name) => borders[name])) {
      return null;
    }
    const world = drawn({
      names, both, oneWay: pairs(oneWay), at: layout ? names.map((t) => layout[t]) : spread(names.length, ways),
      continents: held.map(([name, { territories }]) => ({ name, territories: territories.map(numbered) })),
    });
    return world.size.every((length) => length < 1e6) ? world : null;
  } catch {
    return null;
  }
}

/**
 * The drawing, in which most neighbours are as far apart as on the classic map.
 * @param {{names: string[], both: [number, number][], oneWay: [number, number][], at: number[][], continents: World["continents"]}} map
 * @returns {World}
 */
function drawn({ names, both, oneWay, at, continents }) {
  /** @param {number[]} one @param {number[]} other */
  const away = ([x, y], [p, q]) => Math.hypot(x - p, y - q);
  const lengths = [...both, ...oneWay].map(([t, u]) => away(at[t], at[u])).sort((a, b) => a - b);
  const scale = NEXT / (lengths[lengths.length >> 1] || 1);
  const [left, top] = [0, 1].map((k) => Math.min(...at.map((each) => each[k])));
  const places = at.map(([x, y]) => /** @type {[number, number]} */ ([x - left, y - top].map((v) => Math.round(v * scale) + MARGIN)));
  const arcs = places.map((place, t) => {
    const near = Math.min(...places.map((other, u) => (u === t ? 0.7 * NEXT : away(place, other))));
    const r = Math.max(6, Math.round(near / 2));
    // a diamond, whose corners the curve rounds
    return [place[0] - r, place[1], r, -r, r, r, -r, r, -r, -r];
  });
  return {
    size: /** @type {[number, number]} */ ([0, 1].map((k) => Math.max(...places.map((each) => each[k])) + MARGIN)),
    around: 0, arcs, lanes: both.map(([t, u]) => [t, u, ...places[t], ...places[u]]),
    territories: names.map((name, t) => ({ name, at: places[t], rings: [[t]] })),
    borders: both, oneWay, optional: [-1, -1], continents,
  };
}

/**
 * Places where there are none: all push each other away, and neighbours pull.
 * @param {number} n @param {[number, number][]} ways
 */
function spread(n, ways) {
  const at = upTo(n).map((k) => [Math.cos, Math.sin].map((of) => (of((k * 2 * Math.PI) / n) * n) / 6));
  for (let heat = 1; heat > 0.02; heat *= 0.97) {
    const push = at.map(([x, y]) => at.reduce(([p, q], [a, b]) => {
      const square = (x - a) ** 2 + (y - b) ** 2 || 1;
      return [p + (x - a) / square, q + (y - b) / square];
    }, [0, 0]));
    for (const [t, u] of ways) {
      const far = Math.hypot(at[t][0] - at[u][0], at[t][1] - at[u][1]);
      for (const k of [0, 1]) {
        const pull = (at[t][k] - at[u][k]) * far;
        push[t][k] -= pull;
        push[u][k] += pull;
      }
    }
    push.forEach((by, t) => by.forEach((v, k) => (at[t][k] += (v * heat) / Math.max(1, Math.hypot(...by)))));
  }
  return at;
}
