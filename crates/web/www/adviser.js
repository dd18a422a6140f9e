// Worker for advice: the window's module again, which is on the device already.
import init, { Advisor } from './sixty_one_web.js';
import { withRest } from './rest.js';

const advisor = init({ module_or_path: new URL('sixty_one_web_bg.wasm', import.meta.url) }).then(module => {
  withRest(module);
  return new Advisor();
});

onmessage = async ({ data: { to, number, job } }) => {
  try {
    const brought = (await advisor).remote_job(job);
    postMessage({ to, number, brought }, brought ? [brought.buffer] : []);
  } catch (why) {
    postMessage({ broken: String(why?.message ?? why) });
  }
};
