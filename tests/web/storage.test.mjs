// What a browser's storage may do: be thrown away, be full, be damaged, not be there at all.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { browser, folder, Page, serve } from './page.mjs';

let server;
before(async () => { server = await serve(); });
after(() => server.close());

test('what was thrown away is gone, and the next match is kept', { timeout: 300_000 }, async t => {
  const profile = folder('cleared');
  const context = await browser(profile);
  t.after(() => context.close().catch(() => {}));
  const page = await Page.open(context, server.at);
  await page.act('Begin the match', 2);
  const line = await context.newCDPSession(page.page);
  await line.send('Storage.clearDataForOrigin', { origin: new URL(server.at).origin, storageTypes: 'all' });
  await page.page.reload();
  await page.ready();
  await page.greeted();
  await page.tap(await page.sees(/^Begin the match$/));
  await page.page.waitForFunction(() => document.documentElement.dataset.recorded === '2', null, { timeout: 30_000 });
  await page.act('tile 6-6');
  await page.page.reload();
  await page.ready();
  assert.equal(await page.recorded(), 3);
  await context.close();
  fs.rmSync(profile, { recursive: true, force: true });
});

// A browser that has no more to give refuses what is written with these words; a megabyte that it gave ahead would have to be filled first.
// And a window that fails on demand.
const refusing = `setTimeout(() => { new BroadcastChannel('break').onmessage = () => broke(new Error('tried')); });
const write = FileSystemSyncAccessHandle.prototype.write;
let full = false;
const channel = new BroadcastChannel('full');
channel.onmessage = ({ data }) => { full = data; channel.postMessage('heard'); };
FileSystemSyncAccessHandle.prototype.write = function (...what) {
  if (full) throw new DOMException('No space available for this operation', 'QuotaExceededError');
  return write.apply(this, what);
};
`;

test('a full device is reported, and later drops are written once there is room', { timeout: 300_000 }, async t => {
  const host = await serve();
  t.after(() => host.close(() => {}));
  host.change = name => name === '/worker.js' ? text => refusing + text : undefined;
  const context = await browser(folder('full'), { serviceWorkers: 'block' });
  t.after(() => context.close().catch(() => {}));
  const page = await Page.open(context, host.at);
  // What is pressed may reach the worker sooner than this does: it has to have heard.
  const full = now => page.page.evaluate(now => new Promise(done => {
    window.channel ??= new BroadcastChannel('full');
    window.channel.onmessage = () => done();
    window.channel.postMessage(now);
  }), now);
  const stands = (recorded, unsaved) => page.page.waitForFunction(([recorded, unsaved]) => {
    const told = document.documentElement.dataset;
    return Number(told.recorded) === recorded && Number(told.unsaved) === unsaved;
  }, [recorded, unsaved], { timeout: 60_000 });
  await page.act('Begin the match', 2);
  await full(true);
  await page.press('tile 6-6');
  await stands(2, 1);
  await page.sees(/^tile 6-5$/);
  await page.press('tile 6-5');
  await stands(2, 2);
  await page.sees(/2 drops not saved/);
  if (process.env.SHOTS) await page.page.screenshot({ path: `${process.env.SHOTS}/full.png` });
  await full(false);
  await stands(4, 0);
  await page.page.evaluate(() => { document.getElementById('notice').hidden = true; });
  await full(true);
  await page.press(await page.sees(/^tile 5-5$/));
  await stands(4, 1);
  assert.equal(await broken(page), 'Sixty-One stopped: tried. Drops that were not saved: 1. Everything before them is safe.');
  await page.page.reload();
  await page.ready();
  assert.equal(await page.recorded(), 4);
  assert.equal(await broken(page), 'Sixty-One stopped: tried. Everything recorded is safe.');
});

/// What the page says when its window breaks down.
async function broken(page) {
  await page.page.evaluate(() => new BroadcastChannel('break').postMessage(''));
  await page.page.waitForFunction(() => !document.getElementById('notice').hidden, null, { timeout: 30_000 });
  return page.told();
}

test('damaged matches are mended from the second record, with a notice', { timeout: 300_000 }, async t => {
  const context = await browser(folder('damaged'), { serviceWorkers: 'block' });
  t.after(() => context.close().catch(() => {}));
  const page = await Page.open(context, server.at);
  await page.act('Begin the match', 2);
  for (const tile of ['tile 6-6', 'tile 6-5']) await page.act(tile);
  // A page of the same host without the window: the files are free.
  await page.page.goto(`${server.at}about.html`);
  const spoilt = await page.page.evaluate(async () => {
    const files = [];
    const walk = async folder => { for await (const entry of folder.values()) entry.kind === 'file' ? files.push(entry) : await walk(entry); };
    await walk(await navigator.storage.getDirectory());
    // The first 4096 bytes are the pool's own: the name of the file that this is.
    for (const entry of files) {
      const file = await entry.getFile();
      const name = (await file.slice(0, 512).text()).replace(/\0.*/s, '');
      if (!name.endsWith('/sessions.db')) continue;
      // The worker that had them takes a moment to go.
      let writer;
      for (let tries = 0; !writer; tries++) {
        writer = await entry.createWritable({ keepExistingData: true }).catch(why => { if (tries > 50) throw why; });
        if (!writer) await new Promise(done => setTimeout(done, 100));
      }
      // A page's cells are at its end; the first page says what the others are.
      for (let end = 4096 + 2 * 4096; end <= file.size; end += 4096) await writer.write({ type: 'write', position: end - 600, data: new Uint8Array(600).fill(0x5a) });
      await writer.close();
      return `${name} ${file.size}`;
    }
    return undefined;
  });
  assert.ok(spoilt, 'no database was found to spoil');
  await page.page.goto(server.at);
  await page.ready();
  await page.sees(/damaged/);
  if (process.env.SHOTS) await page.page.screenshot({ path: `${process.env.SHOTS}/damaged.png` });
  assert.equal(await page.recorded(), 4);
  await page.act('tile 5-5');
});

test('a page that came without https keeps nothing, says so, and reads a picture', { timeout: 300_000 }, async t => {
  const server = await serve();
  t.after(() => server.close());
  server.change = name => name === '/worker.js' ? text => refusing.replace(/const write[^]*/, '') + text : undefined;
  const context = await browser(folder('plain'), {}, ['--host-resolver-rules=MAP plain.example 127.0.0.1']);
  t.after(() => context.close().catch(() => {}));
  const page = await Page.open(context, server.at.replace('127.0.0.1', 'plain.example'));
  assert.equal(await page.page.evaluate(() => isSecureContext), false);
  await page.sees(/^Nothing is saved, because this page was loaded without https/);
  await page.tap('Got it');
  await page.loses(/^Nothing is saved/);
  await page.act('Begin the match', 2);
  await page.act('tile 6-6');
  await page.act('tile 6-5');
  // Nothing is tried every second, and nothing is called a loss.
  await page.page.waitForTimeout(2500);
  assert.equal(await page.page.evaluate(() => document.documentElement.dataset.unsaved), '0');
  assert.ok(!(await page.names()).some(name => /not saved|is missing/.test(name)));
  await page.tap('History');
  await page.sees(/^Export…$/);
  await page.tap('Table');
  await page.tap('Camera');
  await page.sees(/^Choose a picture$/);
  assert.deepEqual(page.errors.filter(error => !/favicon/.test(error)), []);
  assert.equal(await broken(page), 'Sixty-One stopped: tried. This browser keeps nothing: the match is lost.');
});
