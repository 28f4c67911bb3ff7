// The bar chart of what is left, and the value of the bar that is chosen.

import { chanceOf, resultOf, standing } from "../core/answers.js";
import { sumOf } from "../core/fractions.js";
import { ownUnits } from "./conditions.js";
import { exactButton } from "../shared/exact.js";
import { REST } from "../shared/asker.js";
import { ARROWS, draw, make, the } from "../shared/elements.js";
import { number, text } from "../shared/language.js";
import { percent } from "../shared/words.js";

/** @typedef {import("../core/answers.js").Answer} Answer */
/** @typedef {import("../core/forward.js").Outcome} Outcome */
/** @typedef {import("../core/forward.js").Fight} Fight */
/** @typedef {import("../core/answers.js").Result} Result */

/**
 * What a bar stands for: `up` and `down` are shares of chance by result, for drawing alone.
 * @typedef {{
 *   x: number, up: Map<Result, number>, down: Map<Result, number>,
 *   values: () => {title: string, holds: (outcome: Outcome) => boolean}[],
 * }} Bar
 */

/** A share that adds nothing to a bar. */
const NOTHING = 1e-12;

/** Bars at either side that are rarer than this, together, are not drawn. */
const RARE = 0.0005;

/** Bars that are drawn in no time. */
const BARS_AT_ONCE = 100;

const HEIGHT = 212;

/** Below the bars, for the numbers of survivors and what they are; and on the left, for percents. */
const AXIS = 22;
const TITLE = 20;
const SIDE = 44;

/** @type {Result[]} */
const RESULTS = ["won", "stopped", "lost"];

/** The chart, of one answer after another. */
export class Chart {
  constructor() {
    this.place = the("chart");
    this.readout = the("chart-readout");
    /** @type {Bar[]} */
    this.bars = [];
    this.chosen = -1;
    this.drawing = 0;
    this.mirrored = false;
    /** @type {{fight: Fight, answer: Answer, armies: boolean} | null} */
    this.shown = null;
    this.place.addEventListener("keydown", (event) => this.key(event));
    this.place.addEventListener("pointerdown", (event) => this.point(event));
    this.place.addEventListener("pointermove", (event) => {
      if (event.buttons || event.pointerType === "mouse") {
        this.point(event);
      }
    });
    new ResizeObserver(() => this.draw()).observe(this.place);
  }

  /**
   * Show what is left; with `armies`, all who are, also those who stayed behind.
   * @param {Fight} fight @param {Answer} answer @param {boolean} mirrored @param {boolean} armies
   */
  show(fight, answer, mirrored, armies) {
    this.shown = { fight, answer, armies };
    this.mirrored = mirrored;
    const all = mirrored ? sidesOf(fight, answer, armies) : netOf(fight, answer, armies);
    this.bars = withoutRare(all);
    this.rare = all.length > this.bars.length;
    // the likeliest bar at first
    const heights = this.bars.map((bar) => Math.max(sum(bar.up), sum(bar.down)));
    this.chosen = heights.indexOf(Math.max(...heights));
    clearTimeout(this.drawing);
    if (this.bars.length > BARS_AT_ONCE) {
      this.drawing = setTimeout(() => this.draw(), REST);
    } else {
      this.draw();
    }
    this.tell();
  }

  /** Draw all bars anew, for the current width. */
  draw() {
    const width = Math.max(120, this.place.clientWidth);
    const { bars } = this;
    if (bars.length === 0) {
      return;
    }
    const least = bars[0].x;
    const slot = (width - SIDE) / (bars[bars.length - 1].x - least + 1);
    const gap = slot > 6 ? Math.min(4, slot * 0.2) : 0;
    const highest = Math.max(...bars.map((bar) => sum(bar.up)));
    const deepest = Math.max(...bars.map((bar) => sum(bar.down)));
    // the numbers of survivors stand between the two rows
    const room = HEIGHT - TITLE - AXIS;
    const scale = (room - 6) / (highest + deepest);
    const zero = highest * scale + 6;
    const svg = draw("svg", {
      viewBox: `0 0 ${width} ${HEIGHT}`,
      width,
      height: HEIGHT,
      "aria-hidden": "true",
      focusable: "false",
    });
    const tick = niceStep(((highest + deepest) * 100 * 40) / room);
    for (const [from, way, most] of [[zero, -1, highest], [zero + AXIS, 1, deepest]]) {
      for (let share = tick; share <= most * 100; share += tick) {
        const y = from + way * (share / 100) * scale;
        svg.append(
          draw("line", { class: "grid", x1: SIDE, x2: width, y1: y, y2: y }),
          draw("text", { class: "tick percent", x: SIDE - 6, y: y + 4 }, text("chance.percent", { percent: share })),
        );
      }
    }
    bars.forEach((bar, n) => {
      const x = SIDE + (bar.x - least) * slot;
      const group = draw("g", { class: n === this.chosen ? "bar chosen" : "bar" });
      group.append(draw("rect", { class: "slot", x, y: 0, width: slot, height: HEIGHT - TITLE }));
      let [top, bottom] = [zero, zero + (this.mirrored ? AXIS : 0)];
      for (const result of RESULTS) {
        const [up, down] = [bar.up, bar.down].map((shares) => (shares.get(result) ?? 0) * scale);
        top -= up;
        group.append(...piece(x + gap / 2, top, slot - gap, up, result));
        group.append(...piece(x + gap / 2, bottom, slot - gap, down, result));
        bottom += down;
      }
      svg.append(group);
    });
    svg.append(draw("line", { class: "axis", x1: SIDE, x2: width, y1: zero, y2: zero }));
    const every = Math.max(1, niceStep(34 / slot));
    for (const bar of bars) {
      if (bar.x % every === 0) {
        const at = SIDE + (bar.x - least + 0.5) * slot;
        const label = this.mirrored ? bar.x : Math.abs(bar.x);
        if (at < width - 8) {
          svg.append(draw("text", { class: "tick", x: at, y: zero + 16 }, number(label)));
        }
      }
    }
    const [left, right] = this.titles();
    const start = draw("text", { class: "tick lost-ink", x: SIDE, y: HEIGHT - 4 }, left);
    const end = draw("text", { class: "tick won-ink", x: width, y: HEIGHT - 4 }, right);
    svg.append(start, end);
    this.place.replaceChildren(svg);
    this.place.setAttribute("aria-valuemax", String(bars.length - 1));
  }

  /** What the numbers below the bars count, at either end. */
  titles() {
    if (this.mirrored) {
      return ["", text("left.axis-units")];
    }
    const { answer, armies } = /** @type {{answer: Answer, armies: boolean}} */ (this.shown);
    const ahead = answer.chances.stopped.n > 0n;
    const [left, more] = armies
      ? ["left.axis-armies", "left.ahead-armies"]
      : ["left.axis-attackers", "left.ahead-attackers"];
    return [
      this.bars[0].x >= 0 ? "" : text(ahead ? "left.ahead-defenders" : "left.axis-defenders"),
      text(ahead ? more : left),
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const last = this.bars.length - 1;
    const [right, down] = ARROWS.get(event.key) ?? [0, 0];
    const to = new Map([["Home", 0], ["End", last]]).get(event.key) ?? this.chosen + right - down;
    if (right || down || event.key === "Home" || event.key === "End") {
      event.preventDefault();
      this.choose(Math.min(last, Math.max(0, to)));
    }
  }

  /** @param {PointerEvent} event */
  point(event) {
    const box = this.place.getBoundingClientRect();
    const { bars } = this;
    if (bars.length) {
      const range = bars[bars.length - 1].x - bars[0].x + 1;
      const x = bars[0].x + Math.floor(((event.clientX - box.left - SIDE) / (box.width - SIDE)) * range);
      const near = bars.findIndex((bar) => bar.x >= x);
      this.choose(near < 0 ? bars.length - 1 : near);
    }
  }

  /** @param {number} n */
  choose(n) {
    if (n !== this.chosen && this.bars[n]) {
      this.place.querySelectorAll(".bar").forEach((bar, m) => {
        bar.classList.toggle("chosen", m === n);
      });
      this.chosen = n;
      this.tell();
    }
  }

  /** Say the exact values of the chosen bar. */
  tell() {
    const bar = this.bars[this.chosen];
    const { shown } = this;
    if (!bar || !shown) {
      return;
    }
    const lines = bar.values().map(({ title, holds }) => {
      const chance = chanceOf(shown.answer, holds);
      const line = make("p", {}, exactButton(title, chance), ` ${title}`);
      return { line, said: `${title}: ${percent(chance)}` };
    });
    this.readout.replaceChildren(...lines.map(({ line }) => line));
    this.place.setAttribute("aria-valuenow", String(this.chosen));
    this.place.setAttribute("aria-valuetext", lines.map(({ said }) => said).join("; "));
  }
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {Result} result */
function piece(x, y, width, height, result) {
  return height ? [draw("rect", { class: `piece ${result}`, x, y, width, height })] : [];
}

/**
 * Who is left of those who attacked, and as armies also those who stayed behind; 0 where the attack failed.
 * @param {Outcome} outcome @param {boolean} armies
 */
function ownLeft({ attackers, stayed }, armies) {
  return attackers && armies ? attackers + stayed + 1 : attackers;
}

/**
 * The bars of all outcomes, from left to right.
 * @param {Answer} answer
 * @param {(outcome: Outcome) => ["up" | "down", number, Result][]} places where an outcome adds its share
 * @param {(bar: Bar) => ReturnType<Bar["values"]>} values
 */
function barsOf(answer, places, values) {
  /** @type {Map<number, Bar>} */
  const bars = new Map();
  answer.outcomes.forEach((outcome, n) => {
    for (const [side, x, result] of answer.shares[n] < NOTHING ? [] : places(outcome)) {
      const bar = bars.get(x) ?? { x, up: new Map(), down: new Map(), values: () => [] };
      bar[side].set(result, (bar[side].get(result) ?? 0) + answer.shares[n]);
      bars.set(x, bar);
    }
  });
  return [...bars.values()]
    .map((bar) => ({ ...bar, values: () => values(bar) }))
    .sort((p, q) => p.x - q.x);
}

/**
 * One row of bars, from all defenders left to all attackers left.
 * @param {Fight} fight @param {Answer} answer @param {boolean} armies
 */
function netOf(fight, answer, armies) {
  /** @param {Outcome} outcome */
  const net = (outcome) => ownLeft(outcome, armies) - standing(fight, outcome);
  return barsOf(
    answer,
    (outcome) => [["up", net(outcome), resultOf(fight, outcome)]],
    (bar) => netValues(fight, bar, net, ownUnits(armies)),
  );
}

/**
 * What a bar of the net result says.
 * @param {Fight} fight @param {Bar} bar @param {(outcome: Outcome) => number} net
 * @param {"units.armies" | "units.attackers"} own
 * @returns {ReturnType<Bar["values"]>}
 */
function netValues(fight, { x, up }, net, own) {
  const units = text(x < 0 ? "units.defenders" : own, { n: Math.abs(x) });
  /** @type {[Result, string, (net: number) => boolean][]} */
  const all = [
    ["won", text("left.won-with", { attackers: units }), (left) => left === x],
    ["won", text("left.won-or-more", { n: x }), (left) => left >= x],
    ["stopped", x ? text("left.more", { units }) : text("left.even"), (left) => left === x],
    ["lost", text("left.lost-against", { defenders: units }), (left) => left === x],
    ["lost", text("left.lost-or-more", { n: -x }), (left) => left <= x],
  ];
  return all.filter(([result]) => up.has(result)).map(([result, title, isWithin]) => ({
    title,
    holds: (outcome) => resultOf(fight, outcome) === result && isWithin(net(outcome)),
  }));
}

/**
 * Two rows of bars: above, the number of attackers left, and below, of defenders.  Zero has no bar:
 * it is a defeat or a win, and would dwarf the others.
 * @param {Fight} fight @param {Answer} answer @param {boolean} armies
 */
function sidesOf(fight, answer, armies) {
  /** @type {["up" | "down", "units.armies" | "units.attackers" | "units.defenders", Result, (outcome: Outcome) => number][]} */
  const sides = [
    ["up", ownUnits(armies), "won", (outcome) => ownLeft(outcome, armies)],
    ["down", "units.defenders", "lost", (outcome) => standing(fight, outcome)],
  ];
  return barsOf(
    answer,
    (outcome) =>
      sides.flatMap(([side, , result, left]) => (left(outcome) ? [[side, left(outcome), result]] : [])),
    ({ x }) =>
      sides.map(([, units, , left]) => ({
        title: text("left.exactly", { units: text(units, { n: x }) }),
        holds: (outcome) => left(outcome) === x,
      })),
  );
}

/** @param {Map<Result, number>} shares */
function sum(shares) {
  return sumOf([...shares.values()]);
}

/** @param {Bar[]} bars @returns the bars without the rare ones at either side */
function withoutRare(bars) {
  /** @param {Bar[]} from */
  const rare = (from) => {
    let seen = 0;
    return from.findIndex(({ up, down }) => (seen += sum(up) + sum(down)) > RARE);
  };
  return bars.slice(rare(bars), bars.length - rare([...bars].reverse()));
}

/** @param {number} least more than 0 @returns the least of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is no less */
export function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((digit) => digit * power >= least) ?? 10);
}
