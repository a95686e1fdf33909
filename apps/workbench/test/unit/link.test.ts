// Links: what goes in comes out; everything else is refused with one message, in bounded time and memory.
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fromFragment, isPath, kBadLink, kLongestLink, toFragment, type Shared } from '../../src/model/link';

const shared: Shared = {
  shipped: null, source: { name: 'a.loot', files: { 'a.loot': 'pack a "ä😀 <b>"\n' } }, tab: 'odds', rule: 'a', inputs: { depth: '3' }, seed: 'my game', index: 7,
  asked: { by: 'kind', where: 'x == "y"', count: '', sweep: 'depth', fractions: true, logarithmic: false, rolls: 20 },
  edits: ['pin a.1 = x'],
};
const packed = (value: unknown) => `#w1.${deflateRawSync(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')}`;

// Node has this format since 20.12; browsers have had it for longer.
const packs = (() => { try { return Boolean(new CompressionStream('deflate-raw')); } catch { return false; } })();

test.skipIf(!packs)('a link gives what it was made of', async () => {
  expect(await fromFragment(`#${await toFragment(shared)}`)).toEqual(shared);
  const { edits: _, ...older } = shared;
  expect(await fromFragment(packed(older))).toEqual({ ...shared, edits: [] });
  const { rolls: __, ...asked } = shared.asked; // a link before odds of several rolls
  expect(await fromFragment(packed({ ...shared, asked }))).toEqual({ ...shared, asked: { ...shared.asked, rolls: 1 } });
  expect(await fromFragment(packed({ ...shared, source: null, shipped: 'rogue' }))).toEqual({ ...shared, source: null, shipped: 'rogue' });
});

test.skipIf(!packs)('a pack that is too large has no link', async () => {
  const text = Array.from({ length: 20_000 }, (_, i) => Math.sin(i).toString(36)).join('');
  expect(await toFragment({ ...shared, source: { name: 'a.loot', files: { 'a.loot': text } } })).toBeNull();
});

test('hostile links are refused with one message', async () => {
  const files = (name: string) => ({ ...shared, source: { name, files: { [name]: 'x' } } });
  const bad = [
    '#', '#w1.', '#w1.!!!!', '#w2.abc', `#w1.${'A'.repeat(kLongestLink)}`, packed('{'), packed('null'), packed('[]'), packed({}), packed({ ...shared, tab: 'nothing' }),
    packed({ ...shared, index: -1 }), packed({ ...shared, index: 1.5 }), packed({ ...shared, seed: 7 }), packed({ ...shared, inputs: { a: {} } }),
    packed({ ...shared, source: null }), packed(files('../a.loot')), packed(files('/etc/passwd')), packed(files('a/../b')), packed({ ...shared, asked: null }),
    ...[0, 1.5, 1e10, '2', null].map((rolls) => packed({ ...shared, asked: { ...shared.asked, rolls } })),
    packed({ ...shared, edits: 'x' }), packed({ ...shared, edits: [7] }), packed({ ...shared, edits: Array(1001).fill('x') }),
    packed({ ...shared, source: { name: 'b', files: { 'a.loot': '' } } }), packed({ ...shared, source: { name: 'a', files: {} } }),
    packed(JSON.stringify(shared).slice(0, -1) + ' '.repeat(8 << 20) + '}'), // unpacks to 8 MB
  ];
  for (const link of bad) { await expect(fromFragment(link), link.slice(0, 80)).rejects.toThrow(kBadLink); }
  expect(['a.loot', 'rogue/a-b_1.loot'].every(isPath)).toBe(true);
  expect(['__proto__', 'a//b', '', '.', 'a\\b', 'C:/x'].some(isPath)).toBe(false);
});

test.skipIf(!packs)('a name of the language in inputs changes no prototype', async () => {
  const text = JSON.stringify(shared).replace('"depth":"3"', '"__proto__":"3"');
  const got = await fromFragment(packed(text));
  expect(Object.getPrototypeOf(got.inputs)).toBe(Object.prototype);
});
