// The workers beside the window. One that breaks down is ended and said to have; the next job starts another.
const script = { adviser: 'adviser.js' };
const nameOf = to => script[to] ?? 'eye.js';

export class Crew {
  // `bring` takes the result of a job; `again` is called when an eye was restarted.
  constructor(bring, again) {
    Object.assign(this, { bring, again, hands: new Map(), watch: undefined, language: 'en' });
  }

  take({ to, number, job }) {
    // An answer that is no longer wanted is not waited for here either.
    if (to === 'adviser' && this.hands.get('adviser.js')?.pending.size) this.end('adviser.js');
    const hand = this.hire(nameOf(to));
    if (to === 'watcher') this.watch = number;
    else hand.pending.set(to, number);
    hand.worker.postMessage({ to, number, job }, [job.buffer]);
  }

  // To the eye: pictures, or that they end.
  show(message, passed = []) {
    this.hands.get('eye.js')?.worker.postMessage(message, passed);
  }

  // Results about pictures are words.
  speak(language) {
    this.language = language;
    this.show({ language });
  }

  hire(name) {
    const there = this.hands.get(name);
    if (there) return there;
    const hand = { worker: new Worker(name, { type: 'module', name: name.replace('.js', '') }), pending: new Map() };
    this.hands.set(name, hand);
    hand.worker.onmessage = ({ data }) => this.hear(name, hand, data);
    hand.worker.onerror = e => this.hear(name, hand, { broken: e.message ?? 'it could not be loaded' });
    if (name === 'eye.js') {
      this.speak(this.language);
      this.again();
    }
    return hand;
  }

  hear(name, hand, data) {
    if (this.hands.get(name) !== hand) return;
    if ('beat' in data) return this.beat?.(data.next);
    if (!('broken' in data)) {
      if (!data.more) hand.pending.delete(data.to);
      return this.bring(data);
    }
    console.warn(`${name} broke down: ${data.broken}`);
    const lost = [...hand.pending];
    this.end(name);
    for (const [to, number] of lost) this.bring({ to, number });
    if (name === 'eye.js' && this.watch !== undefined) this.bring({ to: 'watcher', number: this.watch });
  }

  end(name) {
    this.hands.get(name)?.worker.terminate();
    this.hands.delete(name);
  }
}
