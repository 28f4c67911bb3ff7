// Chances to win in floating point, for the colours of the map and for nothing else.

import { WinRows, bent } from "../arithmetic/blitz.js";

/** @typedef {import("../arithmetic/rules.js").Rules} Rules */

/**
 * The chance to win, by attackers and defenders from 0 to `most`: row after row in one array.
 * @param {number} most
 * @param {Rules} rules
 * @param {import("../arithmetic/blitz.js").Blitz | null} [blitz]
 */
export function shadesUpTo(most, rules, blitz) {
  const rows = new WinRows(most, rules);
  const shades = new Float64Array((most + 1) ** 2);
  for (let a = 0; a <= most; a += 1) {
    const row = rows.next();
    shades.set(blitz ? row.map((win) => bent(win, blitz)) : row, a * (most + 1));
  }
  return shades;
}
