// Puts into the package what is made of other folders: the module (build/wasm), the shipped packs as data (packs.js),
// the licence. `npm run prepare-files`; `make wasm` does so.
import { copyFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const here = new URL('..', import.meta.url);
const root = new URL('../../', here);

async function texts(folder, prefix) {
  const out = [];
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) {
      out.push(...await texts(new URL(`${entry.name}/`, folder), `${prefix}${entry.name}/`));
    } else if (entry.name.endsWith('.loot')) {
      out.push([prefix + entry.name, await readFile(new URL(entry.name, folder), 'utf8')]);
    }
  }
  return out;
}

const files = await texts(new URL('packs/', root), '');
// Every folder is a pack, apart from that of the libraries.
const names = [...new Set(files.map(([path]) => path.split('/')[0]))].filter((name) => name !== 'lib');

const lines = ['// The shipped packs, as packs.d.ts describes. Made of packs/ by tools/prepare.js.', 'export const packs = {'];
lines.push(`  names: ${JSON.stringify(Object.fromEntries(names.map((name) => [name, name])))},`, '  files: {');
for (const [path, text] of files) { lines.push(`    ${JSON.stringify(path)}: ${JSON.stringify(text)},`); }
lines.push('  },', '};', '');
await writeFile(new URL('packs.js', here), lines.join('\n'));

const module = process.argv[2] ?? fileURLToPath(new URL('build/wasm/spoils.wasm', root));
await copyFile(module, new URL('spoils.wasm', here));
await copyFile(new URL('LICENSE', root), new URL('LICENSE', here));
