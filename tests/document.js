// A document for `node`, in which the pages of the calculator run without a browser: it keeps texts, values and
// what is hidden, and has no looks.  An element is there as soon as it is asked for by its id.

class Element {
  constructor(name) {
    Object.assign(this, { name, children: [], attributes: {}, dataset: {}, listeners: {}, own: "", hidden: false, value: "" });
    const baseVal = { x: 0, y: 0, width: 1000, height: 1000 };
    Object.assign(this, { style: { setProperty: nothing }, viewBox: { baseVal }, classList: { add: nothing, remove: nothing, toggle: nothing } });
    for (const idle of ["focus", "select", "scrollIntoView", "animate", "toggleAttribute", "showModal", "removeAttribute", "remove"]) {
      this[idle] = nothing;
    }
  }

  get textContent() { return this.own + this.children.map((each) => each.textContent ?? each).join(""); }
  set textContent(text) { this.replaceChildren(); this.own = text; }
  get options() { return this.children; }
  get length() { return this.children.length; }
  get childElementCount() { return this.children.length; }
  get lastElementChild() { return this.children.at(-1); }
  append(...more) { more.forEach((each) => { this.children.push(each); if (each instanceof Element) each.parentElement = this; }); }
  prepend(...more) { this.children.unshift(...more); }
  add(option) { this.append(option); }
  replaceChildren(...all) { Object.assign(this, { children: [], own: "" }); this.append(...all); }
  setAttribute(name, value) { this.attributes[name] = value; }
  getAttribute(name) { return this.attributes[name] ?? null; }
  addEventListener(kind, heard) { (this.listeners[kind] ??= []).push(heard); }
  getBoundingClientRect() { return { x: 0, y: 0, left: 0, top: 0, width: 0, height: 0 }; }
  getTotalLength() { return 0; }
  getPointAtLength() { return { x: 0, y: 0 }; }
  getContext() { return null; }
  contains() { return false; }
  closest() { return null; }
  querySelector(asked) { return this.all.find(({ name, attributes }) => `${name}.${attributes.class}` === asked) ?? null; }
  querySelectorAll() { return []; }
  /** This and all within it. */
  get all() { return [this, ...this.children.flatMap((each) => each.all ?? [])]; }
}

class Option extends Element {
  constructor(said, value) { super("option"); Object.assign(this, { own: said, value }); }
}

class Idle {
  observe() {}
  disconnect() {}
}

const elements = new Map();
const listeners = {};

/** The element of an id. */
const the = (id) => elements.get(id) ?? (elements.set(id, new Element(id)), elements.get(id));

/** What the page shows: texts by the ids of their elements, labels, the title, the language and the address. */
function shown() {
  const seen = [...elements].filter(([id, { hidden }]) => !hidden && !TOLD.has(id));
  const labels = seen.flatMap(([, element]) => element.all.map((each) => each.attributes["aria-label"]));
  return {
    ...Object.fromEntries(seen.map(([id, { textContent, value }]) => [id, textContent || value])),
    labels: labels.filter(Boolean), disabled: seen.flatMap(([id, { disabled }]) => (disabled ? [id] : [])), "page-title": document.title, lang: document.documentElement.lang, address: location.hash,
  };
}

/** All texts of the page, each alone. */
const words = () => [...elements.values()].flatMap(({ all }) => all.flatMap(({ own, children }) => [own, ...children.filter((each) => each.trim)]));

/** What the page was told, which it does not show. */
const TOLD = new Set();

const nothing = () => {};

/** Make a document that was told something, for a tab and a reader of a language; what a device keeps, if it does. */
function open({ tab, language, hash, told, kept }) {
  const kinds = ["", "Input", "Select", "Button", "Progress", "Details", "Dialog", "Form", "Canvas", "Table", "Template", "Anchor"];
  kinds.forEach((kind) => { globalThis[`HTML${kind}Element`] = Element; });
  const written = (state, _, address) => { history.state = state; location.hash = address; };
  Object.assign(globalThis, {
    Element, Option, SVGElement: Element, SVGSVGElement: Element, ResizeObserver: Idle, IntersectionObserver: Idle,
    location: { hash, protocol: "file:", href: "", reload: nothing },
    history: { state: null, replaceState: written, pushState: written },
    innerHeight: 900, scrollTo: () => {},
    matchMedia: () => ({ matches: true, addEventListener: () => {} }),
    addEventListener: (kind, heard) => (listeners[kind] ??= []).push(heard),
    document: {
      documentElement: { dataset: { tab }, lang: "" }, body: new Element("body"), title: "", activeElement: null,
      getElementById: the, querySelectorAll: () => [],
      createElement: (name) => new Element(name), createElementNS: (_, name) => new Element(name),
    },
  });
  if (kept) {
    globalThis.localStorage = { getItem: (name) => kept[name] ?? null, setItem: (name, value) => { kept[name] = value; } };
  }
  Object.defineProperty(globalThis, "navigator", { value: { languages: [language] }, configurable: true });
  for (const [id, text] of Object.entries(told)) {
    the(id).own = text;
    TOLD.add(id);
  }
}

/** Type another address into the open page. */
function goes(hash) {
  location.hash = hash;
  history.state = null;
  listeners.hashchange.forEach((heard) => heard());
  return shown();
}

/** Have an event at the element of an id, a label or a text, whose value may change; return what is shown then. */
function does(kind, name, values = {}) {
  const all = [...elements.values()].flatMap((each) => each.all);
  const isCalled = ({ own, attributes, textContent }) => [attributes["aria-label"], own, textContent.trim()].includes(name);
  const found = elements.get(name) ?? all.find((each) => each.listeners[kind] && isCalled(each));
  Object.assign(found, values);
  (found.listeners[kind] ?? []).forEach((heard) => heard({ target: found, key: values.key, preventDefault: () => {} }));
  return shown();
}

module.exports = { does, goes, open, shown, words };
