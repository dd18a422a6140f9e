// In a browser that speaks Spanish the page does so too: before the window is there, in it, and where only the page can help.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { browser, folder, Page, serve } from './page.mjs';

let server;
before(async () => { server = await serve(); });
after(() => server.close(() => {}));

test('a browser in Spanish is spoken to in Spanish, and its button for a file opens the chooser', { timeout: 300_000 }, async t => {
  const profile = folder('spanish');
  const context = await browser(profile, { locale: 'es-MX' }, ['--lang=es-MX', '--accept-lang=es-MX,es']);
  t.after(async () => { await context.close().catch(() => {}); fs.rmSync(profile, { recursive: true, force: true }); });
  const page = await Page.open(context, server.at, false);
  const opening = await page.page.evaluate(() => document.getElementById('opening')?.textContent ?? 'there already');
  assert.match(opening, /^(Sixty-One se está abriendo…|there already)$/);
  await page.ready();
  assert.equal(await page.page.evaluate(() => document.documentElement.lang), 'es');
  await page.tap(await page.sees(/^Llevar los puntos a toques/));
  await page.act(await page.sees(/^Empezar el encuentro/), 2);
  await page.tap(await page.sees(/^Cámara/));
  const [chooser] = await Promise.all([page.page.waitForEvent('filechooser'), page.sees(/^Elegir una foto$/).then(name => page.tap(name))]);
  assert.ok(chooser);
  // The eye's worker speaks the window's language.
  await page.tap(await page.sees(/^Autoprueba/));
  await page.sees(/autoprueba: .*bien/, 120_000);
  // What is chosen in the settings counts, whatever the browser speaks.
  await page.tap(await page.sees(/^Ajustes/));
  await page.tap(await page.sees(/^English$/));
  await page.page.waitForFunction(() => document.documentElement.lang === 'en');
  await page.tap(await page.sees(/^Camera/));
  await page.tap(await page.sees(/^Self test$/));
  await page.sees(/self test: .*passed/, 120_000);
  assert.deepEqual(page.errors, []);
});

test('the page about it all is there in Spanish', { timeout: 60_000 }, async t => {
  const profile = folder('about');
  const context = await browser(profile, { locale: 'es-MX' });
  t.after(async () => { await context.close().catch(() => {}); fs.rmSync(profile, { recursive: true, force: true }); });
  const page = await context.newPage();
  await page.goto(`${server.at}about.html`);
  assert.equal(await page.locator('h1:visible').innerText(), 'Sixty-One lleva el puntaje de tu dominó');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'es');
});
