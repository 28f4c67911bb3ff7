// The address of the page, which others may be given.

import { copy } from "./exact.js";
import { text } from "./language.js";

/**
 * Write what is shown into the address.
 * @param {string} hash
 */
export function writeAddress(hash) {
  try {
    history.replaceState(null, "", hash);
  } catch {
    // a browser that does not let a file do so
  }
}

/**
 * Hand an answer and the address on: to another app where the device can do that, else to the
 * clipboard.
 * @param {string} said
 */
export async function shareAnswer(said) {
  const { href } = location;
  if (navigator.share) {
    try {
      await navigator.share({ title: document.title, text: said, url: href });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") {
        return;
      }
    }
  }
  await copy(`${said}\n${href}`, text("answer.copied"));
}
