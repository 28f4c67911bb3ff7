// Whose a territory is, and how many armies are on it.

import { make, the } from "../shared/elements.js";
import { text } from "../shared/language.js";
import { Stepper } from "../shared/stepper.js";
import { MAX_ARMIES, placed } from "./position.js";

/** @typedef {import("./position.js").World} World */
/** @typedef {import("./position.js").Turn} Turn */

/** @typedef {"mine" | "enemy" | "out"} Side */

/** @type {Side[]} */
const SIDES = ["mine", "enemy", "out"];

export class Editor {
  /**
   * @param {World} world
   * @param {{now: () => Turn, change: (turn: Turn) => void,
   *   choose: (territory: number | null) => void}} page
   */
  constructor(world, page) {
    this.world = world;
    this.page = page;
    /** @type {number | null} */
    this.chosen = null;
    /** The armies that a territory gets first: those that were typed last. */
    this.usual = { mine: 5, enemy: 2, out: 0 };
    this.armies = new Stepper({
      least: 1,
      most: MAX_ARMIES,
      changed: (armies) => this.put(this.side, armies ?? 1),
    });
    the("armies", HTMLElement).append(this.armies.element);
    for (const side of SIDES) {
      the(`side-${side}`, HTMLInputElement).addEventListener("change", () => this.mark(side));
    }
    the("done", HTMLElement).addEventListener("click", () => page.choose(null));
    the("edit", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      page.choose(null);
    });
    const territory = the("territory", HTMLSelectElement);
    territory.addEventListener("change", () => page.choose(Number(territory.value)));
  }

  /** Whose the chosen territory is. */
  get side() {
    const { mine, enemy } = this.page.now();
    const t = Number(this.chosen);
    return mine.has(t) ? "mine" : enemy.has(t) ? "enemy" : "out";
  }

  /** @param {Side} side */
  mark(side) {
    const { mine, enemy } = this.page.now();
    const t = Number(this.chosen);
    this.put(side, side === "out" ? 0 : (mine.get(t) ?? enemy.get(t) ?? this.usual[side]));
  }

  /**
   * @param {Side} side
   * @param {number} armies
   */
  put(side, armies) {
    if (this.chosen !== null) {
      const to = side === "out" && armies ? "mine" : side;
      this.page.change(placed(this.page.now(), this.chosen, to, armies));
      this.usual[to] = armies || this.usual[to];
    }
  }

  /**
   * What a key on a territory of the map does; whether it does anything.
   * @param {number} territory
   * @param {string} key
   */
  typed(territory, key) {
    const steps = new Map([["+", 1], ["=", 1], ["-", -1]]);
    const marks = new Map(/** @type {[string, Side][]} */ ([["m", "mine"], ["e", "enemy"], ["Delete", "out"]]));
    const [step, mark] = [steps.get(key), marks.get(key)];
    if (step === undefined && mark === undefined) {
      return false;
    }
    this.chosen = territory;
    this.page.choose(territory);
    if (mark) {
      this.mark(mark);
    } else if (this.side !== "out") {
      this.armies.step(Number(step));
    }
    return true;
  }

  /** Say what it is, in the language of the page. */
  label() {
    this.armies.call(text("edit.armies"));
    the("territory", HTMLSelectElement).replaceChildren(
      ...this.world.continents.map(({ said = "", territories }) =>
        make(
          "optgroup",
          { label: said },
          ...territories.map((t) =>
            make("option", { value: String(t) }, this.world.territories[t].said ?? ""),
          ),
        ),
      ),
    );
  }

  /**
   * Show the territory that is chosen; nothing where none is.
   * @param {number | null} chosen
   */
  show(chosen) {
    this.chosen = chosen;
    the("edit", HTMLFormElement).hidden = chosen === null;
    if (chosen !== null) {
      const { mine, enemy } = this.page.now();
      const { side } = this;
      the("territory", HTMLSelectElement).value = String(chosen);
      the(`side-${side}`, HTMLInputElement).checked = true;
      this.armies.show(mine.get(chosen) ?? enemy.get(chosen) ?? this.usual.mine);
      this.armies.element.classList.toggle("idle", side === "out");
    }
  }
}
