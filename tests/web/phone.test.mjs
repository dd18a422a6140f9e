// Features of a phone's browser: the back button, vibration, a screen that stays on, a voice, a sheet to send things with,
// lenses and a lamp; and the words for a screen reader. What this browser lacks stands in for it and takes down what it was asked.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible } from '../../crates/server/tests/browser/accessible.mjs';
import { browser, folder, Page, serve } from './page.mjs';

let server;
before(async () => { server = await serve(); });
after(() => server.close());

/// Opens the page where `standIn` ran first; the browser goes with the test.
async function open(t, name, standIn = () => {}, args = []) {
  const context = await browser(folder(name), {}, args);
  t.after(() => context.close().catch(() => {}));
  await context.addInitScript(() => { window.asked = []; });
  await context.addInitScript(standIn);
  return Page.open(context, server.at);
}
const asked = page => page.page.evaluate(() => window.asked);
/// Waits until the page has asked for something like it.
const asks = (page, what, more = 0) => page.page.waitForFunction(([what, more]) => window.asked.filter(asked => asked.startsWith(what)).length > more, [what, more], { timeout: 30_000 });

test('the back button leads to the table and never out of a hand', { timeout: 120_000 }, async t => {
  const page = await open(t, 'back');
  await page.act('Begin the match', 2);
  await page.act('tile 6-6');
  await page.tap('History');
  await page.sees(/^Export…$/);
  await page.page.evaluate(() => history.back());
  await page.sees(/^tile 6-5$/);
  for (let time = 0; time < 3; time++) await page.page.evaluate(() => history.back());
  await page.act('tile 6-5');
  assert.equal(await page.recorded(), 4);
  assert.ok(page.page.url().startsWith(server.at));
});

test('a drop is felt, and the screen stays on while a hand is played', { timeout: 120_000 }, async t => {
  const page = await open(t, 'felt', () => {
    navigator.vibrate = how => { window.asked.push(`vibrate ${how}`); return true; };
    const lock = () => Object.assign(new EventTarget(), { release: async () => { window.asked.push('may sleep'); } });
    Object.defineProperty(navigator, 'wakeLock', { value: { request: async what => { window.asked.push(`stay awake ${what}`); return lock(); } } });
  });
  assert.deepEqual(await asked(page), []);
  await page.act('Begin the match', 2);
  await asks(page, 'stay awake screen');
  const felt = (await asked(page)).filter(it => it.startsWith('vibrate')).length;
  await page.act('tile 6-6');
  await asks(page, 'vibrate', felt);
});

test('what happens is spoken by the browser, once it is wanted', { timeout: 120_000 }, async t => {
  const page = await open(t, 'voice', () => {
    speechSynthesis.speak = said => window.asked.push(`say ${said.text}`);
    speechSynthesis.cancel = () => window.asked.push('hush');
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) { window.asked.push('click'); return start.apply(this, when); };
  });
  await page.act('Begin the match', 2);
  // Only the pegs click at first: once all off, and once all on.
  // Two presses in one frame would be one: each is waited for.
  await page.sees(/^Quiet:/);
  await page.page.keyboard.press('F10', { delay: 80 });
  await page.loses(/^Quiet:/);
  await page.page.keyboard.press('F10', { delay: 80 });
  await page.sees(/^Quiet:/);
  await page.act('tile 5-5');
  await asks(page, 'say ', 1);
  await asks(page, 'click');
  // Before the first words there is a breath, which phones want.
  const words = (await asked(page)).find(it => /^say \S/.test(it));
  assert.match(words, /two/i);
});

test('a result goes to whom it is sent, and what was not sent is kept as a file', { timeout: 180_000 }, async t => {
  const page = await open(t, 'sent', () => {
    navigator.canShare = ({ files }) => files.length === 1;
    navigator.share = async ({ files: [file] }) => {
      window.asked.push(`send ${file.name} ${file.type} ${file.size}`);
      if (window.shut) throw new DOMException('shut', 'AbortError');
    };
  });
  await page.act('Begin the match', 2);
  await page.act('tile 6-6');
  await page.tap('History');
  await page.tap('Export…');
  // The sheet stays open.
  // They lie below the part of the list that is in sight.
  await page.press('Drops, CSV');
  await asks(page, 'send ');
  assert.match((await asked(page))[0], /\.csv text\/csv [1-9]/);
  await page.page.evaluate(() => { window.shut = true; });
  await Promise.all([page.page.waitForEvent('download'), page.press('Results, CSV')]);
  // Games are kept, whatever could be done with them.
  const before = (await asked(page)).length;
  await Promise.all([page.page.waitForEvent('download'), page.press('All matches, JSON')]);
  assert.equal((await asked(page)).length, before);
});

test('a lens is chosen by its name, its lamp lit and its exposure locked', { timeout: 240_000 }, async t => {
  const page = await open(t, 'lens', () => {
    if (!navigator.mediaDevices) return;
    const lens = label => ({ kind: 'videoinput', label, deviceId: `id of ${label}` });
    navigator.mediaDevices.enumerateDevices = async () => [lens('Wide lens'), { kind: 'audioinput', label: 'Microphone' }, lens('Near lens')];
    navigator.mediaDevices.getUserMedia = async ({ video }) => {
      window.asked.push(`camera ${video.deviceId?.exact ?? video.facingMode?.ideal} ${video.width.ideal}`);
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
      const pen = canvas.getContext('2d');
      setInterval(() => { pen.fillStyle = `hsl(${Date.now() / 20 % 360} 30% 40%)`; pen.fillRect(0, 0, 640, 360); }, 50);
      const stream = canvas.captureStream(20);
      const [track] = stream.getVideoTracks();
      const now = { torch: false, exposureMode: 'continuous', exposureTime: 80 };
      track.getCapabilities = () => ({ torch: true, exposureMode: ['continuous', 'manual'] });
      track.getSettings = () => ({ ...now });
      track.applyConstraints = async ({ advanced }) => {
        Object.assign(now, { torch: false, exposureMode: 'continuous' }, ...advanced);
        window.asked.push(`lamp ${now.torch}, exposure ${now.exposureMode}`);
      };
      return stream;
    };
  });
  await page.act('Begin the match', 2);
  await page.tap('Camera');
  await page.press(await page.sees(/rear camera/i));
  await asks(page, 'camera environment 1280');
  await page.sees(/640 x 360 pixels/, 60_000);
  await page.press(await page.sees(/Near lens/));
  await asks(page, 'camera id of Near lens 1280');
  await page.press('the camera\'s light');
  await asks(page, 'lamp true, exposure continuous');
  await page.press('Lock exposure');
  await asks(page, 'lamp true, exposure manual');
  await page.press(await page.sees(/^Finer picture/));
  await asks(page, 'camera id of Near lens 1920');
  // What is locked stays so.
  await asks(page, 'lamp false, exposure manual');
});

test('a score can be kept by ear: every control has a name, every act is announced', { timeout: 240_000 }, async t => {
  const page = await open(t, 'ear');
  const line = await page.page.context().newCDPSession(page.page);
  /// What this browser hands to screen readers: role and name.
  const heard = async () => {
    const { nodes } = await line.send('Accessibility.getFullAXTree');
    return nodes.filter(node => !node.ignored).map(({ role, name }) => `${role?.value} ${name?.value ?? ''}`);
  };
  const said = () => page.page.evaluate(() => document.getElementById('said').textContent);
  const press = async (name, more = 1) => {
    const known = await heard();
    assert.ok(known.some(it => it === `button ${name}` || it.startsWith(`button ${name}, key`)), `no button "${name}" among ${known.filter(it => it.startsWith('button')).join(' | ')}`);
    const before = await page.recorded();
    await page.press(name);
    await page.page.waitForFunction(want => Number(document.documentElement.dataset.recorded) === want, before + more, { timeout: 30_000 });
  };
  await page.sees(/^Begin the match$/);
  await press('Begin the match', 2);
  await page.sees(/^tile 5-5$/);
  await press('tile 5-5');
  assert.match(await said(), /5-5.*2/);
  await page.sees(/^Undo/);
  await press('Undo');
  await press('tile 6-6');
  assert.match(await said(), /6-6/);
  await press('Knock');
  assert.match(await said(), /knock/i);
  for (const [name, there] of [['More', /^Record a wrong play$/], ['History', /^Export…$/], ['Count', /^Choose a picture$/], ['Camera', /offers no camera/], ['Table', /^tile 6-5$/]]) {
    await page.press(name);
    await page.sees(there);
    assert.ok((await heard()).some(it => there.test(it.replace(/^\w+ /, ''))), `${name}: not handed to screen readers`);
  }
  await press('tile 6-5');
  // The region that is read aloud, and nothing that is drawn only.
  const roles = await heard();
  assert.ok(roles.some(it => it.startsWith('status')), roles.filter(it => !/^(button|StaticText|Inline)/.test(it)).join(' | '));
});

test('axe finds nothing serious on any screen', { timeout: 240_000 }, async t => {
  const page = await open(t, 'axe');
  await page.sees(/^Begin the match$/);
  await accessible(page.page, 'a new game');
  await page.act('Begin the match', 2);
  await page.act('tile 6-6');
  await accessible(page.page, 'the table');
  for (const [screen, there] of [['History', /^Export…$/], ['Camera', /^Choose a picture$|^The camera/], ['Settings', /^Dark$/]]) {
    await page.tap(screen);
    await page.sees(there);
    await accessible(page.page, screen);
  }
});

const perishable = [
  ['refuses to promise it', () => { navigator.storage.persist = async () => false; }, /^This browser may delete your matches/],
  ['knows no such promise', () => { delete StorageManager.prototype.persist; }, /^This browser may delete your matches/],
  ['is Safari', () => { navigator.standalone = false; navigator.storage.persist = async () => false; }, /Add to Home Screen/],
];
for (const [how, standIn, words] of perishable) test(`a browser that may delete matches offers their export: one that ${how}`, { timeout: 120_000 }, async t => {
  const page = await open(t, 'perishable', standIn);
  await page.act('Begin the match', 2);
  await page.act('tile 6-6');
  await page.tap('More');
  await page.press(await page.sees(/^Abandon the match$/));
  await page.tap(await page.sees(/^Abandon it/));
  await page.sees(words);
  if (process.env.SHOTS) await page.page.screenshot({ path: `${process.env.SHOTS}/perishable.png` });
  await page.tap('Export…');
  await page.sees(/^All matches, JSON$/);
});

test('a page that was frozen watches on', { timeout: 240_000 }, async t => {
  const page = await open(t, 'frozen', () => {}, ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);
  await page.act('Begin the match', 2);
  await page.tap('Camera');
  await page.tap(await page.sees(/^The camera/));
  await page.sees(/Each look takes \d+ ms/, 120_000);
  const line = await page.page.context().newCDPSession(page.page);
  const state = state => line.send('Page.setWebLifecycleState', { state });
  await state('frozen');
  await new Promise(done => setTimeout(done, 15_000));
  await state('active');
  // Its timers go on: none of them takes the time that it slept for a camera that stands still.
  await page.page.waitForTimeout(2500);
  assert.ok(!(await page.names()).some(name => /No picture/.test(name)), 'called stopped');
  await page.sees(/Each look takes \d+ ms/);
  await page.tap('Table');
  await page.tap('tap the tiles');
  await page.act('tile 6-6');
});

test('a hand cannot be zoomed or pulled away', { timeout: 120_000 }, async t => {
  const page = await open(t, 'still');
  await page.act('Begin the match', 2);
  const line = await page.page.context().newCDPSession(page.page);
  await line.send('Input.synthesizePinchGesture', { x: 195, y: 420, scaleFactor: 2.5, relativeSpeed: 800, gestureSourceType: 'touch' });
  await line.send('Input.synthesizeScrollGesture', { x: 195, y: 300, yDistance: 400, gestureSourceType: 'touch' });
  await line.send('Input.synthesizeTapGesture', { x: 195, y: 120, tapCount: 2, duration: 50, gestureSourceType: 'touch' });
  assert.equal(await page.page.evaluate(() => visualViewport.scale), 1);
  assert.equal(await page.page.evaluate(() => visualViewport.pageTop + document.scrollingElement.scrollTop), 0);
  assert.equal(await page.page.evaluate(() => performance.getEntriesByType('navigation')[0].type), 'navigate');
});

test('the keyboard comes where text is typed, and only there', { timeout: 120_000 }, async t => {
  const page = await open(t, 'typed');
  const typing = () => page.page.evaluate(() => document.activeElement?.id === 'typed');
  assert.equal(await typing(), false);
  const field = () => page.page.locator('#controls > [role=textbox]').first();
  await field().waitFor({ state: 'attached' });
  const { x, y, width, height } = await field().boundingBox();
  await page.page.touchscreen.tap(x + width / 2, y + height / 2);
  await page.page.waitForFunction(() => document.activeElement?.id === 'typed', null, { timeout: 30_000 });
  assert.equal(await typing(), true);
  await page.page.keyboard.insertText('Bea');
  await page.page.waitForFunction(() => document.querySelector('#controls > [role=textbox]'));
  await page.act('Begin the match', 2);
  assert.equal(await typing(), false);
  await page.act('tile 6-6');
  assert.equal(await typing(), false);
});

// A soft keyboard composes words; one that is still composed when another place is touched is not lost.
test('a word that a keyboard composes is seen as it grows, and is kept', { timeout: 120_000 }, async t => {
  const page = await open(t, 'composed');
  await page.tap('New game');
  await page.tap('name of player 1');
  await page.page.waitForFunction(() => document.activeElement?.id === 'typed', null, { timeout: 30_000 });
  await page.page.waitForTimeout(1000);
  const line = await page.page.context().newCDPSession(page.page);
  for (const text of ['C', 'Cw', 'Cel', 'Celi', 'Celia']) {
    await line.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await page.page.waitForTimeout(300);
  }
  await page.act('Begin the match', 2);
  await page.sees(/^Celia 0/);
  assert.deepEqual(page.errors, []);
});
