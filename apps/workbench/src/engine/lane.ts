// A lane: one worker and the calls that wait for it, one under way. A newer call replaces an older one of its topic: one
// that waits is dropped, one under way may finish within a moment, else its worker is ended and made anew. So a hung or
// dead engine costs its call alone. test/unit/lane.test.ts pins it with a worker of its own.
import type { Calls, FromWorker, Kind, Request, ToWorker } from './protocol';

/** The part of a Worker that a lane uses. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Why a call has no reply. */
export class EngineError extends Error {
  constructor(readonly code: string, message: string, readonly help = '') {
    super(message);
  }
}

/** The code of a call that a newer one replaced: nothing to report. */
export const kReplaced = 'replaced';

// A call that ends within this time after it was replaced keeps its worker, with the packs that are compiled there. Below
// 50 ms most calls for the shipped packs lose it; above 200 ms typing feels slow.
const kGrace = 100;

// Requests of the language service are of several topics, each with its method.
function topicOf(request: Request): string {
  return 'method' in request ? `${request.kind} ${request.method}` : request.kind;
}

interface Waiting {
  readonly id: number;
  readonly request: Request;
  readonly patience: number;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: EngineError) => void;
}

export class Lane {
  #start: () => Promise<WorkerLike>;
  #worker: WorkerLike | null = null;
  #isStarting = false;
  #running: Waiting | null = null;
  #isReplaced = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: Waiting[] = [];
  #last = 0;

  constructor(start: () => Promise<WorkerLike>) {
    this.#start = start;
  }

  /** Sends a call; after `patience` milliseconds of work the worker is ended. */
  ask<K extends Kind>(request: Request<K>, patience: number): Promise<Calls[K]['reply']> {
    return new Promise((resolve, reject) => {
      const replaced = () => new EngineError(kReplaced, 'a newer call replaced this one');
      const topic = topicOf(request as Request);
      const isSame = (one: Waiting) => topicOf(one.request) === topic;
      for (const older of this.#waiting.filter(isSame)) { older.reject(replaced()); }
      this.#waiting = this.#waiting.filter((one) => !isSame(one));
      if (this.#running !== null && isSame(this.#running) && !this.#isReplaced) {
        this.#running.reject(replaced());
        this.#isReplaced = true;
        this.#arm(kGrace);
      }
      this.#waiting.push({ id: ++this.#last, request: request as Request, patience, resolve: resolve as (reply: unknown) => void, reject });
      void this.#next();
    });
  }

  /** Drops the calls of a kind: they have no reply. One that is under way costs the worker. */
  stop(kind: Kind): void {
    const stopped = () => new EngineError(kReplaced, 'the call was stopped');
    for (const one of this.#waiting.filter(({ request }) => request.kind === kind)) { one.reject(stopped()); }
    this.#waiting = this.#waiting.filter(({ request }) => request.kind !== kind);
    if (this.#running?.request.kind !== kind) { return; }
    this.#running.reject(stopped());
    this.restart();
  }

  /** Ends the worker; calls that wait go to a new one. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
    this.#isReplaced = false;
    void this.#next();
  }

  #arm(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail('hung', 'the engine took too long and was started anew'), milliseconds);
  }

  #fail(code: string, message: string): void {
    this.#running?.reject(new EngineError(code, message, 'the text is kept; change it, or ask for less'));
    this.restart();
  }

  async #next(): Promise<void> {
    if (this.#running !== null || this.#isStarting || this.#waiting.length === 0) { return; }
    if (this.#worker === null) {
      this.#isStarting = true;
      try {
        const worker = await this.#start();
        worker.onmessage = ({ data }) => this.#receive(data);
        worker.onerror = () => { if (this.#worker === worker) { this.#fail('died', 'the engine died and was started anew'); } };
        this.#worker = worker;
      } catch (error) {
        const { message } = error as Error;
        for (const one of this.#waiting.splice(0)) { one.reject(new EngineError('start', `the engine does not start: ${message}`, 'reload the page')); }
        return;
      } finally {
        this.#isStarting = false;
      }
    }
    const first = this.#waiting.shift();
    if (first === undefined) { return; }
    this.#running = first;
    this.#arm(first.patience);
    this.#worker.postMessage({ id: first.id, request: first.request });
  }

  #receive({ id, reply, failure }: FromWorker): void {
    const running = this.#running;
    if (running === null || running.id !== id) { return; }
    clearTimeout(this.#timer);
    this.#running = null;
    this.#isReplaced = false;
    if (failure === undefined) { running.resolve(reply); } else { running.reject(new EngineError(failure.code, failure.message, failure.help)); }
    void this.#next();
  }
}
