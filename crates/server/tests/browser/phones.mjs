// Two phones and a screen at one table, in a real browser. Prints one line a check; fails with the first that is wrong.
//
// usage: node phones.mjs WATCH_LINK ENTER_LINK CAMERA_LINK PICTURES

import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { accessible } from './accessible.mjs';

const [watchLink, enterLink, cameraLink, pictures] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
});

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const trouble = [];

async function open(link, options) {
  const context = await browser.newContext({ bypassCSP: false, ...options });
  const page = await context.newPage();
  page.on('pageerror', (error) => trouble.push(`${link}: ${error}`));
  page.on('console', (message) => message.type() === 'error' && trouble.push(`${link}: ${message.text()}`));
  page.sent = 0;
  page.on('response', async (response) => {
    const size = Number((await response.allHeaders())['content-length'] || 0);
    page.sent += size;
  });
  await page.goto(link);
  return page;
}

async function picture(page, name) {
  await page.screenshot({ path: `${pictures}/${name}.png` });
}

// A tap on something that has just changed does not count, so a person waits a moment.
async function tap(page, selector) {
  await page.waitForTimeout(650);
  await page.tap(selector);
}

const score = (page, side) => page.locator('.side .score').nth(side).textContent();

const first = await open(enterLink, PHONE);
const second = await open(enterLink, { ...PHONE, colorScheme: 'light' });
const wall = await open(watchLink, { viewport: { width: 1280, height: 720 } });
const phone = await open(watchLink, PHONE);
const flat = await open(`${watchLink}?both&light`, { viewport: { width: 1280, height: 720 } });
const stream = await open(`${watchLink}?overlay`, { viewport: { width: 1280, height: 720 } });

// What is tapped on one phone is on every screen, with its reason.
await tap(first, '#t5-5');
await wall.getByText('5-5 → 10 → two fives → 2').waitFor();
assert.equal(await score(wall, 0), '2');
await second.getByText('Anna leads 5-5').first().waitFor();
await tap(second, '#t5-0');
await first.getByText('Ben dropped 5-0 on the 5-5').first().waitFor();
console.log('two phones enter drops and see each other’s');

// What cannot be is refused in the table’s words.
await tap(first, '#t6-6');
await first.getByText('6-6 fits nowhere').first().waitFor();
await picture(first, 'enter-refused');

// Where both ends fit, the phone is asked.
await tap(first, '#t5-4');
await first.getByText('Entered.').first().waitFor();
await second.getByText('Anna dropped 5-4').first().waitFor();
await tap(second, '#t4-0');
await second.getByText('Where?').first().waitFor();
assert.equal(await second.locator('#choice button').count(), 3, 'two places, and back');
await picture(second, 'enter-choose');
await accessible(second, 'enter, light, choosing');
await tap(second, '#choice button');
await first.getByText('Ben dropped 4-0').first().waitFor();

// Undo, and the drop again by keyboard alone.
await tap(first, '#b-undo');
await second.getByText('Ben to drop', { exact: false }).first().waitFor();
await second.waitForTimeout(650);
await second.locator('#t4-0').focus();
await second.keyboard.press('Enter');
await second.getByText('Where?').first().waitFor();
await second.waitForTimeout(650);
await second.locator('#choice button').first().press('Enter');
await first.getByText('Ben dropped 4-0').first().waitFor();

await tap(first, '#t4-1');
await tap(first, '#choice button');
await second.getByText('Anna dropped 4-1').first().waitFor();

// Both at once: a phone with an old page gets a message; if its page was up to date, both drops count.
await Promise.all([tap(first, '#t4-4'), tap(second, '#t1-1')]);
for (const page of [first, second]) await page.waitForFunction(() => !['', 'Sending…'].includes(document.getElementById('say').textContent));
const said = [await first.textContent('#say'), await second.textContent('#say')];
console.log(`at once: ${said.join(' / ')}`);
const entered = said.filter((words) => words === 'Entered.').length;
let line, laid;
// The wall hears of it a moment after the phone that entered it.
for (let wait = 0; wait < 50 && laid !== entered; wait++) {
  if (wait) await wall.waitForTimeout(100);
  line = await wall.locator('svg.line').getAttribute('aria-label');
  laid = ['4-4', '1-1'].filter((tile) => line.includes(tile)).length;
}
assert.ok(entered >= 1 && entered === laid, `${said} | ${line}`);

// An immediate second tap does not count, and nothing jumps: the tiles stay in place, whatever is above them.
const place = async (page) => (await page.locator('#t6-0').boundingBox()).y;
const [small] = [await open(enterLink, { ...PHONE, viewport: { width: 390, height: 664 } })];
const top = await place(small);
for (const id of ['#b-undo', '#b-undo']) { await tap(small, id); await small.getByText('Undone.').first().waitFor(); assert.equal(await place(small), top); }
const undo = await small.locator('#b-undo').boundingBox();
assert.ok(undo.y + undo.height <= 664, `Undo is in reach: ${undo.y}`);
const lowest = await small.locator('#t0-0').boundingBox();
assert.ok(lowest.y + lowest.height <= undo.y, 'no tile is covered');
await small.waitForTimeout(650);
const before = await wall.locator('svg.line').getAttribute('aria-label');
await small.evaluate(() => { const undo = () => document.getElementById('b-undo').click(); undo(); setTimeout(undo, 60); setTimeout(undo, 250); });
await small.getByText('Undone.').first().waitFor();
await small.waitForTimeout(700);
const after = await wall.locator('svg.line').getAttribute('aria-label');
assert.equal(before.split(' ').length - after.split(' ').length, 1, `one undo: ${before} | ${after}`);
await picture(small, 'enter-664');
assert.match(await small.textContent('#spoken'), /\d/, 'a screen reader hears the points');

// Words of two lines cover neither names nor scores, and every tile is in reach on a small phone.
for (const [width, height] of [[390, 664], [360, 640]]) {
  await small.setViewportSize({ width, height });
  const covers = await small.evaluate(() => {
    const say = document.getElementById('say');
    say.textContent = JSON.parse(document.querySelector('script[src="page.js"]').dataset.words).unsent;
    const [words, sides] = [say, document.querySelector('.sides')].map((part) => part.getBoundingClientRect());
    const high = words.height;
    say.textContent = '';
    return { high, over: words.bottom - sides.top };
  });
  assert.ok(covers.high > 40 && covers.over <= 0, `${width}: ${JSON.stringify(covers)}`);
  const [lowest, bar] = await Promise.all(['#t0-0', '.bar'].map((part) => small.locator(part).boundingBox()));
  assert.ok(lowest.y + lowest.height <= bar.y, `${width}: ${lowest.y + lowest.height} is under ${bar.y}`);
}
await small.setViewportSize({ width: 390, height: 664 });

// A tap that comes before the answer to the last is answered with words, and one on a page that changes under it counts.
async function drop() {
  await tap(small, '.row button.fits');
  await small.waitForFunction(() => /Entered|Where/.test(document.getElementById('say').textContent));
  if (await small.locator('#choice button').count()) await tap(small, '#choice button');
  await small.getByText('Entered.').first().waitFor();
}
await drop();
const held = [];
await small.route('**/act', (route) => held.push(route));
await tap(small, '#b-undo');
await tap(small, '#b-undo');
assert.equal(held.length, 1);
await held[0].continue();
await small.unroute('**/act');
await small.getByText('Undone. Your second tap came before the answer: tap again.').first().waitFor();
await drop();
await small.waitForTimeout(650);
const finger = await small.context().newCDPSession(small);
const button = await small.locator('#b-undo').boundingBox();
const spot = { x: button.x + button.width / 2, y: button.y + button.height / 2 };
await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [spot] });
await tap(first, '#b-undo');
await first.getByText('Undone.').first().waitFor();
await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
await small.getByText('the table has moved on: look again').first().waitFor();
console.log('every tap that is meant counts or is answered');

// In Spanish nothing is cut.
const spanish = await open(enterLink, { ...PHONE, viewport: { width: 360, height: 640 }, locale: 'es' });
await tap(spanish, '#b-block');
await spanish.waitForFunction(() => document.querySelector('#choice button'));
const shortened = await spanish.evaluate(() => [...document.querySelectorAll('p,button')]
  .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
  .filter((part) => !part.closest('.unseen') && part.className !== 'score')
  .map((part) => part.textContent));
assert.deepEqual(shortened, []);
await picture(spanish, 'enter-spanish-block');
await tap(spanish, '#choice button:last-child');
console.log('in Spanish nothing is cut');

// A cut connection is seen at once, and after it the page is fresh.
const cut = await open(enterLink, PHONE);
await cut.waitForTimeout(300);
await cut.context().setOffline(true);
await cut.waitForFunction(() => !document.getElementById('lost').hidden, null, { timeout: 2000 });
await picture(cut, 'enter-cut');
await cut.context().setOffline(false);
await cut.waitForFunction(() => document.getElementById('lost').hidden, null, { timeout: 4000 });

// A phone that slept is fresh, or marked as old, within two seconds of waking.
const asleep = await cut.context().newCDPSession(cut);
await asleep.send('Page.setWebLifecycleState', { state: 'frozen' });
await tap(small, '#b-undo');
await small.getByText('Undone.').first().waitFor();
await asleep.send('Page.setWebLifecycleState', { state: 'active' });
const there = await small.locator('svg.line').getAttribute('aria-label');
await cut.waitForFunction((there) => document.querySelector('svg.line').getAttribute('aria-label') === there ||
  !document.getElementById('lost').hidden, there, { timeout: 2000 });
console.log('no double tap, nothing jumps, a cut and a sleep are seen');

const wrong = await open(enterLink.replace(/[^/]+\/$/, 'abcd-efgh-jkmn/'), PHONE);
await wrong.getByText('This link no longer works').waitFor();
await picture(wrong, 'wrong-link');
await accessible(wrong, 'a wrong link');
await accessible(first, 'enter');
await accessible(wall, 'score on a wall');
await accessible(phone, 'score on a phone');
await accessible(flat, 'score for both sides');
await picture(first, 'enter');
await picture(second, 'enter-light');
await picture(wall, 'score-wall');
await picture(phone, 'score-phone');
await picture(flat, 'score-both');
await stream.screenshot({ path: `${pictures}/score-overlay.png`, omitBackground: true });

// A phone is the camera. By http one picture at a time, and the page says where it can be live; the machine's own pages may film.
const plainEye = await open(cameraLink, PHONE);
const secureLink = await plainEye.locator('#secure a').getAttribute('href');
assert.equal(secureLink, cameraLink.replace('http:', 'https:'));
if (!/127[.]0[.]0[.]1/.test(cameraLink)) {
  await plainEye.getByText('this page over https').waitFor();
  assert.ok(await plainEye.locator('#live').isHidden());
  await accessible(plainEye, 'camera by http');
  await picture(plainEye, 'camera-http');
}

// Over https the browser warns, because the table made its own certificate; after that the phone films.
const warned = await (await browser.newContext(PHONE)).newPage();
const why = await warned.goto(secureLink).then(() => 'no warning', (error) => String(error));
assert.match(why, /ERR_CERT_AUTHORITY_INVALID/);
const eye = await open(secureLink, { ...PHONE, ignoreHTTPSErrors: true });
assert.equal(await eye.evaluate(() => isSecureContext), true);
await eye.getByText('Why did the browser warn?').click();
await eye.getByText('The browser warns once').waitFor();
await picture(eye, 'camera-warning');
await eye.fill('#name', 'anna');
await accessible(eye, 'camera');
await eye.click('#live');
await eye.getByText(/[4-9] pictures sent/).waitFor();
await picture(eye, 'camera');
await eye.reload();
await eye.fill('#name', 'anna');
await eye.setInputFiles('#photo', `${pictures}/enter.png`);
await eye.getByText('1 picture sent').waitFor();
console.log(`a phone is the camera by https: ${await eye.textContent('#say')}`);

// Without a script the page enters too.
const plain = await open(enterLink, { ...PHONE, javaScriptEnabled: false });
await plain.click('#b-knock');
await plain.waitForLoadState();
assert.match(await plain.textContent('body'), /knocks|can play/);
console.log('a page without a script enters too');

for (const [name, page] of [['enter', first], ['score', wall]]) {
  assert.ok(page.sent < 100_000, `${name}: ${page.sent} bytes`);
}

// A reach over the network that the policy must not allow.
const out = await wall.evaluate(() => fetch('http://127.0.0.1:9/').then(() => 'went', () => 'refused'));
assert.equal(out, 'refused');
const expected = trouble.filter((words) => !/Content Security Policy|violates|Fetch API|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|status of 403/.test(words));
assert.deepEqual(expected, []);
console.log('done');
await browser.close();
