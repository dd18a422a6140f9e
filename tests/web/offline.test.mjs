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

// Only what is given away is small.
const large = process.env.PROFILE === 'page' && 'PROFILE=web builds the page whose size counts';

test('what is loaded before the first drop is under 2 MB, and the eye is not among it', { timeout: 120_000, skip: large }, async t => {
  const profile = folder('first');
  const context = await browser(profile, { serviceWorkers: 'block' });
  t.after(() => context.close().catch(() => {}));
  // The rest of the window's module does not come: the first drop needs nothing of it.
  server.lacks = /_rest/;
  t.after(() => { server.lacks = undefined; });
  const page = await Page.open(context, server.at);
  await page.act('Begin the match', 2);
  await page.act('tile 6-6');
  console.log(`${(server.sent / 1e6).toFixed(2)} MB before the first drop`);
  assert.ok(server.sent < 2_000_000, `${server.sent} bytes`);
  assert.ok(fs.existsSync(path.join(root, 'dist/sixty_one_web_eye_bg.wasm.br')));
});

test('all there is to load is under 8 MB', { skip: large }, () => {
  const dist = path.join(root, 'dist');
  const list = /FILES = \{(.*)\}/.exec(fs.readFileSync(path.join(dist, 'sw.js'), 'utf8'))[1];
  // Of the eye's two modules a browser takes one.
  const needed = file => !/\.(br|gz)$/.test(file) && !/web_eye(_bg)?\./.test(file);
  const files = [...list.matchAll(/'([^']+)': /g)].map(([, name]) => path.join(dist, name === './' ? 'index.html' : name)).filter(needed);
  const size = file => fs.statSync(fs.existsSync(`${file}.br`) ? `${file}.br` : file).size;
  const all = files.reduce((sum, file) => sum + size(file), 0);
  console.log(`${(all / 1e6).toFixed(2)} MB in all`);
  assert.ok(all < 8_000_000, `${all} bytes`);
});

test('over a line of 10 Mbit the table can be used within 4 s', { timeout: 120_000, skip: large }, async t => {
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

test('a line that drops while the page loads ends no match', { timeout: 240_000 }, async t => {
  const host = await serve();
  t.after(() => host.close(() => {}));
  const context = await browser(folder('dropped'));
  t.after(() => context.close().catch(() => {}));
  // The first drop can be made, the rest of the program is still to come, and nothing is kept for a visit without a network.
  host.lacks = /_rest/;
  const page = await Page.open(context, host.at);
  await page.act('Begin the match', 2);
  await page.act('tile 6-6');
  await page.page.locator('#controls > [aria-label^="History"]').evaluate(element => element.click());
  await page.page.waitForFunction(() => !document.getElementById('notice').hidden, null, { timeout: 30_000 });
  assert.match(await page.told(), /has not loaded yet/);
  host.lacks = undefined;
  await page.sees(/^Export…$/, 60_000);
  assert.equal(await page.told(), '');
  await page.tap('Table');
  await page.act('tile 6-5');
  assert.equal(await page.recorded(), 4);
  await page.page.waitForFunction(() => 'kept' in document.documentElement.dataset, null, { timeout: 120_000 });
});

/// Waits until a promise of the page is kept with a yes; for `waitForFunction` every promise is one.
async function later(page, asked) {
  for (const end = Date.now() + 120_000; !await page.page.evaluate(asked); await page.page.waitForTimeout(100)) {
    if (Date.now() > end) throw new Error(`never: ${asked}`);
  }
}

test('a new version is offered between hands, never in one', { timeout: 240_000 }, async t => {
  const host = await serve();
  t.after(() => host.close(() => {}));
  const context = await browser(folder('newer'));
  t.after(() => context.close().catch(() => {}));
  const page = await Page.open(context, host.at);
  await page.page.waitForFunction(() => 'kept' in document.documentElement.dataset, null, { timeout: 120_000 });
  // It takes over what was opened before it was there.
  await page.page.waitForFunction(() => navigator.serviceWorker.controller, null, { timeout: 30_000 });
  await page.act('Begin the match', 2);
  // An app that is never reloaded looks for it when somebody comes back.
  const back = () => page.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const newer = name => name === '/sw.js' ? text => text.replace(/VERSION = '[^']*'/, "VERSION = 'newer'") : undefined;
  // As long as the host sends a file of another version, the newer one is not taken.
  host.change = name => newer(name) ?? (name === '/load.js' ? text => `${text}\n` : undefined);
  await back();
  await later(page, async () => (await caches.keys()).some(name => name.endsWith('newer')));
  await later(page, async () => !(await navigator.serviceWorker.getRegistration()).installing);
  assert.ok(await page.page.evaluate(async () => !(await navigator.serviceWorker.getRegistration()).waiting), 'a mixed version is taken');
  host.change = newer;
  await back();
  await later(page, async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting));
  await page.act('tile 6-6');
  assert.equal(await page.told(), '');
  // The hand is over: now the notice appears.
  for (const tile of ['6-3', '3-3', '3-0', '0-0', '5-0', '5-5', '5-1', '1-1', '4-1', '4-4', '4-2', '2-2']) await page.act(`tile ${tile}`);
  await page.page.waitForFunction(() => !document.getElementById('notice').hidden, null, { timeout: 30_000 });
  assert.match(await page.told(), /new version/);
  const acts = await page.recorded();
  await Promise.all([page.page.waitForEvent('load'), page.page.locator('#again').click()]);
  await page.ready();
  assert.equal(await page.recorded(), acts);
  // The older one goes as the newer takes its place.
  await later(page, async () => (await caches.keys()).filter(name => name.startsWith('sixty-one')).join() === 'sixty-one / newer');
});
