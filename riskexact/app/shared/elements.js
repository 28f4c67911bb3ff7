// Elements of the page: found by id, and made from data that is only ever text.

/** What closes the tab when another is opened: nothing beyond its elements may go on then. */
export const closing = new AbortController();

/** For listeners to anything but the elements of the tab. */
export const whileOpen = { signal: closing.signal };

/**
 * The element with an id, which is of a kind.
 * @template {Element} [T=HTMLElement]
 * @param {string} id @param {new () => T} [kind]
 * @returns {T}
 */
export function the(id, kind = /** @type {any} */ (HTMLElement)) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) {
    throw new Error(`no ${kind.name} is called ${id}`);
  }
  return found;
}

/** @param {string} id @returns what the page was told in an element */
export function told(id) {
  return JSON.parse(the(id).textContent ?? "");
}

/**
 * A new element of HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {Record<string, string>} attributes @param {(Node | string)[]} children
 */
export function make(name, attributes = {}, ...children) {
  return dressed(document.createElement(name), attributes, children);
}

/**
 * @template {Element} T
 * @param {T} made @param {Record<string, string | number>} attributes @param {(Node | string)[]} children
 */
function dressed(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, String(value));
  }
  made.append(...children);
  return made;
}

/** @param {string} id @param {(event: MouseEvent) => void} pressed */
export function whenPressed(id, pressed) {
  the(id).addEventListener("click", pressed);
}

/** @param {string} id of choices @param {(value: string) => void} chosen */
export function whenChosen(id, chosen) {
  const select = the(id, HTMLSelectElement);
  select.addEventListener("change", () => chosen(select.value));
}

/**
 * A button that does something when it is pressed.
 * @param {string} said @param {(event: MouseEvent) => void} pressed
 * @param {Record<string, string>} [attributes] @param {(Node | string)[]} children
 */
export function pressable(said, pressed, attributes = {}, ...children) {
  const made = make("button", { type: "button", ...attributes }, said, ...children);
  made.addEventListener("click", pressed);
  return made;
}

/** @param {string} id @param {[string, string][]} choices the value of each, and what it is called */
export function offer(id, choices) {
  the(id, HTMLSelectElement).replaceChildren(...choices.map(([value, said]) => make("option", { value }, said)));
}

/**
 * A new element of SVG.
 * @param {string} name @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 */
export function draw(name, attributes = {}, ...children) {
  return dressed(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/** @param {[string, number][]} shares of each result */
export function showShares(shares) {
  const parts = shares.filter(([, size]) => size > 0);
  const place = the("split");
  const kinds = String(parts.map(([result]) => result));
  if (place.dataset.of !== kinds) {
    place.dataset.of = kinds;
    place.replaceChildren(...parts.map(([result]) => make("span", { class: result })));
  }
  parts.forEach(([, size], n) => /** @type {HTMLElement} */ (place.children[n]).style.setProperty("flex-grow", String(size)));
}

/** Where an arrow key leads: to the right, and down. */
export const ARROWS = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

/**
 * Say something in passing, to eyes and to screen readers: within the dialog, where it is open, for
 * what is behind it is neither seen nor read out.
 * @param {string} text
 */
export function notice(text) {
  const open = the("exact", HTMLDialogElement).open;
  const place = the(open ? "exact-notice" : "notice");
  place.textContent = text;
  clearTimeout(lastNotice.timer);
  if (lastNotice.place !== place) {
    lastNotice.place?.replaceChildren();
    lastNotice.place = place;
  }
  lastNotice.timer = setTimeout(() => {
    place.textContent = "";
  }, 4000);
}

/** Take back what was said in passing: it may not hold any more. */
export function clearNotice() {
  lastNotice.place?.replaceChildren();
}

/** @type {{timer: number, place: HTMLElement | null}} */
const lastNotice = { timer: 0, place: null };
