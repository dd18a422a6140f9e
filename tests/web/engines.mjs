// Three engines behind one driver, so that one suite plays the page in each. Chromium and WebKit speak WebDriver over HTTP, Firefox
// the same commands over its own socket (Marionette): no driver is needed that Debian lacks.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { flags, folder, kept, settled } from './page.mjs';

const at = (variable, usual) => process.env[variable] ?? usual;
const chromium = at('CHROMIUM', '/usr/bin/chromium');
const chromedriver = at('CHROMEDRIVER', '/usr/bin/chromedriver');
const firefox = at('FIREFOX', '/usr/bin/firefox-esr');
const webkit = at('WEBKIT', '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser');
const webkitDriver = at('WEBKITDRIVER', '/usr/bin/WebKitWebDriver');
const xvfb = at('XVFB', '/usr/bin/Xvfb');
export const [WIDE, HIGH] = [390, 844];

// A command: its name on Marionette's socket, its way over HTTP.
const COMMANDS = {
  go: ['WebDriver:Navigate', 'POST', 'url'],
  run: ['WebDriver:ExecuteScript', 'POST', 'execute/sync'],
  later: ['WebDriver:ExecuteAsyncScript', 'POST', 'execute/async'],
  act: ['WebDriver:PerformActions', 'POST', 'actions'],
  shot: ['WebDriver:TakeScreenshot', 'GET', 'screenshot'],
  patience: ['WebDriver:SetTimeouts', 'POST', 'timeouts'],
  place: ['WebDriver:SetWindowRect', 'POST', 'window/rect'],
  open: ['WebDriver:NewWindow', 'POST', 'window/new'],
  turn: ['WebDriver:SwitchToWindow', 'POST', 'window'],
  which: ['WebDriver:GetWindowHandle', 'GET', 'window'],
  shut: ['WebDriver:CloseWindow', 'DELETE', 'window'],
};

/// A free port: if it is taken before the server starts, the caller asks for another.
const freePort = () => new Promise(done => {
  const server = net.createServer().listen(0, '127.0.0.1', () => { const { port } = server.address(); server.close(() => done(port)); });
});

/// A virtual screen.
async function screen(size) {
  const child = spawn(xvfb, ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp', '-noreset'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const name = await new Promise((done, failed) => {
    child.once('error', failed);
    child.stdio[3].once('data', number => done(`:${String(number).trim()}`));
  });
  return { child, env: { ...process.env, DISPLAY: name, LIBGL_ALWAYS_SOFTWARE: '1', MOZ_ENABLE_WAYLAND: '0', GDK_BACKEND: 'x11' } };
}

/// WebDriver over HTTP.
class Http {
  constructor(port) { this.port = port; }

  async ask([, method, way], body) {
    const answer = await fetch(`http://127.0.0.1:${this.port}/session/${this.session}/${way}`, { method, ...(method === 'POST' && { body: JSON.stringify(body) }) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${way}: ${value.message}`);
    return value;
  }

  async begin(capabilities) {
    for (let tries = 0; ; tries++) {
      try {
        const asked = { method: 'POST', body: JSON.stringify({ capabilities: { alwaysMatch: capabilities } }), signal: AbortSignal.timeout(60_000) };
        const answer = await fetch(`http://127.0.0.1:${this.port}/session`, asked);
        const { value } = await answer.json();
        if (!value.sessionId) throw new Error(value.message);
        this.session = value.sessionId;
        return;
      } catch (why) {
        if (why.name === 'TimeoutError') throw new Error('the browser did not start within a minute');
        if (tries === 60) throw why;
        await pause(500);
      }
    }
  }

  end() { return fetch(`http://127.0.0.1:${this.port}/session/${this.session}`, { method: 'DELETE' }).catch(() => {}); }
}

/// Marionette: JSON over a socket.
class Socket {
  constructor() { Object.assign(this, { number: 0, waiting: new Map(), rest: Buffer.alloc(0) }); }

  async begin(port) {
    for (let tries = 0; ; tries++) {
      this.line = net.connect(port, '127.0.0.1');
      const open = await new Promise(done => { this.line.once('connect', () => done(true)); this.line.once('error', () => done(false)); });
      if (open) break;
      if (tries === 240) throw new Error('Firefox does not answer');
      await pause(250);
    }
    const greeted = new Promise(done => { this.greet = done; });
    this.line.on('data', bytes => this.hear(bytes));
    this.line.on('error', () => {});
    await greeted;
    await this.ask(['WebDriver:NewSession'], { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  }

  hear(bytes) {
    this.rest = Buffer.concat([this.rest, bytes]);
    for (;;) {
      const colon = this.rest.indexOf(58);
      const length = Number(this.rest.subarray(0, Math.max(colon, 0)));
      if (colon < 0 || this.rest.length < colon + 1 + length) return;
      const message = JSON.parse(this.rest.subarray(colon + 1, colon + 1 + length));
      this.rest = this.rest.subarray(colon + 1 + length);
      if (!Array.isArray(message)) {
        this.greet?.();
        continue;
      }
      const [, number, error, result] = message;
      const [done, failed] = this.waiting.get(number) ?? [];
      this.waiting.delete(number);
      if (error) failed?.(new Error(error.message));
      else done?.(result && 'value' in result ? result.value : result);
    }
  }

  ask([name], parameters = {}) {
    const number = ++this.number;
    const message = JSON.stringify([0, number, name, parameters]);
    this.line.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((done, failed) => this.waiting.set(number, [done, failed]));
  }

  async end() {
    await this.ask(['Marionette:Quit'], { flags: ['eForceQuit'] }).catch(() => {});
    this.line.destroy();
  }
}

// Firefox's window is never narrower, and has so much above the page.
const NARROWEST = 500;
const BARS = 85;

/// What Safari has on and WebKitGTK has off.
const FEATURES = ['FileSystem', 'FileSystemAccess', 'StorageAPI', 'StorageAPIEstimate', 'FileSystemWritableStream', 'AllowWebGLInWorkers'];

/// How each engine is started; what starts it gives its line and its children.
const STARTS = {
  async chromium(profile, { args = [] }) {
    const port = await freePort();
    const child = spawn(chromedriver, [`--port=${port}`], { stdio: 'ignore', detached: true });
    const line = new Http(port);
    await line.begin({
      'goog:chromeOptions': {
        binary: chromium, args: [...flags, '--headless=new', `--user-data-dir=${profile}`, ...args],
        mobileEmulation: { deviceMetrics: { width: WIDE, height: HIGH, pixelRatio: 1, touch: true, mobile: true } },
      },
    });
    return { line, children: [child], finger: 'touch' };
  },

  async firefox(profile) {
    const port = await freePort();
    fs.mkdirSync(profile, { recursive: true });
    const wishes = { 'marionette.port': port, 'browser.shell.checkDefaultBrowser': false, 'datareporting.policy.dataSubmissionEnabled': false,
      // On a busy machine a bar would say over the page that it slows the browser down.
      'dom.ipc.processHangMonitor': false, 'dom.ipc.reportProcessHangs': false, 'dom.max_script_run_time': 0,
      'app.update.enabled': false, 'network.captive-portal-service.enabled': false, 'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true, 'webgl.force-enabled': true, 'ui.primaryPointerCapabilities': 1,
      // What it asks stands over the page.
      'permissions.default.persistent-storage': 1 };
    fs.writeFileSync(path.join(profile, 'user.js'), Object.entries(wishes).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`).join('\n'));
    // A Firefox that has no screen draws nothing with WebGL.
    const seen = await screen(`${NARROWEST}x${HIGH + BARS}`);
    const child = spawn(firefox, ['--marionette', '--no-remote', '--kiosk', '--profile', profile], { stdio: 'ignore', detached: true, env: { ...seen.env, HOME: profile } });
    const line = new Socket();
    await line.begin(port);
    return { line, children: [child, seen.child], finger: 'touch' };
  },

  // It keeps nothing, with a driver and without: createSyncAccessHandle answers
  // "Backend does not support this operation". Its driver has no fingers.
  async webkit(profile) {
    const port = await freePort();
    const seen = await screen('800x1000');
    const child = spawn(webkitDriver, [`--port=${port}`], { stdio: 'ignore', detached: true, env: { ...seen.env, HOME: profile, XDG_DATA_HOME: profile, XDG_CACHE_HOME: profile } });
    const line = new Http(port);
    // Versions have other names for them, and a name that one does not have keeps it from starting.
    const told = spawnSync(webkit, ['--features=help'], { encoding: 'utf8', env: seen.env }).stdout;
    const named = FEATURES.filter(name => told.includes(` ${name} (`)).map(name => `+${name}`);
    const features = `--features=${named}`;
    await line.begin({ 'webkitgtk:browserOptions': { binary: webkit, args: ['--automation', features, '--enable-media-stream=true', '--enable-mock-capture-devices=true'] } });
    return { line, children: [child, seen.child], finger: 'mouse' };
  },
};

const NEEDS = { chromium: [chromium, chromedriver], firefox: [firefox, xvfb], webkit: [webkit, webkitDriver, xvfb] };

/// The engines that are here; ENGINES=firefox,webkit for some of them.
export const engines = (process.env.ENGINES ?? 'chromium,firefox,webkit').split(',').map(name => ({
  name, lacks: NEEDS[name].filter(file => !fs.existsSync(file)).join(', '),
}));

const CONTROL = name => `[...document.querySelectorAll('#controls > *')].find(e => { const label = e.getAttribute('aria-label') ?? e.textContent; return label === ${JSON.stringify(name)} || label.startsWith(${JSON.stringify(`${name}, key `)}); })`;

export class Browser {
  static async start(name, profile, wishes = {}) {
    const it = Object.assign(new Browser(), { name }, await STARTS[name](profile, wishes));
    await it.ask('patience', { script: 120_000, pageLoad: 120_000 });
    if (name === 'webkit') await it.fit();
    return it;
  }

  ask(command, body = {}) { return this.line.ask(COMMANDS[command], body); }

  /// A window whose page is as large as a phone.
  async fit() {
    for (let tries = 0; tries < 3; tries++) {
      const [wide, high, outerWide, outerHigh] = await this.run('return [innerWidth, innerHeight, outerWidth, outerHeight]');
      if (wide === WIDE && high === HIGH) return;
      await this.ask('place', { x: 0, y: 0, width: WIDE + outerWide - wide, height: HIGH + outerHigh - high });
      await pause(300);
    }
  }

  go(url) { return this.ask('go', { url }); }

  /// Runs a script in the page; what it returns comes back.
  run(script, ...args) { return this.ask('run', { script, args }); }

  /// The same of one that takes its time: it calls the last of its arguments with what came of it.
  later(script, ...args) { return this.ask('later', { script, args }); }

  async until(script, patience = 60_000) {
    for (const end = Date.now() + patience; ;) {
      const value = await this.run(`return ${script}`).catch(why => { if (Date.now() > end) throw why; });
      if (value) return value;
      if (Date.now() > end) throw new Error(`never: ${script}; ${JSON.stringify(await this.names())}`);
      await pause(100);
    }
  }

  /// Opens the page; gives what it says instead of the window, if anything.
  async visit(url) {
    await this.go(url);
    return this.opened();
  }

  async opened() {
    await this.until('document.documentElement.dataset.ready || !document.getElementById("notice").hidden', 180_000);
    return this.run('return document.getElementById("notice").hidden ? "" : document.getElementById("words").textContent');
  }

  names() { return this.run('return [...document.querySelectorAll("#controls > *")].map(e => e.getAttribute("aria-label") ?? e.textContent)'); }

  /// Waits for something that is called so, and gives its name.
  async sees(what, patience = 60_000) {
    for (const end = Date.now() + patience; ;) {
      const found = (await this.names()).find(name => what.test(name));
      if (found) return found;
      if (Date.now() > end) throw new Error(`no ${what} among ${(await this.names()).join(' | ')}`);
      await pause(100);
    }
  }

  /// Where it is drawn, once it stands still.
  async where(name) {
    let last;
    for (let tries = 0; tries < 60; tries++) {
      const place = await this.until(`(e => { if (!e) return; const box = e.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round).join(); })(${CONTROL(name)})`);
      if (place === last) break;
      last = place;
      await pause(150);
    }
    return last.split(',').map(Number);
  }

  /// Touches the place where it is drawn, or where the engine's driver has no finger presses it with a mouse.
  async tap(name) {
    const place = await this.where(name);
    await this.until(`(${settled})()`);
    // A bar of the browser's own may have come over the page just then: what was to be touched has moved.
    await this.press(place).catch(async error => {
      if (!/out of bounds/.test(error.message)) throw error;
      await this.press(await this.where(name));
    });
  }

  press([x, y]) {
    const actions = [{ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 }, { type: 'pause', duration: 60 }, { type: 'pointerUp', button: 0 }];
    return this.ask('act', { actions: [{ type: 'pointer', id: 'finger', parameters: { pointerType: this.finger }, actions }] });
  }

  /// The same of an element of the document, which must have stood there for a moment.
  async touch(selector) {
    await pause(700);
    await this.press(await this.until(`(e => {
      if (!e) return;
      e.scrollIntoView({ block: 'nearest' });
      const box = e.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
    })(document.querySelector(${JSON.stringify(selector)}))`));
  }

  /// Types on a keyboard.
  async type(...keys) {
    const actions = keys.flatMap(value => [{ type: 'keyDown', value }, { type: 'keyUp', value }]);
    await this.ask('act', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  /// The memory of the page's process in MB; what it shares with others is counted in shares.
  memory() {
    const read = (id, name) => { try { return fs.readFileSync(`/proc/${id}/${name}`, 'utf8'); } catch { return ''; } };
    const all = fs.readdirSync('/proc').filter(id => /^\d+$/.test(id));
    const parents = new Map(all.map(id => [id, /\) \S (\d+)/.exec(read(id, 'stat'))?.[1]]));
    const own = new Set(this.children.map(child => String(child.pid)));
    const mine = id => own.has(id) || (parents.has(id) && mine(parents.get(id)));
    const shows = /--type=renderer|-contentproc|WebKitWebProcess/;
    return Math.max(...all.filter(id => mine(id) && shows.test(read(id, 'cmdline'))).map(kept));
  }

  recorded() { return this.run('return Number(document.documentElement.dataset.recorded ?? -1)'); }

  /// Taps and waits until that number of further acts is recorded.
  async act(name, more = 1) {
    const before = await this.recorded();
    const stands = patience => this.until(`Number(document.documentElement.dataset.recorded) === ${before + more}`, patience);
    await this.tap(name);
    // On a busy machine a tap may still come too early: a person taps again.
    await stands(8000).catch(async () => {
      if (await this.recorded() === before) await this.tap(name);
      await stands();
    }).catch(async why => {
      throw new Error(`${name}: ${await this.recorded()} acts after ${before}: ${why.message}`);
    });
  }

  /// A picture, where SHOTS names a folder for them.
  async shot(name) {
    if (!process.env.SHOTS) return;
    // The controls are listed a moment before the frame is drawn.
    await pause(1000);
    fs.writeFileSync(path.join(process.env.SHOTS, `${name}-${this.name}.png`), Buffer.from(await this.ask('shot'), 'base64'));
  }

  /// Ends it as the system does, without a word.
  async kill() {
    for (const child of this.children) try { process.kill(-child.pid, 'SIGKILL'); } catch { child.kill('SIGKILL'); }
    await pause(500);
  }

  async close() {
    await Promise.race([this.line.end(), pause(5000)]);
    await this.kill();
  }
}

/// The table: which engine, which test, how it went.
const table = [];
export function each(name, patience, play) {
  for (const engine of engines) {
    const skip = engine.lacks ? `${engine.lacks} is not here` : false;
    test(`${engine.name}: ${name}`, { timeout: patience, skip }, async t => {
      const profile = folder(engine.name);
      const open = [];
      const start = async wishes => { const browser = await Browser.start(engine.name, profile, wishes); open.push(browser); return browser; };
      t.after(async () => {
        for (const browser of open) await browser.close();
        fs.rmSync(profile, { recursive: true, force: true });
      });
      const row = { engine: engine.name, name, went: 'failed' };
      table.push(row);
      row.went = await play(start, t) ?? 'holds';
    });
  }
}
after(() => { for (const { engine, name, went } of table) console.log(`${engine.padEnd(9)} ${went.padEnd(40)} ${name}`); });
