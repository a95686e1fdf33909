// What would be published: its files, its size, its types; the example of README.md.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';

const run = promisify(execFile);
const here = fileURLToPath(new URL('..', import.meta.url));

test('the module has at most 1.5 MB, compressed', async () => {
  const bytes = await readFile(join(here, 'spoils.wasm'));
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  const size = brotliCompressSync(bytes, options).length;
  console.log(`spoils.wasm: ${bytes.length} bytes, ${size} compressed`);
  assert.ok(size <= 1500000, `${size} bytes`);
});

test('the module imports WASI alone, and exports every function of spoils.h', async () => {
  const module = await WebAssembly.compile(await readFile(join(here, 'spoils.wasm')));
  for (const { module: from } of WebAssembly.Module.imports(module)) { assert.equal(from, 'wasi_snapshot_preview1'); }
  const header = await readFile(new URL('../../../include/spoils/spoils.h', import.meta.url), 'utf8');
  const exported = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
  const declared = [...header.matchAll(/^SPOILS_C [^(]*?(spoils_\w+)\(/gm)].map(([, name]) => name);
  assert.ok(declared.length > 50);
  for (const name of [...declared, 'memory', 'malloc', 'free', '_initialize']) { assert.ok(exported.has(name), name); }
});

test('an installed package works: the example of README.md', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spoils-'));
  try {
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: here });
    const [{ filename, files }] = JSON.parse(stdout);
    const paths = files.map(({ path }) => path);
    for (const path of ['index.d.ts', 'service.d.ts', 'packs.d.ts', 'packs.js', 'spoils.wasm', 'README.md', 'LICENSE', 'src/index.js', 'src/worker.js']) {
      assert.ok(paths.includes(path), path);
    }
    assert.ok(!paths.some((path) => /^(test|tools|node_modules)\//.test(path)));
    const installed = join(folder, 'node_modules', 'spoils');
    await mkdir(installed, { recursive: true });
    await run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
    const [, example] = /```js\n([^]*?)```/.exec(await readFile(join(here, 'README.md'), 'utf8'));
    assert.ok(example.trim().split('\n').length <= 12);
    await writeFile(join(folder, 'example.mjs'), example);
    const out = await run(process.execPath, ['example.mjs'], { cwd: folder });
    assert.match(out.stdout, /ghost|rat|bottle/);
    assert.match(out.stdout, /rat 1\/2\nbottle 3\/10\nghost 1\/5\n$/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the types agree with their use', async () => {
  const tsc = join(here, 'node_modules', 'typescript', 'bin', 'tsc');
  await run(process.execPath, [tsc, '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext',
    '--moduleResolution', 'nodenext', '--lib', 'es2022,dom,esnext.disposable', 'test/types.ts'], { cwd: here })
    .catch(({ stdout }) => assert.fail(stdout));
});
