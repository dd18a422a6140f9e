// The page in three engines: Chromium, Firefox, and WebKit, which is Safari's. ENGINES=webkit for one; one that is not here is left out.
// The page reports what an engine lacks, and the test then looks for that report.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { each, HIGH, WIDE } from './engines.mjs';
import { desktop, folder, lab, serve } from './page.mjs';

const hand = ['6-6', '6-3', '3-3', '3-0', '0-0', '5-0', '5-5', '5-1', '1-1', '4-1', '4-4', '4-2', '2-2'].map(tile => `tile ${tile}`);

let server;
before(async () => { server = await serve(); });
after(() => server.close(() => {}));

/// Does the page keep anything in this browser?
const keeps = browser => browser.until('document.documentElement.dataset.keeps').then(kept => kept === 'yes');

/// A browser on the page, past the greeting.
async function opened(start, wishes, at = server.at) {
  const browser = await start(wishes);
  assert.equal(await browser.visit(at), '');
  await browser.sees(/^Keep score by tapping|^Undo|^Begin/);
  if (!await keeps(browser)) await browser.tap('Got it');
  if ((await browser.names()).includes('Keep score by tapping')) await browser.tap('Keep score by tapping');
  return browser;
}

each('an evening by touch', 400_000, async start => {
  const browser = await opened(start);
  const [wide, high] = await browser.run('return [innerWidth, innerHeight]');
  // Some windows are never as narrow as a phone, and Firefox may show a bar over the page.
  assert.ok(wide >= WIDE && wide <= 500 && high < HIGH + 20 && high > HIGH - 120, `${wide} x ${high}`);
  await browser.act('Begin the match', 2);
  await browser.shot('lead');
  for (const [i, tile] of hand.entries()) {
    await browser.act(tile);
    if (i === 1) {
      await browser.shot('table');
      await browser.act('Undo');
      await browser.act(tile);
    }
  }
  await browser.act('Continue');
  await browser.act(hand[0]);
  await browser.act('Knock');
  // A page that keeps nothing has said so, once.
  assert.ok(!(await browser.names()).some(name => /backup/.test(name)), 'a notice of a backup');
  for (const [screen, there] of [['History', /^Export…$/], ['Camera', /^The camera|offers no camera/], ['Settings', /^Dark$/], ['Table', /^tile 6-5$/]]) {
    await browser.tap(screen);
    await browser.sees(there);
    await browser.shot(screen.toLowerCase());
  }
});

each('a name is typed while the keyboard takes half of the window, and Backspace takes a letter back', 200_000, async start => {
  const browser = await opened(start);
  await browser.tap('New game');
  await browser.tap(await browser.sees(/^name of player 1$/));
  await browser.until('document.activeElement?.id === "typed"');
  // Like a soft keyboard over the page.
  await browser.run('Object.defineProperty(visualViewport, "height", { value: 510, configurable: true }); visualViewport.dispatchEvent(new Event("resize"))');
  await browser.until('Math.round(document.getElementById("window").getBoundingClientRect().height) === 510');
  await new Promise(done => setTimeout(done, 800));
  assert.equal(await browser.run('return document.activeElement?.id'), 'typed');
  const [, y] = await browser.where('name of player 1');
  assert.ok(y > 40 && y < 470, `the field is at ${y}`);
  await browser.type('A', 'n', 'n', 'n', 'n', '\uE003');
  // As a soft keyboard does it: no key, only what it is going to delete.
  await browser.run('document.getElementById("typed").dispatchEvent(new InputEvent("beforeinput", { inputType: "deleteContentBackward", cancelable: true, bubbles: true }))');
  await browser.type('a');
  await browser.shot('typing');
  await browser.run('delete visualViewport.height; visualViewport.dispatchEvent(new Event("resize"))');
  await browser.act('Begin the match', 2);
  await browser.sees(/^Anna 0/);
  assert.equal(await browser.opened(), '');
});

each('what is played is kept: closed, killed, opened again', 400_000, async start => {
  let browser = await opened(start);
  await browser.act('Begin the match', 2);
  await browser.act('tile 6-6');
  if (!await keeps(browser)) return 'keeps nothing, and says so';
  await browser.close();
  browser = await start();
  assert.equal(await browser.visit(server.at), '');
  await browser.until('document.documentElement.dataset.recorded === "3"');
  for (let kill = 0, acts = 3; kill < Number(process.env.KILLS ?? 1); kill++) {
    await browser.act('tile 6-3');
    await browser.act('tile 6-5');
    acts += 2;
    await browser.kill();
    browser = await start();
    assert.equal(await browser.visit(server.at), '');
    await browser.until(`Number(document.documentElement.dataset.recorded) >= ${acts}`);
    await browser.act('Undo');
    await browser.act('Undo');
    acts += 2;
  }
});

each('a second tab learns that another has the matches', 200_000, async start => {
  const browser = await opened(start);
  await browser.act('Begin the match', 2);
  const kept = await keeps(browser);
  const first = await browser.ask('which');
  const { handle } = await browser.ask('open', { type: 'tab' });
  await browser.ask('turn', { handle });
  const told = await browser.visit(server.at);
  if (!kept) {
    assert.equal(told, '');
    return 'keeps nothing: each tab for itself';
  }
  assert.match(told, /open in another tab/);
  assert.equal(await browser.run('return document.getElementById("opening").hidden'), true);
  await browser.ask('turn', { handle: first });
  await browser.ask('shut');
  await browser.ask('turn', { handle });
  await browser.run('document.getElementById("again").click()');
  await browser.until('document.documentElement.dataset.recorded === "2"');
});

each('after the first visit there need be no network, also where the host sends / on to index.html', 300_000, async start => {
  const host = await serve();
  host.forward = true;
  const browser = await opened(start, {}, host.at);
  await browser.act('Begin the match', 2);
  await browser.act('tile 6-6');
  if (!await browser.run('return "serviceWorker" in navigator')) return 'has no service worker';
  await browser.until('"kept" in document.documentElement.dataset', 120_000);
  const kept = await keeps(browser);
  const gone = new Promise(done => host.close(done));
  host.closeAllConnections();
  await gone;
  // When a page closes while it is drawing, WebKitGTK gives no later page WebGL: wait until the peg has stopped.
  await pause(4000);
  // Opened again: what drivers call reloading bypasses the cache.
  assert.equal(await browser.visit(host.at), '');
  // The eye too is on the device.
  assert.ok(await browser.later('const done = arguments[0]; import("./load.js").then(eye => eye.load()).then(() => done(true), () => done(false))'));
  if (kept) {
    await browser.until('document.documentElement.dataset.recorded === "3"');
    await browser.act('tile 6-3');
  }
  return kept ? undefined : 'opens; the match went with the page';
});

each('a page that the system put away whole is awake again', 200_000, async start => {
  const browser = await opened(start);
  await browser.run(`Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request: async () => {
    window.asked = (window.asked ?? 0) + 1;
    return window.held = Object.assign(new EventTarget(), { release() {} });
  } } })`);
  await browser.act('Begin the match', 2);
  await browser.until('window.asked === 1');
  // The system lets go of the screen and puts the page away; it comes back without a word of its being seen.
  await browser.run('window.held.dispatchEvent(new Event("release")); dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
  await browser.until('window.asked === 2');
  await browser.act('tile 6-6');
});

each('a picture is read as at the desk', 600_000, async start => {
  const browser = await opened(start);
  const drawn = folder('drawn');
  execFileSync(lab, ['simulate', '--out', drawn, '--count', '1', '--seed', '27', '--size', '1280x720']);
  const file = path.join(drawn, fs.readdirSync(drawn).find(name => name.endsWith('.jpg') && name !== 'contact.jpg'));
  const desk = JSON.parse(execFileSync(desktop, ['read', '--json', file]));
  const read = JSON.parse(await browser.later(`const [bytes, done] = arguments;
    (async () => {
      const { load } = await import('./load.js');
      const { reader } = await load();
      const picture = Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0));
      reader.read(picture, false);
      const begin = performance.now();
      return JSON.stringify({ ...JSON.parse(reader.read(picture, false)), ms: performance.now() - begin });
    })().then(done, why => done(JSON.stringify({ why: String(why) })));`, fs.readFileSync(file).toString('base64')));
  assert.equal(read.why, undefined);
  const tiles = list => list.map(({ pips, part }) => `${part} ${pips && [...pips].sort((a, b) => b - a)}`).sort();
  assert.deepEqual(tiles(read.tiles), tiles(desk.tiles));
  fs.rmSync(drawn, { recursive: true });
  return `holds, ${read.ms.toFixed(0)} ms`;
});

each('an unreadable message is logged, and the evening goes on', 200_000, async start => {
  const host = await serve();
  host.change = name => name === '/page.js' ? text => `${text}\nwindow.post = message => worker.postMessage(message);\n` : undefined;
  const browser = await opened(start, {}, host.at);
  await browser.act('Begin the match', 2);
  for (const message of [{ kind: 'key', name: 'K', keys: {} }, { kind: 'fly' }, { kind: 'size', width: null }, {}]) await browser.run('window.post(arguments[0])', message);
  await browser.act('tile 6-6');
  assert.equal(await browser.opened(), '');
  host.close();
});

// Megabytes. Firefox and WebKit draw in the page's process here, where no graphics card is; what the tests build is larger than what
// is given away.
const MOST = process.env.PROFILE === 'page' ? { chromium: 420, firefox: 1000, webkit: 1100 } : { chromium: 300, firefox: 500, webkit: 750 };
each('a camera is watched within the memory of a phone', 300_000, async start => {
  const browser = await opened(start, { args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] });
  await browser.act('Begin the match', 2);
  await browser.tap('Camera');
  await browser.tap(await browser.sees(/^The camera/));
  const told = await browser.sees(/Each look takes \d+ ms/, 120_000);
  // Watching for a while: what is looked at is given back.
  await pause(8_000);
  const kept = browser.memory();
  const look = /Each look takes (\d+) ms/.exec(await browser.sees(/Each look takes \d+ ms/) ?? told)[1];
  assert.ok(kept > 20 && kept < MOST[browser.name], `${kept} MB`);
  return `holds, ${kept.toFixed(0)} MB, a look ${look} ms`;
});
