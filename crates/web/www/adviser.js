// Worker for advice: the window's module again, which is on the device already.
import init, { Advisor, races } from './sixty_one_web.js';
import { races as tables } from './later.js';

const advisor = init({ module_or_path: new URL('sixty_one_web_bg.wasm', import.meta.url) }).then(() => tables(races)).then(() => new Advisor());

onmessage = async ({ data: { to, number, job } }) => {
  try {
    const brought = (await advisor).remote_job(job);
    postMessage({ to, number, brought }, brought ? [brought.buffer] : []);
  } catch (why) {
    postMessage({ broken: String(why?.message ?? why) });
  }
};
