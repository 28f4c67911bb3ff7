// What is kept on this device, and in the address, where the browser lets a page do so.

import { closing, whileOpen } from "./elements.js";

/** @param {"language" | "rules" | "blitz" | "armies" | "map" | "game"} name */
export function remembered(name) {
  try {
    return localStorage.getItem(`riskexact.${name}`);
  } catch {
    return null;
  }
}

/** @param {"language" | "rules" | "blitz" | "armies" | "map" | "game"} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`riskexact.${name}`, value);
  } catch {
    // nothing is remembered then
  }
}

/** Changes of the address at once, and milliseconds until there is one more: WebKit refuses more than 100 in half a minute. */
const [FEW_CHANGES, ANOTHER] = [30, 500];

/** How many changes the address may have by now, and the last, which waits. */
const addressed = { left: FEW_CHANGES, since: 0, timer: 0, last: /** @type {{hash: string, state: unknown} | null} */ (null) };

/**
 * Write what is shown into the address, which waits where it changes too often.
 * @param {string} hash @param {unknown} [state] kept beside it, as long as the tab of the browser is there
 * @param {boolean} [isNew] whether the way back leads to what the address was before
 */
export function writeAddress(hash, state = null, isNew = false) {
  const now = Date.now();
  addressed.left = Math.min(FEW_CHANGES, addressed.left + (now - addressed.since) / ANOTHER);
  addressed.since = now;
  if (isNew) {
    writeLast();
    put("pushState", hash, state);
    return;
  }
  clearTimeout(addressed.timer);
  addressed.last = { hash, state };
  if (addressed.left >= 1) {
    writeLast();
  } else {
    addressed.timer = setTimeout(writeLast, ANOTHER);
  }
}

/** Write the address that waits: it is left, or read. */
export function writeLast() {
  if (addressed.last) {
    put("replaceState", addressed.last.hash, addressed.last.state);
    forgetLast();
  }
}

function forgetLast() {
  clearTimeout(addressed.timer);
  addressed.last = null;
}

/** What is kept beside the address. */
export function keptState() {
  return addressed.last ? addressed.last.state : history.state;
}

/** @param {"pushState" | "replaceState"} how @param {string} hash @param {unknown} state */
function put(how, hash, state) {
  addressed.left -= 1;
  try {
    history[how](state, "", hash);
  } catch {
    // a browser that does not let a file do so
  }
}

addEventListener("click", writeLast, { capture: true, ...whileOpen });
addEventListener("hashchange", forgetLast, whileOpen);
closing.signal.addEventListener("abort", forgetLast);
