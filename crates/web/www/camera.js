// Cameras: only the page may ask for them. Pictures go to the eye and nowhere else; the window gets their state in words.
import { phrase } from './phrases.js';

const sides = { 'on the back': 'environment', 'on the front': 'user' };
const USUAL = [1280, 720];
const FINE = [1920, 1080];
// Without a picture for so long something is wrong; what failed is tried again so often.
const STALE = 3000;
const AGAIN = 4000;

// An app on the Home Screen has no address to click beside.
const installed = () => matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;

const words = why => ({
  NotAllowedError: installed() ? phrase('no permission to use the camera. To allow it, open the permissions of Sixty-One in the settings of your device')
    : phrase('no permission to use the camera. To allow it, click the lock or camera sign beside the address'),
  NotFoundError: phrase('the camera was not found'),
  OverconstrainedError: phrase('the camera was not found'),
  NotReadableError: phrase('another program is using the camera'),
  AbortError: phrase('another program is using the camera'),
  SecurityError: phrase('no permission to use the camera'),
})[why?.name] ?? phrase('the camera has failed ({why})', { why: why?.message ?? why });

export class Cameras {
  constructor(crew, tell) {
    Object.assign(this, { crew, tell, open: undefined, lost: undefined, beat: 0, pace: 0, pictures: 0, revived: false, locked: false });
    crew.beat = next => this.came(next);
    navigator.mediaDevices?.addEventListener?.('devicechange', () => this.changed());
    navigator.permissions?.query?.({ name: 'camera' }).then(held => { held.onchange = () => this.changed(); }, () => {});
    // Some phones play a camera only after a touch.
    addEventListener('pointerup', () => { if (this.video?.paused) this.play(); });
    setInterval(() => this.check(), 1000);
  }

  take({ wish, ...what }) {
    if (wish === 'list') this.list();
    else if (wish === 'open') this.begin(what);
    else if (wish === 'close') this.close();
    else if (wish === 'light') this.set({ light: what.on });
    else if (wish === 'lock') this.set({ locked: what.on });
  }

  async devices() {
    const all = await navigator.mediaDevices.enumerateDevices();
    return all.filter(device => device.kind === 'videoinput');
  }

  async list() {
    const lent = !!navigator.mediaDevices?.getUserMedia;
    const names = lent ? (await this.devices().catch(() => [])).map(device => device.label) : [];
    this.tell('cameras', { names, lent });
  }

  async begin({ watch, name, fine }) {
    this.close();
    const open = this.open = { watch, name, fine };
    this.revived = false;
    if (!navigator.mediaDevices?.getUserMedia) return this.lose(phrase('browsers allow the camera only on pages loaded over https'));
    const [width, height] = fine ? FINE : USUAL;
    try {
      const side = sides[name];
      const device = side ? undefined : (await this.devices()).find(device => device.label === name);
      if (!side && !device) throw { name: 'NotFoundError' };
      const which = side ? { facingMode: { ideal: side } } : { deviceId: { exact: device.deviceId } };
      const video = { ...which, width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: 30, max: 30 } };
      const stream = await navigator.mediaDevices.getUserMedia({ video });
      const [track] = stream.getVideoTracks();
      // Another was asked for meanwhile.
      if (this.open !== open) return track.stop();
      open.track = track;
      this.pace = STALE;
      document.documentElement.dataset.camera = performance.now().toFixed(0);
      track.onended = () => this.lose(phrase('the camera was disconnected'));
      track.onmute = () => this.lose(phrase('the camera was paused by the system or another program'));
      track.onunmute = () => { this.play(); this.live(); };
      this.attach();
      if (this.locked) await this.set();
      else this.live();
      this.list();
    } catch (why) {
      if (this.open !== open) return;
      // After a no the question is not repeated.
      open.refused = why?.name === 'NotAllowedError';
      this.lose(words(why));
    }
  }

  // Sends its pictures to the eye, and again if that was restarted.
  attach() {
    const track = this.open?.track;
    if (track?.readyState !== 'live') return;
    this.detach();
    this.beat = performance.now();
    this.pictures = 0;
    if ('MediaStreamTrackProcessor' in self) {
      // A copy: the stream goes to the worker and with it.
      const copy = this.copy = track.clone();
      const { readable } = new MediaStreamTrackProcessor({ track: copy, maxBufferSize: 1 });
      this.crew.show({ frames: readable }, [readable]);
      return;
    }
    const video = this.video = Object.assign(document.createElement('video'), { muted: true, playsInline: true, srcObject: new MediaStream([track]) });
    this.next(video);
    this.play();
  }

  // A phone pauses it when it interrupts the page, and may refuse to play it.
  play() {
    const { video } = this;
    video?.play().catch(() => { if (this.video === video && !this.lost) this.stopped(); });
  }

  // One picture after the other, each when the last was looked at.
  next(video) {
    if (this.video !== video) return;
    const pass = async () => {
      if (this.video !== video) return;
      try {
        const picture = await createImageBitmap(video);
        this.crew.show({ picture }, [picture]);
      } catch {
        setTimeout(() => this.next(video), 200);
      }
    };
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(pass);
    else setTimeout(pass, 30);
  }

  detach() {
    this.crew.show({ blind: true });
    this.copy?.stop();
    if (this.video) this.video.srcObject = null;
    this.copy = this.video = undefined;
  }

  close() {
    this.detach();
    const { track } = this.open ?? {};
    if (track) {
      track.onended = track.onmute = track.onunmute = null;
      track.stop();
    }
    this.open = this.lost = undefined;
  }

  live() {
    const { watch, fine } = this.open;
    this.lost = undefined;
    this.beat = performance.now();
    this.tell('live', { watch, fine, ...this.lens() });
  }

  // Its light and its exposure; null for what it can't.
  lens() {
    const { track } = this.open;
    const can = track.getCapabilities?.() ?? {};
    const has = track.getSettings();
    const modes = can.exposureMode ?? [];
    return {
      light: can.torch ? !!has.torch : null,
      locked: modes.includes('continuous') && modes.includes('manual') ? has.exposureMode === 'manual' : null,
    };
  }

  lose(why) {
    this.lost = { why, since: performance.now() };
    this.tell('lost', { watch: this.open.watch, why });
  }

  stopped() {
    this.lose(phrase('the pictures have stopped'));
    // A stream that stands still gives its last picture once more when it is attached.
    Object.assign(this.lost, { stale: true, attached: this.revived && this.pictures < 2 });
  }

  // A picture was looked at.
  came(next) {
    if (!this.open) return;
    const now = performance.now();
    this.pictures += 1;
    if (!this.lost) this.pace = Math.min(now - this.beat, 10_000);
    this.beat = now;
    if (this.lost?.stale) this.live();
    if (next && this.video) this.next(this.video);
  }

  // Pictures stay away without a word, or what failed may work again.
  check() {
    if (!this.open || document.hidden) return;
    const now = performance.now();
    // An eye that is still being loaded looks at none.
    if (!this.crew.sees) this.beat = now;
    if (!this.lost && this.open.track && now - this.beat > Math.max(STALE, 2 * this.pace)) this.stopped();
    else if (this.lost && now - this.lost.since > AGAIN && !this.open.refused) this.again();
  }

  // A stream that stands still is attached once more; if that does not help, the camera is opened once more. Only a picture
  // shows that it is live again.
  again() {
    if (!this.open) return;
    const { lost, open } = this;
    const { track } = open;
    if (track?.readyState !== 'live' || track.muted || lost?.attached) return this.begin(open);
    if (lost?.stale) {
      Object.assign(lost, { attached: true, since: performance.now() });
      this.revived = true;
    }
    this.attach();
    if (!lost?.stale) this.live();
  }

  changed() {
    this.list();
    if (this.lost) this.again();
  }

  // The page is before somebody's eyes again.
  seen(seen) {
    if (!seen || !this.open) return;
    this.beat = performance.now();
    if (this.lost || this.open.track?.readyState === 'ended') this.again();
    else this.play();
  }

  // Sets its light and its exposure: what is set takes the place of everything that was set before.
  async set(change) {
    const open = this.open;
    if (!open?.track) return;
    const can = this.lens();
    const { light, locked } = { ...can, locked: this.locked, ...change };
    this.locked = locked;
    const { exposureTime } = open.track.getSettings();
    const advanced = [];
    if (can.light !== null) advanced.push({ torch: light });
    if (can.locked !== null) advanced.push(locked ? { exposureMode: 'manual', ...(exposureTime && { exposureTime }) } : { exposureMode: 'continuous' });
    await open.track.applyConstraints({ advanced }).catch(() => {});
    if (this.open === open) this.live();
  }
}
