// The Markdown of hovers: nothing in it becomes markup that is not meant so.
import { expect, test } from 'vitest';
import { blocksOf, piecesOf } from '../../src/editor/markdown';

test('pieces of a line', () => {
  expect(piecesOf('**12.5%** (1/8) of `pots`')).toEqual([
    { kind: 'strong', text: '12.5%' }, { kind: 'text', text: ' (1/8) of ' }, { kind: 'code', text: 'pots' }]);
  expect(piecesOf('\\*\\*no\\*\\* \\`x\\` \\<b\\> **\\<0.1%**')).toEqual([{ kind: 'text', text: '**no** `x` <b> ' }, { kind: 'strong', text: '<0.1%' }]);
  expect(piecesOf('open ` and ** and \\')).toEqual([{ kind: 'text', text: 'open ` and ** and \\' }]);
});

test('blocks', () => {
  expect(blocksOf('````loot\na ``` b\n\nc\n````\n`x`: input\n\none of\n- **1%** a\n')).toEqual([
    { kind: 'code', text: 'a ``` b\n\nc' },
    { kind: 'paragraph', pieces: [{ kind: 'code', text: 'x' }, { kind: 'text', text: ': input' }] },
    { kind: 'paragraph', pieces: [{ kind: 'text', text: 'one of' }] },
    { kind: 'item', pieces: [{ kind: 'strong', text: '1%' }, { kind: 'text', text: ' a' }] },
  ]);
  expect(blocksOf('```loot\nnever closed')).toEqual([{ kind: 'code', text: 'never closed' }]);
});
