// Runs in a worker: answers questions with an engine of its own, one after the other. Packs arrive as their texts, and
// the last ones are kept.
import { Core } from './core.js';
import { SpoilsError } from './errors.js';
import { Pack } from './pack.js';
import { answer, atLeastOnce, book, check } from './odds.js';

const kKeptPacks = 8;

let core = null;
const packs = new Map();

function packOf(source) {
  let pack = packs.get(source.key);
  packs.delete(source.key);
  if (pack === undefined) {
    const { key, ...rest } = source;
    pack = new Pack(null, core, rest);
    for (const [old, unused] of packs) {
      if (packs.size < kKeptPacks) { break; }
      packs.delete(old);
      unused.dispose();
    }
  }
  packs.set(source.key, pack);
  return pack;
}

function run({ call, source, request, budget }) {
  const { pointer } = packOf(source);
  switch (call) {
    case 'odds': return answer(core, pointer, request.question, budget);
    case 'atLeastOnce': return atLeastOnce(core, pointer, request.question, request.rolls, budget);
    case 'book': return book(core, pointer, request.options, budget);
    default: return check(core, pointer, budget);
  }
}

// Fractions are sent as plain objects; see client.js.
function receive(message, send) {
  if (message.module !== undefined) {
    core = new Core(message.module);
    return;
  }
  try {
    send({ id: message.id, result: run(message) });
  } catch (error) {
    send({
      id: message.id,
      error: error instanceof SpoilsError ? error.toJSON() : { code: 'internal', message: String(error) },
    });
  }
}

if (typeof WorkerGlobalScope === 'function') {
  globalThis.onmessage = ({ data }) => receive(data, (out) => globalThis.postMessage(out));
} else {
  const { parentPort } = await import('node:worker_threads');
  parentPort.on('message', (data) => receive(data, (out) => parentPort.postMessage(out)));
}
