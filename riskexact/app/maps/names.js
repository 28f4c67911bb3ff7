// Where names have room: beside their places, on no arrow, sea lane, place or other name.

/** @typedef {import("./land.js").Box} Box */
/** @typedef {import("./land.js").Point} Point */

/** The width of a letter and the height of a line, for a font of size 1. */
const [LETTER, LINE] = [0.62, 1.12];

/** The ways from a place to its name, the preferred first. */
const WAYS = [[0, 1], [0, -1], [1, 0], [-1, 0], [0.8, 0.8], [-0.8, 0.8], [0.8, -0.8], [-0.8, -0.8]];

/** @typedef {{at: Point, lines: string[], box: Box}} Name */

/**
 * Place names in turn; those for which there is no room get null.
 * @param {{at: Point, radius: number, lines: string[]}[]} wanted the most important first
 * @param {{boxes: Box[], points: Point[], window: Box}} taken @param {number} font
 * @returns {(Name | null)[]}
 */
export function placedNames(wanted, { boxes, points, window }, font) {
  const held = boxes.slice();
  return wanted.map(({ at, radius, lines }) => {
    const width = LETTER * font * Math.max(...lines.map((line) => line.length));
    const height = LINE * font * lines.length;
    for (const [across, down] of WAYS) {
      const aside = at[0] + across * (radius + width / 2 + font / 4);
      const x = Math.max(window[0] + 0.51 * width, Math.min(aside, window[2] - 0.51 * width));
      const y = at[1] + down * (radius + height / 2 + font / 8);
      /** @type {Box} */
      const box = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
      const isFree =
        isWithin(box, window) &&
        !held.some((other) => meet(box, other)) &&
        !points.some(([px, py]) => box[0] < px && px < box[2] && box[1] < py && py < box[3]);
      if (isFree) {
        held.push(box);
        return { at: [x, box[1] + 0.85 * font], lines, box };
      }
    }
    return null;
  });
}

/** @param {Box} box @param {Box} window */
export function isWithin(box, window) {
  return box[0] > window[0] && box[1] > window[1] && box[2] < window[2] && box[3] < window[3];
}

/** @param {Box} one @param {Box} other */
export function meet(one, other) {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}
