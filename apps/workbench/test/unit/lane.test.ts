// Lanes with a worker that replies when the test says so.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { kReplaced, Lane, type WorkerLike } from '../../src/engine/lane';
import type { FromWorker, ToWorker } from '../../src/engine/protocol';

class FakeWorker implements WorkerLike {
  sent: { id: number; text: string }[] = [];
  isEnded = false;
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  postMessage(message: ToWorker): void {
    if ('id' in message) { this.sent.push({ id: message.id, text: (message.request as { text: string }).text }); }
  }
  terminate(): void { this.isEnded = true; }
  reply(i: number): void { this.onmessage!({ data: { id: this.sent[i]!.id, reply: this.sent[i]!.text } } as MessageEvent<FromWorker>); }
}

let workers: FakeWorker[];
let lane: Lane;
const ask = (text: string, patience = 1000) => lane.ask({ kind: 'format', name: '', text }, patience).catch((error: { code: string }) => error.code);
const turn = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  lane = new Lane(() => {
    workers.push(new FakeWorker());
    return Promise.resolve(workers.at(-1)!);
  });
});
afterEach(() => { vi.useRealTimers(); });

test('one call after the other, in one worker', async () => {
  const first = ask('a');
  await turn();
  workers[0]!.reply(0);
  expect(await first).toBe('a');
  const second = ask('b');
  await turn();
  workers[0]!.reply(1);
  expect(await second).toBe('b');
  expect(workers.length).toBe(1);
});

test('the newest replaces older ones; a quick one keeps the worker', async () => {
  const calls = [ask('a')];
  await turn();
  calls.push(ask('b'), ask('c'));
  expect(await calls[0]).toBe(kReplaced);
  expect(await calls[1]).toBe(kReplaced);
  workers[0]!.reply(0);
  await turn();
  expect(workers[0]!.sent.map(({ text }) => text)).toEqual(['a', 'c']);
  workers[0]!.reply(1);
  expect(await calls[2]).toBe('c');
  expect(workers[0]!.isEnded).toBe(false);
});

test('a replaced call that goes on too long is ended with its worker', async () => {
  void ask('a');
  await turn();
  const next = ask('b');
  await vi.advanceTimersByTimeAsync(150);
  expect(workers[0]!.isEnded).toBe(true);
  workers[1]!.reply(0);
  expect(await next).toBe('b');
});

test('a hung worker is ended; so is one that died; calls that wait go on', async () => {
  const hung = ask('a', 500);
  await vi.advanceTimersByTimeAsync(600);
  expect(await hung).toBe('hung');
  const dead = ask('b');
  await turn();
  workers[1]!.onerror!({} as ErrorEvent);
  expect(await dead).toBe('died');
  const last = ask('c');
  await turn();
  workers[2]!.reply(0);
  expect(await last).toBe('c');
});

test('an engine that does not start is reported, and tried again', async () => {
  let starts = 0;
  lane = new Lane(() => ++starts === 1 ? Promise.reject(new Error('404')) : Promise.resolve(workers[workers.push(new FakeWorker()) - 1]!));
  expect(await ask('a')).toBe('start');
  const second = ask('b');
  await turn();
  workers[0]!.reply(0);
  expect(await second).toBe('b');
});

test('stopped calls have no reply; others go on, in a new worker if need be', async () => {
  const stopped = ask('a');
  await turn();
  const other = lane.ask({ kind: 'shipped', pack: 'b' }, 1000);
  const waiting = ask('c');
  lane.stop('format');
  expect(await stopped).toBe(kReplaced);
  expect(await waiting).toBe(kReplaced);
  expect(workers[0]!.isEnded).toBe(true);
  await turn();
  workers[1]!.reply(0);
  await other;
  lane.stop('format'); // nothing to stop
  expect(workers[1]!.isEnded).toBe(false);
});

test('requests of the language service replace those of their own method', async () => {
  const service = (method: 'textDocument/hover' | 'textDocument/completion') =>
    lane.ask({ kind: 'service', source: { name: '', files: {} }, file: '', inputs: {}, method, params: {} }, 1000).catch((error: { code: string }) => error.code);
  void service('textDocument/hover');
  await turn();
  const waiting = service('textDocument/completion');
  const hover = service('textDocument/hover');
  const newer = service('textDocument/completion');
  expect(await waiting).toBe(kReplaced);
  workers[0]!.reply(0);
  await turn();
  workers[0]!.reply(1);
  await turn();
  workers[0]!.reply(2);
  expect(await Promise.all([hover, newer])).toEqual([undefined, undefined]);
});
