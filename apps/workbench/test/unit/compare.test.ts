// Comparisons of whole packs: which questions are asked; what cannot be compared is named.
import { expect, test } from 'vitest';
import type { OddsResult, PackInfo } from '../../src/engine/protocol';
import { settingsForBoth } from '../../src/model/settings';
import { movedRows, neverHeld, questionsOf, sorted } from '../../src/model/compare';

const input = (name: string) => ({ name, doc: '', kind: 'integer', first: 1, last: 9, choices: [], initial: '1' });

function pack(rules: readonly string[], fields: Readonly<Record<string, string>>, inputs: readonly string[]): PackInfo {
  return {
    name: 'p', title: '', expectations: 0, states: [], inputs: inputs.map(input), rules: rules.map((name) => ({ name, doc: '', own: true, parameters: [] })),
    fields: Object.entries(fields).map(([name, type]) => ({ name, type })),
  };
}

test('each rule and field that both packs have, lists by their number, and how many things there are', () => {
  const { questions, leftOut } = questionsOf(
    pack(['ring', 'old'], { kind: 'symbol', tags: 'list of symbols', gone: 'flag' }, ['depth', 'luck']),
    pack(['ring', 'new'], { kind: 'symbol', tags: 'list of symbols', has: 'map of symbols to integers' }, ['depth', 'size']),
    { depth: '1', luck: '2' }); // 1 is the initial one of the second pack
  expect(questions.map(({ of, isMean, question }) => [of, isMean, question.rule, question.by ?? question.each, question.inputs])).toEqual([
    ['ring, kind', false, 'ring', ['kind'], { depth: '1' }], ['ring, count(tags)', false, 'ring', ['count(tags)'], { depth: '1' }],
    ['ring, how many', true, 'ring', ['made_by'], { depth: '1' }]]);
  expect(questions.map(({ finer }) => finer?.question.by)).toEqual([undefined, ['tags'], undefined]);
  expect(leftOut).toEqual([
    'field gone: only the first pack has it', 'field has: only the second pack has it',
    'rule old: only the first pack has it', 'rule new: only the second pack has it', 'input luck: only the first pack has it', 'input size: only the second pack has it']);
});

test('a value that was set is asked of both packs, that of a swept input of none', () => {
  const one = pack(['ring'], {}, ['depth', 'size']);
  expect(settingsForBoth(one, 'ring', { depth: '1', size: '', old: '3' })).toEqual({ depth: '1' });
  expect(settingsForBoth(one, 'ring', { depth: '1', size: '2' }, 'depth')).toEqual({ size: '2' });
});

test('rows of several questions are in one order, the largest move first', () => {
  const odds = (p: number): OddsResult => ({
    columns: ['kind'], exact: true,
    answers: [{ value: null, exact: true, limit: 'none', given: 1, unexplored: 0, unlisted: 0, mean: 0, estimate: null,
      rows: [{ values: ['a'], key: 'a', probability: p, low: p, high: p, fraction: null, estimate: null }] }],
  });
  const rows = sorted([...movedRows(odds(0.5), odds(0.25), 'one'), ...movedRows(odds(2), odds(2.5), 'two', true)]);
  expect(rows.map(({ of, isMean, by }) => [of, isMean, by])).toEqual([['two', true, 0.5], ['one', false, -0.25]]);
});

type Ends = readonly [low: number, high: number];
function bounds(rows: Readonly<Record<string, Ends>>, unlisted: number): OddsResult {
  const isExact = unlisted === 0;
  return {
    columns: ['kind'], exact: isExact,
    answers: [{ value: null, exact: isExact, limit: 'states', given: 1, unexplored: 0.1, unlisted, mean: 0, estimate: null,
      rows: Object.entries(rows).map(([kind, [low, high]]) => ({ values: [kind], key: kind, probability: isExact ? low : NaN, low, high, fraction: null, estimate: null })) }],
  };
}

test('a row that bounds lack is not 0: it is as certain as the largest part that may be its own', () => {
  // With a condition half of what meets it is not explored, though that is a tenth of all.
  const [gold] = movedRows(bounds({ tin: [0.5, 1] }, 0.5), bounds({ tin: [0.5, 1], gold: [0.3, 0.3] }, 0.5)).filter(({ values }) => values[0] === 'gold');
  expect(gold).toMatchObject({ isCertain: false, before: { low: 0, high: 0.5 } });
  const [sure] = movedRows(bounds({ tin: [0.5, 1] }, 0.25), bounds({ tin: [0.5, 1], gold: [0.75, 0.875] }, 0.25)).filter(({ isCertain }) => isCertain);
  expect(sure).toMatchObject({ values: ['gold'], by: 0.6875, moved: { low: 0.5, high: 0.875 } });
  // An end that only meets the other is no move, whatever rounding adds to it.
  expect(movedRows(bounds({ a: [0.5, 0.5] }, 0), bounds({ a: [0.5 + 1e-15, 1] }, 0.5))[0]!.isCertain).toBe(false);
});

test('a mean that is not exact has no upper end, and has moved only where the other is below it', () => {
  const before = bounds({ a: [1, 1], b: [3, 3] }, 0);
  const after = bounds({ a: [2, Infinity], b: [2, Infinity], c: [0.5, Infinity] }, Infinity);
  const rows = movedRows(before, after, '', true);
  expect(rows.map(({ values, by, isCertain, moved }) => [values[0], by, isCertain, moved.low])).toEqual([
    ['a', 1, true, 1], ['b', -1, false, -1], ['c', 0.5, true, 0.5]]);
  expect(movedRows(after, after, '', true)).toEqual([]);
  expect(movedRows(after, before, '', true).map(({ values, isCertain }) => [values[0], isCertain])).toEqual([['a', true], ['b', false], ['c', true]]);
});

test('where a condition never holds there is nothing to compare', () => {
  const one = { value: null, exact: true, limit: 'none', given: 1, unexplored: 0, unlisted: 0, mean: 0, estimate: null };
  const row = { values: ['a'], key: 'a', probability: 1, low: 1, high: 1, fraction: null, estimate: null };
  const odds = (...answers: OddsResult['answers'][number][]): OddsResult => ({ columns: ['kind'], exact: true, answers });
  const [held, never] = [odds({ ...one, rows: [row] }), odds({ ...one, given: 0, rows: [] })];
  expect(movedRows(held, never)).toEqual([]);
  expect(movedRows(held, never, '', true)).toHaveLength(1); // no thing of that kind: a mean of 0
  expect(neverHeld(held, never)).toEqual(['the condition never holds after']);
  expect(neverHeld(held, held)).toEqual([]);
  const swept = (rows: readonly (typeof row)[]) => odds({ ...one, value: '1', rows: [row] }, { ...one, value: '2', rows });
  expect(movedRows(swept([]), swept([row]))).toEqual([]);
  expect(neverHeld(swept([]), swept([row]))).toEqual(['the condition never holds before, for 2']);
});
