// Drives Debian's Firefox without a driver of its own: Marionette, the protocol that every Firefox speaks, is JSON over a socket.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const firefox = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/// A virtual screen: a Firefox that has none draws nothing with WebGL. Without Xvfb there is none.
function screen() {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '390x844x24', '-nolisten', 'tcp', '-noreset'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  return new Promise(done => {
    child.once('error', () => done({}));
    child.stdio[3].once('data', number => done({ child, name: `:${String(number).trim()}` }));
  });
}

export class Firefox {
  /// A Firefox with this profile, on a screen of its own.
  static async open(profile, port = 2828 + Math.floor(Math.random() * 1000)) {
    const it = Object.assign(new Firefox(), { number: 0, waiting: new Map(), rest: Buffer.alloc(0) });
    fs.mkdirSync(profile, { recursive: true });
    fs.writeFileSync(path.join(profile, 'user.js'), [`user_pref("marionette.port", ${port});`, 'user_pref("browser.shell.checkDefaultBrowser", false);',
      'user_pref("datareporting.policy.dataSubmissionEnabled", false);', 'user_pref("app.update.enabled", false);', 'user_pref("network.captive-portal-service.enabled", false);',
      'user_pref("media.navigator.streams.fake", true);', 'user_pref("media.navigator.permission.disabled", true);', 'user_pref("webgl.force-enabled", true);'].join('\n'));
    it.screen = await screen();
    const seen = it.screen.name ? { DISPLAY: it.screen.name, LIBGL_ALWAYS_SOFTWARE: '1', MOZ_ENABLE_WAYLAND: '0' } : { MOZ_HEADLESS: '1' };
    it.child = spawn(firefox, ['--marionette', '--no-remote', '--width', '390', '--height', '844', '--profile', profile],
      { stdio: 'ignore', env: { ...process.env, ...seen, MOZ_HEADLESS_WIDTH: '390', MOZ_HEADLESS_HEIGHT: '844', HOME: profile } });
    for (let tries = 0; ; tries++) {
      it.socket = net.connect(port, '127.0.0.1');
      const open = await new Promise(done => { it.socket.once('connect', () => done(true)); it.socket.once('error', () => done(false)); });
      if (open) break;
      if (tries === 240) throw new Error('Firefox does not answer');
      await pause(250);
    }
    const greeted = new Promise(done => { it.greet = done; });
    it.socket.on('data', bytes => it.hear(bytes));
    await greeted;
    await it.ask('WebDriver:NewSession', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
    await it.ask('WebDriver:SetTimeouts', { script: 120_000, pageLoad: 120_000 });
    return it;
  }

  hear(bytes) {
    this.rest = Buffer.concat([this.rest, bytes]);
    for (;;) {
      const colon = this.rest.indexOf(58);
      if (colon < 0) return;
      const length = Number(this.rest.subarray(0, colon));
      if (this.rest.length < colon + 1 + length) return;
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
      else done?.(result?.value ?? result);
    }
  }

  ask(command, parameters = {}) {
    const number = ++this.number;
    const message = JSON.stringify([0, number, command, parameters]);
    this.socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((done, failed) => this.waiting.set(number, [done, failed]));
  }

  go(url) { return this.ask('WebDriver:Navigate', { url }); }

  /// Runs a script in the page; what it returns comes back.
  run(script, ...args) { return this.ask('WebDriver:ExecuteScript', { script, args }); }

  async until(script, patience = 60_000) {
    for (const end = Date.now() + patience; ;) {
      const value = await this.run(`return ${script}`);
      if (value) return value;
      if (Date.now() > end) throw new Error(`never: ${script}; ${JSON.stringify(await this.names())}`);
      await pause(100);
    }
  }

  names() { return this.run('return [...document.querySelectorAll("#controls > *")].map(e => e.getAttribute("aria-label") ?? e.textContent)'); }

  /// Presses a control as a screen reader does.
  async press(name) {
    const find = `document.querySelector('#controls > [aria-label="${name}"]')`;
    await this.until(`!!${find}`);
    await this.run(`${find}.click()`);
  }

  /// Touches the place where it is drawn.
  async tap(name) {
    const find = `document.querySelector('#controls > [aria-label="${name}"]')`;
    await this.until(`!!${find}`);
    const [x, y] = await this.run(`const box = ${find}.getBoundingClientRect(); return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]`);
    const actions = [{ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 }, { type: 'pause', duration: 60 }, { type: 'pointerUp', button: 0 }];
    await this.ask('WebDriver:PerformActions', { actions: [{ type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions }] });
  }

  async close() {
    await this.ask('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {});
    this.socket.destroy();
    await Promise.race([new Promise(done => this.child.once('exit', done)), pause(5000)]);
    this.child.kill('SIGKILL');
    this.screen.child?.kill();
  }
}
