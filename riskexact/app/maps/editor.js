// Whose a territory is, and how many armies are on it.

import { make, the, whenChosen, whenPressed } from "../shared/elements.js";
import { text } from "../shared/language.js";
import { Stepper } from "../shared/stepper.js";
import { MAX_ARMIES, placed, standOn } from "./position.js";

/** @typedef {import("./position.js").Turn} Turn */

/** @typedef {import("./position.js").Side} Side */

/** @type {Side[]} */
const SIDES = ["mine", "enemy", "out"];

/** Milliseconds within which two digits belong to one number. */
const SOON = 1200;

export class Editor {
  /**
   * @param {import("./position.js").World} world @param {{now: () => Turn, change: (turn: Turn) => void,
   *   choose: (territory: number | null) => void, next: () => void, leave: () => void}} page
   */
  constructor(world, page) {
    this.world = world;
    this.page = page;
    /** @type {number | null} */
    this.chosen = null;
    /** The armies that a territory gets first: those that were typed last. */
    this.usual = { mine: 5, enemy: 2, out: 0 };
    /** @type {{territory: number | null, text: string, when: number}} */
    this.typing = { territory: null, text: "", when: 0 };
    this.armies = new Stepper({
      least: 1,
      most: MAX_ARMIES,
      changed: (armies) => this.put(this.stand.side, armies ?? 1),
    });
    the("armies").append(this.armies.element);
    for (const side of SIDES) {
      the(`side-${side}`, HTMLInputElement).addEventListener("change", () => this.mark(side));
    }
    whenPressed("done", () => page.leave());
    the("edit").addEventListener("keydown", ({ key }) => key === "Escape" && page.leave());
    the("edit", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      page.next();
    });
    whenChosen("territory", (territory) => page.choose(Number(territory)));
  }

  /** Whose the chosen territory is, and the armies on it. */
  get stand() {
    return standOn(this.page.now(), Number(this.chosen));
  }

  /**
   * One army more or fewer on a territory; one that is out of play is of the side that is likely.
   * @param {number} territory @param {number} step @param {Side} likely
   */
  step(territory, step, likely) {
    this.chosen = territory;
    this.page.choose(territory);
    const { side, armies = 0 } = this.stand;
    if (side === "out") {
      this.mark(step > 0 ? likely : "out");
    } else {
      this.put(armies + step ? side : "out", Math.min(armies + step, MAX_ARMIES));
    }
  }

  /** @param {Side} side */
  mark(side) {
    this.put(side, side === "out" ? 0 : this.stand.armies ?? this.usual[side]);
  }

  /** @param {Side} side @param {number} armies */
  put(side, armies) {
    if (this.chosen !== null) {
      const to = side === "out" && armies ? "mine" : side;
      this.page.change(placed(this.page.now(), this.chosen, to, armies));
      this.usual[to] = armies || this.usual[to];
    }
  }

  /** @param {number} territory @param {string} key @returns whether the key does anything */
  typed(territory, key) {
    const steps = new Map([["+", 1], ["=", 1], ["-", -1]]);
    const marks = new Map(/** @type {[string, Side][]} */ ([["m", "mine"], ["e", "enemy"], ["Delete", "out"]]));
    const [step, mark] = [steps.get(key), marks.get(key)];
    if (territory === this.chosen && (key === "Tab" || key === "Escape")) {
      if (key === "Tab") {
        this.armies.input.focus();
      } else {
        this.page.leave();
      }
      return true;
    }
    if (step === undefined && mark === undefined && !/^\d$/.test(key)) {
      return false;
    }
    this.chosen = territory;
    this.page.choose(territory);
    if (mark) {
      this.mark(mark);
    } else if (step && this.stand.side !== "out") {
      this.armies.step(step);
    } else if (!step) {
      this.digit(key);
    }
    return true;
  }

  /** @param {string} key which makes one number with those that were typed just before */
  digit(key) {
    const soon = this.typing.territory === this.chosen && Date.now() - this.typing.when < SOON;
    const text = soon ? this.typing.text + key : key;
    this.typing = { territory: this.chosen, text, when: Date.now() };
    const armies = Number(text);
    if (armies >= 1 && armies <= MAX_ARMIES) {
      const { side } = this.stand;
      this.put(side === "out" ? "mine" : side, armies);
    }
  }

  /** Say what it is, in the language of the page. */
  label() {
    const { continents, territories } = this.world;
    const options = territories.map(({ said = "" }, t) => make("option", { value: String(t) }, said));
    the("territory", HTMLSelectElement).replaceChildren(
      ...continents.map((each) =>
        make("optgroup", { label: each.said ?? "" }, ...each.territories.map((t) => options[t])),
      ),
      ...options.filter((_, t) => !continents.some((each) => each.territories.includes(t))),
    );
  }

  /** @param {number | null} chosen the territory; null where none is */
  show(chosen) {
    this.chosen = chosen;
    the("edit", HTMLFormElement).hidden = chosen === null;
    if (chosen !== null) {
      const { side, armies = this.usual.mine } = this.stand;
      the("territory", HTMLSelectElement).value = String(chosen);
      the(`side-${side}`, HTMLInputElement).checked = true;
      this.armies.show(armies, text("edit.armies"));
      this.armies.element.classList.toggle("idle", side === "out");
    }
  }
}
