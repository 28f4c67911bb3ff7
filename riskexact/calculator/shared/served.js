// The page and its place: its address, which others may be given, and itself on the device.

import { make, the } from "./elements.js";
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
 * Hand the address on: to another app where the device can do that, else to the clipboard.
 * @param {string} title
 */
export async function sharePage(title) {
  const { href } = location;
  if (navigator.share) {
    try {
      await navigator.share({ title, url: href });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") {
        return;
      }
    }
  }
  await copy(href, text("answer.copied"));
}

/** The link to the answer leads there without the address, which holds the question. */
export function skipToAnswer() {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    the("answer", HTMLElement).focus();
  });
}

/** Where the page is served, let it be installed, and work without a connection. */
export function install() {
  if (!/^https?:$/.test(location.protocol)) {
    return;
  }
  document.head.append(
    make("link", { rel: "manifest", href: "manifest.webmanifest" }),
    make("link", { rel: "apple-touch-icon", href: "icon-192.png" }),
  );
  const home = document.getElementById("home");
  const address = home?.getAttribute("href") ?? "";
  const linked = () => {
    home?.toggleAttribute("href", navigator.onLine);
    if (navigator.onLine) {
      home?.setAttribute("href", address);
    }
    home?.setAttribute("data-text", navigator.onLine ? "page.home" : "page.offline");
    home?.replaceChildren(text(navigator.onLine ? "page.home" : "page.offline"));
  };
  addEventListener("online", linked);
  addEventListener("offline", linked);
  linked();
  navigator.serviceWorker?.register("service-worker.js").catch(() => {
    // no use without a connection then
  });
}
