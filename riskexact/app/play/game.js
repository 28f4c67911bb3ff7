// A whole game on a small board, read from a table: what may be done, and what it is worth.
// Original: riskexact/game/; test of both: tests/app/test_play.py.

import { sumOf } from "../core/fractions.js";
import { serve } from "../shared/worker.js";

/**
 * The first line of a table.
 * @typedef {{
 *   rules: string, territories: string[], armies: number, scale: number, borders: number[][], incomes: number[],
 *   attack_dice: number[], defence_dice: number[], rounds: [number, number, number[][]][],
 * }} Header
 */

/**
 * A point in a turn: the mover's territories as bits, and the armies of all.  Before armies move in,
 * these are the armies before the last round, and `fallen` is its attack.
 * @typedef {{pattern: number, armies: number[], doing: string, fallen: number[]}} Stage
 */

/** @typedef {[string, ...any[]]} Step As in Python, by the numbers of territories. */
/** @typedef {[number, number]} Bounds What the mover can force, and what the other cannot prevent. */
/** @typedef {{weight: number, stage: Stage, passed: boolean, lost?: number[]}} End */

export class Game {
  /** @param {ArrayBuffer} table */
  constructor(table) {
    const end = new Uint8Array(table).indexOf(10);
    /** @type {Header} */
    this.header = JSON.parse(new TextDecoder().decode(new Uint8Array(table, 0, end)));
    this.numbers = new DataView(table, end + 1);
    const { territories, borders, incomes, rounds } = this.header;
    this.all = (1 << territories.length) - 1;
    this.incomes = [0, ...incomes];
    this.around = territories.map((_, i) => borders.filter((each) => each.includes(i)).map(([a, b]) => a + b - i));
    this.rounds = new Map(rounds.map(([x, y, ends]) => [10 * x + y, ends]));
    this.over = sumOf(rounds[0][2].map(([, , weight]) => weight));
    /** @type {Map<number, Bounds>} What was found of this turn. */
    this.known = new Map();
    /** @type {Map<number, number>} The ranks of armies. */
    this.ranks = new Map();
    /** @type {Int32Array[]} Where positions stand, by pattern and rank: images share a place. */
    this.places = [];
  }

  /** Find where positions stand: by pattern, by the sum of armies, in order; once for all images. */
  list() {
    const { territories, armies } = this.header;
    const images = orders(territories.length).filter((image) =>
      this.around.every((near, i) => near.every((j) => this.around[image[i]].includes(image[j])))
        && this.incomes.every((income, p) => income === this.incomes[image.reduce(imageOf(p), 0)]));
    const all = range(0, armies - territories.length).flatMap((more) => shares(more, territories.length));
    this.ranks = new Map(all.map((more, k) => [this.key(0, more.map((n) => n + 1)), k]));
    const moved = images.map((image) => all.map((more) => {
      const there = [...more];
      image.forEach((to, i) => (there[to] = more[i] + 1));
      return this.ranks.get(this.key(0, there)) ?? 0;
    }));
    this.places = range(0, this.all).map(() => new Int32Array(all.length).fill(-1));
    let place = 0;
    for (let p = 1; p < this.all; p += 1) {
      const patterns = images.map((image) => this.places[image.reduce(imageOf(p), 0)]);
      for (let k = 0; k < all.length; k += 1) {
        if (this.places[p][k] < 0) {
          patterns.forEach((there, at) => (there[moved[at][k]] = place));
          place += 1;
        }
      }
    }
  }

  /** @type {(pattern: number, armies: number[]) => number} */
  key = (pattern, armies) => armies.reduce((key, n) => key * (this.header.armies + 1) + n, pattern);

  /** @param {Stage} stage @returns {Bounds} the bounds of a stage for who moves, over the scale of the table */
  bounds(stage) {
    const { pattern, armies, doing, fallen } = stage;
    const { scale, armies: most } = this.header;
    if ((pattern | (doing === "move" ? 1 << fallen[1] : 0)) === this.all) {
      return [scale, scale];
    }
    if (doing !== "move" && sumOf(armies) > most) {
      return [0, scale];
    }
    const key = this.key(pattern, armies);
    if (doing === "place") {
      if (!this.places.length) {
        this.list();
      }
      const at = 8 * this.places[pattern][this.ranks.get(this.key(0, armies)) ?? -1];
      return [this.numbers.getUint32(at, true), this.numbers.getUint32(at + 4, true)];
    }
    const known = doing === "attack" && this.known.get(key);
    if (known) {
      return known;
    }
    const each = this.steps(stage).map((step) => this.worth(stage, step));
    const [low, up] = [0, 1].map((at) => Math.max(...each.map((bounds) => bounds[at])) / this.over);
    const best = /** @type {Bounds} */ ([Math.floor(low), Math.ceil(up)]);
    if (doing === "attack") {
      this.known.set(key, best);
    }
    return best;
  }

  /** @param {Stage} stage @param {Step} step @returns {Bounds} of the value then, over the scale times `over` */
  worth(stage, step) {
    const sums = /** @type {Bounds} */ ([0, 0]);
    for (const { weight, stage: after, passed } of this.ends(stage, step)) {
      const [low, up] = this.bounds(after);
      sums[0] += weight * (passed ? this.header.scale - up : low);
      sums[1] += weight * (passed ? this.header.scale - low : up);
    }
    return sums;
  }

  /** @param {Stage} stage @returns {Step[]} everything that may be done */
  steps({ pattern, armies, doing, fallen }) {
    if (doing === "move") {
      return range(fallen[2], armies[fallen[0]] - 1).map((n) => ["move", n]);
    }
    const own = range(0, armies.length - 1).filter((i) => (pattern >> i) & 1);
    if (doing === "place") {
      return shares(this.incomes[pattern], own.length).map((placed) => ["place", armies.map((_, i) => placed[own.indexOf(i)] ?? 0)]);
    }
    const { attack_dice: dice } = this.header;
    const pairs = own.flatMap((i) => this.around[i].map((j) => [i, j]));
    /** @type {Step[]} */
    const steps = pairs.flatMap(([i, j]) => {
      const mine = (pattern >> j) & 1;
      return range(1, mine ? armies[i] - 1 : diceOf(armies[i] - 1, dice)).map((n) => /** @type {Step} */ ([mine ? "fortify" : "attack", i, j, n]));
    });
    return [...steps, ["end"]];
  }

  /** @param {Stage} stage @param {Step} step @returns {End[]} how a step may end, each with its weight */
  ends({ pattern, armies, fallen }, [kind, i, j, n]) {
    /** @param {[number, number][]} changes @param {Partial<Stage>} [also] @returns {Stage} */
    const after = (changes, also) => {
      const changed = [...armies];
      changes.forEach(([at, change]) => (changed[at] += change));
      return { pattern, armies: changed, doing: "attack", fallen: [], ...also };
    };
    if (kind === "attack") {
      const ends = this.rounds.get(10 * n + diceOf(armies[j], this.header.defence_dice)) ?? [];
      return ends.map(([mine, theirs, weight]) => {
        const stands = theirs < armies[j];
        const stage = stands ? after([[i, -mine], [j, -theirs]]) : after([], { doing: "move", fallen: [i, j, n] });
        return { weight, stage, passed: false, lost: [mine, theirs] };
      });
    }
    const [from, to] = fallen;
    const passed = kind === "end" || kind === "fortify";
    const stage = passed
      ? after(kind === "end" ? [] : [[i, -n], [j, n]], { pattern: this.all ^ pattern, doing: "place" })
      : kind === "place"
        ? after(i.map((/** @type {number} */ more, /** @type {number} */ at) => [at, more]))
        : after([[from, -i], [to, i - armies[to]]], { pattern: pattern | (1 << to) });
    return [{ weight: this.over, stage, passed }];
  }
}

/** @type {{name: string, game: Game | null}} The game that was asked about last. */
const last = { name: "", game: null };

/**
 * All steps of a stage, the best first, with what they are worth: shares of 1.
 * @param {{name: string, table: ArrayBuffer, stage: Stage}} asked
 * @returns {{step: Step, worth: Bounds}[]}
 */
export function judged({ name, table, stage }) {
  const game = last.game && last.name === name ? last.game : new Game(table);
  Object.assign(last, { name, game });
  game.known.clear();
  const one = game.over * game.header.scale;
  const each = game.steps(stage).map((step) => {
    const [low, up] = game.worth(stage, step);
    return { step, worth: /** @type {Bounds} */ ([low / one, up / one]) };
  });
  return each.sort((a, b) => b.worth[0] - a.worth[0]);
}

serve({ judge: judged });

/** @type {(units: number, dice: number[]) => number} by units, the last for more */
const diceOf = (units, dice) => (units ? dice[Math.min(units, dice.length) - 1] : 0);

/** @type {(pattern: number) => (bits: number, to: number, i: number) => number} where its bits go */
const imageOf = (pattern) => (bits, to, i) => bits | (((pattern >> i) & 1) << to);

/** @type {(first: number, last: number) => number[]} */
const range = (first, last) => Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);

/** @param {number} n @returns {number[][]} all orders of the first whole numbers */
function orders(n) {
  return n ? orders(n - 1).flatMap((each) => range(0, n - 1).map((at) => [...each.slice(0, at), n - 1, ...each.slice(at)])) : [[]];
}

/** @param {number} units @param {number} among @returns {number[][]} all ways to share them out, in order */
function shares(units, among) {
  return among === 1 ? [[units]] : range(0, units).flatMap((n) => shares(units - n, among - 1).map((rest) => [n, ...rest]));
}
