import { expect, test } from 'vitest';
import { fits, wordsOf } from '../../src/model/find';

const ring = { name: 'a Ruby ring', rule: 'ring', holder: null, fields: [['kind', 'regeneration'], ['cursed', 'true'], ['bonus', '-2']] as const };
const plain = { name: 'a ring', rule: 'ring', holder: null, fields: [['kind', 'teleportation'], ['cursed', 'false'], ['bonus', '1']] as const };

test('a thing has all words, in its name, rule, values and true flags', () => {
  const found = (filter: string) => [[ring], [plain]].map((things) => fits(things, wordsOf(filter)));
  expect(found('')).toEqual([true, true]);
  expect(found('ring')).toEqual([true, true]);
  expect(found('ruby cursed')).toEqual([true, false]);
  expect(found('cursed')).toEqual([true, false]);
  expect(found('cursed = false')).toEqual([false, true]);
  expect(found('kind == regeneration and bonus=-2')).toEqual([true, false]);
  expect(found('bonus=-')).toEqual([false, false]);
  expect(found('teleport')).toEqual([false, true]);
});

test('the words are of one thing', () => {
  expect(fits([ring, plain], wordsOf('cursed teleportation'))).toBe(false);
  expect(fits([ring, plain], wordsOf('teleportation'))).toBe(true);
  expect(fits([], wordsOf('x'))).toBe(false);
});
