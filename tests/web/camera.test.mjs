// The camera in the page: a drawn game is filmed, the browser takes the film for its camera, and every drop is proposed. Then
// everything a camera can do wrong.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { browser, folder, lab, memory, Page, serve, settled } from './page.mjs';

let server;
before(async () => { server = await serve(); });
after(() => server.close());

const fake = film => ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', ...(film ? [`--use-file-for-fake-video-capture=${film}`] : [])];

/// Begins a match and opens the camera.
async function watching(page, camera = /^The camera/) {
  await page.act('Begin the match', 2);
  await page.tap('Camera');
  await page.tap(await page.sees(camera));
}

/// Counts frames of the page itself, to find the longest pause between two.
const countFrames = page => page.page.evaluate(() => {
  window.gaps = [];
  let last = performance.now();
  const next = now => { window.gaps.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
});

/// Accepts proposals until the record has that number of drops; returns the time of each.
async function takeDown(page, most, patience) {
  const seen = [];
  for (const end = Date.now() + patience; seen.length < most && Date.now() < end;) {
    const proposed = await page.page.evaluate(() => document.documentElement.dataset.proposed ?? '');
    if (proposed) {
      const at = Date.now();
      const want = await page.recorded() + 1;
      // What came this moment is not confirmed.
      await page.page.waitForFunction(settled, null, { timeout: 5000 }).catch(() => {});
      await page.press('Confirm');
      // What a hand has covered meanwhile is proposed again.
      const recorded = page.page.waitForFunction(want => Number(document.documentElement.dataset.recorded) === want, want, { timeout: 3000 });
      if (await recorded.then(() => true, () => false)) seen.push({ tile: proposed.split(' ')[0], at });
    }
    await page.page.waitForTimeout(25);
  }
  return seen;
}

// SEQUENCE=FOLDER films a game of drawn pictures instead; DROPS, CONDITION, PACE as far as they are named.
test('a filmed game is proposed drop by drop', { timeout: 600_000 }, async t => {
  const profile = folder('camera');
  const film = path.join(profile, 'film.mjpeg');
  const drops = Number(process.env.DROPS ?? 3);
  const sequence = process.env.SEQUENCE ? [process.env.SEQUENCE, '--condition', process.env.CONDITION ?? 'clean'] : ['--seed', '5'];
  const before = 12;
  const truth = String(execFileSync(lab, ['film', '--out', film, '--most', String(drops), '--before', String(before), '--rest', '4', ...sequence]))
    .trim().split('\n').map(line => JSON.parse(line));
  const context = await browser(profile, {}, fake(film));
  t.after(() => context.close().catch(() => {}));
  const page = await Page.open(context, server.at);
  await watching(page);
  await page.sees(/tiles are read|One tile is read/, 60_000);
  const begun = await page.page.evaluate(() => Number(document.documentElement.dataset.camera));
  await page.tap('Table');
  await countFrames(page);
  const seen = await takeDown(page, drops, (truth.at(-1).gone + 15) * 4000);
  const gaps = (await page.page.evaluate(() => window.gaps)).sort((a, b) => a - b);
  const kept = await memory(context);
  if (process.env.SHOTS) await page.page.screenshot({ path: path.join(process.env.SHOTS, 'camera.png') });
  const origin = await page.page.evaluate(() => performance.timeOrigin);
  const delays = seen.map(({ at }, i) => (at - origin - begun) / 1000 - truth[i]?.gone);
  console.log(`proposed ${seen.map(({ tile }) => tile).join(' ')}; laid ${truth.map(({ tile }) => tile).join(' ')}`);
  console.log(`from the hand's going to the proposal: ${delays.map(delay => delay.toFixed(2)).join(' ')} s`);
  console.log(`longest pause of the page ${gaps.at(-1).toFixed(0)} ms, 99 in 100 under ${gaps[Math.floor(gaps.length * 0.99)].toFixed(0)} ms`);
  console.log(`${kept.toFixed(0)} MB of memory`);
  // What the tests build is larger than what is given away.
  assert.ok(kept < (process.env.PROFILE === 'page' ? 360 : 300), `${kept} MB`);
  assert.deepEqual(seen.map(({ tile }) => tile), truth.map(({ tile }) => tile));
  assert.deepEqual(page.errors, []);
});

for (const [where, standalone, words] of [['a tab', false, /the lock or camera sign beside the address/], ['an installed app', true, /the settings of your device/]]) test(`after a no to the camera in ${where} the match goes on, and the page says where to allow it`, { timeout: 120_000 }, async t => {
  const profile = folder('refused');
  // Without anybody to say yes the browser says no.
  const context = await browser(profile, {}, ['--use-fake-device-for-media-stream', '--deny-permission-prompts']);
  t.after(() => context.close().catch(() => {}));
  await context.addInitScript(standalone => { if (globalThis.document) navigator.standalone = standalone; }, standalone);
  const page = await Page.open(context, server.at);
  await watching(page);
  assert.match(await page.sees(/No picture: no permission to use the camera\. To allow it/), words);
  await page.tap('Table');
  await page.tap('Tap the tiles');
  await page.tap('Tiles');
  await page.act('tile 6-6');
});

test('a camera that is unplugged, turned or paused is reported and survived', { timeout: 240_000 }, async t => {
  const profile = folder('faults');
  const context = await browser(profile, {}, fake());
  t.after(() => context.close().catch(() => {}));
  // A camera of the test's own: what it shows and when it goes is known.
  await context.addInitScript(() => {
    if (!globalThis.document) return;
    navigator.mediaDevices.getUserMedia = async () => {
      if (window.gone) throw Object.assign(new Error('gone'), { name: 'NotReadableError' });
      const canvas = window.lens ??= Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
      const pen = canvas.getContext('2d');
      window.drawing ??= setInterval(() => { pen.fillStyle = `hsl(${Date.now() / 20 % 360} 30% 40%)`; pen.fillRect(0, 0, canvas.width, canvas.height); }, 50);
      const stream = canvas.captureStream(20);
      window.track = stream.getVideoTracks()[0];
      return stream;
    };
  });
  const page = await Page.open(context, server.at);
  await watching(page);
  await page.sees(/640 x 360 pixels/, 60_000);
  await page.page.evaluate(() => { window.lens.width = 360; window.lens.height = 640; });
  await page.sees(/360 x 640 pixels/);
  await page.page.evaluate(() => { window.gone = true; window.track.stop(); window.track.dispatchEvent(new Event('ended')); });
  await page.sees(/No picture: the camera was disconnected/);
  await page.page.evaluate(() => { window.gone = false; });
  await page.tap('Try now');
  // The last picture stays in sight: it is no sign that the camera is back.
  await page.loses(/No picture/);
  await page.sees(/360 x 640 pixels/);
  await page.page.evaluate(() => window.track.dispatchEvent(new Event('mute')));
  await page.sees(/No picture: the camera was paused/);
  await page.page.evaluate(() => window.track.dispatchEvent(new Event('unmute')));
  await page.loses(/No picture/);
  // It may lie below the part of the list that is in sight.
  await page.press('Turn the camera off');
  await page.sees(/No camera is on/);
  assert.deepEqual(page.errors, []);
});

/// A page with a camera of the test's own, which `window.draw` keeps alive.
async function lens(t, name, before = () => {}) {
  const context = await browser(folder(name), {}, fake());
  t.after(() => context.close().catch(() => {}));
  await context.addInitScript(() => {
    if (!globalThis.document) return;
    window.draw = true;
    window.opened = 0;
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
      const pen = canvas.getContext('2d');
      setInterval(() => { if (window.draw) { pen.fillStyle = `hsl(${Date.now() / 20 % 360} 30% 40%)`; pen.fillRect(0, 0, 640, 360); } }, 50);
      const stream = canvas.captureStream(20);
      window.track = stream.getVideoTracks()[0];
      window.opened++;
      return stream;
    };
    // The copy that goes to the eye.
    const { clone } = MediaStreamTrack.prototype;
    MediaStreamTrack.prototype.clone = function () { return window.copy = clone.call(this); };
  });
  await context.addInitScript(before);
  return Page.open(context, server.at);
}
const seen = async page => {
  await page.sees(/640 x 360 pixels/, 60_000);
  await page.loses(/No picture/);
};

test('pictures that stop without a word are reported, and come back', { timeout: 240_000 }, async t => {
  const page = await lens(t, 'stops');
  await watching(page);
  await seen(page);
  // The stream to the eye ends, and the camera says nothing: only another one helps.
  await page.page.evaluate(() => window.copy.stop());
  await page.sees(/No picture: the pictures have stopped/, 60_000);
  await seen(page);
  assert.equal(await page.page.evaluate(() => window.opened), 1, 'the same camera, attached once more');
  // The camera itself stands still: it stays reported, and is opened once more.
  await page.page.evaluate(() => { window.draw = false; });
  await page.sees(/No picture: the pictures have stopped/, 60_000);
  await page.page.waitForFunction(() => window.opened > 1, null, { timeout: 60_000 });
  await page.page.evaluate(() => { window.draw = true; });
  await seen(page);
  assert.deepEqual(page.errors, []);
});

test('a first picture that never comes is reported', { timeout: 240_000 }, async t => {
  const page = await lens(t, 'never', () => { window.draw = false; });
  await watching(page);
  await page.sees(/No picture: the pictures have stopped/, 90_000);
  await page.page.evaluate(() => { window.draw = true; });
  await seen(page);
});

test('a phone that pauses the picture, or plays it only after a touch, shows it again', { timeout: 240_000 }, async t => {
  // Like Safari: pictures come through a video.
  const page = await lens(t, 'paused', () => {
    delete window.MediaStreamTrackProcessor;
    const { play } = HTMLMediaElement.prototype;
    window.refuses = true;
    HTMLMediaElement.prototype.play = function () {
      window.video = this;
      return window.refuses ? Promise.reject(new DOMException('not without a touch', 'NotAllowedError')) : play.call(this);
    };
  });
  await watching(page);
  await page.sees(/No picture: the pictures have stopped/, 60_000);
  await page.page.evaluate(() => { window.refuses = false; });
  await page.tap('Table');
  await page.tap('Camera');
  await seen(page);
  // A call comes in, and is over.
  await page.page.evaluate(() => { window.video.pause(); window.track.dispatchEvent(new Event('mute')); });
  await page.sees(/No picture: the camera was paused/);
  await page.page.evaluate(() => window.track.dispatchEvent(new Event('unmute')));
  await seen(page);
  await page.page.waitForFunction(() => !window.video.paused);
  // Another app was in front.
  await page.page.evaluate(() => { window.video.pause(); document.dispatchEvent(new Event('visibilitychange')); });
  await page.page.waitForFunction(() => !window.video.paused, null, { timeout: 2000 });
  assert.deepEqual(page.errors, []);
});

test('a camera that can lock its exposure offers it', { timeout: 240_000 }, async t => {
  const context = await browser(folder('exposure'), {}, fake());
  t.after(() => context.close().catch(() => {}));
  await context.addInitScript(() => {
    if (!globalThis.document) return;
    window.asked = [];
    const set = MediaStreamTrack.prototype.applyConstraints;
    MediaStreamTrack.prototype.applyConstraints = function (what) {
      window.asked.push(JSON.stringify(what));
      return set.call(this, what);
    };
  });
  const page = await Page.open(context, server.at);
  await watching(page);
  // This browser's own camera says that it is locked, and stays so whatever it is asked.
  await page.press(await page.sees(/^Lock exposure$/));
  await page.page.waitForFunction(() => window.asked.some(asked => asked.includes('"exposureMode":"continuous"')), null, { timeout: 30_000 });
  assert.deepEqual(page.errors, []);
});

test('small tiles get a finer picture', { timeout: 240_000 }, async t => {
  const profile = folder('small');
  const film = path.join(profile, 'film.mjpeg');
  execFileSync(lab, ['film', '--out', film, '--most', '1', '--before', '1', '--rest', '8', '--seed', '5']);
  const context = await browser(profile, {}, fake(film));
  t.after(() => context.close().catch(() => {}));
  // Half as large as they were drawn, whatever is asked for.
  await context.addInitScript(() => {
    if (!globalThis.document) return;
    window.asked = [];
    const get = MediaDevices.prototype.getUserMedia;
    MediaDevices.prototype.getUserMedia = function ({ video }) {
      window.asked.push(video.width.ideal);
      return get.call(this, { video: { ...video, width: { exact: 640 }, height: { exact: 360 } } });
    };
  });
  const page = await Page.open(context, server.at);
  await watching(page);
  await page.page.waitForFunction(() => window.asked.length > 1, null, { timeout: 120_000 });
  assert.deepEqual(await page.page.evaluate(() => window.asked), [1280, 1920]);
  assert.deepEqual(page.errors, []);
});

test('without a camera pictures are taken one by one', { timeout: 240_000 }, async t => {
  const profile = folder('stills');
  const film = path.join(profile, 'film.mjpeg');
  const { gone } = JSON.parse(execFileSync(lab, ['film', '--out', film, '--most', '1', '--before', '1', '--seed', '5']));
  // A picture a second after the hand is gone: one tile is on the table.
  const bytes = fs.readFileSync(film);
  const still = path.join(profile, 'still.jpg');
  let at = 0;
  for (let n = 0; n < (gone + 1) * 30; n++) at = bytes.indexOf(Buffer.from([0xff, 0xd8, 0xff]), at + 1);
  fs.writeFileSync(still, bytes.subarray(at, bytes.indexOf(Buffer.from([0xff, 0xd8, 0xff]), at + 1)));
  const context = await browser(profile);
  t.after(() => context.close().catch(() => {}));
  const page = await Page.open(context, server.at);
  await page.act('Begin the match', 2);
  await page.tap('Camera');
  const [chooser] = await Promise.all([page.page.waitForEvent('filechooser'), page.tap('Choose a picture')]);
  await chooser.setFiles(still);
  await page.sees(/One tile is read/, 60_000);
  await page.tap('Table');
  await page.page.waitForFunction(() => document.documentElement.dataset.proposed, null, { timeout: 30_000 });
  await page.act('Confirm');
});
