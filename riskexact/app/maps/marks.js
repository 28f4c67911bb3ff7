// What lies on the map where it has room: arrows between badges, bent a little, each with a number or a chance on it,
// and names beside their places, on no arrow, sea lane, place or other name.

import { draw } from "../shared/elements.js";

/** @typedef {import("./land.js").Box} Box */
/** @typedef {import("./land.js").Point} Point */

/** A curve that leads from one badge to another, by points close to each other. */
/** @typedef {{from: Point, over: Point, to: Point, points: Point[]}} Line */

/** Pixels of an arrow on which a tag has no room. */
const SHORT = 38;

/** How far an arrow is bent, as a part of its length; how many points of it are looked at. */
const [BENT, POINTS] = [0.16, 60];

/** Where along an arrow its tag may lie, the preferred place first. */
const SPOTS = [0.45, 0.6, 0.3, 0.75, 0.15];

/**
 * The curve between two badges, bent to the side that is farther from other places.
 * @param {Point} from @param {Point} to @param {number} radius @param {Point[]} others
 * @returns {Line}
 */
export function bowed([x1, y1], [x2, y2], radius, others) {
  const lines = [BENT, -BENT].map((bend) => {
    /** @type {Point} */
    const over = [(x1 + x2) / 2 + (y2 - y1) * bend, (y1 + y2) / 2 - (x2 - x1) * bend];
    const from = towards([x1, y1], over, radius * 1.1);
    const to = towards([x2, y2], over, radius * 1.35);
    const points = Array.from({ length: POINTS + 1 }, (_, n) => onCurve(from, over, to, n / POINTS));
    return { from, over, to, points };
  });
  /** @param {Line} line */
  const room = ({ points }) =>
    Math.min(1e6, ...others.flatMap(([x, y]) => points.map(([a, b]) => Math.hypot(x - a, y - b))));
  return room(lines[0]) >= room(lines[1]) ? lines[0] : lines[1];
}

/** @param {Point} from @param {Point} to @param {number} distance from the one on the way @returns {Point} */
function towards([x1, y1], [x2, y2], distance) {
  const part = distance / (Math.hypot(x2 - x1, y2 - y1) || 1);
  return [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
}

/**
 * @param {Point} from @param {Point} over @param {Point} to @param {number} part of the way
 * @returns {Point}
 */
function onCurve(from, over, to, part) {
  const [p, q] = [1 - part, part];
  /** @param {0 | 1} k */
  const at = (k) => p * p * from[k] + 2 * p * q * over[k] + q * q * to[k];
  return [at(0), at(1)];
}

/** Units of a pixel from which on arrows are small and those of a plan have no number, and how small. */
const [FAR, SMALL_ARROW] = [4, 0.55];

/**
 * Where the tag of an arrow has room: on it or beside it, and beside one that it would cover; null for the number
 * of a plan that is far away.
 * @param {Line} line @param {{px: number, asked: boolean, label: string, window: Box}} how @param {Box[]} taken
 * @returns {Box | null}
 */
export function tagOf({ from, to, points }, { px, asked, label, window }, taken) {
  if (px > FAR && !asked) {
    return null;
  }
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [wide, high] = [(asked ? 4 + 3.3 * label.length : 8) * px, 8 * px];
  const across = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  const reach = Math.abs(across[0]) * wide + Math.abs(across[1]) * high + 3 * px;
  const asides = [...(length < SHORT * px ? [] : [0]), reach, -reach, 2 * reach, -2 * reach];
  const boxes = asides.flatMap((aside) =>
    SPOTS.map((part) => {
      const [x, y] = points[POINTS * part].map((each, k) => each + across[k] * aside);
      return /** @type {Box} */ ([x - wide, y - high, x + wide, y + high]);
    }),
  );
  const met = boxes.map((box) => taken.filter((other) => meet(box, other)).length + Number(!isWithin(box, window)));
  return boxes[met.indexOf(Math.min(...met))];
}

/** @param {Line} line @param {Box | null} tag @param {{px: number, asked: boolean, label: string}} how */
export function arrowAlong({ from, over, to }, tag, { px, asked, label }) {
  const size = px > FAR ? SMALL_ARROW * px : px;
  const neck = towards(to, over, 9 * size);
  const [dx, dy] = [(to[0] - neck[0]) * 0.6, (to[1] - neck[1]) * 0.6];
  const d = `M${from}Q${over} ${neck}`;
  const head = `M${to}L${neck[0] - dy} ${neck[1] + dx}L${neck[0] + dy} ${neck[1] - dx}Z`;
  const kinds = [["case", d], ["head", head], ["line", d]];
  const made = draw("g", { class: `attack${asked ? " asked" : ""}`, "aria-hidden": "true" });
  made.append(...kinds.map(([kind, path]) => draw("path", { class: kind, d: path })));
  made.style.setProperty("--px", `${size}px`);
  if (tag) {
    const [left, top, right, bottom] = tag;
    made.append(
      draw("rect", { class: "tag", x: left, y: top, width: right - left, height: bottom - top, rx: 8 * px }),
      draw("text", { class: "tag-text", x: (left + right) / 2, y: (top + bottom) / 2, "font-size": 11 * px }, label),
    );
  }
  return made;
}

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
function isWithin(box, window) {
  return box[0] > window[0] && box[1] > window[1] && box[2] < window[2] && box[3] < window[3];
}

/** @param {Box} one @param {Box} other */
export function meet(one, other) {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}
