// The adviser of the page gives the desk's answers. POSITIONS=200 for that number.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { browser, folder, lab, Page, serve } from './page.mjs';

let server;
before(async () => { server = await serve(); });
after(() => server.close());

test('seeded positions are judged as at the desk', { timeout: 3_600_000 }, async t => {
  const count = String(process.env.POSITIONS ?? 8);
  const profile = folder('advice');
  const context = await browser(profile, { serviceWorkers: 'block' });
  t.after(() => context.close().catch(() => {}));
  const page = await Page.open(context, server.at);
  const asked = String(execFileSync(lab, ['positions', '--count', count, '--questions'])).trim().split('\n').map(line => JSON.parse(line).question);
  const answers = [];
  const times = [];
  for (const question of asked) {
    const begin = performance.now();
    answers.push(await page.page.evaluate(question => new Promise((done, failed) => {
      window.thinker ??= new Worker('adviser.js', { type: 'module' });
      window.thinker.onmessage = ({ data }) => data.brought ? done([...data.brought].map(byte => byte.toString(16).padStart(2, '0')).join('')) : failed(new Error(data.broken));
      window.thinker.postMessage({ to: 'adviser', number: 1, job: Uint8Array.from(question.match(/../g), pair => parseInt(pair, 16)) });
    }), question));
    times.push(performance.now() - begin);
  }
  const file = path.join(profile, 'answers');
  fs.writeFileSync(file, answers.join('\n'));
  const compared = String(execFileSync(lab, ['positions', '--count', count, '--compare', file])).trim().split('\n').map(line => JSON.parse(line));
  times.sort((a, b) => a - b);
  console.log(`${JSON.stringify(compared.at(-1))}; an answer takes ${times[times.length >> 1].toFixed(0)} ms, at most ${times.at(-1).toFixed(0)}`);
  for (const line of compared.slice(0, -1).slice(0, 5)) console.log(JSON.stringify(line));
  assert.equal(compared.at(-1)['the same'], Number(count));
});
