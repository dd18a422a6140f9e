// The worker that holds the window and the sessions: starts the module, passes messages on, draws when something is to be drawn.
import init, { open } from './sixty_one_web.js';
import { withRest } from './rest.js';

const tell = (message, passed = []) => postMessage(message, passed);
let stage;
let waiting = [];
let frame = 0;
let timer = 0;

const broke = why => {
  stage = undefined;
  tell({ broken: String(why?.message ?? why) });
};

// A browser that is busy or out of sight may give a worker no frame for seconds: what was touched counts all the same.
const PATIENCE = 60;
let spare = 0;

function soon() {
  clearTimeout(timer);
  timer = 0;
  if (!stage || frame) return;
  // Not the frame's own time: a browser may count that from when the page began, and taps from when this worker did.
  frame = requestAnimationFrame(() => draw(performance.now()));
  spare = setTimeout(() => draw(performance.now()), PATIENCE);
}

function draw(now) {
  cancelAnimationFrame(frame);
  clearTimeout(spare);
  frame = 0;
  if (!stage) return;
  try {
    const wait = stage.frame(now);
    report();
    if (wait < 12) soon();
    else if (wait < 3_600_000) timer ||= setTimeout(soon, wait);
  } catch (why) {
    broke(why);
  }
}

function report() {
  const news = stage.news();
  if (news !== '{}') tell({ news: JSON.parse(news) });
  for (let remote; (remote = stage.remote_job());) tell({ remote: { to: remote[0], number: remote[1], job: remote[2] } }, [remote[2].buffer]);
  for (let file; (file = stage.download());) tell({ download: { name: file[0], bytes: file[1] } }, [file[1].buffer]);
}

function take(message) {
  try {
    if (message.kind === 'file') stage.file(message.name, new Uint8Array(message.bytes));
    else if (message.kind === 'brought') {
      stage.bring(message.to, message.number, message.brought, message.more ?? false);
      if (message.to === 'watcher' && message.brought) tell({ spare: message.brought.buffer }, [message.brought.buffer]);
    }
    else {
      // The page's clock began before the worker's.
      if (message.kind === 'pointer') message.made -= performance.timeOrigin;
      stage.take(JSON.stringify(message));
    }
    soon();
    // A hidden page draws no frames, but what it was told counts.
    if (message.kind === 'seen' && !message.seen) draw(performance.now());
  } catch (why) {
    broke(why);
  }
}

// The module, told how much of it has come: what a host says of its length is that of the compressed file.
const SIZE = Number('@SIZE@') || 0;
async function fetched() {
  const answer = await fetch(new URL('sixty_one_web_bg.wasm', import.meta.url));
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  if (!SIZE || !answer.body?.pipeThrough) return answer;
  let come = 0;
  let told = 0;
  const count = new TransformStream({
    transform(piece, on) {
      come += piece.byteLength;
      const now = Math.min(Math.floor(come / SIZE * 100), 100);
      if (now > told) tell({ loaded: told = now });
      on.enqueue(piece);
    },
  });
  return new Response(answer.body.pipeThrough(count), { headers: { 'content-type': 'application/wasm' } });
}

async function begin({ canvas, speaks }) {
  let lacking = false;
  const lacks = now => { if (now !== lacking) tell({ lacks: lacking = now }); };
  const loadRest = withRest(await init({ module_or_path: await fetched() }), lacks);
  // A page that was just closed may hold its files for a moment longer.
  for (let attempt = 0; ; attempt++) {
    try {
      stage = await open(canvas, speaks, isSecureContext);
      break;
    } catch (why) {
      if (why !== 'taken') throw why;
      if (attempt === 8) return tell({ taken: true });
      await new Promise(resolve => setTimeout(resolve, 250));
    }
  }
  waiting.forEach(take);
  waiting = [];
  draw(performance.now());
  tell({ ready: true });
  await loadRest();
  tell({ whole: true });
}

onmessage = ({ data }) => {
  if (data.kind === 'open') begin(data).catch(broke);
  else if (stage) take(data);
  else waiting.push(data);
};
