// The numbers, the rules and the switch, all shown from one state.

import { counted, make, the } from "./elements.js";
import { MOST_ROUNDS, MOST_TERRITORIES, MOST_UNITS, fightOf } from "./state.js";
import { Stepper } from "./stepper.js";

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
    /** @type {{stepper: Stepper, element: HTMLElement}[]} The territories behind the first. */
    this.behind = [];
    /** @type {(name: "attackers" | "leaveBehind" | "retreatAt" | "stopAtDefenders" | "stopBelow") => (value: number | null) => void} */
    const to = (name) => (value) => change({ [name]: value ?? 0 });
    this.attackers = new Stepper({ ...UNITS, label: "Attackers", changed: to("attackers") });
    this.defenders = new Stepper({
      ...UNITS,
      label: "Defenders",
      changed: (value) => change({ garrisons: [value ?? 0, ...now().garrisons.slice(1)] }),
    });
    this.leaveBehind = new Stepper({
      ...UNITS,
      label: "Units that stay on each taken territory",
      changed: to("leaveBehind"),
    });
    this.retreatAt = new Stepper({ ...OR_NEVER, label: "", changed: to("retreatAt") });
    this.stopAtDefenders = new Stepper({
      ...OR_NEVER,
      label: "Stop when this many defenders are left",
      changed: to("stopAtDefenders"),
    });
    this.stopAfter = new Stepper({
      least: 1,
      most: MOST_ROUNDS,
      empty: null,
      label: "Stop after this many rounds",
      changed: (value) => change({ stopAfter: value }),
    });
    this.stopBelow = new Stepper({
      ...OR_NEVER,
      most: 100,
      label: "Stop when the chance falls below … %",
      changed: to("stopBelow"),
    });
    this.attackersLeft = new Stepper({
      ...UNITS,
      label: "Attackers left",
      changed: (value) => change({ left: [value ?? 0, now().left?.[1] ?? 0] }),
    });
    this.defendersLeft = new Stepper({
      ...UNITS,
      label: "Defenders left",
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
    select.append(
      ...this.ruleData.map(({ name, title }) => make("option", { value: name }, title)),
    );
    select.addEventListener("change", () => change({ rules: select.value }));
    const armies = the("armies", HTMLInputElement);
    armies.addEventListener("change", () => change({ armies: armies.checked }));
    the("add-territory", HTMLElement).addEventListener("click", () => {
      const { garrisons } = now();
      change({ garrisons: [...garrisons, garrisons[garrisons.length - 1]] });
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
      label: `Defenders on territory ${n + 1}`,
      changed: (value) => {
        const garrisons = [...this.now().garrisons];
        garrisons[n] = value ?? 0;
        this.change({ garrisons });
      },
    });
    const remove = make("button", { type: "button", class: "quiet" }, "remove");
    remove.setAttribute("aria-label", `Remove territory ${n + 1}`);
    remove.addEventListener("click", () => {
      this.change({ garrisons: this.now().garrisons.filter((_, m) => m !== n) });
      const next = this.behind[Math.min(n, this.now().garrisons.length - 1) - 1];
      (next ? next.stepper.input : the("add-territory", HTMLElement)).focus();
    });
    const element = make("div", { class: "territory" }, stepper.element, remove);
    return { stepper, element };
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
    the("armies", HTMLInputElement).checked = armies;
    const free = fightOf(state).attackers;
    the("armies-hint", HTMLElement).textContent =
      armies || free < 2 ? `${free || "none"} can fight` : `all ${free} can fight`;
    this.attackers.call(armies ? "Armies" : "Attackers");
    this.defenders.call(garrisons.length > 1 ? "On territory 1" : "Defenders");
    this.attackers.show(state.attackers);
    this.defenders.show(garrisons[0]);
    this.leaveBehind.show(state.leaveBehind);
    this.retreatAt.call(`Retreat when this many ${armies ? "armies" : "attackers"} are left`);
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
    wanted.forEach(({ stepper }, n) => stepper.show(garrisons[n + 1]));
    the("add-territory", HTMLButtonElement).disabled = garrisons.length >= MOST_TERRITORIES;
    for (const stepper of [this.stopAtDefenders, this.stopAfter, this.stopBelow]) {
      stepper.element.hidden = !one;
    }
    the("stops-words", HTMLElement).textContent = one
      ? "The attacker breaks off as soon as one of these conditions holds."
      : "In a campaign, the attackers stop with this many of them free to fight, or fewer.";
    for (const id of ["luck-sides", "luck"]) {
      the(id, HTMLElement).hidden = !one;
    }
    the("luck-words", HTMLElement).textContent = one
      ? "Type what was left: attackers who were free to fight, and defenders."
      : "Only for a single territory: remove the others.";
    the("question", HTMLElement).textContent = questionText(state);
  }
}

/**
 * What is asked, in words.
 * @param {State} state
 */
export function questionText({ attackers, garrisons, armies }) {
  const against =
    garrisons.length === 1
      ? counted(garrisons[0], "defender")
      : `${garrisons.join(", then ")} defenders`;
  return `${counted(attackers, armies ? "army" : "attacker")} against ${against}`;
}
