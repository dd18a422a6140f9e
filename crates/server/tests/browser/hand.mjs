// A picture of one's own hand, sent through the page of a match for practice. Prints one line a check; fails with the first that
// is wrong.
//
// usage: node hand.mjs HAND_LINK PHOTO TILES PICTURES ENTER_LINK      TILES as the page writes them: 6-4,5-3,..

import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { accessible } from './accessible.mjs';

const [link, photo, tiles, pictures, enterLink] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});
const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
const page = await context.newPage();
const trouble = [];
page.on('pageerror', (error) => trouble.push(String(error)));
page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
page.setDefaultTimeout(90_000);
await page.goto(link);

await page.setInputFiles('#photo', photo);
await page.getByText(/tiles were read/).waitFor();
const ticked = await page.$$eval('input[name=tile]:checked', (boxes) => boxes.map((box) => box.value));
assert.deepEqual(ticked.sort(), tiles.split(',').sort());
console.log(`read from the picture: ${ticked.join(' ')}: ${await page.textContent('#say')}`);
await page.screenshot({ path: `${pictures}/hand-read.png`, fullPage: true });

await page.getByText('What should I drop?').click();
await page.getByText('chance to win').first().waitFor();
const moves = await page.$$eval('.moves li', (moves) => moves.map((move) => move.textContent));
assert.ok(moves.length > 0 && moves.every((move) => /chance to win/.test(move)), moves.join('\n'));
console.log(`advice: ${moves[0]}`);
await page.screenshot({ path: `${pictures}/hand-advice.png`, fullPage: true });

await accessible(page, 'the hand');

// The page follows the table, and what is ticked stays ticked.
await page.selectOption('#seat', 'B');
const enter = await context.newPage();
await enter.goto(enterLink);
await enter.waitForTimeout(700);
await enter.tap('#t6-4');
await page.locator('svg.line[aria-label="6-4"]').waitFor();
const left = await page.$$eval('input[name=tile]:checked', (boxes) => boxes.map((box) => box.value));
assert.deepEqual(left.sort(), tiles.split(',').filter((tile) => tile !== '6-4').sort(), 'a tile on the table is in no hand');
assert.equal(await page.inputValue('#seat'), 'B');
assert.equal(await page.locator('.moves li').count(), 0, 'the advice was for the line before');
assert.match(await page.textContent('#say'), /ask again/);
await page.screenshot({ path: `${pictures}/hand-followed.png`, fullPage: true });
console.log('the page of a hand follows the table');
assert.deepEqual(trouble, []);
console.log('done');
await browser.close();
