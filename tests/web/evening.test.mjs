// An evening by touch on a phone: played, undone, put right, exported, taken home to the desk; closed, cut off and killed in between.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { browser, desktop, flags, folder, Page, phone, serve } from './page.mjs';

// The left end stays a six, so that every tile has one place; the leader goes out with the thirteenth.
const hand = ['6-6', '6-3', '3-3', '3-0', '0-0', '5-0', '5-5', '5-1', '1-1', '4-1', '4-4', '4-2', '2-2'].map(tile => `tile ${tile}`);

let server;
before(async () => { server = await serve(); });
after(() => server.close());

async function exported(page) {
  await page.tap('History');
  await page.tap('Export…');
  const [download] = await Promise.all([page.page.waitForEvent('download'), page.tap('All matches, JSON')]);
  return fs.readFileSync(await download.path());
}

test('an evening by touch, and the same match at the desk', { timeout: 600_000 }, async t => {
  const profile = folder('evening');
  let context = await browser(profile);
  t.after(() => context.close().catch(() => {}));
  let page = await Page.open(context, server.at);
  await page.act('Begin the match', 2);
  for (const [i, tile] of hand.entries()) {
    await page.act(tile);
    if (i === 1) {
      await page.act('Undo');
      await page.act(tile);
    }
  }
  await page.act('Continue');
  for (const tile of hand) await page.act(tile);
  await page.act('Continue');
  for (const tile of hand.slice(0, 4)) await page.act(tile);
  await page.act('Knock');
  await page.tap('More');
  await page.tap('Record a wrong play');
  await page.sees(/^Cancel/);
  await page.tap('tile 5-2');
  await page.act(await page.sees(/^the 5 against/));
  const acts = await page.recorded();

  // The page goes and comes back in the same hand.
  await page.page.reload();
  await page.ready();
  assert.equal(await page.recorded(), acts);
  for (const tile of ['tile 6-5', 'tile 5-3']) if ((await page.names()).includes(tile)) await page.tap(tile);
  const bytes = await exported(page);
  assert.deepEqual(page.errors, []);
  const all = await page.recorded();
  await context.close();

  // The browser goes and comes back.
  context = await browser(profile);
  page = await Page.open(context, server.at);
  assert.equal(await page.recorded(), all);
  assert.deepEqual(await exported(page), bytes);
  await context.close();

  const file = path.join(profile, 'games.json');
  fs.writeFileSync(file, bytes);
  const desk = path.join(profile, 'desk');
  const run = (...words) => execFileSync(desktop, ['sessions', '--data', desk, ...words]);
  run('import', file);
  assert.deepEqual(run('export'), bytes, 'the desk writes what the phone wrote');
  fs.rmSync(profile, { recursive: true });
});

test('killed in mid-drop, no act is lost that was acknowledged', { timeout: 1_800_000 }, async () => {
  const profile = folder('kills');
  const kills = Number(process.env.KILLS ?? 2);
  let acknowledged = 0;
  for (let kill = 0; kill <= kills; kill++) {
    fs.rmSync(path.join(profile, 'DevToolsActivePort'), { force: true });
    const child = spawn(process.env.CHROMIUM ?? '/usr/bin/chromium', ['--headless', ...flags, `--window-size=${phone.viewport.width},${phone.viewport.height}`, '--remote-debugging-port=0', `--user-data-dir=${profile}`],
      { detached: true, stdio: 'ignore' });
    try {
      let port;
      while (!(port = /\d+/.exec(fs.existsSync(path.join(profile, 'DevToolsActivePort')) ? fs.readFileSync(path.join(profile, 'DevToolsActivePort'), 'utf8') : '')?.[0])) await pause(50);
      // A request before there is a tab is never answered.
      const tabs = () => fetch(`http://127.0.0.1:${port}/json/list`).then(answer => answer.json(), () => []);
      while (!(await tabs()).some(({ type }) => type === 'page')) await pause(50);
      const remote = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      const context = remote.contexts()[0];
      const page = await Page.open(context, server.at);
      if (kill === 0) await page.act('Begin the match', 2);
      // On a busy machine the match may come a moment after the window.
      await page.page.waitForFunction(want => Number(document.documentElement.dataset.recorded) >= want, acknowledged, { timeout: 20_000 }).catch(() => {});
      const found = await page.recorded();
      assert.ok(found >= acknowledged, `kill ${kill}: ${acknowledged} acts were acknowledged, ${found} are there: ${(await page.names()).join(' | ')}`);
      assert.equal((await page.names()).filter(name => /damaged|lost/i.test(name)).length, 0);
      acknowledged = found;
      if (kill === kills) break;
      await page.page.exposeFunction('acknowledge', recorded => { acknowledged = Math.max(acknowledged, recorded); });
      await page.sees(/^tile 6-6$/);
      await page.page.evaluate(() => {
        const html = document.documentElement;
        const control = name => document.querySelector(`#controls > [aria-label="${name}"], #controls > [aria-label^="${name}, key "]`);
        new MutationObserver(() => window.acknowledge(Number(html.dataset.recorded))).observe(html, { attributeFilter: ['data-recorded'] });
        // The tile is dropped and taken back; each once, until the window shows it: a knock needs a tile on the table.
        let last;
        setInterval(() => {
          const free = control('Knock')?.disabled === true;
          if (free !== last) control(free ? 'tile 6-6' : 'Undo')?.click();
          last = free;
        }, 10);
      });
      await page.page.waitForFunction(found => Number(document.documentElement.dataset.recorded) > found + 3, found, { timeout: 60_000 });
      await pause(300 + Math.random() * 900);
    } finally {
      process.kill(-child.pid, 'SIGKILL');
      await pause(400);
      for (const lock of ['SingletonLock', 'SingletonCookie', 'SingletonSocket']) fs.rmSync(path.join(profile, lock), { force: true });
    }
  }
  console.log(`${kills} kills, ${acknowledged} acts, none lost`);
  fs.rmSync(profile, { recursive: true, force: true });
});
