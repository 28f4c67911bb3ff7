// The app: one tab at a time, which begins anew from the address, and is closed when another is opened.
// An address such as `#turn&rules=risiko` chooses the rules for all tabs, and one that ends in `&language=it` the language.

import { remember, writeAddress } from "./device.js";
import { make, the } from "./elements.js";

/** @typedef {{closing: AbortController}} Shared What several tabs use, new for each that begins. */

/**
 * The tabs, each with the address it begins at and what its addresses look like, the usual one last.
 * @type {[string, string, RegExp][]}
 */
const ADDRESSES = [
  ["maps", "#turn", /^#turn$|[#&](mine|enemy)=/],
  ["play", "#play", /^#play(=|$)/],
  ["tables", "#tables", /^#tables$/],
  ["explore", "#why", /^#why$|[#&]step=/],
  ["battle", "#", /^/],
];

/**
 * Open the tab that the address asks for, now and whenever it asks for another.
 * @param {Record<string, (shared: Shared) => void>} tabs @param {() => Shared} shared
 */
export function openTabs(tabs, shared) {
  const root = document.documentElement;
  const app = the("app");
  // a feature that the page was made without has no tab
  const there = ADDRESSES.filter(([name]) => tabs[name]);
  const left = new Map(there.map(([name, address]) => [name, address]));
  /** @type {AbortController | undefined} */
  let closing;
  /** @param {HashChangeEvent} [changed] */
  const open = (changed) => {
    const [, asked, language] = /^(.*)&language=(\w+)$/.exec(location.hash) ?? [];
    if (language !== undefined) {
      remember("language", language);
      writeAddress(asked);
    }
    const [, address, rules] = /^(#\w*)&rules=([^&]+)$/.exec(location.hash) ?? [];
    if (rules !== undefined) {
      remember("rules", decodeURIComponent(rules));
      writeAddress(address);
    }
    const [name] = there.find(([, , asks]) => asks.test(location.hash)) ?? [""];
    const last = root.dataset.tab;
    if (name === last) {
      return;
    }
    closing?.abort();
    if (last && changed) {
      left.set(last, new URL(changed.oldURL).hash || "#");
    }
    root.dataset.tab = name;
    document.body.className = "";
    for (const look of document.querySelectorAll("style")) {
      look.disabled = look.id.endsWith("-look") && look.id !== `${name}-look`;
    }
    const [around, tab] = ["shared", name].map((each) => {
      const { content } = the(`${each}-tab`, HTMLTemplateElement);
      return /** @type {DocumentFragment} */ (content.cloneNode(true));
    });
    around.querySelector("slot")?.replaceWith(tab);
    app.replaceChildren(around);
    for (const [each] of ADDRESSES) {
      const link = the(`to-${each}`, HTMLAnchorElement);
      const address = left.get(each);
      if (address === undefined) {
        link.remove();
      } else {
        link.href = address;
      }
    }
    const here = the(`to-${name}`, HTMLAnchorElement);
    here.setAttribute("aria-current", "page");
    const own = shared();
    closing = own.closing;
    tabs[name](own);
    if (changed) {
      here.focus({ preventScroll: true });
      // not smoothly, as the look of pages has it; older compilers do not know the word
      scrollTo(/** @type {any} */ ({ top: 0, behavior: "instant" }));
    }
  };
  // the link to the answer leads there without the address, which holds the question
  app.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.matches(".skip")) {
      event.preventDefault();
      the("answer").focus();
    }
  });
  addEventListener("hashchange", open);
  open();
  install();
}

/** Where the page is served, let it be installed, and work without a connection. */
function install() {
  if (/^https?:$/.test(location.protocol)) {
    document.head.append(
      make("link", { rel: "manifest", href: "manifest.webmanifest" }),
      make("link", { rel: "apple-touch-icon", href: "icon-192.png" }),
    );
    navigator.serviceWorker?.register("service-worker.js").catch(() => {
      // no use without a connection then
    });
  }
}
