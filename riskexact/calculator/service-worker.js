// Keeps the calculator for use without a connection.  The files belong together: the name of the
// cache is a hash of them all, and another version is another cache.

const CACHE = "riskexact-calculator-VERSION";
const FILES = ["index.html", "map.html", "explore.html", "log.html", "manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"];

addEventListener("install", (event) => {
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
  skipWaiting();
});

addEventListener("activate", (event) => {
  const others = (names) =>
    names.filter((name) => name.startsWith("riskexact-calculator-") && name !== CACHE);
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
  const path = url.pathname === scope.pathname ? "index.html" : url.pathname.slice(scope.pathname.length);
  if (FILES.includes(path)) {
    event.respondWith(
      caches.open(CACHE)
        .then((cache) => cache.match(new URL(path, scope)))
        .then((kept) => kept ?? fetch(event.request)),
    );
  }
});
