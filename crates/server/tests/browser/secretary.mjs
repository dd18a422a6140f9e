// The secretary of a club's evening, in a real browser, without a script of the page's own where that matters. Fails with the first check that is wrong.
//
// usage: node secretary.mjs SECRETARY_LINK WATCH_LINK PICTURES

import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { accessible } from './accessible.mjs';

const [secretaryLink, watchLink, pictures] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const WALL = { viewport: { width: 1280, height: 720 } };
const trouble = [];

async function open(link, options) {
  const page = await (await browser.newContext(options)).newPage();
  page.on('pageerror', (error) => trouble.push(`${link}: ${error}`));
  page.on('console', (message) => message.type() === 'error' && trouble.push(`${link}: ${message.text()}`));
  await page.goto(link);
  return page;
}

async function fits(page, name) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(over <= 0, `${name}: ${over} pixels wider than the screen`);
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

const phone = await open(secretaryLink, PHONE);
const desk = await open(secretaryLink, { ...WALL, colorScheme: 'light' });
const board = await open(watchLink, WALL);
const small = await open(watchLink, PHONE);
await board.getByText('Called: Anna v Ben at Table 3').waitFor();
for (const [page, name] of [[phone, 'secretary-phone'], [desk, 'secretary-desk'], [board, 'board-called'], [small, 'board-called-phone']]) {
  await accessible(page, name);
  await fits(page, name);
}

await phone.getByRole('button', { name: 'Call round 2' }).tap();
await phone.getByText('wish 1').waitFor();
await phone.getByRole('button', { name: 'Withdraw the call of Anna v Ben' }).tap();
await phone.getByText('wish 2').waitFor();
// By hand, and without a script.
const plain = await open(secretaryLink, { ...PHONE, javaScriptEnabled: false });
await plain.selectOption('#table', { label: 'Table 2 (free)' });
await plain.getByRole('button', { name: 'Call it there' }).click();
await plain.getByText('wish 3').waitFor();
await desk.getByText('Save a league').click();
await desk.fill('#name', 'Summer');
await desk.fill('#entrants', 'Anna\nBen & Cleo');
await desk.locator('form:has(#name)').getByLabel('Everyone plays everyone twice').check();
await desk.getByRole('button', { name: 'Save' }).click();
await desk.getByText('wish 4').waitFor();
await accessible(desk, 'secretary after a form');
// A season: every page is readable on a phone, and a card is typed without a script.
const season = `${secretaryLink}season?id=winter`;
for (const [rest, name] of [['', 'season'], ['&page=tonight', 'tonight'], ['&page=facts', 'facts'], ['&page=begin', 'begin'], ['&meeting=0', 'meeting'], ['&meeting=0&page=card', 'card'], ['&team=0', 'team']]) {
  await phone.goto(season + rest);
  await accessible(phone, `season ${name}`);
  await fits(phone, `season-${name}`);
}
await plain.goto(`${season}&meeting=0`);
const first = plain.locator('fieldset').first();
await first.locator('input[name=home0]').fill('Zoë');
await first.locator('input[name=won0][value=home]').check();
await plain.getByRole('button', { name: 'Record the card' }).click();
await plain.getByText('wish 5').waitFor();
assert.deepEqual(trouble, []);
console.log('done');
await browser.close();
