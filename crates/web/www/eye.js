// The worker that reads pictures and watches the table.
import init, { Reader } from './sixty_one_web_eye.js';

let memory, reader;
const ready = init({ module_or_path: new URL('sixty_one_web_eye_bg.wasm', import.meta.url) }).then(module => {
  memory = module.memory;
  reader = new Reader();
});

// The watch that goes on, the timer of pictures of its own, the stream of the camera's.
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
const sight = brought => { if (brought) postMessage({ to: 'watcher', number: watch, more: true, brought }, [brought.buffer]); };

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

let canvas;
async function look(picture) {
  const width = picture.displayWidth ?? picture.width;
  const height = picture.displayHeight ?? picture.height;
  const size = width * height * 4;
  // Making room may move the memory: it is asked for first.
  const place = () => { const at = reader.room(width * height); return new Uint8Array(memory.buffer, at, size); };
  const straight = picture.copyTo && !picture.rotation && !picture.flip && picture.visibleRect?.width === width && picture.visibleRect.height === height;
  try {
    if (!straight) throw undefined;
    await picture.copyTo(place(), { format: 'RGBA', layout: [{ offset: 0, stride: width * 4 }] });
  } catch {
    // Turned, or of a browser that copies in no such form: drawn first.
    if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.drawImage(picture, 0, 0, width, height);
    place().set(pen.getImageData(0, 0, width, height).data);
  }
  return [width, height];
}

let beats = 0;
async function take(picture) {
  try {
    const [width, height] = await look(picture);
    const now = performance.now();
    if (now - beats > 500) {
      beats = now;
      postMessage({ beat: watch });
    }
    sight(reader.look(width, height));
  } finally {
    picture.close();
  }
}

// Orders that came meanwhile are taken between two pictures.
const breath = () => new Promise(resolve => setTimeout(resolve));

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
  if (data.frames) await follow(data.frames);
  else if (data.picture) {
    await take(data.picture);
    postMessage({ beat: watch, next: true });
  } else if (data.blind) stream = undefined;
  else if (data.to === 'watcher') order(data);
  else {
    const brought = reader.errand(data.to, data.job);
    postMessage({ to: data.to, number: data.number, brought }, brought ? [brought.buffer] : []);
  }
}
onmessage = message => hear(message).catch(broke);
