// Curves of odds; the numbers are computed by hand.
import { expect, test } from 'vitest';
import type { AtLeastOnce, OddsAnswer } from '../../src/engine/protocol';
import { cumulative, curvesOf, curvesOfRolls, rollsAsked, partsOfLine, stacked } from '../../src/model/curves';
import { waitWords, withinOf } from '../../src/model/rolls';

function answer(odds: Readonly<Record<string, number>>, unexplored = 0, value: string | null = null, unlisted = unexplored): OddsAnswer {
  const rows = Object.entries(odds).map(([name, low]) => ({ values: [name], key: JSON.stringify([name]), probability: low, low, high: low + unlisted, fraction: null, estimate: null }));
  return { value, rows, exact: unexplored === 0, limit: 'none', given: 1 - unexplored, unexplored, unlisted, mean: 0, estimate: null };
}

test('a stack has a height of 1 at each value, and keeps what is not explored apart', () => {
  const curves = curvesOf({ columns: ['kind'], exact: false, answers: [answer({ a: 0.5, b: 0.25, c: 0.25 }, 0, '1'), answer({ a: 0.25, c: 0.25 }, 0.5, '2')] });
  expect(curves.map(({ name }) => name)).toEqual(['a', 'c', 'b']);
  const areas = stacked(curves, 1);
  expect(areas.map(({ name }) => name)).toEqual(['a', '2 others', 'not explored']);
  expect(areas.map(({ points }) => points.map((point) => [point!.low, point!.high]))).toEqual([
    [[0, 0.5], [0, 0.25]], [[0.5, 1], [0.25, 0.5]], [[1, 1], [0.5, 1]]]);
  expect(stacked(curvesOf({ columns: ['kind'], exact: true, answers: [answer({ a: 0.1, b: 0.2, c: 0.7 })] }), 8).length).toBe(3);
});

test('cumulative odds go by the size of numbers, and bounds stay bounds', () => {
  expect(cumulative(answer({ 10: 0.25, 9: 0.5, '-1': 0.25 }))).toEqual({
    places: ['-1', '9', '10'], curves: [{ name: 'at most', points: [{ low: 0.25, high: 0.25 }, { low: 0.75, high: 0.75 }, { low: 1, high: 1 }] }] });
  expect(cumulative(answer({ 1: 0.25, 2: 0.25 }, 0.5))!.curves[0]!.points).toEqual([{ low: 0.25, high: 0.75 }, { low: 0.5, high: 1 }]);
  expect(cumulative(answer({ a: 1, 2: 0 }))).toBeNull();
  expect(cumulative(answer({ 2: 1 }))).toBeNull();
});

test('under a condition an outcome may have all that is unexplored of what meets it', () => {
  // Of all rolls 10% meet the condition with 2, and 10% are not explored: 3 has up to half.
  const tin = answer({ 2: 0.5 }, 0.1, '1', 0.5);
  const both = answer({ 2: 0.5, 3: 0.5 }, 0, '2');
  const curves = curvesOf({ columns: ['worth'], exact: false, answers: [tin, both] });
  expect(curves.map(({ name, points }) => [name, ...points])).toEqual([
    ['2', { low: 0.5, high: 1 }, { low: 0.5, high: 0.5 }], ['3', { low: 0, high: 0.5 }, { low: 0.5, high: 0.5 }]]);
  expect(curvesOf({ columns: ['worth'], exact: false, answers: [both, tin] })[1]!.points[1]).toEqual({ low: 0, high: 0.5 });
  expect(cumulative(answer({ 1: 0.2, 2: 0.3 }, 0.1, null, 0.5))!.curves[0]!.points).toEqual([{ low: 0.2, high: 0.7 }, { low: 0.5, high: 1 }]);
});

test('where the condition never holds there are no odds, and a curve has a gap', () => {
  const answers = [answer({}, 0, '1'), answer({ a: 1 }, 0, '2'), answer({}, 0, '3'), answer({ a: 0.5, b: 0.5 }, 0, '4')];
  const curves = curvesOf({ columns: ['kind'], exact: true, answers });
  const [whole, half, zero] = [{ low: 1, high: 1 }, { low: 0.5, high: 0.5 }, { low: 0, high: 0 }];
  expect(curves).toEqual([{ name: 'a', points: [null, whole, null, half] }, { name: 'b', points: [null, zero, null, half] }]);
  expect(partsOfLine(curves[0]!.points)).toEqual([[{ ...whole, at: 1 }], [{ ...half, at: 3 }]]);
  expect(partsOfLine([half, half, null]).map((part) => part.map(({ at }) => at))).toEqual([[0, 1]]);
  expect(partsOfLine([null])).toEqual([]);
  const areas = stacked(curves, 8);
  expect(areas.map(({ name }) => name)).toEqual(['a', 'b']); // a gap is not explored odds
  expect(areas[1]!.points).toEqual([null, { low: 1, high: 1 }, null, { low: 0.5, high: 1 }]);
  // Of bounds without a row nothing is known: no gap.
  const [open, rest] = [answer({}, 1, '1'), answer({ a: 1 }, 0, '2')];
  expect(curvesOf({ columns: ['kind'], exact: false, answers: [open, rest] })[0]!.points).toEqual([{ low: 0, high: 1 }, whole]);
});

test('the engine is asked for the rolls of a curve, the last of them the one that was set', () => {
  expect(rollsAsked(7, false)).toEqual([7]);
  expect(rollsAsked(3, true)).toEqual([1, 2, 3]);
  expect(rollsAsked(2, true)).toEqual([1, 2]);
  const many = rollsAsked(1e6, true);
  expect([many.length, many[0], many.at(-1)]).toEqual([60, 1, 1e6]);
  expect(many.every((count, i) => i === 0 || count > many[i - 1]!)).toBe(true);
  expect(rollsAsked(1, true).at(-1)).toBe(100);
  for (let last = 2; last <= 300; ++last) {
    expect(rollsAsked(last, true).every((count, i, all) => i === 0 || count > all[i - 1]!)).toBe(true);
  }
});

const wait = { mean: 4, half: 3, most: undefined, nearlyAll: null };
const many: AtLeastOnce = {
  columns: ['kind'], rolls: [1, 10], exact: false, limit: 'states', independent: false, worlds: 3, allWorlds: false, unlisted: [0.1, 0.2],
  rows: [{ key: '["a"]', within: [{ low: 0.5, high: 0.6 }, { low: 0.7, high: 0.9 }], wait }],
};

test('curves of several rolls are what the engine says, with its bounds', () => {
  expect(curvesOfRolls(many, answer({ a: 0.5 }).rows, 8)).toEqual({ places: ['1', '10'], curves: [{ name: 'a', points: many.rows[0]!.within }] });
  expect(curvesOfRolls({ ...many, columns: [], rows: [{ ...many.rows[0]!, key: '[]' }] }, [], 8).curves[0]!.name).toBe('at least one');
});

test('rows of one roll have their odds of several rolls by their values', () => {
  expect(withinOf(null, 10)).toBeNull();
  expect(withinOf(many, 7)).toBeNull(); // of another number of rolls
  const of = withinOf(many, 10)!;
  expect(of('["a"]')).toEqual({ share: { low: 0.7, high: 0.9 }, wait: '4', points: 'comes within 3 rolls with 50%, ? with 90%, never with 99%' });
  expect(of('["b"]').share).toEqual({ low: 0, high: 0.2 });
  expect(of('["b"]').wait).toBe('?');
  expect(waitWords(wait)).toBe('4 rolls until the first on average');
  expect(waitWords({ ...wait, mean: null })).toBe('it may never come');
});
