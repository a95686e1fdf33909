import { expect, test } from 'vitest';
import { completed, isWholeWord, joined, merged, partsOf, suggestions, type Name, type Parts } from '../../src/model/chips';
import { namesOf } from '../../src/model/names';
import { initialState } from '../../src/model/state';

test.each<[Parts, string, readonly string[]]>([
  ['columns', 'kind, min(a, b)', ['kind', 'min(a, b)']],
  ['columns', '', []],
  ['conditions', 'cursed and kind == ring and bonus > 2', ['cursed', 'kind == ring', 'bonus > 2']],
  ['conditions', 'name == "salt and pepper" and (a and b)', ['name == "salt and pepper"', '(a and b)']],
  // `or`, `if` and the like bind less than `and`: such a text is one condition.
  ['conditions', 'a or b and c', ['a or b and c']],
  ['conditions', 'if a and b then c else d', ['if a and b then c else d']],
  ['conditions', '(a or b) and c', ['(a or b)', 'c']],
  ['conditions', "land == 'and' and x", ["land == 'and'", 'x']],
  ['one', 'kind == ring and cursed', ['kind == ring and cursed']],
  ['one', '  ', []],
])('parts of %s: %s', (kind, text, parts) => {
  expect(partsOf(text, kind)).toEqual(parts);
  expect(joined(parts, kind)).toBe(text.trim());
});

test('a condition with `or` beside others keeps its meaning', () => {
  expect(joined(['a or b', 'c', ' '], 'conditions')).toBe('(a or b) and c');
  expect(joined(['a or b'], 'conditions')).toBe('a or b');
  expect(joined(['old', 'new'], 'one')).toBe('new');
});

const kNames: readonly Name[] = [
  { name: 'kind', type: 'symbol', values: ['ring', 'rope', 'sword'] }, { name: 'cursed', type: 'flag', values: ['true', 'false'] },
  { name: 'bonus', type: 'integer', values: [] }, { name: 'curse', type: 'symbol', values: [] },
];
const texts = (text: string) => suggestions(text, kNames).map((one) => one.text);

test.each([
  ['', ['kind', 'cursed', 'bonus', 'curse']],
  ['CU', ['cursed', 'curse']],
  ['kind ', ['==', '!=']],
  ['bonus ', ['==', '!=', '>=', '<=', '>', '<']],
  ['cursed ', ['and', 'or']],
  ['kind == ', ['ring', 'rope', 'sword']],
  ['kind != r', ['ring', 'rope']],
  ['kind == ring ', []],
  ['kind == ring and ', ['kind', 'cursed', 'bonus', 'curse']],
  ['bonus > 2 ', []],
  ['count(', ['kind', 'cursed', 'bonus', 'curse']],
])('suggestions after "%s"', (text, wanted) => {
  expect(texts(text)).toEqual(wanted);
});

test('a completion replaces the last word, and suggestions have no doubles', () => {
  expect(completed('cursed and ki', { text: 'kind', detail: '' })).toBe('cursed and kind');
  expect(merged([{ text: 'a', detail: '1' }], [{ text: 'a', detail: '2' }, { text: 'b', detail: '3' }]).map(({ detail }) => detail)).toEqual(['1', '3']);
});

test('a whole word is left as it is, also if it begins another one', () => {
  const whole = (text: string, more: readonly string[] = []) => isWholeWord(text, kNames, more.map((one) => ({ text: one, detail: '' })));
  expect(['kind', 'min(kind', 'bonus + curse', ' kind '].map((text) => whole(text))).toEqual([true, true, true, true]);
  expect(['kin', '', 'bonus + ', 'kinds', '7'].map((text) => whole(text))).toEqual([false, false, false, false, false]);
  expect(whole('worth', ['worth', 'worthless'])).toBe(true); // the language service knows more words
});

test('names have the values that were seen, texts in quotes', () => {
  const row = (value: string) => ({ values: [value], key: JSON.stringify([value]), probability: 1, low: 1, high: 1, fraction: null, estimate: null });
  const answer = { value: null, rows: [row('ring'), row('none')], exact: true, limit: '', given: 1, unexplored: 0, unlisted: 0, mean: 0, estimate: null };
  const state = {
    ...initialState(),
    odds: { value: { columns: ['kind'], exact: true, answers: [answer] }, error: null, isBusy: false },
    things: { value: { rolls: [{ index: 0, things: [{ name: 'a rope', rule: 'a', holder: null, fields: [['kind', 'rope'], ['note', 'old']] as const }] }], searched: 1 }, error: null, isBusy: false },
  };
  const found = namesOf(state, { fields: [{ name: 'kind', type: 'symbol' }, { name: 'note', type: 'text' }, { name: 'cursed', type: 'flag' }],
    inputs: [], states: [{ name: 'n', doc: '', kind: 'integer', first: 0, last: 9, choices: [], initial: '0' }] });
  expect(found).toEqual([
    { name: 'name', type: 'text', values: ['"a rope"'] }, { name: 'kind', type: 'symbol', values: ['ring', 'none', 'rope'] },
    { name: 'note', type: 'text', values: ['"old"'] }, { name: 'cursed', type: 'flag', values: ['true', 'false'] },
    { name: 'n', type: 'state, integer', values: [] }]);
});
