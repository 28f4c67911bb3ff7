// What is kept on this device, and in the address, where the browser lets a page do so.

/** @param {"language" | "rules" | "blitz" | "armies" | "map"} name */
export function remembered(name) {
  try {
    return localStorage.getItem(`riskexact.${name}`);
  } catch {
    return null;
  }
}

/** @param {"language" | "rules" | "blitz" | "armies" | "map"} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`riskexact.${name}`, value);
  } catch {
    // nothing is remembered then
  }
}

/**
 * Write what is shown into the address.
 * @param {string} hash
 * @param {unknown} [state] kept beside it, as long as the tab of the browser is there
 * @param {boolean} [isNew] whether the way back leads to what the address was before
 */
export function writeAddress(hash, state = null, isNew = false) {
  try {
    history[isNew ? "pushState" : "replaceState"](state, "", hash);
  } catch {
    // a browser that does not let a file do so
  }
}
