// Places and edits of the protocol; the numbers are counted by hand.
import { expect, test } from 'vitest';
import { offsetsOf, pathOf, placeOf, uriOf, withEdits } from '../../src/model/language';

// a coin is one code point of two UTF-16 units
const kText = 'ab\nc\u{1fa99}d\n\nend';

test('positions are lines and UTF-16 units from 0', () => {
  const offset = offsetsOf(kText);
  expect([offset({ line: 0, character: 1 }), offset({ line: 1, character: 3 }), offset({ line: 2, character: 0 })]).toEqual([1, 6, 8]);
  expect([offset({ line: 0, character: 9 }), offset({ line: 9, character: 0 })]).toEqual([2, kText.length]);
  expect(placeOf(kText, { line: 1, character: 3 })).toEqual({ line: 2, column: 3 });
});

test('edits are of the text before all of them', () => {
  const edit = (line: number, from: number, to: number, newText: string) =>
    ({ range: { start: { line, character: from }, end: { line, character: to } }, newText });
  expect(withEdits(kText, [edit(0, 0, 1, 'xyz'), edit(3, 0, 3, ''), edit(1, 1, 3, '-')])).toBe('xyzb\nc-d\n\n');
});

test('addresses', () => {
  for (const path of ['a.loot', 'mine/a b%.loot', 'ü/é.loot']) { expect(pathOf(uriOf(path))).toBe(path); }
});
