// Keeps the whole page on the device: after the first visit it needs no network. Another version is fetched whole beside this one
// and takes its place only when it is asked to.
const VERSION = '@VERSION@';
// While a host changes to another version it may send files of either: each has to be the one of this version.
const FILES = { '@FILES@': '' };
// Only one of the two modules of the eye is of use here.
importScripts('relaxed.js');
const other = self.relaxed ? /web_eye(_bg)?\./ : /web_eye_relaxed/;
// Another copy of the page may be on the same host: each keeps and removes its own.
const OURS = `sixty-one ${new URL(registration.scope).pathname} `;
const cache = OURS + VERSION;

// A host may send / on to /index.html or the other way round; a browser takes no answer that was sent on for a page that it opens.
const plain = answer => answer.redirected ? new Response(answer.body, { headers: { 'content-type': answer.headers.get('content-type') ?? '' } }) : answer;

addEventListener('install', e => e.waitUntil((async () => {
  const store = await caches.open(cache);
  // What is here already under another name needs no second journey: the browser's own cache asks whether it has changed.
  await Promise.all(Object.entries(FILES).filter(([file]) => !other.test(file)).map(async ([file, integrity]) => {
    const answer = await fetch(new Request(file, { cache: 'no-cache', integrity }));
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    await store.put(file, plain(answer));
  }));
})()));

addEventListener('activate', e => e.waitUntil((async () => {
  const old = (await caches.keys()).filter(name => name.startsWith(OURS) && name !== cache);
  await Promise.all(old.map(name => caches.delete(name)));
  await clients.claim();
})()));

addEventListener('fetch', e => {
  const at = new URL(e.request.url);
  if (e.request.method !== 'GET' || at.origin !== location.origin) return;
  const file = at.href.split(/[?#]/)[0].replace(/\/index\.html$/, '/');
  e.respondWith((async () => await (await caches.open(cache)).match(file) ?? fetch(e.request))());
});

addEventListener('message', e => { if (e.data === 'take over') skipWaiting(); });
