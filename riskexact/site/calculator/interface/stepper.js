// Numbers that are typed, or counted up and down by two buttons beside them.

import { make } from "./elements.js";
import { whole } from "./state.js";

/** Milliseconds until a button that is held down starts to count, and between two counts. */
const HELD = 450;
const AGAIN = 70;

/**
 * A stepper: `empty` is what no text at all means, where that may be.
 * @typedef {{
 *   label: string, one: string, least: number, most: number, empty?: null,
 *   changed: (value: number | null) => void,
 * }} Wanted
 */

/** A number with its label and buttons. */
export class Stepper {
  /** @param {Wanted} wanted */
  constructor(wanted) {
    this.wanted = wanted;
    /** @type {number | null} */
    this.value = wanted.least;
    const id = `number-${(Stepper.made += 1)}`;
    this.input = make("input", {
      id,
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      role: "spinbutton",
      "aria-valuemin": String(wanted.least),
      "aria-valuemax": String(wanted.most),
      maxlength: "5",
      size: "3",
    });
    this.label = make("label", { for: id }, wanted.label);
    this.fault = make("span", { class: "fault", id: `${id}-fault` });
    this.fewer = this.button("−", `${wanted.one} fewer`, -1);
    this.more = this.button("+", `${wanted.one} more`, 1);
    const row = make("span", { class: "row" }, this.fewer, this.input, this.more);
    this.element = make("div", { class: "stepper" }, this.label, row, this.fault);
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("focus", () => this.input.select());
    this.input.addEventListener("blur", () => this.show(this.value));
    this.input.addEventListener("keydown", (event) => {
      const step = STEPS.get(event.key);
      if (step) {
        event.preventDefault();
        this.step(step);
      }
    });
  }

  /**
   * A button that counts, also while it is held.
   * @param {string} sign
   * @param {string} title
   * @param {number} step
   */
  button(sign, title, step) {
    const made = make("button", { type: "button", "aria-label": `One ${title}` }, sign);
    let timer = 0;
    let held = false;
    const release = () => clearTimeout(timer);
    made.addEventListener("pointerdown", () => {
      held = false;
      const again = () => {
        held = true;
        this.step(step);
        timer = setTimeout(again, AGAIN);
      };
      timer = setTimeout(again, HELD);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      made.addEventListener(end, release);
    }
    made.addEventListener("contextmenu", (event) => event.preventDefault());
    made.addEventListener("click", () => {
      if (!held) {
        this.step(step);
      }
      held = false;
    });
    return made;
  }

  /**
   * Show a value without telling anybody.
   * @param {number | null} value
   */
  show(value) {
    this.value = value;
    if (this.input !== document.activeElement || whole(this.input.value, 99999) !== value) {
      this.input.value = value === null ? "" : String(value);
    }
    this.mark("");
  }

  /** @param {string} fault */
  mark(fault) {
    const { least, most } = this.wanted;
    this.fault.textContent = fault;
    if (fault) {
      this.input.setAttribute("aria-invalid", "true");
      this.input.setAttribute("aria-describedby", this.fault.id);
    } else {
      this.input.removeAttribute("aria-invalid");
      this.input.removeAttribute("aria-describedby");
    }
    if (this.value === null) {
      this.input.removeAttribute("aria-valuenow");
      this.input.setAttribute("aria-valuetext", "none");
    } else {
      this.input.setAttribute("aria-valuenow", String(this.value));
      this.input.removeAttribute("aria-valuetext");
    }
    this.fewer.disabled = this.value === (this.wanted.empty === null ? null : least);
    this.more.disabled = this.value === most;
  }

  typed() {
    const { least, most, empty, changed } = this.wanted;
    const text = this.input.value.trim();
    const value = text === "" && empty === null ? null : whole(text, most);
    if ((value === null && (text !== "" || empty !== null)) || (value ?? least) < least) {
      this.mark(`A whole number from ${least} to ${most}`);
      return;
    }
    this.value = value;
    this.mark("");
    changed(value);
  }

  /** @param {number} step */
  step(step) {
    const { least, most, empty, changed } = this.wanted;
    const from = this.value ?? least - 1;
    const to = Math.min(most, from + step);
    const value = to < least && empty === null ? null : Math.max(least, to);
    if (value !== this.value) {
      this.show(value);
      this.input.value = value === null ? "" : String(value);
      changed(value);
    }
  }
}

Stepper.made = 0;

const STEPS = new Map([
  ["ArrowUp", 1],
  ["ArrowDown", -1],
  ["PageUp", 10],
  ["PageDown", -10],
]);
