// The worker of an engine, made when it is needed first. Questions wait for each other. A module without threads sees
// no signal while it computes: to abort a question its worker is ended, and those that wait go to a new one.
import { SpoilsError } from './errors.js';
import { Fraction } from './values.js';

export class WorkerClient {
  #module;
  #worker = null;
  #waiting = new Map(); // by id, the oldest first
  #last = 0;
  #starts = 0; // a worker of an earlier start is of no use

  constructor(module) {
    this.#module = module;
  }

  /** Sends a question; the promise is rejected with the signal's reason if it is aborted. */
  ask(message, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const id = ++this.#last;
      const abort = () => {
        const isRunning = this.#waiting.keys().next().value === id;
        this.#waiting.delete(id);
        if (isRunning) { this.#restart(); }
        reject(signal.reason);
      };
      const settle = (call) => (value) => {
        signal?.removeEventListener('abort', abort);
        call(value);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.set(id, { message: { ...message, id }, isSent: false, resolve: settle(resolve), reject: settle(reject) });
      this.#next();
    });
  }

  // Sends the oldest question that waits, unless one is under way.
  async #next() {
    const [first] = this.#waiting.values();
    if (first === undefined || first.isSent) {
      if (first === undefined) { this.#worker?.unref?.(); }
      return;
    }
    first.isSent = true;
    try {
      if (this.#worker === null) {
        const start = ++this.#starts;
        const isOurs = (call) => (value) => { if (start === this.#starts) { call(value); } };
        const worker = await startWorker(this.#module, isOurs((out) => this.#receive(out)),
          isOurs((error) => this.#failed(error)));
        if (start !== this.#starts) {
          worker.end();
          return;
        }
        this.#worker = worker;
      }
      this.#worker.ref?.();
      this.#worker.post(first.message);
    } catch (error) {
      this.#failed(error);
    }
  }

  #receive({ id, result, error }) {
    const asked = this.#waiting.get(id);
    if (asked === undefined) { return; }
    this.#waiting.delete(id);
    if (error === undefined) { asked.resolve(revived(result)); } else { asked.reject(SpoilsError.from(error)); }
    this.#next();
  }

  // The worker itself failed: the question that it was at has no answer.
  #failed(cause) {
    const [first] = this.#waiting;
    if (first !== undefined) {
      this.#waiting.delete(first[0]);
      first[1].reject(new SpoilsError('trap', `the worker failed: ${cause?.message ?? cause}`, { cause }));
    }
    this.#restart();
  }

  #end() {
    this.#starts += 1;
    this.#worker?.end();
    this.#worker = null;
  }

  #restart() {
    this.#end();
    for (const asked of this.#waiting.values()) { asked.isSent = false; }
    this.#next();
  }

  dispose(reason) {
    this.#end();
    const asked = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of asked) { reject(reason); }
  }
}

// Messages lose the class of fractions.
function revived(result) {
  for (const one of result.answers ?? []) {
    for (const row of one.rows) {
      if (row.fraction !== null) { row.fraction = new Fraction(row.fraction.numerator, row.fraction.denominator); }
    }
  }
  return result;
}

async function startWorker(module, receive, failed) {
  if (typeof Worker === 'function') {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = (event) => failed(event);
    worker.postMessage({ module });
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  }
  const threads = await import('node:worker_threads');
  const worker = new threads.Worker(new URL('./worker.js', import.meta.url));
  let isEnded = false;
  worker.on('message', receive);
  worker.on('error', (error) => { if (!isEnded) { failed(error); } });
  worker.postMessage({ module });
  return {
    post: (message) => worker.postMessage(message),
    end: () => {
      isEnded = true;
      worker.terminate();
    },
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
}
