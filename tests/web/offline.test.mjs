// The page is light, and needs no network after the first visit.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { browser, folder, Page, root, serve } from './page.mjs';

let server;
before(async () => { server = await serve(); });
after(() => server.close(() => {}));

test('what is loaded before the table can be used is under 3 MB, and the eye is not among it', { timeout: 120_000 }, async t => {
  const profile = folder('first');
  const context = await browser(profile, { serviceWorkers: 'block' });
  t.after(() => context.close().catch(() => {}));
  const page = await Page.open(context, server.at);
  await page.act('Begin the match', 2);
  console.log(`${(server.sent / 1e6).toFixed(2)} MB before the first drop`);
  assert.ok(server.sent < 3_000_000, `${server.sent} bytes`);
  assert.ok(fs.existsSync(path.join(root, 'dist/sixty_one_web_eye_bg.wasm.br')));
});

test('all there is to load is under 8 MB', () => {
  const dist = path.join(root, 'dist');
  const list = /FILES = \[(.*)\]/.exec(fs.readFileSync(path.join(dist, 'sw.js'), 'utf8'))[1];
  const files = [...list.matchAll(/'([^']+)'/g)].map(([, name]) => path.join(dist, name)).filter(file => !/\.(br|gz)$/.test(file));
  const size = file => fs.statSync(fs.existsSync(`${file}.br`) ? `${file}.br` : file).size;
  const all = files.reduce((sum, file) => sum + size(file), 0);
  console.log(`${(all / 1e6).toFixed(2)} MB in all`);
  assert.ok(all < 8_000_000, `${all} bytes`);
});

test('over a line of 10 Mbit the table can be used within 4 s', { timeout: 120_000 }, async t => {
  const profile = folder('slow');
  const context = await browser(profile, { serviceWorkers: 'block' });
  t.after(() => context.close().catch(() => {}));
  // The host is slow, not the browser told to be: what the workers load goes over the same line.
  server.throttle = 10e6 / 8;
  t.after(() => { server.throttle = 0; });
  const begin = Date.now();
  const page = await Page.open(context, server.at);
  await page.sees(/^Begin the match$/);
  const took = Date.now() - begin;
  console.log(`${took} ms over 10 Mbit`);
  assert.ok(took < 4000 || os.loadavg()[0] > 3, `${took} ms`);
});

test('after the first visit there need be no network', { timeout: 240_000 }, async t => {
  const profile = folder('offline');
  const context = await browser(profile);
  t.after(() => context.close().catch(() => {}));
  const page = await Page.open(context, server.at);
  await page.act('Begin the match', 2);
  await page.page.waitForFunction(() => 'kept' in document.documentElement.dataset, null, { timeout: 120_000 });
  // Not only the cable: the host is gone.
  const gone = new Promise(done => server.close(done));
  server.closeAllConnections();
  await gone;
  await context.setOffline(true);
  await page.page.reload();
  await page.ready();
  assert.equal(await page.recorded(), 2);
  await page.act('tile 6-6');
  // The eye too is on the device.
  assert.ok(await page.page.evaluate(async () => (await fetch('sixty_one_web_eye_bg.wasm')).ok));
});
