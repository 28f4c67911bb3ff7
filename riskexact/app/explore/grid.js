// The lattice on the page: a grid of states that are touched, or reached with the arrow keys.

import { ARROWS, draw, make } from "../shared/elements.js";

/** @typedef {import("./lattice.js").State} State */

/** @typedef {{label: string, words: string, kinds: string[]}} Look What a state shows, says, and is. */

/** The grid: attackers from the top down, defenders from the left on. */
export class Grid {
  /** @param {HTMLElement} place @param {(state: State) => void} touched */
  constructor(place, touched) {
    this.place = place;
    this.touched = touched;
    this.attackers = 0;
    this.defenders = 0;
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    this.arrows = draw("svg", { class: "arrows", "aria-hidden": "true", preserveAspectRatio: "none" });
    place.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Draw the states up to these, each as `look` says.
   * @param {number} attackers @param {number} defenders @param {(state: State) => Look} look
   * @param {string} corner What the numbers of the rows and columns are, for screen readers.
   */
  show(attackers, defenders, look, corner) {
    this.attackers = attackers;
    this.defenders = defenders;
    this.cells.clear();
    this.place.style.setProperty("--columns", String(defenders + 1));
    const above = make("div", { role: "row" }, make("span", { role: "columnheader", class: "corner" }, make("span", { class: "unseen" }, corner)));
    for (let d = defenders; d >= 0; d -= 1) {
      above.append(make("span", { role: "columnheader" }, String(d)));
    }
    const rows = [above];
    for (let a = attackers; a >= 0; a -= 1) {
      const row = make("div", { role: "row" }, make("span", { role: "rowheader" }, String(a)));
      for (let d = defenders; d >= 0; d -= 1) {
        row.append(this.cell({ a, d }, look({ a, d })));
      }
      rows.push(row);
    }
    this.arrows.setAttribute("viewBox", `0 0 ${defenders + 1} ${attackers + 1}`);
    this.place.replaceChildren(...rows, this.arrows);
  }

  /** @param {State} state @param {Look} look */
  cell(state, { label, words, kinds }) {
    const cell = make("span", { role: "gridcell", tabindex: "-1", "aria-label": words, class: ["state", ...kinds].join(" ") }, label);
    if (state.a || state.d) {
      this.cells.set(`${state.a},${state.d}`, cell);
      cell.addEventListener("click", () => this.touched(state));
    } else {
      cell.removeAttribute("tabindex");
      cell.className = "nowhere";
    }
    return cell;
  }

  /**
   * Mark a state, and draw where a round may lead from it.
   * @param {State} state @param {State[]} next
   */
  mark(state, next) {
    for (const cell of this.cells.values()) {
      cell.classList.remove("touched", "next");
      cell.tabIndex = -1;
      cell.removeAttribute("aria-current");
    }
    const here = this.cells.get(`${state.a},${state.d}`);
    if (here) {
      here.classList.add("touched");
      here.tabIndex = 0;
      here.setAttribute("aria-current", "true");
    }
    for (const { a, d } of next) {
      this.cells.get(`${a},${d}`)?.classList.add("next");
    }
    this.arrows.replaceChildren(...next.map((to) => this.arrow(state, to)));
  }

  /** @param {State} from @param {State} to */
  arrow(from, to) {
    const [x, y] = [this.defenders - from.d + 0.5, this.attackers - from.a + 0.5];
    const [across, down] = [from.d - to.d, from.a - to.a];
    const length = Math.hypot(across, down);
    // from the edge of one circle to that of the other
    const [u, v] = [(across / length) * 0.38, (down / length) * 0.38];
    return draw("line", {
      x1: x + u, y1: y + v, x2: x + across - u, y2: y + down - v, "vector-effect": "non-scaling-stroke",
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const found = [...this.cells].find(([, cell]) => cell === event.target);
    if (!found || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const [a, d] = found[0].split(",").map(Number);
    const [right, down] = ARROWS.get(event.key) ?? [0, 0];
    const next = { a: a - down, d: d - right };
    if ((right || down) && this.cells.has(`${next.a},${next.d}`)) {
      event.preventDefault();
      this.touched(next);
      this.cells.get(`${next.a},${next.d}`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.touched({ a, d });
    }
  }
}
