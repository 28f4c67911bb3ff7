// The numbers, the rules and the switch, all shown from one state.

import { make, the } from "./elements.js";
import { has, text } from "./language.js";
import { MOST_ROUNDS, MOST_TERRITORIES, MOST_UNITS } from "./state.js";
import { Stepper } from "./stepper.js";
import { rulesTitle } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("../arithmetic/rules.js").RuleData} RuleData */

const UNITS = { least: 0, most: MOST_UNITS };

/** Units that may be left out, which means 0. */
const OR_NEVER = { ...UNITS, least: 1, empty: 0 };

/** Everything that is typed or chosen. */
export class Controls {
  /**
   * @param {RuleData[]} ruleData
   * @param {(typed: Partial<State>) => void} change
   * @param {() => State} now
   */
  constructor(ruleData, change, now) {
    this.ruleData = ruleData;
    this.change = change;
    this.now = now;
    /** @type {{stepper: Stepper, remove: HTMLElement, element: HTMLElement}[]} The territories behind the first. */
    this.behind = [];
    /** @type {(name: "attackers" | "leaveBehind" | "retreatAt" | "stopAtDefenders" | "stopBelow") => (value: number | null) => void} */
    const to = (name) => (value) => change({ [name]: value ?? 0 });
    this.attackers = new Stepper({ ...UNITS, changed: to("attackers") });
    this.defenders = new Stepper({
      ...UNITS,
      changed: (value) => change({ garrisons: [value ?? 0, ...now().garrisons.slice(1)] }),
    });
    this.leaveBehind = new Stepper({ ...UNITS, changed: to("leaveBehind") });
    this.retreatAt = new Stepper({ ...OR_NEVER, changed: to("retreatAt") });
    this.stopAtDefenders = new Stepper({ ...OR_NEVER, changed: to("stopAtDefenders") });
    this.stopAfter = new Stepper({
      least: 1,
      most: MOST_ROUNDS,
      empty: null,
      changed: (value) => change({ stopAfter: value }),
    });
    this.stopBelow = new Stepper({ ...OR_NEVER, most: 100, changed: to("stopBelow") });
    this.attackersLeft = new Stepper({
      ...UNITS,
      changed: (value) => change({ left: [value ?? 0, now().left?.[1] ?? 0] }),
    });
    this.defendersLeft = new Stepper({
      ...UNITS,
      changed: (value) => change({ left: [now().left?.[0] ?? 0, value ?? 0] }),
    });
    this.place();
  }

  /** Put everything into the page, and listen to it. */
  place() {
    const { change, now } = this;
    /** @type {[string, Stepper[]][]} */
    const places = [
      ["sides", [this.attackers, this.defenders]],
      ["leave-behind", [this.leaveBehind]],
      ["luck-sides", [this.attackersLeft, this.defendersLeft]],
      ["stops", [this.retreatAt, this.stopAtDefenders, this.stopAfter, this.stopBelow]],
    ];
    for (const [id, steppers] of places) {
      the(id, HTMLElement).append(...steppers.map(({ element }) => element));
    }
    const select = the("rule-set", HTMLSelectElement);
    select.addEventListener("change", () => change({ rules: select.value }));
    const armies = the("armies", HTMLInputElement);
    the("count", HTMLElement).addEventListener("change", () => change({ armies: armies.checked }));
    the("add-territory", HTMLElement).addEventListener("click", () => {
      const { garrisons } = now();
      change({ garrisons: [...garrisons, 1] });
      this.behind[garrisons.length - 1].stepper.input.focus();
    });
    for (const form of document.querySelectorAll("#battle, #setup")) {
      form.addEventListener("submit", (event) => event.preventDefault());
    }
  }

  /** @param {number} n from 1 */
  territory(n) {
    const stepper = new Stepper({
      ...UNITS,
      changed: (value) => {
        const garrisons = [...this.now().garrisons];
        garrisons[n] = value ?? 0;
        this.change({ garrisons });
      },
    });
    const remove = make("button", { type: "button", class: "quiet" });
    remove.addEventListener("click", () => {
      this.change({ garrisons: this.now().garrisons.filter((_, m) => m !== n) });
      const next = this.behind[Math.min(n, this.now().garrisons.length - 1) - 1];
      (next ? next.stepper.input : the("add-territory", HTMLElement)).focus();
    });
    const element = make("div", { class: "territory" }, stepper.element, remove);
    return { stepper, remove, element };
  }

  /** Say what all of it is, in the language of the page. */
  label() {
    this.leaveBehind.call(text("campaign.stay"));
    this.stopAtDefenders.call(text("stops.defenders"));
    this.stopAfter.call(text("stops.rounds"));
    this.stopBelow.call(text("stops.chance"));
    this.attackersLeft.call(text("luck.attackers"));
    this.defendersLeft.call(text("luck.defenders"));
    const groups = [...new Set(this.ruleData.map(({ group }) => group))];
    the("rule-set", HTMLSelectElement).replaceChildren(
      ...groups.map((group) => {
        const label = has(`groups.${group}`) ? text(`groups.${group}`) : group;
        const rules = this.ruleData.filter((each) => each.group === group);
        const options = rules.map((each) =>
          make("option", { value: each.name }, rulesTitle(each)),
        );
        return make("optgroup", { label }, ...options);
      }),
    );
  }

  /**
   * Show everything that was typed.
   * @param {State} state
   */
  show(state) {
    const { garrisons, armies } = state;
    the("rule-set", HTMLSelectElement).value = state.rules;
    the("about-rules", HTMLElement).textContent =
      this.ruleData.find(({ name }) => name === state.rules)?.about ?? "";
    the(armies ? "armies" : "fighters", HTMLInputElement).checked = true;
    this.attackers.call(text(armies ? "controls.armies" : "controls.attackers"));
    this.defenders.call(
      text(garrisons.length > 1 ? "controls.first-territory" : "controls.defenders"),
    );
    this.attackers.show(state.attackers);
    this.defenders.show(garrisons[0]);
    this.leaveBehind.show(state.leaveBehind);
    this.retreatAt.call(text(armies ? "stops.armies" : "stops.attackers"));
    this.retreatAt.show(state.retreatAt);
    this.stopAtDefenders.show(state.stopAtDefenders);
    this.stopAfter.show(state.stopAfter);
    this.stopBelow.show(state.stopBelow);
    this.attackersLeft.show(state.left?.[0] ?? 0);
    this.defendersLeft.show(state.left?.[1] ?? 0);
    const one = garrisons.length === 1;
    the("campaign", HTMLElement).hidden = one;
    while (this.behind.length < garrisons.length - 1) {
      this.behind.push(this.territory(this.behind.length + 1));
    }
    const wanted = this.behind.slice(0, garrisons.length - 1);
    const place = the("territories", HTMLElement);
    if (place.childElementCount !== wanted.length) {
      place.replaceChildren(...wanted.map(({ element }) => element));
    }
    wanted.forEach(({ stepper, remove }, n) => {
      stepper.call(text("controls.territory", { territory: n + 2 }));
      stepper.show(garrisons[n + 1]);
      remove.textContent = text("controls.remove");
      remove.setAttribute("aria-label", text("controls.remove-territory", { territory: n + 2 }));
    });
    the("add-territory", HTMLButtonElement).disabled = garrisons.length >= MOST_TERRITORIES;
    for (const stepper of [this.stopAtDefenders, this.stopAfter, this.stopBelow]) {
      stepper.element.hidden = !one;
    }
    the("stops-words", HTMLElement).textContent = text(
      one ? "stops.words" : "stops.campaign",
    );
    for (const id of ["luck-sides", "luck"]) {
      the(id, HTMLElement).hidden = !one;
    }
    the("luck-words", HTMLElement).textContent = text(
      one ? "luck.words" : "luck.one-territory",
    );
  }
}
