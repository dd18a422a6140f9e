// The workers beside the window. One that breaks down is ended and said to have; the next job starts another.
const script = { adviser: 'adviser.js' };
const nameOf = to => script[to] ?? 'eye.js';

export class Crew {
  // `bring` takes the result of a job; `again` is called when an eye was restarted.
  constructor(bring, again) {
    Object.assign(this, { bring, again, workers: new Map(), watch: undefined, language: 'en' });
  }

  take({ to, number, job }) {
    // An answer that is no longer wanted is not waited for here either.
    if (to === 'adviser' && this.workers.get('adviser.js')?.pending.size) this.end('adviser.js');
    const entry = this.started(nameOf(to));
    if (to === 'watcher') this.watch = number;
    else entry.pending.set(to, number);
    entry.worker.postMessage({ to, number, job }, [job.buffer]);
  }

  // To the eye: pictures, or that they end.
  show(message, passed = []) {
    this.workers.get('eye.js')?.worker.postMessage(message, passed);
  }

  // Whether the eye is loaded.
  get sees() { return !!this.workers.get('eye.js')?.sees; }

  // Results about pictures are words.
  speak(language) {
    this.language = language;
    this.show({ language });
  }

  started(name) {
    const there = this.workers.get(name);
    if (there) return there;
    const entry = { worker: new Worker(name, { type: 'module', name: name.replace('.js', '') }), pending: new Map() };
    this.workers.set(name, entry);
    entry.worker.onmessage = ({ data }) => this.hear(name, entry, data);
    entry.worker.onerror = e => this.hear(name, entry, { broken: e.message ?? 'it could not be loaded' });
    if (name === 'eye.js') {
      this.speak(this.language);
      this.again();
    }
    return entry;
  }

  hear(name, entry, data) {
    if (this.workers.get(name) !== entry) return;
    if ('beat' in data) return this.beat?.(data.next);
    if (data.sees) return entry.sees = true;
    if (!('broken' in data)) {
      if (!data.more) entry.pending.delete(data.to);
      return this.bring(data);
    }
    console.warn(`${name} broke down: ${data.broken}`);
    const lost = [...entry.pending];
    this.end(name);
    for (const [to, number] of lost) this.bring({ to, number });
    if (name === 'eye.js' && this.watch !== undefined) this.bring({ to: 'watcher', number: this.watch });
  }

  end(name) {
    this.workers.get(name)?.worker.terminate();
    this.workers.delete(name);
  }
}
