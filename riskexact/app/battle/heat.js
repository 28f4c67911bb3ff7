// The map of all battles: a colour for each, and the exact value of the chosen one.

import { TO_THE_END } from "../core/forward.js";
import { AT_ONCE, REST } from "../shared/asker.js";
import { niceStep } from "./chart.js";
import { exactButton } from "../shared/exact.js";
import { ARROWS, make, pressable, the, whenPressed, whileOpen } from "../shared/elements.js";
import { text } from "../shared/language.js";
import { shadesUpTo } from "../core/blitz.js";
import { questionOf } from "./questions.js";
import { questionText } from "./conditions.js";

/** @typedef {import("../core/rules.js").Rules} Rules */
/** @typedef {import("../core/rules.js").Counted} Counted */
/** @typedef {import("../core/fractions.js").Fraction} Fraction */
/** @typedef {import("../core/blitz.js").Blitz} Blitz */

/** How many battles the map may have, along each side. */
const SIZES = [10, 20, 40, 80, 160, 320, 640, 1280];

const LARGEST = SIZES[SIZES.length - 1];

/** Colours between those of 0 and 1. */
const TONES = 1024;

/** Left and above, for the numbers and what they count. */
const MARGIN = 46;

/** A size that is drawn in no time. */
const QUICK = 20;

/**
 * A map of attackers (downward) against defenders (to the right), fighting to the end.  It shows a
 * page of a size, the one with the chosen battle on it.
 */
export class Heat {
  /**
   * @param {import("../shared/asker.js").Asker} asker
   * @param {(attackers: number, defenders: number) => void} use
   */
  constructor(asker, use) {
    this.asker = asker;
    this.use = use;
    this.canvas = the("map", HTMLCanvasElement);
    this.readout = the("map-readout");
    this.size = SIZES[0];
    this.attackers = 1;
    this.defenders = 1;
    this.asked = [0, 0];
    /** Whether one more is counted, who stays behind. */
    this.armies = false;
    this.waiting = 0;
    /** @type {{rules: Rules, counted: Counted, blitz: Blitz | null} | null} */
    this.shown = null;
    /** @type {{rules: Rules, blitz: Blitz | null, most: number, shades: Float64Array} | null} */
    this.painted = null;
    this.canvas.addEventListener("pointerdown", (event) => this.point(event));
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.buttons) {
        this.point(event);
      }
    });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    whenPressed("map-more", () => this.zoom(1));
    whenPressed("map-fewer", () => this.zoom(-1));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw(), whileOpen);
  }

  /**
   * Show the map around a battle.
   * @param {Rules} rules @param {Counted} counted the same
   * @param {number} attackers @param {number} defenders @param {Blitz | null} blitz @param {boolean} armies
   */
  show(rules, counted, attackers, defenders, blitz, armies) {
    this.armies = armies;
    const largest = Math.max(attackers, defenders);
    if (`${this.asked}` !== `${[attackers, defenders]}`) {
      this.size = SIZES.find((each) => each >= largest) ?? LARGEST;
    }
    this.shown = { rules, counted, blitz };
    this.asked = [attackers, defenders];
    this.choose(attackers, defenders, this.size > QUICK);
  }

  /** @param {number} step */
  zoom(step) {
    this.size = SIZES[SIZES.indexOf(this.size) + step] ?? this.size;
    this.draw();
  }

  /** The numbers before the first ones on the page. */
  get before() {
    return [this.attackers, this.defenders].map((n) => n - 1 - ((n - 1) % this.size));
  }

  /** @param {PointerEvent} event */
  point(event) {
    const box = this.canvas.getBoundingClientRect();
    const cell = (box.width - MARGIN) / this.size;
    const [a, d] = this.before;
    /** @param {number} at */
    const nth = (at) => Math.min(this.size, Math.max(1, Math.floor((at - MARGIN) / cell) + 1));
    this.canvas.focus({ preventScroll: true });
    this.choose(a + nth(event.clientY - box.top), d + nth(event.clientX - box.left));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const [right, down] = ARROWS.get(event.key) ?? [0, 0];
    if (down || right) {
      event.preventDefault();
      this.choose(this.attackers + down, this.defenders + right);
    } else if (event.key === "Enter") {
      this.use(this.attackers, this.defenders);
    } else if (event.key === "+" || event.key === "-") {
      this.zoom(event.key === "-" ? 1 : -1);
    }
  }

  /**
   * Choose a battle, and find its chance.
   * @param {number} attackers @param {number} defenders @param {boolean} [atRest] whether it is drawn when the numbers rest
   */
  choose(attackers, defenders, atRest = false) {
    const { shown } = this;
    if (!shown) {
      return;
    }
    const within = (/** @type {number} */ n) => Math.min(LARGEST, Math.max(1, n));
    this.attackers = within(attackers);
    this.defenders = within(defenders);
    if (!atRest) {
      this.draw();
    }
    this.asker.cancel();
    clearTimeout(this.waiting);
    const units = { attackers: this.attackers, garrisons: [this.defenders] };
    const fight = { ...TO_THE_END, ...units, blitz: shown.blitz };
    const question = questionOf("outcomes", fight, shown.rules, shown.counted);
    const answered = (/** @type {import("../core/answers.js").Answer} */ { chances }) => this.tell(chances.won);
    const isSlow = question.seconds > AT_ONCE;
    const ask = () => {
      if (atRest) {
        this.draw();
      }
      // the battle that is asked about is in the headline
      if (!isSlow || !this.isAsked) {
        this.asker.ask({ ...question, answered, failed: () => {} });
      }
    };
    if (isSlow || atRest) {
      this.tell(null);
      this.waiting = setTimeout(ask, REST);
    } else {
      ask();
    }
  }

  /** Whether the chosen battle is the one that is asked about. */
  get isAsked() {
    return `${this.asked}` === `${[this.attackers, this.defenders]}`;
  }

  /** @param {Fraction | null} chance of the chosen battle; null while it is not known */
  tell(chance) {
    const { attackers, defenders, armies } = this;
    const typed = attackers + Number(armies);
    const title = questionText({ attackers: typed, garrisons: [defenders], armies });
    const line = make("p", {}, chance ? exactButton(title, chance) : "", ` ${title} `);
    if (!this.isAsked) {
      line.append(pressable(text("map.use"), () => this.use(attackers, defenders), { class: "quiet" }));
    }
    // who types numbers hears the answer, and not the map too
    const moving = document.activeElement === this.canvas;
    this.readout.setAttribute("aria-live", moving ? "polite" : "off");
    this.readout.replaceChildren(line);
  }

  /**
   * The chances to colour battles with, up to a number on both sides.
   * @param {Rules} rules @param {Blitz | null} blitz @param {number} least
   */
  shades(rules, blitz, least) {
    const { painted } = this;
    if (painted?.rules !== rules || painted.blitz !== blitz || painted.most < least) {
      const most = SIZES.find((each) => each >= least) ?? LARGEST;
      this.painted = { rules, blitz, most, shades: shadesUpTo(most, rules, blitz) };
    }
    const { most, shades } = /** @type {{most: number, shades: Float64Array}} */ (this.painted);
    /** @param {number} a @param {number} d */
    return (a, d) => shades[a * (most + 1) + d];
  }

  /** Draw the map anew, for the current width. */
  draw() {
    const { canvas, size, shown } = this;
    const width = canvas.clientWidth;
    const pen = canvas.getContext("2d");
    if (!shown || !width || !pen) {
      return;
    }
    the("map-more", HTMLButtonElement).disabled = size === LARGEST;
    the("map-fewer", HTMLButtonElement).disabled = size === SIZES[0];
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(width * ratio);
    pen.scale(ratio, ratio);
    const cell = (width - MARGIN) / size;
    const style = getComputedStyle(canvas);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    const [a0, d0] = this.before;
    const shade = this.shades(shown.rules, shown.blitz, Math.min(LARGEST, Math.max(a0, d0) + size));
    /** @param {number} n @param {number} m */
    const chance = (n, m) => shade(Math.min(LARGEST, a0 + n), Math.min(LARGEST, d0 + m));
    const [won, even, lost] = ["--won", "--even", "--lost"].map((each) => rgb(colour(each)));
    // colours, from that of a chance of 0 on: a map has up to a million chances
    const palette = Uint32Array.from({ length: TONES + 1 }, (_, tone) => {
      const win = tone / TONES;
      const [from, to] = win < 0.5 ? [lost, even] : [even, won];
      const part = win < 0.5 ? win * 2 : win * 2 - 1;
      const mixed = from.map((each, channel) => each + (to[channel] - each) * part);
      return new Uint32Array(Uint8ClampedArray.of(...mixed, 255).buffer)[0];
    });
    const paint = new ImageData(size, size);
    const pixels = new Uint32Array(paint.data.buffer);
    for (let n = 1, at = 0; n <= size; n += 1) {
      for (let m = 1; m <= size; m += 1) {
        pixels[at] = palette[Math.round(chance(n, m) * TONES)];
        at += 1;
      }
    }
    const small = make("canvas", { width: String(size), height: String(size) });
    small.getContext("2d")?.putImageData(paint, 0, 0);
    pen.imageSmoothingEnabled = cell * ratio < 1;
    pen.drawImage(small, MARGIN, MARGIN, cell * size, cell * size);
    pen.strokeStyle = colour("--ink");
    this.frontier(pen, cell, chance);
    pen.fillStyle = colour("--muted");
    pen.font = `12px ${style.fontFamily}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const every = Math.max(1, niceStep(34 / cell));
    for (let n = 1; n <= size; n += 1) {
      const at = MARGIN + (n - 0.5) * cell;
      for (const [number, x, y] of [
        [d0 + n, Math.min(width - 8, at), MARGIN - 10],
        [a0 + n + Number(this.armies), MARGIN - 15, at],
      ]) {
        if (number % every === 0) {
          pen.fillText(String(number), x, y);
        }
      }
    }
    pen.font = `600 12px ${style.fontFamily}`;
    const middle = MARGIN + (width - MARGIN) / 2;
    pen.fillText(text("map.defenders"), middle, 8);
    pen.rotate(-Math.PI / 2);
    // read from below, the arrow points down where it points to the left
    pen.fillText(text(this.armies ? "map.armies" : "map.attackers").replace("↓", "←"), -middle, 8);
    pen.rotate(Math.PI / 2);
    const side = Math.max(cell, 5);
    const x = MARGIN + (this.defenders - d0 - 0.5) * cell - side / 2;
    const y = MARGIN + (this.attackers - a0 - 0.5) * cell - side / 2;
    pen.lineWidth = 3;
    pen.strokeRect(x - 1, y - 1, side + 2, side + 2);
    pen.strokeStyle = colour("--surface");
    pen.lineWidth = 1;
    pen.strokeRect(x + 1, y + 1, side - 2, side - 2);
  }

  /**
   * The line below which the attackers have at least an even chance.
   * @param {CanvasRenderingContext2D} pen @param {number} cell
   * @param {(n: number, m: number) => number} chance
   */
  frontier(pen, cell, chance) {
    const { size } = this;
    pen.save();
    pen.beginPath();
    pen.rect(MARGIN, MARGIN, cell * size, cell * size);
    pen.clip();
    pen.beginPath();
    for (let m = 1; m <= size; m += 1) {
      let n = 1;
      // what is even is so but for the rounding
      while (n <= size && chance(n, m) < 0.5 - 1e-9) {
        n += 1;
      }
      const y = MARGIN + (n > size ? size + 1 : n === 1 ? -1 : n - 1) * cell;
      pen.lineTo(MARGIN + (m - 1) * cell, y);
      pen.lineTo(MARGIN + m * cell, y);
    }
    pen.lineWidth = 1.5;
    pen.stroke();
    pen.restore();
  }
}

/** @param {string} colour "#rrggbb" */
function rgb(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}
