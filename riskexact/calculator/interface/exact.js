// The exact fraction on request, to read and to copy.

import { decimal } from "../arithmetic/text.js";
import { make, notice, the } from "./elements.js";

/** @typedef {import("../arithmetic/fractions.js").Fraction} Fraction */

/** Digits of the decimal beside a fraction. */
const DIGITS = 30;

/**
 * A fraction as text, "n/d".
 * @param {Fraction} value
 */
export function fractionText({ n, d }) {
  return d === 1n ? String(n) : `${n}/${d}`;
}

/**
 * Show a chance exactly, in a dialog.
 * @param {string} title
 * @param {Fraction} value
 */
export function showExactly(title, value) {
  const text = fractionText(value);
  const dialog = the("exact", HTMLDialogElement);
  the("exact-title", HTMLElement).textContent = title;
  the("exact-fraction", HTMLElement).textContent = text.replace("/", " / ");
  the("exact-decimal", HTMLElement).textContent = decimal(value, DIGITS);
  const digits = text.replace("/", "").length;
  the("exact-size", HTMLElement).textContent = `${digits} digits, in lowest terms`;
  the("exact-copy", HTMLButtonElement).onclick = () => copy(text, "Fraction copied");
  the("exact-copy-decimal", HTMLButtonElement).onclick = () =>
    copy(decimal(value, DIGITS), "Decimal copied");
  the("exact-notice", HTMLElement).textContent = "";
  dialog.showModal();
}

/**
 * A button that shows a chance exactly.
 * @param {string} title
 * @param {() => Fraction} value
 */
export function exactButton(title, value) {
  const made = make("button", { type: "button", class: "quiet" }, "exact");
  made.setAttribute("aria-label", `exact fraction: ${title}`);
  made.addEventListener("click", () => showExactly(title, value()));
  return made;
}

/**
 * Copy a text, where the browser lets a page do so, and say so.
 * @param {string} text
 * @param {string} done
 */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copiedBySelection(text)) {
      notice("This browser does not let the page copy; select the text and copy it.");
      return;
    }
  }
  notice(done);
}

/**
 * Copy as before there was a clipboard to write to: from a selected field.
 * @param {string} text
 */
function copiedBySelection(text) {
  const field = make("textarea", { class: "unseen", "aria-hidden": "true", tabindex: "-1" });
  field.value = text;
  const open = document.querySelector("dialog[open]") ?? document.body;
  const focused = document.activeElement;
  open.append(field);
  field.select();
  let copied = false;
  try {
    copied = document.execCommand("copy");
  } catch {
    copied = false;
  }
  field.remove();
  if (focused instanceof HTMLElement) {
    focused.focus();
  }
  return copied;
}
