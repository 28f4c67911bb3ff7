// The exact fraction on request, to read and to copy, and an answer to hand on.

import { decimal, fixed, fractionText } from "../core/text.js";
import { writeLast } from "./device.js";
import { make, notice, pressable, the } from "./elements.js";
import { localized, text } from "./language.js";
import { percent } from "./words.js";

/** @typedef {import("../core/fractions.js").Fraction} Fraction */

/** Digits of the decimal beside a fraction. */
const DIGITS = 30;

/** Digits after the point of a number that is no fraction. */
const PLACES = 10;

/**
 * Show a chance exactly, in a dialog; as a decimal alone where it is no fraction, or known by its digits.
 * @param {string} title @param {Fraction} value
 */
export function showExactly(title, value) {
  const fraction = value.off ? "" : fractionText(value);
  const known = Boolean(value.off);
  const rounded = known || value.rounded === true;
  const digits = localized(
    value.rounded && value.d > 1n ? fixed(value, PLACES) : decimal(value, DIGITS),
  ) || percent(value);
  const dialog = the("exact", HTMLDialogElement);
  the("exact-title").textContent = title;
  the("exact-fraction").textContent = fraction.replace("/", " / ");
  the("exact-decimal").textContent = digits;
  the("exact-about").textContent = text(known ? "exact.certain" : rounded ? "exact.rounded" : "exact.decimal");
  const length = fraction.replace("/", "").length;
  the("exact-size").textContent = text("exact.fraction", { n: length });
  for (const id of ["exact-size", "exact-fraction", "exact-copy"]) {
    the(id).hidden = rounded;
  }
  the("exact-find").hidden = !known;
  the("exact-copy", HTMLButtonElement).onclick = () => copy(fraction, text("exact.copied"));
  the("exact-copy-decimal", HTMLButtonElement).onclick = () =>
    copy(digits, text("exact.copied-decimal"));
  the("exact-notice").textContent = "";
  dialog.showModal();
  the(rounded ? "exact-copy-decimal" : "exact-copy", HTMLButtonElement).focus();
}

/** @param {string} title @param {Fraction} chance @returns a button that shows it exactly */
export function exactButton(title, chance) {
  const said = percent(chance);
  const label = text(chance.rounded || chance.off ? "exact.more" : "exact.of", { percent: said, title });
  return pressable(said, () => showExactly(title, chance), { class: "exact", "aria-label": label });
}

/** @param {string} copied @param {string} done */
export async function copy(copied, done) {
  try {
    await navigator.clipboard.writeText(copied);
  } catch {
    if (!copiedBySelection(copied)) {
      notice(text("exact.refused"));
      return;
    }
  }
  notice(done);
}

/**
 * Hand an answer and the address on, to another app where the device can do that, also as a picture, else to the
 * clipboard.  The address of a file leads nobody there.
 * @param {string} said @param {() => Promise<File | null>} [picture]
 */
export async function shareAnswer(said, picture = async () => null) {
  writeLast();
  const isServed = /^https?:$/.test(location.protocol);
  const [address, both] = isServed ? [{ url: location.href }, `${said}\n${location.href}`] : [{}, said];
  const handedOn = "share" in navigator && await isHandedOn(async () => {
    const files = [await picture()].flatMap((file) => file ?? []);
    const withPicture = files.length && navigator.canShare?.({ files });
    return withPicture ? { files, text: both } : { title: document.title, text: said, ...address };
  });
  if (!handedOn) {
    await copy(both, text(isServed ? "answer.copied" : "answer.copied-alone"));
  }
}

/**
 * Hand something to another app; whether that was done, or given up by who was asked which.
 * @param {() => Promise<ShareData>} shared
 */
export async function isHandedOn(shared) {
  try {
    await navigator.share(await shared());
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** @param {Blob} data @param {string} name */
export function saveFile(data, name) {
  const link = make("a", { href: URL.createObjectURL(data), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {string} value @returns whether it could be selected and copied */
function copiedBySelection(value) {
  const field = make("textarea", { class: "unseen", "aria-hidden": "true", tabindex: "-1" });
  field.value = value;
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
