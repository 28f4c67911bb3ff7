// Logs of battles and of rounds as text, read row by row: what Python's evidence/logs/rows.py reads.

import { dice } from "./rules.js";

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {"dice" | "blitz" | "round"} Mode */

/**
 * A battle or a round that may occur many times; see FightKind in evidence/logs/kinds.py.
 * @typedef {{
 *   attackers: number, defenders: number, rules: string, mode: Mode,
 *   leastLost: number, leastDefendersLost: number,
 * }} Kind
 */

/** @typedef {{line: number, kind: Kind, attackersLost: Range, defendersLost: Range, times: number}} Row */
/** @typedef {[number, number]} Range Both ends included. */
/** @typedef {Record<string, unknown>} Cells */

const BATTLES = ["attackers", "defenders", "attackers_left", "defenders_left"];
const ROUNDS = ["attack_dice", "defence_dice", "attackers_lost", "defenders_lost"];

/** Units on both sides together, and rows: a page that is pressed has to answer soon. */
export const MAX_UNITS = 200;
export const MAX_ROWS = 5000;
const MAX_COUNT = 1_000_000;

/** A row that cannot be: `key` is the text that says why, `values` what is in it. */
export class LogFault extends Error {
  /** @param {string} key @param {Record<string, string | number>} values */
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/**
 * What a log says: its rows, and how many are left out, by what is unknown of them.
 * @param {string} text
 * @param {boolean} armies whether the attackers count the unit that stays behind
 * @param {Map<string, Rules>} rules
 * @param {string} usual the rules of a log without a column for them
 */
export function readLog(text, armies, rules, usual) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {Record<string, number>} */
  const leftOut = {};
  let columns = null;
  let number = 0;
  for (const { line, cells } of cellsOf(text)) {
    number += 1;
    if (number > MAX_ROWS) {
      throw new LogFault("fault.rows", { n: MAX_ROWS });
    }
    columns ??= [BATTLES, ROUNDS].find((names) => names.every((name) => Object.hasOwn(cells, name)));
    if (!columns) {
      throw new LogFault("fault.columns", { columns: BATTLES.join(", "), others: ROUNDS.join(", ") });
    }
    const reader = new Reader(line, cells, armies, rules, usual);
    const found = columns === BATTLES ? reader.battle() : reader.round();
    if (typeof found === "string") {
      leftOut[found] = (leftOut[found] ?? 0) + 1;
    } else {
      rows.push(found);
    }
  }
  if (!rows.length) {
    throw new LogFault(number ? "fault.none" : "fault.empty");
  }
  return { rows, leftOut };
}

/**
 * @param {string} text
 * @returns {{line: number, cells: Cells}[]}
 */
function cellsOf(text) {
  if (/^\s*[[{]/.test(text)) {
    let rows;
    try {
      rows = JSON.parse(text);
    } catch {
      throw new LogFault("fault.json");
    }
    if (!Array.isArray(rows) || rows.some((row) => row === null || typeof row !== "object")) {
      throw new LogFault("fault.json");
    }
    return rows.map((cells, n) => ({ line: n + 1, cells }));
  }
  const head = text.trimStart().split("\n", 1)[0];
  const counts = [",", ";", "\t"].map((sign) => head.split(sign).length);
  const table = separated(text.replace(/^\ufeff/, ""), ",;\t"[counts.indexOf(Math.max(...counts))]);
  const names = table.shift()?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  return table.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(cells.slice(0, names.length).map((cell, i) => [names[i], cell])),
  }));
}

/**
 * The rows of CSV that are not empty, each with the number of its last line.
 * @param {string} text
 * @param {string} sign
 */
function separated(text, sign) {
  /** @type {{line: number, cells: string[]}[]} */
  const rows = [];
  let cells = [""];
  let quoted = false;
  let line = 1;
  for (let i = 0; i <= text.length; i += 1) {
    const c = text[i] ?? "\n";
    if (quoted && i < text.length) {
      line += Number(c === "\n");
      if (c !== '"') {
        cells[cells.length - 1] += c;
      } else if (text[i + 1] === '"') {
        cells[cells.length - 1] += c;
        i += 1;
      } else {
        quoted = false;
      }
    } else if (c === '"' && cells[cells.length - 1] === "") {
      quoted = true;
    } else if (c === sign) {
      cells.push("");
    } else if (c === "\n") {
      if (cells.some((cell) => cell)) {
        rows.push({ line, cells });
      }
      cells = [""];
      line += 1;
    } else if (c !== "\r") {
      cells[cells.length - 1] += c;
    }
  }
  return rows;
}

/** The cells of one row. */
class Reader {
  /**
   * @param {number} line
   * @param {Cells} cells
   * @param {boolean} armies
   * @param {Map<string, Rules>} rules
   * @param {string} usual
   */
  constructor(line, cells, armies, rules, usual) {
    this.line = line;
    this.cells = cells;
    this.armies = armies;
    this.known = rules;
    this.usual = usual;
  }

  /** @param {string} name */
  text(name) {
    const cell = Object.hasOwn(this.cells, name) ? this.cells[name] : null;
    const text = cell === null ? "" : String(cell).trim();
    return text === "?" ? "" : text;
  }

  /**
   * The name of the rules, or null where they are unknown.
   * @returns {string | null}
   */
  rules() {
    if (!Object.hasOwn(this.cells, "rules")) {
      return this.usual;
    }
    const plain = (/** @type {string} */ name) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
    const typed = this.text("rules");
    const name = [...this.known.keys()].find((each) => plain(each) === plain(typed));
    if (typed && !name) {
      throw this.fault("fault.unknown-rules", { cell: typed });
    }
    return name ?? null;
  }

  /**
   * @param {string} key
   * @param {Record<string, string | number>} values
   */
  fault(key, values) {
    const cell = String(values.cell ?? "").slice(0, 40);
    return new LogFault(key, { ...values, cell, line: String(this.line) });
  }

  /**
   * The numbers that a cell allows, or null where nothing is known.
   * @param {string} name
   * @param {number} least
   * @param {number} most
   * @returns {Range | null}
   */
  range(name, least, most) {
    const typed = this.text(name);
    if (!typed) {
      return null;
    }
    const stays = Number(this.armies && (name === "attackers" || name === "attackers_left"));
    const ends = (/^(.+?)\.\.(.+)$/.exec(typed)?.slice(1) ?? [typed]).map((end) => end.trim());
    const from = least ? least + stays : least;
    const numbers = ends.map((end) => (/^\+?\d{1,9}$/.test(end) ? Number(end) : NaN));
    const [low, high] = [numbers[0], numbers[numbers.length - 1]];
    if (!(low >= from && low <= high && high <= most + stays)) {
      throw this.fault("fault.number", { name, cell: typed, least: from, most: most + stays });
    }
    return [Math.max(0, low - stays), Math.max(0, high - stays)];
  }

  /**
   * @param {string} name
   * @param {number} otherwise
   * @param {number} least
   * @param {number} most
   */
  whole(name, otherwise, least, most) {
    const found = this.range(name, least, most);
    if (found && found[0] < found[1]) {
      throw this.fault("fault.number", { name, cell: this.text(name), least, most });
    }
    return found ? found[0] : otherwise;
  }

  /** @returns {Row | string} */
  battle() {
    const rules = this.rules();
    const typed = Object.hasOwn(this.cells, "mode") ? this.text("mode").toLowerCase() : "dice";
    if (typed && typed !== "dice" && typed !== "blitz") {
      throw this.fault("fault.mode", { cell: typed });
    }
    if (!rules || !typed) {
      return rules ? "mode" : "rules";
    }
    const sides = [this.range("attackers", 1, MAX_UNITS), this.range("defenders", 1, MAX_UNITS)];
    if (sides.some((side) => !side || side[0] < side[1])) {
      return "size";
    }
    const [a, d] = sides.map((side) => (side ? side[0] : 0));
    const x = this.range("attackers_left", 0, a) ?? [0, a];
    const y = this.range("defenders_left", 0, d) ?? [0, d];
    const broken = x[0] > 0 && y[0] > 0;
    if (broken && typed === "blitz") {
      throw this.fault("fault.blitz", {});
    }
    return {
      line: this.line,
      kind: this.kind(a, d, rules, /** @type {Mode} */ (typed)),
      // broken off, it could have cost either side more
      attackersLost: [a - x[1], broken ? a : a - x[0]],
      defendersLost: [d - y[1], broken ? d : d - y[0]],
      times: 1,
    };
  }

  /** @returns {Row | string} */
  round() {
    const rules = this.rules();
    if (!rules) {
      return "rules";
    }
    const { attack, defence } = /** @type {Rules} */ (this.known.get(rules));
    const thrown = [
      this.range("attack_dice", 1, dice(attack, Infinity)),
      this.range("defence_dice", 1, dice(defence, Infinity)),
    ];
    if (thrown.some((each) => !each || each[0] < each[1])) {
      return "size";
    }
    const [a, d] = thrown.map((each) => (each ? each[0] : 0));
    return {
      line: this.line,
      kind: this.kind(a, d, rules, "round"),
      attackersLost: this.range("attackers_lost", 0, a) ?? [0, a],
      defendersLost: this.range("defenders_lost", 0, d) ?? [0, d],
      times: this.whole("count", 1, 1, MAX_COUNT),
    };
  }

  /**
   * @param {number} attackers
   * @param {number} defenders
   * @param {string} rules
   * @param {Mode} mode
   * @returns {Kind}
   */
  kind(attackers, defenders, rules, mode) {
    const leastLost = this.whole("least_lost", 0, 0, 2 * MAX_UNITS);
    const leastDefendersLost = this.whole("least_defenders_lost", 0, 0, MAX_UNITS);
    return { attackers, defenders, rules, mode, leastLost, leastDefendersLost };
  }
}
