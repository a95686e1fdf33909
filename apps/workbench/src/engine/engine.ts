// The engine of the page: the only module that knows workers and WebAssembly. Six lanes, so that neither a proof nor a
// question about odds delays typing: one reads texts and rolls, one is the language service of the editor, one proves
// quantities, one computes odds, one writes books and rolls by the thousand, one searches rolls. A lane that is not used has
// no worker.
import wasm from 'spoils/spoils.wasm?url';
import { Lane, type WorkerLike } from './lane';
import type { Calls, Kind, Request } from './protocol';

let module: Promise<WebAssembly.Module> | null = null;

async function fetchModule(): Promise<WebAssembly.Module> {
  const response = await fetch(wasm);
  if (!response.ok) { throw new Error(`${response.status} ${response.statusText}`); }
  // Servers that do not know the type are common; compiling while it arrives needs it.
  return response.headers.get('content-type')?.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

async function startWorker(): Promise<WorkerLike> {
  module ??= fetchModule();
  let compiled: WebAssembly.Module;
  try {
    compiled = await module;
  } catch (error) {
    module = null; // the next call tries again
    throw error;
  }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ module: compiled });
  return worker;
}

const lanes = {
  text: new Lane(startWorker), service: new Lane(startWorker), proof: new Lane(startWorker), odds: new Lane(startWorker), long: new Lane(startWorker),
  search: new Lane(startWorker),
};

const kLaneOf: Record<Kind, keyof typeof lanes> = {
  shipped: 'text', look: 'text', format: 'text', roll: 'text', explain: 'text',
  remarks: 'service', service: 'service',
  tweak: 'text', choices: 'text', outlook: 'odds', reach: 'odds',
  prove: 'proof', warm: 'odds', describe: 'odds', odds: 'odds', atLeastOnce: 'odds', check: 'odds', compare: 'odds', simulate: 'long', sample: 'long', book: 'long',
  find: 'search',
};

// Beyond this the worker is ended. Work with a budget of its own may take two thirds and 5 s more to finish.
const kPatience = 8000;
const kPatienceOfRoll = 50;

/** Drops the calls of a kind. Their promises are rejected with kReplaced. */
export function stop(kind: Kind): void {
  lanes[kLaneOf[kind]].stop(kind);
}

/** Calls the engine. Rejects with an EngineError; one with code kReplaced needs no report. */
export function call<K extends Kind>(kind: K, request: Calls[K]['request']): Promise<Calls[K]['reply']> {
  // A book is bounded by its paths, some hundred thousand a second on slow machines.
  const book = kind === 'book' && 'maxPaths' in request ? (request.maxPaths as number) / 200 : 0;
  const budget = 'milliseconds' in request ? (request.milliseconds as number) * 2 + 5000 : 0;
  // A run cannot be divided.
  const run = 'rollsOfRun' in request ? (request.rollsOfRun as number) * kPatienceOfRoll : 0;
  return lanes[kLaneOf[kind]].ask({ kind, ...request } as Request<K>, kPatience + budget + book + run);
}
