// The module in a WASI host, by the C interface alone: Node's own WASI, with a folder to read packs from.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';

test('a WASI host reads a pack from a folder and rolls', async () => {
  const wasi = new WASI({
    version: 'preview1', preopens: { '/packs': fileURLToPath(new URL('../../../packs', import.meta.url)) },
  });
  const module = await WebAssembly.compile(await readFile(new URL('../spoils.wasm', import.meta.url)));
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  wasi.initialize(instance);
  const { exports } = instance;
  assert.equal(exports.spoils_abi(), 1);

  const words = () => new Uint32Array(exports.memory.buffer);
  const text = (value) => {
    const bytes = new TextEncoder().encode(value);
    const at = exports.malloc(8 + bytes.length);
    new Uint8Array(exports.memory.buffer).set(bytes, at + 8);
    words().set([at + 8, bytes.length], at >> 2);
    return at;
  };
  const read = (at) => new TextDecoder().decode(
    new Uint8Array(exports.memory.buffer, words()[at >> 2], words()[(at >> 2) + 1]));
  const out = exports.malloc(8);
  assert.equal(exports.spoils_pack_load(text('/packs/hello'), 0, out, 0), 0);
  const pack = words()[out >> 2];
  assert.equal(exports.spoils_roller_new(pack, text('floor'), 0, 0, out), 0);
  const roller = words()[out >> 2];
  assert.equal(exports.spoils_roll_json(roller, 1n, 0n, out), 0);
  exports.spoils_string_text(out, words()[out >> 2]);
  assert.equal(JSON.parse(read(out)).rule, 'floor');

  const failure = exports.spoils_pack_load(text('/packs/missing'), 0, out, 0);
  assert.notEqual(failure, 0);
  exports.spoils_error_json(out, failure);
  assert.match(JSON.parse(read(out)).message, /missing/);
});
