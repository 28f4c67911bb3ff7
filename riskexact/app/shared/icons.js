// Icons, drawn by hand on a square of 24, and dice; a screen reader is told neither.

import { draw, make } from "./elements.js";

/** Strokes by what they stand for. */
const ICONS = {
  battle: "M4 4l11 11M20 4L9 15M12 18l6-6M6 12l6 6M16.5 16.5L20 20M7.5 16.500L4 20",
  turn: "M6 21V4c4-2 8 3 13 0v10c-5 3-9-2-13 0",
  play: "M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3M9 9h.01M15 15h.01M12 12h.01",
  tables: "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
  why: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1.5.8-1.5 1.3-1.5 2.8M12 19h.01",
  coin: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M9 8v3M8 16l8-8M13 13h3l-3 4h3",
  undo: "M9 14L4 9l5-5M4 9h10a5 5 0 0 1 0 10h-4",
  back: "M14 6l-6 6 6 6",
  forward: "M10 6l6 6-6 6",
  share: "M12 15V4M8 8l4-4 4 4M6 12v8h12v-8",
  settings: "M4 8h7M17 8h3M4 16h3M13 16h7M14 5.5v5M10 13.5v5",
};

/** The places of a die's pips, by rows from the upper left, for each face from 0. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];

/** @param {string} kind @param {...string} paths */
function drawing(kind, ...paths) {
  const parts = paths.map((d) => draw("path", { d }));
  return draw("svg", { class: kind, viewBox: "0 0 24 24", "aria-hidden": "true" }, ...parts);
}

/** @param {string} name */
export function icon(name) {
  return drawing("icon", ICONS[/** @type {keyof typeof ICONS} */ (name)]);
}

/** @param {number} face @returns a die that shows a face; 0 for none */
export function die(face) {
  const pips = [...PIPS[face]].map((at) => `M${6 + 6 * (Number(at) % 3)} ${6 + 6 * Math.floor(Number(at) / 3)}h.01`);
  return drawing("die", "M6 1h12a5 5 0 0 1 5 5v12a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5V6a5 5 0 0 1 5-5", pips.join(""));
}

/**
 * Dice of a side, as they lie after a throw: the highest first.
 * @param {"attacker" | "defender"} side
 * @param {unknown[] | number} dice how many faces each has, or how many have six
 */
export function drawnDice(side, dice) {
  const faces = typeof dice === "number" ? Array(dice).fill(6) : dice;
  const shown = faces.map((each, n) => die(each === 6 ? Math.max(1, 6 - n - Math.floor(n / 2)) : 0));
  return make("span", { class: `dice ${side}`, "aria-hidden": "true" }, ...shown);
}
