// Keeps the app, and the pages that were visited, for use without a connection.  The files of the app
// belong together: the name of their cache is a hash of them all, and another version is another cache.

const APP = "riskexact-app-VERSION";
const VISITED = "riskexact-visited";
const FILES = ["index.html", "manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"];

addEventListener("install", (event) => {
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(APP).then((cache) => cache.addAll(requests)));
  skipWaiting();
});

addEventListener("activate", (event) => {
  const others = (names) => names.filter((name) => name.startsWith("riskexact-app-") && name !== APP);
  event.waitUntil(
    caches.keys().then((names) => Promise.all(others(names).map((name) => caches.delete(name)))),
  );
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const scope = new URL(registration.scope);
  if (event.request.method !== "GET" || url.origin !== scope.origin) {
    return;
  }
  const path = url.pathname.slice(scope.pathname.length) || "index.html";
  if (FILES.includes(path)) {
    event.respondWith(
      caches.open(APP)
        .then((cache) => cache.match(new URL(path, scope)))
        .then((kept) => kept ?? fetch(event.request)),
    );
  } else if (/\.(html|svg|png|rxg)$|\/$/.test(path)) {
    event.respondWith(visited(event.request, scope));
  }
});

/** A page as it is now, or as it was when it was visited; else the table that is always there. */
async function visited(request, scope) {
  const cache = await caches.open(VISITED);
  try {
    const found = await fetch(request);
    if (found.ok) {
      await cache.put(request, found.clone());
    }
    return found;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept || request.mode !== "navigate") {
      return kept ?? Response.error();
    }
    return Response.redirect(new URL("index.html#tables", scope));
  }
}
