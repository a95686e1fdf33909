// The service worker: keeps every file of the build after the first visit and answers from there, so that the page works
// without a network. A new build has another version; its files replace the old ones when all of them have arrived.
const version = 'spoils-workbench-__VERSION__';
const files = ["__FILES__"];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('spoils-workbench-') && name !== version) { await caches.delete(name); }
    }
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) { return; }
  event.respondWith((async () => {
    const cache = await caches.open(version);
    const kept = await cache.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true });
    return kept ?? fetch(request);
  })());
});
