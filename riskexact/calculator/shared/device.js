// What is remembered on this device, where the browser lets a page do so.

/** @param {"language" | "rules" | "blitz" | "armies"} name */
export function remembered(name) {
  try {
    return localStorage.getItem(`riskexact.${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {"language" | "rules" | "blitz" | "armies"} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`riskexact.${name}`, value);
  } catch {
    // nothing is remembered then
  }
}
