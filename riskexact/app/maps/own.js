// A map of one's own, as `riskexact map FILE -o mine.json` writes it, drawn as discs where its coordinates are.

import { letters } from "./position.js";

/** @typedef {import("./position.js").World} World */

/** Units between neighbours, and around all. */
const [NEXT, MARGIN] = [100, 80];

/** @param {string} said @returns {World | null} the map that a text says; null where it says none */
export function worldOf(said) {
  try {
    const { borders, one_way: oneWay = {}, continents = {}, layout } = JSON.parse(said);
    /** @type {[string, {territories: string[]}][]} */
    const held = Object.entries(continents);
    const names = [...new Set([...held.flatMap(([, { territories }]) => territories), ...Object.keys(borders)])];
    /** @param {string} name */
    const numbered = (name) => names.indexOf(name);
    /** @param {Record<string, string[]>} lists */
    const pairs = (lists) => {
      /** @type {[number, number][]} */
      const found = [];
      Object.entries(lists).forEach(([t, others]) => others.forEach((u) => found.push([numbered(t), numbered(u)])));
      return found;
    };
    const both = pairs(borders).filter(([t, u]) => t < u || !borders[names[u]].includes(names[t]));
    const ways = [...both, ...pairs(oneWay)];
    const known = new Set(names.map(letters));
    if (!ways.length || ways.flat().includes(-1) || known.has("") || known.size < names.length || !names.every((name) => borders[name])) {
      return null;
    }
    return drawn(names, layout ? names.map((t) => layout[t]) : spread(names, ways), both, ways.slice(both.length),
      held.map(([name, { territories }]) => ({ name, territories: territories.map(numbered) })));
  } catch {
    return null;
  }
}

/**
 * The drawing, in which most neighbours are as far apart as on the classic map; null where that is endless.
 * @param {string[]} names @param {number[][]} at
 * @param {[number, number][]} borders @param {[number, number][]} oneWay @param {World["continents"]} continents
 * @returns {World | null}
 */
function drawn(names, at, borders, oneWay, continents) {
  /** @param {number[]} one @param {number[]} other */
  const away = ([x, y], [p, q]) => Math.hypot(x - p, y - q);
  const lengths = [...borders, ...oneWay].map(([t, u]) => away(at[t], at[u])).sort((a, b) => a - b);
  const scale = NEXT / (lengths[lengths.length >> 1] || 1);
  const [left, top] = [0, 1].map((k) => Math.min(...at.map((each) => each[k])));
  /** @type {[number, number][]} */
  const places = at.map(([x, y]) => [Math.round((x - left) * scale) + MARGIN, Math.round((y - top) * scale) + MARGIN]);
  const [width, height] = [0, 1].map((k) => Math.max(...places.map((each) => each[k])) + MARGIN);
  // a diamond each, whose corners the curve rounds
  const arcs = places.map(([x, y], t) => {
    const near = Math.min(...places.map((other, u) => (u === t ? 70 : away([x, y], other))));
    const r = Math.max(6, Math.round(near / 2));
    return [x - r, y, r, -r, r, r, -r, r, -r, -r];
  });
  return width + height < 1e6 ? {
    size: [width, height], around: 0, arcs, borders, oneWay, continents, optional: [-1, -1],
    lanes: borders.map(([t, u]) => [t, u, ...places[t], ...places[u]]),
    territories: names.map((name, t) => ({ name, at: places[t], rings: [[t]] })),
  } : null;
}

/**
 * Places where there are none: all push each other away, and neighbours pull.
 * @param {string[]} names @param {[number, number][]} ways
 */
function spread(names, ways) {
  const near = names.map((_, t) => ways.flatMap(([a, b]) => (a === t ? [b] : b === t ? [a] : [])));
  let at = names.map((_, n) => [Math.cos(2.4 * n) * n, Math.sin(2.4 * n) * n]);
  for (let heat = 9; heat > 0.02; heat *= 0.97) {
    at = at.map(([x, y], t) => {
      let [p, q] = [0, 0];
      at.forEach(([a, b], u) => {
        const far = Math.hypot(x - a, y - b) || 1;
        const push = 1 / far ** 2 - (near[t].includes(u) ? far : 0);
        p += (x - a) * push;
        q += (y - b) * push;
      });
      const move = heat / Math.max(1, Math.hypot(p, q));
      return [x + p * move, y + q * move];
    });
  }
  return at;
}
