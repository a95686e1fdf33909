// Packs of chosen files: one, several, a folder; and what is refused.
import { expect, test } from 'vitest';
import { chosenSource } from '../../src/actions/files';

const picked = (path: string, text: string | Uint8Array = 'pack a "A" 1.0\r\n') => ({ file: new File([text as BlobPart], path.split('/').at(-1)!), path: path.includes('/') ? path : '' });

test('one file, several, and a folder with folders', async () => {
  expect(await chosenSource([picked('my pack.loot')])).toMatchObject({ origin: 'my pack.loot', source: { name: 'my_pack.loot', files: { 'my_pack.loot': 'pack a "A" 1.0\n' } } });
  const several = await chosenSource([picked('a.loot'), picked('b.loot'), picked('readme.txt')]);
  expect([several.origin, several.source.name, Object.keys(several.source.files)]).toEqual(['2 files', 'mine', ['mine/a.loot', 'mine/b.loot']]);
  const folder = await chosenSource([picked('den/den.loot'), picked('den/lib/den.loot')]);
  expect([folder.origin, folder.source.name, Object.keys(folder.source.files)]).toEqual(['folder den', 'den', ['den/den.loot', 'den/lib/den.loot']]);
});

test('what is no pack is refused with the reason', async () => {
  await expect(chosenSource([picked('a.txt')])).rejects.toThrow('end in .loot');
  await expect(chosenSource([picked('a.loot', new Uint8Array([0xff, 0xfe]))])).rejects.toThrow('not a text in UTF-8');
  await expect(chosenSource([picked('den/../a.loot')])).rejects.toThrow('not a name');
  await expect(chosenSource([picked('den/a b.loot'), picked('den/a_b.loot')])).rejects.toThrow('two of it');
});
