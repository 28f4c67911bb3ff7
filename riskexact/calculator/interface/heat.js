// The map of all small battles: a colour for each, and the exact value of the chosen one.

import { valuesUpTo } from "../arithmetic/backward.js";
import { overPower } from "../arithmetic/fractions.js";
import { share } from "../arithmetic/text.js";
import { niceStep } from "./chart.js";
import { exactButton } from "./exact.js";
import { make, the } from "./elements.js";
import { number, text } from "./language.js";
import { questionText } from "./words.js";

/** @typedef {import("../arithmetic/rules.js").Rules} Rules */

/** The sizes that the map may have. */
const SIZES = [12, 20, 40];

/** Left and below, for the numbers. */
const MARGIN = 26;

/** A map of attackers (to the right) against defenders (upward), fighting to the end. */
export class Heat {
  /** @param {(attackers: number, defenders: number) => void} use */
  constructor(use) {
    this.use = use;
    this.canvas = the("map", HTMLCanvasElement);
    this.readout = the("map-readout", HTMLElement);
    this.size = SIZES[0];
    this.attackers = 1;
    this.defenders = 1;
    this.moved = false;
    /** @type {{rules: Rules, size: number, values: bigint[][]} | null} */
    this.shown = null;
    this.canvas.addEventListener("pointerdown", (event) => this.point(event));
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.buttons) {
        this.point(event);
      }
    });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /**
   * @param {Rules} rules
   * @param {number} attackers
   * @param {number} defenders
   */
  show(rules, attackers, defenders) {
    const largest = Math.max(attackers, defenders);
    const last = SIZES[SIZES.length - 1];
    const size = SIZES.find((each) => each >= largest) ?? last;
    if (this.shown?.rules !== rules || this.shown.size !== size) {
      this.shown = { rules, size, values: valuesUpTo(size, size, rules) };
    }
    this.size = size;
    /** Whether the battle that is asked about is on the map. */
    this.here = attackers > 0 && defenders > 0 && largest <= last;
    this.asked = [attackers, defenders];
    this.choose(Math.min(size, Math.max(1, attackers)), Math.min(size, Math.max(1, defenders)));
  }

  /**
   * The exact chance to win a battle on the map.
   * @param {number} a
   * @param {number} d
   */
  chance(a, d) {
    if (!this.shown) {
      throw new Error("the map is empty");
    }
    return overPower(this.shown.values[a][d], this.shown.rules.base, a + d);
  }

  /** @param {PointerEvent} event */
  point(event) {
    const box = this.canvas.getBoundingClientRect();
    const cell = (box.width - MARGIN) / this.size;
    const a = Math.floor((event.clientX - box.left - MARGIN) / cell) + 1;
    const d = this.size - Math.floor((event.clientY - box.top) / cell);
    const within = (/** @type {number} */ n) => Math.min(this.size, Math.max(1, n));
    this.canvas.focus({ preventScroll: true });
    this.choose(within(a), within(d));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const [right, up] = MOVES.get(event.key) ?? [0, 0];
    if (right || up) {
      event.preventDefault();
      const a = Math.min(this.size, Math.max(1, this.attackers + right));
      this.choose(a, Math.min(this.size, Math.max(1, this.defenders + up)));
    } else if (event.key === "Enter") {
      this.use(this.attackers, this.defenders);
    }
  }

  /**
   * @param {number} a
   * @param {number} d
   */
  choose(a, d) {
    this.attackers = a;
    this.defenders = d;
    const chance = this.chance(a, d);
    const title = questionText({ attackers: a, garrisons: [d], armies: false });
    const use = make("button", { type: "button", class: "quiet" }, text("map.use"));
    use.addEventListener("click", () => this.use(a, d));
    const line = make("p", {}, exactButton(title, chance), ` ${title} `, use);
    // who types numbers hears the answer, and not the map too
    const moving = document.activeElement === this.canvas;
    this.readout.setAttribute("aria-live", moving ? "polite" : "off");
    this.readout.replaceChildren(line);
    this.draw();
  }

  /** Draw the map anew, for the current width. */
  draw() {
    const { canvas, size, shown } = this;
    const width = canvas.clientWidth;
    const pen = canvas.getContext("2d");
    if (!shown || !width || !pen) {
      return;
    }
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(width * ratio);
    pen.scale(ratio, ratio);
    const cell = (width - MARGIN) / size;
    const style = getComputedStyle(canvas);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    const [won, even, lost] = ["--won", "--even", "--lost"].map((each) => rgb(colour(each)));
    /** @param {number} a @param {number} d */
    const corner = (a, d) => [MARGIN + (a - 1) * cell, (size - d) * cell];
    let whole = shown.rules.base.value;
    for (let a = 1; a <= size; a += 1) {
      let over = whole;
      for (let d = 1; d <= size; d += 1) {
        over *= shown.rules.base.value;
        const chance = share(shown.values[a][d], over);
        const [from, to] = chance < 0.5 ? [lost, even] : [even, won];
        pen.fillStyle = mixed(from, to, chance < 0.5 ? chance * 2 : chance * 2 - 1);
        const [x, y] = corner(a, d);
        pen.fillRect(x, y, cell + 0.5, cell + 0.5);
      }
      whole *= shown.rules.base.value;
    }
    this.frontier(pen, cell, corner, colour("--ink"));
    pen.fillStyle = colour("--muted");
    pen.font = `12px ${style.fontFamily}`;
    pen.textAlign = "center";
    const every = niceStep(30 / cell);
    for (let n = every; n <= size; n += every) {
      const [x, y] = corner(n, n);
      pen.textBaseline = "top";
      pen.fillText(number(n), Math.min(width - 8, x + cell / 2), width - MARGIN + 8);
      pen.textBaseline = "middle";
      pen.fillText(number(n), MARGIN / 2 - 2, Math.max(7, y + cell / 2));
    }
    const [x, y] = corner(this.attackers, this.defenders);
    pen.strokeStyle = colour("--ink");
    pen.lineWidth = 3;
    pen.strokeRect(x - 1, y - 1, cell + 2, cell + 2);
    pen.strokeStyle = colour("--surface");
    pen.lineWidth = 1;
    pen.strokeRect(x + 1, y + 1, cell - 2, cell - 2);
  }

  /**
   * The line on whose right the attackers have at least an even chance.
   * @param {CanvasRenderingContext2D} pen
   * @param {number} cell
   * @param {(a: number, d: number) => number[]} corner
   * @param {string} ink
   */
  frontier(pen, cell, corner, ink) {
    const { shown, size } = this;
    if (!shown) {
      return;
    }
    const { base } = shown.rules;
    pen.beginPath();
    for (let d = 1; d <= size; d += 1) {
      let a = 1;
      while (a <= size && shown.values[a][d] * 2n < base.value ** BigInt(a + d)) {
        a += 1;
      }
      const [x, y] = corner(a, d);
      pen.lineTo(x, y + cell);
      pen.lineTo(x, y);
    }
    pen.strokeStyle = ink;
    pen.lineWidth = 1.5;
    pen.stroke();
  }
}

const MOVES = new Map([
  ["ArrowRight", [1, 0]],
  ["ArrowLeft", [-1, 0]],
  ["ArrowUp", [0, 1]],
  ["ArrowDown", [0, -1]],
]);

/**
 * The parts of a colour "#rrggbb".
 * @param {string} colour
 */
function rgb(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/**
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} part
 */
function mixed(from, to, part) {
  return `rgb(${from.map((each, n) => Math.round(each + (to[n] - each) * part)).join(" ")})`;
}
