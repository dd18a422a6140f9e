// Keeps the whole page on the device: after the first visit it needs no network. Another version is fetched whole beside this one
// and takes its place only when it is asked to.
const VERSION = '@VERSION@';
const FILES = ['@FILES@'];
const OURS = 'sixty-one ';
const cache = OURS + VERSION;

addEventListener('install', e => e.waitUntil((async () => {
  const store = await caches.open(cache);
  // What is here already under another name needs no second journey: the browser's own cache asks whether it has changed.
  await store.addAll(['./', ...FILES].map(file => new Request(file, { cache: 'no-cache' })));
})()));

addEventListener('activate', e => e.waitUntil((async () => {
  const old = (await caches.keys()).filter(name => name.startsWith(OURS) && name !== cache);
  await Promise.all(old.map(name => caches.delete(name)));
  await clients.claim();
})()));

addEventListener('fetch', e => {
  if (e.request.method !== 'GET' || new URL(e.request.url).origin !== location.origin) return;
  e.respondWith((async () => await (await caches.open(cache)).match(e.request, { ignoreSearch: true }) ?? fetch(e.request))());
});

addEventListener('message', e => { if (e.data === 'take over') skipWaiting(); });
