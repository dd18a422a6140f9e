// Serves dist/ and opens it in Chromium as a phone holds it; what is touched is found by the names that screen readers say.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const desktop = process.env.SIXTY_ONE ?? path.join(root, 'target/debug/sixty-one');
export const lab = process.env.SIXTY_ONE_LAB ?? path.join(root, 'target/debug/sixty-one-lab');
const dist = process.env.DIST ?? path.join(root, 'dist');
const kinds = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.webmanifest': 'application/manifest+json', '.onnx': 'application/octet-stream' };

/// Sends at a limited number of bytes a second, shared by all answers.
async function drip(answer, bytes, server) {
  const piece = 16_384;
  for (let at = 0; at < bytes.length; at += piece) {
    const part = bytes.subarray(at, at + piece);
    server.free = Math.max(server.free, performance.now()) + part.length / server.throttle * 1000;
    await new Promise(done => setTimeout(done, server.free - performance.now()));
    answer.write(part);
  }
  answer.end();
}

/// A static host: what is compressed beside a file is sent in its place.
export async function serve(port = 0) {
  const server = http.createServer((asked, answer) => {
    const way = decodeURIComponent(new URL(asked.url, 'http://host').pathname);
    // Some hosts have one name for the first page and send the other on to it.
    if (server.forward && way === '/') return answer.writeHead(302, { location: '/index.html' }).end();
    const name = way.replace(/\/$/, '/index.html');
    const file = path.join(dist, name);
    if (!file.startsWith(dist) || !fs.existsSync(file) || server.lacks?.test(name)) return answer.writeHead(404).end();
    const brotli = (asked.headers['accept-encoding'] ?? '').includes('br') && fs.existsSync(`${file}.br`);
    // Another version than the one that was built.
    const changed = server.change?.(name);
    const bytes = changed ? Buffer.from(changed(fs.readFileSync(file, 'utf8'))) : fs.readFileSync(brotli ? `${file}.br` : file);
    const tag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
    if (asked.headers['if-none-match'] === tag) return answer.writeHead(304, { etag: tag }).end();
    server.sent += bytes.length;
    answer.writeHead(200, { etag: tag, 'content-type': kinds[path.extname(file)] ?? 'application/octet-stream', 'content-length': bytes.length,
      'cache-control': 'no-cache', ...(brotli && !changed && { 'content-encoding': 'br' }) });
    if (server.throttle) drip(answer, bytes, server);
    else answer.end(bytes);
  });
  server.sent = 0;
  server.free = 0;
  await new Promise(done => server.listen(port, '127.0.0.1', done));
  server.at = `http://127.0.0.1:${server.address().port}/`;
  return server;
}

export const flags = ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, hasTouch: true, isMobile: true };

export const folder = name => fs.mkdtempSync(path.join(os.tmpdir(), `sixty-one-${name}-`));

/// A browser with a separate profile, which is kept when it is closed.
export const browser = (profile, more = {}, args = []) => chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: [...flags, ...args], ...phone, ...more });

/// The memory of the page's process in MB, its workers and their modules included; what it shares with others is counted in shares.
export async function memory(context) {
  const line = await context.browser().newBrowserCDPSession();
  const { processInfo } = await line.send('SystemInfo.getProcessInfo');
  await line.detach();
  return Math.max(...processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => kept(id)));
}

/// The memory of a process in MB; what it shares with others is counted in shares.
export const kept = id => Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024 / 1e6;

/// What has just changed under a finger is not touched by it: the page says when a tap counts wherever it is made.
export const settled = () => document.documentElement.dataset.settled === 'yes';

export class Page {
  static async open(context, at, wait = true) {
    const it = new Page();
    it.page = await context.newPage();
    it.errors = [];
    it.touch = await it.page.evaluate(() => navigator.maxTouchPoints > 0);
    it.page.on('console', message => { if (message.type() === 'error') it.errors.push(message.text()); });
    it.page.on('pageerror', why => it.errors.push(why.message));
    await it.page.goto(at);
    if (wait) {
      await it.ready();
      await it.greeted();
    }
    return it;
  }

  /// A device that was never played on is greeted.
  async greeted() {
    await this.sees(/./);
    if ((await this.names()).includes('Keep score by tapping')) await this.tap('Keep score by tapping');
  }

  /// The window is drawn, or the page says why not.
  async ready() {
    await this.page.waitForFunction(() => document.documentElement.dataset.ready || !document.getElementById('notice').hidden, null, { timeout: 120_000 });
    const told = await this.told();
    if (told) throw new Error(told);
  }

  told() { return this.page.evaluate(() => document.getElementById('notice').hidden ? '' : document.getElementById('words').textContent); }

  control(name) { return this.page.locator(`#controls > [aria-label="${name}"], #controls > [aria-label^="${name}, key "]`).first(); }

  names() { return this.page.evaluate(() => [...document.querySelectorAll('#controls > *')].map(element => element.getAttribute('aria-label') ?? element.textContent)); }

  /// Waits for something that is called so, and gives its name.
  async sees(what, patience = 30_000) {
    for (const end = Date.now() + patience; ;) {
      const found = (await this.names()).find(name => what.test(name));
      if (found) return found;
      if (Date.now() > end) throw new Error(`no ${what} among ${(await this.names()).join(' | ')}`);
      await this.page.waitForTimeout(100);
    }
  }

  /// Waits until nothing is called so any more.
  async loses(what, patience = 30_000) {
    for (const end = Date.now() + patience; (await this.names()).some(name => what.test(name));) {
      if (Date.now() > end) throw new Error(`still ${what} among ${(await this.names()).join(' | ')}`);
      await this.page.waitForTimeout(100);
    }
  }

  /// Touches what has this name, once it stands still.
  async tap(name) {
    const control = this.control(name);
    await control.waitFor({ state: 'attached', timeout: 30_000 }).catch(async () => { throw new Error(`no "${name}" among ${(await this.names()).join(' | ')}`); });
    let last;
    for (let tries = 0; tries < 40; tries++) {
      const place = JSON.stringify(await control.boundingBox({ timeout: 2000 }).catch(() => null));
      if (place === last && place !== 'null') break;
      last = place;
      await this.page.waitForTimeout(150);
    }
    const { x, y, width, height } = JSON.parse(last);
    await this.page.waitForFunction(settled, null, { timeout: 30_000 });
    // A browser that was started for itself has a mouse only.
    const hand = this.touch ? this.page.touchscreen.tap.bind(this.page.touchscreen) : this.page.mouse.click.bind(this.page.mouse);
    await hand(x + width / 2, y + height / 2);
  }

  /// The same through the control of the document, as a screen reader does it.
  async press(name) {
    const control = this.control(name);
    await control.waitFor({ state: 'attached', timeout: 30_000 });
    // What was not to be pressed before the last act may be so a frame later.
    for (let tries = 0; tries < 100 && await control.isDisabled(); tries++) await this.page.waitForTimeout(50);
    await control.evaluate(element => element.click());
  }

  recorded() { return this.page.evaluate(() => Number(document.documentElement.dataset.recorded ?? -1)); }

  /// Touches and waits until that number of further acts is on disk.
  async act(names, more = 1) {
    const before = await this.recorded();
    const touched = [names].flat();
    const touch = name => this.touch ? this.tap(name) : this.press(name);
    const stands = patience => this.page.waitForFunction(want => Number(document.documentElement.dataset.recorded) === want, before + more, { timeout: patience });
    for (const name of touched) await touch(name);
    // On a busy machine a tap may still come too early: a person taps again.
    await stands(8000).catch(async () => {
      if (touched.length === 1 && await this.recorded() === before) await touch(touched[0]);
      await stands(30_000);
    }).catch(async () => { throw new Error(`${names}: ${await this.recorded()} acts after ${before}; ${(await this.names()).join(' | ')}`); });
  }
}
