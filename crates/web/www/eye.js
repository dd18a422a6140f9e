// The worker that reads pictures and watches the table.
import { load } from './load.js';

let memory, eye, reader;
const ready = load().then(loaded => {
  ({ memory, eye, reader } = loaded);
  postMessage({ sees: true });
});

// The current watch, the timer for its own pictures, the camera's stream.
let watch = 0;
let timer;
let stream;
const OWN = 200;

// A module that broke down is of no use any more: the page starts another with the next job.
const broke = why => {
  stream = undefined;
  clearInterval(timer);
  postMessage({ broken: String(why?.message ?? why) });
};

// A sighting brings its picture along, several times a second: its room comes back and is used again, and while two are on
// their way no moving picture is reported.
let underway = 0;
const spare = [];
const STEP = 1 << 16;
function sight(size) {
  if (!size) return;
  const last = spare.pop();
  const room = last?.byteLength >= size ? last : new ArrayBuffer(Math.ceil(size / STEP) * STEP);
  const brought = new Uint8Array(room, 0, size);
  brought.set(new Uint8Array(memory.buffer, reader.told(), size));
  underway++;
  postMessage({ to: 'watcher', number: watch, more: true, brought }, [room]);
  reader.crowd(underway > 1);
}
function taken(room) {
  underway = Math.max(underway - 1, 0);
  if (spare.length < 2) spare.push(room);
  reader.crowd(underway > 1);
}

function order({ number, job }) {
  watch = number;
  sight(reader.order(job));
  clearInterval(timer);
  timer = undefined;
  if (reader.has_pictures()) {
    const tick = () => { try { sight(reader.tick()); } catch (why) { broke(why); } };
    timer = setInterval(tick, OWN);
    tick();
  }
}

// --- The camera's pictures: written into the module's memory, once.

// Making room may move the memory: it is asked for first.
const place = (width, height) => { const at = reader.room(width * height); return new Uint8Array(memory.buffer, at, width * height * 4); };
let canvas;
async function look(picture) {
  const shown = [picture.displayWidth ?? picture.width, picture.displayHeight ?? picture.height];
  try {
    const { width, height } = picture.visibleRect;
    await picture.copyTo(place(width, height), { format: 'RGBA', layout: [{ offset: 0, stride: width * 4 }] });
    return [width, (picture.rotation ?? 0) / 90, picture.flip ?? false, shown];
  } catch {
    // Of a browser that copies in no such form: drawn first. A canvas keeps what was drawn for long.
    const [width, height] = shown;
    if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.drawImage(picture, 0, 0, width, height);
    place(width, height).set(pen.getImageData(0, 0, width, height).data);
    return [width, 0, false, shown];
  }
}

// A phone that needs long for a look rests half as long after it: it stays cool, and answers to touches.
const EASY = 100;
let rest = 0;

let beats = 0;
async function take(picture) {
  const begun = performance.now();
  try {
    const laid = await look(picture);
    const now = performance.now();
    if (now - beats > 500) {
      beats = now;
      postMessage({ beat: watch });
    }
    sight(reader.look(...laid));
  } finally {
    const took = performance.now() - begun;
    rest = took > EASY ? took / 2 : 0;
    picture.close();
  }
}

// Orders that came meanwhile are taken between two pictures.
const breath = () => new Promise(resolve => setTimeout(resolve, rest));

async function follow(readable) {
  const mine = stream = readable.getReader();
  try {
    while (stream === mine) {
      const { value, done } = await mine.read();
      if (done) break;
      if (stream !== mine) value.close();
      else await take(value);
      await breath();
    }
  } finally {
    mine.cancel().catch(() => {});
  }
}

async function hear({ data }) {
  await ready;
  if (data.language) eye.speak(data.language);
  else if (data.frames) await follow(data.frames);
  else if (data.picture) {
    await take(data.picture);
    await breath();
    postMessage({ beat: watch, next: true });
  } else if (data.spare) taken(data.spare);
  else if (data.blind) stream = undefined;
  else if (data.to === 'watcher') order(data);
  else {
    const brought = reader.remote_job(data.to, data.job);
    postMessage({ to: data.to, number: data.number, brought }, brought ? [brought.buffer] : []);
  }
}
onmessage = message => hear(message).catch(broke);
