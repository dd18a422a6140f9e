// Two copies of the page on one host: the service workers share an origin's caches, and each touches only its own.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const script = fs.readFileSync(fileURLToPath(new URL('../../crates/web/www/sw.js', import.meta.url)), 'utf8');
const origin = 'https://dominoes.example';

// The caches of an origin, as much of them as the script uses.
class Caches extends Map {
  open(name) {
    if (!this.has(name)) this.set(name, new Map());
    const files = this.get(name);
    return Promise.resolve({
      put: async (file, answer) => files.set(file, answer),
      match: async file => files.get(file),
    });
  }
  async keys() { return [...super.keys()]; }
}

// A copy of the page at a path, in a version; `send` gives its worker an event and waits for what it does.
function copy(caches, at, version, relaxed = false) {
  const heard = {};
  const given = script.replace('@VERSION@', version).replace("'@FILES@': ''", "'page.js': 'a', 'sixty_one_web_eye.js': 'b', 'sixty_one_web_eye_relaxed.js': 'c'");
  assert.notEqual(given, script);
  vm.runInNewContext(given, {
    self: { relaxed }, importScripts: () => {}, caches, URL, Response, Request: class { constructor(file) { this.file = file; } },
    registration: { scope: origin + at }, location: { origin }, clients: { claim: async () => {} }, skipWaiting: () => {},
    fetch: async ({ file }) => ({ ok: true, redirected: false, from: `${at} ${version} ${file}` }),
    addEventListener: (kind, hear) => { heard[kind] = hear; },
  });
  const send = kind => { let done; heard[kind]({ waitUntil: promise => { done = promise; } }); return done; };
  return { install: () => send('install'), activate: () => send('activate') };
}

for (const paths of [['/', '/club/'], ['/club/', '/'], ['/club/', '/club/two/'], ['/club/', '/club%20two/']]) {
  test(`copies at ${paths.join(' and ')} leave each other's files alone`, async () => {
    const caches = new Caches();
    for (const at of paths) {
      const page = copy(caches, at, 'one');
      await page.install();
      await page.activate();
    }
    assert.equal(caches.size, 2);
    // A newer version of one takes the place of its older one only.
    const newer = copy(caches, paths[0], 'two');
    await newer.install();
    assert.equal(caches.size, 3);
    await newer.activate();
    const kept = [...caches].map(([, files]) => files.get('page.js').from).sort();
    assert.deepEqual(kept, [`${paths[0]} two page.js`, `${paths[1]} one page.js`].sort());
  });
}

test('of the two modules of the eye the one for this browser is kept', async () => {
  for (const relaxed of [false, true]) {
    const caches = new Caches();
    await copy(caches, '/', 'one', relaxed).install();
    const [kept] = [...caches].map(([, files]) => [...files.keys()].filter(file => /web_eye/.test(file)));
    assert.deepEqual(kept, [`sixty_one_web_eye${relaxed ? '_relaxed' : ''}.js`]);
  }
});
