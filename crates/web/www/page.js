// The page round the window: what only a page can do. The window itself runs in the worker (worker.js) and draws on the canvas.
import { Cameras } from './camera.js';
import { Crew } from './crew.js';
import { MESSAGES, message } from './messages.js';
import { phrase, speak } from './phrases.js';

const byId = id => document.getElementById(id);
const [room, canvas, controls, typed, said, file, notice] = ['room', 'window', 'controls', 'typed', 'said', 'file', 'notice'].map(byId);
const worker = new Worker('worker.js', { type: 'module', name: 'window' });
const tell = (kind, given) => {
  const told = message('program', 'kind', kind, given);
  if (told) worker.postMessage(told);
};

// Places of text fields and of buttons that open the system's chooser: only a touch itself may focus and choose.
let places = [];
let standing = {};

speak();

function say(words, again) {
  byId('words').textContent = words;
  byId('again').textContent = again ?? phrase('Try again');
  byId('again').onclick = () => location.reload();
  byId('later').hidden = true;
  notice.hidden = false;
  // The notice takes its place.
  if (!document.documentElement.dataset.ready) byId('opening').hidden = true;
}
byId('later').onclick = () => { notice.hidden = true; offered = undefined; };

// --- The window's size, look and attention.

// A soft keyboard covers the page in some browsers and makes it lower in others: the window is what is left in sight.
function uncover() {
  const { height, offsetTop, scale } = visualViewport ?? { height: innerHeight, offsetTop: 0, scale: 1 };
  const covered = scale === 1 ? Math.max(innerHeight - height - offsetTop, 0) : 0;
  room.style.setProperty('--covered', `${covered}px`);
}
for (const change of ['resize', 'scroll']) visualViewport?.addEventListener(change, uncover);

function measure() {
  const box = room.getBoundingClientRect();
  tell('size', { width: box.width, height: box.height, scale: devicePixelRatio });
}
const [night, calm] = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)'].map(wish => matchMedia(wish));
const look = () => tell('theme', { dark: night.matches, calm: calm.matches });
const attention = () => {
  tell('seen', { seen: !document.hidden });
  tell('focus', { focused: document.hasFocus() });
};

// --- Fingers, pens, mice.

// Input of a real keyboard; an on-screen one writes into the hidden field.
const handheld = matchMedia('(hover: none) and (pointer: coarse)');
let hands;
const hold = touch => { if (hands !== touch) tell('hands', { touch: hands = touch }); };

const keys = e => ({ alt: e.altKey, ctrl: e.ctrlKey, shift: e.shiftKey, meta: e.metaKey });
const at = e => { const box = canvas.getBoundingClientRect(); return { x: e.clientX - box.left, y: e.clientY - box.top }; };
const pointer = phase => e => {
  e.preventDefault();
  tell('pointer', { phase, id: e.pointerId, ...at(e), touch: e.pointerType !== 'mouse', button: Math.max(e.button, 0), made: performance.timeOrigin + e.timeStamp, keys: keys(e) });
};
canvas.addEventListener('pointerdown', e => {
  canvas.setPointerCapture(e.pointerId);
  pointer('down')(e);
  askToKeep();
});
canvas.addEventListener('pointermove', pointer('move'));
canvas.addEventListener('pointercancel', pointer('cancel'));
canvas.addEventListener('pointerup', e => { pointer('up')(e); chooseOrType(at(e)); unlock(); });
canvas.addEventListener('pointerleave', e => { if (e.pointerType === 'mouse') tell('gone'); });
canvas.addEventListener('wheel', e => {
  e.preventDefault();
  const unit = [1, 40, 400][e.deltaMode];
  tell('wheel', { dx: e.deltaX * unit, dy: e.deltaY * unit, keys: keys(e) });
}, { passive: false });
canvas.addEventListener('contextmenu', e => e.preventDefault());
for (const gesture of ['gesturestart', 'gesturechange', 'dblclick']) document.addEventListener(gesture, e => e.preventDefault(), { passive: false });

// A browser that has no such promise makes none; Safari keeps what an app on the Home Screen has.
let asked = false;
async function askToKeep() {
  if (asked) return;
  asked = true;
  const persisted = await navigator.storage?.persist?.().catch(() => false) ?? false;
  tell('kept', { persisted, home: navigator.standalone === false });
}

function chooseOrType({ x, y }) {
  const hit = places.find(({ place: [left, top, width, height] }) => x >= left && x < left + width && y >= top && y < top + height);
  if (hit?.role === 'text') typed.focus({ preventScroll: true });
  else typed.blur();
  if (hit?.chooses) choose(hit.chooses);
}

// --- Files: what is chosen or dropped goes in, what is written comes out as a download.

const choosers = { file: '.json,.txt,.sqlite,application/json', picture: 'image/*' };
function choose(what) {
  file.accept = choosers[what];
  file.click();
}
async function hand(chosen) {
  if (!chosen) return;
  const bytes = await chosen.arrayBuffer();
  worker.postMessage({ kind: 'file', name: chosen.name, bytes }, [bytes]);
}
file.onchange = () => { hand(file.files[0]); file.value = ''; };
addEventListener('dragover', e => e.preventDefault());
addEventListener('drop', e => { e.preventDefault(); hand(e.dataTransfer.files[0]); });

// On a phone a sheet that people read goes to whom they send it; games, and whatever was not sent, are kept as a file.
const sheets = { csv: 'text/csv', pdf: 'application/pdf', png: 'image/png', svg: 'image/svg+xml', txt: 'text/plain' };
async function handOver(name, bytes) {
  const type = sheets[name.split('.').at(-1)];
  const files = [new File([bytes], name, { type })];
  const sends = type && matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files });
  if (!sends || !await navigator.share({ files }).then(() => true, () => false)) download(name, bytes);
}
function download(name, bytes) {
  const link = Object.assign(document.createElement('a'), { download: name, href: URL.createObjectURL(new Blob([bytes])) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// --- Keys and letters. The hidden field takes what a soft keyboard or an input method writes.

const ours = e => e.target === document.body || e.target === typed || e.target === canvas;
addEventListener('keydown', e => {
  if (!ours(e) || e.isComposing || e.keyCode === 229) return;
  if (e.target !== typed) hold(false);
  const command = e.ctrlKey || e.metaKey;
  if (command && 'cxv'.includes(e.key.toLowerCase())) return;
  tell('key', { name: e.key, code: e.code, down: true, keys: keys(e) });
  if (e.key.length === 1 && !command && e.target !== typed) tell('text', { text: e.key });
  // What the browser would do with them belongs to the window; a Backspace that was told here is not told again as it deletes.
  if (/^(F[1-9]|Tab|Arrow|Page|Home|End|Backspace|Escape|[ '/]$)/.test(e.key) && e.target !== typed || /^(F[1-9]$|Tab|Backspace)/.test(e.key)) e.preventDefault();
});
addEventListener('keyup', e => { if (ours(e)) tell('key', { name: e.key, code: e.code, down: false, keys: keys(e) }); });
// Most soft keyboards compose whole words. The window gets each letter as it is typed, and the word that a suggestion swaps in.
let composed = [];
function write(whole) {
  const letters = [...typed.value];
  const same = composed.findIndex((letter, at) => letter !== letters[at]);
  const kept = same < 0 ? composed.length : same;
  for (let gone = composed.length; gone > kept; gone--) {
    for (const down of [true, false]) tell('key', { name: 'Backspace', down });
  }
  if (letters.length > kept) tell('text', { text: letters.slice(kept).join('') });
  composed = whole ? [] : letters;
  if (whole) typed.value = '';
}
typed.addEventListener('input', e => write(!e.isComposing));
typed.addEventListener('compositionend', () => write(true));
typed.addEventListener('beforeinput', e => {
  if (e.inputType !== 'deleteContentBackward' || typed.value) return;
  for (const down of [true, false]) tell('key', { name: 'Backspace', down });
});
addEventListener('copy', e => { e.preventDefault(); tell('copy', { cut: false }); });
addEventListener('cut', e => { e.preventDefault(); tell('copy', { cut: true }); });
addEventListener('paste', e => {
  e.preventDefault();
  const [pasted] = e.clipboardData.files;
  if (pasted) return hand(pasted);
  const text = e.clipboardData.getData('text');
  if (text) tell('paste', { text });
});

// --- The back button goes to the table and never leaves a hand.

addEventListener('popstate', () => {
  if (!standing.deep && !standing.playing) return history.back();
  history.pushState('in', '');
  tell('back');
});
history.replaceState('out', '');
history.pushState('in', '');

// --- Everything is kept on the device, and a new version is offered between hands.

let offered;
let kept;
let keeping = false;
// What the network did not bring is tried again, less and less often.
let patience = 10_000;
function keepLater() {
  keeping = false;
  setTimeout(keep, patience);
  patience = Math.min(patience * 2, 600_000);
}
async function keep() {
  if (keeping || !navigator.serviceWorker) return;
  keeping = true;
  kept = await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (!kept) return keepLater();
  const offer = ({ target }) => {
    offered = kept.waiting;
    offerVersion();
    if (target.state === 'redundant' && !kept.active) keepLater();
  };
  const watch = () => kept.installing?.addEventListener('statechange', offer);
  kept.addEventListener('updatefound', watch);
  watch();
  offered = kept.waiting;
  offerVersion();
  await navigator.serviceWorker.ready;
  document.documentElement.dataset.kept = '';
}
function offerVersion() {
  // The first version is not an update, even while it is being activated.
  if (offered?.state !== 'installed' || standing.playing || !navigator.serviceWorker.controller) return;
  say(phrase('A new version of Sixty-One is ready.'), phrase('Use it'));
  byId('again').onclick = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    offered.postMessage('take over');
  };
  byId('later').hidden = false;
}

// --- News of the window.

function lay(list) {
  const there = new Map([...controls.children].map(element => [element.dataset.id, element]));
  const kept = list.map(({ id, role, label, place: [left, top, width, height], off, on, chooses }) => {
    const element = there.get(id) ?? made(id, role);
    there.delete(id);
    if (role === 'checkbox') element.setAttribute('aria-checked', String(on));
    else if (on !== undefined && role !== 'note') element.setAttribute('aria-pressed', String(on));
    if (role === 'note') {
      if (element.textContent !== label) element.textContent = label;
    } else {
      element.setAttribute('aria-label', label);
      element.disabled = off;
      element.dataset.chooses = chooses ?? '';
    }
    element.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    return element;
  });
  for (const gone of there.values()) gone.remove();
  kept.forEach((element, i) => { if (controls.children[i] !== element) controls.insertBefore(element, controls.children[i] ?? null); });
  places = list.filter(({ role, chooses }) => role === 'text' || chooses);
}
function made(id, role) {
  // Words that are only to be read.
  if (role === 'note') {
    const words = document.createElement('p');
    words.dataset.id = id;
    return words;
  }
  const element = document.createElement('button');
  element.type = 'button';
  element.dataset.id = id;
  element.tabIndex = -1;
  if (role !== 'button') element.setAttribute('role', role === 'text' ? 'textbox' : role);
  element.onclick = () => {
    tell('control', { id });
    if (role === 'text') typed.focus({ preventScroll: true });
    else if (element.dataset.chooses) choose(element.dataset.chooses);
  };
  return element;
}

let lock;
async function stayAwake(playing) {
  if (playing && !lock && !document.hidden) {
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    lock?.addEventListener('release', () => { lock = undefined; });
  } else if (!playing) lock = void lock?.release();
}

function stand(now) {
  if (now.recorded > (standing.recorded ?? Infinity)) navigator.vibrate?.(20);
  standing = now;
  document.documentElement.dataset.recorded = now.recorded;
  document.documentElement.dataset.unsaved = now.unsaved;
  document.documentElement.dataset.proposed = now.proposed;
  document.documentElement.dataset.keeps = now.keeps ? 'yes' : 'no';
  if (now.proposed) said.textContent = phrase('The camera sees {what}.', { what: now.proposed });
  stayAwake(now.playing);
  if (now.recorded > 2) keep();
  if (now.playing && offered) notice.hidden = true;
  else offerVersion();
}

const news = {
  cursor: name => { canvas.style.cursor = name; },
  copied: text => navigator.clipboard?.writeText(text).catch(() => {}),
  opened: url => open(url, '_blank', 'noopener'),
  typing: typing => { if (!typing) typed.blur(); else if (document.activeElement !== typed && !('ontouchstart' in window)) typed.focus({ preventScroll: true }); },
  controls: lay,
  language: code => { speak(code); crew.speak(code); },
  said: words => { said.textContent = words; },
  settled: settled => { document.documentElement.dataset.settled = settled ? 'yes' : 'no'; },
  ground: colour => {
    document.documentElement.style.setProperty('--ground', colour);
    document.querySelector('meta[name=theme-color]').content = colour;
  },
  standing: stand,
};
for (const what of Object.keys(MESSAGES.page)) if (!news[what]) console.error(`nothing takes the news of ${what}`);

// --- Speech and sounds, in some browsers only after a touch: a new announcement interrupts the last.

let ear;
function unlock() {
  if (ear) return;
  ear = new AudioContext();
  ear.resume();
  // A phone lets a page speak only if it spoke when it was touched.
  if ('speechSynthesis' in window) speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(' '), { volume: 0 }));
}
async function click(wav) {
  if (!ear) return;
  if (ear.state !== 'running') await ear.resume();
  const source = ear.createBufferSource();
  source.buffer = await ear.decodeAudioData(wav.slice().buffer);
  source.connect(ear.destination);
  source.start();
}

function sayAloud(said) {
  speechSynthesis.cancel();
  const [language, words] = said.split('\n', 2);
  const sentence = new SpeechSynthesisUtterance(words);
  sentence.lang = language;
  sentence.rate = 0.9;
  speechSynthesis.speak(sentence);
}

// --- Reader, watcher and adviser: workers of their own, fetched when there is something to do.

const bring = message => worker.postMessage({ kind: 'brought', ...message }, message.brought ? [message.brought.buffer] : []);
const crew = new Crew(bring, () => cameras.attach());
const cameras = new Cameras(crew, (kind, given) => {
  const told = message('camera', 'told', kind, given);
  if (told) bring({ to: 'camera', number: 0, more: true, brought: new TextEncoder().encode(JSON.stringify(told)) });
});
function run(remote) {
  if (remote.to === 'voice') sayAloud(new TextDecoder().decode(remote.job));
  else if (remote.to === 'click') click(remote.job).catch(() => {});
  else if (remote.to === 'camera') cameras.take(JSON.parse(new TextDecoder().decode(remote.job)));
  else crew.take(remote);
}

// What became of the match when the window breaks down.
function ended(why) {
  const { keeps, unsaved } = standing;
  if (keeps === undefined) return phrase('Sixty-One did not open: {why}.', { why });
  if (!keeps) return phrase('Sixty-One stopped: {why}. This browser keeps nothing: the match is lost.', { why });
  if (unsaved) return phrase('Sixty-One stopped: {why}. Drops that were not saved: {unsaved}. Everything before them is safe.', { why, unsaved });
  return phrase('Sixty-One stopped: {why}. Everything recorded is safe.', { why });
}

worker.onmessage = ({ data }) => {
  if (data.remote) run(data.remote);
  // The room of a picture goes back to the eye.
  if (data.spare) return crew.show({ spare: data.spare }, [data.spare]);
  if (data.ready) {
    byId('opening').remove();
    document.documentElement.dataset.ready = performance.now().toFixed(0);
  }
  // What is fetched to be kept does not stand in the way of the first drop.
  if (data.whole) keep();
  if (data.lacks) say(phrase('This needs a part of Sixty-One that has not loaded yet. It continues once there is a network.'), phrase('Open again'));
  if (data.lacks === false) notice.hidden = true;
  if (data.loaded) byId('loaded').value = data.loaded;
  if (data.taken) say(phrase('Sixty-One is open in another tab or window of this browser. Continue there, or close it and try again.'));
  if (data.broken) say(ended(data.broken), phrase('Open again'));
  if (data.download) handOver(data.download.name, data.download.bytes);
  for (const [what, value] of Object.entries(data.news ?? {})) news[what]?.(value);
};
worker.onerror = e => say(phrase('Sixty-One did not open: {why}.', { why: e.message ?? phrase('the program did not load') }));

const offscreen = canvas.transferControlToOffscreen?.();
if (offscreen) {
  worker.postMessage({ kind: 'open', canvas: offscreen, speaks: 'speechSynthesis' in window }, [offscreen]);
  measure();
  look();
  hold(handheld.matches);
  new ResizeObserver(measure).observe(room);
  for (const wish of [night, calm]) wish.addEventListener('change', look);
  for (const change of ['focus', 'blur']) addEventListener(change, attention);
  // A page that was put away whole comes back without a word of its being seen again.
  const awake = () => {
    attention();
    measure();
    stayAwake(standing.playing);
    cameras.seen(!document.hidden);
    // An app that is never reloaded would never look for a new version.
    if (!document.hidden) kept?.update().catch(() => {});
  };
  document.addEventListener('visibilitychange', awake);
  addEventListener('pageshow', ({ persisted }) => { if (persisted) awake(); });
} else say(phrase('This browser has no OffscreenCanvas, which the window needs. Use a newer browser.'));
