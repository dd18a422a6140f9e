// The page in Debian's Firefox, where there is one: it loads, takes drops and keeps them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { Firefox, firefox } from './firefox.mjs';
import { folder, serve } from './page.mjs';

let server;
before(async () => { server = await serve(); });
after(() => server.close());

test('Firefox loads, taps and stores', { timeout: 300_000, skip: !fs.existsSync(firefox) && 'no Firefox' }, async t => {
  const profile = folder('firefox');
  let browser = await Firefox.open(profile);
  t.after(() => browser.close());
  const ready = '(document.documentElement.dataset.ready || (!document.getElementById("notice").hidden && document.getElementById("words").textContent))';
  const recorded = n => `document.documentElement.dataset.recorded === '${n}'`;
  await browser.go(server.at);
  const opened = await browser.until(ready);
  // Without a screen, or Mesa's drivers for it, Firefox draws nothing; the page says so.
  if (/no WebGL 2/.test(opened)) return t.skip('this Firefox has no WebGL 2');
  assert.match(opened, /^\d+$/);
  await browser.press('Keep score by tapping');
  await browser.press('Begin the match');
  await browser.until(recorded(2));
  await browser.tap('tile 6-6');
  await browser.until(recorded(3));
  if (process.env.SHOTS) fs.writeFileSync(`${process.env.SHOTS}/firefox.png`, Buffer.from(await browser.ask('WebDriver:TakeScreenshot', { full: false }), 'base64'));
  await browser.close();
  browser = await Firefox.open(profile);
  await browser.go(server.at);
  await browser.until(ready);
  await browser.until(recorded(3));
});
