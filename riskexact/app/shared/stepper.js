// Numbers that are typed, or counted up and down by two buttons beside them.

import { make } from "./elements.js";
import { text } from "./language.js";
import { MAX_TERRITORIES, rowOf, whole } from "./numbers.js";

/** Milliseconds until a button that is held down starts to count, and between two counts. */
const HELD = 450;
const AGAIN = 70;

/**
 * A stepper: `empty` is what no text at all means, where that may be, and is then less than the
 * others; `row` takes a row of numbers, where one may be typed; `next` is the number to which Enter leads.
 * @typedef {{
 *   least: number, most: number, empty?: number | null,
 *   changed: (value: number | null) => void, row?: (values: number[]) => void, next?: () => Stepper,
 * }} Wanted
 */

/** A number with its label and buttons. */
export class Stepper {
  /** @param {Wanted} wanted */
  constructor(wanted) {
    this.wanted = wanted;
    /** @type {number | null} */
    this.value = this.fewest;
    /** Whether a row is being typed. */
    this.inRow = false;
    const id = `number-${(Stepper.made += 1)}`;
    this.input = make("input", {
      id,
      type: "text",
      // beside digits, a phone offers the sign that separates those of a row
      inputmode: wanted.row ? "decimal" : "numeric",
      enterkeyhint: wanted.next ? "next" : "done",
      autocomplete: "off",
      role: "spinbutton",
      "aria-valuemin": String(wanted.least),
      "aria-valuemax": String(wanted.most),
      size: "3",
    });
    this.label = make("label", { for: id });
    this.fault = make("span", { class: "fault", id: `${id}-fault` });
    this.fewer = this.button("−", -1);
    this.more = this.button("+", 1);
    const row = make("span", { class: "row" }, this.fewer, this.input, this.more);
    this.element = make("div", { class: "stepper" }, this.label, row, this.fault);
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("focus", () => this.input.select());
    // WebKit's mouse-up would put the caret into what the touch has selected
    let touched = false;
    this.input.addEventListener("mousedown", () => (touched = document.activeElement !== this.input));
    this.input.addEventListener("mouseup", (event) => {
      if (touched) {
        event.preventDefault();
        this.input.select();
      }
    });
    this.input.addEventListener("blur", () => this.left());
    this.input.addEventListener("keydown", (event) => {
      const step = STEPS.get(event.key);
      if (step) {
        event.preventDefault();
        this.step(step);
      } else if (event.key === "Enter" && wanted.next) {
        event.preventDefault();
        wanted.next().input.focus();
      }
    });
  }

  /** @param {string} sign @param {number} step it counts by, also while the button is held */
  button(sign, step) {
    const made = make("button", { type: "button" }, sign);
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

  /** @param {number | null} value shown without telling anybody @param {string} [label] what it is called from now on */
  show(value, label) {
    if (label !== undefined) {
      this.label.textContent = label;
      this.fewer.setAttribute("aria-label", text("controls.fewer", { label }));
      this.more.setAttribute("aria-label", text("controls.more", { label }));
      this.input.placeholder = this.wanted.empty === undefined ? "" : text("controls.never");
    }
    this.value = value;
    // what is being typed stays as it is, unless it is another number
    const typing = this.input === document.activeElement;
    if (!typing || (!this.inRow && this.read() !== value)) {
      this.input.value = this.written;
    }
    this.mark("");
  }

  /** The value as it is typed. */
  get written() {
    return this.value === null || this.value === this.wanted.empty ? "" : String(this.value);
  }

  /** What is typed; undefined where it is no number that may be typed. */
  read() {
    const { least, most, empty } = this.wanted;
    const input = this.input.value.trim();
    if (input === "") {
      return empty;
    }
    const value = whole(input, most);
    return value === null || (value < least && value !== empty) ? undefined : value;
  }

  /** @param {string} fault */
  mark(fault) {
    const { input, value, written } = this;
    this.fault.textContent = fault;
    const said = {
      "aria-invalid": fault && "true",
      "aria-describedby": fault && this.fault.id,
      "aria-valuenow": written,
      "aria-valuetext": written ? "" : text("controls.never"),
    };
    for (const [name, each] of Object.entries(said)) {
      if (each) {
        input.setAttribute(name, each);
      } else {
        input.removeAttribute(name);
      }
    }
    this.fewer.disabled = value === this.fewest;
    this.more.disabled = value === this.wanted.most;
  }

  /** The least value, which may be that of no text. */
  get fewest() {
    const { least, empty } = this.wanted;
    return empty === undefined ? least : empty;
  }

  /** What cannot be is replaced by what was, and says so. */
  left() {
    const typed = this.input.value.trim();
    const wrong = typed !== "" && this.read() === undefined && !this.inRow;
    this.inRow = false;
    this.show(this.value);
    if (wrong) {
      this.fault.textContent = text("controls.not-whole", { typed, ...this.range });
    }
  }

  /** The least and the most, for a text. */
  get range() {
    return { least: this.wanted.least, most: String(this.wanted.most) };
  }

  typed() {
    const { most, row, changed } = this.wanted;
    const value = this.read();
    const values = row && rowOf(this.input.value);
    if (row && values && values.length <= MAX_TERRITORIES) {
      this.inRow = true;
      row(values);
    } else if (values) {
      this.mark(text("controls.too-many", { most: MAX_TERRITORIES }));
    } else if (row && this.inRow && typeof value === "number") {
      row([value]); // all of the others were taken away
    } else if (value === undefined) {
      const fault = text("controls.range", this.range);
      const isTooLarge = /^\d+$/.test(this.input.value) && Number(this.input.value) > most;
      if (isTooLarge) {
        this.input.value = String(most);
        this.value = most;
        changed(most);
      }
      this.mark(isTooLarge ? "" : fault);
      this.fault.textContent = fault;
    } else {
      this.value = value;
      this.mark("");
      changed(value);
    }
  }

  /** @param {number} step */
  step(step) {
    const { least, most, empty, changed } = this.wanted;
    const from = this.written === "" ? least - 1 : Number(this.value);
    const to = Math.min(most, from + step);
    const value = to < least && empty !== undefined ? empty : Math.max(least, to);
    this.inRow = false;
    if (value !== this.value) {
      this.value = value;
      this.input.value = this.written;
      if (this.input === document.activeElement) {
        this.input.select();
      }
      this.mark("");
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
