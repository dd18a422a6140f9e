// The pages of phones, which the table's own server sends, in three engines: a drop, a question, an undo, a table that goes and comes back.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import readline from 'node:readline';
import { each } from './engines.mjs';
import { desktop, folder } from './page.mjs';

/// A table without a window, until it is killed; gives its link for entering drops, and what kills it. The same folder and port
/// keep the link alive.
async function table(data, port, ...players) {
  const child = spawn(desktop, ['serve', '--address', '127.0.0.1', '--port', port, '--data', data, '--enter', ...players],
    { stdio: ['ignore', 'pipe', 'ignore'] });
  const links = [];
  for await (const line of readline.createInterface(child.stdout)) {
    if (line.startsWith('http://')) links.push(line);
    if (links.length === 2) break;
  }
  return { link: links[1], kill: () => new Promise(done => { child.once('exit', done); child.kill('SIGKILL'); }) };
}

each('a phone enters drops, is asked where, undoes, and outlives a table that goes', 200_000, async (start, t) => {
  const data = folder('table');
  let at = await table(data, '0', '--players', 'Anna,Ben');
  const { link } = at;
  t.after(async () => { await at.kill(); fs.rmSync(data, { recursive: true, force: true }); });
  const browser = await start();
  await browser.go(link);
  const says = words => browser.until(`document.body.innerText.includes(${JSON.stringify(words)})`);
  const lost = now => browser.until(`document.getElementById("lost").hidden === ${!now}`, 15_000);
  await says('Anna to lead');
  for (const [tile, words] of [['5-5', 'Anna leads 5-5'], ['5-0', 'Ben dropped 5-0'], ['5-4', 'Anna dropped 5-4']]) {
    await browser.touch(`#t${tile}`);
    await says(words);
  }
  await browser.touch('#t6-6');
  await says('6-6 fits nowhere');
  await browser.touch('#t4-0');
  await says('Where?');
  assert.equal(await browser.run('return document.querySelectorAll("#choice button").length'), 3, 'two places, and back');
  await browser.shot('phone-where');
  await browser.touch('#choice button');
  await says('Ben dropped 4-0');
  await browser.touch('#b-undo');
  await says('Undone.');
  await says('Ben to drop');
  await lost(false);
  await at.kill();
  await lost(true);
  await browser.shot('phone-cut');
  at = await table(data, new URL(link).port);
  await lost(false);
  await browser.touch('#t4-0');
  await browser.touch('#choice button');
  await says('Ben dropped 4-0');
});
