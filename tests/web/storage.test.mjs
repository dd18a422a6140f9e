// The device has no room, or has thrown everything away: said, and the evening goes on.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { browser, folder, Page, serve } from './page.mjs';

let server;
before(async () => { server = await serve(); });
after(() => server.close());

const unsaved = page => page.page.evaluate(() => Number(document.documentElement.dataset.unsaved));

test('where there is no room drops wait, and are kept when there is some', { timeout: 300_000 }, async t => {
  const profile = folder('full');
  const context = await browser(profile);
  t.after(() => context.close().catch(() => {}));
  const page = await Page.open(context, server.at);
  await page.act('Begin the match', 2);
  await page.act('tile 6-6');
  const line = await context.newCDPSession(page.page);
  const origin = new URL(server.at).origin;
  await line.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  // A page of the file may have room for some more.
  for (let acts = 0; acts < 200 && !await unsaved(page); acts++) {
    await page.tap(acts % 2 ? 'tile 6-6' : 'Undo');
    await page.page.waitForTimeout(100);
  }
  assert.ok(await unsaved(page) > 0, 'nothing was refused');
  const said = await page.sees(/not saved|unsaved/i);
  console.log(`full: ${said}`);
  await line.send('Storage.overrideQuotaForOrigin', { origin });
  await page.page.waitForFunction(() => document.documentElement.dataset.unsaved === '0', null, { timeout: 30_000 });
  const recorded = await page.recorded();
  await page.page.reload();
  await page.ready();
  assert.equal(await page.recorded(), recorded);
  await context.close();
  fs.rmSync(profile, { recursive: true, force: true });
});

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
  await page.tap(await page.sees(/^Begin the match$/));
  await page.page.waitForFunction(() => document.documentElement.dataset.recorded === '2', null, { timeout: 30_000 });
  await page.act('tile 6-6');
  await page.page.reload();
  await page.ready();
  assert.equal(await page.recorded(), 3);
  await context.close();
  fs.rmSync(profile, { recursive: true, force: true });
});
