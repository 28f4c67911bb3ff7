// The steps of the walk, one idea each: what is thrown, what the states show, and from where it starts.

/**
 * What the states show: nothing, the number of paths to them, the chance to win from them, or the
 * chance to pass through them.
 * @typedef {"nothing" | "paths" | "values" | "chances"} Shown
 */

/**
 * - `game`: a point for either player by a coin, only the highest dice, or the standard rules;
 * - `fills`: whether the reader fills the states in, from the ends on;
 * - `inside`, `exits`: whether the interior, and the first exits from it, stand out.
 * @typedef {{
 *   name: string, game: "coin" | "single" | "standard", shown: Shown, attackers: number,
 *   defenders: number, fills?: boolean, inside?: boolean, exits?: boolean,
 * }} StepOfWalk
 */

/** @type {StepOfWalk[]} */
export const STEPS = [
  { name: "stakes", game: "coin", shown: "nothing", attackers: 3, defenders: 2 },
  { name: "paths", game: "coin", shown: "paths", attackers: 5, defenders: 5 },
  { name: "backward", game: "coin", shown: "values", attackers: 3, defenders: 2, fills: true },
  { name: "share", game: "coin", shown: "values", attackers: 3, defenders: 2 },
  { name: "dice", game: "single", shown: "values", attackers: 5, defenders: 4 },
  { name: "inside", game: "single", shown: "values", attackers: 6, defenders: 5, inside: true },
  { name: "exits", game: "single", shown: "chances", attackers: 6, defenders: 5, inside: true, exits: true },
  { name: "trinomial", game: "standard", shown: "paths", attackers: 6, defenders: 6, inside: true },
  { name: "standard", game: "standard", shown: "values", attackers: 6, defenders: 5, fills: true },
  { name: "yours", game: "standard", shown: "chances", attackers: 8, defenders: 6, inside: true, exits: true },
];
