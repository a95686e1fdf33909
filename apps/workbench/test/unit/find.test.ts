// The filter of Things; what fits is read off the two things by hand, and odds from closed forms.
import { expect, test } from 'vitest';
import { expressionOf, fieldsOf, filterOf, fits, mostUnseen, thingText } from '../../src/model/find';

const ring = { name: 'a Ruby ring', rule: 'ring', holder: null, fields: [['kind', 'regeneration'], ['cursed', 'true'], ['bonus', '-2'], ['tags', '{keen, old}'], ['share', '1/3']] as const };
const plain = { name: 'a ring', rule: 'ring', holder: null, fields: [['kind', 'teleportation'], ['cursed', 'false'], ['bonus', '1']] as const };

const found = (filter: string) => [[ring], [plain]].map((things) => fits(things, filterOf(filter)));

test('a thing has all words, in its name, rule, values and true flags', () => {
  expect(found('')).toEqual([true, true]);
  expect(found('ring')).toEqual([true, true]);
  expect(found('ruby cursed')).toEqual([true, false]);
  expect(found('cursed')).toEqual([true, false]);
  expect(found('not cursed')).toEqual([false, true]);
  expect(found('cursed = false')).toEqual([false, true]);
  expect(found('kind == regeneration and bonus=-2')).toEqual([true, false]);
  expect(found('bonus=-')).toEqual([false, false]);
  expect(found('Teleport')).toEqual([false, true]);
  expect(found('kind = Regeneration')).toEqual([false, false]);
});

test('fields are compared as numbers, members of sets as words; what is unset is neither less nor more', () => {
  expect(found('bonus < 0')).toEqual([true, false]);
  expect(found('bonus >= -2')).toEqual([true, true]);
  expect(found('bonus > 1')).toEqual([false, false]);
  expect(found('bonus != 1')).toEqual([true, false]);
  expect(found('share > 0.33 share <= 1/3')).toEqual([true, false]);
  expect(found('share < 9')).toEqual([true, false]);
  expect(found('tags = keen')).toEqual([true, false]);
  expect(found('tags = none')).toEqual([false, true]);
  expect(found('kind = teleportation or bonus < 0')).toEqual([true, true]);
  expect(found('not bonus < 0 or kind = x')).toEqual([false, true]);
});

test('the conditions are of one thing', () => {
  expect(fits([ring, plain], filterOf('cursed teleportation'))).toBe(false);
  expect(fits([ring, plain], filterOf('teleportation'))).toBe(true);
  expect(fits([], filterOf('x'))).toBe(false);
});

test('only the fields that are compared are read', () => {
  expect(fieldsOf(filterOf('bonus > 1 or kind = x'), ['kind', 'cursed', 'bonus'])).toEqual(['kind', 'bonus']);
  expect(fieldsOf(filterOf('bonus > 1 cursed'), ['kind', 'cursed', 'bonus'])).toBeNull();
});

test('a filter as an expression of the language, or none', () => {
  const fields = [{ name: 'kind', type: 'symbol' }, { name: 'cursed', type: 'flag' }, { name: 'bonus', type: 'integer' }, { name: 'tags', type: 'set of symbols' }];
  const as = (filter: string) => expressionOf(filterOf(filter), fields);
  expect(as('cursed=true kind=Ring')).toBe("cursed and kind == 'Ring'");
  expect(as('not cursed = true or bonus >= 2')).toBe('not cursed or (bonus != none and bonus >= 2)');
  expect(as('bonus != 2')).toBe('not ((bonus != none and bonus == 2))');
  expect(as('cursed != true')).toBe('not cursed');
  expect(as('not kind != ring')).toBe("kind == 'ring'");
  expect(as('kind = none')).toBe('kind == none');
  for (const filter of ['', 'ruby', 'kind', 'tags = keen', 'kind < ring', 'bonus = x', 'kind = "x', 'cursed', 'not cursed', 'cursed = false']) { expect(as(filter), filter).toBeNull(); }
});

test('what no roll had may have small odds', () => {
  expect(mostUnseen(0)).toBe(1);
  expect(1 - mostUnseen(100)).toBeCloseTo(0.05 ** 0.01, 12);
  expect(mostUnseen(1e6)).toBeCloseTo(2.9957e-6, 9);
});

test('a thing as text has its fields, its holder, and the roll that made it', () => {
  const roll = { index: 7, things: [plain, { ...ring, holder: 0, fields: [['kind', 'jade']] as const }] };
  expect(thingText(roll, 1, 'my seed')).toBe("a Ruby ring\n  kind = jade\n  held by a ring\n  thing 1, by rule ring, of --seed 'my seed' --index 7");
  expect(thingText(roll, 0, '1').split('\n').at(-1)).toBe('  thing 0, by rule ring, of --seed 1 --index 7');
});

test('a symbol is found without its quotes; none alone is what is unset', () => {
  const thing = (value: string) =>
    [{ name: 'x', rule: 'x', holder: null, fields: [['word', value], ['tags', `{${value}}`]] as const }];
  expect(fits(thing("'true'"), filterOf('word = true'))).toBe(true);
  expect(fits(thing("'none'"), filterOf('word = none'))).toBe(false);
  expect(fits(thing("'none'"), filterOf("word = 'none'"))).toBe(true);
  expect(fits(thing("'true'"), filterOf('tags = true'))).toBe(true);
});
