// The eye in the page reads what the desk reads: drawn tables, hands, heaps; and all the pictures of a folder that is named.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { browser, desktop, folder, lab, Page, serve } from './page.mjs';

let server, context, page, profile;
before(async () => {
  server = await serve();
  profile = folder('reading');
  context = await browser(profile, { serviceWorkers: 'block' });
  page = await Page.open(context, server.at);
});
after(async () => {
  await context?.close();
  server.close();
  fs.rmSync(profile, { recursive: true, force: true });
});

/// Reads a file with the page's eye, in a separate worker.
async function read(file, hand) {
  const bytes = fs.readFileSync(file).toString('base64');
  return JSON.parse(await page.page.evaluate(async ([bytes, hand]) => {
    if (!window.reader) {
      const { load } = await import('./load.js');
      window.reader = (await load()).reader;
    }
    const picture = Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0));
    const begin = performance.now();
    const read = JSON.parse(window.reader.read(picture, hand));
    return JSON.stringify({ ...read, ms: performance.now() - begin });
  }, [bytes, hand]));
}

/// What the desk reads.
function atTheDesk(files, hand) {
  const out = execFileSync(desktop, ['read', '--json', ...(hand ? ['--hand'] : []), ...files], { maxBuffer: 1 << 28 });
  return String(out).trim().split('\n').map(line => JSON.parse(line));
}

// Their order and which half comes first are told by certainties whose last digits differ.
const tiles = list => list.map(({ pips, part }) => `${part} ${pips && [...pips].sort((a, b) => b - a)}`).sort();
const ends = list => list.map(end => Array.isArray(end) ? end : [end.pips, end.double]).map(String).sort();
const pictures = dir => fs.readdirSync(dir).filter(name => /\.(jpe?g|png)$/.test(name) && name !== 'contact.jpg').sort().map(name => path.join(dir, name));

/// Reads them all, here and there; what differs.
async function compare(files) {
  const desk = atTheDesk(files, false);
  const hands = atTheDesk(files, true);
  const times = [];
  const other = [];
  let sure = 0;
  for (const [i, file] of files.entries()) {
    const table = await read(file, false);
    const hand = await read(file, true);
    times.push(table.ms);
    const confidences = table.tiles.map((tile, n) => Math.abs(tile.confidence - (desk[i].tiles[n]?.confidence ?? 0)));
    sure = Math.max(sure, ...confidences);
    const here = [tiles(table.tiles), ends(table.ends), tiles(hand.hand)];
    const there = [tiles(desk[i].tiles), ends(desk[i].ends), tiles(hands[i].hand)];
    const differs = ['tiles', 'ends', 'hand'].filter((_, n) => JSON.stringify(here[n]) !== JSON.stringify(there[n]));
    if (differs.length) other.push({ file: path.basename(file), differs, here, there });
  }
  times.sort((a, b) => a - b);
  return { other, median: times[times.length >> 1], sure };
}

test('drawn tables are read as the desk reads them', { timeout: 600_000 }, async () => {
  const drawn = path.join(profile, 'drawn');
  execFileSync(lab, ['simulate', '--out', drawn, '--count', '6', '--seed', '27', '--size', '1280x720']);
  const { other, median } = await compare(pictures(drawn));
  console.log(`6 drawn tables, ${median.toFixed(0)} ms a table`);
  for (const { file, differs, here, there } of other) console.log(file, differs, '\n page', here[0].join('  '), '\n desk', there[0].join('  '));
  assert.deepEqual(other, []);
});

test('a heap is counted from a picture that is chosen', { timeout: 300_000 }, async () => {
  const drawn = path.join(profile, 'drawn');
  const heap = pictures(drawn)[0];
  const desk = JSON.parse(execFileSync(desktop, ['count', '--json', heap]));
  await page.tap('Count');
  const [chooser] = await Promise.all([page.page.waitForEvent('filechooser'), page.tap('Choose a picture')]);
  await chooser.setFiles(heap);
  const sum = await page.sees(/^sum \d+, /, 120_000);
  assert.match(sum, new RegExp(`^sum ${desk.sum}, `));
});

// PICTURES=FOLDER,FOLDER: all of them, if the photographs are there.
test('all pictures of the folders that were named', { timeout: 7_200_000, skip: !process.env.PICTURES && 'PICTURES names none' }, async () => {
  for (const dir of process.env.PICTURES.split(',')) {
    const files = pictures(dir);
    const { other, median, sure } = await compare(files);
    console.log(`${dir}: ${files.length} pictures, ${files.length - other.length} the same, ${median.toFixed(0)} ms a table, confidence differs by at most ${sure.toFixed(3)}`);
    for (const { file, differs, here, there } of other) {
      for (const what of differs) {
        const n = ['tiles', 'ends', 'hand'].indexOf(what);
        console.log(`  ${file} ${what}\n    page ${here[n].join('  ')}\n    desk ${there[n].join('  ')}`);
      }
    }
    assert.deepEqual(other.map(({ file }) => file), []);
  }
});
