// The worker that reads pictures: fetched and started with the first of them.
import init, { Reader } from './sixty_one_web_eye.js';

const reader = init({ module_or_path: new URL('sixty_one_web_eye_bg.wasm', import.meta.url) }).then(() => new Reader());

onmessage = async ({ data: { to, number, job } }) => {
  try {
    const brought = (await reader).errand(to, job);
    postMessage({ to, number, brought }, brought ? [brought.buffer] : []);
  } catch (why) {
    // A module that broke down is of no use any more; the page starts another with the next job.
    postMessage({ to, number, broken: String(why?.message ?? why) });
  }
};
