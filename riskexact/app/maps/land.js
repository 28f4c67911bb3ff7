// The drawing of the map: smooth coasts and borders from the arcs of the data, and where lands lie.

/** @typedef {[number, number]} Point */

/** A part of the drawing: left, top, right, bottom. */
/** @typedef {[number, number, number, number]} Box */

/**
 * Each territory as the path of its coasts and borders, with the box of its largest part.
 * @param {import("./position.js").World} world
 * @returns {{path: string, box: Box}[]}
 */
export function landsOf({ arcs, territories }) {
  const lines = arcs.map(pointsOf);
  return territories.map(({ rings }) => {
    const paths = rings.map((ring) => ring.map((n) => (n < 0 ? lines[~n].slice().reverse() : lines[n])));
    return { path: paths.map(closed).join(""), box: boxAround(paths[0].flat()) };
  });
}

/** @param {number[]} steps @returns the points, from the first on, and the steps to each next one */
function pointsOf(steps) {
  /** @type {Point[]} */
  const points = [];
  let [x, y] = [0, 0];
  for (let n = 0; n < steps.length; n += 2) {
    [x, y] = [x + steps[n], y + steps[n + 1]];
    points.push([x, y]);
  }
  return points;
}

/**
 * Arcs that follow one another as a closed curve; one that comes back by itself has no corner.
 * @param {Point[][]} arcs
 */
function closed(arcs) {
  const [first] = arcs;
  if (arcs.length === 1 && String(first[0]) === String(first[first.length - 1])) {
    const begin = between(first[0], first[1]);
    return `M${begin}${curve([begin, ...first.slice(1), begin])}Z`;
  }
  return `M${first[0]}${arcs.map(curve).join("")}Z`;
}

/** @param {Point[]} points @returns a smooth curve from the first point to the last, led by those between */
export function curve(points) {
  const last = points.length - 1;
  const parts = points.slice(1, last).map((point, n) =>
    `Q${point} ${n + 2 < last ? between(point, points[n + 2]) : points[last]}`,
  );
  return parts.join("") || `L${points[last]}`;
}

/** @param {Point} one @param {Point} other @returns {Point} */
function between([x1, y1], [x2, y2]) {
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

/** @param {Point[]} points @returns {Box} */
export function boxAround(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
