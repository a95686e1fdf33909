// Handles that are collected are freed in the module; so its memory does not grow with what is no longer used.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Engine } from 'spoils';

setFlagsFromString('--expose_gc');
const gc = runInNewContext('gc');
const rounds = 24; // in the first half the heap finds its size: a page more may come in any of those rounds

// Makes packs of half a megabyte each, drops them, and returns the bytes of the module's memory after each round.
async function memoryOf(engine, memory, each) {
  const out = [];
  for (let round = 0; round < rounds; ++round) {
    for (let i = 0; i < 12; ++i) {
      const pack = engine.compile('pack p "P" 1.0\nrule r { kind = a }');
      const roller = pack.roller();
      roller.roll(1);
      each?.(pack, roller);
    }
    gc();
    await new Promise((done) => { setTimeout(done, 5); });
    out.push(memory());
  }
  return out;
}

for (const [name, each] of [['collected'], ['disposed', (pack, roller) => { pack.dispose(); roller.dispose(); }]]) {
  test(`memory of ${name} handles is used again`, async () => {
    const engine = await Engine.load();
    let memory;
    const { Instance } = WebAssembly;
    WebAssembly.Instance = function record(...words) {
      const instance = new Instance(...words);
      memory ??= instance.exports.memory;
      return instance;
    };
    const other = new Engine(engine.module);
    WebAssembly.Instance = Instance;
    const sizes = await memoryOf(other, () => memory.buffer.byteLength, each);
    const half = sizes[rounds / 2 - 1];
    assert.ok(sizes.at(-1) <= half, `grew from ${half} to ${sizes.at(-1)}`);
  });
}
