// Where the app was once: it hands over to the app of today, and is kept no more.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(retire()));

async function retire() {
  const names = (await caches.keys()).filter((name) => name.startsWith("riskexact-calculator-"));
  await Promise.all(names.map((name) => caches.delete(name)));
  await registration.unregister();
  for (const client of await clients.matchAll()) {
    client.navigate(client.url).catch(() => {});
  }
}
