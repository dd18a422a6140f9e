// The browser has thrown everything away: the page begins anew and keeps the next match.
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
  await page.tap(await page.sees(/^Begin the match$/));
  await page.page.waitForFunction(() => document.documentElement.dataset.recorded === '2', null, { timeout: 30_000 });
  await page.act('tile 6-6');
  await page.page.reload();
  await page.ready();
  assert.equal(await page.recorded(), 3);
  await context.close();
  fs.rmSync(profile, { recursive: true, force: true });
});
