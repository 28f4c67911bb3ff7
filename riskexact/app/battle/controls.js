// The numbers, the rules and the switch, all shown from one state.

import { rulesText } from "./address.js";
import { rulesOf } from "../core/parts.js";
import { make, pressable, the, whenChosen, whenPressed } from "../shared/elements.js";
import { drawnDice, icon } from "../shared/icons.js";
import { playedText, text } from "../shared/language.js";
import { OwnRules } from "./own.js";
import { MAX_TERRITORIES, MAX_UNITS } from "../shared/numbers.js";
import { MAX_ROUNDS, isThrown } from "./state.js";
import { Stepper } from "../shared/stepper.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./rulebook.js").RuleBook} RuleBook */

const UNITS = { least: 0, most: MAX_UNITS };

/** The value of the choice of rules of one's own. */
const OWN = "own rules";

/** The digital game: neither switch, a capital, zombies, both. */
const DIGITAL = ["standard", "capital", "ties-to-attacker", "zombies-behind-a-wall"];

/** Units that may be left out, which means 0. */
const OR_NEVER = { ...UNITS, least: 1, empty: 0 };

/**
 * Numbers of a state with a stepper each: where it stands, what it is called, and what it takes.
 * @type {["leaveBehind" | "retreatAt" | "stopAtDefenders" | "stopAfter" | "stopBelow", string, string,
 *   {least: number, most: number, empty?: number | null}][]}
 */
const STEPPERS = [
  ["leaveBehind", "leave-behind", "campaign.stay", UNITS],
  ["retreatAt", "stops", "stops.attackers", OR_NEVER],
  ["stopAtDefenders", "stops", "stops.defenders", OR_NEVER],
  ["stopAfter", "stops", "stops.rounds", { least: 1, most: MAX_ROUNDS, empty: null }],
  ["stopBelow", "stops", "stops.chance", { ...OR_NEVER, most: 100 }],
];

/** Everything that is typed or chosen. */
export class Controls {
  /** @param {RuleBook} book @param {(typed: Partial<State>) => void} change @param {() => State} now */
  constructor(book, change, now) {
    this.book = book;
    this.change = change;
    this.now = now;
    /** @type {{stepper: Stepper, remove: HTMLElement, rules: HTMLSelectElement, about: HTMLElement, element: HTMLElement}[]} */
    this.territories = [];
    /** The territory whose defenders are typed below, from 0. */
    this.chosen = 0;
    this.attackers = new Stepper({
      ...UNITS,
      changed: (value) => change({ attackers: value ?? 0 }),
      next: () => this.defenders,
    });
    this.defenders = new Stepper({
      ...UNITS,
      changed: (value) => this.changeTerritory(this.chosen, { defenders: value ?? 0 }),
      row: (garrisons) => {
        this.chosen = 0;
        this.changeRow(garrisons.map((defenders, n) => ({ defenders, rules: this.row[n]?.rules ?? "" })));
      },
    });
    this.steppers = STEPPERS.map(([name, id, key, range]) => {
      const stepper = new Stepper({ ...range, changed: (value) => change({ [name]: value }) });
      the(id).append(stepper.element);
      return { name, key, stepper };
    });
    this.left = [0, 1].map((side) => {
      const changed = (/** @type {number | null} */ value) => {
        const [a, d] = now().left ?? [Number(now().armies), 0];
        change({ left: side ? [a, value ?? 0] : [value ?? 0, d] });
      };
      return new Stepper({ ...UNITS, changed });
    });
    this.stays = make("p", { class: "hint muted small" });
    this.switches = ["capital", "zombies", "balanced"].map((id) => the(id, HTMLInputElement));
    this.own = new OwnRules((rules) => change({ rules }));
    this.place();
  }

  /** Put everything into the page, and listen to it. */
  place() {
    const { change } = this;
    this.attackers.element.append(this.stays);
    the("sides").append(this.attackers.element, this.defenders.element);
    whenPressed("settings", () => the("setup", HTMLDialogElement).showModal());
    the("luck-sides").append(...this.left.map(({ element }) => element));
    whenChosen("rule-set", (chosen) => {
      // rules of one's own begin as those that were chosen
      change({ rules: chosen === OWN ? rulesText(this.book.parts(this.now().rules) ?? {}) : chosen });
    });
    const [capital, zombies, blitz] = this.switches;
    for (const each of [capital, zombies]) {
      each.addEventListener("change", () =>
        change({ rules: DIGITAL[Number(capital.checked) + 2 * Number(zombies.checked)] }),
      );
    }
    blitz.addEventListener("change", () => change({ blitz: blitz.checked ? this.version : "" }));
    const armies = the("armies", HTMLInputElement);
    the("count").addEventListener("change", () => change({ armies: armies.checked }));
    whenPressed("add-territory", () => this.add());
    the("battle").addEventListener("submit", (event) => event.preventDefault());
  }

  /** The newest version of Balanced Blitz, unless another one is played. */
  get version() {
    return this.now().blitz || [...this.book.versions.keys()].slice(-1)[0];
  }

  /** Add a territory at the end, and choose it. */
  add() {
    this.chosen = this.row.length;
    this.changeRow([...this.row, { defenders: 1, rules: "" }]);
  }

  /** The territories, with their rules, "" for those of all. */
  get row() {
    const { garrisons, territoryRules } = this.now();
    return garrisons.map((defenders, n) => ({ defenders, rules: territoryRules[n] ?? "" }));
  }

  /** @param {Controls["row"]} row */
  changeRow(row) {
    const rules = row.map((each) => each.rules);
    this.change({ garrisons: row.map(({ defenders }) => defenders), territoryRules: rules.some(Boolean) ? rules : [] });
  }

  /** @param {number} n a territory, from 0 @param {Partial<Controls["row"][0]>} now */
  changeTerritory(n, now) {
    this.changeRow(this.row.map((each, m) => (m === n ? { ...each, ...now } : each)));
  }

  /** @param {number} n from 0 */
  territory(n) {
    const stepper = new Stepper({ ...UNITS, changed: (value) => this.changeTerritory(n, { defenders: value ?? 0 }) });
    const taken = () => {
      this.changeRow(this.row.filter((_, m) => m !== n));
      const left = this.row.length;
      const next = this.territories[Math.min(n, left - 1)];
      (left > 1 ? next.stepper.input : the("add-territory")).focus();
    };
    const remove = pressable("", taken, { class: "quiet" });
    const rules = make("select");
    rules.addEventListener("change", () => this.changeTerritory(n, { rules: rules.value }));
    const about = make("p", { class: "muted small" });
    const element = make("div", { class: "territory" }, stepper.element, remove, rules, about);
    return { stepper, remove, rules, about, element };
  }

  /** Say what all of it is, in the language of the page. */
  label() {
    the("rule-set", HTMLSelectElement).replaceChildren(
      ...this.book.options(),
      make("option", { value: OWN }, text("own.choose")),
    );
  }

  /** @param {State} state everything that was typed */
  show(state) {
    const { garrisons, armies, blitz } = state;
    const own = !this.book.listed(state.rules);
    the("rule-set", HTMLSelectElement).value = own ? OWN : state.rules;
    the("about-rules").textContent = this.book.sentence(state.rules);
    const { attack, defence } = rulesOf(this.book.parts(state.rules) ?? {});
    the("about-dice").replaceChildren(drawnDice("attacker", attack.dice), drawnDice("defender", defence.dice));
    this.own.show(own ? this.book.parts(state.rules) : null);
    const { version } = this;
    const combination = Math.max(0, DIGITAL.indexOf(state.rules));
    [combination % 2 > 0, combination > 1, blitz !== ""].forEach((checked, n) => {
      const each = this.switches[n];
      const name = DIGITAL[n + 1];
      each.checked = checked;
      each.labels?.[0].lastElementChild?.replaceChildren(
        n < 2 ? this.book.title(name) : text("controls.blitz", { version }),
      );
    });
    the("about-blitz").textContent = text("blitz.about", { version });
    const played = playedText(this.book.title(state.rules), blitz, armies);
    the("settings").replaceChildren(icon("settings"), played);
    the(armies ? "armies" : "fighters", HTMLInputElement).checked = true;
    const n = Math.max(0, state.attackers - 1);
    this.stays.textContent = armies ? text("controls.stays", { n }) : "";
    this.chosen = Math.min(this.chosen, garrisons.length - 1);
    const on = text("controls.on-territory", { territory: this.chosen + 1 });
    this.attackers.show(state.attackers, text(armies ? "controls.armies" : "controls.attackers"));
    this.defenders.show(garrisons[this.chosen], garrisons.length > 1 ? on : text("controls.defenders"));
    this.showRow(garrisons);
    for (const { name, key, stepper } of this.steppers) {
      stepper.show(state[name], text(name === "retreatAt" && armies ? "stops.armies" : key));
      stepper.element.hidden = name.startsWith("stop") && !isThrown(state);
    }
    this.left.forEach((stepper, side) => {
      const label = text(side ? "luck.defenders" : armies ? "luck.armies" : "luck.attackers");
      stepper.show(state.left?.[side] ?? (side ? 0 : Number(armies)), label);
    });
    const one = garrisons.length === 1;
    the("campaign").hidden = one;
    // where there are two columns, the left one has no room for both
    const survivors = the("left");
    const column = the(one ? "first" : "second");
    if (survivors.parentElement !== column) {
      column[one ? "append" : "prepend"](survivors);
    }
    while (this.territories.length < garrisons.length) {
      this.territories.push(this.territory(this.territories.length));
    }
    const wanted = one ? [] : this.territories.slice(0, garrisons.length);
    const place = the("territories");
    if (place.childElementCount !== wanted.length) {
      place.replaceChildren(...wanted.map(({ element }) => element));
    }
    wanted.forEach(({ stepper, remove, rules, about }, n) => {
      const name = state.territoryRules[n] ?? "";
      rules.setAttribute("aria-label", text("own.here", { territory: n + 1 }));
      rules.replaceChildren(
        make("option", { value: "" }, text("own.same")),
        ...this.book.options(),
        ...(name && !this.book.listed(name)
          ? [make("option", { value: name }, this.book.title(name))]
          : []),
      );
      rules.value = name;
      about.textContent = name ? this.book.sentence(name) : "";
      stepper.show(garrisons[n], text("controls.territory", { territory: n + 1 }));
      remove.textContent = text("controls.remove");
      remove.setAttribute("aria-label", text("controls.remove-territory", { territory: n + 1 }));
    });
    the("add-territory", HTMLButtonElement).disabled = garrisons.length >= MAX_TERRITORIES;
    the("stops-words").textContent = text(
      blitz ? "blitz.stops" : one ? "stops.words" : "stops.campaign",
    );
    for (const id of ["luck-sides", "luck"]) {
      the(id).hidden = !one;
    }
    the("luck-words").textContent = text(
      !one ? "luck.one-territory" : armies ? "luck.words-armies" : "luck.words",
    );
  }

  /** @param {number[]} garrisons of which one is chosen; one more can be added */
  showRow(garrisons) {
    const place = the("row");
    place.hidden = garrisons.length === 1;
    if (place.hidden) {
      return;
    }
    const before = [...place.children];
    const focused = before.findIndex((each) => each.contains(document.activeElement));
    const chips = garrisons.map((n, at) => {
      const label = text("controls.chip", { territory: at + 1, defenders: text("units.defenders", { n }) });
      const choose = () => {
        this.chosen = at;
        this.show(this.now());
      };
      return pressable(String(n), choose, { "aria-pressed": String(at === this.chosen), "aria-label": label });
    });
    const more = pressable("+", () => this.add(), { "aria-label": text("controls.add") });
    more.disabled = garrisons.length >= MAX_TERRITORIES;
    place.replaceChildren(...[...chips, more].map((each) => make("li", {}, each)));
    // whoever pressed one stays there; "+" is always the last
    const again = focused >= 0 && focused === before.length - 1 ? more : chips[focused];
    again?.focus({ preventScroll: true });
    const shown = chips[this.chosen].parentElement;
    if (shown) {
      place.scrollLeft = shown.offsetLeft + shown.offsetWidth * 2 - place.clientWidth;
    }
  }
}
